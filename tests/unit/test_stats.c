// SPDX-License-Identifier: GPL-2.0-only
/* Statistics against SciPy and R (tests/unit/data says how those were made), and at their edges. */
#include <stdlib.h>

#include "model/stats.h"
#include "tap.h"

#define MAX 400

struct reference {
	char kind[32];
	double expected;
	double x[MAX], y[MAX];
	size_t nx, ny;
};

static size_t read_values(FILE *f, double *v)
{
	size_t n, i;

	if (fscanf(f, "%zu", &n) != 1 || n > MAX)
		return 0;
	for (i = 0; i < n; i++)
		if (fscanf(f, "%lf", &v[i]) != 1)
			return 0;
	return n;
}

static double computed(const struct reference *r)
{
	double p[MAX];

	if (!strcmp(r->kind, "mann_whitney"))
		return kt_stats__mann_whitney(r->x, r->nx, r->y, r->ny);
	if (!strcmp(r->kind, "shift"))
		return kt_stats__shift(r->x, r->nx, r->y, r->ny).by;
	if (!strcmp(r->kind, "shift_lo"))
		return kt_stats__shift(r->x, r->nx, r->y, r->ny).lo;
	if (!strcmp(r->kind, "shift_hi"))
		return kt_stats__shift(r->x, r->nx, r->y, r->ny).hi;
	if (!strcmp(r->kind, "sign_flip"))
		return kt_stats__sign_flip(r->x, r->nx);
	if (!strcmp(r->kind, "centre"))
		return kt_stats__centre(r->x, r->nx);
	if (!strcmp(r->kind, "median"))
		return kt_stats__median(r->x, r->nx);
	memcpy(p, r->x, sizeof(p));
	kt_stats__holm(p, r->nx);
	return p[atoi(r->kind + strlen("holm_"))];
}

static void test_references(const char *path, size_t want)
{
	struct reference r;
	char what[160];
	size_t n = 0;
	FILE *f = fopen(path, "re");

	if (!f || fscanf(f, "# %*[^\n]") != 0) {
		ok(false, "cannot read %s", path);
		return;
	}
	for (; fscanf(f, "%31s %lf", r.kind, &r.expected) == 2; n++) {
		r.nx = read_values(f, r.x);
		r.ny = read_values(f, r.y);
		snprintf(what, sizeof(what), "%s: %s, %zu and %zu values", path, r.kind, r.nx,
			 r.ny);
		is_f64(computed(&r), r.expected, what);
	}
	ok(feof(f), "%s: read to its end", path);
	is_u64(n, want, path);
	fclose(f);
}

/* Never NaN where there is something to say. */
static void test_edges(void)
{
	const double same[8] = { 7, 7, 7, 7, 7, 7, 7, 7 }, zero[8] = { 0 };
	const double low[4] = { 1, 2, 3, 4 }, high[4] = { 5, 6, 7, 8 };
	double many[300], p[4] = { 0.01, NAN, 0.04, 0.03 };
	struct kt_shift s;
	size_t i;

	for (i = 0; i < 300; i++)
		many[i] = 3;
	is_f64(kt_stats__mann_whitney(same, 4, same, 4), 1, "all equal: p is 1");
	is_f64(kt_stats__mann_whitney(many, 150, many, 150), 1, "all equal, many: p is 1");
	is_f64(kt_stats__sign_flip(zero, 8), 1, "no difference in any block: p is 1");
	is_f64(kt_stats__sign_flip(many, 300) < 1e-9, 1, "300 blocks of one sign");
	is_f64(kt_stats__centre(zero, 8), 0, "and the centre 0");
	s = kt_stats__shift(same, 4, same, 4);
	is_f64(s.by, 0, "all equal: no shift");
	is_f64(s.hi, 0, "with an interval of no width");
	is_f64(kt_stats__mann_whitney(low, 4, high, 4), 2.0 / 70, "4 + 4, apart: 2 ways of 70");
	is_f64(kt_stats__mann_whitney(high, 4, low, 4), 2.0 / 70, "whichever is higher");
	is_f64(kt_stats__mann_whitney(low, 3, high, 3), 0.1, "3 + 3 cannot reach 0.05");
	is_f64(kt_stats__shift(low, 3, high, 3).lo, NAN, "nor have a 95 % interval");
	ok(isnan(kt_stats__mann_whitney(low, 0, high, 4)), "nothing against something: no answer");
	ok(isnan(kt_stats__median(low, 0)), "the median of nothing");
	is_f64(kt_stats__median(low, 4), 2.5, "the median of four");
	kt_stats__holm(p, 4);
	is_f64(p[0], 0.03, "Holm: the smallest of three, times three");
	is_f64(p[3], 0.06, "the next, times two");
	is_f64(p[2], 0.06, "never less than one before it");
	ok(isnan(p[1]), "no question, no answer");
}

static void test_least(void)
{
	is_u64(kt_stats__least_runs(0.05), 4, "4 runs a side for 0.05");
	is_u64(kt_stats__least_runs(0.5), 4, "and never fewer");
	is_u64(kt_stats__least_runs(0.05 / 15), 6, "6 for 15 metrics");
	is_u64(kt_stats__least_blocks(0.05), 6, "6 blocks for 0.05");
	is_u64(kt_stats__least_blocks(0.05 / 15), 10, "10 for 15 metrics");
}

int main(void)
{
	test_references("tests/unit/data/stats-scipy.data", 26);
	test_references("tests/unit/data/stats-R.data", 59);
	test_edges();
	test_least();
	return tap_done();
}
