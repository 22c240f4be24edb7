/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who is running, and is it watched.
 *
 * Built twice: with CO-RE, and with KT_PLAIN for kernels without BTF, where start time and use of
 * FP, VMX and VSX stay unknown.
 */
#ifndef KT_TASK_BPF_H
#define KT_TASK_BPF_H

#include "kt_filter.bpf.h"
#include "kt_maps.bpf.h"

#ifndef KT_PLAIN
#include <bpf/bpf_core_read.h>
#include "kt_core.h"
#endif

struct kt_who {
	struct kt_task_key key;
	__u32 tgid;
};

/* Is the current task listed, by id and name? False before anything costly. */
static __always_inline bool kt_listed(struct kt_who *who)
{
	__u64 id = bpf_get_current_pid_tgid();
	__u32 tid = (__u32)id, *word;

	if (!kt_state.on)
		return false;
	word = bpf_map_lookup_elem(&watch, &tid);
	if (!word) {
		/* With a list, the fork of a watched task has said so already. */
		if (kt_conf.watch_all)
			kt_lose(KT_LOSS_TID_RANGE);
		return false;
	}
	kt_ask(word);
	if (kt_filter.need && (*word & kt_filter.need) != kt_filter.need)
		return false;
	who->key.tid = tid;
	who->key.gen = *word & KT_WATCH_GEN;
	who->tgid = id >> 32;
	return true;
}

/* Is what the current task does here and now watched? */
static __always_inline bool kt_watched(struct kt_who *who)
{
	return kt_cpu_wanted() && kt_listed(who) && kt_cgroup_wanted();
}

static __always_inline bool kt_is_tool(const struct kt_who *who)
{
	return who->tgid == kt_state.own_tgid;
}

/* kt_watched(), and not the tool. */
static __always_inline bool kt_counted(struct kt_who *who)
{
	return kt_watched(who) && !kt_is_tool(who);
}

#ifdef KT_PLAIN
static __always_inline __u64 kt_start_ns(void)
{
	return 0;
}

static __always_inline __u32 kt_math_use(void)
{
	return 0;
}
#else
static __always_inline struct task_struct___kt *kt_current(void)
{
	return (struct task_struct___kt *)bpf_get_current_task();
}

static __always_inline __u64 kt_start_ns(void)
{
	struct task_struct___kt *p = kt_current();

	if (!bpf_core_field_exists(p->start_boottime))
		return 0;
	return BPF_CORE_READ(p, start_boottime);
}

static __always_inline __u32 kt_math_use(void)
{
	struct task_struct___kt *p = kt_current();
	__u32 use = 0;

	if (bpf_core_field_exists(p->thread.load_fp) && BPF_CORE_READ(p, thread.load_fp))
		use |= KT_TASK_FP;
	if (bpf_core_field_exists(p->thread.load_vec) && BPF_CORE_READ(p, thread.load_vec))
		use |= KT_TASK_VMX;
	if (bpf_core_field_exists(p->thread.used_vr) && BPF_CORE_READ(p, thread.used_vr))
		use |= KT_TASK_VMX;
	if (bpf_core_field_exists(p->thread.used_vsr) && BPF_CORE_READ(p, thread.used_vsr))
		use |= KT_TASK_VSX;
	return use;
}
#endif /* KT_PLAIN */

/* An entry starts as this: it is too big for the stack. */
static const struct kt_task kt_no_task = {};

static __always_inline struct kt_task *kt_task_new(const struct kt_who *who)
{
	struct kt_task *t;

	bpf_map_update_elem(&tasks, &who->key, &kt_no_task, BPF_NOEXIST);
	t = bpf_map_lookup_elem(&tasks, &who->key);
	if (!t) {
		kt_lose(KT_LOSS_TASK_MAP_FULL);
		return NULL;
	}
	t->id = __sync_fetch_and_add(&kt_state.next_id, 1) + 1;
	t->tgid = who->tgid;
	if (kt_conf.have_cgroup)
		t->cgroup = bpf_get_current_cgroup_id();
	t->start_ns = kt_start_ns();
	bpf_get_current_comm(t->comm, sizeof(t->comm));
	return t;
}

/* The current task's entry; NULL when there is no room, which is counted here. */
static __always_inline struct kt_task *kt_task_get(const struct kt_who *who)
{
	struct kt_task *t = bpf_map_lookup_elem(&tasks, &who->key);

	if (!t)
		return kt_task_new(who);
	if (!t->id) {
		/* An interrupt between another program's two lines above. */
		kt_lose(KT_LOSS_RECURSION);
		return NULL;
	}
	return t;
}

#endif /* KT_TASK_BPF_H */
