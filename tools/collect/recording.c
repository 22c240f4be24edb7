// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "collect/calibrate.h"
#include "collect/child.h"
#include "collect/recording.h"
#include "collect/tracepoints.h"
#include "collect/why.h"
#include "log.h"

#define POLL_SECONDS 0.2 /* how soon we notice that a -p is gone */
#define FOREVER_SECONDS 1e6
#define GRACE_SECONDS 2	 /* for CMD, between a request to stop and our giving up on it */

struct recording {
	const struct recording_conf *conf;
	struct kt_kernel kernel;
	struct kt_host host;
	struct tracepoints *tp;
	struct child child;
	sigset_t stops, old_mask;
	double begun, ended; /* CLOCK_MONOTONIC */
	double deadline;     /* 0: none */
	double floor_ns;
	char start[32];
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static int cannot(const struct kt_error *err)
{
	log_error("%s", err->msg);
	if (err->hint[0])
		log_hint("%s", err->hint);
	return KT_EXIT_CANNOT;
}

/* Blocked and fetched one at a time: no handler, no race. SIGCHLD only has to wake us. */
static void take_signals(struct recording *r)
{
	sigemptyset(&r->stops);
	sigaddset(&r->stops, SIGINT);
	sigaddset(&r->stops, SIGTERM);
	sigaddset(&r->stops, SIGHUP);
	sigaddset(&r->stops, SIGCHLD);
	sigprocmask(SIG_BLOCK, &r->stops, &r->old_mask);
}

static void give_signals_back(struct recording *r)
{
	struct timespec zero = { 0 };

	/* What came in while we wrote is the same request: done already. */
	while (sigtimedwait(&r->stops, NULL, &zero) > 0)
		;
	sigprocmask(SIG_SETMASK, &r->old_mask, NULL);
}

static int watch_one(struct recording *r, pid_t pid, bool thread)
{
	int err = thread ? tracepoints__watch_thread(r->tp, pid)
			 : tracepoints__watch_process(r->tp, pid);

	if (!err)
		return 0;
	if (err == -ESRCH)
		log_error("no %s %d", thread ? "thread" : "process", (int)pid);
	else if (err == -EXDEV)
		log_error("-p and -t need the first pid namespace (in a container: --pid=host)");
	else
		log_error("cannot watch %s %d: %s", thread ? "thread" : "process", (int)pid,
			  strerror(-err));
	return err == -EXDEV ? KT_EXIT_CANNOT : KT_EXIT_USAGE;
}

static int watch(struct recording *r)
{
	const struct recording_conf *conf = r->conf;
	int rc = 0;
	size_t i;

	for (i = 0; !rc && i < conf->nr_pids; i++)
		rc = watch_one(r, conf->pids[i], false);
	for (i = 0; !rc && i < conf->nr_tids; i++)
		rc = watch_one(r, conf->tids[i], true);
	return rc;
}

static int prepare_child(void *arg)
{
	struct recording *r = arg;

	/* With -a, -p or -t CMD only says how long, as with perf. */
	if (r->conf->all || r->conf->nr_pids || r->conf->nr_tids)
		return 0;
	return tracepoints__arm_self(r->tp);
}

static int fork_cmd(struct recording *r)
{
	int err;

	if (!r->conf->cmd)
		return 0;
	err = child__fork(&r->child, r->conf->cmd, &r->old_mask, prepare_child, r);
	if (!err)
		return 0;
	log_error("cannot start '%s': %s", r->conf->cmd[0], strerror(-err));
	return KT_EXIT_INTERNAL;
}

static int set_up(struct recording *r)
{
	const struct recording_conf *conf = r->conf;
	struct tracepoints_conf tc = {
		.all = conf->all,
		.inherit = !conf->no_inherit,
		.amr = conf->amr,
		.plain = conf->plain,
		.max_tasks = conf->max_tasks,
		.max_cells = conf->max_cells,
	};
	struct kt_error err = { 0 };
	int rc;

	if (kt_why__no_events(&r->kernel, &err))
		return cannot(&err);
	if (conf->calibrate && calibrate__floor(&r->kernel, &r->host, &r->floor_ns, &err))
		return cannot(&err);
	r->tp = tracepoints__open(&tc, &r->kernel, &r->host, &err);
	if (!r->tp || tracepoints__attach(r->tp, &err))
		return cannot(&err);
	rc = watch(r);
	return rc ? rc : fork_cmd(r);
}

static bool all_gone(const struct recording_conf *conf)
{
	size_t i;

	if (conf->all || conf->cmd || !(conf->nr_pids + conf->nr_tids))
		return false;
	for (i = 0; i < conf->nr_pids; i++) {
		if (!kill(conf->pids[i], 0) || errno != ESRCH)
			return false;
	}
	for (i = 0; i < conf->nr_tids; i++) {
		if (!kill(conf->tids[i], 0) || errno != ESRCH)
			return false;
	}
	return true;
}

/* CMD has the terminal's ^C already; what was sent to us alone is passed on. */
static void ask_to_stop(struct recording *r, const siginfo_t *info)
{
	double grace = now() + GRACE_SECONDS;

	if (!r->deadline || r->deadline > grace)
		r->deadline = grace;
	if (!r->child.running) {
		r->deadline = now();
		return;
	}
	if (info->si_code != SI_KERNEL)
		kill(r->child.pid, info->si_signo);
}

/* Each wake-up is a window of our own: only who may end unseen is looked after. */
static double until_next_look(const struct recording *r)
{
	double left = FOREVER_SECONDS;

	if (!r->conf->cmd && r->conf->nr_pids + r->conf->nr_tids)
		left = POLL_SECONDS;
	if (r->deadline && r->deadline - now() < left)
		left = r->deadline - now();
	return left < 0 ? 0 : left;
}

static void sleep_for_signal(struct recording *r)
{
	double left = until_next_look(r);
	struct timespec ts;
	siginfo_t info;

	ts.tv_sec = left;
	ts.tv_nsec = (left - ts.tv_sec) * 1e9;
	if (sigtimedwait(&r->stops, &info, &ts) > 0 && info.si_signo != SIGCHLD)
		ask_to_stop(r, &info);
}

static void wait_for_end(struct recording *r)
{
	while (!r->deadline || now() < r->deadline) {
		if (r->conf->cmd && child__reap(&r->child, false))
			return;
		if (all_gone(r->conf))
			return;
		sleep_for_signal(r);
	}
}

/* Counting is over. A CMD that runs on is asked to end, and given some time to. */
static void end_cmd(struct recording *r)
{
	if (!r->conf->cmd || child__reap(&r->child, false))
		return;
	kill(r->child.pid, SIGTERM);
	r->deadline = now() + GRACE_SECONDS;
	while (!child__reap(&r->child, false) && now() < r->deadline)
		sleep_for_signal(r);
	if (r->child.running)
		log_warn("'%s' (process %d) did not end, and is left running", r->conf->cmd[0],
			 (int)r->child.pid);
}

static int count(struct recording *r)
{
	struct tm tm;
	time_t t = time(NULL);
	int rc = 0;

	strftime(r->start, sizeof(r->start), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
	r->begun = now();
	r->deadline = r->conf->seconds > 0 ? r->begun + r->conf->seconds : 0;
	tracepoints__start(r->tp);
	if (r->conf->cmd)
		rc = child__exec(&r->child, r->conf->cmd[0]);
	if (!rc)
		wait_for_end(r);
	tracepoints__stop(r->tp);
	r->ended = now();
	if (!rc)
		end_cmd(r);
	return rc;
}

static char *join(char **argv)
{
	size_t len = 1;
	char *s, *p;
	int i;

	for (i = 0; argv && argv[i]; i++)
		len += strlen(argv[i]) + 1;
	p = s = malloc(len);
	if (!s)
		return NULL;
	for (i = 0; argv && argv[i]; i++)
		p += sprintf(p, "%s%s", i ? " " : "", argv[i]);
	*p = '\0';
	return s;
}

static int fill(struct recording *r, struct kt_run *run)
{
	int err = kt_host__copy(&r->host, &run->host);

	run->host.floor_ns = r->floor_ns;
	run->workload.command = join(r->conf->cmd);
	run->workload.start = strdup(r->start);
	run->workload.seconds = r->ended - r->begun;
	run->workload.exit = -1;
	if (r->conf->cmd && !r->child.running)
		run->workload.exit = child__status(&r->child);
	if (!run->workload.command || !run->workload.start)
		err = -ENOMEM;
	if (!err)
		err = tracepoints__read(r->tp, run);
	if (!err) {
		run->complete = true;
		kt_run__finish(run);
	}
	return err;
}

static int make_run(struct recording *r, struct kt_run **to)
{
	struct kt_run *run = kt_run__new();
	int err = run ? fill(r, run) : -ENOMEM;

	if (!err) {
		*to = run;
		return KT_EXIT_OK;
	}
	kt_run__free(run);
	log_error("cannot read what was counted: %s", strerror(-err));
	return KT_EXIT_INTERNAL;
}

int recording__run(const struct recording_conf *conf, struct kt_run **run)
{
	struct recording r = { .conf = conf };
	int rc = conf->cmd ? child__check(conf->cmd[0]) : 0;

	if (rc)
		return rc;
	kt_kernel__probe(&r.kernel);
	if (kt_host__read(&r.host)) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	take_signals(&r);
	rc = set_up(&r);
	if (!rc)
		rc = count(&r);
	else
		child__abandon(&r.child);
	if (!rc)
		rc = make_run(&r, run);
	tracepoints__free(r.tp);
	kt_host__free(&r.host);
	give_signals_back(&r);
	return rc;
}
