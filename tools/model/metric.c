// SPDX-License-Identifier: GPL-2.0-only
/* Metrics by name. */
#include <math.h>
#include <string.h>

#include "model/metric.h"

static double per_signal(const struct kt_run *run, int arg)
{
	(void)arg;
	return kt_run__per_signal(run);
}

static double per_signal_amr(const struct kt_run *run, int arg)
{
	(void)arg;
	return kt_run__per_signal_amr(run);
}

static double per_setup(const struct kt_run *run, int arg)
{
	(void)arg;
	return kt_run__per_setup(run);
}

static double per_sigreturn(const struct kt_run *run, int arg)
{
	(void)arg;
	return kt_run__per_sigreturn(run);
}

static double windows(const struct kt_run *run, int arg)
{
	(void)arg;
	return (double)kt_run__windows(run);
}

static double amr_writes(const struct kt_run *run, int arg)
{
	(void)arg;
	return run->host.kuap < 0 ? NAN : (double)kt_run__amr_writes(run);
}

static double nested(const struct kt_run *run, int arg)
{
	(void)arg;
	return (double)run->nested;
}

static double sigreturns(const struct kt_run *run, int arg)
{
	(void)arg;
	return (double)kt_run__nr_sigreturns(run);
}

static double losses(const struct kt_run *run, int arg)
{
	(void)arg;
	return (double)kt_run__nr_losses(run);
}

static double sum(const struct kt_run *run, int arg)
{
	return (double)run->sums[arg];
}

static double phase(const struct kt_run *run, int arg)
{
	return (double)run->windows[arg];
}

static double seconds(const struct kt_run *run, int arg)
{
	(void)arg;
	return run->workload.seconds > 0 ? run->workload.seconds : NAN;
}

/* @arg: the histogram's number, times KT_Q_NR + 1, and the quantile's; the last is the mean. */
static double time_of(const struct kt_run *run, int arg)
{
	const struct kt_run_hist_data *h = &run->hist[arg / (KT_Q_NR + 1)];
	int q = arg % (KT_Q_NR + 1);

	if (q == KT_Q_NR)
		return h->count ? kt_hist__mean(h) : NAN;
	return kt_hist__slotted(h) ? kt_hist__named(h, (enum kt_quantile)q) : NAN;
}

#define RATIO(name, fn)                          \
	{                                        \
		name, fn, 0, false, false, false \
	}
#define TOTAL(name, fn, arg)                      \
	{                                         \
		name, fn, arg, false, true, false \
	}
#define HIST(name, h, q)                                                             \
	{                                                                            \
		"hist." name, time_of, (h) * (KT_Q_NR + 1) + (q), true, false, false \
	}
#define HISTS(name, h)                                                          \
	HIST(name ".mean", h, KT_Q_NR), HIST(name ".p50", h, KT_Q_P50),         \
		HIST(name ".p90", h, KT_Q_P90), HIST(name ".p99", h, KT_Q_P99), \
		HIST(name ".p99.9", h, KT_Q_P999), HIST(name ".max", h, KT_Q_MAX)

static const struct kt_metric metrics[] = {
	RATIO("per_signal.windows", per_signal),
	RATIO("per_signal.amr_writes", per_signal_amr),
	RATIO("per_setup.windows", per_setup),
	RATIO("per_sigreturn.windows", per_sigreturn),
	TOTAL("totals.windows", windows, 0),
	TOTAL("totals.amr_writes", amr_writes, 0),
	TOTAL("totals.phases.other", phase, KT_PHASE_OTHER),
	TOTAL("totals.phases.setup", phase, KT_PHASE_SETUP),
	TOTAL("totals.phases.sigreturn", phase, KT_PHASE_SIGRETURN),
	TOTAL("totals.nested", nested, 0),
	TOTAL("totals.interrupted", sum, KT_SUM_INTERRUPTED),
	TOTAL("totals.restore_math", sum, KT_SUM_RESTORE_MATH),
	TOTAL("totals.restored_any", sum, KT_SUM_RESTORED_ANY),
	TOTAL("totals.setups_failed", sum, KT_SUM_SETUPS_FAILED),
	TOTAL("losses.total", losses, 0),
	{ "totals.signals", sum, KT_SUM_SETUPS, false, true, true },
	{ "totals.sigreturns", sigreturns, 0, false, true, true },
	HISTS("window", KT_H_WINDOW),
	HISTS("setup", KT_H_SETUP),
	HISTS("sigreturn", KT_H_SIGRETURN),
	HISTS("interrupted", KT_H_INTERRUPTED),
	{ "workload.seconds", seconds, 0, true, false, false },
};

const struct kt_metric *kt_metric__nth(size_t i)
{
	return i < sizeof(metrics) / sizeof(metrics[0]) ? &metrics[i] : NULL;
}

const struct kt_metric *kt_metric__find(const char *name)
{
	const struct kt_metric *m;
	size_t i;

	for (i = 0; (m = kt_metric__nth(i)); i++)
		if (!strcmp(m->name, name))
			return m;
	return NULL;
}

double kt_metric__value(const struct kt_metric *m, const struct kt_run *run)
{
	return m->fn(run, m->arg);
}
