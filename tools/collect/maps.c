// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "collect/batch.h"
#include "collect/ksyms.h"
#include "collect/maps.h"

#define RUN_FLAGS (KT_TASK_EXITED | KT_TASK_FP | KT_TASK_VMX | KT_TASK_VSX)

struct reading {
	const struct kt_map_fds *fds;
	uint64_t mult;
	struct kt_run *run;
	const struct ksyms *ks;
	uint32_t *task_of; /* kt_task.id to index in run->tasks, plus 1 */
	uint32_t nr_ids;
	struct slot *slots; /* a hash of sites */
	size_t nr_slots;
};

/* What a site is: a cell's key without the task. */
struct slot {
	struct kt_cell_key key;
	uint32_t site; /* index in run->sites, plus 1; 0: free */
};

static int map_fd(struct bpf_object *obj, const char *name)
{
	struct bpf_map *map = bpf_object__find_map_by_name(obj, name);

	return map ? bpf_map__fd(map) : -ENOENT;
}

int kt_map_fds__get(struct kt_map_fds *fds, struct bpf_object *obj)
{
	struct bpf_program *whoami = bpf_object__find_program_by_name(obj, "kt_whoami");

	fds->watch = map_fd(obj, "watch");
	fds->tasks = map_fd(obj, "tasks");
	fds->cells = map_fd(obj, "cells");
	fds->counts = map_fd(obj, "counts");
	fds->run_hists = map_fd(obj, "run_hists");
	fds->signals = map_fd(obj, "signals");
	fds->whoami = whoami ? bpf_program__fd(whoami) : -ENOENT;
	if (fds->watch < 0 || fds->tasks < 0 || fds->cells < 0 || fds->counts < 0 ||
	    fds->run_hists < 0 || fds->signals < 0 || fds->whoami < 0)
		return -ENOENT;
	return 0;
}

static void hist_add(struct kt_run_hist_data *to, const struct kt_hist *from, uint64_t mult)
{
	int i;

	to->sum += kt_ticks_to_ns(from->sum_ticks, mult);
	to->count += from->count;
	for (i = 0; i < KT_HIST_SLOTS; i++)
		to->slots[i] += from->slots[i];
}

/* @size is a multiple of 8, as the kernel wants per-CPU values to be. */
static void *percpu_get(int fd, uint32_t key, size_t size, int cpus, int *err)
{
	void *vals = calloc(cpus, size);

	*err = vals ? 0 : -ENOMEM;
	if (vals && bpf_map_lookup_elem(fd, &key, vals)) {
		*err = -errno;
		free(vals);
		vals = NULL;
	}
	return vals;
}

static int read_counts(struct reading *r, int cpus)
{
	struct kt_counts *c;
	int cpu, i, err;

	c = percpu_get(r->fds->counts, 0, sizeof(*c), cpus, &err);
	if (!c)
		return err;
	for (cpu = 0; cpu < cpus; cpu++) {
		for (i = 0; i < KT_SUM_MAX; i++)
			r->run->sums[i] += c[cpu].sums[i];
		for (i = 0; i < KT_LOSS_MAX; i++)
			r->run->losses[i] += c[cpu].losses[i];
		for (i = 0; i < KT_SIGRETURN_MAX; i++)
			r->run->sigreturns[i] += c[cpu].sigreturns[i];
	}
	free(c);
	return 0;
}

static int read_signals(struct reading *r, int cpus)
{
	struct kt_signal *s;
	int cpu, i, err;

	for (i = 0; i < KT_NSIG; i++) {
		s = percpu_get(r->fds->signals, i, sizeof(*s), cpus, &err);
		if (!s)
			return err;
		for (cpu = 0; cpu < cpus; cpu++) {
			r->run->signals[i].entered += s[cpu].entered;
			r->run->signals[i].siginfo += s[cpu].siginfo;
		}
		free(s);
	}
	return 0;
}

static int read_run_hists(struct reading *r, int cpus)
{
	static const enum kt_hist_id to[KT_RH_MAX] = {
		[KT_RH_SETUP] = KT_H_SETUP,
		[KT_RH_SIGRETURN] = KT_H_SIGRETURN,
		[KT_RH_INTERRUPTED] = KT_H_INTERRUPTED,
	};
	struct kt_hist *h;
	int cpu, i, err;

	for (i = 0; i < KT_RH_MAX; i++) {
		h = percpu_get(r->fds->run_hists, i, sizeof(*h), cpus, &err);
		if (!h)
			return err;
		for (cpu = 0; cpu < cpus; cpu++)
			hist_add(&r->run->hist[to[i]], &h[cpu], r->mult);
		free(h);
	}
	return 0;
}

static int add_task(struct reading *r, const struct kt_task_key *key, const struct kt_task *t)
{
	struct kt_run *run = r->run;
	struct kt_run_task *to;
	uint32_t *ids;

	if (t->id >= r->nr_ids) {
		uint32_t nr = t->id * 2 + 1024;

		ids = realloc(r->task_of, nr * sizeof(*ids));
		if (!ids)
			return -ENOMEM;
		memset(ids + r->nr_ids, 0, (nr - r->nr_ids) * sizeof(*ids));
		r->task_of = ids;
		r->nr_ids = nr;
	}
	if (!(run->nr_tasks & (run->nr_tasks - 1))) {
		to = realloc(run->tasks, (run->nr_tasks ? 2 * run->nr_tasks : 1) * sizeof(*to));
		if (!to)
			return -ENOMEM;
		run->tasks = to;
	}
	to = &run->tasks[run->nr_tasks++];
	memset(to, 0, sizeof(*to));
	r->task_of[t->id] = run->nr_tasks;
	to->id = t->id;
	to->pid = t->tgid;
	to->tid = key->tid;
	to->flags = t->flags & RUN_FLAGS;
	to->start_ns = t->start_ns;
	to->cgroup = t->cgroup;
	to->signals = t->signals;
	to->siginfo = t->siginfo;
	to->sigreturns = t->sigreturns;
	memcpy(to->comm, t->comm, KT_COMM_LEN);
	hist_add(&run->hist[KT_H_WINDOW], &t->window, r->mult);
	/* A frame that was never finished is no setup: nor are its windows one's. */
	if (t->flags & KT_TASK_IN_SETUP)
		run->sums[KT_SUM_WINDOWS_FAILED] += t->cur_setup_windows;
	return 0;
}

static int each_task(void *arg, const void *key, const void *val)
{
	return add_task(arg, key, val);
}

static size_t hash_of(const struct kt_cell_key *key)
{
	uint64_t h = (key->ip ^ key->caller * 3) + key->dir + key->phase * 4u + key->nested * 16u;

	return (h * 0x9e3779b97f4a7c15ULL) >> 32;
}

static struct slot *find_slot(const struct reading *r, const struct kt_cell_key *key)
{
	size_t i = hash_of(key);
	struct slot *s;

	for (;; i++) {
		s = &r->slots[i & (r->nr_slots - 1)];
		if (!s->site || !memcmp(&s->key, key, sizeof(*key)))
			return s;
	}
}

/* Twice the slots, so that at most half of them are taken; as many sites as that. */
static int grow(struct reading *r)
{
	size_t old_nr = r->nr_slots, i;
	struct slot *old = r->slots;
	struct kt_site *sites;

	r->nr_slots = old_nr ? 2 * old_nr : 1024;
	r->slots = calloc(r->nr_slots, sizeof(*r->slots));
	sites = realloc(r->run->sites, r->nr_slots / 2 * sizeof(*sites));
	if (sites)
		r->run->sites = sites;
	if (!r->slots || !sites) {
		free(r->slots);
		r->slots = old;
		r->nr_slots = old_nr;
		return -ENOMEM;
	}
	for (i = 0; i < old_nr; i++) {
		if (old[i].site)
			*find_slot(r, &old[i].key) = old[i];
	}
	free(old);
	return 0;
}

static int add_site(struct reading *r, const struct kt_cell_key *key)
{
	struct kt_site *site = &r->run->sites[r->run->nr_sites];

	memset(site, 0, sizeof(*site));
	site->symbol = ksyms__name(r->ks, key->ip);
	site->caller = ksyms__name(r->ks, key->caller);
	if (!site->symbol || !site->caller) {
		free(site->symbol);
		free(site->caller);
		return -ENOMEM;
	}
	site->phase = key->phase;
	site->dir = key->dir <= KT_DIR_BOTH ? key->dir : 0;
	site->nested = key->nested;
	r->run->nr_sites++;
	return 0;
}

static void count_cell(struct reading *r, const struct kt_cell_key *key, const struct kt_cell *c,
		       struct kt_site *site)
{
	uint32_t task = key->task_id < r->nr_ids ? r->task_of[key->task_id] : 0;
	struct kt_run *run = r->run;

	site->windows += c->windows;
	site->ns += kt_ticks_to_ns(c->ticks, r->mult);
	if (key->nested) {
		run->nested += c->windows;
		return;
	}
	run->windows[key->phase] += c->windows;
	if (task)
		run->tasks[task - 1].windows += c->windows;
}

static int each_cell(void *arg, const void *k, const void *val)
{
	struct kt_cell_key key = *(const struct kt_cell_key *)k;
	struct reading *r = arg;
	struct slot *s;
	int err = 0;

	key.task_id = 0;
	if (2 * r->run->nr_sites >= r->nr_slots)
		err = grow(r);
	if (err)
		return err;
	s = find_slot(r, &key);
	if (!s->site) {
		err = add_site(r, &key);
		if (err)
			return err;
		s->key = key;
		s->site = r->run->nr_sites;
	}
	count_cell(r, k, val, &r->run->sites[s->site - 1]);
	return 0;
}

int kt_maps__read(const struct kt_map_fds *fds, uint64_t tick_mult, const struct ksyms *ks,
		  struct kt_run *run)
{
	struct reading r = { .fds = fds, .mult = tick_mult, .ks = ks, .run = run };
	int cpus = libbpf_num_possible_cpus();
	int err = cpus < 0 ? cpus : 0;

	if (!err)
		err = read_signals(&r, cpus);
	if (!err)
		err = read_run_hists(&r, cpus);
	/* While all goes on: what makes a ratio is read close together. */
	if (!err)
		err = read_counts(&r, cpus);
	if (!err)
		err = kt_batch__each(fds->tasks, sizeof(struct kt_task_key), sizeof(struct kt_task),
				     each_task, &r);
	if (!err)
		err = kt_batch__each(fds->cells, sizeof(struct kt_cell_key), sizeof(struct kt_cell),
				     each_cell, &r);
	free(r.task_of);
	free(r.slots);
	return err;
}

/* What the kernel allocates, without bucket heads and rounding: a floor. */
uint64_t kt_maps__bytes(struct bpf_object *obj)
{
	int cpus = libbpf_num_possible_cpus();
	uint64_t total = 0;
	struct bpf_map *map;

	bpf_object__for_each_map (map, obj) {
		uint64_t val = (bpf_map__value_size(map) + 7) & ~7ULL;
		uint64_t n = bpf_map__max_entries(map);

		if (bpf_map__type(map) == BPF_MAP_TYPE_PERCPU_ARRAY)
			total += n * val * (cpus > 0 ? cpus : 1);
		else if (bpf_map__type(map) == BPF_MAP_TYPE_HASH)
			total += n * (48 + 16 + ((bpf_map__key_size(map) + 7) & ~7ULL) + val);
		else
			total += n * val;
	}
	return total;
}
