// SPDX-License-Identifier: GPL-2.0-only
/* Sets from words. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/run.h"
#include "model/sets.h"

/* The next word of a list with commas in @word; NULL at its end. */
static const char *next(const char *p, char *word, size_t size)
{
	size_t len = strcspn(p, ",");

	snprintf(word, size, "%.*s", (int)len, p);
	p += len;
	return *p ? p + 1 : NULL;
}

static bool number(const char **p, unsigned long *v)
{
	char *end;

	if (**p < '0' || **p > '9')
		return false;
	errno = 0;
	*v = strtoul(*p, &end, 10);
	*p = end;
	return !errno;
}

static int cpus(const char *word, __u64 *bits, unsigned int max)
{
	unsigned long lo, hi;

	if (!number(&word, &lo))
		return -1;
	hi = lo;
	if (*word == '-') {
		word++;
		if (!number(&word, &hi))
			return -1;
	}
	if (*word || lo > hi || hi >= max)
		return -1;
	for (; lo <= hi; lo++)
		bits[lo / 64] |= 1ULL << lo % 64;
	return 0;
}

int kt_sets__cpus(const char *text, __u64 *bits, unsigned int max, struct kt_error *err)
{
	char word[32];

	while (text) {
		text = next(text, word, sizeof(word));
		if (cpus(word, bits, max))
			return kt_error__set(err, "'%s' is no CPU from 0 to %u and no range of "
					     "them, as in 0-3,8", word, max - 1);
	}
	return 0;
}

/* "RTMIN", "RTMIN+1", "RTMAX-1"; 0: none. */
static int realtime(const char *word)
{
	unsigned long off = 0;
	bool max = !strncmp(word, "RTMAX", 5);
	int sig = max ? SIGRTMAX : SIGRTMIN;

	if (!max && strncmp(word, "RTMIN", 5))
		return 0;
	word += 5;
	if (*word) {
		if (*word++ != (max ? '-' : '+') || !number(&word, &off) || *word || off > 64)
			return 0;
	}
	sig += max ? -(int)off : (int)off;
	return sig >= SIGRTMIN && sig <= SIGRTMAX ? sig : 0;
}

static int signal_of(const char *word)
{
	const char *p = word, *name;
	unsigned long v;
	int sig;

	if (number(&p, &v))
		return !*p && v >= 1 && v < KT_NSIG ? (int)v : 0;
	if (!strncmp(word, "SIG", 3))
		word += 3;
	for (sig = 1; sig < KT_NSIG; sig++) {
		name = sigabbrev_np(sig);
		if (name && !strcmp(name, word))
			return sig;
	}
	return realtime(word);
}

int kt_sets__signals(const char *text, __u64 bits[2], struct kt_error *err)
{
	char word[32];
	int sig;

	while (text) {
		text = next(text, word, sizeof(word));
		sig = signal_of(word);
		if (!sig)
			return kt_error__set(err, "'%s' is no signal: a number from 1 to %d or a "
					     "name, as in USR1 or RTMIN+1", word, KT_NSIG - 1);
		bits[sig / 64] |= 1ULL << sig % 64;
	}
	return 0;
}

int kt_sets__dirs(const char *text, uint8_t *bits, struct kt_error *err)
{
	char word[32];
	int dir;

	while (text) {
		text = next(text, word, sizeof(word));
		for (dir = KT_DIR_READ; dir <= KT_DIR_BOTH; dir++) {
			if (!strcmp(word, kt_run_dir_names[dir]))
				break;
		}
		if (dir > KT_DIR_BOTH)
			return kt_error__set(err, "'%s' is none of read, write, both", word);
		*bits |= 1u << dir;
	}
	return 0;
}
