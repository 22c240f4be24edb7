// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/ksyms.h"

struct ksym {
	uint64_t addr;
	uint32_t name; /* offset in names */
	bool global;
};

struct ksyms {
	struct ksym *syms;
	size_t nr, max;
	char *names;
	size_t used, room;
};

/* By address; of aliases the global one, then the first name, so that a run has stable bytes. */
static const char *sort_names;

static int ksym_cmp(const void *a, const void *b)
{
	const struct ksym *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	if (x->global != y->global)
		return x->global ? -1 : 1;
	return strcmp(sort_names + x->name, sort_names + y->name);
}

static void *grow(void *p, size_t *max, size_t need, size_t size)
{
	size_t n = *max ? *max : 4096;

	while (n < need)
		n *= 2;
	if (n == *max)
		return p;
	p = realloc(p, n * size);
	if (p)
		*max = n;
	return p;
}

static int ksyms_add(struct ksyms *ks, uint64_t addr, char type, const char *name,
		     const char *module)
{
	size_t len = strlen(name) + strlen(module) + 2;
	void *p;

	p = grow(ks->syms, &ks->max, ks->nr + 1, sizeof(*ks->syms));
	if (!p)
		return -ENOMEM;
	ks->syms = p;
	p = grow(ks->names, &ks->room, ks->used + len, 1);
	if (!p)
		return -ENOMEM;
	ks->names = p;
	ks->syms[ks->nr++] = (struct ksym){ addr, ks->used, type == 'T' };
	ks->used +=
		snprintf(ks->names + ks->used, len, "%s%s%s", name, *module ? " " : "", module) + 1;
	return 0;
}

static int ksyms_read(struct ksyms *ks, FILE *f)
{
	char line[1024], name[512], module[128], type;
	uint64_t addr;
	int n;

	while (fgets(line, sizeof(line), f)) {
		module[0] = '\0';
		n = sscanf(line, "%" SCNx64 " %c %511s %127s", &addr, &type, name, module);
		if (n < 3 || !addr || !strchr("tTwW", type))
			continue;
		if (ksyms_add(ks, addr, type, name, module))
			return -ENOMEM;
	}
	return 0;
}

struct ksyms *ksyms__load(const char *path)
{
	struct ksyms *ks = calloc(1, sizeof(*ks));
	FILE *f;
	int err = 0;

	if (!ks)
		return NULL;
	f = fopen(path ? path : "/proc/kallsyms", "re");
	if (!f)
		return ks;
	err = ksyms_read(ks, f);
	fclose(f);
	if (err) {
		ksyms__free(ks);
		return NULL;
	}
	sort_names = ks->names;
	if (ks->nr)
		qsort(ks->syms, ks->nr, sizeof(*ks->syms), ksym_cmp);
	return ks;
}

void ksyms__free(struct ksyms *ks)
{
	if (!ks)
		return;
	free(ks->syms);
	free(ks->names);
	free(ks);
}

bool ksyms__usable(const struct ksyms *ks)
{
	return ks->nr > 0;
}

void ksyms__each(const struct ksyms *ks,
		 bool (*fn)(void *arg, const char *name, uint64_t start, uint64_t end), void *arg)
{
	size_t i, next = 0;
	bool more = true;

	for (i = 0; more && i < ks->nr; i++) {
		for (next = next > i ? next : i + 1; next < ks->nr; next++) {
			if (ks->syms[next].addr != ks->syms[i].addr)
				break;
		}
		more = fn(arg, ks->names + ks->syms[i].name, ks->syms[i].addr,
			  next < ks->nr ? ks->syms[next].addr : UINT64_MAX);
	}
}

char *ksyms__name(const struct ksyms *ks, uint64_t ip)
{
	size_t lo = 0, hi = ks->nr, mid;
	char hex[32];

	/* lo: how many symbols start below the call */
	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (ks->syms[mid].addr < ip)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo) {
		snprintf(hex, sizeof(hex), "0x%" PRIx64, ip);
		return strdup(hex);
	}
	while (lo > 1 && ks->syms[lo - 2].addr == ks->syms[lo - 1].addr)
		lo--;
	return strdup(ks->names + ks->syms[lo - 1].name);
}
