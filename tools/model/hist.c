// SPDX-License-Identifier: GPL-2.0-only
/* Quantiles of log-linear histograms. */
#include <math.h>

#include "model/hist.h"

const char *const kt_quantile_names[KT_Q_NR] = { "p50", "p90", "p99", "p99.9", "max" };

uint64_t kt_add_sat(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

uint64_t kt_hist__slotted(const struct kt_run_hist_data *h)
{
	uint64_t n = 0;
	uint32_t i;

	for (i = 0; i < KT_HIST_SLOTS; i++)
		n += h->slots[i];
	return n;
}

/* The @k-th smallest value, 1 <= k <= slotted. */
static double value_of_rank(const struct kt_run_hist_data *h, uint64_t k)
{
	uint64_t before = 0, lo, width;
	uint32_t i;

	for (i = 0; i < KT_HIST_SLOTS - 1 && before + h->slots[i] < k; i++)
		before += h->slots[i];
	lo = kt_hist_lo(i);
	width = kt_hist_lo(i + 1) - lo;
	if (!h->slots[i])
		return (double)lo;
	return (double)lo +
	       (double)(width - 1) * ((double)(k - before) - 0.5) / (double)h->slots[i];
}

double kt_hist__quantile(const struct kt_run_hist_data *h, double q)
{
	uint64_t n = kt_hist__slotted(h), k;

	if (!n)
		return 0;
	k = (uint64_t)ceil(q * (double)n);
	if (k < 1)
		k = 1;
	return value_of_rank(h, k < n ? k : n);
}

static double upper_bound(const struct kt_run_hist_data *h)
{
	uint32_t i;

	for (i = KT_HIST_SLOTS; i > 0; i--)
		if (h->slots[i - 1])
			return (double)(kt_hist_lo(i) - 1);
	return 0;
}

double kt_hist__named(const struct kt_run_hist_data *h, enum kt_quantile q)
{
	static const double at[KT_Q_NR] = { 0.5, 0.9, 0.99, 0.999, 1 };

	return q == KT_Q_MAX ? upper_bound(h) : kt_hist__quantile(h, at[q]);
}

double kt_hist__mean(const struct kt_run_hist_data *h)
{
	return h->count ? (double)h->sum / (double)h->count : 0;
}

void kt_hist__add(struct kt_run_hist_data *to, const struct kt_run_hist_data *from)
{
	uint32_t i;

	to->sum = kt_add_sat(to->sum, from->sum);
	to->count += from->count;
	for (i = 0; i < KT_HIST_SLOTS; i++)
		to->slots[i] += from->slots[i];
}

void kt_hist__record(struct kt_run_hist_data *h, uint64_t ns)
{
	h->sum = kt_add_sat(h->sum, ns);
	h->count++;
	if (ns < KT_HIST_LIMIT)
		h->slots[kt_hist_slot(ns)]++;
}
