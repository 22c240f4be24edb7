/* SPDX-License-Identifier: GPL-2.0-only */
/* What lies between two readings of one recording: cumulative counts, subtracted. */
#ifndef KT_INTERVAL_H
#define KT_INTERVAL_H

#include "model/report.h"
#include "model/run.h"

struct kt_interval {
	double at;	/* seconds since the recording began, at its end */
	double seconds; /* its length */
	uint64_t windows, amr_writes, nested, signals, sigreturns, restore_math, losses;
	uint64_t phases[KT_PHASE_MAX];
	double per_signal, per_signal_amr;
	struct kt_quantiles window;
};

/* @before is NULL for the first one. Borrows nothing. -1: no memory. */
int kt_interval__between(struct kt_interval *iv, const struct kt_run *before,
			 const struct kt_run *now);

#endif /* KT_INTERVAL_H */
