// SPDX-License-Identifier: GPL-2.0-only
/* What changed between two sides, per signal. It never prints. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/compare.h"
#include "model/side.h"
#include "model/times.h"

const char *const kt_change_names[KT_CHANGE_NR] = { "same", "changed", "vanished", "appeared" };
const char *const kt_side_names[KT_SIDES] = { "before", "after" };

struct kt_delta kt_delta__of(double before, double after)
{
	struct kt_delta d = { { before, after }, after - before, NAN };

	if (before > 0)
		d.pct = 100 * d.diff / before;
	return d;
}

bool kt_compare__on_signal_path(const struct kt_compare_site *site)
{
	return site->phase != KT_PHASE_OTHER && !site->nested;
}

bool kt_compare__has(const struct kt_compare *cmp, enum kt_problem_kind kind)
{
	size_t i;

	for (i = 0; i < cmp->nr_problems; i++)
		if (cmp->problems[i].kind == kind)
			return true;
	return false;
}

static int no_memory(struct kt_error *err)
{
	return kt_error__set(err, "out of memory");
}

int kt_compare__problem(struct kt_compare *cmp, enum kt_problem_kind kind, const char *fmt, ...)
{
	struct kt_problem *p = realloc(cmp->problems, (cmp->nr_problems + 1) * sizeof(*p));
	va_list ap;

	if (!p)
		return -1;
	cmp->problems = p;
	p += cmp->nr_problems++;
	p->kind = kind;
	va_start(ap, fmt);
	vsnprintf(p->text, sizeof(p->text), fmt, ap);
	va_end(ap);
	return 0;
}

struct kt_compare *kt_compare__new(void)
{
	return calloc(1, sizeof(struct kt_compare));
}

void kt_compare__free(struct kt_compare *cmp)
{
	size_t i;

	if (!cmp)
		return;
	kt_side__free(&cmp->sides[KT_BEFORE]);
	kt_side__free(&cmp->sides[KT_AFTER]);
	for (i = 0; i < cmp->nr_sites; i++)
		free(cmp->sites[i].source);
	free(cmp->sites);
	free(cmp->problems);
	free(cmp);
}

/* Is @run like the runs that its side has already? Its facts must be those of one machine. */
static int check_within_side(struct kt_compare *cmp, enum kt_side side, const char *file,
			     const struct kt_run *run)
{
	const struct kt_run *first = cmp->sides[side].sum;
	char a[96], b[96];
	const char *name;
	size_t i;

	for (i = 0; i < KT_HOST_FACTS; i++) {
		name = kt_host_fact(first, i, a, sizeof(a));
		kt_host_fact(run, i, b, sizeof(b));
		if (!strcmp(a, b) || !kt_host_fact_moves_counts(i))
			continue;
		if (kt_compare__problem(cmp, KT_PROBLEM_UNLIKE,
					"%s differs within %s: '%s', but '%s' in %s", name,
					kt_side_names[side], a, b, file))
			return -1;
	}
	return 0;
}

static int check_run(struct kt_compare *cmp, const char *file, const struct kt_run *run)
{
	uint64_t lost = kt_run__nr_losses(run);

	if (!run->complete && kt_compare__problem(cmp, KT_PROBLEM_INCOMPLETE,
						  "%s: the recording is not complete", file))
		return -1;
	if (lost &&
	    kt_compare__problem(cmp, KT_PROBLEM_LOSSY, "%s: lost %llu events or their times", file,
				(unsigned long long)lost))
		return -1;
	if (isnan(kt_run__per_signal(run)) &&
	    kt_compare__problem(cmp, KT_PROBLEM_NO_SIGNALS, "%s: has no signal: nothing per signal",
				file))
		return -1;
	return 0;
}

static const char *twin_of(const struct kt_compare_side *side, const struct kt_run *run)
{
	size_t i;

	for (i = 0; run->digest && i < side->nr; i++)
		if (side->samples[i].digest == run->digest)
			return side->samples[i].file;
	return NULL;
}

/* A run given twice would count as two that agree, or as no change. */
static int check_twin(struct kt_compare *cmp, const char *file, const struct kt_run *run)
{
	const char *twin = twin_of(&cmp->sides[KT_BEFORE], run);

	if (!twin)
		twin = twin_of(&cmp->sides[KT_AFTER], run);
	if (!twin)
		return 0;
	return kt_compare__problem(cmp, KT_PROBLEM_SAME_RUN,
				   "%s: is the same recording as %s: a run counts once", file,
				   twin);
}

int kt_compare__add(struct kt_compare *cmp, enum kt_side side, const char *file,
		    const struct kt_run *run, struct kt_error *err)
{
	if (cmp->sides[side].nr && check_within_side(cmp, side, file, run))
		return no_memory(err);
	if (check_run(cmp, file, run) || check_twin(cmp, file, run) ||
	    kt_side__add(&cmp->sides[side], file, run))
		return no_memory(err);
	return 0;
}

static int compare_hosts(struct kt_compare *cmp)
{
	struct kt_compare_host *h;
	size_t i, s;

	for (i = 0; i < KT_HOST_FACTS; i++) {
		h = &cmp->host[i];
		for (s = 0; s < KT_SIDES; s++)
			h->name = kt_host_fact(cmp->sides[s].sum, i, h->v[s], sizeof(h->v[s]));
		h->differs = strcmp(h->v[KT_BEFORE], h->v[KT_AFTER]);
		h->moves_counts = kt_host_fact_moves_counts(i);
		if (h->differs && h->moves_counts &&
		    kt_compare__problem(cmp, KT_PROBLEM_UNLIKE,
					"%s differs: '%s' before, '%s' after", h->name,
					h->v[KT_BEFORE], h->v[KT_AFTER]))
			return -1;
	}
	return 0;
}

static struct kt_delta delta_of(const struct kt_compare *cmp, double (*fn)(const struct kt_run *))
{
	return kt_delta__of(fn(cmp->sides[KT_BEFORE].sum), fn(cmp->sides[KT_AFTER].sum));
}

static void count_site(struct kt_compare *cmp, const struct kt_site *s, enum kt_side side)
{
	struct kt_compare_site *c = &cmp->sites[cmp->nr_sites - 1];

	c->symbol = s->symbol;
	c->caller = s->caller;
	c->phase = s->phase;
	c->dir = s->dir;
	c->nested = s->nested;
	c->windows[side] = s->windows;
}

static int site_order(const void *a, const void *b)
{
	return kt_site__cmp(*(const struct kt_site *const *)a, *(const struct kt_site *const *)b);
}

/* @run's sites ordered by name; the caller frees the array. */
static const struct kt_site **by_name(const struct kt_run *run)
{
	const struct kt_site **v = calloc(run->nr_sites + 1, sizeof(*v));
	size_t i;

	if (!v)
		return NULL;
	for (i = 0; i < run->nr_sites; i++)
		v[i] = &run->sites[i];
	if (run->nr_sites)
		qsort(v, run->nr_sites, sizeof(*v), site_order);
	return v;
}

/* The union of both sides, zero where one has nothing. Both arrays end with NULL. */
static void unite(struct kt_compare *cmp, const struct kt_site **a, const struct kt_site **b)
{
	int d;

	while (*a || *b) {
		d = !*a ? 1 : !*b ? -1 : kt_site__cmp(*a, *b);
		cmp->nr_sites++;
		if (d <= 0)
			count_site(cmp, *a++, KT_BEFORE);
		if (d >= 0)
			count_site(cmp, *b++, KT_AFTER);
	}
}

static double site_ratio(const struct kt_compare *cmp, const struct kt_compare_site *c,
			 enum kt_side side)
{
	return kt_run__phase_ratio(cmp->sides[side].sum, c->phase, c->windows[side]);
}

static enum kt_change change_of(const struct kt_compare_site *c)
{
	if (!c->windows[KT_AFTER])
		return c->windows[KT_BEFORE] ? KT_VANISHED : KT_SAME;
	if (!c->windows[KT_BEFORE])
		return KT_APPEARED;
	if (isnan(c->per_signal.diff)) /* not normalised: any difference */
		return c->windows[KT_BEFORE] != c->windows[KT_AFTER] ? KT_CHANGED : KT_SAME;
	/* 1e-9: a ratio of counts below 2^30 differs by more, rounding by less */
	return fabs(c->per_signal.diff) > 1e-9 ? KT_CHANGED : KT_SAME;
}

static int by_change(const void *a, const void *b)
{
	static const int rank[KT_CHANGE_NR] = { 3, 2, 0, 1 };
	const struct kt_compare_site *x = a, *y = b;
	bool px = kt_compare__on_signal_path(x), py = kt_compare__on_signal_path(y);
	double dx, dy;
	int d;

	if (px != py)
		return px ? -1 : 1;
	if (x->change != y->change)
		return rank[x->change] - rank[y->change];
	dx = isnan(x->per_signal.diff) ? 0 : fabs(x->per_signal.diff);
	dy = isnan(y->per_signal.diff) ? 0 : fabs(y->per_signal.diff);
	if (dx != dy)
		return dx < dy ? 1 : -1;
	d = strcmp(x->symbol, y->symbol);
	if (!d)
		d = strcmp(x->caller, y->caller);
	if (!d)
		d = (int)x->phase - (int)y->phase;
	if (!d)
		d = (int)x->dir - (int)y->dir;
	return d ? d : (int)x->nested - (int)y->nested;
}

/* Per change, and per phase and direction, what the signal path's sites sum to. */
static void sum_sites(struct kt_compare *cmp)
{
	double change[KT_CHANGE_NR][KT_SIDES] = { { 0 } };
	uint64_t n[KT_PHASE_MAX][4][KT_SIDES] = { { { 0 } } };
	const struct kt_compare_site *c;
	size_t i, p, s;

	for (i = 0; i < cmp->nr_sites; i++) {
		c = &cmp->sites[i];
		if (!kt_compare__on_signal_path(c))
			continue;
		cmp->nr_change[c->change]++;
		for (s = 0; s < KT_SIDES; s++) {
			n[c->phase][c->dir][s] += c->windows[s];
			change[c->change][s] += isnan(c->per_signal.v[s]) ? 0 : c->per_signal.v[s];
		}
	}
	for (i = 0; i < KT_CHANGE_NR; i++)
		cmp->sum_change[i] = kt_delta__of(change[i][KT_BEFORE], change[i][KT_AFTER]);
	for (p = 0; p < KT_PHASE_MAX; p++)
		for (i = 0; i < 4; i++)
			cmp->dirs[p][i] = kt_delta__of(
				kt_run__phase_ratio(cmp->sides[KT_BEFORE].sum, (enum kt_phase)p,
						    n[p][i][KT_BEFORE]),
				kt_run__phase_ratio(cmp->sides[KT_AFTER].sum, (enum kt_phase)p,
						    n[p][i][KT_AFTER]));
}

static int compare_sites(struct kt_compare *cmp)
{
	const struct kt_run *before = cmp->sides[KT_BEFORE].sum, *after = cmp->sides[KT_AFTER].sum;
	const struct kt_site **a = by_name(before), **b = by_name(after);
	struct kt_compare_site *c;
	size_t i;

	cmp->sites = calloc(before->nr_sites + after->nr_sites + 1, sizeof(*cmp->sites));
	if (!a || !b || !cmp->sites) {
		free(a);
		free(b);
		return -1;
	}
	unite(cmp, a, b);
	free(a);
	free(b);
	for (i = 0; i < cmp->nr_sites; i++) {
		c = &cmp->sites[i];
		c->per_signal =
			kt_delta__of(site_ratio(cmp, c, KT_BEFORE), site_ratio(cmp, c, KT_AFTER));
		c->change = change_of(c);
	}
	qsort(cmp->sites, cmp->nr_sites, sizeof(*cmp->sites), by_change);
	sum_sites(cmp);
	return 0;
}

int kt_compare__finish(struct kt_compare *cmp, struct kt_error *err)
{
	size_t i, s;

	for (s = 0; s < KT_SIDES; s++)
		if (!cmp->sides[s].nr)
			return kt_error__set(err, "no run on the '%s' side", kt_side_names[s]);
	if (compare_hosts(cmp) || compare_sites(cmp))
		return no_memory(err);
	cmp->windows = delta_of(cmp, kt_run__per_signal);
	cmp->amr_writes = delta_of(cmp, kt_run__per_signal_amr);
	cmp->phases[KT_PHASE_OTHER] = kt_delta__of(NAN, NAN);
	cmp->phases[KT_PHASE_SETUP] = delta_of(cmp, kt_run__per_setup);
	cmp->phases[KT_PHASE_SIGRETURN] = delta_of(cmp, kt_run__per_sigreturn);
	for (s = 0; s < KT_SIDES; s++)
		for (i = 0; i < KT_H_MAX; i++)
			kt_quantiles__of(&cmp->sides[s].hist[i], &cmp->sides[s].sum->hist[i]);
	return kt_times__of(cmp) ? no_memory(err) : 0;
}
