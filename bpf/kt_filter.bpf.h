/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Filters. Each begins with a switch in .rodata, so that one that is not used is not in the program
 * that runs. Who is wanted is one word a task, found out once: a window costs a test of its bits.
 */
#ifndef KT_FILTER_BPF_H
#define KT_FILTER_BPF_H

#include "kt_maps.bpf.h"

static __always_inline bool kt_cpu_wanted(void)
{
	__u32 cpu;

	if (!kt_filter.by_cpu)
		return true;
	cpu = bpf_get_smp_processor_id();
	if (cpu >= KT_MAX_CPUS)
		return false;
	return kt_filter.cpus[cpu / 64] >> (cpu % 64) & 1;
}

/* In one of the cgroups, or below it. */
static __always_inline bool kt_cgroup_wanted(void)
{
	__u32 i;

	if (!kt_filter.nr_cgroups)
		return true;
	for (i = 0; i < KT_MAX_CGROUPS && i < kt_filter.nr_cgroups; i++) {
		if (bpf_current_task_under_cgroup(&cgroups, i) == 1)
			return true;
	}
	return false;
}

static __always_inline bool kt_signal_wanted(__u64 sig)
{
	if (!kt_filter.by_signal)
		return true;
	return sig < KT_NSIG && kt_filter.signals[sig / 64] >> (sig % 64) & 1;
}

static __always_inline bool kt_dir_wanted(__u64 dir)
{
	return !kt_filter.dirs || kt_filter.dirs >> (dir & KT_DIR_BOTH) & 1;
}

/* The last range that starts below @ip, if it reaches so far. */
static __always_inline bool kt_in_ranges(__u64 ip)
{
	__u32 lo = 0, step, at;

	for (step = KT_MAX_RANGES / 2; step; step /= 2) {
		at = lo + step;
		if (at < KT_MAX_RANGES && at < kt_filter.nr_ranges &&
		    kt_filter.ranges[at].start < ip)
			lo = at;
	}
	return lo < KT_MAX_RANGES && kt_filter.ranges[lo].start < ip &&
	       ip <= kt_filter.ranges[lo].end;
}

static __always_inline bool kt_site_wanted(__u64 ip, __u64 caller)
{
	return !kt_filter.nr_ranges || kt_in_ranges(ip) || kt_in_ranges(caller);
}

static __always_inline bool kt_comm_wanted(const char comm[KT_COMM_LEN])
{
	__u64 state = kt_filter.comm_start;
	__u32 i;

	for (i = 0; i < KT_COMM_LEN; i++) {
		__u8 c = comm[i];

		if (!c)
			break;
		state = (state & kt_filter.comm_next[c]) << 1 | (state & kt_filter.comm_stay);
	}
	return state & kt_filter.comm_end;
}

static __always_inline bool kt_id_wanted(void)
{
	struct bpf_pidns_info ns = {};
	bool wanted = false;
	__u32 i;

	if (!kt_filter.nr_ids)
		return false;
	if (bpf_get_ns_current_pid_tgid(kt_filter.ns_dev, kt_filter.ns_ino, &ns, sizeof(ns)))
		return false;
	for (i = 0; i < KT_MAX_IDS && i < kt_filter.nr_ids; i++) {
		__u32 id = kt_filter.ids[i];

		wanted |= id == ns.tgid || id == (ns.pid | KT_ID_THREAD);
	}
	return wanted;
}

/* The current task's word, completed once; forks and new names keep it so. */
static __always_inline void kt_ask(__u32 *word)
{
	char comm[KT_COMM_LEN] = {};
	__u32 bits = KT_WATCH_ASKED;

	if (!kt_filter.ask || *word & KT_WATCH_ASKED)
		return;
	if (kt_id_wanted())
		bits |= KT_WATCH_ON;
	if (kt_filter.by_comm && !bpf_get_current_comm(comm, sizeof(comm)) && kt_comm_wanted(comm))
		bits |= KT_WATCH_COMM;
	__sync_fetch_and_or(word, bits);
}

#endif /* KT_FILTER_BPF_H */
