/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Leaves the elements of the top-level array "tasks" out of a run file as it streams by: a run of
 * ten thousand tasks has nearly nothing else, and who compares does not look at them. What is left
 * out is only balanced, not checked; newlines stay, so that lines keep their numbers.
 */
#ifndef KT_RUNFILE_SKIP_H
#define KT_RUNFILE_SKIP_H

#include <stdbool.h>
#include <stddef.h>

struct skip {
	int depth;
	bool in_string, escaped;
	bool is_key;	/* the string that began last may be the key: it matches so far */
	size_t matched; /* characters of it */
	bool named;	/* the last string at depth 1 was "tasks" */
	bool skipping;
};

/* Compacts @n bytes of @buf in place; returns how many are left. */
size_t skip__tasks(struct skip *s, char *buf, size_t n);

#endif /* KT_RUNFILE_SKIP_H */
