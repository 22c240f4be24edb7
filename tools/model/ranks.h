/* SPDX-License-Identifier: GPL-2.0-only */
/* Ranks, and in how many ways their sums come about: what the exact tests are made of. */
#ifndef KT_RANKS_H
#define KT_RANKS_H

#include <stddef.h>
#include <stdint.h>

/* Twice the mid-rank of each of @v, so that ties stay whole numbers. NULL without memory. */
uint32_t *ranks__doubled(const double *v, size_t n);

/* [s]: ways to choose @k of the @n ranks so that they sum to s < @size. NULL without memory. */
double *ranks__sums_of(const uint32_t *rank, size_t n, size_t k, size_t size);

/* [s]: ways to choose any of them. */
double *ranks__sums_any(const uint32_t *rank, size_t n, size_t size);

/* The largest k with P(U < k) <= @tail for Mann-Whitney's U without ties; 0: none, or no memory. */
size_t ranks__untied_quantile(size_t nx, size_t ny, double tail);

#endif /* KT_RANKS_H */
