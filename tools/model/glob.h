/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Globs as one automaton that a BPF program can run without a branch: bit n of a word is set when n
 * characters of a pattern have matched; several patterns lie side by side. `*`, `?`, `[a-z]`,
 * `[!a-z]` and a backslash before any of them, as in fnmatch(3).
 */
#ifndef KT_GLOB_H
#define KT_GLOB_H

#include <stdbool.h>
#include <stdint.h>

#include "model/error.h"

struct kt_glob {
	uint64_t start, stay, end; /* first states; those with a `*`; last ones */
	uint64_t next[256];	   /* by character: the states it leads on from */
	unsigned int used;	   /* bits */
};

/* Adds @pattern to @g, which starts as zeroes. -1 with @err: malformed, or no room for it. */
int kt_glob__add(struct kt_glob *g, const char *pattern, struct kt_error *err);

/* Does any of the patterns match all of @s? */
bool kt_glob__match(const struct kt_glob *g, const char *s);

#endif /* KT_GLOB_H */
