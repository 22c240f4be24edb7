// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "collect/child.h"
#include "collect/recording.h"
#include "collect/user.h"
#include "log.h"

#define POLL_SECONDS 0.2 /* how soon we notice that a -p is gone */
#define FOREVER_SECONDS 1e6
#define GRACE_SECONDS 2 /* for CMD, between a request to stop and our giving up on it */

struct recording {
	const struct recording_conf *conf;
	struct session session;
	struct child child;
	struct user user; /* who CMD is to be */
	sigset_t stops, old_mask;
	double begun, ended; /* CLOCK_MONOTONIC */
	double deadline;     /* 0: none */
	double next;	     /* reading; 0: none */
	bool progress;	     /* someone watches, and there is a time to tell */
	int rc;		     /* of the last one */
	char start[32];
};

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
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

static int prepare_child(void *arg)
{
	const struct session_conf *s = &((struct recording *)arg)->conf->session;
	struct recording *r = arg;
	int err = 0;

	/* With -a, -p or -t CMD only says how long, as with perf. */
	if (!s->all && !s->filter.nr_pids && !s->filter.nr_tids)
		err = tracepoints__arm_self(r->session.tp);
	/* Last: it takes the right to call bpf(2). */
	if (!err && r->conf->user)
		err = user__become(&r->user);
	return err;
}

static int fork_cmd(struct recording *r)
{
	int err;

	if (!r->conf->cmd)
		return 0;
	err = child__fork(&r->child, r->conf->cmd, &r->old_mask, prepare_child, r);
	if (!err)
		return 0;
	if (err == -EPERM && r->conf->user) {
		log_error("not permitted to run '%s' as user '%s'", r->conf->cmd[0], r->conf->user);
		log_hint("--user needs root, or CAP_SETUID and CAP_SETGID");
		return KT_EXIT_CANNOT;
	}
	log_error("cannot start '%s': %s", r->conf->cmd[0], strerror(-err));
	return KT_EXIT_INTERNAL;
}

static bool all_gone(const struct recording_conf *conf)
{
	const struct filter_conf *f = &conf->session.filter;
	size_t i;

	if (conf->session.all || conf->cmd || !(f->nr_pids + f->nr_tids))
		return false;
	for (i = 0; i < f->nr_pids; i++) {
		if (!kill(f->pids[i], 0) || errno != ESRCH)
			return false;
	}
	for (i = 0; i < f->nr_tids; i++) {
		if (!kill(f->tids[i], 0) || errno != ESRCH)
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

	if (!r->conf->cmd && r->conf->session.filter.nr_pids + r->conf->session.filter.nr_tids)
		left = POLL_SECONDS;
	if (r->deadline && r->deadline - now() < left)
		left = r->deadline - now();
	if (r->next && r->next - now() < left)
		left = r->next - now();
	if (r->progress && left > 1)
		left = 1;
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
	int err = 0;

	run->workload.command = join(r->conf->cmd);
	run->workload.start = strdup(r->start);
	run->workload.seconds = (r->ended ? r->ended : now()) - r->begun;
	run->workload.exit = -1;
	if (r->conf->cmd && !r->child.running)
		run->workload.exit = child__status(&r->child);
	if (!run->workload.command || !run->workload.start)
		err = -ENOMEM;
	if (!err)
		err = session__read(&r->session, run);
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

static int show_interval(struct recording *r)
{
	struct kt_run *run;
	int rc = make_run(r, &run);

	if (!rc) {
		rc = r->conf->each(r->conf->arg, run);
		kt_run__free(run);
	}
	return rc;
}

/* CMD may write to the same terminal, and so do the lines of -i. */
static bool wants_progress(const struct recording_conf *conf)
{
	return conf->seconds > 2 && !conf->cmd && !conf->interval && log_progress_shown();
}

static void show_progress(const struct recording *r)
{
	if (r->progress)
		log_progress("recording, %.0f of %.0f s", now() - r->begun, r->conf->seconds);
}

static void wait_for_end(struct recording *r)
{
	while (!r->rc && (!r->deadline || now() < r->deadline)) {
		if (r->conf->cmd && child__reap(&r->child, false))
			return;
		if (all_gone(r->conf))
			return;
		if (r->next && now() >= r->next) {
			r->rc = show_interval(r);
			/* late by more than one: what was missed is in the next */
			while (r->next <= now())
				r->next += r->conf->interval;
			continue;
		}
		show_progress(r);
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
	r->next = r->conf->interval > 0 ? r->begun + r->conf->interval : 0;
	tracepoints__start(r->session.tp);
	if (r->conf->cmd)
		rc = child__exec(&r->child, r->conf->cmd[0]);
	r->progress = wants_progress(r->conf);
	if (!rc)
		wait_for_end(r);
	log_progress_end();
	tracepoints__stop(r->session.tp);
	r->ended = now();
	if (!rc)
		end_cmd(r);
	return rc;
}

static int finish(struct recording *r, struct kt_run **run)
{
	int rc = r->rc ? r->rc : make_run(r, run);

	if (!rc && r->conf->interval > 0)
		rc = r->conf->each(r->conf->arg, *run);
	return rc;
}

int recording__run(const struct recording_conf *conf, struct kt_run **run)
{
	struct recording r = { .conf = conf };
	int rc = conf->cmd ? child__check(conf->cmd[0]) : 0;

	if (!rc && conf->user)
		rc = user__find(conf->user, &r.user);
	if (rc)
		return rc;
	take_signals(&r);
	rc = session__open(&r.session, &conf->session);
	if (!rc)
		rc = fork_cmd(&r);
	if (!rc)
		rc = count(&r);
	else
		child__abandon(&r.child);
	if (!rc)
		rc = finish(&r, run);
	session__close(&r.session);
	user__free(&r.user);
	give_signals_back(&r);
	return rc;
}
