/* SPDX-License-Identifier: GPL-2.0-only */
/* Two runs with known numbers: 82 and 16 AMR writes a signal, as percall and block have. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "model/hist.h"
#include "model/run.h"

#define FIXTURE_SIGNALS 1000u

struct fixture_site {
	const char *symbol, *caller;
	enum kt_phase phase;
	enum kt_dir dir;
	uint64_t windows;
};

static const struct fixture_site fixture_percall[] = {
	{ "setup_sigcontext", "handle_rt_signal64", KT_PHASE_SETUP, KT_DIR_WRITE, 16000 },
	{ "restore_sigcontext", "sys_rt_sigreturn", KT_PHASE_SIGRETURN, KT_DIR_READ, 13000 },
	{ "handle_rt_signal64", "do_notify_resume", KT_PHASE_SETUP, KT_DIR_WRITE, 5000 },
	{ "setup_trampoline", "handle_rt_signal64", KT_PHASE_SETUP, KT_DIR_WRITE, 4000 },
	{ "_copy_to_user", "copy_siginfo_to_user", KT_PHASE_SETUP, KT_DIR_WRITE, 1000 },
	{ "_copy_from_user", "restore_altstack", KT_PHASE_SIGRETURN, KT_DIR_READ, 1000 },
	{ "__get_user_sigset", "sys_rt_sigreturn", KT_PHASE_SIGRETURN, KT_DIR_READ, 1000 },
	{ "ktime_get_real_ts64_compat_wrapper", "__do_sys_clock_nanosleep_time64", KT_PHASE_OTHER,
	  KT_DIR_BOTH, 321 },
};

static const struct fixture_site fixture_block[] = {
	{ "handle_rt_signal64", "do_notify_resume", KT_PHASE_SETUP, KT_DIR_WRITE, 2000 },
	{ "setup_sigcontext", "handle_rt_signal64", KT_PHASE_SETUP, KT_DIR_WRITE, 1000 },
	{ "_copy_to_user", "copy_siginfo_to_user", KT_PHASE_SETUP, KT_DIR_WRITE, 1000 },
	{ "_copy_from_user", "restore_altstack", KT_PHASE_SIGRETURN, KT_DIR_READ, 1000 },
	{ "__unsafe_restore_sigcontext", "sys_rt_sigreturn", KT_PHASE_SIGRETURN, KT_DIR_READ,
	  2000 },
	{ "__get_user_sigset", "sys_rt_sigreturn", KT_PHASE_SIGRETURN, KT_DIR_READ, 1000 },
	{ "ktime_get_real_ts64_compat_wrapper", "__do_sys_clock_nanosleep_time64", KT_PHASE_OTHER,
	  KT_DIR_BOTH, 300 },
};

static inline void fixture_add_site(struct kt_run *run, const struct fixture_site *f)
{
	struct kt_site *s;

	run->sites = realloc(run->sites, (run->nr_sites + 1) * sizeof(*s));
	s = &run->sites[run->nr_sites++];
	memset(s, 0, sizeof(*s));
	s->symbol = strdup(f->symbol);
	s->caller = strdup(f->caller);
	s->phase = f->phase;
	s->dir = f->dir;
	s->windows = f->windows;
	s->ns = f->windows * 90;
	run->windows[f->phase] += f->windows;
}

static inline void fixture_add_task(struct kt_run *run, uint32_t tid, const char *comm,
				    uint64_t windows, uint64_t signals)
{
	struct kt_run_task *t;

	run->tasks = realloc(run->tasks, (run->nr_tasks + 1) * sizeof(*t));
	t = &run->tasks[run->nr_tasks++];
	memset(t, 0, sizeof(*t));
	t->pid = 100;
	t->tid = tid;
	t->start_ns = 5000000000ull + tid;
	t->windows = windows;
	t->signals = t->sigreturns = signals;
	t->flags = KT_TASK_EXITED | KT_TASK_FP;
	memcpy(t->comm, comm, strlen(comm));
}

static inline void fixture_times(struct kt_run *run)
{
	uint64_t n = kt_run__windows(run), i;

	for (i = 0; i < n; i++)
		kt_hist__record(&run->hist[KT_H_WINDOW], 60 + i % 97 + (i % 1000 ? 0 : 5000));
	for (i = 0; i < FIXTURE_SIGNALS; i++) {
		kt_hist__record(&run->hist[KT_H_SETUP], n / 10 + i % 50);
		kt_hist__record(&run->hist[KT_H_SIGRETURN], n / 20 + i % 50);
	}
	kt_hist__record(&run->hist[KT_H_INTERRUPTED], 123456789);
}

static inline void fixture_host(struct kt_run *run, const char *variant)
{
	run->host.kernel = strdup("6.12.48-kuaptrace");
	run->host.variant = strdup(variant);
	run->host.mmu = strdup("radix");
	run->host.flush = strdup("off");
	run->host.cpu = strdup("POWER9 (raw), altivec supported");
	run->host.source = strdup("tracepoints");
	run->host.kuap = 1;
	run->host.tm = 1;
	run->host.page_size = 65536;
	run->host.cpus = 2;
	run->host.tick_ns = 1.953125;
	run->host.floor_ns = 41.015625;
	run->workload.command = strdup("kuaptrace bench signal1 -n 1000");
	run->workload.start = strdup("2025-11-30T12:00:00Z");
	run->workload.exit = 0;
	run->workload.seconds = 1.25;
}

static inline struct kt_run *fixture_run(const char *variant, const struct fixture_site *sites,
					 size_t n)
{
	struct kt_run *run = kt_run__new();
	size_t i;

	fixture_host(run, variant);
	for (i = 0; i < n; i++)
		fixture_add_site(run, &sites[i]);
	run->sums[KT_SUM_SETUPS] = FIXTURE_SIGNALS;
	run->sums[KT_SUM_RESTORE_MATH] = 12;
	run->sums[KT_SUM_RESTORED_ANY] = run->sums[KT_SUM_RESTORED_FP] = 3;
	run->sums[KT_SUM_INTERRUPTED] = 1;
	run->sigreturns[KT_SIGRETURN_RT64] = FIXTURE_SIGNALS;
	run->signals[10].entered = FIXTURE_SIGNALS;
	fixture_times(run);
	fixture_add_task(run, 101, "signal1", kt_run__windows(run) - 7, FIXTURE_SIGNALS);
	fixture_add_task(run, 102, "w\xc3\xb6rk\xff\\er", 7, 0);
	run->complete = true;
	kt_run__finish(run);
	return run;
}

#define FIXTURE_N(a) (sizeof(a) / sizeof((a)[0]))

static inline struct kt_run *fixture_before(void)
{
	return fixture_run("percall", fixture_percall, FIXTURE_N(fixture_percall));
}

static inline struct kt_run *fixture_after(void)
{
	return fixture_run("block", fixture_block, FIXTURE_N(fixture_block));
}

#endif /* FIXTURE_H */
