// SPDX-License-Identifier: GPL-2.0-only
/*
 * Loading a raw_tp program does not tell whether its tracepoint exists, only attaching does. So
 * look first: the prototype btf_trace_<event> in BTF, else tracefs, else the iterator in kallsyms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/btf.h>

#include "collect/events.h"

#define BTF_FILE "/sys/kernel/btf/vmlinux"

const struct kt_event kt_events[KT_EV_MAX] = {
	[KT_EV_UACCESS_BEGIN] = { "powerpc", "uaccess_begin", NULL, NULL },
	[KT_EV_UACCESS_END] = { "powerpc", "uaccess_end", "on_uaccess_end", "windows" },
	[KT_EV_AMR_WRITE] = { "powerpc", "kuap_amr_write", "on_kuap_amr_write",
			      "AMR writes by reason (--amr)" },
	[KT_EV_RESTORE_MATH] = { "powerpc", "restore_math", "on_restore_math",
				 "calls of restore_math" },
	[KT_EV_SETUP_ENTRY] = { "powerpc", "signal_setup_entry", "on_signal_setup_entry",
				"signals by number" },
	[KT_EV_SETUP_EXIT] = { "powerpc", "signal_setup_exit", "on_signal_setup_exit",
			       "signals, and what one costs" },
	[KT_EV_SIGRETURN_ENTRY] = { "powerpc", "sigreturn_entry", "on_sigreturn_entry",
				    "sigreturns by signal (-s)" },
	[KT_EV_SIGRETURN_EXIT] = { "powerpc", "sigreturn_exit", "on_sigreturn_exit",
				   "sigreturns, and what one costs" },
	[KT_EV_FORK] = { "sched", "sched_process_fork", "on_fork", "children of a task" },
	[KT_EV_RENAME] = { "task", "task_rename", "on_rename", "a command from its exec on" },
	[KT_EV_EXEC] = { "sched", "sched_process_exec", "on_exec", "threads that exec" },
	[KT_EV_EXIT] = { "sched", "sched_process_exit", "on_exit", "whether a task has ended" },
};

static bool from_btf(struct kt_kernel *k)
{
	struct btf *btf = btf__parse(BTF_FILE, NULL);
	char name[64];
	int i;

	if (!btf)
		return false;
	for (i = 0; i < KT_EV_MAX; i++) {
		snprintf(name, sizeof(name), "btf_trace_%s", kt_events[i].name);
		k->has[i] = btf__find_by_name_kind(btf, name, BTF_KIND_TYPEDEF) > 0;
	}
	btf__free(btf);
	k->how = "BTF";
	return true;
}

static bool from_tracefs(struct kt_kernel *k)
{
	char path[160];
	int i;

	if (!k->tracefs)
		return false;
	for (i = 0; i < KT_EV_MAX; i++) {
		snprintf(path, sizeof(path), "%s/events/%s/%s/format", k->tracefs,
			 kt_events[i].system, kt_events[i].name);
		k->has[i] = !access(path, F_OK);
	}
	k->how = "tracefs";
	return true;
}

static bool from_kallsyms(struct kt_kernel *k)
{
	const char *prefix = " __traceiter_";
	char line[256], *p;
	bool any = false;
	FILE *f;
	int i;

	f = fopen("/proc/kallsyms", "re");
	if (!f)
		return false;
	while (fgets(line, sizeof(line), f)) {
		p = strstr(line, prefix);
		if (!p)
			continue;
		any = true;
		p += strlen(prefix);
		p[strcspn(p, "\t\n")] = '\0';
		for (i = 0; i < KT_EV_MAX; i++)
			k->has[i] |= !strcmp(p, kt_events[i].name);
	}
	fclose(f);
	if (any)
		k->how = "kallsyms";
	return any;
}

static const char *find_tracefs(void)
{
	static const char *const dirs[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[64];
	size_t i;

	for (i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		snprintf(path, sizeof(path), "%s/events", dirs[i]);
		if (!access(path, R_OK | X_OK))
			return dirs[i];
	}
	return NULL;
}

void kt_kernel__probe(struct kt_kernel *k)
{
	memset(k, 0, sizeof(*k));
	k->how = "nothing";
	k->tracefs = find_tracefs();
	k->btf = from_btf(k);
	if (!k->btf && !from_tracefs(k))
		from_kallsyms(k);
}

int kt_kernel__field_offset(const struct kt_kernel *k, const char *system, const char *event,
			    const char *field)
{
	char path[160], line[256], want[64], *p;
	int off = -1;
	FILE *f;

	if (!k->tracefs)
		return -1;
	snprintf(path, sizeof(path), "%s/events/%s/%s/format", k->tracefs, system, event);
	f = fopen(path, "re");
	if (!f)
		return -1;
	snprintf(want, sizeof(want), " %s;", field);
	while (off < 0 && fgets(line, sizeof(line), f)) {
		p = strstr(line, want);
		if (p && (p = strstr(p, "offset:")))
			off = atoi(p + strlen("offset:"));
	}
	fclose(f);
	return off;
}
