// SPDX-License-Identifier: GPL-2.0-only
/*
 * Metrics, in the two dialects that readers insist on. A bucket is an octave: 8 slots of the run
 * file, whose edges are exact, so that a machine costs a server tens of series and not thousands.
 * Tasks, and sites off the signal path, are left out: their number has no bound.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/utf8.h"
#include "render/openmetrics.h"

#define FIRST_OCTAVE 5 /* buckets end at 2^5 - 1 ns: no window is that short */
#define LAST_OCTAVE 33 /* and at the last slot's end, 2^33 - 1 ns */

struct metrics {
	FILE *out;
	enum metrics_dialect dialect;
	char family[64];
};

struct label {
	const char *name, *value;
};

/* The shortest digits that read back as @v, in the one spelling that OpenMetrics allows in `le`. */
static void put_number(FILE *out, double v)
{
	char s[40];
	int digits;

	for (digits = 1; digits < 17; digits++) {
		sprintf(s, "%.*g", digits, v);
		if (strtod(s, NULL) == v)
			break;
	}
	sprintf(s, "%.*g", digits, v);
	fputs(s, out);
	if (!strpbrk(s, ".en"))
		fputs(".0", out);
}

/* Type, unit and help of the family that the next samples are of. */
static void family(struct metrics *m, const char *name, const char *type, const char *unit,
		   const char *help)
{
	const char *suffix = "";
	bool open = m->dialect == METRICS_OPEN;

	snprintf(m->family, sizeof(m->family), "kuaptrace_%s", name);
	if (!open && !strcmp(type, "counter"))
		suffix = "_total"; /* part of the name there */
	if (!open && !strcmp(type, "info")) {
		suffix = "_info";
		type = "gauge";
	}
	fprintf(m->out, "# HELP %s%s %s\n", m->family, suffix, help);
	fprintf(m->out, "# TYPE %s%s %s\n", m->family, suffix, type);
	if (open && *unit)
		fprintf(m->out, "# UNIT %s %s\n", m->family, unit);
}

/* A label's value may be a kernel string: any bytes. */
static void put_label(FILE *out, const struct label *l)
{
	char clean[1024], *p;

	utf8__clean(clean, sizeof(clean), l->value, false);
	fprintf(out, "%s=\"", l->name);
	for (p = clean; *p; p++) {
		if (*p == '"' || *p == '\\')
			fputc('\\', out);
		fputc(*p, out);
	}
	fputc('"', out);
}

/* @labels ends with one without a name; NULL: none. */
static void sample_head(struct metrics *m, const char *suffix, const struct label *labels)
{
	const struct label *l;

	fprintf(m->out, "%s%s", m->family, suffix);
	for (l = labels; l && l->name; l++) {
		fputc(l == labels ? '{' : ',', m->out);
		put_label(m->out, l);
	}
	fputs(l != labels ? "} " : " ", m->out);
}

static void count(struct metrics *m, const struct label *labels, uint64_t v)
{
	sample_head(m, "_total", labels);
	fprintf(m->out, "%" PRIu64 "\n", v);
}

static void gauge(struct metrics *m, const char *name, const char *unit, const char *help, double v)
{
	family(m, name, "gauge", unit, help);
	sample_head(m, "", NULL);
	put_number(m->out, v);
	fputc('\n', m->out);
}

static void counter(struct metrics *m, const char *name, const char *help, uint64_t v)
{
	family(m, name, "counter", "", help);
	count(m, NULL, v);
}

static void histogram(struct metrics *m, const char *name, const char *help,
		      const struct kt_run_hist_data *h)
{
	uint64_t below = 0;
	uint32_t slot = 0;
	int octave;

	family(m, name, "histogram", "seconds", help);
	for (octave = FIRST_OCTAVE; octave <= LAST_OCTAVE; octave++) {
		for (; slot < KT_HIST_SLOTS && kt_hist_lo(slot) < 1ULL << octave; slot++)
			below += h->slots[slot];
		fprintf(m->out, "%s_bucket{le=\"", m->family);
		put_number(m->out, (double)((1ULL << octave) - 1) / 1e9);
		fprintf(m->out, "\"} %" PRIu64 "\n", below);
	}
	fprintf(m->out, "%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", m->family, h->count);
	fprintf(m->out, "%s_count %" PRIu64 "\n%s_sum ", m->family, h->count, m->family);
	put_number(m->out, (double)h->sum / 1e9);
	fputc('\n', m->out);
}

static const char *tri(int v)
{
	return v < 0 ? "unknown" : v ? "on" : "off";
}

static void host(struct metrics *m, const struct kt_run *run)
{
	const struct kt_run_host *h = &run->host;
	char page[16];
	const struct label labels[] = {
		{ "kernel", h->kernel },  { "variant", h->variant }, { "mmu", h->mmu },
		{ "kuap", tri(h->kuap) }, { "tm", tri(h->tm) },	     { "flush", h->flush },
		{ "cpu", h->cpu },	  { "page_size", page },     { "source", h->source },
		{ NULL, NULL },
	};

	snprintf(page, sizeof(page), "%u", h->page_size);
	family(m, "host", "info", "", "What was measured on.");
	sample_head(m, "_info", labels);
	fputs("1\n", m->out);
	if (h->floor_ns > 0)
		gauge(m, "empty_window_seconds", "seconds",
		      "An empty window's time on this machine; not subtracted anywhere.",
		      h->floor_ns / 1e9);
	/* A counter, so that rates can be put in relation to the time that was watched. */
	family(m, "recording_seconds", "counter", "seconds", "Time that was watched.");
	sample_head(m, "_total", NULL);
	put_number(m->out, run->workload.seconds);
	fputc('\n', m->out);
}

static void windows(struct metrics *m, const struct kt_report *rep)
{
	struct label phase[] = { { "phase", NULL }, { NULL, NULL } };
	const struct kt_run *run = rep->run;
	int i;

	family(m, "windows", "counter", "", "User access windows, by what the task was doing.");
	for (i = 0; i < KT_PHASE_MAX; i++) {
		phase[0].value = kt_run_phase_names[i];
		count(m, phase, run->windows[i]);
	}
	if (run->host.kuap >= 0)
		counter(m, "amr_writes", "Writes of the AMR that windows made.", rep->amr_writes);
	counter(m, "nested_windows",
		"Windows inside another one or in an interrupt, in no other count.", run->nested);
	counter(m, "interrupted_windows",
		"Windows that an interrupt, fault or preemption landed in.",
		run->sums[KT_SUM_INTERRUPTED]);
	counter(m, "failed_setup_windows", "Windows of signal frames that could not be built.",
		run->sums[KT_SUM_WINDOWS_FAILED]);
	counter(m, "own_windows", "Windows of kuaptrace itself, in no other count.",
		run->sums[KT_SUM_OWN_WINDOWS]);
}

static void signals(struct metrics *m, const struct kt_report *rep)
{
	struct label kind[] = { { "kind", NULL }, { NULL, NULL } };
	const uint64_t *sums = rep->run->sums;
	int i;

	counter(m, "signals", "Signal frames built.", rep->signals);
	counter(m, "siginfo_signals", "Signal frames begun for handlers with SA_SIGINFO.",
		rep->siginfo);
	counter(m, "failed_signals", "Signal frames that could not be built.",
		sums[KT_SUM_SETUPS_FAILED]);
	family(m, "sigreturns", "counter", "", "Returns from signal handlers.");
	for (i = 0; i < KT_SIGRETURN_MAX; i++) {
		kind[0].value = kt_run_sigreturn_names[i];
		count(m, kind, rep->run->sigreturns[i]);
	}
	counter(m, "restore_math_calls", "Calls of restore_math.", sums[KT_SUM_RESTORE_MATH]);
	counter(m, "restore_math_restores", "Calls of restore_math that restored anything.",
		sums[KT_SUM_RESTORED_ANY]);
}

static void losses(struct metrics *m, const struct kt_run *run)
{
	struct label cause[] = { { "cause", NULL }, { NULL, NULL } };
	int i;

	family(m, "losses", "counter", "", "Events that are in no count, or counted without time.");
	for (i = 0; i < KT_LOSS_MAX; i++) {
		cause[0].value = kt_run_loss_names[i];
		count(m, cause, run->losses[i]);
	}
}

static void sites(struct metrics *m, const struct kt_report *rep)
{
	const struct kt_site *s;
	size_t i;

	family(m, "site_windows", "counter", "", "Windows on the signal path, by where they open.");
	for (i = 0; i < rep->nr_sites; i++) {
		s = rep->sites[i].site;
		if (s->nested || s->phase == KT_PHASE_OTHER)
			continue;
		count(m,
		      (const struct label[]){ { "function", s->symbol },
					      { "caller", s->caller },
					      { "phase", kt_run_phase_names[s->phase] },
					      { "direction", kt_run_dir_names[s->dir] },
					      { NULL, NULL } },
		      s->windows);
	}
}

void openmetrics__write(FILE *out, const struct kt_report *rep, enum metrics_dialect dialect)
{
	struct metrics m = { .out = out, .dialect = dialect };
	const struct kt_run_hist_data *hist = rep->run->hist;

	host(&m, rep->run);
	windows(&m, rep);
	signals(&m, rep);
	losses(&m, rep->run);
	sites(&m, rep);
	histogram(&m, "window_seconds", "Windows, neither nested nor interrupted.",
		  &hist[KT_H_WINDOW]);
	histogram(&m, "interrupted_window_seconds",
		  "Interrupted windows, with what landed in them.", &hist[KT_H_INTERRUPTED]);
	histogram(&m, "signal_setup_seconds", "Building one signal frame.", &hist[KT_H_SETUP]);
	histogram(&m, "sigreturn_seconds", "One return from a signal handler.",
		  &hist[KT_H_SIGRETURN]);
	if (dialect == METRICS_OPEN)
		fputs("# EOF\n", out);
}

void openmetrics__report(const struct render_env *env, const struct kt_report *rep)
{
	openmetrics__write(env->out, rep, METRICS_OPEN);
}
