// SPDX-License-Identifier: GPL-2.0-only
/* What a report says of one run. */
#include <math.h>
#include <stdlib.h>

#include "model/report.h"

void kt_quantiles__of(struct kt_quantiles *q, const struct kt_run_hist_data *h)
{
	int i;

	q->count = h->count;
	q->mean = kt_hist__mean(h);
	for (i = 0; i < KT_Q_NR; i++)
		q->v[i] = kt_hist__named(h, (enum kt_quantile)i);
}

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / (double)all : 0;
}

static int add_sites(struct kt_report *rep, size_t top)
{
	const struct kt_run *run = rep->run;
	struct kt_report_site *s;
	size_t i;

	rep->nr_sites = run->nr_sites < top ? run->nr_sites : top;
	rep->more_sites = run->nr_sites - rep->nr_sites;
	rep->sites = calloc(run->nr_sites ? run->nr_sites : 1, sizeof(*rep->sites));
	if (!rep->sites)
		return -1;
	for (i = 0; i < run->nr_sites; i++) {
		s = &rep->sites[i];
		s->site = &run->sites[i];
		s->per_signal = kt_run__site_per_signal(run, s->site);
		s->share = s->site->nested ? 0 : share(s->site->windows, rep->windows);
		if (i >= rep->nr_sites)
			rep->more_share += s->share;
	}
	return 0;
}

struct kt_report *kt_report__new(const struct kt_run *run, size_t top)
{
	struct kt_report *rep = calloc(1, sizeof(*rep));
	size_t i;

	if (!rep)
		return NULL;
	rep->run = run;
	rep->windows = kt_run__windows(run);
	rep->amr_writes = kt_run__amr_writes(run);
	rep->signals = kt_run__nr_signals(run);
	rep->siginfo = kt_run__nr_siginfo(run);
	rep->sigreturns = kt_run__nr_sigreturns(run);
	rep->losses = kt_run__nr_losses(run);
	rep->per_signal = kt_run__per_signal(run);
	rep->per_signal_amr = kt_run__per_signal_amr(run);
	rep->per_setup = kt_run__per_setup(run);
	rep->per_sigreturn = kt_run__per_sigreturn(run);
	for (i = 0; i < KT_PHASE_MAX; i++) {
		rep->phases[i].windows = run->windows[i];
		rep->phases[i].share = share(run->windows[i], rep->windows);
		rep->phases[i].per_signal = NAN;
	}
	rep->phases[KT_PHASE_SETUP].per_signal = rep->per_setup;
	rep->phases[KT_PHASE_SIGRETURN].per_signal = rep->per_sigreturn;
	for (i = 0; i < KT_H_MAX; i++)
		kt_quantiles__of(&rep->hist[i], &run->hist[i]);
	rep->nr_tasks = run->nr_tasks < top ? run->nr_tasks : top;
	rep->more_tasks = run->nr_tasks - rep->nr_tasks;
	if (!add_sites(rep, top))
		return rep;
	kt_report__free(rep);
	return NULL;
}

void kt_report__free(struct kt_report *rep)
{
	if (!rep)
		return;
	free(rep->sites);
	free(rep);
}
