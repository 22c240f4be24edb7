/* SPDX-License-Identifier: GPL-2.0-only */
/* What can be said of a log-linear histogram: quantiles to within a slot, the mean exactly. */
#ifndef KT_MODEL_HIST_H
#define KT_MODEL_HIST_H

#include "model/run.h"

enum kt_quantile {
	KT_Q_P50 = 0,
	KT_Q_P90,
	KT_Q_P99,
	KT_Q_P999,
	KT_Q_MAX,
	KT_Q_NR,
};

extern const char *const kt_quantile_names[KT_Q_NR]; /* "p50", ... "max" */

/* Values that have a slot: what quantiles are about. count minus this had none (time_over). */
uint64_t kt_hist__slotted(const struct kt_run_hist_data *h);

/*
 * The value of rank ceil(@q x n), 0 < q <= 1: the j-th of the m values in slot [lo, hi) is taken to
 * be lo + (hi - 1 - lo) x (j - 1/2) / m, so slots of one value are exact and none leaves its slot.
 * 0 for an empty histogram.
 */
double kt_hist__quantile(const struct kt_run_hist_data *h, double q);

/* The named ones. max is the last slot's largest value: an upper bound, never invented precision.
 */
double kt_hist__named(const struct kt_run_hist_data *h, enum kt_quantile q);

/* sum / count; 0 for an empty one. */
double kt_hist__mean(const struct kt_run_hist_data *h);

/* @to += @from; the ns sum saturates. */
void kt_hist__add(struct kt_run_hist_data *to, const struct kt_run_hist_data *from);

/* Records one value; one without a slot is only counted and summed. */
void kt_hist__record(struct kt_run_hist_data *h, uint64_t ns);

uint64_t kt_add_sat(uint64_t a, uint64_t b);

#endif /* KT_MODEL_HIST_H */
