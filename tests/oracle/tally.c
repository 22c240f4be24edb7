// SPDX-License-Identifier: GPL-2.0-only
/* What the oracle has counted: sites by address, runs, operations, and the JSON at the end. */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "oracle.h"

#define SITE_BUCKETS	4096

struct tally tally;

/* vCPUs translate, and pass marks, at the same time. */
static pthread_mutex_t site_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t mark_lock = PTHREAD_MUTEX_INITIALIZER;
static struct site *sites[SITE_BUCKETS];
static size_t nr_sites;
static FILE *out;
static unsigned int system_vcpus;	/* 0: user mode */
static bool per_run;
static unsigned int runs_printed;

int tally_init(unsigned int max_vcpus)
{
	unsigned int i;

	tally.max_vcpus = max_vcpus;
	tally.vcpus = aligned_alloc(128, max_vcpus * sizeof(*tally.vcpus));
	if (!tally.vcpus)
		return -1;
	memset(tally.vcpus, 0, max_vcpus * sizeof(*tally.vcpus));
	for (i = 0; i < METRIC_NR; i++)
		tally.hist[i].min = UINT64_MAX;
	return 0;
}

/* The same code is translated many times: one site for good, as its address is in the block. */
struct site *tally_site(uint64_t addr, enum kind kind)
{
	struct site **head = &sites[(addr >> 2 ^ addr >> 14) % SITE_BUCKETS], *s;

	pthread_mutex_lock(&site_lock);
	for (s = *head; s; s = s->next)
		if (s->addr == addr && s->kind == kind)
			goto out;

	s = calloc(1, sizeof(*s) + tally.max_vcpus * sizeof(s->count[0]));
	if (!s) {
		fprintf(stderr, "oracle: error: out of memory\n");
		abort();
	}
	s->addr = addr;
	s->kind = kind;
	s->next = *head;
	*head = s;
	nr_sites++;
out:
	pthread_mutex_unlock(&site_lock);
	return s;
}

void tally_run_begin(void)
{
	unsigned int i;

	pthread_mutex_lock(&mark_lock);
	if (!tally.depth) {
		for (i = 0; i < tally.max_vcpus; i++)
			memcpy(tally.vcpus[i].run_start, tally.vcpus[i].insns,
			       sizeof(tally.vcpus[i].insns));
		tally.runs++;
	}
	__atomic_store_n(&tally.depth, tally.depth + 1, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&mark_lock);
}

static void close_run(void)
{
	unsigned int i, s;

	for (i = 0; i < tally.max_vcpus; i++)
		for (s = 0; s < SPACE_NR; s++)
			tally.run_insns[s] += tally.vcpus[i].insns[s] - tally.vcpus[i].run_start[s];
}

static void print_and_reset(void);

void tally_run_end(void)
{
	pthread_mutex_lock(&mark_lock);
	if (!tally.depth)
		tally.run_mismatch++;
	else if (tally.depth == 1)
		close_run();
	if (tally.depth)
		__atomic_store_n(&tally.depth, tally.depth - 1, __ATOMIC_RELAXED);
	if (per_run && !tally.depth)
		print_and_reset();
	pthread_mutex_unlock(&mark_lock);
}

static void hist_add(struct hist *h, uint64_t value)
{
	unsigned int lo = 0, hi = h->used, mid;

	h->ops++;
	h->sum += value;
	h->min = value < h->min ? value : h->min;
	h->max = value > h->max ? value : h->max;
	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (h->bin[mid].value < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == h->used || h->bin[lo].value != value) {
		if (h->used == HIST_CAP) {
			h->uncounted++;
			return;
		}
		memmove(&h->bin[lo + 1], &h->bin[lo], (h->used - lo) * sizeof(h->bin[0]));
		h->bin[lo].value = value;
		h->bin[lo].ops = 0;
		h->used++;
	}
	h->bin[lo].ops++;
}

void tally_op(const uint64_t delta[METRIC_NR])
{
	unsigned int i;

	pthread_mutex_lock(&mark_lock);
	for (i = 0; i < METRIC_NR; i++)
		hist_add(&tally.hist[i], delta[i]);
	pthread_mutex_unlock(&mark_lock);
}

void tally_op_mismatch(void)
{
	pthread_mutex_lock(&mark_lock);
	tally.op_mismatch++;
	pthread_mutex_unlock(&mark_lock);
}

/* The fewest operations a value needs to be among the HIST_SHOWN most frequent. */
static uint64_t shown_floor(const struct hist *h)
{
	uint64_t floor;
	unsigned int i, n;

	for (floor = 1; ; floor++) {
		for (i = n = 0; i < h->used; i++)
			n += h->bin[i].ops >= floor;
		if (n <= HIST_SHOWN)
			return floor;
	}
}

static void print_hist(FILE *f, unsigned int metric, const char *end)
{
	const struct hist *h = &tally.hist[metric];
	uint64_t floor = shown_floor(h), shown = 0;
	const char *sep = "";
	unsigned int i, mode = 0;

	if (!h->ops) {
		fprintf(f, "    \"%s\": null%s\n", metric_name[metric], end);
		return;
	}
	for (i = 1; i < h->used; i++)
		if (h->bin[i].ops > h->bin[mode].ops)
			mode = i;
	fprintf(f, "    \"%s\": {\"mode\": %" PRIu64 ", \"mode_share\": %.4f, \"min\": %" PRIu64
		", \"max\": %" PRIu64 ", \"sum\": %" PRIu64 ",\n      \"hist\": [",
		metric_name[metric],
		h->bin[mode].value, (double)h->bin[mode].ops / h->ops, h->min, h->max, h->sum);
	for (i = 0; i < h->used; i++) {
		if (h->bin[i].ops < floor)
			continue;
		fprintf(f, "%s[%" PRIu64 ", %" PRIu64 "]", sep, h->bin[i].value, h->bin[i].ops);
		shown += h->bin[i].ops;
		sep = ", ";
	}
	fprintf(f, "],\n      \"hist_left_out\": %" PRIu64 "}%s\n", h->ops - shown, end);
}

static int by_addr(const void *a, const void *b)
{
	const struct site *x = *(struct site *const *)a, *y = *(struct site *const *)b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

static struct site_count site_sum(const struct site *s)
{
	struct site_count sum = { 0 };
	unsigned int i;

	for (i = 0; i < tally.max_vcpus; i++) {
		sum.in_run += s->count[i].in_run;
		sum.in_op += s->count[i].in_op;
	}
	return sum;
}

static struct site **sorted_sites(void)
{
	struct site **all = calloc(nr_sites + 1, sizeof(*all)), *s;
	size_t i, n = 0;

	if (!all)
		return NULL;
	for (i = 0; i < SITE_BUCKETS; i++)
		for (s = sites[i]; s; s = s->next)
			all[n++] = s;
	qsort(all, n, sizeof(*all), by_addr);
	return all;
}

static void print_totals(FILE *f, struct site **all)
{
	struct site_count kinds[KIND_NR] = { 0 }, sum;
	unsigned int k;
	size_t i;

	for (i = 0; all[i]; i++) {
		sum = site_sum(all[i]);
		kinds[all[i]->kind].in_run += sum.in_run;
		kinds[all[i]->kind].in_op += sum.in_op;
	}
	fprintf(f, "  \"totals\": {\n    \"instructions\": {\"in_run\": %" PRIu64
		", \"in_op\": %" PRIu64 ", \"real_mode\": %" PRIu64 "}",
		tally.run_insns[SPACE_VIRT] + tally.run_insns[SPACE_REAL],
		tally.hist[METRIC_INSNS].sum, tally.run_insns[SPACE_REAL]);
	for (k = 0; k < KIND_NR; k++)
		fprintf(f, ",\n    \"%s\": {\"in_run\": %" PRIu64 ", \"in_op\": %" PRIu64 "}",
			metric_name[k], kinds[k].in_run, kinds[k].in_op);
	fprintf(f, "\n  },\n");
}

static void print_counts(FILE *f, struct site **all)
{
	const char *sep = "";
	size_t i;

	fprintf(f, "  \"counts\": [");
	for (i = 0; all[i]; i++) {
		struct site_count sum = site_sum(all[i]);

		if (!sum.in_run && all[i]->kind != KIND_WATCH)
			continue;
		fprintf(f, "%s\n    {\"addr\": \"0x%016" PRIx64 "\", \"op\": \"%s\", \"in_op\": %"
			PRIu64 ", \"in_run\": %" PRIu64 "}", sep, all[i]->addr,
			kind_name[all[i]->kind], sum.in_op, sum.in_run);
		sep = ",";
	}
	fprintf(f, "\n  ],\n");
}

/* In user mode a vCPU is a thread: those that ran kernel= code are counted. */
static unsigned int vcpus_used(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < tally.max_vcpus; i++)
		n += tally.vcpus[i].insns[SPACE_VIRT] != 0;
	return n;
}

static int print_run(FILE *f)
{
	struct site **all = sorted_sites();
	unsigned int k, open = tally.depth;

	if (!all)
		return -1;
	if (open)
		close_run();	/* the workload died in its run: say so, and count what was */

	fprintf(f, "{\n  \"schema\": \"kuaptrace.oracle/1\",\n  \"vcpus\": %u,\n"
		"  \"runs\": %" PRIu64 ",\n  \"runs_open\": %u,\n  \"run_mismatch\": %" PRIu64 ",\n"
		"  \"op_exact\": %s,\n  \"op_mismatch\": %" PRIu64 ",\n  \"lost\": %" PRIu64 ",\n",
		system_vcpus ? system_vcpus : vcpus_used(), tally.runs, open, tally.run_mismatch,
		tally.op_mismatch ? "false" : "true", tally.op_mismatch, tally.lost);
	fprintf(f, "  \"ops\": {\n    \"count\": %" PRIu64 ",\n", tally.hist[METRIC_INSNS].ops);
	print_hist(f, METRIC_INSNS, ",");
	for (k = 0; k < KIND_NR; k++)
		print_hist(f, k, k + 1 < KIND_NR ? "," : "");
	fprintf(f, "  },\n");
	print_totals(f, all);
	print_counts(f, all);
	access_print(f);
	fprintf(f, "  \"complete\": true\n}");
	free(all);
	return ferror(f) ? -1 : 0;
}

/* No run is open, so nobody counts; what translates meanwhile only adds sites. */
static void reset(void)
{
	struct site *s;
	unsigned int i;

	for (i = 0; i < SITE_BUCKETS; i++)
		for (s = sites[i]; s; s = s->next)
			memset(s->count, 0, tally.max_vcpus * sizeof(s->count[0]));
	for (i = 0; i < METRIC_NR; i++) {
		memset(&tally.hist[i], 0, sizeof(tally.hist[i]));
		tally.hist[i].min = UINT64_MAX;
	}
	memset(tally.run_insns, 0, sizeof(tally.run_insns));
	tally.runs = tally.op_mismatch = tally.run_mismatch = tally.lost = 0;
}

static void print_and_reset(void)
{
	pthread_mutex_lock(&site_lock);
	if (runs_printed++)
		fprintf(out, ",\n");
	print_run(out);
	reset();
	pthread_mutex_unlock(&site_lock);
}

/* Where to, before the machine starts; per_run: an array, one result a run. */
void tally_print_to(FILE *f, unsigned int vcpus, bool split)
{
	out = f;
	system_vcpus = vcpus;
	per_run = split;
	if (per_run)
		fprintf(out, "{\"schema\": \"kuaptrace.oracle-runs/1\", \"runs\": [\n");
}

/* When the machine is gone. */
int tally_print(void)
{
	pthread_mutex_lock(&mark_lock);
	if (!per_run) {
		pthread_mutex_lock(&site_lock);
		if (print_run(out))
			return -1;
	} else {
		if (tally.depth || tally.run_mismatch)
			print_and_reset();
		fprintf(out, "\n], \"complete\": true}");
	}
	fprintf(out, "\n");
	return ferror(out) ? -1 : 0;
}
