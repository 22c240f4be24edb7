// SPDX-License-Identifier: GPL-2.0-only
/* Each event, made up, ends in the right counter and in no other. */
#include "../unit/tap.h"
#include "bed.h"

static const struct tracepoints_conf everyone = { .all = true };

static void test_window(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, 100);
	fire_window(b, IP, KT_PHASE_SETUP, 20);
	fire_window(b, IP, KT_PHASE_SIGRETURN, 3);
	b->want->windows[KT_PHASE_OTHER] = 1;
	b->want->windows[KT_PHASE_SETUP] = 1;
	b->want->windows[KT_PHASE_SIGRETURN] = 1;
	b->want->hist[KT_H_WINDOW].count = 3;
	b->want->hist[KT_H_WINDOW].sum = 123;
	bed__check(b, "windows count by phase, with their time");
	ok(b->got->nr_sites == 3 && b->got->hist[KT_H_WINDOW].slots[3] == 1 &&
		   b->got->hist[KT_H_WINDOW].slots[kt_hist_slot(100)] == 1,
	   "... three sites, and each time in its slot");
	ok(b->got->nr_tasks == 1 && b->got->tasks[0].windows == 3, "... all of one task");
}

static void test_unmatched(struct bed *b)
{
	fire_window(b, 0, KT_PHASE_OTHER, 100);
	b->want->losses[KT_LOSS_UNMATCHED_END] = 1;
	bed__check(b, "an end without its begin is lost, and only that");
	ok(!b->got->nr_tasks, "... and makes no task");
}

static void test_backwards(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, -5);
	b->want->windows[KT_PHASE_OTHER] = 1;
	b->want->losses[KT_LOSS_CLOCK_BACKWARDS] = 1;
	bed__check(b, "a clock that ran backwards: counted without time");
}

static void test_nested(struct bed *b)
{
	fire_window(b, IP, KT_PF_NESTED | KT_PHASE_SETUP, 77);
	b->want->nested = 1;
	bed__check(b, "a nested window counts apart, in no phase, without time");
	ok(b->got->nr_sites == 1 && b->got->sites[0].nested &&
		   b->got->sites[0].phase == KT_PHASE_OTHER && !b->got->sites[0].ns,
	   "... its site says so");
}

static void test_interrupted(struct bed *b)
{
	fire_window(b, IP, KT_PF_INTERRUPTED | KT_PHASE_SETUP, 5000);
	b->want->windows[KT_PHASE_SETUP] = 1;
	b->want->sums[KT_SUM_INTERRUPTED] = 1;
	b->want->hist[KT_H_INTERRUPTED].count = 1;
	b->want->hist[KT_H_INTERRUPTED].sum = 5000;
	bed__check(b, "an interrupted window has its time in a histogram of its own");
}

static void test_time_over(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, KT_HIST_LIMIT);
	b->want->windows[KT_PHASE_OTHER] = 1;
	b->want->losses[KT_LOSS_TIME_OVER] = 1;
	b->want->hist[KT_H_WINDOW].count = 1;
	b->want->hist[KT_H_WINDOW].sum = KT_HIST_LIMIT;
	bed__check(b, "a time beyond the last slot is in the sum and in no slot");
	fire_window(b, IP, KT_PHASE_OTHER, KT_HIST_LIMIT - 1);
	b->want->windows[KT_PHASE_OTHER]++;
	b->want->hist[KT_H_WINDOW].count++;
	b->want->hist[KT_H_WINDOW].sum += KT_HIST_LIMIT - 1;
	bed__check(b, "... one tick less is in the last slot");
	is_u64(b->got->hist[KT_H_WINDOW].slots[KT_HIST_SLOTS - 1], 1, "... which is slot 247");
}

static void test_odd_phase(struct bed *b)
{
	fire_window(b, IP, 3, 1);
	b->want->windows[KT_PHASE_OTHER] = 1;
	b->want->hist[KT_H_WINDOW].count = 1;
	b->want->hist[KT_H_WINDOW].sum = 1;
	bed__check(b, "a phase that we do not know is phase other");
}

static void test_setup(struct bed *b)
{
	bed__fire(b, "on_signal_setup_entry", 10, 4, 0, 0, 0);
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	bed__fire(b, "on_signal_setup_exit", 10, 0, 500, 0, 0);
	fire_setup(b, 0, 0, 300);
	b->want->signals[10].entered = 2;
	b->want->signals[10].siginfo = 1;
	b->want->windows[KT_PHASE_SETUP] = 1;
	b->want->hist[KT_H_WINDOW].count = 1;
	b->want->hist[KT_H_WINDOW].sum = 10;
	b->want->sums[KT_SUM_SETUPS] = 2;
	b->want->hist[KT_H_SETUP].count = 2;
	b->want->hist[KT_H_SETUP].sum = 800;
	bed__check(b, "frames built, one with SA_SIGINFO");
	ok(b->got->tasks[0].signals == 2 && b->got->tasks[0].siginfo == 1, "... and the task's");
}

static void test_setup_failed(struct bed *b)
{
	bed__fire(b, "on_signal_setup_entry", 11, 4, 0, 0, 0);
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	bed__fire(b, "on_signal_setup_exit", 11, -14, 500, 0, 0);
	b->want->signals[11].entered = 1;
	b->want->signals[11].siginfo = 1;
	b->want->windows[KT_PHASE_SETUP] = 2;
	b->want->hist[KT_H_WINDOW].count = 2;
	b->want->hist[KT_H_WINDOW].sum = 20;
	b->want->sums[KT_SUM_SETUPS_FAILED] = 1;
	b->want->sums[KT_SUM_WINDOWS_FAILED] = 2;
	bed__check(b, "a frame that could not be built takes its windows with it");
	ok(isnan(kt_run__per_setup(b->got)), "... and is in no ratio");
	ok(!b->got->tasks[0].signals && !b->got->tasks[0].siginfo, "... nor the task's signal");
}

static void test_setup_unseen(struct bed *b)
{
	bed__fire(b, "on_signal_setup_entry", 10, 0, 0, 0, 0);
	bed__fire(b, "on_signal_setup_exit", 10, 0, UNSEEN, 0, 0);
	b->want->signals[10].entered = 1;
	b->want->losses[KT_LOSS_UNMATCHED_END] = 1;
	bed__check(b, "an exit whose entry the kernel did not see is no signal");
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	bed__fire(b, "on_signal_setup_exit", 10, 0, 500, 0, 0);
	b->want->windows[KT_PHASE_SETUP] = 1;
	b->want->hist[KT_H_WINDOW].count = 1;
	b->want->hist[KT_H_WINDOW].sum = 10;
	b->want->sums[KT_SUM_WINDOWS_FAILED] = 1;
	b->want->losses[KT_LOSS_UNMATCHED_END] = 2;
	bed__check(b, "... nor one whose entry we did not see, and its windows are in no ratio");
}

static void test_setup_unfinished(struct bed *b)
{
	bed__fire(b, "on_signal_setup_entry", 10, 0, 0, 0, 0);
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	b->want->signals[10].entered = 1;
	b->want->windows[KT_PHASE_SETUP] = 1;
	b->want->hist[KT_H_WINDOW].count = 1;
	b->want->hist[KT_H_WINDOW].sum = 10;
	b->want->sums[KT_SUM_WINDOWS_FAILED] = 1;
	bed__check(b, "a frame cut by the end of the recording is in no ratio");
}

static void test_sigreturn(struct bed *b)
{
	bed__fire(b, "on_sigreturn_exit", KT_SIGRETURN_RT64, 0, 70, 0, 0);
	bed__fire(b, "on_sigreturn_exit", KT_SIGRETURN_32, 0, 30, 0, 0);
	bed__fire(b, "on_sigreturn_exit", KT_SIGRETURN_RT64, 0, -3, 0, 0);
	bed__fire(b, "on_sigreturn_exit", KT_SIGRETURN_RT32, 0, UNSEEN, 0, 0);
	b->want->sigreturns[KT_SIGRETURN_RT64] = 2;
	b->want->sigreturns[KT_SIGRETURN_32] = 1;
	b->want->hist[KT_H_SIGRETURN].count = 2;
	b->want->hist[KT_H_SIGRETURN].sum = 100;
	b->want->losses[KT_LOSS_CLOCK_BACKWARDS] = 1;
	b->want->losses[KT_LOSS_UNMATCHED_END] = 1;
	bed__check(b, "sigreturns by kind; backwards without time; unseen not at all");
	is_u64(b->got->tasks[0].sigreturns, 3, "... and the task's");
}

static void test_restore_math(struct bed *b)
{
	bed__fire(b, "on_restore_math", 0x1, 0x1, 0, 0, 0);
	bed__fire(b, "on_restore_math", 0x1, 0x2001, 0, 0, 0);
	bed__fire(b, "on_restore_math", 0x2000, 0x2802000, 0, 0, 0);
	b->want->sums[KT_SUM_RESTORE_MATH] = 3;
	b->want->sums[KT_SUM_RESTORED_ANY] = 2;
	b->want->sums[KT_SUM_RESTORED_FP] = 1;
	b->want->sums[KT_SUM_RESTORED_VMX] = 1;
	b->want->sums[KT_SUM_RESTORED_VSX] = 1;
	bed__check(b, "restore_math: called, and which bits it set");
	ok(!b->got->nr_tasks, "... without a hash table");
}

static void test_amr(struct bed *b)
{
	uint64_t reason, i;

	for (reason = 0; reason < 8; reason++) {
		for (i = 0; i <= reason; i++) /* a number of its own each */
			bed__fire(b, "on_kuap_amr_write", 0, reason, 0, 0, 0);
	}
	b->want->sums[KT_SUM_AMR_OPEN] = KT_AMR_OPEN + 1;
	b->want->sums[KT_SUM_AMR_CLOSE] = KT_AMR_CLOSE + 1;
	b->want->sums[KT_SUM_AMR_IRQ_RESTORE] = KT_AMR_IRQ_RESTORE + 1;
	b->want->sums[KT_SUM_AMR_RESTART] = KT_AMR_RESTART + 1;
	bed__check(b, "AMR writes by reason, and no reason that we do not know");
}

static void test_signal_number(struct bed *b)
{
	bed__fire(b, "on_signal_setup_entry", 64, 0, 0, 0, 0);
	bed__fire(b, "on_signal_setup_entry", 65, 0, 0, 0, 0);
	bed__fire(b, "on_signal_setup_entry", ~0ULL, 0, 0, 0, 0);
	b->want->signals[64].entered = 1;
	b->want->signals[0].entered = 2;
	bed__check(b, "signal numbers that do not exist are 'unknown'");
}

static void test_can_fail(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, 1);
	ok(!bed__same(b, false), "this test can fail: an unexpected window is found");
}

static void fire_all(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, 1);
	fire_window(b, 0, KT_PHASE_OTHER, 1);
	fire_setup(b, 0, 0, 1);
	bed__fire(b, "on_sigreturn_exit", 0, 0, UNSEEN, 0, 0);
	bed__fire(b, "on_restore_math", 0, 1, 0, 0, 0);
	bed__fire(b, "on_kuap_amr_write", 0, 1, 0, 0, 0);
}

static void test_own(bool plain)
{
	struct bed b;

	bed__open(&b, plain, &everyone);
	fire_all(&b);
	b.want->sums[KT_SUM_OWN_WINDOWS] = 2;
	bed__check(&b, "the tool's own windows are its own, and nothing else of it counts");
	bed__close(&b);
}

static void test_not_counting(bool plain)
{
	struct bed b;

	bed__open(&b, plain, &everyone);
	bed__be_anybody(&b);
	tracepoints__state(b.tp)->on = 0;
	fire_all(&b);
	bed__check(&b, "before start and after stop nothing counts");
	bed__close(&b);
}

static void test_not_watched(bool plain)
{
	struct tracepoints_conf conf = { .inherit = true };
	struct bed b;

	bed__open(&b, plain, &conf);
	bed__be_anybody(&b);
	fire_all(&b);
	bed__check(&b, "a task that is not watched counts nowhere");
	bed__close(&b);
}

static void test_cell_map_full(bool plain)
{
	struct tracepoints_conf conf = { .all = true, .max_cells = 16 };
	struct bed b;
	int i;

	bed__open(&b, plain, &conf);
	bed__be_anybody(&b);
	bed__fire(&b, "on_signal_setup_entry", 10, 0, 0, 0, 0);
	for (i = 0; i < 19; i++)
		fire_window(&b, IP + i, KT_PHASE_SETUP, 1);
	bed__fire(&b, "on_signal_setup_exit", 10, 0, 9, 0, 0);
	b.want->signals[10].entered = 1;
	b.want->sums[KT_SUM_SETUPS] = 1;
	b.want->hist[KT_H_SETUP].count = 1;
	b.want->hist[KT_H_SETUP].sum = 9;
	b.want->windows[KT_PHASE_SETUP] = 16;
	b.want->hist[KT_H_WINDOW].count = 16;
	b.want->hist[KT_H_WINDOW].sum = 16;
	b.want->losses[KT_LOSS_CELL_MAP_FULL] = 3;
	bed__check(&b, "no room for a site: its windows are lost by name, the others count");
	fire_window(&b, IP, KT_PHASE_SETUP, 1);
	b.want->windows[KT_PHASE_SETUP]++;
	b.want->hist[KT_H_WINDOW].count++;
	b.want->hist[KT_H_WINDOW].sum++;
	bed__check(&b, "... and a known site counts on");
	bed__close(&b);
}

static void test_tid_range(bool plain)
{
	struct tracepoints_conf conf = { .all = true, .max_tid = 1 };
	struct bed b;

	bed__open(&b, plain, &conf);
	fire_window(&b, IP, KT_PHASE_OTHER, 1);
	b.want->losses[KT_LOSS_TID_RANGE] = 1;
	bed__check(&b, "a tid beyond pid_max as it was is lost by name");
	bed__close(&b);
}

static void (*const tests[])(struct bed *b) = {
	test_window,	   test_unmatched,    test_backwards,	     test_nested,
	test_interrupted,  test_time_over,    test_odd_phase,	     test_setup,
	test_setup_failed, test_setup_unseen, test_setup_unfinished, test_sigreturn,
	test_restore_math, test_amr,	      test_signal_number,    test_can_fail,
};

static void run_set(bool plain)
{
	struct bed b;
	size_t i;

	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		bed__open(&b, plain, &everyone);
		bed__be_anybody(&b);
		tests[i](&b);
		bed__close(&b);
	}
	test_own(plain);
	test_not_counting(plain);
	test_not_watched(plain);
	test_cell_map_full(plain);
	test_tid_range(plain);
}

int main(void)
{
	bed__need_bpf();
	run_set(false);
	run_set(true);
	return tap_done();
}
