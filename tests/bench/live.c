// SPDX-License-Identifier: GPL-2.0-only
/*
 * Figures of the live commands on this host, for make bench-cli: how long from exec to attached,
 * and what a reading costs with many tasks. The tasks are real; what they count is made up, for
 * this kernel need not have the events. No test: nothing here passes or fails by time.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "collect/session.h"
#include "model/live.h"
#include "model/runfile.h"
#include "render/live.h"

#define SITES 10
#define TICKS 20
#define SIGNAL 10

static struct session session;
static int window_fd, entry_fd, exit_fd;
static pthread_barrier_t all_fired;

static double now(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

static void die(const char *what)
{
	fprintf(stderr, "bench: error: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Load all, attach what any kernel has. */
static void open_session(bool all)
{
	struct tracepoints_conf conf = { .all = all, .inherit = true, .quiet = true };
	struct kt_error err = { 0 };
	int i;

	kt_kernel__probe(&session.kernel);
	if (kt_host__read(&session.host))
		die("host");
	memset(session.kernel.has, true, sizeof(session.kernel.has));
	session.filter.text = strdup("");
	session.tp = tracepoints__open(&conf, &session.kernel, &session.host, &err);
	if (!session.tp)
		goto failed;
	for (i = 0; i < KT_EV_FORK; i++)
		session.kernel.has[i] = false;
	if (!tracepoints__attach(session.tp, &err))
		return;
failed:
	fprintf(stderr, "bench: error: %s\n", err.msg);
	exit(1);
}

static int prog_fd(const char *name)
{
	return bpf_program__fd(
		bpf_object__find_program_by_name(tracepoints__object(session.tp), name));
}

static void fire(int fd, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4)
{
	uint64_t args[5] = { a0, a1, a2, a3, a4 };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	if (bpf_prog_test_run_opts(fd, &opts))
		die("cannot run a program");
}

static void *task(void *arg)
{
	uint64_t i;

	(void)arg;
	fire(entry_fd, SIGNAL, 0, 0, 0, 0);
	for (i = 0; i < SITES; i++)
		fire(window_fd, 0x1000 * (i + 1), 0x100000, KT_DIR_WRITE, KT_PHASE_SETUP, 100 + i);
	fire(exit_fd, SIGNAL, 0, 1000, 0, 0);
	pthread_barrier_wait(&all_fired);
	pause();
	return NULL;
}

/* A process of @n threads that have counted, and live. */
static pid_t start_tasks(unsigned int n)
{
	pthread_attr_t attr;
	pthread_t thread;
	unsigned int i;
	int done[2];
	pid_t pid;
	char byte;

	if (pipe(done))
		die("pipe");
	pid = fork();
	if (pid) {
		close(done[1]);
		if (read(done[0], &byte, 1) != 1)
			die("the tasks failed");
		return pid;
	}
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 1 << 16);
	pthread_barrier_init(&all_fired, NULL, n + 1);
	for (i = 0; i < n; i++) {
		if ((errno = pthread_create(&thread, &attr, task, NULL)))
			die("cannot make so many threads");
	}
	pthread_barrier_wait(&all_fired);
	if (write(done[1], "d", 1) != 1)
		die("write");
	pause();
	_exit(0);
}

static struct kt_run *reading(double at)
{
	struct kt_run *run = kt_run__new();

	if (!run || session__read(&session, run))
		die("cannot read the maps");
	run->workload.seconds = at;
	run->workload.command = strdup("");
	run->workload.start = strdup("1970-01-01T00:00:00Z");
	run->complete = true;
	kt_run__finish(run);
	return run;
}

/* What top does once a second. */
static void tick(struct kt_run **before, int i)
{
	struct live_look look = { .filter = "", .rows = 40 };
	struct kt_live_conf conf = { .by = KT_BY_TASK };
	struct render_env env = { .width = 80 };
	struct kt_run *run = reading(i + 1);
	struct kt_live *live = kt_live__new(*before, run, &conf);
	char *text;
	size_t size;

	env.out = open_memstream(&text, &size);
	if (!live || !env.out)
		die("memory");
	table__live(&env, live, &conf, &look);
	fclose(env.out);
	free(text);
	kt_live__free(live);
	kt_run__free(*before);
	*before = run;
}

static long peak_kib(void)
{
	struct rusage ru;

	getrusage(RUSAGE_SELF, &ru);
	return ru.ru_maxrss;
}

static void many(unsigned int n, const char *path)
{
	struct kt_run *before = NULL;
	struct kt_error err;
	double first, cpu;
	pid_t pid;
	int i;

	open_session(true);
	window_fd = prog_fd("on_uaccess_end");
	entry_fd = prog_fd("on_signal_setup_entry");
	exit_fd = prog_fd("on_signal_setup_exit");
	tracepoints__start(session.tp);
	pid = start_tasks(n);

	before = reading(1);
	if (runfile__save(before, path, &err)) {
		fprintf(stderr, "bench: error: %s\n", err.msg);
		exit(1);
	}
	printf("record, %zu live tasks of %u windows: %.1f MB resident at most, %.1f MB of maps\n",
	       before->nr_tasks, SITES, (double)peak_kib() / 1024,
	       (double)tracepoints__map_bytes(session.tp) / 1e6);
	printf("  of them %llu windows, %llu lost\n", (unsigned long long)kt_run__windows(before),
	       (unsigned long long)kt_run__nr_losses(before));
	first = now(CLOCK_PROCESS_CPUTIME_ID);
	for (i = 0; i < TICKS; i++)
		tick(&before, i);
	cpu = (now(CLOCK_PROCESS_CPUTIME_ID) - first) / TICKS;
	printf("top at 1 Hz with them: %.1f %% of a core (%.1f ms a look), %.1f MB resident at most\n",
	       100 * cpu, 1000 * cpu, (double)peak_kib() / 1024);
	kt_run__free(before);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int cmp(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* From our exec to attached: the child writes one byte when it is. */
static void attach_time(const char *self)
{
	double took[11], begun;
	struct rusage ru;
	char byte, fd[16];
	int pipes[2], i;
	pid_t pid;

	for (i = 0; i < 11; i++) {
		if (pipe(pipes))
			die("pipe");
		snprintf(fd, sizeof(fd), "%d", pipes[1]);
		begun = now(CLOCK_MONOTONIC);
		pid = fork();
		if (!pid) {
			execl(self, self, "--attach", fd, NULL);
			_exit(1);
		}
		close(pipes[1]);
		if (read(pipes[0], &byte, 1) != 1)
			die("the programs did not attach");
		took[i] = 1000 * (now(CLOCK_MONOTONIC) - begun);
		close(pipes[0]);
		waitpid(pid, NULL, 0);
	}
	qsort(took, 11, sizeof(took[0]), cmp);
	getrusage(RUSAGE_CHILDREN, &ru);
	printf("from exec to attached: %.0f ms (median of 11; %.0f to %.0f), of CPU time %.0f ms\n",
	       took[5], took[0], took[10],
	       1000 *
		       ((double)(ru.ru_utime.tv_sec + ru.ru_stime.tv_sec) +
			(double)(ru.ru_utime.tv_usec + ru.ru_stime.tv_usec) / 1e6) /
		       11);
}

int main(int argc, char **argv)
{
	libbpf_set_print(NULL);
	if (argc == 3 && !strcmp(argv[1], "--attach")) {
		open_session(false);
		return write(atoi(argv[2]), "a", 1) != 1;
	}
	if (argc != 3 || atoi(argv[1]) < 1) {
		fprintf(stderr, "usage: live TASKS RUN-FILE\n");
		return 2;
	}
	attach_time("/proc/self/exe");
	many((unsigned int)atoi(argv[1]), argv[2]);
	return 0;
}
