// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mkprom DIR K`: the textfile of the fixture run after it has gone on K times as long, as
 * `record -i --textfile DIR` would have written it.
 */
#include <stdio.h>

#include "fixture.h"
#include "render/openmetrics.h"

static void scale(uint64_t *v, size_t n, uint64_t by)
{
	size_t i;

	for (i = 0; i < n; i++)
		v[i] *= by;
}

int main(int argc, char **argv)
{
	uint64_t by = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	struct kt_error err = { 0 };
	struct kt_run *run;
	size_t i;
	int rc;

	if (!by) {
		fputs("usage: mkprom DIR K\n", stderr);
		return 2;
	}
	run = fixture_after();
	scale(run->windows, KT_PHASE_MAX, by);
	scale(run->sums, KT_SUM_MAX, by);
	scale(run->sigreturns, KT_SIGRETURN_MAX, by);
	for (i = 0; i < run->nr_sites; i++)
		run->sites[i].windows *= by;
	for (i = 0; i < KT_H_MAX; i++) {
		scale(&run->hist[i].sum, 1, by);
		scale(&run->hist[i].count, 1, by);
		scale(run->hist[i].slots, KT_HIST_SLOTS, by);
	}
	rc = textfile__write(run, argv[1], &err);
	if (rc)
		fprintf(stderr, "%s\n%s\n", err.msg, err.hint);
	kt_run__free(run);
	return rc ? 1 : 0;
}
