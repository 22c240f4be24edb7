// SPDX-License-Identifier: GPL-2.0-only
/* compare: union, zero fill, sums of runs, refusals. */
#include "fixture.h"
#include "model/compare.h"
#include "tap.h"

static struct kt_compare *compare(struct kt_run *before, struct kt_run *after)
{
	struct kt_compare *cmp = kt_compare__new();
	struct kt_error err;

	if (kt_compare__add(cmp, KT_BEFORE, "b.json", before, &err) ||
	    kt_compare__add(cmp, KT_AFTER, "a.json", after, &err) || kt_compare__finish(cmp, &err))
		printf("Bail out! %s\n", err.msg);
	kt_run__free(before);
	kt_run__free(after);
	return cmp;
}

static const struct kt_compare_site *find(const struct kt_compare *cmp, const char *symbol)
{
	size_t i;

	for (i = 0; i < cmp->nr_sites; i++)
		if (!strcmp(cmp->sites[i].symbol, symbol))
			return &cmp->sites[i];
	return NULL;
}

static void test_numbers(void)
{
	struct kt_compare *cmp = compare(fixture_before(), fixture_after());
	const struct kt_compare_site *s;

	is_f64(cmp->amr_writes.v[KT_BEFORE], 82, "AMR writes before");
	is_f64(cmp->amr_writes.v[KT_AFTER], 16, "AMR writes after");
	is_f64(cmp->amr_writes.diff, -66, "the difference");
	is_f64(cmp->amr_writes.pct, -100 * 66.0 / 82, "in per cent");
	is_f64(cmp->phases[KT_PHASE_SETUP].diff, -22, "phase setup");
	is_f64(cmp->dirs[KT_PHASE_SIGRETURN][KT_DIR_READ].v[KT_BEFORE], 15, "sigreturn, read");
	is_u64(cmp->nr_problems, 0, "kernel and variant are no problem");
	is_u64(cmp->nr_sites, 9, "the union of 8 and 7 sites");
	s = find(cmp, "setup_trampoline");
	ok(s && s->change == KT_VANISHED, "a site without windows after vanished");
	is_f64(s->per_signal.v[KT_AFTER], 0, "and is filled with zero");
	s = find(cmp, "__unsafe_restore_sigcontext");
	ok(s && s->change == KT_APPEARED, "one without windows before appeared");
	ok(isnan(s->per_signal.pct), "from zero there are no per cent");
	s = find(cmp, "_copy_to_user");
	ok(s && s->change == KT_SAME, "an equal one is the same");
	s = find(cmp, "ktime_get_real_ts64_compat_wrapper");
	ok(s && isnan(s->per_signal.diff) && s->change == KT_CHANGED,
	   "phase other has totals, no ratio");
	is_u64(cmp->nr_change[KT_VANISHED], 2, "vanished sites");
	is_f64(cmp->sum_change[KT_VANISHED].diff, -17, "and their windows per signal");
	is_str(cmp->sites[0].symbol, "restore_sigcontext", "the largest vanished one is first");
	kt_compare__free(cmp);
}

static void test_sums(void)
{
	struct kt_compare *cmp = kt_compare__new();
	struct kt_run *a = fixture_after(), *b = fixture_before();
	struct kt_error err;

	kt_compare__add(cmp, KT_BEFORE, "1", b, &err);
	b->windows[KT_PHASE_SETUP] += 4000; /* 30 a setup */
	b->sums[KT_SUM_SETUPS] += 1000;	    /* of 2000: 15 */
	kt_compare__add(cmp, KT_BEFORE, "2", b, &err);
	kt_compare__add(cmp, KT_AFTER, "3", a, &err);
	is_u64(kt_compare__finish(cmp, &err), 0, "two runs before, one after");
	is_f64(cmp->phases[KT_PHASE_SETUP].v[KT_BEFORE], 56.0 / 3, "each signal weighs the same");
	is_u64(cmp->sides[KT_BEFORE].nr, 2, "samples are kept per run");
	is_u64(cmp->sides[KT_BEFORE].hist[KT_H_SETUP].count, 2000, "histograms are added");
	is_f64(find(cmp, "setup_trampoline")->per_signal.v[KT_BEFORE], 8.0 / 3,
	       "sites are added by name");
	kt_run__free(a);
	kt_run__free(b);
	kt_compare__free(cmp);
}

static bool refuses(void (*spoil)(struct kt_run *), enum kt_problem_kind kind, const char *word)
{
	struct kt_run *after = fixture_after();
	struct kt_compare *cmp;
	bool found;

	spoil(after);
	cmp = compare(fixture_before(), after);
	found = kt_compare__has(cmp, kind) && strstr(cmp->problems[0].text, word);
	kt_compare__free(cmp);
	return found;
}

static void set(char **s, const char *text)
{
	free(*s);
	*s = strdup(text);
}

static void hash(struct kt_run *r)
{
	set(&r->host.mmu, "hash");
}

static void flush(struct kt_run *r)
{
	set(&r->host.flush, "unknown");
}

static void cpu(struct kt_run *r)
{
	set(&r->host.cpu, "POWER10");
}

static void kuap(struct kt_run *r)
{
	r->host.kuap = 0;
}

static void tm(struct kt_run *r)
{
	r->host.tm = -1;
}

static void page(struct kt_run *r)
{
	r->host.page_size = 4096;
}

static void cut(struct kt_run *r)
{
	r->complete = false;
}

static void lossy(struct kt_run *r)
{
	r->losses[KT_LOSS_CELL_MAP_FULL] = 3;
}

static void silent(struct kt_run *r)
{
	r->sums[KT_SUM_SETUPS] = 0;
	r->sigreturns[KT_SIGRETURN_RT64] = 0;
}

static void test_refusals(void)
{
	struct kt_compare *cmp = kt_compare__new();
	struct kt_run *a = fixture_after();
	struct kt_error err;

	ok(refuses(hash, KT_PROBLEM_UNLIKE, "mmu"), "another MMU, by name");
	ok(refuses(kuap, KT_PROBLEM_UNLIKE, "kuap"), "KUAP");
	ok(refuses(tm, KT_PROBLEM_UNLIKE, "tm"), "TM, unknown is not off");
	ok(refuses(flush, KT_PROBLEM_UNLIKE, "flush"), "flush");
	ok(refuses(page, KT_PROBLEM_UNLIKE, "page_size"), "page size");
	ok(refuses(cpu, KT_PROBLEM_UNLIKE, "cpu"), "CPU");
	ok(refuses(cut, KT_PROBLEM_INCOMPLETE, "a.json"), "an incomplete run, by file");
	ok(refuses(lossy, KT_PROBLEM_LOSSY, "3"), "a lossy run, with how many");
	ok(refuses(silent, KT_PROBLEM_NO_SIGNALS, "a.json"), "a run without signals");
	kt_compare__add(cmp, KT_AFTER, "a.json", a, &err);
	hash(a);
	kt_compare__add(cmp, KT_AFTER, "a2.json", a, &err);
	ok(kt_compare__has(cmp, KT_PROBLEM_UNLIKE), "unlike hosts within a side");
	ok(kt_compare__finish(cmp, &err) == -1 && strstr(err.msg, "before"), "an empty side");
	kt_run__free(a);
	kt_compare__free(cmp);
}

int main(void)
{
	test_numbers();
	test_sums();
	test_refusals();
	return tap_done();
}
