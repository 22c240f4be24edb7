// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <zlib.h>

#include "collect/kconfig.h"

/* gzread() passes plain text through, so that one reader serves both files. */
static int from_config(const char *path, const char *option)
{
	size_t len = strlen(option);
	char line[1024];
	int val = 0;
	gzFile f;

	f = gzopen(path, "rbe");
	if (!f)
		return -1;
	while (gzgets(f, line, sizeof(line))) {
		if (!strncmp(line, option, len) && line[len] == '=') {
			val = line[len + 1] == 'y' || line[len + 1] == 'm';
			break;
		}
	}
	gzclose(f);
	return val;
}

static int from_kallsyms(const char *symbol)
{
	size_t len = strlen(symbol);
	bool any = false;
	char line[1024], *p;
	int val = 0;
	FILE *f;

	f = fopen("/proc/kallsyms", "re");
	if (!f)
		return -1;
	while (!val && fgets(line, sizeof(line), f)) {
		any = true;
		p = strstr(line, symbol);
		val = p && strchr(" \t\n.", p[len]) != NULL;
	}
	fclose(f);
	return any ? val : -1;
}

int kconfig__get_from(const char *option, const char *symbol, const char **source)
{
	char path[sizeof("/boot/config-") + sizeof(((struct utsname *)0)->release)];
	struct utsname un;
	int val;

	*source = "/proc/config.gz";
	val = from_config(*source, option);
	if (val >= 0)
		return val;
	uname(&un);
	snprintf(path, sizeof(path), "/boot/config-%s", un.release);
	*source = "/boot/config";
	val = from_config(path, option);
	if (val >= 0)
		return val;
	*source = "/proc/kallsyms";
	val = from_kallsyms(symbol);
	if (val < 0)
		*source = "neither the kernel's configuration nor kallsyms can be read";
	return val;
}

int kconfig__get(const char *option, const char *symbol)
{
	const char *source;

	return kconfig__get_from(option, symbol, &source);
}
