// SPDX-License-Identifier: GPL-2.0-only
/* Rank tests, shifts and the price of asking often. Checked against SciPy and R. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/ranks.h"
#include "model/stats.h"

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_of_sorted(const double *v, size_t n)
{
	return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

/* Sorts @v in place. */
static double median_in_place(double *v, size_t n)
{
	qsort(v, n, sizeof(*v), by_value);
	return median_of_sorted(v, n);
}

double kt_stats__median(const double *v, size_t n)
{
	double *copy = n ? malloc(n * sizeof(*copy)) : NULL;
	double m;

	if (!copy)
		return NAN;
	memcpy(copy, v, n * sizeof(*copy));
	m = median_in_place(copy, n);
	free(copy);
	return m;
}

/* Two-sided, from a normal: half a step towards the middle for continuity. */
static double normal_p(double distance, double step, double variance)
{
	double z;

	if (!(variance > 0))
		return 1;
	z = (fabs(distance) - step / 2) / sqrt(variance);
	return z > 0 ? erfc(z / sqrt(2)) : 1;
}

/* Twice the smaller tail of a distribution over doubled ranks. */
static double tails_p(const double *ways, size_t size, size_t at)
{
	double low = 0, high = 0, all = 0, p;
	size_t s;

	for (s = 0; s < size; s++) {
		all += ways[s];
		low += s <= at ? ways[s] : 0;
		high += s >= at ? ways[s] : 0;
	}
	p = 2 * (low < high ? low : high) / all;
	return p < 1 ? p : 1;
}

/* Doubled mid-ranks: the expectation and variance of the sum of @nx of them drawn from @n. */
static double rank_sum_normal(const uint32_t *rank, size_t n, size_t nx, double sum)
{
	double mean = (double)n + 1, var = 0;
	size_t i;

	for (i = 0; i < n; i++)
		var += (rank[i] - mean) * (rank[i] - mean);
	var *= (double)nx * (double)(n - nx) / (double)n / (double)(n - 1);
	return normal_p(sum - (double)nx * mean, 2, var);
}

static double rank_sum_p(const uint32_t *rank, size_t n, size_t nx)
{
	size_t at = 0, size = n * (n + 1) + 1, i;
	double *ways, p;

	for (i = 0; i < nx; i++)
		at += rank[i];
	if (n > KT_EXACT_MAX)
		return rank_sum_normal(rank, n, nx, (double)at);
	ways = ranks__sums_of(rank, n, nx, size);
	p = ways ? tails_p(ways, size, at) : NAN;
	free(ways);
	return p;
}

double kt_stats__mann_whitney(const double *x, size_t nx, const double *y, size_t ny)
{
	size_t n = nx + ny;
	double *v = nx && ny ? malloc(n * sizeof(*v)) : NULL;
	uint32_t *rank;
	double p = NAN;

	if (!v)
		return NAN;
	memcpy(v, x, nx * sizeof(*v));
	memcpy(v + nx, y, ny * sizeof(*v));
	rank = ranks__doubled(v, n);
	if (rank)
		p = rank_sum_p(rank, n, nx);
	free(rank);
	free(v);
	return p;
}

/* The order statistics of the @nx x @ny differences that hold their median with 95 %. */
static void shift_interval(struct kt_shift *s, const double *diff, size_t nx, size_t ny)
{
	size_t all = nx * ny, k;

	k = ranks__untied_quantile(nx, ny, 0.025);
	if (!k || k > all)
		return;
	s->lo = diff[k - 1];
	s->hi = diff[all - k];
}

struct kt_shift kt_stats__shift(const double *x, size_t nx, const double *y, size_t ny)
{
	struct kt_shift s = { NAN, NAN, NAN };
	double *diff = nx && ny ? malloc(nx * ny * sizeof(*diff)) : NULL;
	size_t i, j;

	if (!diff)
		return s;
	for (i = 0; i < nx; i++)
		for (j = 0; j < ny; j++)
			diff[i * ny + j] = y[j] - x[i];
	s.by = median_in_place(diff, nx * ny);
	if (nx + ny <= KT_EXACT_MAX)
		shift_interval(&s, diff, nx, ny);
	free(diff);
	return s;
}

static double signed_rank_normal(const uint32_t *rank, size_t n, double plus)
{
	double mean = 0, var = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		mean += rank[i] / 2.0;
		var += rank[i] * (double)rank[i] / 4;
	}
	return normal_p(plus - mean, 2, var);
}

/* @size[i] > 0, with its sign in @d. */
static double signed_rank_p(const double *d, const double *size, size_t n)
{
	uint32_t *rank = ranks__doubled(size, n);
	size_t plus = 0, most = n * (n + 1) + 1, i;
	double *ways, p = NAN;

	if (!rank)
		return NAN;
	for (i = 0; i < n; i++)
		plus += d[i] > 0 ? rank[i] : 0;
	if (n > KT_EXACT_MAX) {
		p = signed_rank_normal(rank, n, (double)plus);
	} else {
		ways = ranks__sums_any(rank, n, most);
		if (ways)
			p = tails_p(ways, most, plus);
		free(ways);
	}
	free(rank);
	return p;
}

double kt_stats__sign_flip(const double *d, size_t n)
{
	double *kept = n ? malloc(2 * n * sizeof(*kept)) : NULL, *size, p;
	size_t m = 0, i;

	if (!kept)
		return NAN;
	size = kept + n;
	for (i = 0; i < n; i++) {
		if (d[i] == 0)
			continue;
		kept[m] = d[i];
		size[m++] = fabs(d[i]);
	}
	p = m ? signed_rank_p(kept, size, m) : 1;
	free(kept);
	return p;
}

double kt_stats__centre(const double *d, size_t n)
{
	double *mean = n ? malloc(n * (n + 1) / 2 * sizeof(*mean)) : NULL, c;
	size_t i, j, m = 0;

	if (!mean)
		return NAN;
	for (i = 0; i < n; i++)
		for (j = i; j < n; j++)
			mean[m++] = d[i] / 2 + d[j] / 2;
	c = median_in_place(mean, m);
	free(mean);
	return c;
}

struct asked {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	return by_value(&((const struct asked *)a)->p, &((const struct asked *)b)->p);
}

int kt_stats__holm(double *p, size_t n)
{
	struct asked *v = malloc((n ? n : 1) * sizeof(*v));
	double worst = 0, adjusted;
	size_t i, m = 0;

	if (!v)
		return -1;
	for (i = 0; i < n; i++)
		if (!isnan(p[i]))
			v[m++] = (struct asked){ p[i], i };
	qsort(v, m, sizeof(*v), by_p);
	for (i = 0; i < m; i++) {
		adjusted = v[i].p * (double)(m - i);
		if (adjusted > worst)
			worst = adjusted < 1 ? adjusted : 1;
		p[v[i].at] = worst;
	}
	free(v);
	return 0;
}

size_t kt_stats__least_runs(double alpha)
{
	double ways = 2; /* of choosing n of 2n; no ties */
	size_t n = 1;

	while (2 / ways > alpha && n < 100) {
		n++;
		ways *= (4 * (double)n - 2) / (double)n;
	}
	return n < 4 ? 4 : n;
}

size_t kt_stats__least_blocks(double alpha)
{
	size_t n = 1;

	while (ldexp(1, 1 - (int)n) > alpha && n < 100)
		n++;
	return n;
}

double kt_stats__least_p(size_t nx, size_t ny)
{
	double p = 2;
	size_t i;

	/* 2 / C(nx + ny, nx) */
	for (i = 1; i <= nx; i++)
		p *= (double)i / (double)(ny + i);
	return nx && ny && p < 1 ? p : 1;
}
