// SPDX-License-Identifier: GPL-2.0-only
/* AMR writes by reason. Loaded only on request: windows already tell all but the interrupts. */
#include "kt_task.bpf.h"

char LICENSE[] SEC("license") = "GPL";

/* args: value, reason */
SEC("raw_tp/kuap_amr_write")
int on_kuap_amr_write(KT_RAW_TP *ctx)
{
	__u64 sum = KT_SUM_AMR_OPEN + ctx->args[1] - KT_AMR_OPEN;
	struct kt_who who = {};
	struct kt_counts *c;

	if (!kt_counted(&who))
		return 0;
	c = kt_counts_get();
	if (c && sum >= KT_SUM_AMR_OPEN && sum <= KT_SUM_AMR_RESTART)
		c->sums[sum]++;
	return 0;
}
