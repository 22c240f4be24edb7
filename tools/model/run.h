/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run: what one recording counted, as every room right of collect/ sees it.
 *
 * collect/ and model/runfile.c fill it; render/, compare and check only read it. No BPF, no root,
 * no ppc64 below this line. Strings are owned by the run. Times are ns, counts are exact or
 * `losses` says why not. A ratio is never stored: the functions below have the one definition of
 * each.
 */
#ifndef KT_RUN_H
#define KT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kt_abi.h"

#define KT_RUN_SCHEMA "kuaptrace.run/1"

struct kt_run_host {
	char *kernel;  /* uname -r */
	char *variant; /* signal profile ("block", "percall"); "" where there is no such switch */
	char *mmu;     /* "radix" | "hash" | "unknown" */
	char *flush;   /* "on" | "off" | "unknown": L1D flush at the end of a window */
	char *cpu;     /* as /proc/cpuinfo names it */
	char *source;  /* "tracepoints" | "sites" | "perf" */
	int kuap;      /* 1 on, 0 off, -1 unknown */
	int tm;	       /* transactional memory compiled in: 1, 0, -1 unknown */
	uint32_t page_size;
	uint32_t cpus;
	double tick_ns;	 /* one timebase tick */
	double floor_ns; /* an empty window's time from bench --calibrate; 0: not measured */
};

struct kt_run_workload {
	char *command; /* argv joined by spaces; "" when none was run */
	int exit;      /* its status, 128 + signal; -1 when none was run */
	char *start;   /* ISO 8601, UTC, with seconds */
	double seconds;
	char *filter; /* what else was left out, "comm=x cpu=0-3"; "" or NULL: nothing */
};

struct kt_run_hist_data {
	uint64_t sum; /* ns */
	uint64_t count;
	uint64_t slots[KT_HIST_SLOTS];
};

struct kt_site {
	char *symbol; /* function of the window; "0x..." where there is no name */
	char *caller; /* its caller */
	enum kt_phase phase;
	enum kt_dir dir;
	bool nested;
	uint64_t windows;
	uint64_t ns; /* sum; 0 for nested ones */
};

struct kt_run_task {
	uint32_t id; /* kt_task.id; not in the run file */
	uint32_t pid; /* tgid */
	uint32_t tid;
	uint32_t flags;	   /* KT_TASK_* */
	uint64_t start_ns; /* 0 unknown */
	uint64_t cgroup;
	uint64_t windows;
	uint64_t signals;
	uint64_t siginfo;
	uint64_t sigreturns;
	char comm[KT_COMM_LEN + 1];
};

/* Histograms of a run; names in kt_run_hist_names. All in ns. */
enum kt_hist_id {
	KT_H_WINDOW = 0,
	KT_H_SETUP,
	KT_H_SIGRETURN,
	KT_H_INTERRUPTED,
	KT_H_MAX,
};

struct kt_run {
	struct kt_run_host host;
	struct kt_run_workload workload;
	uint64_t windows[KT_PHASE_MAX]; /* by phase; nested ones are not in here */
	uint64_t nested;		/* windows inside a window, or in an interrupt */
	uint64_t sums[KT_SUM_MAX];
	uint64_t sigreturns[KT_SIGRETURN_MAX];
	struct kt_signal signals[KT_NSIG]; /* by number */
	uint64_t losses[KT_LOSS_MAX];
	struct kt_run_hist_data hist[KT_H_MAX];
	struct kt_site *sites; /* sorted: windows descending, then symbol, caller, phase, dir */
	size_t nr_sites;
	struct kt_run_task *tasks; /* sorted: windows descending, then pid, tid, start */
	size_t nr_tasks;
	bool complete;
	uint64_t digest; /* of the file it was read from, to know it again; 0: of none */
};

extern const char *const kt_run_hist_names[KT_H_MAX];	   /* "window", "setup", ... */
extern const char *const kt_run_phase_names[KT_PHASE_MAX]; /* "other", "setup", "sigreturn" */
extern const char *const kt_run_dir_names[4];		   /* "unknown", "read", "write", "both" */
extern const char *const kt_run_loss_names[KT_LOSS_MAX];   /* "task_map_full", ... */
extern const char *const kt_run_sum_names[KT_SUM_MAX];
extern const char *const kt_run_sigreturn_names[KT_SIGRETURN_MAX]; /* "rt64", "rt32", "nonrt32" */

struct kt_run *kt_run__new(void);
void kt_run__free(struct kt_run *run);

/* Sorts sites and tasks so that equal runs make equal bytes; merges sites that name the same thing.
 */
void kt_run__finish(struct kt_run *run);

uint64_t kt_run__windows(const struct kt_run *run);    /* all phases, nested apart */
uint64_t kt_run__amr_writes(const struct kt_run *run); /* 2 x windows with KUAP on, else 0 */
uint64_t kt_run__nr_sigreturns(const struct kt_run *run);
uint64_t kt_run__nr_signals(const struct kt_run *run); /* frames built */
uint64_t kt_run__nr_losses(const struct kt_run *run);
uint64_t kt_run__nr_siginfo(const struct kt_run *run); /* setups entered with SA_SIGINFO */

/* Orders sites by what they are: symbol, caller, phase, dir, nested. 0: the same site. */
int kt_site__cmp(const struct kt_site *a, const struct kt_site *b);

/*
 * The ratios of design.md ("Numbers that have one definition"). NAN when there was nothing to
 * divide by. per_setup leaves out failed setups and the windows that they opened; per_signal is the
 * sum of per_setup and per_sigreturn, with a missing one as 0 unless both miss.
 */
double kt_run__per_setup(const struct kt_run *run);
double kt_run__per_sigreturn(const struct kt_run *run);
double kt_run__per_signal(const struct kt_run *run);
double kt_run__per_signal_amr(const struct kt_run *run);
/* A site's windows per signal: divided by the setups or sigreturns of its phase; NAN for "other".
 */
double kt_run__site_per_signal(const struct kt_run *run, const struct kt_site *site);
/* The same for any count of @windows in @phase. */
double kt_run__phase_ratio(const struct kt_run *run, enum kt_phase phase, uint64_t windows);
/* a + b where NAN is "nothing to divide by": a missing term is 0, unless both miss. */
double kt_ratio_sum(double a, double b);

#endif /* KT_RUN_H */
