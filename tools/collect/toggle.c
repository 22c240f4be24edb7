// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/toggle.h"

/* Its value: what stands in brackets where alternatives are listed, else all but blanks around. */
static int read_value(const char *path, char *out)
{
	char text[TOGGLE_MAX], *start = text, *end, *bracket, *close_at;
	int fd = open(path, O_RDONLY | O_CLOEXEC), saved;
	ssize_t n;

	if (fd < 0)
		return -1;
	n = read(fd, text, sizeof(text) - 1);
	saved = errno;
	close(fd);
	errno = saved;
	if (n < 0)
		return -1;
	text[n] = '\0';
	bracket = strchr(text, '[');
	close_at = bracket ? strchr(bracket, ']') : NULL;
	if (close_at) {
		start = bracket + 1;
		*close_at = '\0';
	}
	start += strspn(start, " \t\n");
	for (end = start + strlen(start); end > start && strchr(" \t\n", end[-1]); end--)
		;
	*end = '\0';
	memmove(out, start, strlen(start) + 1);
	return 0;
}

static int write_value(const char *path, const char *value)
{
	char line[TOGGLE_MAX + 1];
	size_t len = strlen(value);
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC), saved = 0;
	ssize_t n;

	if (fd < 0)
		return -1;
	memcpy(line, value, len);
	line[len++] = '\n';
	n = write(fd, line, len); /* one write: that is what a switch looks at */
	if (n != (ssize_t)len)
		saved = n < 0 ? errno : EIO;
	if (close(fd) && !saved)
		saved = errno;
	errno = saved;
	return saved ? -1 : 0;
}

/* As the kernel shows a boolean or a number that was written otherwise. */
static bool same(const char *shown, const char *want)
{
	static const char *const on = "1yY", *const off = "0nN";
	char *end_a, *end_b;
	long long a, b;

	if (!strcmp(shown, want))
		return true;
	if (strlen(shown) == 1 && strlen(want) == 1)
		return (strchr(on, *shown) && strchr(on, *want)) ||
		       (strchr(off, *shown) && strchr(off, *want));
	a = strtoll(shown, &end_a, 0);
	b = strtoll(want, &end_b, 0);
	return *shown && *want && !*end_a && !*end_b && a == b;
}

int toggle__set(const struct toggle *t, const char *value, struct kt_error *err)
{
	char now[TOGGLE_MAX];

	if (write_value(t->path, value)) {
		kt_error__set(err, "cannot write '%s' to %s: %s", value, t->path, strerror(errno));
		return kt_error__hint(err,
				      "is it a value that the switch knows, and are you root?");
	}
	if (read_value(t->path, now))
		return kt_error__set(err, "cannot read %s back: %s", t->path, strerror(errno));
	if (same(now, value))
		return 0;
	return kt_error__set(err, "%s did not take '%.80s': it says '%.80s'", t->path, value, now);
}

/* Waits until the parent says that all is well, or is gone. Nothing but SIGKILL ends it before. */
static void guard(const struct toggle *t, int fd)
{
	sigset_t all;
	char byte;
	ssize_t n;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	setsid();
	do
		n = read(fd, &byte, 1);
	while (n < 0 && errno == EINTR);
	_exit(n == 1 ? 0 : write_value(t->path, t->was) ? 1 : 0);
}

static int start_guard(struct toggle *t)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return -1;
	t->pid = fork();
	if (!t->pid) {
		close(fds[1]);
		guard(t, fds[0]);
	}
	close(fds[0]);
	t->guard = fds[1];
	if (t->pid > 0)
		return 0;
	close(fds[1]);
	return -1;
}

int toggle__open(struct toggle *t, const char *path, struct kt_error *err)
{
	memset(t, 0, sizeof(*t));
	t->path = path;
	t->lock = open(path, O_RDONLY | O_CLOEXEC);
	if (t->lock < 0) {
		kt_error__set(err, "cannot open the switch %s: %s", path, strerror(errno));
		return kt_error__hint(err, errno == ENOENT ? "is debugfs mounted, and does this "
							     "kernel have the switch?"
							   : "are you root?");
	}
	if (flock(t->lock, LOCK_EX | LOCK_NB))
		kt_error__set(err, "%s: another kuaptrace ab uses this switch", path);
	else if (read_value(path, t->was))
		kt_error__set(err, "cannot read the switch %s: %s", path, strerror(errno));
	else if (!*t->was)
		kt_error__set(err, "%s is empty: it could not be put back", path);
	else if (start_guard(t))
		kt_error__set(err, "cannot start a process: %s", strerror(errno));
	else
		return 0;
	close(t->lock);
	return -1;
}

int toggle__close(struct toggle *t, struct kt_error *err)
{
	int rc = toggle__set(t, t->was, err);

	/* The word that ends the guard; without it, it restores. */
	if (!rc && write(t->guard, "d", 1) != 1)
		rc = kt_error__set(err, "the guard of %s is gone", t->path);
	close(t->guard);
	while (waitpid(t->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(t->lock);
	return rc;
}
