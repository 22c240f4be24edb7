// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "collect/calibrate.h"
#include "collect/session.h"
#include "collect/why.h"
#include "log.h"

static int fail(int rc, const struct kt_error *err)
{
	log_error("%s", err->msg);
	if (err->hint[0])
		log_hint("%s", err->hint);
	return rc;
}

static int watch_one(struct session *s, pid_t pid, bool thread)
{
	const char *what = thread ? "thread" : "process";
	int err = thread ? tracepoints__watch_thread(s->tp, pid)
			 : tracepoints__watch_process(s->tp, pid);

	if (!err)
		return 0;
	if (err == -ESRCH)
		log_error("no %s %d", what, (int)pid);
	else
		log_error("cannot watch %s %d: %s", what, (int)pid, strerror(-err));
	return KT_EXIT_USAGE;
}

static int watch(struct session *s, const struct filter_conf *f)
{
	int rc = 0;
	size_t i;

	for (i = 0; !rc && i < f->nr_pids; i++)
		rc = watch_one(s, f->pids[i], false);
	for (i = 0; !rc && i < f->nr_tids; i++)
		rc = watch_one(s, f->tids[i], true);
	return rc;
}

static int set_up(struct session *s, const struct session_conf *conf)
{
	struct tracepoints_conf tc = {
		.all = conf->all,
		.filter = &s->filter,
		.inherit = !conf->no_inherit,
		.amr = conf->amr,
		.plain = conf->plain,
		.max_tasks = conf->max_tasks,
		.max_cells = conf->max_cells,
	};
	struct kt_error err = { 0 };
	int rc;

	/* What was asked for wrongly is said first: another kernel would not help. */
	rc = filter__resolve(&s->filter, &conf->filter, !conf->has_cmd, &err);
	if (rc)
		return fail(rc, &err);
	if (kt_why__no_events(&s->kernel, &err))
		return fail(KT_EXIT_CANNOT, &err);
	if (conf->calibrate && calibrate__floor(&s->kernel, &s->host, &s->floor_ns, &err))
		return fail(KT_EXIT_CANNOT, &err);
	s->tp = tracepoints__open(&tc, &s->kernel, &s->host, &err);
	if (!s->tp || tracepoints__attach(s->tp, &err))
		return fail(KT_EXIT_CANNOT, &err);
	return watch(s, &conf->filter);
}

int session__open(struct session *s, const struct session_conf *conf)
{
	int rc;

	memset(s, 0, sizeof(*s));
	kt_kernel__probe(&s->kernel);
	if (kt_host__read(&s->host)) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	rc = set_up(s, conf);
	if (rc)
		session__close(s);
	return rc;
}

void session__close(struct session *s)
{
	tracepoints__free(s->tp);
	filter__free(&s->filter);
	kt_host__free(&s->host);
	memset(s, 0, sizeof(*s));
}

int session__read(struct session *s, struct kt_run *run)
{
	int err = kt_host__copy(&s->host, &run->host);

	run->host.floor_ns = s->floor_ns;
	run->workload.filter = strdup(s->filter.text);
	if (!err && !run->workload.filter)
		err = -ENOMEM;
	return err ? err : tracepoints__read(s->tp, run);
}
