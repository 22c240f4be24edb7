/* SPDX-License-Identifier: GPL-2.0-only */
/* Why BPF does not work here, in words: what is missing, and what to do. Never a bare errno. */
#ifndef KT_WHY_H
#define KT_WHY_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/events.h"
#include "model/error.h"

/* Fills @err for a BPF call that failed with -errno @rc while we tried to @doing. Returns -1. */
int kt_why__bpf(struct kt_error *err, const char *doing, int rc);

/* 0 when @kernel has what counting needs, else -1 with @err. */
int kt_why__no_events(const struct kt_kernel *kernel, struct kt_error *err);

/* Is it in our effective set? Numbers of <linux/capability.h>, which older headers lack in part. */
enum {
	KT_CAP_SETUID = 7,
	KT_CAP_SYS_ADMIN = 21,
	KT_CAP_SYSLOG = 34,
	KT_CAP_PERFMON = 38,
	KT_CAP_BPF = 39,
};
bool kt_why__has_cap(int nr);

/* Names of the capabilities that BPF needs and we lack, comma separated; "" for none. */
void kt_why__caps(char *buf, size_t size);

/* "none", "integrity", "confidentiality", or "unknown". */
const char *kt_why__lockdown(char *buf, size_t size);

#endif /* KT_WHY_H */
