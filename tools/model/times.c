// SPDX-License-Identifier: GPL-2.0-only
/* Times over runs: each quantile of each histogram, one value a run, both sides against each other.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/times.h"

const char *const kt_time_verdict_names[KT_TIME_VERDICT_NR] = {
	[KT_TIME_UNTESTED] = "not tested",
	[KT_TIME_SAME] = "no difference shown",
	[KT_TIME_FASTER] = "faster",
	[KT_TIME_SLOWER] = "slower",
};

const char *const kt_order_names[3] = {
	[KT_ORDER_UNKNOWN] = "unknown",
	[KT_ORDER_APART] = "apart",
	[KT_ORDER_MIXED] = "interleaved",
};

/* One value a run; false when a run has no such time. */
static bool gather(const struct kt_compare_side *side, size_t hist, size_t q, double *out)
{
	size_t i;

	for (i = 0; i < side->nr; i++) {
		if (!side->samples[i].hist[hist].count)
			return false;
		out[i] = side->samples[i].hist[hist].v[q];
	}
	return true;
}

static void compare_time(struct kt_compare *cmp, struct kt_time *t, const double *x,
			 const double *y)
{
	size_t nx = cmp->sides[KT_BEFORE].nr, ny = cmp->sides[KT_AFTER].nr;

	t->median = kt_delta__of(kt_stats__median(x, nx), kt_stats__median(y, ny));
	if (nx < KT_RUNS_FOR_A_VERDICT || ny < KT_RUNS_FOR_A_VERDICT)
		return;
	t->shift = kt_stats__shift(x, nx, y, ny);
	t->effect = t->median.v[KT_BEFORE] > 0 ? 100 * t->shift.by / t->median.v[KT_BEFORE] : NAN;
	t->p = kt_stats__mann_whitney(x, nx, y, ny);
	cmp->nr_tested++;
}

static void conclude(struct kt_time *t, double adjusted)
{
	t->adjusted = adjusted;
	if (isnan(adjusted))
		t->verdict = KT_TIME_UNTESTED;
	else if (adjusted > KT_COMPARE_ALPHA || t->shift.by == 0)
		t->verdict = KT_TIME_SAME;
	else
		t->verdict = t->shift.by < 0 ? KT_TIME_FASTER : KT_TIME_SLOWER;
}

static int correct(struct kt_compare *cmp)
{
	double p[KT_H_MAX * KT_Q_NR];
	size_t i, q;

	for (i = 0; i < KT_H_MAX; i++)
		for (q = 0; q < KT_Q_NR; q++)
			p[i * KT_Q_NR + q] = cmp->times[i][q].p;
	if (kt_stats__holm(p, KT_H_MAX * KT_Q_NR))
		return -1;
	for (i = 0; i < KT_H_MAX; i++)
		for (q = 0; q < KT_Q_NR; q++)
			conclude(&cmp->times[i][q], p[i * KT_Q_NR + q]);
	return 0;
}

struct turn {
	const char *start;
	size_t side;
};

static int by_start(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;
	int d = strcmp(x->start, y->start);

	return d ? d : (int)x->side - (int)y->side;
}

/* Turns taken: as many as in half an ABBA sequence will do, for chance makes fewer of them too. */
static enum kt_order order_of(struct turn *turn, size_t n, size_t least)
{
	size_t i, changes = 0;

	for (i = 0; i < n; i++)
		if (!*turn[i].start)
			return KT_ORDER_UNKNOWN;
	qsort(turn, n, sizeof(*turn), by_start);
	for (i = 1; i < n; i++)
		changes += turn[i].side != turn[i - 1].side;
	return changes < 2 || changes < least / 2 ? KT_ORDER_APART : KT_ORDER_MIXED;
}

static int find_order(struct kt_compare *cmp)
{
	const struct kt_compare_side *side = cmp->sides;
	size_t n = side[KT_BEFORE].nr + side[KT_AFTER].nr, s, i, at = 0;
	struct turn *turn = calloc(n, sizeof(*turn));

	if (!turn)
		return -1;
	for (s = 0; s < KT_SIDES; s++)
		for (i = 0; i < side[s].nr; i++)
			turn[at++] = (struct turn){ side[s].samples[i].start, s };
	cmp->order = order_of(turn, n,
			      side[KT_BEFORE].nr < side[KT_AFTER].nr ? side[KT_BEFORE].nr
								     : side[KT_AFTER].nr);
	free(turn);
	return 0;
}

/* In words, for every renderer alike. */
static void describe(struct kt_compare *cmp)
{
	size_t nx = cmp->sides[KT_BEFORE].nr, ny = cmp->sides[KT_AFTER].nr;
	char *out = cmp->time_note;
	size_t size = sizeof(cmp->time_note), at;

	if (!cmp->nr_tested) {
		snprintf(out, size,
			 "no verdict on time: that takes %d runs a side, there are %zu and %zu%s",
			 KT_RUNS_FOR_A_VERDICT, nx, ny,
			 nx >= KT_RUNS_FOR_A_VERDICT && ny >= KT_RUNS_FOR_A_VERDICT
				 ? ", but some without times"
				 : "");
		return;
	}
	at = (size_t)snprintf(out, size,
			      "times over %zu and %zu runs: Mann-Whitney on each quantile, p after "
			      "Holm for %zu tests%s",
			      nx, ny, cmp->nr_tested,
			      cmp->may_stand_out ? ""
						 : ", of which none can stand out in so few runs");
	if (cmp->order == KT_ORDER_APART)
		snprintf(out + at, size - at,
			 "; the sides did not take turns: where times drift, a difference may be "
			 "the drift, and false alarms reach half of all verdicts");
	else if (cmp->order == KT_ORDER_UNKNOWN)
		snprintf(out + at, size - at,
			 "; whether the sides took turns is not known: a difference may be drift");
}

int kt_times__of(struct kt_compare *cmp)
{
	const struct kt_compare_side *before = &cmp->sides[KT_BEFORE],
				     *after = &cmp->sides[KT_AFTER];
	double *x = calloc(before->nr, sizeof(*x)), *y = calloc(after->nr, sizeof(*y));
	const struct kt_time none = {
		{ { NAN, NAN }, NAN, NAN }, { NAN, NAN, NAN }, NAN, NAN, NAN, KT_TIME_UNTESTED
	};
	size_t i, q;
	int rc = -1;

	if (!x || !y)
		goto out;
	for (i = 0; i < KT_H_MAX; i++) {
		for (q = 0; q < KT_Q_NR; q++) {
			cmp->times[i][q] = none;
			if (gather(before, i, q, x) && gather(after, i, q, y))
				compare_time(cmp, &cmp->times[i][q], x, y);
		}
	}
	cmp->may_stand_out = kt_stats__least_p(before->nr, after->nr) * (double)cmp->nr_tested <=
			     KT_COMPARE_ALPHA;
	rc = correct(cmp) || find_order(cmp) ? -1 : 0;
	describe(cmp);
out:
	free(x);
	free(y);
	return rc;
}
