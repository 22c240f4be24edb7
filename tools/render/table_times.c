// SPDX-License-Identifier: GPL-2.0-only
/* Times over runs, for people. */
#include <math.h>
#include <stdio.h>

#include "render/text.h"

static const enum style styles[KT_TIME_VERDICT_NR] = {
	[KT_TIME_FASTER] = STYLE_GOOD,
	[KT_TIME_SLOWER] = STYLE_BAD,
};

static void interval(const struct render_env *env, const struct kt_time *t)
{
	double base = t->median.v[KT_BEFORE];
	char line[80], lo[32], hi[32];

	if (isnan(t->shift.lo) || !(base > 0)) {
		text__right(env, STYLE_PLAIN, 18, "-");
		return;
	}
	snprintf(line, sizeof(line), "%s..%s", text__pct(lo, 100 * t->shift.lo / base),
		 text__pct(hi, 100 * t->shift.hi / base));
	text__right(env, STYLE_PLAIN, 18, line);
}

static void row(const struct render_env *env, const char *name, size_t q, const struct kt_time *t)
{
	char cell[32];

	text__left(env, STYLE_PLAIN, 12, name);
	text__left(env, STYLE_PLAIN, 6, kt_quantile_names[q]);
	text__right(env, STYLE_PLAIN, 9, text__ns(env, cell, t->median.v[KT_BEFORE]));
	text__right(env, STYLE_PLAIN, 9, text__ns(env, cell, t->median.v[KT_AFTER]));
	text__right(env, styles[t->verdict], 8, text__pct(cell, t->effect));
	interval(env, t);
	text__right(env, STYLE_PLAIN, 7, text__p(cell, t->adjusted));
	fputs("  ", env->out);
	text__last(env, styles[t->verdict], 9,
		   t->verdict == KT_TIME_SAME ? "-" : kt_time_verdict_names[t->verdict]);
	fputc('\n', env->out);
}

static void head(const struct render_env *env)
{
	fputc('\n', env->out);
	text__left(env, STYLE_HEAD, 18, "TIME OVER RUNS");
	text__right(env, STYLE_HEAD, 9, "BEFORE");
	text__right(env, STYLE_HEAD, 9, "AFTER");
	text__right(env, STYLE_HEAD, 8, "SHIFT");
	text__right(env, STYLE_HEAD, 18, "95 % INTERVAL");
	text__right(env, STYLE_HEAD, 7, "P");
	fputs("  ", env->out);
	text__put(env, STYLE_HEAD, "VERDICT");
	fputc('\n', env->out);
}

void table__times(const struct render_env *env, const struct kt_compare *cmp)
{
	size_t i, q, shown;

	if (cmp->nr_tested)
		head(env);
	for (i = 0; i < KT_H_MAX && cmp->nr_tested; i++) {
		for (q = 0, shown = 0; q < KT_Q_NR; q++)
			if (cmp->times[i][q].verdict != KT_TIME_UNTESTED)
				row(env, shown++ ? "" : kt_run_hist_names[i], q, &cmp->times[i][q]);
	}
	text__wrap(env, 0, cmp->time_note);
}
