// SPDX-License-Identifier: GPL-2.0-only
/* A comparison as one HTML page. */
#include <math.h>
#include <string.h>

#include "render/html.h"
#include "render/text.h"

static void sentence(FILE *out, const char *what, const struct kt_delta *d)
{
	const char *tone = html__tone(d);
	char a[32], b[32], pct[32];

	fprintf(out, "<p class=\"big\">%s per signal: %s → %s", what, text__num(a, d->v[KT_BEFORE]),
		text__num(b, d->v[KT_AFTER]));
	if (!isnan(d->pct))
		fprintf(out, " <strong class=\"%s\">(%s)</strong>", tone ? tone : "",
			text__pct(pct, d->pct));
	fputs("</p>\n", out);
}

static void problems(FILE *out, const struct kt_compare *cmp)
{
	size_t i;

	for (i = 0; i < cmp->nr_problems; i++) {
		fputs("<p class=\"problem\" role=\"alert\">", out);
		html__text(out, cmp->problems[i].text);
		fputs("</p>\n", out);
	}
}

static void delta_cells(FILE *out, const struct kt_delta *d)
{
	char cell[32];

	html__num_cell(out, text__num(cell, d->v[KT_BEFORE]), NULL);
	html__num_cell(out, text__num(cell, d->v[KT_AFTER]), NULL);
	html__num_cell(out, text__diff(cell, d->diff), html__tone(d));
	html__num_cell(out, text__pct(cell, d->pct), html__tone(d));
}

static void delta_row(FILE *out, const char *name, const struct kt_delta *d)
{
	fputs("<tr>", out);
	html__head_cell(out, name);
	delta_cells(out, d);
	fputs("</tr>\n", out);
}

static void per_signal(FILE *out, const struct kt_compare *cmp)
{
	const struct kt_delta *d;
	char name[64];
	size_t p, i;

	html__section(out, "per-signal", "Per signal");
	html__table(out, "Windows and AMR writes per signal",
		    "|>before|>after|>change|>in per cent");
	delta_row(out, "AMR writes", &cmp->amr_writes);
	delta_row(out, "windows", &cmp->windows);
	for (p = KT_PHASE_SETUP; p <= KT_PHASE_SIGRETURN; p++) {
		snprintf(name, sizeof(name), "windows, %s", kt_run_phase_names[p]);
		delta_row(out, name, &cmp->phases[p]);
		for (i = 0; i < 4; i++) {
			d = &cmp->dirs[p][i];
			if (!(d->v[KT_BEFORE] > 0) && !(d->v[KT_AFTER] > 0))
				continue;
			snprintf(name, sizeof(name), "windows, %s, %s", kt_run_phase_names[p],
				 kt_run_dir_names[i]);
			delta_row(out, name, d);
		}
	}
	html__table_end(out);
	fputs("<p>Setup windows are divided by frames built, sigreturn windows by sigreturns; the "
	      "runs of a side are added up.</p>\n",
	      out);
	html__section_end(out);
}

static void site_row(FILE *out, const struct kt_compare_site *s)
{
	fputs("<tr>", out);
	html__cell(out, kt_change_names[s->change]);
	fputs("<td><code>", out);
	html__text(out, s->symbol);
	if (s->source) {
		fputs("</code><br><code>", out);
		html__text(out, s->source);
	}
	fputs("</code></td>", out);
	html__code_cell(out, s->caller);
	html__cell(out, kt_run_phase_names[s->phase]);
	html__cell(out, kt_run_dir_names[s->dir]);
	delta_cells(out, &s->per_signal);
	fputs("</tr>\n", out);
}

static void sites(const struct render_env *env, const struct kt_compare *cmp)
{
	size_t i, shown[KT_CHANGE_NR] = { 0 };
	const struct kt_compare_site *s;
	char a[32], b[32];

	html__section(env->out, "sites", "Sites");
	fputs("<ul>\n", env->out);
	for (i = 0; i < KT_CHANGE_NR; i++)
		fprintf(env->out, "<li>%s: %zu, %s → %s windows per signal</li>\n",
			kt_change_names[i], cmp->nr_change[i],
			text__num(a, cmp->sum_change[i].v[KT_BEFORE]),
			text__num(b, cmp->sum_change[i].v[KT_AFTER]));
	fputs("</ul>\n", env->out);
	html__table(env->out, "Where windows are opened on the signal path, per signal",
		    "|function|caller|phase|direction|>before|>after|>change|>in per cent");
	for (i = 0; i < cmp->nr_sites; i++) {
		s = &cmp->sites[i];
		if (kt_compare__on_signal_path(s) && shown[s->change]++ < env->top)
			site_row(env->out, s);
	}
	html__table_end(env->out);
	html__section_end(env->out);
}

static void time_row(const struct render_env *env, size_t hist, size_t q, const struct kt_time *t)
{
	static const char *const tone[KT_TIME_VERDICT_NR] = {
		[KT_TIME_FASTER] = "good",
		[KT_TIME_SLOWER] = "bad",
	};
	char cell[32], name[64], lo[32], hi[32];

	fputs("<tr>", env->out);
	snprintf(name, sizeof(name), "%s, %s", kt_run_hist_names[hist], kt_quantile_names[q]);
	html__head_cell(env->out, name);
	html__num_cell(env->out, text__ns(env, cell, t->median.v[KT_BEFORE]), NULL);
	html__num_cell(env->out, text__ns(env, cell, t->median.v[KT_AFTER]), NULL);
	html__num_cell(env->out, text__pct(cell, t->effect), tone[t->verdict]);
	snprintf(name, sizeof(name), "%s .. %s", text__diff(lo, t->shift.lo),
		 text__diff(hi, t->shift.hi));
	html__num_cell(env->out, isnan(t->shift.lo) ? "-" : name, NULL);
	html__num_cell(env->out, text__p(cell, t->adjusted), NULL);
	html__cell(env->out, kt_time_verdict_names[t->verdict]);
	fputs("</tr>\n", env->out);
}

static void times(const struct render_env *env, const struct kt_compare *cmp)
{
	size_t i, q;

	html__section(env->out, "times", "Times");
	fputs("<p>", env->out);
	html__text(env->out, cmp->time_note);
	fputs(".</p>\n", env->out);
	if (cmp->nr_tested) {
		html__table(env->out, "Quantiles over runs",
			    "|>median before|>median after|>shift|>95 % interval, ns|>p|verdict");
		for (i = 0; i < KT_H_MAX; i++)
			for (q = 0; q < KT_Q_NR; q++)
				if (cmp->times[i][q].verdict != KT_TIME_UNTESTED)
					time_row(env, i, q, &cmp->times[i][q]);
		html__table_end(env->out);
	}
	for (i = 0; i < KT_H_MAX; i++)
		html__overlay(env, cmp, (enum kt_hist_id)i);
	html__section_end(env->out);
}

static void hosts(FILE *out, const struct kt_compare *cmp)
{
	size_t i;

	html__section(out, "hosts", "Machines");
	html__table(out, "What ran", "|before|after|");
	for (i = 0; i < KT_HOST_FACTS; i++) {
		fputs("<tr>", out);
		html__head_cell(out, cmp->host[i].name);
		html__code_cell(out, cmp->host[i].v[KT_BEFORE]);
		html__code_cell(out, cmp->host[i].v[KT_AFTER]);
		html__cell(out, cmp->host[i].differs ? "differs" : "the same");
		fputs("</tr>\n", out);
	}
	html__table_end(out);
	html__section_end(out);
}

static void runs(FILE *out, const struct kt_compare *cmp)
{
	const struct kt_sample *r;
	size_t s, i;
	char cell[32];

	html__section(out, "runs", "Runs");
	html__table(out, "The run files", "side|file|start|>signals|>windows per signal|>losses");
	for (s = 0; s < KT_SIDES; s++) {
		for (i = 0; i < cmp->sides[s].nr; i++) {
			r = &cmp->sides[s].samples[i];
			fputs("<tr>", out);
			html__cell(out, kt_side_names[s]);
			html__code_cell(out, r->file);
			html__cell(out, r->start);
			html__num_cell(out, text__count(cell, r->signals), NULL);
			html__num_cell(out, text__num(cell, r->per_signal), NULL);
			html__num_cell(out, text__count(cell, r->losses), r->losses ? "bad" : NULL);
			fputs("</tr>\n", out);
		}
	}
	html__table_end(out);
	html__section_end(out);
}

void html__compare(const struct render_env *env, const struct kt_compare *cmp)
{
	struct render_env utf8 = *env;

	utf8.utf8 = true; /* the page says that it is */
	html__begin(env->out, "kuaptrace: before and after");
	problems(env->out, cmp);
	if (!isnan(cmp->amr_writes.diff))
		sentence(env->out, "AMR writes", &cmp->amr_writes);
	sentence(env->out, "windows", &cmp->windows);
	per_signal(env->out, cmp);
	if (!env->totals) {
		sites(&utf8, cmp);
		times(&utf8, cmp);
	}
	hosts(env->out, cmp);
	runs(env->out, cmp);
	html__end(env->out);
}
