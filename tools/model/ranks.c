// SPDX-License-Identifier: GPL-2.0-only
/* Ranks and the distribution of their sums, by dynamic programming in doubles (C(100, 50) < 2^97).
 */
#include <stdlib.h>

#include "model/ranks.h"

struct item {
	double v;
	size_t at;
};

static int by_value(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return (x->v > y->v) - (x->v < y->v);
}

uint32_t *ranks__doubled(const double *v, size_t n)
{
	struct item *item = calloc(n, sizeof(*item));
	uint32_t *rank = calloc(n, sizeof(*rank));
	size_t i, j;

	if (!item || !rank) {
		free(item);
		free(rank);
		return NULL;
	}
	for (i = 0; i < n; i++)
		item[i] = (struct item){ v[i], i };
	qsort(item, n, sizeof(*item), by_value);
	for (i = 0; i < n; i = j) {
		for (j = i + 1; j < n && !(item[j].v > item[i].v); j++)
			;
		/* ranks i + 1 .. j share their mean; twice that is i + 1 + j */
		for (size_t k = i; k < j; k++)
			rank[item[k].at] = (uint32_t)(i + 1 + j);
	}
	free(item);
	return rank;
}

double *ranks__sums_of(const uint32_t *rank, size_t n, size_t k, size_t size)
{
	double *ways = calloc((k + 1) * size, sizeof(*ways)), *from, *to;
	size_t i, c, s, reach = 0;

	if (!ways)
		return NULL;
	ways[0] = 1;
	for (i = 0; i < n; i++) {
		reach += rank[i];
		for (c = i + 1 < k ? i + 1 : k; c > 0; c--) {
			from = ways + (c - 1) * size;
			to = ways + c * size;
			for (s = rank[i]; s < size && s <= reach; s++)
				to[s] += from[s - rank[i]];
		}
	}
	for (s = 0; s < size; s++)
		ways[s] = ways[k * size + s];
	return ways;
}

double *ranks__sums_any(const uint32_t *rank, size_t n, size_t size)
{
	double *ways = calloc(size, sizeof(*ways));
	size_t i, s;

	if (!ways)
		return NULL;
	ways[0] = 1;
	for (i = 0; i < n; i++)
		for (s = size; s-- > rank[i];)
			ways[s] += ways[s - rank[i]];
	return ways;
}

size_t ranks__untied_quantile(size_t nx, size_t ny, double tail)
{
	size_t n = nx + ny, size = n * (n + 1) / 2 + 1, least = nx * (nx + 1) / 2, k = 0, i;
	uint32_t *rank = calloc(n, sizeof(*rank));
	double *ways = NULL, all = 0, below = 0;

	for (i = 0; rank && i < n; i++)
		rank[i] = (uint32_t)i + 1;
	if (rank)
		ways = ranks__sums_of(rank, n, nx, size);
	free(rank);
	if (!ways)
		return 0;
	for (i = 0; i < size; i++)
		all += ways[i];
	while (least + k < size && below + ways[least + k] <= tail * all)
		below += ways[least + k++];
	free(ways);
	return k;
}
