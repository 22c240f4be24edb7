// SPDX-License-Identifier: GPL-2.0-only
/* A comparison for people: the sentence first, then which windows went where. */
#include <math.h>
#include <string.h>

#include "render/text.h"

static void sentence(const struct render_env *env, const char *what, const struct kt_delta *d)
{
	char a[32], b[32], pct[32];

	text__printf(env, STYLE_BOLD, "%s per signal: %s -> %s", what,
		     text__num(a, d->v[KT_BEFORE]), text__num(b, d->v[KT_AFTER]));
	if (!isnan(d->pct)) {
		fputs(" (", env->out);
		text__put(env, text__delta_style(d), text__pct(pct, d->pct));
		fputc(')', env->out);
	}
	fputc('\n', env->out);
}

static void hosts(const struct render_env *env, const struct kt_compare *cmp)
{
	const int name = 12, col = (env->width - name) / 2;
	const struct kt_compare_host *h;
	char line[TEXT_MAX / 2];
	size_t i, at = 0;

	fputc('\n', env->out);
	text__left(env, STYLE_HEAD, name, "");
	text__left(env, STYLE_HEAD, col, "BEFORE");
	text__put(env, STYLE_HEAD, "AFTER");
	fputc('\n', env->out);
	for (i = 0; i < KT_HOST_FACTS; i++) {
		h = &cmp->host[i];
		if (!h->differs)
			continue;
		text__left(env, h->moves_counts ? STYLE_BAD : STYLE_PLAIN, name, h->name);
		text__left(env, STYLE_PLAIN, col - 1, *h->v[KT_BEFORE] ? h->v[KT_BEFORE] : "-");
		fputc(' ', env->out);
		text__last(env, STYLE_PLAIN, col, *h->v[KT_AFTER] ? h->v[KT_AFTER] : "-");
		fputc('\n', env->out);
	}
	for (i = 0; i < KT_HOST_FACTS && at < sizeof(line); i++) {
		h = &cmp->host[i];
		if (!h->differs && *h->v[KT_BEFORE])
			at += (size_t)snprintf(line + at, sizeof(line) - at, "%s%s %s",
					       at ? ", " : "", h->name, h->v[KT_BEFORE]);
	}
	text__left(env, STYLE_PLAIN, name, "the same");
	text__wrap(env, name, at ? line : "nothing");
}

static void count_row(const struct render_env *env, const char *name, uint64_t before,
		      uint64_t after)
{
	char cell[32];

	text__left(env, STYLE_PLAIN, 28, name);
	text__right(env, STYLE_PLAIN, 13, text__count(cell, before));
	text__right(env, STYLE_PLAIN, 13, text__count(cell, after));
	fputc('\n', env->out);
}

static void delta_row(const struct render_env *env, const char *name, const struct kt_delta *d)
{
	enum style style = text__delta_style(d);
	char cell[32];

	text__left(env, STYLE_PLAIN, 28, name);
	text__right(env, STYLE_PLAIN, 13, text__num(cell, d->v[KT_BEFORE]));
	text__right(env, STYLE_PLAIN, 13, text__num(cell, d->v[KT_AFTER]));
	text__right(env, style, 13, text__diff(cell, d->diff));
	text__right(env, style, 13, text__pct(cell, d->pct));
	fputc('\n', env->out);
}

static void phase_rows(const struct render_env *env, const struct kt_compare *cmp,
		       enum kt_phase phase)
{
	const struct kt_delta *d;
	char name[64];
	size_t i;

	snprintf(name, sizeof(name), "  %s", kt_run_phase_names[phase]);
	delta_row(env, name, &cmp->phases[phase]);
	for (i = 0; i < 4; i++) {
		d = &cmp->dirs[phase][i];
		if (!(d->v[KT_BEFORE] > 0) && !(d->v[KT_AFTER] > 0))
			continue;
		snprintf(name, sizeof(name), "    %s", kt_run_dir_names[i]);
		delta_row(env, name, d);
	}
}

static void head(const struct render_env *env, const char *what)
{
	fputc('\n', env->out);
	text__left(env, STYLE_HEAD, 28, what);
	text__right(env, STYLE_HEAD, 13, "BEFORE");
	text__right(env, STYLE_HEAD, 13, "AFTER");
}

static void per_signal(const struct render_env *env, const struct kt_compare *cmp)
{
	head(env, "PER SIGNAL");
	text__right(env, STYLE_HEAD, 13, "CHANGE");
	fputc('\n', env->out);
	delta_row(env, "AMR writes", &cmp->amr_writes);
	delta_row(env, "windows", &cmp->windows);
	phase_rows(env, cmp, KT_PHASE_SETUP);
	phase_rows(env, cmp, KT_PHASE_SIGRETURN);
}

static void site_row(const struct render_env *env, const struct kt_compare_site *s, int room)
{
	const struct kt_delta *d = &s->per_signal;
	char cell[32];

	fputs("  ", env->out);
	text__left(env, STYLE_PLAIN, room - room / 2, s->symbol);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, room / 2, s->caller);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, 9, kt_run_phase_names[s->phase]);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, 5, s->dir ? kt_run_dir_names[s->dir] : "?");
	text__right(env, STYLE_PLAIN, 7, text__num(cell, d->v[KT_BEFORE]));
	text__right(env, STYLE_PLAIN, 7, text__num(cell, d->v[KT_AFTER]));
	text__right(env, text__delta_style(d), 7, text__diff(cell, d->diff));
	fputc('\n', env->out);
	if (!s->source)
		return;
	fputs("    ", env->out);
	text__last(env, STYLE_HEAD, env->width - 4, s->source);
	fputc('\n', env->out);
}

static void change_block(const struct render_env *env, const struct kt_compare *cmp,
			 enum kt_change change)
{
	const struct kt_delta *sum = &cmp->sum_change[change];
	size_t i, shown = 0, n = cmp->nr_change[change];
	char a[32], b[32];

	if (!n)
		return;
	text__printf(env, STYLE_BOLD, "%s", kt_change_names[change]);
	text__printf(env, STYLE_HEAD, ": %zu site%s, %s -> %s windows per signal", n,
		     n == 1 ? "" : "s", text__num(a, sum->v[KT_BEFORE]),
		     text__num(b, sum->v[KT_AFTER]));
	fputc('\n', env->out);
	for (i = 0; i < cmp->nr_sites && shown < env->top && change != KT_SAME; i++) {
		if (cmp->sites[i].change != change || !kt_compare__on_signal_path(&cmp->sites[i]))
			continue;
		site_row(env, &cmp->sites[i], env->width - 40);
		shown++;
	}
	if (change == KT_SAME || shown == n)
		return;
	text__printf(env, STYLE_HEAD, "  and %zu more (--top all)", n - shown);
	fputc('\n', env->out);
}

static void sites(const struct render_env *env, const struct kt_compare *cmp)
{
	int room = env->width - 40;

	fputc('\n', env->out);
	text__left(env, STYLE_HEAD, room - room / 2 + 3, "  SITE");
	text__left(env, STYLE_HEAD, room / 2 + 1, "CALLER");
	text__left(env, STYLE_HEAD, 10, "PHASE");
	text__left(env, STYLE_HEAD, 5, "DIR");
	text__right(env, STYLE_HEAD, 7, "BEFORE");
	text__right(env, STYLE_HEAD, 7, "AFTER");
	text__right(env, STYLE_HEAD, 7, "CHANGE");
	fputc('\n', env->out);
	change_block(env, cmp, KT_VANISHED);
	change_block(env, cmp, KT_APPEARED);
	change_block(env, cmp, KT_CHANGED);
	change_block(env, cmp, KT_SAME);
}

static void time_row(const struct render_env *env, const struct kt_compare *cmp, size_t hist,
		     enum kt_side side)
{
	const struct kt_quantiles *q = &cmp->sides[side].hist[hist];
	char cell[32];
	size_t k;

	text__left(env, STYLE_PLAIN, 12, side == KT_BEFORE ? kt_run_hist_names[hist] : "");
	text__left(env, STYLE_HEAD, 7, kt_side_names[side]);
	text__right(env, STYLE_PLAIN, 11, text__count(cell, q->count));
	for (k = 0; k < KT_Q_NR; k++)
		text__right(env, STYLE_PLAIN, 10, q->count ? text__ns(env, cell, q->v[k]) : "-");
	fputc('\n', env->out);
}

static void times(const struct render_env *env, const struct kt_compare *cmp)
{
	double floor[KT_SIDES];
	char cell[32];
	size_t i, s;

	fputc('\n', env->out);
	text__left(env, STYLE_HEAD, 19, "TIME");
	text__right(env, STYLE_HEAD, 11, "COUNT");
	for (i = 0; i < KT_Q_NR; i++)
		text__right(env, STYLE_HEAD, 10, kt_quantile_names[i]);
	fputc('\n', env->out);
	for (i = 0; i < KT_H_MAX; i++)
		for (s = 0; s < KT_SIDES; s++)
			time_row(env, cmp, i, (enum kt_side)s);
	for (s = 0; s < KT_SIDES; s++) {
		floor[s] = cmp->sides[s].sum->host.floor_ns;
		text__printf(env, STYLE_HEAD, s ? ", %s %s" : "empty window, not subtracted: %s %s",
			     kt_side_names[s], floor[s] > 0 ? text__ns(env, cell, floor[s]) : "-");
	}
	fputc('\n', env->out);
}

static void totals(const struct render_env *env, const struct kt_compare *cmp)
{
	const struct kt_run *b = cmp->sides[KT_BEFORE].sum, *a = cmp->sides[KT_AFTER].sum;

	head(env, "TOTAL, not normalised");
	fputc('\n', env->out);
	count_row(env, "runs", cmp->sides[KT_BEFORE].nr, cmp->sides[KT_AFTER].nr);
	count_row(env, "signals", kt_run__nr_signals(b), kt_run__nr_signals(a));
	count_row(env, "  with SA_SIGINFO", kt_run__nr_siginfo(b), kt_run__nr_siginfo(a));
	count_row(env, "sigreturns", kt_run__nr_sigreturns(b), kt_run__nr_sigreturns(a));
	count_row(env, "windows, phase other", b->windows[KT_PHASE_OTHER],
		  a->windows[KT_PHASE_OTHER]);
	count_row(env, "windows, nested", b->nested, a->nested);
	count_row(env, "restore_math calls", b->sums[KT_SUM_RESTORE_MATH],
		  a->sums[KT_SUM_RESTORE_MATH]);
	count_row(env, "losses", kt_run__nr_losses(b), kt_run__nr_losses(a));
}

static void notes(const struct render_env *env, const struct kt_compare *cmp)
{
	size_t i;

	fputc('\n', env->out);
	text__wrap(env, 0,
		   "per signal: setup windows by frames built, sigreturn windows by sigreturns; "
		   "the runs of a side are added up");
	for (i = 0; i < cmp->nr_problems; i++) {
		text__put(env, STYLE_BAD, "! ");
		text__wrap(env, 2, cmp->problems[i].text);
	}
}

void table__compare(const struct render_env *env, const struct kt_compare *cmp)
{
	if (!isnan(cmp->amr_writes.diff))
		sentence(env, "AMR writes", &cmp->amr_writes);
	sentence(env, "windows", &cmp->windows);
	hosts(env, cmp);
	per_signal(env, cmp);
	if (cmp->nr_sites && !env->totals)
		sites(env, cmp);
	if (!env->totals) {
		times(env, cmp);
		table__times(env, cmp);
	}
	totals(env, cmp);
	notes(env, cmp);
}
