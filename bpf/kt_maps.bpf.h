/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The maps, once defined (maps.bpf.c), elsewhere extern, and what every family does with them.
 *
 * Sizes are defaults: user space sets pid_max and its own limits before load.
 */
#ifndef KT_MAPS_BPF_H
#define KT_MAPS_BPF_H

#include <linux/bpf.h>
#include <bpf/bpf_helpers.h>
#include <stdbool.h>

#include "kt_abi.h"

#ifdef KT_MAPS_DEFINE
#define KT_VAR
#else
#define KT_VAR extern
#endif

#define KT_RAW_TP struct bpf_raw_tracepoint_args

/* Read in the kernel by an inlined lookup; mapped by user space, which sets bits. */
KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 32768);
	__type(key, __u32);
	__type(value, __u32);
} watch SEC(".maps");

KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__type(key, struct kt_task_key);
	__type(value, struct kt_task);
} tasks SEC(".maps");

KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 131072);
	__type(key, struct kt_cell_key);
	__type(value, struct kt_cell);
} cells SEC(".maps");

KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct kt_counts);
} counts SEC(".maps");

KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, KT_RH_MAX);
	__type(key, __u32);
	__type(value, struct kt_hist);
} run_hists SEC(".maps");

KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, KT_NSIG);
	__type(key, __u32);
	__type(value, struct kt_signal);
} signals SEC(".maps");

/* One entry unless -s is used. */
KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1);
	__type(key, struct kt_task_key);
	__type(value, struct kt_frames);
} frames SEC(".maps");

/* Created only when -G is used. */
KT_VAR struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, KT_MAX_CGROUPS);
	__type(key, __u32);
	__type(value, __u32);
} cgroups SEC(".maps");

#ifdef KT_MAPS_DEFINE
const volatile struct kt_conf kt_conf = {};
const volatile struct kt_filter kt_filter = {};
volatile struct kt_state kt_state = {};
#else
extern const volatile struct kt_conf kt_conf;
extern const volatile struct kt_filter kt_filter;
extern volatile struct kt_state kt_state;
#endif

static __always_inline struct kt_counts *kt_counts_get(void)
{
	__u32 zero = 0;

	return bpf_map_lookup_elem(&counts, &zero);
}

/* Atomic: several programs share these, and one may interrupt another. Rare by design. */
static __always_inline int kt_lose(enum kt_loss cause)
{
	struct kt_counts *c = kt_counts_get();

	if (c)
		__sync_fetch_and_add(&c->losses[cause], 1);
	return 0;
}

/* Not atomic: each sum belongs to one program, which does not interrupt itself on a CPU. */
static __always_inline void kt_sum_add(enum kt_sum sum, __u64 n)
{
	struct kt_counts *c = kt_counts_get();

	if (c)
		c->sums[sum] += n;
}

static __always_inline bool kt_ticks_ok(__u64 ticks)
{
	if ((__s64)ticks >= 0)
		return true;
	kt_lose(KT_LOSS_CLOCK_BACKWARDS);
	return false;
}

static __always_inline void kt_hist_add(struct kt_hist *h, __u64 ticks)
{
	__u64 ns = kt_ticks_to_ns(ticks, kt_conf.tick_mult);
	__u32 slot;

	h->sum_ticks += ticks;
	h->count++;
	if (ns >= KT_HIST_LIMIT) {
		kt_lose(KT_LOSS_TIME_OVER);
		return;
	}
	slot = kt_hist_slot(ns);
	if (slot < KT_HIST_SLOTS) /* for the verifier */
		h->slots[slot]++;
}

static __always_inline void kt_run_hist_add(enum kt_run_hist id, __u64 ticks)
{
	__u32 key = id;
	struct kt_hist *h = bpf_map_lookup_elem(&run_hists, &key);

	if (h)
		kt_hist_add(h, ticks);
}

#endif /* KT_MAPS_BPF_H */
