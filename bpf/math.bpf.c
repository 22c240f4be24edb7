// SPDX-License-Identifier: GPL-2.0-only
/*
 * restore_math: called with interrupts soft-disabled, on the way out to user space. Only arrays are
 * touched here; a hash table takes a lock.
 */
#include "kt_task.bpf.h"

char LICENSE[] SEC("license") = "GPL";

#define KT_MSR_FP 0x2000ULL
#define KT_MSR_VSX 0x800000ULL
#define KT_MSR_VEC 0x2000000ULL

/* args: msr_before, msr_after */
SEC("raw_tp/restore_math")
int on_restore_math(KT_RAW_TP *ctx)
{
	__u64 set = ctx->args[1] & ~ctx->args[0];
	struct kt_who who = {};
	struct kt_counts *c;

	if (!kt_counted(&who))
		return 0;
	c = kt_counts_get();
	if (!c)
		return 0;
	c->sums[KT_SUM_RESTORE_MATH]++;
	if (ctx->args[0] != ctx->args[1])
		c->sums[KT_SUM_RESTORED_ANY]++;
	if (set & KT_MSR_FP)
		c->sums[KT_SUM_RESTORED_FP]++;
	if (set & KT_MSR_VEC)
		c->sums[KT_SUM_RESTORED_VMX]++;
	if (set & KT_MSR_VSX)
		c->sums[KT_SUM_RESTORED_VSX]++;
	return 0;
}
