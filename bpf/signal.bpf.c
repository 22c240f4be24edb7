// SPDX-License-Identifier: GPL-2.0-only
/* Frames built and taken down again. Only -s needs sigreturn_entry: exit has all there is. */
#include "kt_frames.bpf.h"
#include "kt_task.bpf.h"

char LICENSE[] SEC("license") = "GPL";

#define KT_SA_SIGINFO 0x4
#define KT_TICKS_UNSEEN (~0ULL) /* the kernel did not see the entry */

/*
 * A start time that is not the entry's: the tid came back and the fork program missed it. What it
 * counted until now went to the task before it; from here on it is another one.
 */
static __always_inline bool kt_reused(struct kt_who *who, const struct kt_task *t)
{
	__u64 start = kt_start_ns();
	__u32 *word;

	if (!start || !t->start_ns || start == t->start_ns)
		return false;
	kt_lose(KT_LOSS_PID_REUSE);
	word = bpf_map_lookup_elem(&watch, &who->key.tid);
	if (word) {
		who->key.gen = (who->key.gen + 1) & KT_WATCH_GEN;
		*word = (*word & KT_WATCH_ON) | who->key.gen;
	}
	return word;
}

static __always_inline void kt_signal_entered(__u64 sig, bool siginfo)
{
	__u32 key = sig < KT_NSIG ? sig : 0;
	struct kt_signal *s = bpf_map_lookup_elem(&signals, &key);

	if (!s)
		return;
	s->entered++;
	s->siginfo += siginfo;
}

/* args: sig, sa_flags */
SEC("raw_tp/signal_setup_entry")
int on_signal_setup_entry(KT_RAW_TP *ctx)
{
	bool siginfo = ctx->args[1] & KT_SA_SIGINFO;
	struct kt_who who = {};
	struct kt_task *t;

	if (!kt_signal_wanted(ctx->args[0]) || !kt_counted(&who))
		return 0;
	t = kt_task_get(&who);
	if (t && kt_reused(&who, t))
		t = kt_task_get(&who);
	if (!t)
		return 0;
	kt_signal_entered(ctx->args[0], siginfo);
	/* With -C: it was finished on a CPU that is left out. */
	if (t->flags & KT_TASK_IN_SETUP)
		kt_sum_add(KT_SUM_WINDOWS_FAILED, t->cur_setup_windows);
	t->cur_setup_windows = 0;
	t->flags &= ~KT_TASK_CUR_SIGINFO;
	t->flags |= KT_TASK_IN_SETUP | kt_math_use() | (siginfo ? KT_TASK_CUR_SIGINFO : 0);
	return 0;
}

static __always_inline void kt_setup_done(struct kt_task *t, bool failed, __u64 ticks)
{
	if (failed) {
		kt_sum_add(KT_SUM_SETUPS_FAILED, 1);
		kt_sum_add(KT_SUM_WINDOWS_FAILED, t->cur_setup_windows);
		return;
	}
	kt_sum_add(KT_SUM_SETUPS, 1);
	t->signals++;
	if (t->flags & KT_TASK_CUR_SIGINFO)
		t->siginfo++;
	if (kt_ticks_ok(ticks))
		kt_run_hist_add(KT_RH_SETUP, ticks);
}

/* args: sig, ret, ticks */
SEC("raw_tp/signal_setup_exit")
int on_signal_setup_exit(KT_RAW_TP *ctx)
{
	struct kt_who who = {};
	struct kt_task *t;

	if (!kt_counted(&who))
		return 0;
	kt_frame_built(&who, ctx->args[0], ctx->args[1]);
	if (!kt_signal_wanted(ctx->args[0]))
		return 0;
	t = kt_task_get(&who);
	if (!t)
		return 0;
	if (ctx->args[2] == KT_TICKS_UNSEEN || !(t->flags & KT_TASK_IN_SETUP)) {
		/* Begun before we listened: no setup, so its windows must not count as one's. */
		kt_sum_add(KT_SUM_WINDOWS_FAILED, t->cur_setup_windows);
		kt_lose(KT_LOSS_UNMATCHED_END);
	} else {
		kt_setup_done(t, ctx->args[1], ctx->args[2]);
	}
	t->cur_setup_windows = 0;
	t->flags &= ~(KT_TASK_IN_SETUP | KT_TASK_CUR_SIGINFO);
	return 0;
}

#ifndef KT_PLAIN
/* Loaded only with -s. args: kind */
SEC("raw_tp/sigreturn_entry")
int on_sigreturn_entry(KT_RAW_TP *ctx)
{
	struct kt_who who = {};
	struct kt_task *t;

	if (!kt_counted(&who) || !kt_frame_taken(&who))
		return 0;
	t = bpf_map_lookup_elem(&tasks, &who.key);
	if (t)
		t->flags |= KT_TASK_IN_SIGRETURN;
	return 0;
}
#endif

/* With -s: is it a wanted signal's frame that was taken down? */
static __always_inline bool kt_sigreturn_wanted(const struct kt_who *who)
{
	struct kt_task *t;

	if (!kt_filter.by_signal)
		return true;
	t = bpf_map_lookup_elem(&tasks, &who->key);
	if (!t || !(t->flags & KT_TASK_IN_SIGRETURN))
		return false;
	t->flags &= ~KT_TASK_IN_SIGRETURN;
	return true;
}

/* args: kind, ret, ticks */
SEC("raw_tp/sigreturn_exit")
int on_sigreturn_exit(KT_RAW_TP *ctx)
{
	__u64 kind = ctx->args[0], ticks = ctx->args[2];
	struct kt_who who = {};
	struct kt_counts *c;
	struct kt_task *t;

	if (!kt_counted(&who) || !kt_sigreturn_wanted(&who))
		return 0;
	if (ticks == KT_TICKS_UNSEEN)
		return kt_lose(KT_LOSS_UNMATCHED_END);
	t = kt_task_get(&who);
	c = kt_counts_get();
	if (!t || !c)
		return 0;
	t->sigreturns++;
	if (kind < KT_SIGRETURN_MAX)
		c->sigreturns[kind]++;
	if (kt_ticks_ok(ticks))
		kt_run_hist_add(KT_RH_SIGRETURN, ticks);
	return 0;
}
