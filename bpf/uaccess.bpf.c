// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run per window, at its end: the kernel keeps begin's stamp in the thread. User access is
 * already blocked here, so nothing that we do happens inside a window.
 */
#include "kt_task.bpf.h"

char LICENSE[] SEC("license") = "GPL";

static const struct kt_cell kt_no_cell = {};

static __always_inline struct kt_cell *kt_cell_get(const struct kt_cell_key *key)
{
	struct kt_cell *cell = bpf_map_lookup_elem(&cells, key);

	if (cell)
		return cell;
	bpf_map_update_elem(&cells, key, &kt_no_cell, BPF_NOEXIST);
	cell = bpf_map_lookup_elem(&cells, key);
	if (!cell)
		kt_lose(KT_LOSS_CELL_MAP_FULL);
	return cell;
}

static __always_inline void kt_window_time(struct kt_task *t, struct kt_cell *cell, __u32 flags,
					   __u64 ticks)
{
	if (flags & KT_PF_INTERRUPTED)
		kt_sum_add(KT_SUM_INTERRUPTED, 1);
	if (!kt_ticks_ok(ticks))
		return;
	if (flags & KT_PF_INTERRUPTED) {
		kt_run_hist_add(KT_RH_INTERRUPTED, ticks);
		return;
	}
	cell->ticks += ticks;
	kt_hist_add(&t->window, ticks);
}

/*
 * The task, when the window is one that the filters want; NULL also when there is no room for it.
 * With -s it has to be inside the setup or sigreturn of a wanted signal, whose entry said so.
 */
static __always_inline struct kt_task *kt_wanting(const struct kt_who *who, KT_RAW_TP *ctx)
{
	__u32 flags = ctx->args[3], phase = flags & KT_PF_PHASE;
	struct kt_task *t;

	if (!kt_dir_wanted(ctx->args[2]) || !kt_site_wanted(ctx->args[0], ctx->args[1]))
		return NULL;
	if (!kt_filter.by_signal)
		return kt_task_get(who);
	if (flags & KT_PF_NESTED)
		return NULL;
	t = bpf_map_lookup_elem(&tasks, &who->key);
	if (t && phase == KT_PHASE_SETUP && t->flags & KT_TASK_IN_SETUP)
		return t;
	if (t && phase == KT_PHASE_SIGRETURN && t->flags & KT_TASK_IN_SIGRETURN)
		return t;
	return NULL;
}

static __always_inline int kt_window(const struct kt_who *who, KT_RAW_TP *ctx)
{
	__u32 flags = ctx->args[3], phase = flags & KT_PF_PHASE;
	bool nested = flags & KT_PF_NESTED;
	struct kt_cell_key key = {};
	struct kt_cell *cell;
	struct kt_task *t;

	if (!ctx->args[0])
		return kt_lose(KT_LOSS_UNMATCHED_END);
	t = kt_wanting(who, ctx);
	if (!t)
		return 0;
	if (nested || phase >= KT_PHASE_MAX)
		phase = KT_PHASE_OTHER;

	key.task_id = t->id;
	key.dir = ctx->args[2];
	key.phase = phase;
	key.nested = nested;
	key.ip = ctx->args[0];
	key.caller = ctx->args[1];
	cell = kt_cell_get(&key);
	if (!cell)
		return 0;

	cell->windows++;
	if (nested)
		return 0;
	if (phase == KT_PHASE_SETUP)
		t->cur_setup_windows++;
	kt_window_time(t, cell, flags, ctx->args[4]);
	return 0;
}

/* args: ip, caller, dir, phase_flags, ticks */
SEC("raw_tp/uaccess_end")
int on_uaccess_end(KT_RAW_TP *ctx)
{
	struct kt_who who = {};

	if (!kt_watched(&who))
		return 0;
	if (kt_is_tool(&who)) {
		kt_sum_add(KT_SUM_OWN_WINDOWS, 1);
		return 0;
	}
	return kt_window(&who, ctx);
}
