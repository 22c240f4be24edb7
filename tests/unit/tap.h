/* SPDX-License-Identifier: GPL-2.0-only */
/* TAP for unit tests in C: ok(), is(), and a main that fails when a test did. */
#ifndef TAP_H
#define TAP_H

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int tap_run, tap_failed;

__attribute__((format(printf, 2, 3))) static inline bool ok(bool pass, const char *fmt, ...)
{
	va_list ap;

	tap_run++;
	tap_failed += !pass;
	printf("%sok %d - ", pass ? "" : "not ", tap_run);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	return pass;
}

static inline void is_u64(uint64_t got, uint64_t want, const char *what)
{
	if (!ok(got == want, "%s", what))
		printf("# got %" PRIu64 ", want %" PRIu64 "\n", got, want);
}

/* NAN equals NAN. */
static inline void is_f64(double got, double want, const char *what)
{
	bool same = (isnan(got) && isnan(want)) || fabs(got - want) <= 1e-9 * (1 + fabs(want));

	if (!ok(same, "%s", what))
		printf("# got %.17g, want %.17g\n", got, want);
}

static inline void is_str(const char *got, const char *want, const char *what)
{
	if (!ok(got && !strcmp(got, want), "%s", what))
		printf("# got '%s', want '%s'\n", got ? got : "(null)", want);
}

/* The plan comes last: a test that stops early has none, and fails. */
static inline int tap_done(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed || !tap_run;
}

#endif /* TAP_H */
