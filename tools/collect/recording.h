/* SPDX-License-Identifier: GPL-2.0-only */
/* One recording, from "may we" to a finished run: what record and stat share. */
#ifndef KT_RECORDING_H
#define KT_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/session.h"
#include "model/run.h"

struct recording_conf {
	struct session_conf session;
	double seconds;	 /* 0: no limit */
	double interval; /* 0: none */
	/* Gets each interval's and the last reading: cumulative. What it returns ends the run. */
	int (*each)(void *arg, const struct kt_run *run);
	void *arg;
	char **cmd;	  /* NULL: none */
	const char *user; /* who runs CMD; NULL: we */
};

/*
 * Counts until CMD ends, the time is over, every -p is gone or a signal asks to stop. Returns an
 * enum kt_exit, or 126 and 127 for a CMD that cannot be run; *@run is set only with KT_EXIT_OK.
 * What went wrong has been said.
 */
int recording__run(const struct recording_conf *conf, struct kt_run **run);

#endif /* KT_RECORDING_H */
