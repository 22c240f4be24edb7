/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run as metrics of a fleet: cumulative counters and histograms in base units, named
 * kuaptrace_*. docs/fleet.md lists them.
 */
#ifndef KT_OPENMETRICS_H
#define KT_OPENMETRICS_H

#include "model/error.h"
#include "model/run.h"
#include "render/render.h"

enum metrics_dialect {
	METRICS_OPEN,	    /* OpenMetrics 1.0, to its letter */
	METRICS_PROMETHEUS, /* the text format 0.0.4: all that node_exporter's textfile collector
			     * reads with types */
};

void openmetrics__write(FILE *out, const struct kt_report *rep, enum metrics_dialect dialect);

/* Can a textfile be written into @dir? 0, or -1 with @err filled; leaves nothing behind. */
int textfile__check(const char *dir, struct kt_error *err);

/*
 * Writes @run, a snapshot that only grows from one call to the next, as DIR/kuaptrace.prom: a
 * temporary file renamed, so that a scrape sees the old one or the new one, whole.
 * 0, or -1 with @err filled.
 */
int textfile__write(const struct kt_run *run, const char *dir, struct kt_error *err);

#endif /* KT_OPENMETRICS_H */
