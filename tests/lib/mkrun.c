// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the fixture runs of the unit tests, as the tool would: `mkrun before|after [TASKS]`.
 * tests/cli/data comes from it; TASKS makes a large one.
 */
#include <stdio.h>

#include "../unit/fixture.h"
#include "model/runfile.h"

int main(int argc, char **argv)
{
	uint32_t i, tasks = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
	struct kt_run *run;
	int rc;

	if (argc < 2) {
		fputs("usage: mkrun before|after [TASKS]\n", stderr);
		return 2;
	}
	run = strcmp(argv[1], "before") ? fixture_after() : fixture_before();
	for (i = 0; i < tasks; i++)
		fixture_add_task(run, 1000 + i, "worker", i % 1000, i % 100);
	kt_run__finish(run);
	rc = runfile__write(run, stdout);
	kt_run__free(run);
	return rc || fflush(stdout) ? 1 : 0;
}
