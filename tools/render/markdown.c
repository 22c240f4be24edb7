// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as Markdown, for a merge request: the sentence, then which windows went where, then
 * times. Names are code in HTML with every active character as an entity: no name can end a table,
 * start a link or mention anybody.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/utf8.h"
#include "render/render.h"
#include "render/text.h"

/* '_' is active only beside something that is no letter. */
static bool active(const char *s, const char *p)
{
	if (*p == '_')
		return p == s || !isalnum((unsigned char)p[-1]) || !isalnum((unsigned char)p[1]);
	return ispunct((unsigned char)*p) && !strchr(".,-/", *p);
}

static void escaped(FILE *out, const char *s)
{
	char clean[TEXT_MAX], *p;

	utf8__clean(clean, sizeof(clean), s, false);
	for (p = clean; *p; p++) {
		if (active(clean, p))
			fprintf(out, "&#%d;", *p);
		else
			fputc(*p, out);
	}
}

static void code(FILE *out, const char *s)
{
	fputs("<code>", out);
	escaped(out, s);
	fputs("</code>", out);
}

static void sentence(FILE *out, const char *what, const struct kt_delta *d)
{
	char a[32], b[32], pct[32];

	fprintf(out, "**%s per signal: %s → %s", what, text__num(a, d->v[KT_BEFORE]),
		text__num(b, d->v[KT_AFTER]));
	if (!isnan(d->pct))
		fprintf(out, " (%s)", text__pct(pct, d->pct));
	fputs("**  \n", out);
}

static void hosts(FILE *out, const struct kt_compare *cmp)
{
	const struct kt_compare_host *h;
	size_t i;

	fputs("\n| | before | after |\n|---|---|---|\n", out);
	for (i = 0; i < KT_HOST_FACTS; i++) {
		h = &cmp->host[i];
		if (!h->differs && i)
			continue;
		fprintf(out, "| %s | ", h->name);
		code(out, h->v[KT_BEFORE]);
		fputs(" | ", out);
		code(out, h->v[KT_AFTER]);
		fputs(" |\n", out);
	}
	fprintf(out, "| runs | %zu | %zu |\n| signals | %llu | %llu |\n", cmp->sides[KT_BEFORE].nr,
		cmp->sides[KT_AFTER].nr,
		(unsigned long long)kt_run__nr_signals(cmp->sides[KT_BEFORE].sum),
		(unsigned long long)kt_run__nr_signals(cmp->sides[KT_AFTER].sum));
}

static void delta_cells(FILE *out, const struct kt_delta *d)
{
	char a[32], b[32], diff[32], pct[32];

	fprintf(out, " %s | %s | %s | %s |\n", text__num(a, d->v[KT_BEFORE]),
		text__num(b, d->v[KT_AFTER]), text__diff(diff, d->diff), text__pct(pct, d->pct));
}

static void per_signal(FILE *out, const struct kt_compare *cmp)
{
	const struct kt_delta *d;
	size_t p, i;

	fputs("\n| per signal | before | after | change | |\n|---|--:|--:|--:|--:|\n", out);
	fputs("| AMR writes |", out);
	delta_cells(out, &cmp->amr_writes);
	fputs("| windows |", out);
	delta_cells(out, &cmp->windows);
	for (p = KT_PHASE_SETUP; p <= KT_PHASE_SIGRETURN; p++) {
		fprintf(out, "| windows, %s |", kt_run_phase_names[p]);
		delta_cells(out, &cmp->phases[p]);
		for (i = 0; i < 4; i++) {
			d = &cmp->dirs[p][i];
			if (!(d->v[KT_BEFORE] > 0) && !(d->v[KT_AFTER] > 0))
				continue;
			fprintf(out, "| windows, %s, %s |", kt_run_phase_names[p],
				kt_run_dir_names[i]);
			delta_cells(out, d);
		}
	}
}

static void sites(const struct render_env *env, const struct kt_compare *cmp, enum kt_change change)
{
	const struct kt_delta *sum = &cmp->sum_change[change];
	size_t i, shown = 0, n = cmp->nr_change[change];
	const struct kt_compare_site *s;
	char a[32], b[32];

	if (!n)
		return;
	fprintf(env->out,
		"\n<details%s><summary>%s: %zu site%s, %s → %s windows per signal</summary>\n\n",
		change == KT_APPEARED ? " open" : "", kt_change_names[change], n, n == 1 ? "" : "s",
		text__num(a, sum->v[KT_BEFORE]), text__num(b, sum->v[KT_AFTER]));
	fputs("| site | caller | phase | dir | before | after | change | |\n"
	      "|---|---|---|---|--:|--:|--:|--:|\n",
	      env->out);
	for (i = 0; i < cmp->nr_sites && shown < env->top; i++) {
		s = &cmp->sites[i];
		if (s->change != change || !kt_compare__on_signal_path(s))
			continue;
		shown++;
		fputs("| ", env->out);
		code(env->out, s->symbol);
		if (s->source) {
			fputs("<br>", env->out);
			code(env->out, s->source);
		}
		fputs(" | ", env->out);
		code(env->out, s->caller);
		fprintf(env->out, " | %s | %s |", kt_run_phase_names[s->phase],
			kt_run_dir_names[s->dir]);
		delta_cells(env->out, &s->per_signal);
	}
	if (shown < n)
		fprintf(env->out, "\nand %zu more\n", n - shown);
	fputs("\n</details>\n", env->out);
}

static void times(const struct render_env *env, const struct kt_compare *cmp)
{
	char before[32], after[32], pct[32], p[32];
	const struct kt_time *t;
	size_t i, q;

	if (cmp->nr_tested)
		fputs("\n| time over runs | | before | after | shift | p | verdict |\n"
		      "|---|---|--:|--:|--:|--:|---|\n",
		      env->out);
	for (i = 0; i < KT_H_MAX && cmp->nr_tested; i++) {
		for (q = 0; q < KT_Q_NR; q++) {
			t = &cmp->times[i][q];
			if (t->verdict == KT_TIME_UNTESTED)
				continue;
			fprintf(env->out, "| %s | %s | %s | %s | %s | %s | %s |\n",
				kt_run_hist_names[i], kt_quantile_names[q],
				text__ns(env, before, t->median.v[KT_BEFORE]),
				text__ns(env, after, t->median.v[KT_AFTER]),
				text__pct(pct, t->effect), text__p(p, t->adjusted),
				kt_time_verdict_names[t->verdict]);
		}
	}
	fputc('\n', env->out);
	fputs(cmp->time_note, env->out);
	fputc('\n', env->out);
}

static void details(const struct render_env *env, const struct kt_compare *cmp)
{
	sites(env, cmp, KT_VANISHED);
	sites(env, cmp, KT_APPEARED);
	sites(env, cmp, KT_CHANGED);
	sites(env, cmp, KT_SAME);
	times(env, cmp);
}

void markdown__compare(const struct render_env *env, const struct kt_compare *cmp)
{
	struct render_env utf8 = *env;
	size_t i;

	utf8.utf8 = true;
	if (!isnan(cmp->amr_writes.diff))
		sentence(env->out, "AMR writes", &cmp->amr_writes);
	sentence(env->out, "windows", &cmp->windows);
	for (i = 0; i < cmp->nr_problems; i++) {
		fputs("\n> **!** ", env->out);
		escaped(env->out, cmp->problems[i].text);
		fputc('\n', env->out);
	}
	hosts(env->out, cmp);
	per_signal(env->out, cmp);
	if (!env->totals)
		details(&utf8, cmp);
	fputs("\nper signal: setup windows by frames built, sigreturn windows by sigreturns; the "
	      "runs of a side are added up\n",
	      env->out);
}
