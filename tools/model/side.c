// SPDX-License-Identifier: GPL-2.0-only
/* One side of a comparison: its runs added up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/side.h"

enum fact {
	FACT_KERNEL,
	FACT_VARIANT,
	FACT_MMU,
	FACT_KUAP,
	FACT_FLUSH,
	FACT_TM,
	FACT_PAGE_SIZE,
	FACT_CPU,
	FACT_CPUS,
	FACT_SOURCE,
};

_Static_assert(FACT_SOURCE + 1 == KT_HOST_FACTS, "host facts");

static const struct {
	const char *name;
	bool moves_counts;
} facts[KT_HOST_FACTS] = {
	[FACT_KERNEL] = { "kernel", false },
	[FACT_VARIANT] = { "variant", false },
	[FACT_MMU] = { "mmu", true },
	[FACT_KUAP] = { "kuap", true },
	[FACT_FLUSH] = { "flush", true },
	[FACT_TM] = { "tm", true },
	[FACT_PAGE_SIZE] = { "page_size", true },
	[FACT_CPU] = { "cpu", true },
	[FACT_CPUS] = { "cpus", false },
	[FACT_SOURCE] = { "source", false },
};

static const char *tri(int v)
{
	return v < 0 ? "unknown" : v ? "on" : "off";
}

static const char *text_fact(const struct kt_run *run, enum fact fact)
{
	switch (fact) {
	case FACT_KERNEL:
		return run->host.kernel;
	case FACT_VARIANT:
		return run->host.variant;
	case FACT_MMU:
		return run->host.mmu;
	case FACT_KUAP:
		return tri(run->host.kuap);
	case FACT_FLUSH:
		return run->host.flush;
	case FACT_TM:
		return tri(run->host.tm);
	case FACT_CPU:
		return run->host.cpu;
	case FACT_SOURCE:
		return run->host.source;
	default:
		return NULL;
	}
}

const char *kt_host_fact(const struct kt_run *run, size_t i, char *out, size_t size)
{
	const char *text;

	if (i == FACT_PAGE_SIZE || i == FACT_CPUS) {
		snprintf(out, size, "%u", i == FACT_CPUS ? run->host.cpus : run->host.page_size);
	} else {
		text = text_fact(run, (enum fact)i);
		snprintf(out, size, "%s", text ? text : "");
	}
	return facts[i].name;
}

bool kt_host_fact_moves_counts(size_t i)
{
	return facts[i].moves_counts;
}

static char *dup(const char *s)
{
	return strdup(s ? s : "");
}

static int copy_host(struct kt_run *to, const struct kt_run *from)
{
	to->host = from->host;
	to->host.kernel = dup(from->host.kernel);
	to->host.variant = dup(from->host.variant);
	to->host.mmu = dup(from->host.mmu);
	to->host.flush = dup(from->host.flush);
	to->host.cpu = dup(from->host.cpu);
	to->host.source = dup(from->host.source);
	to->workload = from->workload;
	to->workload.command = dup(from->workload.command);
	to->workload.start = dup(from->workload.start);
	to->workload.filter = dup(from->workload.filter);
	to->complete = true;
	return to->host.kernel && to->host.variant && to->host.mmu && to->host.flush &&
			       to->host.cpu && to->host.source && to->workload.command &&
			       to->workload.start && to->workload.filter
		       ? 0
		       : -1;
}

static int add_sites(struct kt_run *to, const struct kt_run *from)
{
	struct kt_site *sites, *s;
	size_t i;

	if (!from->nr_sites)
		return 0;
	sites = realloc(to->sites, (to->nr_sites + from->nr_sites) * sizeof(*sites));
	if (!sites)
		return -1;
	to->sites = sites;
	for (i = 0; i < from->nr_sites; i++) {
		s = &sites[to->nr_sites++];
		*s = from->sites[i];
		s->symbol = dup(from->sites[i].symbol);
		s->caller = dup(from->sites[i].caller);
		if (!s->symbol || !s->caller)
			return -1;
	}
	return 0;
}

static void add(uint64_t *to, const uint64_t *from, size_t n)
{
	while (n--)
		*to++ += *from++;
}

static int add_counts(struct kt_run *to, const struct kt_run *from)
{
	size_t i;

	add(to->windows, from->windows, KT_PHASE_MAX);
	add(to->sums, from->sums, KT_SUM_MAX);
	add(to->sigreturns, from->sigreturns, KT_SIGRETURN_MAX);
	add(to->losses, from->losses, KT_LOSS_MAX);
	to->nested += from->nested;
	for (i = 0; i < KT_NSIG; i++) {
		to->signals[i].entered += from->signals[i].entered;
		to->signals[i].siginfo += from->signals[i].siginfo;
	}
	for (i = 0; i < KT_H_MAX; i++)
		kt_hist__add(&to->hist[i], &from->hist[i]);
	to->complete &= from->complete;
	if (add_sites(to, from))
		return -1;
	kt_run__finish(to);
	return 0;
}

static int add_sample(struct kt_compare_side *side, const char *file, const struct kt_run *run)
{
	struct kt_sample *s = realloc(side->samples, (side->nr + 1) * sizeof(*s));
	size_t i;

	if (!s)
		return -1;
	side->samples = s;
	s += side->nr;
	memset(s, 0, sizeof(*s));
	side->nr++;
	s->file = dup(file);
	s->start = dup(run->workload.start);
	s->signals = kt_run__nr_signals(run);
	s->losses = kt_run__nr_losses(run);
	s->digest = run->digest;
	s->per_signal = kt_run__per_signal(run);
	s->per_signal_amr = kt_run__per_signal_amr(run);
	for (i = 0; i < KT_H_MAX; i++)
		kt_quantiles__of(&s->hist[i], &run->hist[i]);
	return s->file && s->start ? 0 : -1;
}

int kt_side__add(struct kt_compare_side *side, const char *file, const struct kt_run *run)
{
	if (!side->sum) {
		side->sum = kt_run__new();
		if (!side->sum || copy_host(side->sum, run))
			return -1;
	}
	return add_sample(side, file, run) || add_counts(side->sum, run) ? -1 : 0;
}

void kt_side__free(struct kt_compare_side *side)
{
	size_t i;

	for (i = 0; i < side->nr; i++) {
		free(side->samples[i].file);
		free(side->samples[i].start);
	}
	free(side->samples);
	kt_run__free(side->sum);
}
