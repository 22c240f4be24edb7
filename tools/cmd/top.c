// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace top: who opens windows, live; on a terminal or as plain tables. */
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd/filter_opts.h"
#include "cmd/top.h"
#include "log.h"

#define LEAST_INTERVAL 0.1

struct top_opts {
	struct filter_opts filter;
	bool batch;
	uint64_t count;
	uint64_t rows;
	double interval;
	const char *by, *sort;
};

/* clang-format off */
static const struct opt opts[] = {
	OPT_FLAG(struct top_opts, batch, 'b', "batch", "plain tables on stdout"),
	OPT_STR(struct top_opts, by, 0, "by", "WHAT", "task (default), process, cgroup, site"),
	FILTER_OPTS(struct top_opts, filter.),
	OPT_F64(struct top_opts, interval, 'i', "interval", 0, 3600, "SECONDS", "between two looks (1)"),
	OPT_U64(struct top_opts, count, 'n', "count", 1, 1000000000, "N", "end after N looks"),
	OPT_U64(struct top_opts, rows, 0, "rows", 1, 1000000, "N", "of a plain table (20)"),
	OPT_STR(struct top_opts, sort, 0, "sort", "HOW", "rate (default), signals, total, name"),
};
/* clang-format on */

static void help_more(FILE *out)
{
	fputs("\nWithout -p, -t or a filter all tasks are shown. '?' lists the keys.\n", out);
}

static const struct opt_spec spec = {
	.name = "top",
	.usage = "[options]",
	.about = "Shows who opens user access windows, sorted and live: tasks, processes, cgroups or "
		 "the sites in the kernel.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.more = help_more,
};

double top__clock(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

int top__read(struct top *t)
{
	struct kt_run *run = kt_run__new();
	int err = run ? session__read(&t->session, run) : -ENOMEM;

	if (err) {
		kt_run__free(run);
		log_error("cannot read what was counted: %s", strerror(-err));
		return KT_EXIT_INTERNAL;
	}
	run->workload.seconds = top__clock() - t->begun;
	kt_run__finish(run);
	kt_run__free(t->before);
	t->before = t->now;
	t->now = run;
	return 0;
}

static const char *cgroup_path(void *arg, uint64_t id)
{
	struct top *t = arg;
	const char *path = t->cgroups ? cgroups__path(t->cgroups, id) : NULL;

	if (path)
		return path;
	/* One that came meanwhile. */
	cgroups__free(t->cgroups);
	t->cgroups = cgroups__new();
	return t->cgroups ? cgroups__path(t->cgroups, id) : NULL;
}

int top__show(struct top *t, FILE *out)
{
	struct kt_live *live;

	t->conf.find = t->find;
	t->conf.cgroup = cgroup_path;
	t->conf.arg = t;
	live = kt_live__new(t->before, t->now, &t->conf);
	if (!live) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	if (live->nr <= t->look.rows)
		t->look.from = 0;
	else if (t->look.from > live->nr - t->look.rows)
		t->look.from = live->nr - t->look.rows;
	t->env.out = out;
	table__live(&t->env, live, &t->conf, &t->look);
	kt_live__free(live);
	return 0;
}

static int batch(struct top *t, uint64_t n)
{
	double next = t->begun;
	struct timespec ts;
	uint64_t i;
	int rc = 0;

	for (i = 0; !rc && (!n || i < n) && !ferror(stdout); i++) {
		next += t->seconds;
		ts.tv_sec = (time_t)next;
		ts.tv_nsec = (long)((next - (double)ts.tv_sec) * 1e9);
		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR)
			;
		rc = top__read(t);
		if (!rc && i)
			putchar('\n');
		if (!rc)
			rc = top__show(t, stdout);
		fflush(stdout);
	}
	return rc;
}

/* The index of @word in @names, or -1 after a usage error. */
static int choice(const char *option, const char *word, const char *const *names, int n)
{
	char list[80] = "";
	int i;

	for (i = 0; i < n; i++) {
		if (!strcmp(word, names[i]))
			return i;
		snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s", i ? ", " : "",
			 names[i]);
	}
	opt__usage(&spec, "--%s: '%s' is none of %s", option, word, list);
	return -1;
}

static int run(const struct top_opts *o, struct session_conf *conf)
{
	struct top t = { .seconds = o->interval, .look.rows = o->rows };
	int by, sort, rc;

	by = choice("by", o->by, kt_live_by_names, KT_BY_MAX);
	sort = by < 0 ? -1 : choice("sort", o->sort, kt_live_sort_names, KT_SORT_MAX);
	if (sort < 0)
		return KT_EXIT_USAGE;
	if (o->interval < LEAST_INTERVAL)
		return opt__usage(&spec, "-i: at least %g seconds", LEAST_INTERVAL);
	t.conf.by = (enum kt_live_by)by;
	t.conf.sort = (enum kt_live_sort)sort;
	/* Before the kernel is touched. */
	if (!o->batch && (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))) {
		log_error("standard %s is no terminal",
			  isatty(STDOUT_FILENO) ? "input" : "output");
		log_hint("'kuaptrace top --batch -n 1' needs none");
		return KT_EXIT_USAGE;
	}
	conf->all = !conf->filter.nr_pids && !conf->filter.nr_tids;
	rc = session__open(&t.session, conf);
	if (rc)
		return rc;
	render_env__init(&t.env);
	if (!o->batch)
		t.env.color = false; /* the screen does that */
	t.look.filter = t.session.filter.text;
	t.begun = top__clock();
	tracepoints__start(t.session.tp);
	rc = o->batch ? batch(&t, o->count) : top__interact(&t, o->count);
	tracepoints__stop(t.session.tp);
	kt_run__free(t.before);
	kt_run__free(t.now);
	cgroups__free(t.cgroups);
	session__close(&t.session);
	return rc;
}

int cmd_top(int argc, char **argv)
{
	struct top_opts o = { .interval = 1, .rows = 20, .by = "task", .sort = "rate" };
	struct opt_args args = { 0 };
	struct session_conf conf;
	int rc = opt__parse(&spec, argc, argv, &o, &args);

	if (rc == OPT_GO)
		rc = filter_opts__conf(&spec, &o.filter, &conf);
	if (rc == OPT_GO) {
		rc = run(&o, &conf);
		filter_opts__done(&conf);
	}
	filter_opts__free(&o.filter);
	opt_args__free(&args);
	return rc;
}
