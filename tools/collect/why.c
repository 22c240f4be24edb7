// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/host.h"
#include "collect/why.h"

#define LOCKDOWN "/sys/kernel/security/lockdown"

static unsigned long long effective_caps(void)
{
	unsigned long long caps = 0;
	char line[128];
	FILE *f;

	f = fopen("/proc/self/status", "re");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			break;
	}
	fclose(f);
	return caps;
}

static bool has_cap(unsigned long long caps, int nr)
{
	return caps & (1ULL << nr);
}

bool kt_why__has_cap(int nr)
{
	return has_cap(effective_caps(), nr);
}

void kt_why__caps(char *buf, size_t size)
{
	unsigned long long caps = effective_caps();
	bool bpf = has_cap(caps, KT_CAP_BPF), perfmon = has_cap(caps, KT_CAP_PERFMON);

	buf[0] = '\0';
	if (has_cap(caps, KT_CAP_SYS_ADMIN) || (bpf && perfmon))
		return;
	snprintf(buf, size, "%s%s%s", bpf ? "" : "CAP_BPF", !bpf && !perfmon ? ", " : "",
		 perfmon ? "" : "CAP_PERFMON");
}

const char *kt_why__lockdown(char *buf, size_t size)
{
	char line[128], *open;

	snprintf(buf, size, "unknown");
	if (!kt_host__line(LOCKDOWN, line, sizeof(line)))
		return buf;
	open = strchr(line, '[');
	if (open) {
		open[strcspn(open, "]")] = '\0';
		snprintf(buf, size, "%s", open + 1);
	}
	return buf;
}

static int why_permission(struct kt_error *err, const char *doing)
{
	char caps[64], lockdown[32];

	kt_why__caps(caps, sizeof(caps));
	kt_why__lockdown(lockdown, sizeof(lockdown));
	if (caps[0]) {
		kt_error__set(err, "not permitted to %s BPF programs: %s missing", doing, caps);
		return kt_error__hint(err, "run as root, or with CAP_BPF and CAP_PERFMON");
	}
	if (!strcmp(lockdown, "confidentiality")) {
		kt_error__set(err, "the kernel is locked down (confidentiality), which "
				   "forbids BPF to read the kernel");
		return kt_error__hint(err, "boot with lockdown=integrity or without lockdown");
	}
	kt_error__set(err, "not permitted to %s BPF programs", doing);
	return kt_error__hint(
		err, "a container's seccomp filter or a security module may forbid bpf(2)");
}

int kt_why__bpf(struct kt_error *err, const char *doing, int rc)
{
	switch (-rc) {
	case EPERM:
	case EACCES:
		return why_permission(err, doing);
	case ENOMEM:
		kt_error__set(err, "not enough memory to %s BPF programs and maps", doing);
		return kt_error__hint(err, "lower --max-tasks or --max-cells");
	case E2BIG:
		kt_error__set(err, "cannot %s BPF: a map or program is too big", doing);
		return kt_error__hint(err, "lower --max-tasks or --max-cells");
	case ENOENT:
		kt_error__set(err, "cannot %s: the kernel has no such tracepoint", doing);
		return kt_error__hint(err, "'kuaptrace doctor' lists what this kernel has");
	case ENOSYS:
		kt_error__set(err, "cannot %s BPF: the kernel is built without it", doing);
		return kt_error__hint(err, "needs CONFIG_BPF_SYSCALL and CONFIG_BPF_EVENTS");
	case 524: /* ENOTSUPP, which is no errno of user space */
		kt_error__set(err,
			      "cannot %s BPF: the kernel's JIT lacks an instruction that a "
			      "program uses",
			      doing);
		return kt_error__hint(err, "see /proc/sys/net/core/bpf_jit_enable; with "
					   "CONFIG_BPF_JIT_ALWAYS_ON there is no interpreter");
	case EINVAL:
		kt_error__set(err, "cannot %s BPF: the kernel refused a program or map", doing);
		return kt_error__hint(err, "-vv shows what the verifier said");
	default:
		return kt_error__set(err, "cannot %s BPF: %s", doing, strerror(-rc));
	}
}

int kt_why__no_events(const struct kt_kernel *kernel, struct kt_error *err)
{
	if (kernel->has[KT_EV_UACCESS_END])
		return 0;
	if (!strcmp(kernel->how, "nothing")) {
		kt_error__set(err, "cannot tell which tracepoints this kernel has: no BTF, no "
				   "tracefs, no kallsyms");
		return kt_error__hint(err, "mount -t tracefs nodev /sys/kernel/tracing");
	}
	kt_error__set(err, "this kernel has no tracepoint powerpc:uaccess_end (looked in %s)",
		      kernel->how);
	return kt_error__hint(err, "boot a kernel with the kuaptrace series; 'kuaptrace doctor' "
				   "says more");
}
