/* SPDX-License-Identifier: GPL-2.0-only */
/* CMD: forked and held before its exec, so that we can watch it from there on. */
#ifndef KT_CHILD_H
#define KT_CHILD_H

#include <stdbool.h>
#include <signal.h>
#include <sys/types.h>

struct child {
	pid_t pid;
	int go;	    /* a byte lets it exec */
	int result; /* its answers: ready, or why exec failed */
	bool running;
	int status; /* of waitpid() */
};

/*
 * 0 when CMD can be run, as far as can be told before; else KT_EXIT_NOT_FOUND or 126, and said so.
 * Asked before anything attaches.
 */
int child__check(const char *cmd);

/*
 * Forks. The child unblocks @mask's signals, runs @prepare(@arg) (its answer must be 0), says it is
 * ready and waits. Returns -errno, or @prepare's.
 */
int child__fork(struct child *c, char **argv, const sigset_t *mask, int (*prepare)(void *arg),
		void *arg);

/* Lets it exec. 0, or 127 or 126 (said so) when the exec failed; then it has been waited for. */
int child__exec(struct child *c, const char *cmd);

/* Has it ended? */
bool child__reap(struct child *c, bool wait);

/* The shell's: its exit status, or 128 + signal. */
int child__status(const struct child *c);

/* Ends a child that never got to its exec, and forgets it. */
void child__abandon(struct child *c);

#endif /* KT_CHILD_H */
