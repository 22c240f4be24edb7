// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd/ab.h"
#include "log.h"

static const int caught[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
#define NR_CAUGHT (sizeof(caught) / sizeof(caught[0]))

static struct sigaction old[NR_CAUGHT];
static volatile sig_atomic_t came, child;

/* A second one is meant: whoever does not end at once is killed. */
static void on_signal(int sig)
{
	if (child > 0)
		kill(child, came ? SIGKILL : sig);
	came = sig;
}

void ab__catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	size_t i;

	for (i = 0; i < NR_CAUGHT; i++) {
		sigaction(caught[i], NULL, &old[i]);
		if (old[i].sa_handler != SIG_IGN) /* nohup stays what it is */
			sigaction(caught[i], &sa, NULL);
	}
}

int ab__signal(void)
{
	return came;
}

static void exec_recorder(const char *recorder, char **argv)
{
	size_t i;

	for (i = 0; i < NR_CAUGHT; i++)
		sigaction(caught[i], &old[i], NULL);
	cmd__reset_signals();
	if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		_exit(KT_EXIT_INTERNAL);
	if (recorder)
		execvp(argv[0], argv);
	else
		execv("/proc/self/exe", argv);
	log_error("cannot run '%s': %s", argv[0], strerror(errno));
	_exit(errno == ENOENT ? KT_EXIT_NOT_FOUND : 126);
}

static int wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return KT_EXIT_INTERNAL;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int ab__record(const char *recorder, const char *file, char **cmd, int nr)
{
	char **argv = calloc((size_t)nr + 8, sizeof(*argv));
	sigset_t mask, before;
	int n = 0, rc;
	pid_t pid;

	if (!argv)
		return KT_EXIT_INTERNAL;
	argv[n++] = recorder ? (char *)recorder : "kuaptrace";
	if (!recorder)
		argv[n++] = "record";
	argv[n++] = "-o";
	argv[n++] = (char *)file;
	argv[n++] = "--";
	memcpy(argv + n, cmd, (size_t)nr * sizeof(*argv));

	/* No signal between fork and knowing whom to hand it to. */
	sigemptyset(&mask);
	for (size_t i = 0; i < NR_CAUGHT; i++)
		sigaddset(&mask, caught[i]);
	fflush(NULL);
	sigprocmask(SIG_BLOCK, &mask, &before);
	pid = fork();
	if (!pid) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		exec_recorder(recorder, argv);
	}
	child = pid;
	sigprocmask(SIG_SETMASK, &before, NULL);
	rc = pid < 0 ? KT_EXIT_INTERNAL : wait_for(pid);
	child = 0;
	free(argv);
	return rc;
}
