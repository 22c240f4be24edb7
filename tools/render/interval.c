// SPDX-License-Identifier: GPL-2.0-only
/* Lines for -i. */
#include <inttypes.h>

#include "model/hist.h"
#include "model/jsonw.h"
#include "render/interval.h"
#include "render/text.h"

#define HEADS_EVERY 20

static void heads(const struct render_env *env)
{
	static const struct {
		const char *name;
		int width;
	} cols[] = { { "SECONDS", 9 }, { "WINDOWS", 11 }, { "AMR WRITES", 12 }, { "SIGNALS", 9 },
		     { "PER SIGNAL", 12 }, { "P50", 9 }, { "P99", 9 }, { "LOST", 9 } };
	size_t i;

	for (i = 0; i < sizeof(cols) / sizeof(cols[0]); i++)
		text__right(env, STYLE_HEAD, cols[i].width, cols[i].name);
	fputc('\n', env->out);
}

void table__interval(const struct render_env *env, const struct kt_interval *iv, size_t nr)
{
	char buf[64];

	if (nr % HEADS_EVERY == 0)
		heads(env);
	snprintf(buf, sizeof(buf), "%.3f", iv->at);
	text__right(env, STYLE_PLAIN, 9, buf);
	text__right(env, STYLE_PLAIN, 11, text__count(buf, iv->windows));
	text__right(env, STYLE_PLAIN, 12, text__count(buf, iv->amr_writes));
	text__right(env, STYLE_PLAIN, 9, text__count(buf, iv->signals));
	text__right(env, STYLE_PLAIN, 12, text__num(buf, iv->per_signal));
	text__right(env, STYLE_PLAIN, 9, text__ns(env, buf, iv->window.v[KT_Q_P50]));
	text__right(env, STYLE_PLAIN, 9, text__ns(env, buf, iv->window.v[KT_Q_P99]));
	text__right(env, iv->losses ? STYLE_BAD : STYLE_PLAIN, 9, text__count(buf, iv->losses));
	fputc('\n', env->out);
}

static void put(struct jsonw *w, const char *key, uint64_t v)
{
	jsonw__key(w, key);
	jsonw__u64(w, v);
}

static void put_f64(struct jsonw *w, const char *key, double v)
{
	jsonw__key(w, key);
	jsonw__f64(w, v);
}

static void put_window(struct jsonw *w, const struct kt_quantiles *q)
{
	int i;

	jsonw__key(w, "window_ns");
	jsonw__open(w, '{', true);
	put(w, "count", q->count);
	put_f64(w, "mean", q->mean);
	for (i = 0; i < KT_Q_NR; i++)
		put_f64(w, kt_quantile_names[i], q->v[i]);
	jsonw__close(w, '}');
}

void json__interval(const struct render_env *env, const struct kt_interval *iv)
{
	struct jsonw w;
	int i;

	jsonw__init(&w, env->out);
	jsonw__open(&w, '{', true);
	jsonw__key(&w, "schema");
	jsonw__str(&w, "kuaptrace.interval/1");
	put_f64(&w, "at", iv->at);
	put_f64(&w, "seconds", iv->seconds);
	put(&w, "windows", iv->windows);
	jsonw__key(&w, "phases");
	jsonw__open(&w, '{', true);
	for (i = 0; i < KT_PHASE_MAX; i++)
		put(&w, kt_run_phase_names[i], iv->phases[i]);
	jsonw__close(&w, '}');
	put(&w, "nested", iv->nested);
	put(&w, "amr_writes", iv->amr_writes);
	put(&w, "signals", iv->signals);
	put(&w, "sigreturns", iv->sigreturns);
	put(&w, "restore_math", iv->restore_math);
	jsonw__key(&w, "per_signal");
	jsonw__open(&w, '{', true);
	put_f64(&w, "windows", iv->per_signal);
	put_f64(&w, "amr_writes", iv->per_signal_amr);
	jsonw__close(&w, '}');
	put_window(&w, &iv->window);
	put(&w, "losses", iv->losses);
	jsonw__close(&w, '}');
	jsonw__finish(&w);
}
