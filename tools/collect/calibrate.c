// SPDX-License-Identifier: GPL-2.0-only
/*
 * getcpu(2), asked by number so that no vDSO answers: one window a call, and in it one store of
 * four bytes. The most frequent time is the floor; interrupts make a mean, and luck a minimum.
 */
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/calibrate.h"
#include "collect/tracepoints.h"
#include "collect/why.h"

#define CALLS 20000

static void __attribute__((noreturn)) child_main(struct tracepoints *tp, int go)
{
	unsigned int cpu = 0;
	char byte;
	int i;

	if (tracepoints__watch_self(tp) || read(go, &byte, 1) != 1)
		_exit(1);
	for (i = 0; i < CALLS; i++)
		syscall(SYS_getcpu, &cpu, NULL, NULL);
	_exit(0);
}

static double mode_ns(const struct kt_run_hist_data *h)
{
	int i, mode = -1;

	for (i = 0; i < KT_HIST_SLOTS; i++) {
		if (mode < 0 || h->slots[i] > h->slots[mode])
			mode = i;
	}
	return (kt_hist_lo(mode) + kt_hist_lo(mode + 1)) / 2.0;
}

static int measure(struct tracepoints *tp, double *floor_ns, struct kt_error *err)
{
	struct kt_run *run = NULL;
	int go[2], rc = -1;
	pid_t pid;

	if (pipe(go))
		return kt_error__set(err, "cannot calibrate: no pipe");
	pid = fork();
	if (!pid) {
		close(go[1]);
		child_main(tp, go[0]);
	}
	close(go[0]);
	if (pid > 0) {
		tracepoints__start(tp);
		rc = write(go[1], "g", 1) == 1 ? 0 : -1;
	}
	close(go[1]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	tracepoints__stop(tp);
	if (!rc)
		run = kt_run__new();
	if (run)
		rc = tracepoints__read(tp, run);
	if (!run || rc || run->hist[KT_H_WINDOW].count < CALLS / 2)
		rc = kt_error__set(err,
				   "cannot calibrate: the windows of getcpu() were not counted");
	else
		*floor_ns = mode_ns(&run->hist[KT_H_WINDOW]);
	kt_run__free(run);
	return rc;
}

int calibrate__floor(const struct kt_kernel *kernel, const struct kt_host *host, double *floor_ns,
		     struct kt_error *err)
{
	struct tracepoints_conf conf = { .quiet = true, .max_tasks = 16, .max_cells = 1024 };
	struct tracepoints *tp;
	int rc = -1;

	if (kt_why__no_events(kernel, err))
		return -1;
	tp = tracepoints__open(&conf, kernel, host, err);
	if (tp && !tracepoints__attach(tp, err))
		rc = measure(tp, floor_ns, err);
	tracepoints__free(tp);
	return rc;
}
