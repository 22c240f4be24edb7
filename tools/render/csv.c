// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as CSV (RFC 4180, one header, a row a number): one table for all, so that a
 * spreadsheet can filter by section. What is not known is an empty cell.
 */
#include <math.h>
#include <string.h>

#include "model/utf8.h"
#include "render/csv.h"
#include "render/text.h"

/* Quoted; a spreadsheet would run what begins like a formula. */
void csv__str(FILE *out, const char *s)
{
	char clean[TEXT_MAX], *p;

	utf8__clean(clean, sizeof(clean), s, false);
	fputs(*clean && strchr("=+-@", *clean) ? "\"'" : "\"", out);
	for (p = clean; *p; p++) {
		if (*p == '"')
			fputc('"', out);
		fputc(*p, out);
	}
	fputs("\",", out);
}

void csv__num(FILE *out, double v)
{
	bool whole = fabs(v) < 0x1p53 && v == floor(v); /* a count: every digit */

	if (isfinite(v))
		fprintf(out, whole ? "%.0f" : "%.9g", v);
	fputc(',', out);
}

static void delta(FILE *out, const struct kt_delta *d)
{
	csv__num(out, d->v[KT_BEFORE]);
	csv__num(out, d->v[KT_AFTER]);
	csv__num(out, d->diff);
	csv__num(out, d->pct);
}

static void plain(FILE *out, const char *section, const char *name, const char *phase,
		  const char *dir, const struct kt_delta *d)
{
	fprintf(out, "%s,", section);
	csv__str(out, name);
	fprintf(out, ",%s,%s,,", phase, dir);
	delta(out, d);
	fputs(",,,,,\n", out);
}

static void total(FILE *out, const char *name, uint64_t before, uint64_t after)
{
	struct kt_delta d = kt_delta__of((double)before, (double)after);

	plain(out, "total", name, "", "", &d);
}

static void site(FILE *out, const struct kt_compare_site *s)
{
	struct kt_delta total_of =
		kt_delta__of((double)s->windows[KT_BEFORE], (double)s->windows[KT_AFTER]);
	bool on_path = kt_compare__on_signal_path(s);

	/* what is not on the signal path has no signals to be divided by */
	fputs(on_path ? "site," : "site_total,", out);
	csv__str(out, s->symbol);
	csv__str(out, s->caller);
	fprintf(out, "%s,%s,%s,", kt_run_phase_names[s->phase], kt_run_dir_names[s->dir],
		s->nested ? "nested" : "");
	delta(out, on_path ? &s->per_signal : &total_of);
	fprintf(out, ",,,,,%s\n", kt_change_names[s->change]);
}

static void time_row(FILE *out, size_t hist, size_t q, const struct kt_time *t)
{
	char name[64];

	snprintf(name, sizeof(name), "hist.%s.%s", kt_run_hist_names[hist], kt_quantile_names[q]);
	fputs("time,", out);
	csv__str(out, name);
	fputs(",,,,", out);
	delta(out, &t->median);
	csv__num(out, t->shift.by);
	csv__num(out, t->shift.lo);
	csv__num(out, t->shift.hi);
	csv__num(out, t->p);
	csv__num(out, t->adjusted);
	fprintf(out, "%s\n", kt_time_verdict_names[t->verdict]);
}

static void totals(FILE *out, const struct kt_compare *cmp)
{
	const struct kt_run *b = cmp->sides[KT_BEFORE].sum, *a = cmp->sides[KT_AFTER].sum;

	total(out, "runs", cmp->sides[KT_BEFORE].nr, cmp->sides[KT_AFTER].nr);
	total(out, "signals", kt_run__nr_signals(b), kt_run__nr_signals(a));
	total(out, "sigreturns", kt_run__nr_sigreturns(b), kt_run__nr_sigreturns(a));
	total(out, "windows", kt_run__windows(b), kt_run__windows(a));
	total(out, "windows, phase other", b->windows[KT_PHASE_OTHER], a->windows[KT_PHASE_OTHER]);
	total(out, "windows, nested", b->nested, a->nested);
	total(out, "restore_math", b->sums[KT_SUM_RESTORE_MATH], a->sums[KT_SUM_RESTORE_MATH]);
	total(out, "losses", kt_run__nr_losses(b), kt_run__nr_losses(a));
}

void csv__compare(const struct render_env *env, const struct kt_compare *cmp)
{
	FILE *out = env->out;
	size_t i, d, q;

	fputs("section,name,caller,phase,dir,nested,before,after,diff,pct,shift,shift_lo,"
	      "shift_hi,p,p_adjusted,change\n",
	      out);
	plain(out, "per_signal", "windows", "", "", &cmp->windows);
	plain(out, "per_signal", "amr_writes", "", "", &cmp->amr_writes);
	for (i = KT_PHASE_SETUP; i <= KT_PHASE_SIGRETURN; i++) {
		plain(out, "per_signal", "windows", kt_run_phase_names[i], "", &cmp->phases[i]);
		for (d = 0; d < 4; d++)
			plain(out, "per_signal", "windows", kt_run_phase_names[i],
			      kt_run_dir_names[d], &cmp->dirs[i][d]);
	}
	for (i = 0; i < cmp->nr_sites && !env->totals; i++)
		site(out, &cmp->sites[i]);
	for (i = 0; i < KT_H_MAX && !env->totals; i++)
		for (q = 0; q < KT_Q_NR; q++)
			time_row(out, i, q, &cmp->times[i][q]);
	totals(out, cmp);
}
