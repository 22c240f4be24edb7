// SPDX-License-Identifier: GPL-2.0-only
/*
 * How good are the verdicts of check and ab? Runs with known truth are made up and judged by the
 * code that gives the exit status: false alarms where nothing changed, power where it did. Fixed
 * seed. TAP, so that make check holds it; make bench-stats shows it.
 */
#include <stdlib.h>

#include "../unit/tap.h"
#include "model/check.h"

#define TRIALS 2000
#define RUNS 10 /* a side */
#define BLOCKS 10
#define NOISE 0.02
#define ALARMS 0.06 /* at alpha 0.05 */
#define POWER 0.90
#define MAX_VALUES 40

static uint64_t state = 20251130;

/* splitmix64, then a normal by Box and Muller's polar method. */
static double uniform(void)
{
	uint64_t z = (state += 0x9e3779b97f4a7c15ull);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static double normal(void)
{
	double x, y, r;

	do {
		x = 2 * uniform() - 1;
		y = 2 * uniform() - 1;
		r = x * x + y * y;
	} while (r >= 1 || r == 0);
	return x * sqrt(-2 * log(r) / r);
}

enum noise { NORMAL, SKEWED, COARSE };

struct scene {
	const char *what;
	bool blocks; /* as ab runs them; else one side after the other */
	double rho;  /* of one run to the next */
	enum noise noise;
	size_t metrics;
	double shift; /* of the first metric after */
	double least_effect;
	double at_most, at_least;
};

static const struct scene scenes[] = {
	{ "check, independent", false, 0, NORMAL, 1, 0, 0, ALARMS, 0 },
	{ "check, independent", false, 0, NORMAL, 15, 0, 0, ALARMS, 0 },
	{ "check, independent", false, 0, NORMAL, 15, 0, 2, ALARMS, 0 },
	{ "check, skewed noise", false, 0, SKEWED, 15, 0, 0, ALARMS, 0 },
	{ "check, many ties", false, 0, COARSE, 15, 0, 0, ALARMS, 0 },
	{ "ab, independent", true, 0, NORMAL, 1, 0, 0, ALARMS, 0 },
	{ "ab, independent", true, 0, NORMAL, 15, 0, 0, ALARMS, 0 },
	{ "ab, autocorrelated", true, 0.5, NORMAL, 1, 0, 0, ALARMS, 0 },
	{ "ab, autocorrelated", true, 0.5, NORMAL, 15, 0, 0, ALARMS, 0 },
	{ "ab, autocorrelated", true, 0.9, NORMAL, 1, 0, 0, ALARMS, 0 },
	{ "ab, autocorrelated", true, 0.9, NORMAL, 15, 0, 0, ALARMS, 0 },
	{ "ab, skewed noise", true, 0.9, SKEWED, 15, 0, 0, ALARMS, 0 },
	{ "check, 5 % slower", false, 0, NORMAL, 1, 0.05, 2, 1, POWER },
	{ "check, 5 % slower", false, 0, NORMAL, 15, 0.05, 2, 1, POWER },
	{ "ab, 5 % slower", true, 0, NORMAL, 1, 0.05, 2, 1, POWER },
	{ "ab, 5 % slower", true, 0.9, NORMAL, 15, 0.05, 2, 1, POWER },
	{ "check, 5 % faster", false, 0, NORMAL, 15, -0.05, 0, ALARMS, 0 },
	/* why ab is there: what drifts is not for check */
	{ "check, autocorrelated, sides apart", false, 0.9, NORMAL, 1, 0, 0, 1, 0.15 },
};

/* One series of runs in the order they ran: AR(1) with this deviation. */
static void series(const struct scene *s, double *v, size_t n)
{
	double x = normal(), spread = sqrt(1 - s->rho * s->rho), y;
	size_t i;

	for (i = 0; i < n; i++) {
		y = x;
		if (s->noise == SKEWED) /* now and then a run is disturbed */
			y += uniform() < 0.1 ? 20 * uniform() : 0;
		v[i] = 100 * (1 + NOISE * y);
		if (s->noise == COARSE)
			v[i] = round(v[i] / 2) * 2;
		x = s->rho * x + spread * normal();
	}
}

/* Deals the series out to the sides as ab or as two batches would have run them. */
static void deal(const struct scene *s, struct kt_gate *g, const double *v, double shift)
{
	size_t n = s->blocks ? 4 * BLOCKS : 2 * RUNS, i;
	enum kt_side side;

	g->n[KT_BEFORE] = g->n[KT_AFTER] = 0;
	for (i = 0; i < n; i++) {
		side = (s->blocks ? i % 4 == 1 || i % 4 == 2 : i >= RUNS) ? KT_AFTER : KT_BEFORE;
		g->v[side][g->n[side]++] = v[i] * (side == KT_AFTER ? 1 + shift : 1);
	}
}

static struct kt_check *make(const struct scene *s)
{
	struct kt_check *c = kt_check__new();
	size_t i;

	if (!c)
		return NULL;
	c->blocks = s->blocks;
	c->least_effect = s->least_effect;
	for (i = 0; i < s->metrics; i++) {
		if (kt_check__gate(c, KT_GATE_BASELINE, kt_metric__find("workload.seconds"), 0))
			return NULL;
		c->gates[i].v[KT_BEFORE] = calloc(MAX_VALUES, sizeof(double));
		c->gates[i].v[KT_AFTER] = calloc(MAX_VALUES, sizeof(double));
	}
	return c;
}

/* How often the exit status would be 1. */
static double alarms(const struct scene *s)
{
	struct kt_check *c = make(s);
	size_t trial, i, n = 0;
	double v[MAX_VALUES];

	if (!c)
		return NAN;
	for (trial = 0; trial < TRIALS; trial++) {
		for (i = 0; i < s->metrics; i++) {
			series(s, v, s->blocks ? 4 * BLOCKS : 2 * RUNS);
			deal(s, &c->gates[i], v, i ? 0 : s->shift);
		}
		if (kt_check__judge(c))
			return NAN;
		n += kt_check__verdict(c) == KT_FAIL;
	}
	kt_check__free(c);
	return (double)n / TRIALS;
}

int main(void)
{
	const struct scene *s;
	double rate;
	size_t i;

	for (i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
		s = &scenes[i];
		rate = alarms(s);
		ok(rate >= s->at_least && rate <= s->at_most,
		   "%s: rho %.1f, %zu metric%s, least effect %.0f %%: exit 1 in %.2f %% (%s %.0f %%)",
		   s->what, s->rho, s->metrics, s->metrics == 1 ? "" : "s", s->least_effect,
		   100 * rate, s->at_least > 0 ? "at least" : "at most",
		   100 * (s->at_least > 0 ? s->at_least : s->at_most));
		fflush(stdout);
	}
	return tap_done();
}
