// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who is watched, decided at fork and exec.
 *
 * The bits are never cleared at exit: the fork that hands out the tid again decides anew, before
 * the new task runs, and its generation makes it another task.
 */
#include "kt_task.bpf.h"

char LICENSE[] SEC("license") = "GPL";

static __always_inline int kt_forked(__u32 child)
{
	__u32 parent = (__u32)bpf_get_current_pid_tgid(), *word, bits = 0;
	struct kt_task_key key = { .tid = child };

	word = bpf_map_lookup_elem(&watch, &parent);
	if (word) {
		kt_ask(word);
		bits = *word & ~KT_WATCH_GEN;
		if (!kt_conf.inherit)
			bits &= ~KT_WATCH_ON;
	}

	word = bpf_map_lookup_elem(&watch, &child);
	if (!word) {
		if (bits & KT_WATCH_ON && !kt_conf.watch_all)
			kt_lose(KT_LOSS_TID_RANGE);
		return 0;
	}
	key.gen = *word & KT_WATCH_GEN;
	if (bpf_map_lookup_elem(&tasks, &key))
		kt_sum_add(KT_SUM_PID_WRAPS, 1);
	*word = ((key.gen + 1) & KT_WATCH_GEN) | bits;
	return 0;
}

#ifdef KT_PLAIN
/* Without BTF only the tracepoint's record has the child's tid; tracefs says where. */
SEC("tracepoint/sched/sched_process_fork")
int on_fork(void *ctx)
{
	__u32 child = 0;

	if (bpf_probe_read_kernel(&child, sizeof(child), ctx + kt_conf.fork_child_off))
		return 0;
	return kt_forked(child);
}
#else
/* args: parent, child */
SEC("raw_tp/sched_process_fork")
int on_fork(KT_RAW_TP *ctx)
{
	struct task_struct___kt *child = (struct task_struct___kt *)ctx->args[1];

	return kt_forked(BPF_CORE_READ(child, pid));
}
#endif

static __always_inline void kt_watch_on(__u32 tid)
{
	__u32 *word = bpf_map_lookup_elem(&watch, &tid);

	if (word)
		__sync_fetch_and_or(word, KT_WATCH_ON);
	else
		kt_lose(KT_LOSS_TID_RANGE);
}

/* A new name for @tid: is it one of -c's, and what its entry is called. */
static __always_inline void kt_renamed(__u32 tid, const void *from, bool self)
{
	__u32 *word = bpf_map_lookup_elem(&watch, &tid);
	struct kt_task_key key = { .tid = tid };
	char comm[KT_COMM_LEN] = {};
	struct kt_task *t;

	if (!word || bpf_probe_read_kernel_str(comm, sizeof(comm), from) < 0)
		return;
	if (kt_filter.by_comm && (self || *word & KT_WATCH_ASKED)) {
		if (self)
			kt_ask(word);
		if (kt_comm_wanted(comm))
			__sync_fetch_and_or(word, KT_WATCH_COMM);
		else
			__sync_fetch_and_and(word, ~KT_WATCH_COMM);
	}
	key.gen = *word & KT_WATCH_GEN;
	t = bpf_map_lookup_elem(&tasks, &key);
	if (t)
		__builtin_memcpy(t->comm, comm, sizeof(comm));
}

/*
 * args: task, its new name. At exec this fires right after perf_event_exec(), where perf begins to
 * count, and no window lies between.
 */
SEC("raw_tp/task_rename")
int on_rename(KT_RAW_TP *ctx)
{
	__u32 tid = (__u32)bpf_get_current_pid_tgid();
	bool self = ctx->args[0] == bpf_get_current_task();

	if (!self) {
#ifndef KT_PLAIN
		/* A thread that names another: pthread_setname_np(). */
		struct task_struct___kt *p = (struct task_struct___kt *)ctx->args[0];

		kt_renamed(BPF_CORE_READ(p, pid), (void *)ctx->args[1], false);
#endif
		return 0;
	}
	if (kt_state.armed_tid && tid == kt_state.armed_tid) {
		kt_state.armed_tid = 0;
		kt_watch_on(tid);
	}
	kt_renamed(tid, (void *)ctx->args[1], true);
	return 0;
}

/*
 * args: task, old_pid. A thread that execs takes its leader's tid: watched if either was. What it
 * did between the two is its leader's.
 */
SEC("raw_tp/sched_process_exec")
int on_exec(KT_RAW_TP *ctx)
{
	__u32 tid = (__u32)bpf_get_current_pid_tgid(), old = ctx->args[1], *word;

	if (old == tid)
		return 0;
	word = bpf_map_lookup_elem(&watch, &old);
	if (word && (*word & KT_WATCH_ON))
		kt_watch_on(tid);
	return 0;
}

SEC("raw_tp/sched_process_exit")
int on_exit(KT_RAW_TP *ctx)
{
	struct kt_who who = {};
	struct kt_task *t;

	if (!kt_listed(&who))
		return 0;
	t = bpf_map_lookup_elem(&tasks, &who.key);
	if (t)
		t->flags |= KT_TASK_EXITED;
	return 0;
}

/* Run by user space: the caller's tid in the first pid namespace, which keys the maps. */
SEC("raw_tp")
int kt_whoami(KT_RAW_TP *ctx)
{
	__u64 id = bpf_get_current_pid_tgid();

	kt_state.told_tid = (__u32)id;
	kt_state.told_tgid = id >> 32;
	return 0;
}
