// SPDX-License-Identifier: GPL-2.0-only
/* Lines of top. */
#include <inttypes.h>
#include <string.h>

#include "model/hist.h"
#include "render/live.h"
#include "render/text.h"

/* Columns of numbers at the end of each row; what is left belongs to names. */
#define RATE 10
#define SIGNALS 8
#define TOTAL 12
#define SIGNALS_TOTAL 10
#define SHARE 8

static void line(const struct render_env *env, enum style style, const char *s)
{
	text__last(env, style, env->width, s);
	fputc('\n', env->out);
}

static void head(const struct render_env *env, const struct kt_live *l,
		 const struct kt_live_conf *conf, const struct live_look *look)
{
	const struct kt_run_host *h = &l->run->host;
	const struct kt_interval *iv = &l->iv;
	double s = iv->seconds > 0 ? iv->seconds : 1;
	char buf[TEXT_MAX / 2], per[32], p50[32], p99[32], lost[32];

	snprintf(buf, sizeof(buf), "kuaptrace top, %.0f s: %s, %s, KUAP %s, %u CPU%s", iv->at,
		 h->kernel, h->mmu, h->kuap < 0 ? "unknown" : h->kuap ? "on" : "off", h->cpus,
		 h->cpus == 1 ? "" : "s");
	line(env, STYLE_BOLD, buf);
	text__num(per, iv->per_signal);
	text__ns(env, p50, iv->window.v[KT_Q_P50]);
	text__ns(env, p99, iv->window.v[KT_Q_P99]);
	snprintf(buf, sizeof(buf), "%.0f windows/s, %.0f AMR writes/s, %.0f signals/s, %s windows per signal",
		 (double)iv->windows / s, (double)iv->amr_writes / s, (double)iv->signals / s, per);
	line(env, STYLE_PLAIN, buf);
	text__count(lost, iv->losses);
	snprintf(buf, sizeof(buf), "a window: p50 %s, p99 %s; lost %s%s%.200s", p50, p99, lost,
		 *look->filter ? "; counted: " : "", look->filter);
	line(env, iv->losses ? STYLE_BAD : STYLE_PLAIN, buf);
	snprintf(buf, sizeof(buf), "%zu %s%s by %s%s%s%.60s%s%s", l->nr,
		 kt_live_by_names[conf->by],
		 l->nr == 1 ? "" : conf->by == KT_BY_PROCESS ? "es" : "s",
		 kt_live_sort_names[conf->sort], conf->reverse ? ", least first" : "",
		 conf->find && *conf->find ? ", with '" : "",
		 conf->find && *conf->find ? conf->find : "",
		 conf->find && *conf->find ? "'" : "", look->frozen ? ", FROZEN" : "");
	line(env, look->frozen ? STYLE_BOLD : STYLE_PLAIN, buf);
}

static int numbers(enum kt_live_by by)
{
	return RATE + TOTAL + SHARE + (by == KT_BY_SITE ? 0 : SIGNALS + SIGNALS_TOTAL);
}

static void columns(const struct render_env *env, enum kt_live_by by)
{
	int room = env->width - numbers(by);

	if (by == KT_BY_TASK || by == KT_BY_PROCESS) {
		text__right(env, STYLE_HEAD, 7, "PID");
		text__right(env, STYLE_HEAD, 8, by == KT_BY_TASK ? "TID" : "THREADS");
		fputc(' ', env->out);
		text__left(env, STYLE_HEAD, room - 16, "COMM");
	} else if (by == KT_BY_CGROUP) {
		text__right(env, STYLE_HEAD, 7, "TASKS");
		fputc(' ', env->out);
		text__left(env, STYLE_HEAD, room - 8, "CGROUP");
	} else {
		text__left(env, STYLE_HEAD, (room - 16) / 2, "SITE");
		fputc(' ', env->out);
		text__left(env, STYLE_HEAD, room - 16 - (room - 16) / 2 - 1, "CALLER");
		text__left(env, STYLE_HEAD, 16, " PHASE     DIR");
	}
	text__right(env, STYLE_HEAD, RATE, "WINDOWS/s");
	if (by != KT_BY_SITE)
		text__right(env, STYLE_HEAD, SIGNALS, "SIG/s");
	text__right(env, STYLE_HEAD, TOTAL, "WINDOWS");
	if (by != KT_BY_SITE)
		text__right(env, STYLE_HEAD, SIGNALS_TOTAL, "SIGNALS");
	text__right(env, STYLE_HEAD, SHARE, "SHARE");
	fputc('\n', env->out);
}

static void names(const struct render_env *env, enum kt_live_by by, const struct kt_live_row *row)
{
	int room = env->width - numbers(by);
	char buf[64];

	if (by == KT_BY_TASK || by == KT_BY_PROCESS) {
		snprintf(buf, sizeof(buf), "%7" PRIu64 "%8u ", row->id,
			 by == KT_BY_TASK ? row->tid : row->tasks);
		fputs(buf, env->out);
		text__left(env, STYLE_PLAIN, room - 16, row->name);
	} else if (by == KT_BY_CGROUP) {
		fprintf(env->out, "%7u ", row->tasks);
		text__left(env, STYLE_PLAIN, room - 8, row->name);
	} else {
		text__left(env, STYLE_PLAIN, (room - 16) / 2, row->name);
		fputc(' ', env->out);
		text__left(env, STYLE_PLAIN, room - 16 - (room - 16) / 2 - 1, row->site->caller);
		snprintf(buf, sizeof(buf), " %-9s %-5s",
			 row->site->nested ? "nested" : kt_run_phase_names[row->site->phase],
			 kt_run_dir_names[row->site->dir]);
		fputs(buf, env->out);
	}
}

static void row_line(const struct render_env *env, enum kt_live_by by, const struct kt_live_row *row)
{
	char buf[64];

	names(env, by, row);
	snprintf(buf, sizeof(buf), "%.0f", row->windows_s);
	text__right(env, STYLE_PLAIN, RATE, buf);
	if (by != KT_BY_SITE) {
		snprintf(buf, sizeof(buf), "%.0f", row->signals_s);
		text__right(env, STYLE_PLAIN, SIGNALS, buf);
	}
	text__right(env, STYLE_PLAIN, TOTAL, text__count(buf, row->windows));
	if (by != KT_BY_SITE)
		text__right(env, STYLE_PLAIN, SIGNALS_TOTAL, text__count(buf, row->signals));
	text__right(env, STYLE_PLAIN, SHARE, text__share(buf, row->share));
	fputc('\n', env->out);
}

void table__live(const struct render_env *env, const struct kt_live *live,
		 const struct kt_live_conf *conf, const struct live_look *look)
{
	size_t i;

	head(env, live, conf, look);
	columns(env, conf->by);
	for (i = look->from; i < live->nr && i - look->from < look->rows; i++)
		row_line(env, conf->by, &live->rows[i]);
}
