/* SPDX-License-Identifier: GPL-2.0-only */
/* What a report says of one run: every number a renderer shows is made here. */
#ifndef KT_REPORT_H
#define KT_REPORT_H

#include "model/hist.h"
#include "model/run.h"

#define KT_TOP_ALL SIZE_MAX

struct kt_quantiles {
	uint64_t count;
	double mean; /* ns; 0 when count is 0, like the others */
	double v[KT_Q_NR];
};

struct kt_report_phase {
	uint64_t windows;
	double per_signal; /* per_setup, per_sigreturn; NAN for other */
	double share;	   /* of all windows, 0..1 */
};

struct kt_report_site {
	const struct kt_site *site;
	double per_signal;
	double share; /* 0 for nested ones: they are not among all windows */
};

/* Borrows the run. */
struct kt_report {
	const struct kt_run *run;
	uint64_t windows, amr_writes, signals, siginfo, sigreturns, losses;
	double per_signal, per_signal_amr, per_setup, per_sigreturn;
	struct kt_report_phase phases[KT_PHASE_MAX];
	struct kt_quantiles hist[KT_H_MAX];
	struct kt_report_site *sites; /* the top ones by windows */
	size_t nr_sites, more_sites;
	double more_share; /* of all windows, what the left out sites have */
	size_t nr_tasks, more_tasks;
};

/* At most @top sites and tasks. NULL without memory. */
struct kt_report *kt_report__new(const struct kt_run *run, size_t top);
void kt_report__free(struct kt_report *rep);

void kt_quantiles__of(struct kt_quantiles *q, const struct kt_run_hist_data *h);

#endif /* KT_REPORT_H */
