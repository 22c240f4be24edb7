// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "collect/host.h"
#include "collect/kconfig.h"

#define DEBUGFS "/sys/kernel/debug/powerpc"

#define WHY(host, what, ...) snprintf((host)->why_##what, sizeof((host)->why_##what), __VA_ARGS__)

bool kt_host__line(const char *path, char *buf, unsigned int size)
{
	FILE *f = fopen(path, "re");
	bool ok;

	buf[0] = '\0';
	if (!f)
		return false;
	ok = fgets(buf, size, f) != NULL;
	fclose(f);
	buf[strcspn(buf, "\n")] = '\0';
	return ok;
}

/* "key : value" of /proc/cpuinfo; the first one wins. */
static bool cpuinfo(const char *key, char *buf, size_t size)
{
	size_t len = strlen(key);
	char line[512], *p;
	bool found = false;
	FILE *f;

	buf[0] = '\0';
	f = fopen("/proc/cpuinfo", "re");
	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f)) {
		p = strchr(line, ':');
		if (!p || strncmp(line, key, len) || strspn(line + len, " \t") != p - line - len)
			continue;
		p += 1 + strspn(p + 1, " \t");
		p[strcspn(p, "\n")] = '\0';
		snprintf(buf, size, "%s", p);
		found = true;
	}
	fclose(f);
	return found;
}

/* Is @word a whole word of the kernel's command line? */
static bool cmdline_has(const char *word)
{
	char line[4096], *p, *save;

	if (!kt_host__line("/proc/cmdline", line, sizeof(line)))
		return false;
	for (p = strtok_r(line, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
		if (!strcmp(p, word))
			return true;
	}
	return false;
}

/* As scan_pkey_feature() in the kernel: the hash MMU has KUAP only with storage keys. */
static unsigned int storage_keys(bool bare_metal)
{
	const char *pattern = "/proc/device-tree/cpus/*/ibm,processor-storage-keys";
	unsigned char b[4] = { 0 };
	glob_t g = { 0 };
	FILE *f = NULL;

	if (!glob(pattern, 0, NULL, &g) && g.gl_pathc)
		f = fopen(g.gl_pathv[0], "re");
	globfree(&g);
	if (!f)
		return bare_metal ? 32 : 0; /* skiboot forgets to say so on POWER8 and POWER9 */
	if (fread(b, 1, sizeof(b), f) != sizeof(b))
		b[3] = 0;
	fclose(f);
	return (unsigned int)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

static int kuap_of_hash(struct kt_host *host)
{
	bool bare_metal;
	char platform[64];

	cpuinfo("platform", platform, sizeof(platform));
	bare_metal = !strcmp(platform, "PowerNV");
	if (storage_keys(bare_metal) > 3) {
		WHY(host, kuap, "hash MMU with storage keys");
		return 1;
	}
	WHY(host, kuap, "the hash MMU needs storage keys, which this machine does not offer");
	return 0;
}

static int kuap_of(struct kt_host *host)
{
	if (!host->powerpc) {
		WHY(host, kuap, "this is %s, not powerpc", host->arch);
		return 0;
	}
	if (cmdline_has("nosmap")) {
		WHY(host, kuap, "nosmap on the kernel command line");
		return 0;
	}
	switch (kconfig__get("CONFIG_PPC_KUAP", " setup_kuap")) {
	case 0:
		WHY(host, kuap, "the kernel is built without CONFIG_PPC_KUAP");
		return 0;
	case -1:
		WHY(host, kuap, "neither the kernel's configuration nor kallsyms can be read");
		return -1;
	}
	if (!strcmp(host->facts.mmu, "hash"))
		return kuap_of_hash(host);
	if (!strcmp(host->facts.mmu, "radix")) {
		WHY(host, kuap, "radix MMU, CONFIG_PPC_KUAP, no nosmap");
		return 1;
	}
	WHY(host, kuap, "/proc/cpuinfo does not name the MMU");
	return -1;
}

/* The hash MMU needs no switch: it has had no-execute pages all along. */
static int kuep_of(struct kt_host *host)
{
	int config;

	if (!host->powerpc) {
		WHY(host, kuep, "this is %s, not powerpc", host->arch);
		return 0;
	}
	if (cmdline_has("nosmep")) {
		WHY(host, kuep, "nosmep on the kernel command line");
		return 0;
	}
	config = kconfig__get("CONFIG_PPC_KUEP", " setup_kuep");
	if (config < 0)
		WHY(host, kuep, "neither the kernel's configuration nor kallsyms can be read");
	else if (!config)
		WHY(host, kuep, "the kernel is built without CONFIG_PPC_KUEP");
	else if (!strcmp(host->facts.mmu, "radix"))
		WHY(host, kuep, "radix MMU, CONFIG_PPC_KUEP, no nosmep");
	else if (!strcmp(host->facts.mmu, "hash") && host->facts.kuap == 1)
		WHY(host, kuep, "hash MMU with storage keys, CONFIG_PPC_KUEP, no nosmep");
	else
		WHY(host, kuep, "CONFIG_PPC_KUEP, but whether the MMU can is not known");
	if (config == 1 && strcmp(host->facts.mmu, "radix") && host->facts.kuap != 1)
		return -1;
	return config;
}

static const char *flush_of(struct kt_host *host)
{
	char line[32];

	if (!host->powerpc) {
		WHY(host, flush, "this is %s, not powerpc", host->arch);
		return "unknown";
	}
	if (!kt_host__line(DEBUGFS "/uaccess_flush", line, sizeof(line))) {
		WHY(host, flush, "%s: %s", DEBUGFS "/uaccess_flush",
		    access("/sys/kernel/debug/.", R_OK | X_OK) ? "debugfs cannot be read"
							       : "no such file");
		return "unknown";
	}
	WHY(host, flush, "%s", DEBUGFS "/uaccess_flush");
	return strtoul(line, NULL, 0) ? "on" : "off";
}

/* The profile of the signal code: what the kernel says now, else what it was booted with. */
static void variant_of(struct kt_host *host, char *buf, size_t size)
{
	char line[4096], *p, *open;

	if (kt_host__line(DEBUGFS "/signal_uaccess", line, sizeof(line))) {
		/* either the name alone, or all of them with the current one in brackets */
		open = strchr(line, '[');
		p = open ? open + 1 : line;
		p[strcspn(p, "] \t")] = '\0';
		WHY(host, variant, "%s", DEBUGFS "/signal_uaccess");
		snprintf(buf, size, "%.63s", p);
		return;
	}
	if (kt_host__line("/proc/cmdline", line, sizeof(line)) &&
	    (p = strstr(line, "signal_uaccess="))) {
		p += strlen("signal_uaccess=");
		p[strcspn(p, " ")] = '\0';
		WHY(host, variant, "the kernel command line; it may have been switched since");
		snprintf(buf, size, "%.63s", p);
		return;
	}
	WHY(host, variant, "no %s", DEBUGFS "/signal_uaccess");
	buf[0] = '\0';
}

static int tm_of(struct kt_host *host)
{
	const char *source;
	int tm;

	if (!host->powerpc) {
		WHY(host, tm, "this is %s, not powerpc", host->arch);
		return 0;
	}
	tm = kconfig__get_from("CONFIG_PPC_TRANSACTIONAL_MEM", " tm_reclaim_current", &source);
	WHY(host, tm, "%s", source);
	return tm;
}

static const char *mmu_of(const struct kt_host *host)
{
	char line[64];

	if (!host->powerpc || !cpuinfo("MMU", line, sizeof(line)))
		return "unknown";
	if (!strcmp(line, "Radix"))
		return "radix";
	return !strcmp(line, "Hash") ? "hash" : "unknown";
}

static void timebase_of(struct kt_host *host)
{
	char line[64];

	if (host->powerpc && cpuinfo("timebase", line, sizeof(line)))
		host->timebase_hz = strtod(line, NULL);
	/* Elsewhere the events do not exist; tests make up ticks of 1 ns. */
	host->facts.tick_ns = host->timebase_hz > 0 ? 1e9 / host->timebase_hz : 1;
}

int kt_host__read(struct kt_host *host)
{
	struct kt_run_host *f = &host->facts;
	char variant[64], cpu[256];
	struct utsname un;

	memset(host, 0, sizeof(*host));
	uname(&un);
	snprintf(host->arch, sizeof(host->arch), "%.31s", un.machine);
	host->powerpc = !strncmp(un.machine, "ppc", 3);
	if (!cpuinfo(host->powerpc ? "cpu" : "model name", cpu, sizeof(cpu)))
		snprintf(cpu, sizeof(cpu), "unknown");
	variant_of(host, variant, sizeof(variant));
	timebase_of(host);

	f->mmu = strdup(mmu_of(host));
	f->kernel = strdup(un.release);
	f->variant = strdup(variant);
	f->cpu = strdup(cpu);
	f->source = strdup("tracepoints");
	f->flush = strdup(flush_of(host));
	if (!f->mmu || !f->kernel || !f->variant || !f->cpu || !f->source || !f->flush) {
		kt_host__free(host);
		return -1;
	}
	f->kuap = kuap_of(host);
	host->kuep = kuep_of(host);
	f->tm = tm_of(host);
	f->page_size = sysconf(_SC_PAGESIZE);
	f->cpus = sysconf(_SC_NPROCESSORS_ONLN);
	return 0;
}

static void facts_free(struct kt_run_host *f)
{
	free(f->mmu);
	free(f->kernel);
	free(f->variant);
	free(f->cpu);
	free(f->source);
	free(f->flush);
	memset(f, 0, sizeof(*f));
}

void kt_host__free(struct kt_host *host)
{
	facts_free(&host->facts);
}

int kt_host__copy(const struct kt_host *host, struct kt_run_host *to)
{
	struct kt_run_host f = host->facts;

	f.mmu = strdup(f.mmu);
	f.kernel = strdup(f.kernel);
	f.variant = strdup(f.variant);
	f.cpu = strdup(f.cpu);
	f.source = strdup(f.source);
	f.flush = strdup(f.flush);
	if (!f.mmu || !f.kernel || !f.variant || !f.cpu || !f.source || !f.flush) {
		facts_free(&f);
		return -ENOMEM;
	}
	facts_free(to);
	*to = f;
	return 0;
}
