/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What BPF programs and user space share: map keys and values, enums, limits.
 *
 * Both clang -target bpf and the host compiler read this file, so only fixed-width types, explicit
 * padding and size asserts. Enum values are append-only: a run file keeps their names, a running
 * program keeps their numbers.
 */
#ifndef KT_ABI_H
#define KT_ABI_H

#ifndef __VMLINUX_H__
#include <linux/types.h>
#endif

#include "kt_hist.h"

#define KT_COMM_LEN 16
#define KT_NSIG 65 /* signals 1..64; 0 is "unknown" */

/* uaccess direction: the kernel's KUAP_READ, KUAP_WRITE, KUAP_READ_WRITE. */
enum kt_dir {
	KT_DIR_READ = 1,
	KT_DIR_WRITE = 2,
	KT_DIR_BOTH = 3,
};

/* uaccess_end's phase_flags: the phase in bits 0-1, flags above it. */
enum kt_phase {
	KT_PHASE_OTHER = 0,
	KT_PHASE_SETUP = 1,
	KT_PHASE_SIGRETURN = 2,
	KT_PHASE_MAX = 3,
};

#define KT_PF_PHASE 0x3u
#define KT_PF_NESTED 0x4u	/* in NMI or hard interrupt, or inside another window: no stamp, no time */
#define KT_PF_INTERRUPTED 0x8u	/* a fault, interrupt or preemption landed inside the window */

/* kuap_amr_write's reason. */
enum kt_amr_reason {
	KT_AMR_OPEN = 1,	/* a window begins */
	KT_AMR_CLOSE = 2,	/* a window ends */
	KT_AMR_IRQ_RESTORE = 3, /* interrupt exit reopens the window it landed in */
	KT_AMR_RESTART = 4,	/* an exit to user space is restarted: blocked again */
};

/* sigreturn_entry/_exit's kind. */
enum kt_sigreturn_kind {
	KT_SIGRETURN_RT64 = 0,
	KT_SIGRETURN_RT32 = 1,
	KT_SIGRETURN_32 = 2,
	KT_SIGRETURN_MAX = 3,
};

/*
 * Every way to lose or invent an event. tools/model/run.c has the names that reach the run file.
 * A lost event is in no other counter; what is counted but has no time says so here.
 */
enum kt_loss {
	KT_LOSS_TASK_MAP_FULL = 0, /* no room for a new task: its events are in no count */
	KT_LOSS_CELL_MAP_FULL = 1, /* no room for a new task x site: its window is in no count */
	KT_LOSS_PID_REUSE = 2,	   /* a tid came back and its fork was not seen */
	KT_LOSS_UNMATCHED_END = 3, /* an end whose begin came before tracing did */
	KT_LOSS_CLOCK_BACKWARDS = 4, /* counted, but without time */
	KT_LOSS_TIME_OVER = 5,	     /* counted, but longer than the histogram's last slot */
	KT_LOSS_TID_RANGE = 6,	     /* a tid at or beyond pid_max as it was at load */
	KT_LOSS_RECURSION = 7,	     /* a program not run because it was running (user space reads it) */
	KT_LOSS_FRAMES_FULL = 8,     /* with -s: too many frames on a stack, a sigreturn not counted */
	KT_LOSS_MAX = 9,
};

/* Per-run sums (per CPU in the kernel). */
enum kt_sum {
	KT_SUM_SETUPS = 0,	   /* frames built */
	KT_SUM_SETUPS_FAILED = 1,  /* frames that could not be built */
	KT_SUM_WINDOWS_FAILED = 2, /* setup windows opened by those */
	KT_SUM_RESTORE_MATH = 3,   /* calls */
	KT_SUM_RESTORED_FP = 4,	   /* calls that set MSR[FP] */
	KT_SUM_RESTORED_VMX = 5,   /* MSR[VEC] */
	KT_SUM_RESTORED_VSX = 6,   /* MSR[VSX] */
	KT_SUM_OWN_WINDOWS = 7,	   /* the tool's own, left out of everything else */
	KT_SUM_INTERRUPTED = 8,	   /* windows with KT_PF_INTERRUPTED */
	KT_SUM_RESTORED_ANY = 9,   /* restore_math calls that changed the MSR at all */
	KT_SUM_PID_WRAPS = 10,	   /* tids seen again with their fork: kept apart, nothing lost */
	KT_SUM_AMR_OPEN = 11,	   /* kuap_amr_write by reason, only when attached on request */
	KT_SUM_AMR_CLOSE = 12,
	KT_SUM_AMR_IRQ_RESTORE = 13,
	KT_SUM_AMR_RESTART = 14,
	KT_SUM_MAX = 15,
};

/* Per-run histograms (per CPU in the kernel). */
enum kt_run_hist {
	KT_RH_SETUP = 0,
	KT_RH_SIGRETURN = 1,
	KT_RH_INTERRUPTED = 2, /* windows with KT_PF_INTERRUPTED */
	KT_RH_MAX = 3,
};

/* One word a tid, an array: is the tid watched, and how often was it forked (so that a reused tid
 * is another task). The fork program decides both for the child before it first runs.
 */
#define KT_WATCH_ON 0x80000000u	   /* listed, or the child of one that is */
#define KT_WATCH_COMM 0x40000000u  /* its name is one of -c's */
#define KT_WATCH_ASKED 0x20000000u /* the two above are known: found out at its first event */
#define KT_WATCH_GEN 0x1fffffffu

struct kt_task_key {
	__u32 tid;
	__u32 gen;
};

struct kt_hist {
	__u64 sum_ticks;
	__u64 count;
	__u32 slots[KT_HIST_SLOTS]; /* of ns */
};

#define KT_TASK_EXITED 0x1u
#define KT_TASK_FP 0x2u	 /* used FP, VMX, VSX (thread.load_fp, used_vr, used_vsr); only where BTF told */
#define KT_TASK_VMX 0x4u
#define KT_TASK_VSX 0x8u
/* Of the frame being built now; the programs' own, not for a run file. */
#define KT_TASK_IN_SETUP 0x10u	  /* setup's entry was seen, its exit not yet */
#define KT_TASK_CUR_SIGINFO 0x20u /* it has SA_SIGINFO */
#define KT_TASK_IN_SIGRETURN 0x40u /* with -s: the frame being taken down is a wanted signal's */

struct kt_task {
	__u32 id; /* small number for kt_cell_key, unique in a run */
	__u32 tgid;
	__u32 flags;
	__u32 cur_setup_windows; /* of the frame being built now */
	__u64 start_ns;		 /* CLOCK_BOOTTIME; 0: unknown (no BTF) */
	__u64 cgroup;		 /* cgroup v2 id; 0: unknown */
	__u64 signals;		 /* frames built */
	__u64 siginfo;		 /* of them with SA_SIGINFO */
	__u64 sigreturns;
	char comm[KT_COMM_LEN];
	struct kt_hist window; /* neither nested nor interrupted */
};

struct kt_cell_key {
	__u32 task_id;
	__u8 dir;
	__u8 phase;
	__u8 nested; /* 0 or 1 */
	__u8 pad;
	__u64 ip;
	__u64 caller;
};

struct kt_cell {
	__u64 windows;
	__u64 ticks; /* not of nested, nor of interrupted ones */
};

struct kt_signal {
	__u64 entered; /* signal_setup_entry seen */
	__u64 siginfo; /* of them with SA_SIGINFO */
};

/* With -s: frames of wanted signals that have not been returned from. */
#define KT_MAX_FRAMES 8

struct kt_frames {
	__u64 sp[KT_MAX_FRAMES]; /* the handler's stack pointer; 0: free */
};

/* All that is counted per CPU without a key, in one entry: one lookup, no lock. */
struct kt_counts {
	__u64 sums[KT_SUM_MAX];
	__u64 losses[KT_LOSS_MAX];
	__u64 sigreturns[KT_SIGRETURN_MAX];
};

/* What user space tells the programs before they are loaded (.rodata). */
struct kt_conf {
	__u64 tick_mult;      /* kt_ticks_to_ns() */
	__u32 fork_child_off; /* of child_pid in sched_process_fork's record; only the set without BTF */
	__u8 watch_all;	      /* count every task; else only those that watch says */
	__u8 inherit;	      /* a watched task's child is watched */
	__u8 have_cgroup;     /* the kernel has bpf_get_current_cgroup_id() */
	__u8 pad;
};

#define KT_MAX_CPUS 2048
#define KT_MAX_CGROUPS 8
#define KT_MAX_IDS 64
#define KT_MAX_RANGES 512
#define KT_ID_THREAD 0x80000000u

/* A function: its addresses as return addresses, so the first is not in it and the end is. */
struct kt_range {
	__u64 start;
	__u64 end;
};

/*
 * What is left out (.rodata): the verifier drops the code of a filter that is not used. Globs of
 * names are automata: bit n is set when n characters of a pattern have matched; patterns lie side
 * by side in the word.
 */
struct kt_filter {
	__u32 need;	  /* bits of a task's word in watch without which it is not watched */
	__u8 ask;	  /* names or foreign pids are to be found out in the kernel */
	__u8 by_cpu;
	__u8 by_comm;
	__u8 by_signal;
	__u8 dirs;	  /* bit by kt_dir; 0: all */
	__u8 nr_cgroups;
	__u16 nr_ids;
	__u32 nr_ranges;
	__u64 ns_dev, ns_ino; /* of the pid namespace that ids are of */
	__u64 signals[2];     /* bit by number */
	__u64 comm_start, comm_stay, comm_end;
	__u64 comm_next[256]; /* by character: from which states it leads to the next */
	__u64 cpus[KT_MAX_CPUS / 64];
	__u32 ids[KT_MAX_IDS];	/* tgids, or tids with KT_ID_THREAD */
	struct kt_range ranges[KT_MAX_RANGES]; /* sorted */
};

/* What changes while they run (.bss). tids are those of the first pid namespace. */
struct kt_state {
	__u32 on;	 /* nothing is counted before it is set, nor after it is cleared */
	__u32 own_tgid;	 /* the tool */
	__u32 armed_tid; /* watched from its exec on */
	__u32 next_id;	 /* kt_task.id of the last new task */
	__u32 told_tid;	 /* what the kt_whoami program was told */
	__u32 told_tgid;
};

_Static_assert(sizeof(struct kt_task_key) == 8, "kt_task_key");
_Static_assert(sizeof(struct kt_cell_key) == 24, "kt_cell_key");
_Static_assert(sizeof(struct kt_cell) == 16, "kt_cell");
_Static_assert(sizeof(struct kt_hist) == 16 + 4 * KT_HIST_SLOTS, "kt_hist");
_Static_assert(sizeof(struct kt_task) == 72 + sizeof(struct kt_hist), "kt_task");

_Static_assert(sizeof(struct kt_conf) == 16, "kt_conf");
_Static_assert(sizeof(struct kt_state) == 24, "kt_state");

#endif /* KT_ABI_H */
