// SPDX-License-Identifier: GPL-2.0-only
/* check: gates on counts and times, and what can be neither passed nor failed. */
#include "fixture.h"
#include "model/check.h"
#include "tap.h"

static const struct kt_metric *metric(const char *name)
{
	const struct kt_metric *m = kt_metric__find(name);

	if (!m)
		printf("Bail out! no metric %s\n", name);
	return m;
}

/* Adds a run of these times and frees it. */
static void add(struct kt_check *c, enum kt_side side, struct kt_run *run, double seconds)
{
	struct kt_error err;

	run->workload.seconds = seconds;
	if (kt_check__add(c, side, side ? "a.json" : "b.json", run, &err))
		printf("Bail out! %s\n", err.msg);
	kt_run__free(run);
}

static enum kt_verdict finish(struct kt_check *c)
{
	struct kt_error err;

	if (kt_check__finish(c, &err))
		printf("Bail out! %s\n", err.msg);
	return kt_check__verdict(c);
}

static enum kt_verdict count_gate(enum kt_gate_kind kind, const char *name, double limit,
				  bool worse)
{
	struct kt_check *c = kt_check__new();
	enum kt_verdict v;

	kt_check__gate(c, kind, metric(name), limit);
	add(c, KT_BEFORE, fixture_after(), 1);
	add(c, KT_AFTER, worse ? fixture_before() : fixture_after(), 1);
	v = finish(c);
	kt_check__free(c);
	return v;
}

static void test_counts(void)
{
	const char *w = "per_signal.windows";

	is_u64(count_gate(KT_GATE_MAX, w, 8, false), KT_PASS, "8 windows, at most 8");
	is_u64(count_gate(KT_GATE_MAX, w, 7.999, false), KT_FAIL, "8 windows, at most 7.999");
	is_u64(count_gate(KT_GATE_MAX, w, 8, true), KT_FAIL, "41 windows, at most 8");
	is_u64(count_gate(KT_GATE_MIN, w, 9, false), KT_FAIL, "8 windows, at least 9");
	is_u64(count_gate(KT_GATE_MIN, "totals.signals", 1000, false), KT_PASS, "1000 signals");
	is_u64(count_gate(KT_GATE_BASELINE, w, 0, false), KT_PASS, "as before");
	is_u64(count_gate(KT_GATE_BASELINE, w, 0, true), KT_FAIL, "worse than before");
	is_u64(count_gate(KT_GATE_BASELINE, w, 412.4, true), KT_FAIL, "by 412.5 %, 412.4 allowed");
	is_u64(count_gate(KT_GATE_BASELINE, w, 412.5, true), KT_PASS, "by 412.5 %, as allowed");
	is_u64(count_gate(KT_GATE_BASELINE, "totals.signals", 0, true), KT_PASS, "as many signals");
	is_u64(count_gate(KT_GATE_BASELINE, "hist.window.p50", 0, true), KT_UNJUDGED,
	       "a time of one run a side");
}

/* @n runs a side; the times after are @base times theirs, plus what @noise makes of a run. */
static struct kt_check *times(size_t n, double shift, double noise)
{
	struct kt_check *c = kt_check__new();
	size_t i;

	kt_check__gate(c, KT_GATE_BASELINE, metric("workload.seconds"), 0);
	for (i = 0; i < n; i++) {
		add(c, KT_BEFORE, fixture_after(), 1 + noise * (double)(i * 7 % 5));
		add(c, KT_AFTER, fixture_after(), (1 + shift) * (1 + noise * (double)(i * 3 % 5)));
	}
	return c;
}

static void test_times(void)
{
	static const struct {
		size_t n;
		double shift, noise;
		enum kt_verdict want;
		const char *what;
	} t[] = {
		{ 3, 1, 0.001, KT_UNJUDGED, "3 runs a side say nothing" },
		{ 4, 1, 0.001, KT_FAIL, "4, twice as slow" },
		{ 4, 0.5, 0, KT_FAIL, "no variance, all ties within a side, slower" },
		{ 4, 0, 0, KT_PASS, "no variance, all equal" },
		{ 10, 0.05, 0.001, KT_FAIL, "5 % slower" },
		{ 10, -0.05, 0.001, KT_PASS, "5 % faster is no regression" },
		{ 10, 0.015, 0.001, KT_PASS, "1.5 %, sure, but below the least effect" },
		{ 10, 0.025, 0.1, KT_PASS, "2.5 %, within the noise" },
	};
	struct kt_check *c;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		c = times(t[i].n, t[i].shift, t[i].noise);
		is_u64(finish(c), t[i].want, t[i].what);
		if (t[i].want != KT_UNJUDGED)
			ok(c->gates[0].adjusted >= 0 && c->gates[0].adjusted <= 1 &&
				   isfinite(c->gates[0].effect),
			   "and in numbers: %s", c->gates[0].why);
		kt_check__free(c);
	}
}

/* Four runs a side suffice for one time, not for five asked together. */
static void test_correction(void)
{
	struct kt_check *c = kt_check__new();
	size_t i;

	for (i = 0; i < 5; i++)
		kt_check__gate(c, KT_GATE_BASELINE, metric("workload.seconds"), 0);
	for (i = 0; i < 4; i++) {
		add(c, KT_BEFORE, fixture_after(), 1);
		add(c, KT_AFTER, fixture_after(), 2);
	}
	is_u64(finish(c), KT_UNJUDGED, "five questions of four runs");
	ok(strstr(c->gates[0].why, "needs 5 runs a side, there are 4 and 4"), "says: %s",
	   c->gates[0].why);
	kt_check__free(c);
}

static void test_limit_on_time(void)
{
	struct kt_check *c = kt_check__new();
	size_t i;

	kt_check__gate(c, KT_GATE_MAX, metric("workload.seconds"), 1.0);
	for (i = 0; i < 6; i++)
		add(c, KT_AFTER, fixture_after(), 1.1 + 0.001 * (double)i);
	is_u64(finish(c), KT_FAIL, "six runs above the limit");
	kt_check__free(c);
	c = kt_check__new();
	kt_check__gate(c, KT_GATE_MAX, metric("workload.seconds"), 1.0);
	for (i = 0; i < 5; i++)
		add(c, KT_AFTER, fixture_after(), 1.1);
	is_u64(finish(c), KT_UNJUDGED, "five could be chance");
	kt_check__free(c);
}

static void test_blocks(void)
{
	struct kt_check *c = kt_check__new();
	size_t i;

	c->blocks = true;
	kt_check__gate(c, KT_GATE_BASELINE, metric("workload.seconds"), 0);
	for (i = 0; i < 12; i++) { /* a drift of 100 % over 6 blocks; 5 % within each */
		add(c, KT_BEFORE, fixture_after(), 1 + 0.1 * (double)(i / 2));
		add(c, KT_AFTER, fixture_after(), 1.05 * (1 + 0.1 * (double)(i / 2)));
	}
	is_u64(finish(c), KT_FAIL, "blocks see 5 % through a drift of 50 %");
	is_f64(c->gates[0].p, 2.0 / 64, "6 blocks of one sign");
	kt_check__free(c);
}

static enum kt_verdict broken(void (*how)(struct kt_run *run), const char *name)
{
	struct kt_check *c = kt_check__new();
	struct kt_run *run = fixture_after();
	enum kt_verdict v;

	how(run);
	kt_check__gate(c, KT_GATE_MAX, metric(name), 1e9);
	add(c, KT_AFTER, run, 1);
	v = finish(c);
	kt_check__free(c);
	return v;
}

static void lose(struct kt_run *run)
{
	run->losses[0] = 1;
}

static void cut(struct kt_run *run)
{
	run->complete = false;
}

static void empty(struct kt_run *run)
{
	run->sums[KT_SUM_SETUPS] = run->sigreturns[KT_SIGRETURN_RT64] = 0;
}

static void forget_kuap(struct kt_run *run)
{
	run->host.kuap = -1;
}

static void test_unjudged(void)
{
	struct kt_check *c = kt_check__new();
	struct kt_run *run;

	is_u64(broken(lose, "per_signal.windows"), KT_UNJUDGED, "a lossy run");
	is_u64(broken(cut, "per_signal.windows"), KT_UNJUDGED, "an incomplete run");
	is_u64(broken(empty, "totals.windows"), KT_UNJUDGED, "a run without signals");
	is_u64(broken(forget_kuap, "per_signal.amr_writes"), KT_UNJUDGED, "a missing metric");
	is_u64(finish(c), KT_UNJUDGED, "no gate, no run");
	kt_check__gate(c, KT_GATE_BASELINE, metric("per_signal.windows"), 0);
	add(c, KT_AFTER, fixture_after(), 1);
	is_u64(finish(c), KT_UNJUDGED, "no baseline");
	kt_check__free(c);

	c = kt_check__new();
	kt_check__gate(c, KT_GATE_BASELINE, metric("per_signal.windows"), 0);
	run = fixture_after();
	run->digest = 7;
	add(c, KT_BEFORE, run, 1);
	run = fixture_after();
	run->digest = 7;
	add(c, KT_AFTER, run, 1);
	is_u64(finish(c), KT_UNJUDGED, "the same recording on both sides");
	kt_check__free(c);
}

int main(void)
{
	test_counts();
	test_times();
	test_correction();
	test_limit_on_time();
	test_blocks();
	test_unjudged();
	return tap_done();
}
