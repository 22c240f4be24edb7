// SPDX-License-Identifier: GPL-2.0-only
/* The definitions of the ratios, the order of a run, its names. */
#include "fixture.h"
#include "model/fields.h"
#include "tap.h"

static void test_ratios(void)
{
	struct kt_run *r = kt_run__new();

	ok(isnan(kt_run__per_signal(r)), "nothing counted: no ratio");
	ok(isnan(kt_run__per_signal_amr(r)), "nor AMR writes");
	r->host.kuap = 1;
	r->windows[KT_PHASE_SETUP] = 50;
	r->sums[KT_SUM_SETUPS] = 10;
	is_f64(kt_run__per_setup(r), 5, "per setup");
	ok(isnan(kt_run__per_sigreturn(r)), "no sigreturn (siglongjmp): no ratio");
	is_f64(kt_run__per_signal(r), 5, "per signal is then per setup");
	r->sums[KT_SUM_SETUPS_FAILED] = 4;
	r->sums[KT_SUM_WINDOWS_FAILED] = 10;
	is_f64(kt_run__per_setup(r), 4, "failed setups and their windows are apart");
	r->windows[KT_PHASE_SIGRETURN] = 6;
	r->sigreturns[KT_SIGRETURN_RT64] = 1;
	r->sigreturns[KT_SIGRETURN_RT32] = 1;
	is_f64(kt_run__per_sigreturn(r), 3, "per sigreturn, of all kinds");
	is_f64(kt_run__per_signal(r), 7, "a lost sigreturn does not dilute: 4 + 3");
	r->windows[KT_PHASE_OTHER] = 1000;
	r->nested = 77;
	is_f64(kt_run__per_signal(r), 7, "neither other nor nested windows pollute");
	is_f64(kt_run__per_signal_amr(r), 14, "2 AMR writes a window with KUAP on");
	is_u64(kt_run__windows(r), 1056, "all phases, nested apart");
	is_u64(kt_run__amr_writes(r), 2112, "AMR writes of all phases");
	r->host.kuap = 0;
	is_f64(kt_run__per_signal_amr(r), 0, "none with KUAP off");
	is_u64(kt_run__amr_writes(r), 0, "in total neither");
	r->host.kuap = -1;
	ok(isnan(kt_run__per_signal_amr(r)), "unknown when KUAP is");
	r->sums[KT_SUM_SETUPS] = 0;
	is_f64(kt_run__per_signal(r), 3, "sigreturns only: a missing term is 0");
	r->sums[KT_SUM_SETUPS] = 1;
	r->sums[KT_SUM_WINDOWS_FAILED] = 1000;
	is_f64(kt_run__per_setup(r), 0, "more failed than all does not wrap");
	kt_run__free(r);
}

static void test_sites(void)
{
	static const struct fixture_site sites[] = {
		{ "b", "x", KT_PHASE_SETUP, KT_DIR_WRITE, 5 },
		{ "a", "x", KT_PHASE_SETUP, KT_DIR_WRITE, 5 },
		{ "a", "x", KT_PHASE_SETUP, KT_DIR_READ, 3 },
		{ "c", "x", KT_PHASE_OTHER, KT_DIR_READ, 1 },
		{ "a", "x", KT_PHASE_SETUP, KT_DIR_WRITE, 4 },
		{ "d", "y", KT_PHASE_SIGRETURN, KT_DIR_READ, 5 },
	};
	struct kt_run *r = kt_run__new();
	size_t i;

	for (i = 0; i < FIXTURE_N(sites); i++)
		fixture_add_site(r, &sites[i]);
	r->sums[KT_SUM_SETUPS] = 2;
	r->sigreturns[KT_SIGRETURN_32] = 5;
	kt_run__finish(r);
	is_u64(r->nr_sites, 5, "sites of the same name are one");
	is_str(r->sites[0].symbol, "a", "the most windows first");
	is_u64(r->sites[0].windows, 9, "their windows added");
	is_u64(r->sites[0].ns, 810, "their ns added");
	is_str(r->sites[1].symbol, "b", "then by name");
	is_str(r->sites[2].symbol, "d", "then by name, still");
	is_f64(kt_run__site_per_signal(r, &r->sites[0]), 4.5, "setup sites by setups");
	is_f64(kt_run__site_per_signal(r, &r->sites[2]), 1, "sigreturn sites by sigreturns");
	ok(isnan(kt_run__site_per_signal(r, &r->sites[4])), "other sites by nothing");
	kt_run__free(r);
}

static void test_empty(void)
{
	struct kt_run *r = kt_run__new();

	kt_run__finish(r);
	is_u64(r->nr_sites + r->nr_tasks, 0, "an empty run can be finished");
	kt_run__free(r);
	kt_run__free(NULL);
	ok(true, "freeing nothing is fine");
}

static bool in_totals(size_t offset, const char *name)
{
	size_t i;

	for (i = 0; i < kt_totals_fields.n; i++)
		if (kt_totals_fields.v[i].offset == offset)
			return !strcmp(kt_totals_fields.v[i].name, name);
	return false;
}

static void test_names(void)
{
	bool all = true, sums = true;
	size_t i;

	for (i = 0; i < KT_LOSS_MAX; i++)
		all &= kt_run_loss_names[i] != NULL;
	for (i = 0; i < KT_SUM_MAX; i++) {
		all &= kt_run_sum_names[i] != NULL;
		if (i != KT_SUM_SETUPS) /* is "signals", written by itself */
			sums &= in_totals(offsetof(struct kt_run, sums) + i * sizeof(uint64_t),
					  kt_run_sum_names[i]);
	}
	for (i = 0; i < KT_H_MAX; i++)
		all &= kt_run_hist_names[i] != NULL;
	ok(all, "every loss, sum and histogram has a name");
	ok(sums, "every sum is in the run file, by that name");
}

int main(void)
{
	test_ratios();
	test_sites();
	test_empty();
	test_names();
	return tap_done();
}
