/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marks that a workload leaves for the oracle (tests/oracle/oracle.c).
 *
 * `twi 0,0,IMM` traps never: a no-op on any POWER, whose payload an observer outside the
 * machine can read. Nothing happens on real hardware, and nothing is emitted on other hosts.
 *
 *   KT_MARK_RUN_BEGIN / _END   around what is measured, once per run; runs may nest across tasks
 *   KT_MARK_OP_BEGIN / _END    around ONE operation, so that its mode can be quoted, not a mean
 *
 * Only marks inside a run count, so warm-up may use the same code path.
 */
#ifndef KT_MARK_H
#define KT_MARK_H

enum kt_mark {
	KT_MARK_OP_BEGIN_ID	= 0x4b01,
	KT_MARK_OP_END_ID	= 0x4b02,
	KT_MARK_RUN_BEGIN_ID	= 0x4b03,
	KT_MARK_RUN_END_ID	= 0x4b04,
};

/* The instruction word an observer looks for: primary opcode 3, TO 0, RA 0. */
#define KT_MARK_INSN(id)	(0x0c000000u | (id))

#if defined(__powerpc__) || defined(__powerpc64__)
/* The clobber keeps memory accesses on their side of the mark. */
#define KT_MARK(id)		__asm__ __volatile__("twi 0,0,%0" : : "i"(id) : "memory")
#else
#define KT_MARK(id)		((void)0)
#endif

#define KT_MARK_OP_BEGIN()	KT_MARK(KT_MARK_OP_BEGIN_ID)
#define KT_MARK_OP_END()	KT_MARK(KT_MARK_OP_END_ID)
#define KT_MARK_RUN_BEGIN()	KT_MARK(KT_MARK_RUN_BEGIN_ID)
#define KT_MARK_RUN_END()	KT_MARK(KT_MARK_RUN_END_ID)

#endif /* KT_MARK_H */
