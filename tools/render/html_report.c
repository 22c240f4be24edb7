// SPDX-License-Identifier: GPL-2.0-only
/* A run as one HTML page: the sentence first, then what it is made of. */
#include <math.h>
#include <signal.h>
#include <string.h>

#include "render/html.h"
#include "render/text.h"

#define TASKS_OPEN 20 /* more are folded away */

static const enum kt_phase phase_order[] = { KT_PHASE_SETUP, KT_PHASE_SIGRETURN, KT_PHASE_OTHER };

static const char style[] =
	".tiles{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 0}"
	".tiles div{flex:1 1 9rem;border:1px solid var(--line);border-radius:.4rem;padding:.5rem "
	".8rem}.tiles dt{color:var(--dim)}.tiles dd{margin:0;font-size:1.5rem;font-weight:600}\n"
	".bar{display:inline-block;min-width:2px;height:.8em;background:var(--before)}"
	".share{min-width:9rem}.stack{display:flex;height:1.5rem;max-width:60rem}"
	".stack span{min-width:2px}.stack span+span{border-left:3px solid var(--bg)}\n"
	".p0{background:var(--line)}.p1{background:var(--before)}.p2{background:var(--after)}"
	".key{display:inline-block;width:.8em;height:.8em;margin-right:.5em}\n"
	".mark{stroke:var(--after);stroke-width:1.5;fill:none}.full{fill:var(--before)}"
	".grid{stroke:var(--line);fill:none}figcaption{font-weight:600}\n";

static void subtitle(FILE *out, const struct kt_run *run)
{
	fputs("<p>", out);
	if (*run->workload.command) {
		fputs("<code>", out);
		html__text(out, run->workload.command);
		fputs("</code> on ", out);
	}
	html__text(out, run->host.kernel);
	if (*run->host.variant) {
		fputs(", profile ", out);
		html__text(out, run->host.variant);
	}
	fputs(", ", out);
	html__text(out, run->host.mmu);
	fputs(", ", out);
	html__text(out, run->workload.start);
	fputs("</p>\n", out);
}

static void headline(FILE *out, const struct kt_report *rep)
{
	char amr[32], win[32];

	text__num(amr, rep->per_signal_amr);
	text__num(win, rep->per_signal);
	if (isnan(rep->per_signal))
		fputs("<p class=\"big\">No signals, so nothing per signal.</p>\n", out);
	else if (isnan(rep->per_signal_amr))
		fprintf(out, "<p class=\"big\">%s windows per signal; is KUAP on? Not known.</p>\n",
			win);
	else
		fprintf(out,
			"<p class=\"big\"><strong>%s AMR writes, %s windows per signal</strong></p>\n",
			amr, win);
	subtitle(out, rep->run);
	fputs("<p>A window is the time in which the kernel may touch user memory. With KUAP, "
	      "opening it and blocking it again are one AMR write each.</p>\n",
	      out);
}

static void problems(FILE *out, const struct kt_report *rep)
{
	if (!rep->run->complete)
		fputs("<p class=\"problem\" role=\"alert\">The recording is not complete.</p>\n",
		      out);
	if (rep->losses)
		fprintf(out,
			"<p class=\"problem\" role=\"alert\"><a href=\"#losses\">%llu events were "
			"lost or have no time</a>: counts are too low by as much.</p>\n",
			(unsigned long long)rep->losses);
}

static void tile(FILE *out, const char *name, const char *value, bool bad)
{
	fprintf(out, "<div><dt>%s</dt><dd%s>%s</dd></div>\n", name, bad ? " class=\"bad\"" : "",
		value);
}

static void tiles(const struct render_env *env, const struct kt_report *rep)
{
	char cell[32];

	fputs("<dl class=\"tiles\">\n", env->out);
	tile(env->out, "windows per signal", text__num(cell, rep->per_signal), false);
	tile(env->out, "AMR writes per signal", text__num(cell, rep->per_signal_amr), false);
	tile(env->out, "signals", text__count(cell, rep->signals), false);
	tile(env->out, "windows", text__count(cell, rep->windows), false);
	tile(env->out, "a window, median",
	     rep->hist[KT_H_WINDOW].count ? text__ns(env, cell, rep->hist[KT_H_WINDOW].v[KT_Q_P50])
					  : "-",
	     false);
	tile(env->out, "losses", text__count(cell, rep->losses), rep->losses);
	fputs("</dl>\n", env->out);
}

static void phase_bar(FILE *out, const struct kt_report *rep)
{
	int i;

	if (!rep->windows)
		return;
	fputs("<div class=\"stack\" aria-hidden=\"true\">", out);
	for (i = 0; i < KT_PHASE_MAX; i++)
		if (rep->phases[phase_order[i]].windows)
			fprintf(out, "<span class=\"p%d\" style=\"flex:%.4f\"></span>",
				(i + 1) % KT_PHASE_MAX, rep->phases[phase_order[i]].share);
	fputs("</div>\n", out);
}

static void phases(FILE *out, const struct kt_report *rep)
{
	const struct kt_report_phase *p;
	char cell[32];
	int i;

	html__section(out, "phases", "Phases");
	phase_bar(out, rep);
	html__table(out, "Windows by what the task was doing", "phase|>windows|>per signal|>share");
	for (i = 0; i < KT_PHASE_MAX; i++) {
		p = &rep->phases[phase_order[i]];
		fprintf(out,
			"<tr><th scope=\"row\"><span class=\"key p%d\" "
			"aria-hidden=\"true\"></span>%s</th>",
			(i + 1) % KT_PHASE_MAX, kt_run_phase_names[phase_order[i]]);
		html__num_cell(out, text__count(cell, p->windows), NULL);
		html__num_cell(out, text__num(cell, p->per_signal), NULL);
		html__num_cell(out, text__share(cell, p->share), NULL);
		fputs("</tr>\n", out);
	}
	html__table_end(out);
	html__section_end(out);
}

static void share_cell(FILE *out, double share)
{
	char cell[32];

	fputs("<td class=\"share\">", out);
	fprintf(out,
		"<span class=\"bar\" style=\"width:%.1f%%\" aria-hidden=\"true\"></span> %s</td>",
		60 * share, text__share(cell, share));
}

static void site_row(FILE *out, const struct kt_report_site *s)
{
	const struct kt_site *site = s->site;
	char cell[32];

	fputs("<tr>", out);
	html__code_cell(out, site->symbol);
	html__code_cell(out, site->caller);
	html__cell(out, site->nested ? "nested" : kt_run_phase_names[site->phase]);
	html__cell(out, kt_run_dir_names[site->dir]);
	html__num_cell(out, text__count(cell, site->windows), NULL);
	html__num_cell(out, text__num(cell, s->per_signal), NULL);
	share_cell(out, s->share);
	fputs("</tr>\n", out);
}

static void sites(FILE *out, const struct kt_report *rep)
{
	size_t i;

	html__section(out, "sites", "Sites");
	if (!rep->nr_sites && !rep->more_sites)
		fputs("<p>No windows.</p>\n", out);
	if (rep->nr_sites) {
		html__table(out, "Where windows are opened, most first",
			    "function|caller|phase|direction|>windows|>per signal|share");
		for (i = 0; i < rep->nr_sites; i++)
			site_row(out, &rep->sites[i]);
		html__table_end(out);
	}
	if (rep->more_sites)
		fprintf(out, "<p>%zu more sites were left out (--top all).</p>\n", rep->more_sites);
	html__section_end(out);
}

static void time_row(const struct render_env *env, const char *name, const struct kt_quantiles *q)
{
	char cell[32];
	int k;

	fputs("<tr>", env->out);
	html__head_cell(env->out, name);
	html__num_cell(env->out, text__count(cell, q->count), NULL);
	html__num_cell(env->out, q->count ? text__ns(env, cell, q->mean) : "-", NULL);
	for (k = 0; k < KT_Q_NR; k++)
		html__num_cell(env->out, q->count ? text__ns(env, cell, q->v[k]) : "-", NULL);
	fputs("</tr>\n", env->out);
}

static void times(const struct render_env *env, const struct kt_report *rep)
{
	char cell[32];
	int i;

	html__section(env->out, "times", "Times");
	html__table(env->out, "How long it took; p90: nine of ten took no longer",
		    "|>count|>mean|>p50|>p90|>p99|>p99.9|>max");
	for (i = 0; i < KT_H_MAX; i++)
		time_row(env, kt_run_hist_names[i], &rep->hist[i]);
	html__table_end(env->out);
	if (rep->run->host.floor_ns > 0)
		fprintf(env->out, "<p>An empty window takes %s here; it is not subtracted.</p>\n",
			text__ns(env, cell, rep->run->host.floor_ns));
	else
		fputs("<p>What an empty window takes here was not measured (kuaptrace bench "
		      "--calibrate).</p>\n",
		      env->out);
	html__distribution(env, rep);
	html__section_end(env->out);
}

static void task_rows(FILE *out, const struct kt_report *rep, size_t from, size_t to,
		      const char *caption)
{
	const struct kt_run_task *t;
	char cell[32];
	size_t i;

	html__table(out, caption, "comm|>pid|>tid|>windows|>signals");
	for (i = from; i < to; i++) {
		t = &rep->run->tasks[i];
		fputs("<tr>", out);
		html__code_cell(out, t->comm);
		html__num_cell(out, text__count(cell, t->pid), NULL);
		html__num_cell(out, text__count(cell, t->tid), NULL);
		html__num_cell(out, text__count(cell, t->windows), NULL);
		html__num_cell(out, text__count(cell, t->signals), NULL);
		fputs("</tr>\n", out);
	}
	html__table_end(out);
}

static void tasks(FILE *out, const struct kt_report *rep)
{
	size_t n = rep->nr_tasks, open = n < TASKS_OPEN ? n : TASKS_OPEN;

	html__section(out, "tasks", "Tasks");
	if (!n && !rep->more_tasks)
		fputs("<p>No task had a window.</p>\n", out);
	if (n)
		task_rows(out, rep, 0, open, "Tasks, those with most windows first");
	if (n > open) {
		fprintf(out, "<details><summary>%zu more tasks</summary>\n", n - open);
		task_rows(out, rep, open, n, "The other tasks");
		fputs("</details>\n", out);
	}
	if (rep->more_tasks)
		fprintf(out, "<p>%zu more tasks were left out (--top all).</p>\n", rep->more_tasks);
	html__section_end(out);
}

static void number_row(FILE *out, const char *name, uint64_t n, bool bad)
{
	char cell[32];

	fputs("<tr>", out);
	html__head_cell(out, name);
	html__num_cell(out, text__count(cell, n), bad && n ? "bad" : NULL);
	fputs("</tr>\n", out);
}

static void counted(FILE *out, const struct kt_report *rep)
{
	const struct kt_run *run = rep->run;
	const char *abbrev;
	char name[48];
	size_t i;

	html__section(out, "counted", "Counted");
	html__table(out, "Totals", "|>events");
	number_row(out, "windows", rep->windows, false);
	if (run->host.kuap >= 0)
		number_row(out, "AMR writes", rep->amr_writes, false);
	number_row(out, "nested windows, in no total", run->nested, false);
	number_row(out, "interrupted windows", run->sums[KT_SUM_INTERRUPTED], false);
	number_row(out, "signal frames built", rep->signals, false);
	number_row(out, "frames that could not be built", run->sums[KT_SUM_SETUPS_FAILED], false);
	number_row(out, "sigreturns", rep->sigreturns, false);
	number_row(out, "restore_math calls", run->sums[KT_SUM_RESTORE_MATH], false);
	number_row(out, "of them restored something", run->sums[KT_SUM_RESTORED_ANY], false);
	for (i = 0; i < KT_NSIG; i++) {
		if (!run->signals[i].entered)
			continue;
		abbrev = sigabbrev_np((int)i);
		snprintf(name, sizeof(name), "signal %zu%s%s, frames begun", i,
			 abbrev ? ", SIG" : "", abbrev ? abbrev : "");
		number_row(out, name, run->signals[i].entered, false);
	}
	html__table_end(out);
	html__section_end(out);
}

static void losses(FILE *out, const struct kt_report *rep)
{
	int i;

	html__section(out, "losses", "Losses");
	if (!rep->losses)
		fputs("<p class=\"good\">None: every event was counted.</p>\n", out);
	html__table(out, "Every way to lose an event or its time", "cause|>events");
	for (i = 0; i < KT_LOSS_MAX; i++)
		number_row(out, kt_run_loss_names[i], rep->run->losses[i], true);
	html__table_end(out);
	html__section_end(out);
}

static void fact(FILE *out, const char *name, const char *value)
{
	fputs("<tr>", out);
	html__head_cell(out, name);
	html__code_cell(out, *value ? value : "-");
	fputs("</tr>\n", out);
}

static const char *tri(int v)
{
	return v < 0 ? "unknown" : v ? "on" : "off";
}

static void host(FILE *out, const struct kt_run *run)
{
	const struct kt_run_host *h = &run->host;
	const struct kt_run_workload *w = &run->workload;
	char cell[64];

	html__section(out, "host", "Machine and workload");
	html__table(out, "What was measured", "|");
	fact(out, "command", w->command);
	snprintf(cell, sizeof(cell), "%d", w->exit);
	fact(out, "exit status", w->exit < 0 ? "" : cell);
	fact(out, "start", w->start);
	snprintf(cell, sizeof(cell), "%.3g s", w->seconds);
	fact(out, "duration", cell);
	fact(out, "kernel", h->kernel);
	fact(out, "signal profile", h->variant);
	fact(out, "MMU", h->mmu);
	fact(out, "KUAP", tri(h->kuap));
	fact(out, "transactional memory", tri(h->tm));
	fact(out, "flush", h->flush);
	fact(out, "CPU", h->cpu);
	snprintf(cell, sizeof(cell), "%u", h->cpus);
	fact(out, "CPUs", cell);
	snprintf(cell, sizeof(cell), "%u KiB", h->page_size / 1024);
	fact(out, "pages", cell);
	fact(out, "counted by", h->source);
	html__table_end(out);
	html__section_end(out);
}

void html__report(const struct render_env *env, const struct kt_report *rep)
{
	struct render_env page = *env;

	page.utf8 = true; /* it says that it is */
	page.color = false;
	html__begin_with(env->out, "kuaptrace: a run", style);
	problems(env->out, rep);
	headline(env->out, rep);
	tiles(&page, rep);
	phases(env->out, rep);
	sites(env->out, rep);
	times(&page, rep);
	tasks(env->out, rep);
	counted(env->out, rep);
	losses(env->out, rep);
	host(env->out, rep->run);
	html__end(env->out);
}
