// SPDX-License-Identifier: GPL-2.0-only
/* Gates over runs: what holds, what does not, and what nobody can tell. It never prints. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/check.h"

const char *const kt_verdict_names[KT_VERDICT_NR] = { "pass", "fail", "unjudged" };

struct kt_check *kt_check__new(void)
{
	struct kt_check *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->alpha = 0.05;
	c->least_effect = 2;
	c->cmp = kt_compare__new();
	if (c->cmp)
		return c;
	free(c);
	return NULL;
}

void kt_check__free(struct kt_check *c)
{
	size_t i;

	if (!c)
		return;
	for (i = 0; i < c->nr_gates; i++) {
		free(c->gates[i].v[KT_BEFORE]);
		free(c->gates[i].v[KT_AFTER]);
	}
	free(c->gates);
	kt_compare__free(c->cmp);
	free(c);
}

int kt_check__gate(struct kt_check *c, enum kt_gate_kind kind, const struct kt_metric *metric,
		   double limit)
{
	struct kt_gate *g = realloc(c->gates, (c->nr_gates + 1) * sizeof(*g));

	if (!g)
		return -1;
	c->gates = g;
	g += c->nr_gates++;
	memset(g, 0, sizeof(*g));
	g->kind = kind;
	g->metric = metric;
	g->limit = limit;
	return 0;
}

char *kt_gate__text(const struct kt_gate *g, char *out, size_t size)
{
	const char *name = g->metric->name;

	if (g->kind != KT_GATE_BASELINE)
		snprintf(out, size, "%s %s %.9g", name,
			 g->kind == KT_GATE_MAX ? "<=" : ">=", g->limit);
	else if (g->limit > 0)
		snprintf(out, size, "%s %s baseline, within %.9g %%", name,
			 g->metric->neutral ? "equals" : "no worse than", g->limit);
	else
		snprintf(out, size, "%s %s baseline", name,
			 g->metric->neutral ? "equals" : "no worse than");
	return out;
}

static int gate_add(struct kt_gate *g, enum kt_side side, const struct kt_run *run)
{
	double value = kt_metric__value(g->metric, run);
	double *v;

	if (isnan(value)) {
		g->missing[side]++;
		return 0;
	}
	v = realloc(g->v[side], (g->n[side] + 1) * sizeof(*v));
	if (!v)
		return -1;
	g->v[side] = v;
	v[g->n[side]++] = value;
	return 0;
}

int kt_check__add(struct kt_check *c, enum kt_side side, const char *file, const struct kt_run *run,
		  struct kt_error *err)
{
	size_t i;

	for (i = 0; i < c->nr_gates; i++)
		if ((side == KT_AFTER || c->gates[i].kind == KT_GATE_BASELINE) &&
		    gate_add(&c->gates[i], side, run))
			return kt_error__set(err, "out of memory");
	return kt_compare__add(c->cmp, side, file, run, err);
}

__attribute__((format(printf, 3, 4))) static void verdict(struct kt_gate *g, enum kt_verdict v,
							  const char *fmt, ...)
{
	va_list ap;

	g->verdict = v;
	va_start(ap, fmt);
	vsnprintf(g->why, sizeof(g->why), fmt, ap);
	va_end(ap);
}

/* The largest of the runs for a maximum, the smallest for a minimum. */
static double extreme(const struct kt_gate *g)
{
	const double *v = g->v[KT_AFTER];
	double worst = v[0];
	size_t i;

	for (i = 1; i < g->n[KT_AFTER]; i++)
		if (g->kind == KT_GATE_MAX ? v[i] > worst : v[i] < worst)
			worst = v[i];
	return worst;
}

/* A ratio is formed from the sums of a side; a total is divided by its runs. */
static double of_side(const struct kt_check *c, const struct kt_gate *g, enum kt_side side)
{
	const struct kt_compare_side *s = &c->cmp->sides[side];
	double v = kt_metric__value(g->metric, s->sum);

	return g->metric->total ? v / (double)s->nr : v;
}

/* 1e-9: ratios of counts below 2^30 differ by more, rounding by less. */
static bool beyond(double v, double limit)
{
	return v - limit > 1e-9 * (1 + fabs(limit));
}

static void judge_count(const struct kt_check *c, struct kt_gate *g)
{
	double limit = g->limit, after, allowed;
	bool bad;

	if (g->kind != KT_GATE_BASELINE) {
		after = extreme(g);
		g->value = kt_delta__of(NAN, after);
		bad = g->kind == KT_GATE_MAX ? beyond(after, limit) : beyond(limit, after);
		g->effect = limit > 0 ? 100 * (after - limit) / limit : NAN;
		verdict(g, bad ? KT_FAIL : KT_PASS, "%.9g", after);
		return;
	}
	after = of_side(c, g, KT_AFTER);
	g->value = kt_delta__of(of_side(c, g, KT_BEFORE), after);
	g->effect = g->value.pct;
	allowed = g->value.v[KT_BEFORE] * limit / 100;
	bad = beyond(after, g->value.v[KT_BEFORE] + allowed) ||
	      (g->metric->neutral && beyond(g->value.v[KT_BEFORE] - allowed, after));
	verdict(g, bad ? KT_FAIL : KT_PASS, "%.9g -> %.9g", g->value.v[KT_BEFORE], after);
}

/* In per cent of @base; a change from nothing is without bounds. */
static double per_cent(double by, double base)
{
	if (base > 0)
		return 100 * by / base;
	return by > 0 ? INFINITY : by < 0 ? -INFINITY : 0;
}

static double block_mean(const double *v, size_t block)
{
	return v[2 * block] / 2 + v[2 * block + 1] / 2;
}

/* ABBA: within a block what drifts in a line takes part in both sides alike. */
static int measure_blocks(struct kt_gate *g)
{
	size_t n = g->n[KT_BEFORE] / 2, i;
	double *d = calloc(n, sizeof(*d));

	if (!d)
		return -1;
	for (i = 0; i < n; i++)
		d[i] = block_mean(g->v[KT_AFTER], i) - block_mean(g->v[KT_BEFORE], i);
	g->p = kt_stats__sign_flip(d, n);
	g->shift = (struct kt_shift){ kt_stats__centre(d, n), NAN, NAN };
	free(d);
	return 0;
}

/* One side against a number. */
static int measure_limit(struct kt_gate *g)
{
	size_t n = g->n[KT_AFTER], i;
	double *d = calloc(n, sizeof(*d));

	if (!d)
		return -1;
	for (i = 0; i < n; i++)
		d[i] = g->v[KT_AFTER][i] - g->limit;
	g->p = kt_stats__sign_flip(d, n);
	g->shift = (struct kt_shift){ kt_stats__centre(d, n), NAN, NAN };
	free(d);
	return 0;
}

/* Leaves p and how far; a test that cannot come to a verdict is not made. */
static int measure_time(const struct kt_check *c, struct kt_gate *g, double alpha)
{
	const size_t *n = g->n;
	double base = g->limit;
	int rc;

	g->value = kt_delta__of(kt_stats__median(g->v[KT_BEFORE], n[KT_BEFORE]),
				kt_stats__median(g->v[KT_AFTER], n[KT_AFTER]));
	if (g->kind != KT_GATE_BASELINE) {
		if (n[KT_AFTER] < kt_stats__least_blocks(alpha)) {
			verdict(g, KT_UNJUDGED, "a limit on time needs %zu runs, there are %zu",
				kt_stats__least_blocks(alpha), n[KT_AFTER]);
			return 0;
		}
		rc = measure_limit(g);
	} else if (c->blocks) {
		if (n[KT_BEFORE] / 2 < kt_stats__least_blocks(alpha)) {
			verdict(g, KT_UNJUDGED, "a verdict on time needs %zu blocks, there are %zu",
				kt_stats__least_blocks(alpha), n[KT_BEFORE] / 2);
			return 0;
		}
		base = g->value.v[KT_BEFORE];
		rc = measure_blocks(g);
	} else {
		if (n[KT_BEFORE] < 4 || n[KT_AFTER] < 4 ||
		    kt_stats__least_p(n[KT_BEFORE], n[KT_AFTER]) > alpha) {
			verdict(g, KT_UNJUDGED,
				"a verdict on time needs %zu runs a side, there are %zu and %zu",
				kt_stats__least_runs(alpha), n[KT_BEFORE], n[KT_AFTER]);
			return 0;
		}
		base = g->value.v[KT_BEFORE];
		g->p = kt_stats__mann_whitney(g->v[KT_BEFORE], n[KT_BEFORE], g->v[KT_AFTER],
					      n[KT_AFTER]);
		g->shift =
			kt_stats__shift(g->v[KT_BEFORE], n[KT_BEFORE], g->v[KT_AFTER], n[KT_AFTER]);
		rc = 0;
	}
	g->effect = per_cent(g->shift.by, base);
	return rc || isnan(g->p) ? -1 : 0;
}

static void judge_time(const struct kt_check *c, struct kt_gate *g)
{
	bool sure = g->adjusted <= c->alpha;
	double least = 0, worse = g->kind == KT_GATE_MIN ? -g->effect : g->effect;

	if (g->kind == KT_GATE_BASELINE)
		least = g->limit > c->least_effect ? g->limit : c->least_effect;
	if (sure && worse > least)
		verdict(g, KT_FAIL, "%+.3g %%, p %.2g", g->effect, g->adjusted);
	else if (worse > least)
		verdict(g, KT_PASS, "%+.3g %%, but p %.2g: no difference shown", g->effect,
			g->adjusted);
	else if (sure && worse > 0)
		verdict(g, KT_PASS, "%+.3g %%, p %.2g: within the least effect of %.3g %%",
			g->effect, g->adjusted, least);
	else
		verdict(g, KT_PASS, "%+.3g %%, p %.2g", g->effect, g->adjusted);
}

/* Is there what the gate is about? */
static bool has_values(const struct kt_check *c, struct kt_gate *g)
{
	size_t missing = g->missing[KT_BEFORE] + g->missing[KT_AFTER];
	size_t all = missing + g->n[KT_BEFORE] + g->n[KT_AFTER];

	if (c->cmp->nr_problems)
		verdict(g, KT_UNJUDGED, "%s", c->cmp->problems[0].text);
	else if (!g->n[KT_AFTER] && !g->missing[KT_AFTER])
		verdict(g, KT_UNJUDGED, "no runs");
	else if (g->kind == KT_GATE_BASELINE && !g->n[KT_BEFORE] && !g->missing[KT_BEFORE])
		verdict(g, KT_UNJUDGED, "no baseline");
	else if (missing)
		verdict(g, KT_UNJUDGED, "%zu of %zu run%s no %s", missing, all,
			all == 1 ? " has" : "s have", g->metric->name);
	else
		return true;
	return false;
}

static int correct(struct kt_check *c)
{
	double *p = calloc(c->nr_gates + 1, sizeof(*p));
	size_t i;

	if (!p)
		return -1;
	for (i = 0; i < c->nr_gates; i++)
		p[i] = c->gates[i].p;
	if (kt_stats__holm(p, c->nr_gates)) {
		free(p);
		return -1;
	}
	for (i = 0; i < c->nr_gates; i++)
		c->gates[i].adjusted = p[i];
	free(p);
	return 0;
}

int kt_check__judge(struct kt_check *c)
{
	size_t i, times = 0;
	struct kt_gate *g;

	for (i = 0; i < c->nr_gates; i++)
		times += c->gates[i].metric->time;
	for (i = 0; i < c->nr_gates; i++) {
		g = &c->gates[i];
		g->p = g->adjusted = g->effect = NAN;
		g->shift = (struct kt_shift){ NAN, NAN, NAN };
		g->value = kt_delta__of(NAN, NAN);
		if (!has_values(c, g))
			continue;
		if (!g->metric->time)
			judge_count(c, g);
		else if (measure_time(c, g, c->alpha / (double)times))
			return -1;
	}
	if (correct(c))
		return -1;
	memset(c->nr_verdict, 0, sizeof(c->nr_verdict));
	for (i = 0; i < c->nr_gates; i++) {
		g = &c->gates[i];
		if (!isnan(g->adjusted))
			judge_time(c, g);
		c->nr_verdict[g->verdict]++;
	}
	return 0;
}

int kt_check__finish(struct kt_check *c, struct kt_error *err)
{
	const struct kt_compare_side *sides = c->cmp->sides;

	if (sides[KT_BEFORE].nr && sides[KT_AFTER].nr && kt_compare__finish(c->cmp, err))
		return -1;
	return kt_check__judge(c) ? kt_error__set(err, "out of memory") : 0;
}

enum kt_verdict kt_check__verdict(const struct kt_check *c)
{
	if (c->cmp->nr_problems || !c->nr_gates)
		return KT_UNJUDGED;
	if (c->nr_verdict[KT_FAIL])
		return KT_FAIL;
	return c->nr_verdict[KT_UNJUDGED] ? KT_UNJUDGED : KT_PASS;
}
