// SPDX-License-Identifier: GPL-2.0-only
/* The difference of two runs, and the numbers of a run computed from it. */
#include "model/interval.h"

static void minus(uint64_t *to, const uint64_t *now, const uint64_t *before, size_t n)
{
	size_t i;

	/* A reading is no snapshot: two sums may be read a moment apart. Never below zero. */
	for (i = 0; i < n; i++)
		to[i] = now[i] > before[i] ? now[i] - before[i] : 0;
}

#define MINUS(to, a, b, member) \
	minus((to)->member, (a)->member, (b)->member, sizeof((to)->member) / sizeof(uint64_t))

int kt_interval__between(struct kt_interval *iv, const struct kt_run *before,
			 const struct kt_run *now)
{
	static const struct kt_run none;
	struct kt_run *d = kt_run__new();
	const struct kt_run_hist_data *h = &now->hist[KT_H_WINDOW], *hb;

	if (!d)
		return -1;
	if (!before)
		before = &none;
	hb = &before->hist[KT_H_WINDOW];
	d->host.kuap = now->host.kuap;
	MINUS(d, now, before, windows);
	MINUS(d, now, before, sums);
	MINUS(d, now, before, sigreturns);
	MINUS(d, now, before, losses);
	MINUS(&d->hist[KT_H_WINDOW], h, hb, slots);
	minus(&d->hist[KT_H_WINDOW].sum, &h->sum, &hb->sum, 1);
	minus(&d->hist[KT_H_WINDOW].count, &h->count, &hb->count, 1);
	minus(&iv->nested, &now->nested, &before->nested, 1);
	minus(iv->phases, now->windows, before->windows, KT_PHASE_MAX);
	iv->at = now->workload.seconds;
	iv->seconds = iv->at - before->workload.seconds;
	iv->windows = kt_run__windows(d);
	iv->amr_writes = kt_run__amr_writes(d);
	iv->signals = kt_run__nr_signals(d);
	iv->sigreturns = kt_run__nr_sigreturns(d);
	iv->restore_math = d->sums[KT_SUM_RESTORE_MATH];
	iv->losses = kt_run__nr_losses(d);
	iv->per_signal = kt_run__per_signal(d);
	iv->per_signal_amr = kt_run__per_signal_amr(d);
	kt_quantiles__of(&iv->window, &d->hist[KT_H_WINDOW]);
	kt_run__free(d);
	return 0;
}
