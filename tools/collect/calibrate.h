/* SPDX-License-Identifier: GPL-2.0-only */
/* What an empty window costs here, tracing included: the floor under every window time. */
#ifndef KT_CALIBRATE_H
#define KT_CALIBRATE_H

#include "collect/events.h"
#include "collect/host.h"
#include "model/error.h"

/* 0, or -1 with @err filled: cannot measure here. */
int calibrate__floor(const struct kt_kernel *kernel, const struct kt_host *host, double *floor_ns,
		     struct kt_error *err);

#endif /* KT_CALIBRATE_H */
