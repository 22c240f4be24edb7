// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "collect/child.h"
#include "log.h"

#define EXIT_NOT_EXECUTABLE 126

static int say(const char *cmd, int err)
{
	log_error("cannot run '%s': %s", cmd, strerror(err));
	return err == ENOENT || err == ENOTDIR ? KT_EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

/* 0 or an errno. */
static int executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return errno;
	if (S_ISDIR(st.st_mode))
		return EISDIR;
	return access(path, X_OK) ? errno : 0;
}

/* As execvp(): a file that may not be run hides no later one, but beats "not found". */
static int search(const char *cmd)
{
	const char *path = getenv("PATH"), *end;
	char file[4096];
	int err, found = ENOENT;

	for (path = path ? path : "/bin:/usr/bin"; path; path = *end ? end + 1 : NULL) {
		end = path + strcspn(path, ":");
		snprintf(file, sizeof(file), "%.*s/%s", end == path ? 1 : (int)(end - path),
			 end == path ? "." : path, cmd);
		err = executable(file);
		if (!err)
			return 0;
		if (err == EACCES)
			found = err;
	}
	return found;
}

int child__check(const char *cmd)
{
	int err = !*cmd ? ENOENT : strchr(cmd, '/') ? executable(cmd) : search(cmd);

	return err ? say(cmd, err) : 0;
}

static void run_child(int go, int result, char **argv, const sigset_t *mask,
		      int (*prepare)(void *arg), void *arg)
{
	int err = prepare ? prepare(arg) : 0;
	char byte;

	cmd__reset_signals();
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (write(result, &err, sizeof(err)) != sizeof(err) || err)
		_exit(KT_EXIT_INTERNAL);
	if (read(go, &byte, 1) != 1) /* the parent gave up */
		_exit(KT_EXIT_INTERNAL);
	execvp(argv[0], argv);
	err = errno;
	if (write(result, &err, sizeof(err)) != sizeof(err))
		_exit(KT_EXIT_INTERNAL);
	_exit(EXIT_NOT_EXECUTABLE);
}

static int pipe_cloexec(int fds[2])
{
	if (pipe(fds))
		return -errno;
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fcntl(fds[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

/* What the child said: an errno, or 0 with *@said false when it closed the pipe, as exec does. */
static int hear(const struct child *c, bool *said)
{
	int val = 0;
	ssize_t n;

	do
		n = read(c->result, &val, sizeof(val));
	while (n < 0 && errno == EINTR);
	*said = n == sizeof(val);
	return *said ? val : 0;
}

int child__fork(struct child *c, char **argv, const sigset_t *mask, int (*prepare)(void *arg),
		void *arg)
{
	int go[2], result[2], err;
	bool said;

	memset(c, 0, sizeof(*c));
	err = pipe_cloexec(go);
	if (err)
		return err;
	err = pipe_cloexec(result);
	if (err) {
		close(go[0]);
		close(go[1]);
		return err;
	}
	fflush(NULL);
	c->pid = fork();
	err = c->pid < 0 ? -errno : 0;
	if (!c->pid) {
		close(go[1]);
		close(result[0]);
		run_child(go[0], result[1], argv, mask, prepare, arg);
	}
	close(go[0]);
	close(result[1]);
	c->go = go[1];
	c->result = result[0];
	c->running = c->pid > 0;
	if (!err) {
		err = hear(c, &said);
		if (!said)
			err = -ECHILD;
	}
	if (err)
		child__abandon(c);
	return err;
}

static void close_pipes(struct child *c)
{
	if (c->go > 0)
		close(c->go);
	if (c->result > 0)
		close(c->result);
	c->go = c->result = 0;
}

int child__exec(struct child *c, const char *cmd)
{
	bool said = false;
	int err = 0;

	if (write(c->go, "g", 1) == 1)
		err = hear(c, &said);
	close_pipes(c);
	if (!said)
		return 0;
	child__reap(c, true);
	return say(cmd, err);
}

bool child__reap(struct child *c, bool wait)
{
	pid_t pid;

	if (!c->running)
		return true;
	do
		pid = waitpid(c->pid, &c->status, wait ? 0 : WNOHANG);
	while (pid < 0 && errno == EINTR);
	if (pid)
		c->running = false;
	return pid != 0;
}

int child__status(const struct child *c)
{
	return WIFSIGNALED(c->status) ? 128 + WTERMSIG(c->status) : WEXITSTATUS(c->status);
}

void child__abandon(struct child *c)
{
	close_pipes(c);
	if (c->running) {
		kill(c->pid, SIGKILL);
		child__reap(c, true);
	}
}
