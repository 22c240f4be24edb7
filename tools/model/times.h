/* SPDX-License-Identifier: GPL-2.0-only */
/* Times over runs, for compare. */
#ifndef KT_TIMES_H
#define KT_TIMES_H

#include "model/compare.h"

/* Fills times, nr_tested, may_stand_out and order. -1 without memory. */
int kt_times__of(struct kt_compare *cmp);

#endif /* KT_TIMES_H */
