// SPDX-License-Identifier: GPL-2.0-only
/* A run's names, its order, and the one definition of each ratio. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/hist.h"
#include "model/run.h"

const char *const kt_run_hist_names[KT_H_MAX] = {
	[KT_H_WINDOW] = "window",
	[KT_H_SETUP] = "setup",
	[KT_H_SIGRETURN] = "sigreturn",
	[KT_H_INTERRUPTED] = "interrupted",
};

const char *const kt_run_phase_names[KT_PHASE_MAX] = {
	[KT_PHASE_OTHER] = "other",
	[KT_PHASE_SETUP] = "setup",
	[KT_PHASE_SIGRETURN] = "sigreturn",
};

const char *const kt_run_dir_names[4] = {
	[0] = "unknown",
	[KT_DIR_READ] = "read",
	[KT_DIR_WRITE] = "write",
	[KT_DIR_BOTH] = "both",
};

const char *const kt_run_loss_names[KT_LOSS_MAX] = {
	[KT_LOSS_TASK_MAP_FULL] = "task_map_full",
	[KT_LOSS_CELL_MAP_FULL] = "cell_map_full",
	[KT_LOSS_PID_REUSE] = "pid_reuse",
	[KT_LOSS_UNMATCHED_END] = "unmatched_end",
	[KT_LOSS_CLOCK_BACKWARDS] = "clock_backwards",
	[KT_LOSS_TIME_OVER] = "time_over",
	[KT_LOSS_TID_RANGE] = "tid_range",
	[KT_LOSS_RECURSION] = "recursion",
	[KT_LOSS_FRAMES_FULL] = "frames_full",
};

const char *const kt_run_sum_names[KT_SUM_MAX] = {
	[KT_SUM_SETUPS] = "signals",
	[KT_SUM_SETUPS_FAILED] = "setups_failed",
	[KT_SUM_WINDOWS_FAILED] = "windows_failed",
	[KT_SUM_RESTORE_MATH] = "restore_math",
	[KT_SUM_RESTORED_FP] = "restored_fp",
	[KT_SUM_RESTORED_VMX] = "restored_vmx",
	[KT_SUM_RESTORED_VSX] = "restored_vsx",
	[KT_SUM_OWN_WINDOWS] = "own_windows",
	[KT_SUM_INTERRUPTED] = "interrupted",
	[KT_SUM_RESTORED_ANY] = "restored_any",
	[KT_SUM_PID_WRAPS] = "pid_wraps",
	[KT_SUM_AMR_OPEN] = "amr_open",
	[KT_SUM_AMR_CLOSE] = "amr_close",
	[KT_SUM_AMR_IRQ_RESTORE] = "amr_irq_restore",
	[KT_SUM_AMR_RESTART] = "amr_restart",
};

const char *const kt_run_sigreturn_names[KT_SIGRETURN_MAX] = {
	[KT_SIGRETURN_RT64] = "rt64",
	[KT_SIGRETURN_RT32] = "rt32",
	[KT_SIGRETURN_32] = "nonrt32",
};

struct kt_run *kt_run__new(void)
{
	struct kt_run *run = calloc(1, sizeof(*run));

	if (!run)
		return NULL;
	run->host.kuap = -1;
	run->host.tm = -1;
	run->workload.exit = -1;
	return run;
}

void kt_run__free(struct kt_run *run)
{
	size_t i;

	if (!run)
		return;
	free(run->host.kernel);
	free(run->host.variant);
	free(run->host.mmu);
	free(run->host.flush);
	free(run->host.cpu);
	free(run->host.source);
	free(run->workload.command);
	free(run->workload.start);
	free(run->workload.filter);
	for (i = 0; i < run->nr_sites; i++) {
		free(run->sites[i].symbol);
		free(run->sites[i].caller);
	}
	free(run->sites);
	free(run->tasks);
	free(run);
}

/* By what a site is, whatever it counted. */
int kt_site__cmp(const struct kt_site *a, const struct kt_site *b)
{
	int d = strcmp(a->symbol, b->symbol);

	if (!d)
		d = strcmp(a->caller, b->caller);
	if (!d)
		d = (int)a->phase - (int)b->phase;
	if (!d)
		d = (int)a->dir - (int)b->dir;
	return d ? d : (int)a->nested - (int)b->nested;
}

static int by_name(const void *a, const void *b)
{
	return kt_site__cmp(a, b);
}

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

static int by_windows(const void *a, const void *b)
{
	const struct kt_site *x = a, *y = b;
	int d = CMP(y->windows, x->windows);

	return d ? d : kt_site__cmp(x, y);
}

static int by_task(const void *a, const void *b)
{
	const struct kt_run_task *x = a, *y = b;
	int d = CMP(y->windows, x->windows);

	if (!d)
		d = CMP(x->pid, y->pid);
	if (!d)
		d = CMP(x->tid, y->tid);
	if (!d)
		d = CMP(x->start_ns, y->start_ns);
	return d ? d : strcmp(x->comm, y->comm);
}

static void merge_sites(struct kt_run *run)
{
	struct kt_site *last = NULL, *s;
	size_t i, n = 0;

	for (i = 0; i < run->nr_sites; i++) {
		s = &run->sites[i];
		if (last && !kt_site__cmp(last, s)) {
			last->windows += s->windows;
			last->ns = kt_add_sat(last->ns, s->ns);
			free(s->symbol);
			free(s->caller);
			continue;
		}
		last = &run->sites[n++];
		*last = *s;
	}
	run->nr_sites = n;
}

void kt_run__finish(struct kt_run *run)
{
	if (run->nr_sites) {
		qsort(run->sites, run->nr_sites, sizeof(*run->sites), by_name);
		merge_sites(run);
		qsort(run->sites, run->nr_sites, sizeof(*run->sites), by_windows);
	}
	if (run->nr_tasks)
		qsort(run->tasks, run->nr_tasks, sizeof(*run->tasks), by_task);
}

static uint64_t sum(const uint64_t *v, size_t n)
{
	uint64_t s = 0;

	while (n--)
		s += *v++;
	return s;
}

uint64_t kt_run__windows(const struct kt_run *run)
{
	return sum(run->windows, KT_PHASE_MAX);
}

uint64_t kt_run__amr_writes(const struct kt_run *run)
{
	return run->host.kuap == 1 ? 2 * kt_run__windows(run) : 0;
}

uint64_t kt_run__nr_sigreturns(const struct kt_run *run)
{
	return sum(run->sigreturns, KT_SIGRETURN_MAX);
}

uint64_t kt_run__nr_signals(const struct kt_run *run)
{
	return run->sums[KT_SUM_SETUPS];
}

uint64_t kt_run__nr_losses(const struct kt_run *run)
{
	return sum(run->losses, KT_LOSS_MAX);
}

uint64_t kt_run__nr_siginfo(const struct kt_run *run)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < KT_NSIG; i++)
		n += run->signals[i].siginfo;
	return n;
}

static double ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : NAN;
}

double kt_run__per_setup(const struct kt_run *run)
{
	uint64_t all = run->windows[KT_PHASE_SETUP], failed = run->sums[KT_SUM_WINDOWS_FAILED];

	return ratio(all > failed ? all - failed : 0, kt_run__nr_signals(run));
}

double kt_run__per_sigreturn(const struct kt_run *run)
{
	return ratio(run->windows[KT_PHASE_SIGRETURN], kt_run__nr_sigreturns(run));
}

/* A missing term is 0, unless both miss. */
double kt_ratio_sum(double a, double b)
{
	if (isnan(a))
		return b;
	return isnan(b) ? a : a + b;
}

double kt_run__per_signal(const struct kt_run *run)
{
	return kt_ratio_sum(kt_run__per_setup(run), kt_run__per_sigreturn(run));
}

double kt_run__per_signal_amr(const struct kt_run *run)
{
	double windows = kt_run__per_signal(run);

	if (isnan(windows) || run->host.kuap < 0)
		return NAN;
	return run->host.kuap ? 2 * windows : 0;
}

/* @windows of phase @phase, divided by what that phase is counted per. */
double kt_run__phase_ratio(const struct kt_run *run, enum kt_phase phase, uint64_t windows)
{
	if (phase == KT_PHASE_SETUP)
		return ratio(windows, kt_run__nr_signals(run));
	if (phase == KT_PHASE_SIGRETURN)
		return ratio(windows, kt_run__nr_sigreturns(run));
	return NAN;
}

double kt_run__site_per_signal(const struct kt_run *run, const struct kt_site *site)
{
	return kt_run__phase_ratio(run, site->phase, site->windows);
}
