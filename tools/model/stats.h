/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests for a handful of runs. Exact conditional distributions with mid-ranks, so ties need no
 * excuse; two-sided p is twice the smaller tail, at most 1. All equal gives p 1 and shift 0.
 * Beyond KT_EXACT_MAX values the normal approximation stands in, corrected for ties and continuity.
 */
#ifndef KT_STATS_H
#define KT_STATS_H

#include <stddef.h>

#define KT_EXACT_MAX 100u

struct kt_shift {
	double by;     /* y - x: the median of all differences (Hodges-Lehmann) */
	double lo, hi; /* its 95 % interval: information, never a gate; NAN: too few values */
};

/* All return NAN without memory or without values. None keeps or changes its arguments. */
double kt_stats__median(const double *v, size_t n);

/* Mann-Whitney: do @x and @y come from one distribution? */
double kt_stats__mann_whitney(const double *x, size_t nx, const double *y, size_t ny);
struct kt_shift kt_stats__shift(const double *x, size_t nx, const double *y, size_t ny);

/*
 * Differences within blocks: their signs flipped in all ways, on ranks (Wilcoxon's signed-rank
 * test, zeros left out). p for "centred on 0", and the centre: the median of all means of pairs.
 */
double kt_stats__sign_flip(const double *d, size_t n);
double kt_stats__centre(const double *d, size_t n);

/* Holm: p made larger for having asked @n questions. NANs are no questions. 0, or -1: no memory. */
int kt_stats__holm(double *p, size_t n);

/* The least p that Mann-Whitney can give. */
double kt_stats__least_p(size_t nx, size_t ny);

/* The fewest runs a side, or blocks, with which p can reach @alpha at all. */
size_t kt_stats__least_runs(double alpha);
size_t kt_stats__least_blocks(double alpha);

#endif /* KT_STATS_H */
