// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd/record_opts.h"
#include "log.h"
#include "model/interval.h"
#include "render/interval.h"
#include "render/openmetrics.h"

#define LEAST_INTERVAL 0.01

/* What -i shows from. */
struct lines {
	struct render_env env;
	bool json;
	size_t nr;
	struct kt_run *before;
};

static int check(const struct opt_spec *spec, const struct record_opts *o,
		 struct recording_conf *conf)
{
	struct session_conf *s = &conf->session;

	if (o->user && !conf->cmd)
		return opt__usage(spec, "--user says who runs CMD: give one after --");
	if (o->interval > 0 && o->interval < LEAST_INTERVAL)
		return opt__usage(spec, "-i: at least %g seconds", LEAST_INTERVAL);
	if (s->filter.nr_pids || s->filter.nr_tids || s->all || conf->cmd)
		return OPT_GO;
	/* A time or a filter without a target is the whole system, as with perf. */
	if (o->seconds > 0 || filter_conf__any(&s->filter)) {
		s->all = true;
		return OPT_GO;
	}
	return opt__usage(spec,
			  "nothing to count: give -- CMD, -p PID, -d SECONDS, a filter or -a");
}

/* What an interval needs of a run: the counts, not the tasks and sites. */
static struct kt_run *counts_of(const struct kt_run *run)
{
	struct kt_run *c = kt_run__new();

	if (!c)
		return NULL;
	c->workload.seconds = run->workload.seconds;
	c->nested = run->nested;
	memcpy(c->windows, run->windows, sizeof(c->windows));
	memcpy(c->sums, run->sums, sizeof(c->sums));
	memcpy(c->sigreturns, run->sigreturns, sizeof(c->sigreturns));
	memcpy(c->losses, run->losses, sizeof(c->losses));
	memcpy(c->hist, run->hist, sizeof(c->hist));
	return c;
}

static int show_line(void *arg, const struct kt_run *run)
{
	struct lines *l = arg;
	struct kt_run *counts = counts_of(run);
	struct kt_interval iv;

	if (!counts || kt_interval__between(&iv, l->before, run)) {
		kt_run__free(counts);
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	kt_run__free(l->before);
	l->before = counts;
	if (l->json)
		json__interval(&l->env, &iv);
	else
		table__interval(&l->env, &iv, l->nr);
	l->nr++;
	/* A reader that is gone is an error when all ends; until then we count. */
	fflush(l->env.out);
	return 0;
}

/* A full disk may have room again at the next interval: counting goes on. */
static int write_textfile(void *arg, const struct kt_run *run)
{
	struct record_opts *o = arg;
	struct kt_error err = { 0 };

	o->textfile_failed = textfile__write(run, o->textfile, &err);
	if (o->textfile_failed)
		log_error("%s", err.msg);
	return 0;
}

static int check_textfile(const struct opt_spec *spec, const struct record_opts *o)
{
	struct kt_error err = { 0 };

	if (!(o->interval > 0))
		return opt__usage(spec, "--textfile needs -i SECONDS: how often to write it");
	if (!textfile__check(o->textfile, &err))
		return OPT_GO;
	log_error("%s", err.msg);
	log_hint("%s", err.hint);
	return KT_EXIT_USAGE;
}

static void say_losses(const struct kt_run *run)
{
	int i;

	for (i = 0; i < KT_LOSS_MAX; i++) {
		if (run->losses[i])
			log_warn("lost: %s: %" PRIu64, kt_run_loss_names[i], run->losses[i]);
	}
	if (run->losses[KT_LOSS_TASK_MAP_FULL])
		log_hint("more room: --max-tasks");
	if (run->losses[KT_LOSS_CELL_MAP_FULL])
		log_hint("more room: --max-cells");
}

int record_opts__run(const struct opt_spec *spec, struct record_opts *o,
		     const struct opt_args *args, struct kt_run **run)
{
	struct lines lines = { .json = o->json };
	struct recording_conf conf = { 0 };
	int rc;

	rc = filter_opts__conf(spec, &o->filter, &conf.session);
	if (rc != OPT_GO)
		return rc;
	render_env__init(&lines.env);
	conf.seconds = o->seconds;
	conf.interval = o->interval;
	conf.each = o->textfile ? write_textfile : show_line;
	conf.arg = o->textfile ? (void *)o : &lines;
	conf.user = o->user;
	conf.cmd = args->cmd;
	conf.session.has_cmd = args->cmd;
	conf.session.amr = o->amr;
	conf.session.calibrate = o->calibrate;
	rc = check(spec, o, &conf);
	if (rc == OPT_GO && o->textfile)
		rc = check_textfile(spec, o);
	if (rc == OPT_GO)
		rc = recording__run(&conf, run);
	filter_opts__done(&conf.session);
	kt_run__free(lines.before);
	if (rc)
		return rc;
	say_losses(*run);
	return OPT_GO;
}

int record_opts__exit(const struct record_opts *o, const struct kt_run *run, int written)
{
	/* Ended by us when the time was over: no failure of CMD's. */
	bool timed_out = o->seconds > 0 && run->workload.seconds >= o->seconds;

	if (run->workload.exit > 0 && !timed_out)
		return run->workload.exit;
	if (written)
		return written;
	if (o->textfile_failed)
		return KT_EXIT_INTERNAL;
	if (o->strict && kt_run__nr_losses(run)) {
		log_error("events were lost, and --strict was given");
		return KT_EXIT_DATA;
	}
	return KT_EXIT_OK;
}

void record_opts__free(struct record_opts *o, struct opt_args *args)
{
	filter_opts__free(&o->filter);
	opt_args__free(args);
}
