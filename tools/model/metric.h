/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be asked of a run by name, as the run file names it: "per_signal.windows",
 * "hist.window.p99". Counts are exact, and gate exactly; times vary from run to run, and are judged
 * over runs.
 */
#ifndef KT_METRIC_H
#define KT_METRIC_H

#include "model/hist.h"
#include "model/run.h"

struct kt_metric {
	const char *name;
	double (*fn)(const struct kt_run *run, int arg);
	int arg;
	bool time;
	bool total;   /* grows with the run: over several, their mean */
	bool neutral; /* neither more nor less of it is worse */
};

/* NULL: there is none of this name. */
const struct kt_metric *kt_metric__find(const char *name);

/* All of them, by number, for messages; NULL after the last. */
const struct kt_metric *kt_metric__nth(size_t i);

/* NAN: the run does not have it (no signals, an empty histogram, KUAP not known). */
double kt_metric__value(const struct kt_metric *m, const struct kt_run *run);

#endif /* KT_METRIC_H */
