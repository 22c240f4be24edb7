// SPDX-License-Identifier: GPL-2.0-only
/* Rows of tasks, processes, cgroups and sites. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/live.h"

const char *const kt_live_by_names[KT_BY_MAX] = {
	[KT_BY_TASK] = "task",
	[KT_BY_PROCESS] = "process",
	[KT_BY_CGROUP] = "cgroup",
	[KT_BY_SITE] = "site",
};

const char *const kt_live_sort_names[KT_SORT_MAX] = {
	[KT_SORT_RATE] = "rate",
	[KT_SORT_SIGNALS] = "signals",
	[KT_SORT_TOTAL] = "total",
	[KT_SORT_NAME] = "name",
};

#define CMP(x, y) (((x) > (y)) - ((x) < (y)))

/* Counts of one task before, by its id; tasks are never dropped, so ids are all there is. */
struct past {
	uint64_t windows, signals;
};

static struct past *past_of(const struct kt_run *before, size_t *nr)
{
	struct past *p;
	size_t i;

	*nr = 0;
	for (i = 0; before && i < before->nr_tasks; i++) {
		if (before->tasks[i].id >= *nr)
			*nr = before->tasks[i].id + 1;
	}
	p = calloc(*nr + 1, sizeof(*p));
	for (i = 0; p && before && i < before->nr_tasks; i++) {
		p[before->tasks[i].id].windows = before->tasks[i].windows;
		p[before->tasks[i].id].signals = before->tasks[i].signals;
	}
	return p;
}

static uint64_t since(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

/* Still counts: rates() makes rates of them. */
static void add_task(struct kt_live_row *row, const struct kt_run_task *t, const struct past *p)
{
	row->windows += t->windows;
	row->signals += t->signals;
	row->windows_s += (double)since(t->windows, p->windows);
	row->signals_s += (double)since(t->signals, p->signals);
	row->tasks++;
}

static int add_tasks(struct kt_live *l, const struct kt_run *before)
{
	static const struct past none;
	size_t i, nr;
	struct past *past = past_of(before, &nr);
	struct kt_live_row *row;

	l->rows = calloc(l->run->nr_tasks + 1, sizeof(*l->rows));
	if (!past || !l->rows) {
		free(past);
		return -1;
	}
	for (i = 0; i < l->run->nr_tasks; i++) {
		const struct kt_run_task *t = &l->run->tasks[i];

		/* Who ended before this interval has left the view. */
		if (t->flags & KT_TASK_EXITED && t->id < nr && past[t->id].windows == t->windows)
			continue;
		row = &l->rows[l->nr++];
		row->id = t->pid;
		row->tid = t->tid;
		snprintf(row->name, sizeof(row->name), "%s", t->comm);
		add_task(row, t, t->id < nr ? &past[t->id] : &none);
		row->cgroup = t->cgroup;
	}
	free(past);
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct kt_live_row *x = a, *y = b;

	return CMP(x->id, y->id);
}

/* Rows of one id become one, with its leader's name where that is known. */
static void merge(struct kt_live *l)
{
	struct kt_live_row *to = NULL, *row;
	size_t i, n = 0;

	qsort(l->rows, l->nr, sizeof(*l->rows), by_id);
	for (i = 0; i < l->nr; i++) {
		row = &l->rows[i];
		if (!to || to->id != row->id) {
			to = &l->rows[n++];
			if (to != row)
				*to = *row;
			continue;
		}
		to->windows += row->windows;
		to->signals += row->signals;
		to->windows_s += row->windows_s;
		to->signals_s += row->signals_s;
		to->tasks += row->tasks;
		if (row->tid == row->id) /* the leader */
			memcpy(to->name, row->name, sizeof(to->name));
	}
	l->nr = n;
}

static void to_cgroups(struct kt_live *l, const struct kt_live_conf *conf)
{
	const char *path;
	size_t i;

	for (i = 0; i < l->nr; i++)
		l->rows[i].id = l->rows[i].cgroup;
	merge(l);
	for (i = 0; i < l->nr; i++) {
		struct kt_live_row *row = &l->rows[i];

		path = conf->cgroup ? conf->cgroup(conf->arg, row->id) : NULL;
		if (path)
			snprintf(row->name, sizeof(row->name), "%s", path);
		else
			snprintf(row->name, sizeof(row->name), "cgroup %" PRIu64, row->id);
	}
}

static int by_site(const void *a, const void *b)
{
	return kt_site__cmp(*(const struct kt_site *const *)a, *(const struct kt_site *const *)b);
}

static const struct kt_site **sorted_sites(const struct kt_run *run)
{
	const struct kt_site **v = calloc((run ? run->nr_sites : 0) + 1, sizeof(*v));
	size_t i;

	for (i = 0; v && run && i < run->nr_sites; i++)
		v[i] = &run->sites[i];
	if (v && run)
		qsort(v, run->nr_sites, sizeof(*v), by_site);
	return v;
}

static int add_sites(struct kt_live *l, const struct kt_run *before)
{
	const struct kt_site **old = sorted_sites(before), **found;
	size_t i, nr = before ? before->nr_sites : 0;

	l->rows = calloc(l->run->nr_sites + 1, sizeof(*l->rows));
	if (!old || !l->rows) {
		free(old);
		return -1;
	}
	for (i = 0; i < l->run->nr_sites; i++) {
		struct kt_live_row *row = &l->rows[l->nr++];
		const struct kt_site *s = &l->run->sites[i];

		found = nr ? bsearch(&s, old, nr, sizeof(*old), by_site) : NULL;
		row->site = s;
		snprintf(row->name, sizeof(row->name), "%s", s->symbol);
		row->windows = s->windows;
		row->windows_s = (double)since(s->windows, found ? (*found)->windows : 0);
	}
	free(old);
	return 0;
}

static bool has(const struct kt_live_row *row, const char *find)
{
	return strstr(row->name, find) || (row->site && strstr(row->site->caller, find));
}

static void leave_out(struct kt_live *l, const char *find)
{
	size_t i, n = 0;

	if (!find || !*find)
		return;
	for (i = 0; i < l->nr; i++) {
		if (has(&l->rows[i], find))
			l->rows[n++] = l->rows[i];
	}
	l->left_out = l->nr - n;
	l->nr = n;
}

static void rates(struct kt_live *l)
{
	double all = (double)(l->iv.windows + l->iv.nested);
	size_t i;

	for (i = 0; i < l->nr; i++) {
		l->rows[i].share = all > 0 ? l->rows[i].windows_s / all : 0;
		l->rows[i].windows_s /= l->iv.seconds > 0 ? l->iv.seconds : 1;
		l->rows[i].signals_s /= l->iv.seconds > 0 ? l->iv.seconds : 1;
	}
}

/* qsort() has no argument for it. */
static enum kt_live_sort sorting;
static int direction;

static int by_what(const void *a, const void *b)
{
	const struct kt_live_row *x = a, *y = b;
	int d = 0;

	if (sorting == KT_SORT_RATE)
		d = CMP(y->windows_s, x->windows_s);
	else if (sorting == KT_SORT_SIGNALS)
		d = CMP(y->signals_s, x->signals_s);
	if (!d && sorting != KT_SORT_NAME)
		d = CMP(y->windows, x->windows);
	if (!d)
		d = strcmp(x->name, y->name);
	if (!d)
		d = CMP(x->id, y->id);
	return direction * (d ? d : CMP(x->tid, y->tid));
}

static int fill(struct kt_live *l, const struct kt_run *before, const struct kt_live_conf *conf)
{
	if (kt_interval__between(&l->iv, before, l->run))
		return -1;
	if (conf->by == KT_BY_SITE)
		return add_sites(l, before);
	if (add_tasks(l, before))
		return -1;
	if (conf->by == KT_BY_PROCESS)
		merge(l);
	else if (conf->by == KT_BY_CGROUP)
		to_cgroups(l, conf);
	return 0;
}

struct kt_live *kt_live__new(const struct kt_run *before, const struct kt_run *now,
			     const struct kt_live_conf *conf)
{
	struct kt_live *l = calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->run = now;
	if (fill(l, before, conf)) {
		kt_live__free(l);
		return NULL;
	}
	leave_out(l, conf->find);
	rates(l);
	sorting = conf->sort;
	direction = conf->reverse ? -1 : 1;
	qsort(l->rows, l->nr, sizeof(*l->rows), by_what);
	return l;
}

void kt_live__free(struct kt_live *live)
{
	if (!live)
		return;
	free(live->rows);
	free(live);
}
