// SPDX-License-Identifier: GPL-2.0-only
/* A report for people: the sentence first, then what it is made of. */
#include <math.h>
#include <string.h>

#include "render/text.h"

#define LABEL 10
#define BAR 24

static void label(const struct render_env *env, const char *s)
{
	text__left(env, STYLE_HEAD, LABEL, s);
}

static void headline(const struct render_env *env, const struct kt_report *rep)
{
	char amr[32], win[32];

	text__num(amr, rep->per_signal_amr);
	text__num(win, rep->per_signal);
	if (isnan(rep->per_signal))
		text__put(env, STYLE_BOLD, "no signals, so nothing per signal");
	else if (isnan(rep->per_signal_amr))
		text__printf(env, STYLE_BOLD, "%s windows per signal; is KUAP on? not known", win);
	else
		text__printf(env, STYLE_BOLD, "%s AMR writes, %s windows per signal", amr, win);
	fputs("\n\n", env->out);
}

static const char *tri(int v)
{
	return v < 0 ? "unknown" : v ? "on" : "off";
}

static void host(const struct render_env *env, const struct kt_run *run)
{
	const struct kt_run_host *h = &run->host;
	char line[TEXT_MAX / 2];

	label(env, "host");
	snprintf(line, sizeof(line), "%s%s%s, %s, KUAP %s, TM %s, flush %s", h->kernel,
		 *h->variant ? ", profile " : "", h->variant, h->mmu, tri(h->kuap), tri(h->tm),
		 h->flush);
	text__wrap(env, LABEL, line);
	label(env, "");
	snprintf(line, sizeof(line), "%s, %u CPU%s, %u KiB pages, by %s", h->cpu, h->cpus,
		 h->cpus == 1 ? "" : "s", h->page_size / 1024, h->source);
	text__wrap(env, LABEL, line);
}

static void workload(const struct render_env *env, const struct kt_run *run)
{
	const struct kt_run_workload *w = &run->workload;
	char line[TEXT_MAX / 2], end[64] = "";

	label(env, "workload");
	if (w->exit >= 0)
		snprintf(end, sizeof(end), ", exit %d", w->exit);
	snprintf(line, sizeof(line), "%.300s%s, %.3g s, %.40s", *w->command ? w->command : "none",
		 end, w->seconds, w->start);
	text__wrap(env, LABEL, line);
}

static void counted(const struct render_env *env, const struct kt_report *rep)
{
	const uint64_t *sums = rep->run->sums;
	char line[TEXT_MAX / 2];

	label(env, "counted");
	snprintf(line, sizeof(line),
		 "%llu signals (%llu with SA_SIGINFO, %llu failed), %llu sigreturns, "
		 "%llu windows, %llu nested, %llu interrupted, %llu AMR writes",
		 (unsigned long long)rep->signals, (unsigned long long)rep->siginfo,
		 (unsigned long long)sums[KT_SUM_SETUPS_FAILED],
		 (unsigned long long)rep->sigreturns, (unsigned long long)rep->windows,
		 (unsigned long long)rep->run->nested, (unsigned long long)sums[KT_SUM_INTERRUPTED],
		 (unsigned long long)rep->amr_writes);
	text__wrap(env, LABEL, line);
	fputc('\n', env->out);
}

static void phases(const struct render_env *env, const struct kt_report *rep)
{
	static const enum kt_phase order[] = { KT_PHASE_SETUP, KT_PHASE_SIGRETURN, KT_PHASE_OTHER };
	const struct kt_report_phase *p;
	char cell[32];
	size_t i;

	text__left(env, STYLE_HEAD, 12, "PHASE");
	text__right(env, STYLE_HEAD, 12, "WINDOWS");
	text__right(env, STYLE_HEAD, 13, "PER SIGNAL");
	text__right(env, STYLE_HEAD, 10, "SHARE");
	fputc('\n', env->out);
	for (i = 0; i < KT_PHASE_MAX; i++) {
		p = &rep->phases[order[i]];
		text__left(env, STYLE_PLAIN, 12, kt_run_phase_names[order[i]]);
		text__right(env, STYLE_PLAIN, 12, text__count(cell, p->windows));
		text__right(env, STYLE_PLAIN, 13, text__num(cell, p->per_signal));
		text__right(env, STYLE_PLAIN, 10, text__share(cell, p->share));
		if (p->windows)
			fputs("  ", env->out);
		text__bar(env, BAR, p->share);
		fputc('\n', env->out);
	}
	fputc('\n', env->out);
}

static void site_row(const struct render_env *env, const struct kt_report_site *s, int room)
{
	const struct kt_site *site = s->site;
	char cell[32];

	text__left(env, STYLE_PLAIN, room - room / 2, site->symbol);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, room / 2, site->caller);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, 9, site->nested ? "nested" : kt_run_phase_names[site->phase]);
	fputc(' ', env->out);
	text__left(env, STYLE_PLAIN, 5, site->dir ? kt_run_dir_names[site->dir] : "?");
	text__right(env, STYLE_PLAIN, 8, text__num(cell, s->per_signal));
	text__right(env, STYLE_PLAIN, 8, text__share(cell, s->share));
	fputc('\n', env->out);
}

static void sites(const struct render_env *env, const struct kt_report *rep)
{
	int room = env->width - 33;
	char share[32];
	size_t i;

	if (!rep->nr_sites && !rep->more_sites)
		return;
	text__left(env, STYLE_HEAD, room - room / 2 + 1, "SITE");
	text__left(env, STYLE_HEAD, room / 2 + 1, "CALLER");
	text__left(env, STYLE_HEAD, 10, "PHASE");
	text__left(env, STYLE_HEAD, 5, "DIR");
	text__right(env, STYLE_HEAD, 8, "/SIGNAL");
	text__right(env, STYLE_HEAD, 8, "SHARE");
	fputc('\n', env->out);
	for (i = 0; i < rep->nr_sites; i++)
		site_row(env, &rep->sites[i], room);
	if (rep->more_sites)
		text__printf(env, STYLE_HEAD, "%zu more sites with %s of the windows (--top all)",
			     rep->more_sites, text__share(share, rep->more_share));
	fputs(rep->more_sites ? "\n\n" : "\n", env->out);
}

static void times(const struct render_env *env, const struct kt_report *rep)
{
	const struct kt_quantiles *q;
	char cell[32];
	size_t i, k;

	text__left(env, STYLE_HEAD, 12, "TIME");
	text__right(env, STYLE_HEAD, 12, "COUNT");
	text__right(env, STYLE_HEAD, 9, "mean");
	for (k = 0; k < KT_Q_NR; k++)
		text__right(env, STYLE_HEAD, 9, kt_quantile_names[k]);
	fputc('\n', env->out);
	for (i = 0; i < KT_H_MAX; i++) {
		q = &rep->hist[i];
		text__left(env, STYLE_PLAIN, 12, kt_run_hist_names[i]);
		text__right(env, STYLE_PLAIN, 12, text__count(cell, q->count));
		text__right(env, STYLE_PLAIN, 9, q->count ? text__ns(env, cell, q->mean) : "-");
		for (k = 0; k < KT_Q_NR; k++)
			text__right(env, STYLE_PLAIN, 9,
				    q->count ? text__ns(env, cell, q->v[k]) : "-");
		fputc('\n', env->out);
	}
	if (rep->run->host.floor_ns > 0)
		text__printf(env, STYLE_HEAD, "an empty window takes %s here, not subtracted",
			     text__ns(env, cell, rep->run->host.floor_ns));
	else
		text__put(env, STYLE_HEAD, "floor not calibrated (kuaptrace bench --calibrate)");
	fputs("\n\n", env->out);
}

static void task_row(const struct render_env *env, const struct kt_run_task *t)
{
	char cell[32];

	text__right(env, STYLE_PLAIN, 10, text__count(cell, t->pid));
	text__right(env, STYLE_PLAIN, 10, text__count(cell, t->tid));
	fputs("  ", env->out);
	text__left(env, STYLE_PLAIN, 24, t->comm);
	text__right(env, STYLE_PLAIN, 14, text__count(cell, t->windows));
	text__right(env, STYLE_PLAIN, 14, text__count(cell, t->signals));
	fputc('\n', env->out);
}

static void tasks(const struct render_env *env, const struct kt_report *rep)
{
	size_t i;

	if (!rep->nr_tasks && !rep->more_tasks)
		return;
	text__right(env, STYLE_HEAD, 10, "PID");
	text__right(env, STYLE_HEAD, 10, "TID");
	fputs("  ", env->out);
	text__left(env, STYLE_HEAD, 24, "COMM");
	text__right(env, STYLE_HEAD, 14, "WINDOWS");
	text__right(env, STYLE_HEAD, 14, "SIGNALS");
	fputc('\n', env->out);
	for (i = 0; i < rep->nr_tasks; i++)
		task_row(env, &rep->run->tasks[i]);
	if (rep->more_tasks)
		text__printf(env, STYLE_HEAD, "%zu more tasks (--top all)", rep->more_tasks);
	fputs(rep->more_tasks ? "\n\n" : "\n", env->out);
}

static void restore_math(const struct render_env *env, const uint64_t *sums)
{
	label(env, "math");
	text__printf(env, STYLE_PLAIN,
		     "restore_math %llu calls, %llu restored (FP %llu, VMX %llu, VSX %llu)",
		     (unsigned long long)sums[KT_SUM_RESTORE_MATH],
		     (unsigned long long)sums[KT_SUM_RESTORED_ANY],
		     (unsigned long long)sums[KT_SUM_RESTORED_FP],
		     (unsigned long long)sums[KT_SUM_RESTORED_VMX],
		     (unsigned long long)sums[KT_SUM_RESTORED_VSX]);
	fputc('\n', env->out);
}

static void losses(const struct render_env *env, const struct kt_report *rep)
{
	const uint64_t *l = rep->run->losses;
	char line[TEXT_MAX / 2];
	size_t i, at = 0;

	label(env, "losses");
	if (!rep->losses) {
		text__put(env, STYLE_GOOD, "none");
		fputc('\n', env->out);
	} else {
		for (i = 0; i < KT_LOSS_MAX && at < sizeof(line); i++)
			if (l[i])
				at += (size_t)snprintf(line + at, sizeof(line) - at, "%s%llu %s",
						       at ? ", " : "", (unsigned long long)l[i],
						       kt_run_loss_names[i]);
		text__last(env, STYLE_BAD, env->width - LABEL, line);
		fputc('\n', env->out);
	}
	if (rep->run->complete)
		return;
	label(env, "");
	text__put(env, STYLE_BAD, "the recording is not complete");
	fputc('\n', env->out);
}

void table__report(const struct render_env *env, const struct kt_report *rep)
{
	headline(env, rep);
	host(env, rep->run);
	workload(env, rep->run);
	counted(env, rep);
	phases(env, rep);
	sites(env, rep);
	times(env, rep);
	table__distribution(env, rep->run);
	tasks(env, rep);
	restore_math(env, rep->run->sums);
	losses(env, rep);
}
