// SPDX-License-Identifier: GPL-2.0-only
/* What this user may do, and by which interfaces. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <bpf/libbpf.h>

#include "collect/cgroup.h"
#include "collect/exam.h"
#include "collect/kconfig.h"
#include "collect/ksyms.h"
#include "collect/why.h"

#define HWCAP2_HTM 0x40000000UL

bool exam__has_tm(void)
{
	return getauxval(AT_HWCAP2) & HWCAP2_HTM;
}

/* The kernel says it once, when it patches itself: "uaccess-flush: patched N locations (TYPE)". */
void exam__flush_type(struct exam *x)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char rec[8192], type[48] = "", *p, *end;
	ssize_t n;

	if (!x->host.powerpc)
		return;
	if (fd < 0) {
		exam__find(x, "flush type", FINDING_UNKNOWN, "unknown",
			   "the kernel's log cannot be read (CAP_SYSLOG)");
		return;
	}
	/* A record a read; EPIPE when some were overwritten meanwhile. */
	while ((n = read(fd, rec, sizeof(rec) - 1)) > 0 || (n < 0 && errno == EPIPE)) {
		rec[n > 0 ? n : 0] = '\0';
		p = strstr(rec, "uaccess-flush: patched ");
		p = p ? strchr(p, '(') : NULL;
		end = p ? strchr(p, ')') : NULL;
		if (end)
			snprintf(type, sizeof(type), "%.*s", (int)(end - p - 1), p + 1);
	}
	close(fd);
	exam__find(x, "flush type", *type ? FINDING_INFO : FINDING_UNKNOWN, *type ? type : "unknown",
		   "%s", *type ? "the kernel's log" : "no longer in the kernel's log");
}

static void capability(struct exam *x, const char *name, int nr, enum finding_state lacking,
		       const char *good, const char *bad)
{
	bool admin = lacking == FINDING_FAILS && kt_why__has_cap(KT_CAP_SYS_ADMIN);

	if (kt_why__has_cap(nr))
		exam__find(x, name, FINDING_OK, "held", "%s", good);
	else if (admin)
		exam__find(x, name, FINDING_OK, "not held", "CAP_SYS_ADMIN serves instead");
	else
		exam__find(x, name, lacking, "not held", "%s", bad);
}

static void memlock(struct exam *x)
{
	struct rlimit rl = { 0 };
	char buf[48];

	getrlimit(RLIMIT_MEMLOCK, &rl);
	if (rl.rlim_cur == RLIM_INFINITY)
		snprintf(buf, sizeof(buf), "unlimited");
	else
		snprintf(buf, sizeof(buf), "%llu KiB", (unsigned long long)rl.rlim_cur / 1024);
	/* The helper came with v5.11, as did accounting to cgroups: what libbpf asks too. */
	if (libbpf_probe_bpf_helper(BPF_PROG_TYPE_SOCKET_FILTER, BPF_FUNC_ktime_get_coarse_ns,
				    NULL) == 1)
		exam__find(x, "memlock", FINDING_OK, buf,
			   "does not matter: maps are charged to the memory cgroup");
	else if (rl.rlim_cur == RLIM_INFINITY || kt_why__has_cap(24 /* CAP_SYS_RESOURCE */))
		exam__find(x, "memlock", FINDING_OK, buf, "%s", "");
	else
		exam__find(x, "memlock", FINDING_LACKS, buf,
			   "maps are charged to it: ulimit -l unlimited, or CAP_SYS_RESOURCE");
}

static void jit(struct exam *x)
{
	char line[32];

	if (kt_host__line("/proc/sys/net/core/bpf_jit_enable", line, sizeof(line))) {
		if (strtoul(line, NULL, 10))
			exam__find(x, "BPF JIT", FINDING_OK, "on", "net.core.bpf_jit_enable");
		else
			exam__find(x, "BPF JIT", FINDING_LACKS, "off",
				   "programs are interpreted, which costs each window: "
				   "net.core.bpf_jit_enable=1");
		return;
	}
	switch (kconfig__get("CONFIG_BPF_JIT_ALWAYS_ON", " bpf_int_jit_compile")) {
	case 1:
		exam__find(x, "BPF JIT", FINDING_OK, "on", "the kernel is built with it");
		break;
	case 0:
		exam__find(x, "BPF JIT", FINDING_LACKS, "absent", "programs are interpreted");
		break;
	default:
		exam__find(x, "BPF JIT", FINDING_UNKNOWN, "unknown",
			   "net.core.bpf_jit_enable cannot be read by this user");
	}
}

static void symbols(struct exam *x)
{
	char kptr[32], paranoid[32];
	struct ksyms *ks = ksyms__load(NULL);

	x->symbols = ks && ksyms__usable(ks);
	ksyms__free(ks);
	if (x->symbols) {
		exam__find(x, "kernel symbols", FINDING_OK, "readable", "/proc/kallsyms");
		return;
	}
	kt_host__line("/proc/sys/kernel/kptr_restrict", kptr, sizeof(kptr));
	kt_host__line("/proc/sys/kernel/perf_event_paranoid", paranoid, sizeof(paranoid));
	exam__find(x, "kernel symbols", FINDING_LACKS, "hidden",
		   "sites are shown as addresses; needs CAP_SYSLOG, or kernel.kptr_restrict=0 (is %s) "
		   "with kernel.perf_event_paranoid=1 (is %s)", *kptr ? kptr : "unknown",
		   *paranoid ? paranoid : "unknown");
}

void exam__rights(struct exam *x)
{
	char lockdown[32];
	bool secret;

	x->group = "rights";
	capability(x, "CAP_BPF", KT_CAP_BPF, FINDING_FAILS, "loads programs",
		   "nothing loads without it: run as root, or grant it");
	capability(x, "CAP_PERFMON", KT_CAP_PERFMON, FINDING_FAILS, "attaches them",
		   "nothing attaches without it: run as root, or grant it");
	capability(x, "CAP_SYSLOG", KT_CAP_SYSLOG, FINDING_INFO, "names of sites",
		   "only needed where kernel symbols are hidden");
	capability(x, "CAP_SETUID", KT_CAP_SETUID, FINDING_INFO, "--user",
		   "only --user needs it");
	kt_why__lockdown(lockdown, sizeof(lockdown));
	secret = !strcmp(lockdown, "confidentiality");
	exam__find(x, "lockdown", secret ? FINDING_FAILS : FINDING_OK, lockdown, "%s",
		   secret ? "forbids BPF to read the kernel: boot with lockdown=integrity" : "");
	memlock(x);
	symbols(x);
}

void exam__interfaces(struct exam *x)
{
	x->group = "interfaces";
	if (x->kernel.btf)
		exam__find(x, "BTF", FINDING_OK, "present", "/sys/kernel/btf/vmlinux");
	else
		exam__find(x, "BTF", FINDING_LACKS, "absent",
			   "unknown: a task's start time and its use of FP, VMX, VSX; no -s "
			   "(CONFIG_DEBUG_INFO_BTF)");
	if (x->kernel.tracefs)
		exam__find(x, "tracefs", FINDING_OK, "mounted", "%s", x->kernel.tracefs);
	else
		exam__find(x, "tracefs", x->kernel.btf ? FINDING_INFO : FINDING_FAILS, "not readable",
			   "%s", x->kernel.btf ? "not needed, there is BTF"
					       : "mount -t tracefs nodev /sys/kernel/tracing");
	jit(x);
}

/* What a command that works can still not do. */
void exam__options(struct exam *x)
{
	struct kt_error err = { 0 };
	bool frames = x->core && x->kernel.has[KT_EV_SIGRETURN_ENTRY];
	int fd;

	x->group = "options";
	exam__find(x, "-s SIGNAL", frames ? FINDING_OK : FINDING_LACKS,
		   frames ? "works" : "cannot work", "%s",
		   frames	   ? ""
		   : x->kernel.btf ? "needs powerpc:sigreturn_entry"
				   : "needs BTF: whose frame a sigreturn takes down");
	exam__find(x, "-S SITE", x->symbols ? FINDING_OK : FINDING_LACKS,
		   x->symbols ? "works" : "cannot work", "%s",
		   x->symbols ? "" : "needs the kernel's symbols, see above");
	fd = cgroup__open("/", &err);
	exam__find(x, "-G CGROUP", fd >= 0 ? FINDING_OK : FINDING_LACKS,
		   fd >= 0 ? "works" : "cannot work", "%s",
		   fd >= 0 ? "" : "no cgroup2 is mounted");
	if (fd >= 0)
		close(fd);
	exam__find(x, "--user NAME", kt_why__has_cap(KT_CAP_SETUID) ? FINDING_OK : FINDING_LACKS,
		   kt_why__has_cap(KT_CAP_SETUID) ? "works" : "cannot work", "%s",
		   kt_why__has_cap(KT_CAP_SETUID) ? "" : "needs CAP_SETUID and CAP_SETGID");
}
