// SPDX-License-Identifier: GPL-2.0-only
/*
 * A run as CSV: one table for all of it, a row a number, so that a spreadsheet can filter by
 * section. What is not known is an empty cell, facts that are no numbers are in text.
 */
#include <math.h>

#include "render/csv.h"
#include "render/text.h"

/* A row: what is not set is an empty cell. */
struct row {
	const char *section, *name, *caller, *phase, *dir, *text;
	bool nested, task;
	uint32_t pid, tid;
	double lo, hi; /* ns */
	double value, per_signal, signals, ns;
};

#define ROW .lo = NAN, .hi = NAN, .value = NAN, .per_signal = NAN, .signals = NAN, .ns = NAN

static void put(FILE *out, const struct row *r)
{
	fprintf(out, "%s,", r->section);
	csv__str(out, r->name);
	if (r->caller)
		csv__str(out, r->caller);
	else
		fputc(',', out);
	fprintf(out, "%s,%s,%s,", r->phase ? r->phase : "", r->dir ? r->dir : "",
		r->nested ? "nested" : "");
	if (r->task)
		fprintf(out, "%u,%u,", r->pid, r->tid);
	else
		fputs(",,", out);
	csv__num(out, r->lo);
	csv__num(out, r->hi);
	csv__num(out, r->value);
	csv__num(out, r->per_signal);
	csv__num(out, r->signals);
	if (r->text)
		csv__str(out, r->text);
	else
		fputc(',', out);
	if (isfinite(r->ns))
		fprintf(out, "%.0f", r->ns);
	fputc('\n', out);
}

static void fact(FILE *out, const char *name, const char *text)
{
	struct row r = { ROW, .section = "host", .name = name, .text = text };

	put(out, &r);
}

static void number(FILE *out, const char *section, const char *name, double value)
{
	struct row r = { ROW, .section = section, .name = name };

	r.value = value;
	put(out, &r);
}

static const char *tri(int v)
{
	return v < 0 ? "unknown" : v ? "on" : "off";
}

static void host(FILE *out, const struct kt_run *run)
{
	const struct kt_run_host *h = &run->host;

	fact(out, "kernel", h->kernel);
	fact(out, "variant", h->variant);
	fact(out, "mmu", h->mmu);
	fact(out, "kuap", tri(h->kuap));
	fact(out, "tm", tri(h->tm));
	fact(out, "flush", h->flush);
	fact(out, "cpu", h->cpu);
	fact(out, "source", h->source);
	fact(out, "command", run->workload.command);
	fact(out, "start", run->workload.start);
	number(out, "host", "page_size", h->page_size);
	number(out, "host", "cpus", h->cpus);
	number(out, "host", "seconds", run->workload.seconds);
	number(out, "host", "exit", run->workload.exit < 0 ? NAN : run->workload.exit);
	number(out, "host", "floor_ns", h->floor_ns > 0 ? h->floor_ns : NAN);
	number(out, "host", "complete", run->complete);
}

static void totals(FILE *out, const struct kt_report *rep)
{
	const uint64_t *sums = rep->run->sums;
	struct row r = { ROW, .section = "total", .name = "windows" };
	int i;

	r.value = (double)rep->windows;
	r.per_signal = rep->per_signal;
	put(out, &r);
	r.name = "amr_writes";
	r.value = rep->run->host.kuap < 0 ? NAN : (double)rep->amr_writes;
	r.per_signal = rep->per_signal_amr;
	put(out, &r);
	for (i = 0; i < KT_PHASE_MAX; i++) {
		r.name = "windows";
		r.phase = kt_run_phase_names[i];
		r.value = (double)rep->phases[i].windows;
		r.per_signal = rep->phases[i].per_signal;
		put(out, &r);
	}
	number(out, "total", "nested", (double)rep->run->nested);
	number(out, "total", "siginfo", (double)rep->siginfo);
	for (i = 0; i < KT_SUM_MAX; i++)
		number(out, "total", kt_run_sum_names[i], (double)sums[i]);
	for (i = 0; i < KT_SIGRETURN_MAX; i++) {
		r = (struct row){ ROW, .section = "total", .name = "sigreturns" };
		r.text = kt_run_sigreturn_names[i];
		r.value = (double)rep->run->sigreturns[i];
		put(out, &r);
	}
	for (i = 0; i < KT_LOSS_MAX; i++)
		number(out, "loss", kt_run_loss_names[i], (double)rep->run->losses[i]);
}

static void sites(FILE *out, const struct kt_report *rep)
{
	const struct kt_site *s;
	struct row r;
	size_t i;

	for (i = 0; i < rep->nr_sites; i++) {
		s = rep->sites[i].site;
		r = (struct row){ ROW, .section = "site", .name = s->symbol };
		r.caller = s->caller;
		r.phase = kt_run_phase_names[s->phase];
		r.dir = kt_run_dir_names[s->dir];
		r.nested = s->nested;
		r.value = (double)s->windows;
		r.per_signal = rep->sites[i].per_signal;
		r.ns = s->nested ? NAN : (double)s->ns;
		put(out, &r);
	}
}

static void times(FILE *out, const struct kt_report *rep, int hist)
{
	const struct kt_run_hist_data *h = &rep->run->hist[hist];
	struct row r = { ROW, .section = "time", .name = kt_run_hist_names[hist] };
	uint32_t i;

	r.text = "count";
	r.value = (double)h->count;
	r.ns = (double)h->sum;
	put(out, &r);
	r.ns = NAN;
	for (i = 0; i < KT_Q_NR && h->count; i++) {
		r.text = kt_quantile_names[i];
		r.value = rep->hist[hist].v[i];
		put(out, &r);
	}
	r.section = "slot";
	r.text = NULL;
	for (i = 0; i < KT_HIST_SLOTS; i++) {
		if (!h->slots[i])
			continue;
		r.lo = (double)kt_hist_lo(i);
		r.hi = (double)kt_hist_lo(i + 1);
		r.value = (double)h->slots[i];
		put(out, &r);
	}
}

static void tasks(FILE *out, const struct kt_report *rep)
{
	const struct kt_run_task *t;
	struct row r;
	size_t i;

	for (i = 0; i < rep->nr_tasks; i++) {
		t = &rep->run->tasks[i];
		r = (struct row){ ROW, .section = "task", .name = t->comm, .task = true };
		r.pid = t->pid;
		r.tid = t->tid;
		r.value = (double)t->windows;
		r.signals = (double)t->signals;
		put(out, &r);
	}
}

void csv__report(const struct render_env *env, const struct kt_report *rep)
{
	int i;

	fputs("section,name,caller,phase,dir,nested,pid,tid,lo_ns,hi_ns,value,per_signal,signals,"
	      "text,sum_ns\n",
	      env->out);
	host(env->out, rep->run);
	totals(env->out, rep);
	sites(env->out, rep);
	for (i = 0; i < KT_H_MAX; i++)
		times(env->out, rep, i);
	tasks(env->out, rep);
}
