/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * With -s: whose frame does a sigreturn take down? The event does not say, but the stack pointer
 * does: a handler returns with it a few bytes above where its frame was built. A frame that
 * siglongjmp() left behind is forgotten when another one is built over it.
 */
#ifndef KT_FRAMES_BPF_H
#define KT_FRAMES_BPF_H

#include "kt_task.bpf.h"

#define KT_FRAME_HEAD 128	 /* at most: __SIGNAL_FRAMESIZE, which the trampoline takes off */
#define KT_FRAME_APART 1024 /* live frames are at least that far from each other */

#ifdef KT_PLAIN
static __always_inline void kt_frame_built(const struct kt_who *who, __u64 sig, __u64 failed)
{
}
#else
/* The user's stack pointer; 0: unknown, and not on powerpc. */
static __always_inline __u64 kt_user_sp(void)
{
	struct task_struct___kt *p = kt_current();

	if (!bpf_core_field_exists(p->thread.regs))
		return 0;
	return BPF_CORE_READ(p, thread.regs, gpr[1]);
}

static __always_inline void kt_frame_forget(struct kt_frames *f, __u64 sp)
{
	__u32 i;

	for (i = 0; i < KT_MAX_FRAMES; i++) {
		if (f->sp[i] - sp + KT_FRAME_APART < 2 * KT_FRAME_APART)
			f->sp[i] = 0;
	}
}

static __always_inline void kt_frame_keep(struct kt_frames *f, __u64 sp)
{
	__u32 i;

	for (i = 0; i < KT_MAX_FRAMES; i++) {
		if (!f->sp[i]) {
			f->sp[i] = sp;
			return;
		}
	}
	kt_lose(KT_LOSS_FRAMES_FULL);
}

/* At the end of any setup: regs are the handler's. */
static __always_inline void kt_frame_built(const struct kt_who *who, __u64 sig, __u64 failed)
{
	static const struct kt_frames none = {};
	struct kt_frames *f;
	__u64 sp;

	if (!kt_filter.by_signal || failed)
		return;
	sp = kt_user_sp();
	f = bpf_map_lookup_elem(&frames, &who->key);
	if (f)
		kt_frame_forget(f, sp);
	if (!kt_signal_wanted(sig))
		return;
	if (!f) {
		bpf_map_update_elem(&frames, &who->key, &none, BPF_NOEXIST);
		f = bpf_map_lookup_elem(&frames, &who->key);
	}
	if (f)
		kt_frame_keep(f, sp);
	else
		kt_lose(KT_LOSS_FRAMES_FULL);
}

/* At the start of a sigreturn: true, and forgotten, when the frame is a wanted signal's. */
static __always_inline bool kt_frame_taken(const struct kt_who *who)
{
	struct kt_frames *f = bpf_map_lookup_elem(&frames, &who->key);
	__u64 sp;
	__u32 i;

	if (!f)
		return false;
	sp = kt_user_sp();
	for (i = 0; i < KT_MAX_FRAMES; i++) {
		if (f->sp[i] && sp - f->sp[i] <= KT_FRAME_HEAD) {
			f->sp[i] = 0;
			return true;
		}
	}
	return false;
}
#endif /* KT_PLAIN */

#endif /* KT_FRAMES_BPF_H */
