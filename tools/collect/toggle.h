/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run-time switch: a file that takes a value and shows it. Whatever happens to us it is put back:
 * a process of its own waits for our end and restores what we did not.
 */
#ifndef KT_TOGGLE_H
#define KT_TOGGLE_H

#include <sys/types.h>

#include "model/error.h"

#define TOGGLE_MAX 4096

struct toggle {
	const char *path;
	char was[TOGGLE_MAX]; /* what it held before */
	int lock;	      /* open file, locked against another of us */
	int guard;	      /* pipe to the process that waits; closing it unsaid restores */
	pid_t pid;
};

/* Reads the switch and starts to guard it. -1 with @err filled. */
int toggle__open(struct toggle *t, const char *path, struct kt_error *err);

/* Writes @value and reads it back. -1 with @err filled: refused, or it did not take. */
int toggle__set(const struct toggle *t, const char *value, struct kt_error *err);

/* Puts back what was there; -1 with @err filled, and then the guard tries once more. */
int toggle__close(struct toggle *t, struct kt_error *err);

#endif /* KT_TOGGLE_H */
