// SPDX-License-Identifier: GPL-2.0-only
/* The run file's plain fields; docs/run-file.md says what each means. */
#include "model/fields.h"
#include "model/run.h"

#define ROW(st, name, type, required, member)                 \
	{                                                     \
		name, type, required, offsetof(st, member), 0 \
	}
#define TABLE(name, rows) const struct fields name = { rows, sizeof(rows) / sizeof((rows)[0]) }

#define HOST(name, type, required) ROW(struct kt_run_host, #name, type, required, name)
static const struct field host[] = {
	HOST(kernel, F_STR, true),    HOST(variant, F_STR, true),   HOST(mmu, F_STR, true),
	HOST(kuap, F_TRI, true),      HOST(flush, F_STR, true),	    HOST(tm, F_TRI, true),
	HOST(page_size, F_U32, true), HOST(cpu, F_STR, true),	    HOST(cpus, F_U32, false),
	HOST(tick_ns, F_F64, true),   HOST(floor_ns, F_F64, false), HOST(source, F_STR, true),
};
TABLE(kt_host_fields, host);

#define WORK(name, type, required) ROW(struct kt_run_workload, #name, type, required, name)
static const struct field workload[] = {
	WORK(command, F_STR, true),
	WORK(exit, F_EXIT, true),
	WORK(start, F_STR, true),
	WORK(seconds, F_F64, false),
	WORK(filter, F_STR, false),
};
TABLE(kt_workload_fields, workload);

/* kt_run_sum_names has these names too; a unit test holds the two together. */
#define SUM(name, which, required) ROW(struct kt_run, name, F_COUNT, required, sums[which])
static const struct field totals[] = {
	SUM("restore_math", KT_SUM_RESTORE_MATH, true),
	SUM("restored_any", KT_SUM_RESTORED_ANY, false),
	SUM("restored_fp", KT_SUM_RESTORED_FP, false),
	SUM("restored_vmx", KT_SUM_RESTORED_VMX, false),
	SUM("restored_vsx", KT_SUM_RESTORED_VSX, false),
	ROW(struct kt_run, "nested", F_COUNT, false, nested),
	SUM("interrupted", KT_SUM_INTERRUPTED, false),
	SUM("setups_failed", KT_SUM_SETUPS_FAILED, false),
	SUM("windows_failed", KT_SUM_WINDOWS_FAILED, false),
	SUM("own_windows", KT_SUM_OWN_WINDOWS, false),
	SUM("pid_wraps", KT_SUM_PID_WRAPS, false),
	SUM("amr_open", KT_SUM_AMR_OPEN, false),
	SUM("amr_close", KT_SUM_AMR_CLOSE, false),
	SUM("amr_irq_restore", KT_SUM_AMR_IRQ_RESTORE, false),
	SUM("amr_restart", KT_SUM_AMR_RESTART, false),
};
TABLE(kt_totals_fields, totals);

#define SITE(name, type, required) ROW(struct kt_site, #name, type, required, name)
static const struct field site[] = {
	SITE(symbol, F_STR, true), SITE(caller, F_STR, true),	 SITE(phase, F_PHASE, true),
	SITE(dir, F_DIR, true),	   SITE(windows, F_COUNT, true),
};
TABLE(kt_site_fields, site);

static const struct field site_more[] = {
	SITE(ns, F_ID, false),
	SITE(nested, F_BOOL, false),
};
TABLE(kt_site_more_fields, site_more);

#define TASK(name, type, required) ROW(struct kt_run_task, #name, type, required, name)
#define FLAG(name, bit)                                                       \
	{                                                                     \
		name, F_FLAG, false, offsetof(struct kt_run_task, flags), bit \
	}
static const struct field task[] = {
	TASK(pid, F_U32, true),	       TASK(tid, F_U32, true),
	TASK(comm, F_COMM, true),      TASK(start_ns, F_ID, true),
	TASK(windows, F_COUNT, true),  TASK(signals, F_COUNT, true),
	TASK(siginfo, F_COUNT, false), TASK(sigreturns, F_COUNT, false),
	TASK(cgroup, F_ID, false),     FLAG("exited", KT_TASK_EXITED),
	FLAG("fp", KT_TASK_FP),	       FLAG("vmx", KT_TASK_VMX),
	FLAG("vsx", KT_TASK_VSX),
};
TABLE(kt_task_fields, task);
