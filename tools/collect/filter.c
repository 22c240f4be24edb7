// SPDX-License-Identifier: GPL-2.0-only
/* What the filters' words stand for on this machine, now. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "cmd.h"
#include "collect/cgroup.h"
#include "collect/filter.h"
#include "collect/host.h"
#include "collect/ksyms.h"
#include "model/glob.h"
#include "model/sets.h"

#define FIRST_PID_NS 0xeffffffcu /* PROC_PID_INIT_INO */

bool filter_conf__any(const struct filter_conf *c)
{
	return c->comms.n || c->cgroups.n || c->cpus.n || c->signals.n || c->dirs.n || c->sites.n;
}

static int usage(void)
{
	return KT_EXIT_USAGE;
}

/* Does a living task bear such a name? Threads count: each has one. */
static bool any_called(const struct kt_glob *g)
{
	struct dirent *p, *t;
	char path[300], comm[64];
	bool found = false;
	DIR *proc, *task;

	proc = opendir("/proc");
	while (proc && !found && (p = readdir(proc))) {
		if (*p->d_name < '0' || *p->d_name > '9')
			continue;
		snprintf(path, sizeof(path), "/proc/%.20s/task", p->d_name);
		task = opendir(path);
		while (task && !found && (t = readdir(task))) {
			if (*t->d_name == '.')
				continue;
			snprintf(path, sizeof(path), "/proc/%.20s/task/%.20s/comm", p->d_name,
				 t->d_name);
			/* We are not among what is counted. */
			found = strtol(p->d_name, NULL, 10) != getpid() &&
				kt_host__line(path, comm, sizeof(comm)) && kt_glob__match(g, comm);
		}
		if (task)
			closedir(task);
	}
	if (proc)
		closedir(proc);
	return found;
}

static int comms(struct filter *f, const struct filter_conf *conf, bool must_live,
		 struct kt_error *err)
{
	struct kt_glob g = { 0 }, one;
	struct kt_filter *k = &f->k;
	size_t i;

	for (i = 0; i < conf->comms.n; i++) {
		memset(&one, 0, sizeof(one));
		if (kt_glob__add(&g, conf->comms.v[i], err) ||
		    kt_glob__add(&one, conf->comms.v[i], err))
			return usage();
		if (one.used > KT_COMM_LEN) {
			kt_error__set(err, "no task is called '%s': names have at most %d bytes",
				      conf->comms.v[i], KT_COMM_LEN - 1);
			return usage();
		}
		if (must_live && !any_called(&one)) {
			kt_error__set(err, "no task is called '%s' now", conf->comms.v[i]);
			kt_error__hint(err, "quote a pattern; with -- CMD it may match later");
			return usage();
		}
	}
	if (!conf->comms.n)
		return 0;
	k->by_comm = k->ask = 1;
	k->comm_start = g.start;
	k->comm_stay = g.stay;
	k->comm_end = g.end;
	memcpy(k->comm_next, g.next, sizeof(k->comm_next));
	return 0;
}

static int cgroups(struct filter *f, const struct filter_conf *conf, struct kt_error *err)
{
	size_t i;
	int fd;

	if (conf->cgroups.n > KT_MAX_CGROUPS) {
		kt_error__set(err, "at most %d cgroups", KT_MAX_CGROUPS);
		return usage();
	}
	for (i = 0; i < conf->cgroups.n; i++) {
		fd = cgroup__open(conf->cgroups.v[i], err);
		if (fd < 0)
			return usage();
		f->cgroups[f->k.nr_cgroups++] = fd;
	}
	return 0;
}

struct wanted {
	struct kt_glob glob;
	struct kt_filter *k;
	bool full;
};

static bool add_range(void *arg, const char *name, uint64_t start, uint64_t end)
{
	struct wanted *w = arg;
	struct kt_range *r = w->k->ranges + w->k->nr_ranges;
	char word[512];

	/* without " [module]" */
	snprintf(word, sizeof(word), "%.*s", (int)strcspn(name, " "), name);
	if (!kt_glob__match(&w->glob, word))
		return true;
	if (w->k->nr_ranges && r[-1].end >= start) {
		r[-1].end = end;
		return true;
	}
	w->full = w->k->nr_ranges == KT_MAX_RANGES;
	if (w->full)
		return false;
	r->start = start;
	r->end = end;
	w->k->nr_ranges++;
	return true;
}

static int one_site(struct filter *f, struct ksyms *ks, const char *pattern, struct kt_error *err)
{
	struct wanted w = { .k = &f->k };
	struct kt_filter alone = { 0 };

	if (kt_glob__add(&w.glob, pattern, err))
		return usage();
	w.k = &alone;
	ksyms__each(ks, add_range, &w);
	if (w.full)
		kt_error__set(err, "'%s' is the name of more than %d functions", pattern,
			      KT_MAX_RANGES);
	else if (!alone.nr_ranges)
		kt_error__set(err, "no function of this kernel is called '%s'", pattern);
	return w.full || !alone.nr_ranges ? usage() : 0;
}

static int sites(struct filter *f, const struct filter_conf *conf, struct kt_error *err)
{
	struct wanted w = { .k = &f->k };
	struct ksyms *ks;
	int rc = 0;
	size_t i;

	if (!conf->sites.n)
		return 0;
	ks = ksyms__load(NULL);
	if (!ks || !ksyms__usable(ks)) {
		kt_error__set(err, "--site needs the kernel's symbols, and /proc/kallsyms hides "
				   "their addresses from this user");
		kt_error__hint(err, "CAP_SYSLOG shows them, or kernel.kptr_restrict=0 with "
				    "kernel.perf_event_paranoid=1");
		ksyms__free(ks);
		return KT_EXIT_CANNOT;
	}
	for (i = 0; !rc && i < conf->sites.n; i++) {
		rc = one_site(f, ks, conf->sites.v[i], err);
		if (!rc && kt_glob__add(&w.glob, conf->sites.v[i], err))
			rc = usage();
	}
	if (!rc)
		ksyms__each(ks, add_range, &w);
	if (!rc && w.full) {
		kt_error__set(err, "--site: more than %d functions", KT_MAX_RANGES);
		rc = usage();
	}
	ksyms__free(ks);
	return rc;
}

static int events(struct filter *f, const struct filter_conf *conf, struct kt_error *err)
{
	struct kt_filter *k = &f->k;
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < conf->cpus.n; i++)
		rc = kt_sets__cpus(conf->cpus.v[i], k->cpus, KT_MAX_CPUS, err);
	for (i = 0; !rc && i < conf->signals.n; i++)
		rc = kt_sets__signals(conf->signals.v[i], k->signals, err);
	for (i = 0; !rc && i < conf->dirs.n; i++)
		rc = kt_sets__dirs(conf->dirs.v[i], &k->dirs, err);
	k->by_cpu = conf->cpus.n > 0;
	k->by_signal = conf->signals.n > 0;
	return rc ? usage() : 0;
}

/* In a namespace below ours it has another number there, and the kernel tells us only that one. */
static bool nested_below(pid_t pid)
{
	char path[64], line[256], *p;
	FILE *file;
	int n = 0;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && !n && fgets(line, sizeof(line), file)) {
		if (strncmp(line, "NSpid:", 6))
			continue;
		for (p = line; *p; p++)
			n += *p == '\t';
	}
	if (file)
		fclose(file);
	return n > 1;
}

static int one_id(struct filter *f, pid_t id, bool thread, struct kt_error *err)
{
	const char *what = thread ? "thread" : "process";

	if (kill(id, 0) && errno == ESRCH) {
		kt_error__set(err, "no %s %d", what, (int)id);
		return usage();
	}
	if (!f->foreign)
		return 0;
	if (nested_below(id)) {
		kt_error__set(err, "%s %d lives in a pid namespace below this one", what, (int)id);
		kt_error__hint(err, "run kuaptrace in that namespace, or in the machine's first");
		return KT_EXIT_CANNOT;
	}
	if (f->k.nr_ids == KT_MAX_IDS) {
		kt_error__set(err, "at most %d processes and threads here", KT_MAX_IDS);
		return usage();
	}
	f->k.ids[f->k.nr_ids++] = (uint32_t)id | (thread ? KT_ID_THREAD : 0);
	return 0;
}

static int ids(struct filter *f, const struct filter_conf *conf, struct kt_error *err)
{
	struct stat st;
	size_t i;
	int rc = 0;

	if (!stat("/proc/self/ns/pid", &st)) {
		f->foreign = st.st_ino != FIRST_PID_NS;
		f->k.ns_ino = st.st_ino;
		f->k.ns_dev = (uint64_t)major(st.st_dev) << 20 | minor(st.st_dev);
	}
	for (i = 0; !rc && i < conf->nr_pids; i++)
		rc = one_id(f, conf->pids[i], false, err);
	for (i = 0; !rc && i < conf->nr_tids; i++)
		rc = one_id(f, conf->tids[i], true, err);
	f->k.ask |= f->k.nr_ids > 0;
	return rc;
}

static char *describe(const struct filter_conf *c)
{
	const struct {
		const char *name;
		const struct words *words;
	} all[] = { { "comm", &c->comms }, { "cgroup", &c->cgroups }, { "cpu", &c->cpus },
		    { "signal", &c->signals }, { "dir", &c->dirs }, { "site", &c->sites } };
	char *text = NULL;
	size_t size, i, j;
	FILE *out = open_memstream(&text, &size);

	for (i = 0; out && i < sizeof(all) / sizeof(all[0]); i++) {
		for (j = 0; j < all[i].words->n; j++)
			fprintf(out, "%s%s=%s", ftell(out) ? " " : "", all[i].name,
				all[i].words->v[j]);
	}
	if (out && fclose(out))
		return NULL;
	return text;
}

int filter__resolve(struct filter *f, const struct filter_conf *conf, bool must_live,
		    struct kt_error *err)
{
	int rc;

	memset(f, 0, sizeof(*f));
	f->text = describe(conf);
	if (!f->text) {
		kt_error__set(err, "out of memory");
		return KT_EXIT_INTERNAL;
	}
	rc = events(f, conf, err);
	if (!rc)
		rc = ids(f, conf, err);
	if (!rc)
		rc = comms(f, conf, must_live, err);
	if (!rc)
		rc = cgroups(f, conf, err);
	if (!rc)
		rc = sites(f, conf, err);
	if (rc)
		filter__free(f);
	return rc;
}

void filter__free(struct filter *f)
{
	int i;

	for (i = 0; i < f->k.nr_cgroups; i++)
		close(f->cgroups[i]);
	free(f->text);
	memset(f, 0, sizeof(*f));
}
