// SPDX-License-Identifier: GPL-2.0-only
/* Globs, compiled. */
#include <string.h>

#include "model/glob.h"

#define BITS 64

/* One element of a pattern: the characters that it takes. Returns where it ends, NULL: malformed. */
static const char *take(const char *p, bool set[256])
{
	bool invert = false;
	unsigned int lo, hi;
	const char *first;

	memset(set, 0, 256 * sizeof(*set));
	if (*p == '?') {
		memset(set + 1, 1, 255 * sizeof(*set));
		return p + 1;
	}
	if (*p == '\\' && p[1])
		p++;
	else if (*p == '[') {
		invert = p[1] == '!' || p[1] == '^';
		p += 1 + invert;
		for (first = p; *p && (*p != ']' || p == first);) {
			lo = hi = (unsigned char)*p++;
			if (*p == '-' && p[1] && p[1] != ']') {
				hi = (unsigned char)p[1];
				p += 2;
			}
			for (; lo <= hi; lo++)
				set[lo] = true;
		}
		if (!*p)
			return NULL;
		for (lo = 1; lo < 256; lo++)
			set[lo] ^= invert;
		return p + 1;
	}
	set[(unsigned char)*p] = true;
	return p + 1;
}

int kt_glob__add(struct kt_glob *g, const char *pattern, struct kt_error *err)
{
	struct kt_glob n = *g;
	const char *p = pattern;
	bool set[256];
	int c;

	if (!*p)
		return kt_error__set(err, "an empty pattern matches nothing");
	if (n.used >= BITS)
		return kt_error__set(err, "no room for the pattern '%s' beside the others", pattern);
	n.start |= 1ULL << n.used;
	while (*p) {
		if (*p == '*') {
			n.stay |= 1ULL << n.used;
			p++;
			continue;
		}
		p = take(p, set);
		if (!p)
			return kt_error__set(err, "'%s' is no pattern: a '[' without ']'", pattern);
		for (c = 1; c < 256; c++)
			n.next[c] |= set[c] ? 1ULL << n.used : 0;
		if (++n.used >= BITS)
			return kt_error__set(err, "no room for the pattern '%s': too long, or too "
					     "many of them", pattern);
	}
	n.end |= 1ULL << n.used++;
	*g = n;
	return 0;
}

bool kt_glob__match(const struct kt_glob *g, const char *s)
{
	uint64_t state = g->start;

	for (; *s; s++)
		state = (state & g->next[(unsigned char)*s]) << 1 | (state & g->stay);
	return state & g->end;
}
