/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Slot arithmetic of the log-linear histograms: 8 slots an octave, a zero slot of its own.
 *
 * Slot 0 is the value 0; slots 1..7 are the values 1..7; from 8 on, slot 8 * (e - 2) + m holds
 * [ (8 + m) << (e - 3), (9 + m) << (e - 3) ) with e = floor(log2(value)). The relative error of a
 * slot is at most 1/8. Values from KT_HIST_LIMIT on have no slot. The same inline is compiled for
 * BPF, the tool and the unit test, which holds every boundary against a naive loop.
 */
#ifndef KT_HIST_H
#define KT_HIST_H

#ifndef __VMLINUX_H__
#include <linux/types.h>
#endif

#define KT_HIST_SLOTS 248
#define KT_HIST_LIMIT (1ULL << 33) /* ns: 8.6 s, the upper edge of slot 247 */

/* floor(log2(v)) for v > 0, without a loop: the verifier of old kernels has none. */
static inline __attribute__((always_inline)) __u32 kt_log2(__u64 v)
{
	__u32 r = 0, s;

	s = (v > 0xffffffffULL) << 5;
	v >>= s;
	r |= s;
	s = (v > 0xffff) << 4;
	v >>= s;
	r |= s;
	s = (v > 0xff) << 3;
	v >>= s;
	r |= s;
	s = (v > 0xf) << 2;
	v >>= s;
	r |= s;
	s = (v > 0x3) << 1;
	v >>= s;
	r |= s;
	return r | (__u32)(v >> 1);
}

/* The slot of @v, which must be below KT_HIST_LIMIT. */
static inline __attribute__((always_inline)) __u32 kt_hist_slot(__u64 v)
{
	__u32 e;

	if (v < 8)
		return (__u32)v;
	e = kt_log2(v);
	return 8 * (e - 2) + ((__u32)(v >> (e - 3)) & 7);
}

/* Lower edge of @slot, in the histogram's unit; slot + 1 gives the (exclusive) upper edge. */
static inline __attribute__((always_inline)) __u64 kt_hist_lo(__u32 slot)
{
	if (slot < 8)
		return slot;
	return (__u64)(8 + (slot & 7)) << (slot / 8 - 1);
}

/*
 * Timebase ticks to ns: @mult is ns per tick << KT_TICK_SHIFT. Split so that no product overflows:
 * at 512 MHz mult is under 2^25 and the low half under 2^32.
 */
#define KT_TICK_SHIFT 24

static inline __attribute__((always_inline)) __u64 kt_ticks_to_ns(__u64 ticks, __u64 mult)
{
	return (((ticks >> 32) * mult) << (32 - KT_TICK_SHIFT)) +
	       (((ticks & 0xffffffffULL) * mult) >> KT_TICK_SHIFT);
}

#endif /* KT_HIST_H */
