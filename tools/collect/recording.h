/* SPDX-License-Identifier: GPL-2.0-only */
/* One recording, from "may we" to a finished run: what record and stat share. */
#ifndef KT_RECORDING_H
#define KT_RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/run.h"

struct recording_conf {
	pid_t *pids;
	size_t nr_pids;
	pid_t *tids;
	size_t nr_tids;
	bool all;
	double seconds; /* 0: no limit */
	bool no_inherit;
	bool amr;
	bool plain;
	bool calibrate;
	uint32_t max_tasks, max_cells;
	char **cmd; /* NULL: none */
};

/*
 * Counts until CMD ends, the time is over, every -p is gone or a signal asks to stop. Returns an
 * enum kt_exit, or 126 and 127 for a CMD that cannot be run; *@run is set only with KT_EXIT_OK.
 * What went wrong has been said.
 */
int recording__run(const struct recording_conf *conf, struct kt_run **run);

#endif /* KT_RECORDING_H */
