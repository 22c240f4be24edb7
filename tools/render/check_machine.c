// SPDX-License-Identifier: GPL-2.0-only
/* A check for programs: JSON, and JUnit's XML. */
#include <math.h>
#include <string.h>

#include "model/jsonw.h"
#include "render/check.h"
#include "render/html.h"

static const char *const kinds[] = {
	[KT_GATE_MAX] = "max",
	[KT_GATE_MIN] = "min",
	[KT_GATE_BASELINE] = "baseline",
};

static void key_str(struct jsonw *w, const char *key, const char *s)
{
	jsonw__key(w, key);
	jsonw__str(w, s);
}

static void key_f64(struct jsonw *w, const char *key, double v)
{
	jsonw__key(w, key);
	jsonw__f64(w, v);
}

static void json_gate(struct jsonw *w, const struct kt_gate *g)
{
	jsonw__open(w, '{', false);
	key_str(w, "metric", g->metric->name);
	key_str(w, "kind", kinds[g->kind]);
	key_f64(w, g->kind == KT_GATE_BASELINE ? "tolerance_pct" : "limit", g->limit);
	jsonw__key(w, "time");
	jsonw__bool(w, g->metric->time);
	key_str(w, "verdict", kt_verdict_names[g->verdict]);
	key_str(w, "why", g->why);
	jsonw__key(w, "runs");
	jsonw__open(w, '{', true);
	jsonw__key(w, "before");
	jsonw__u64(w, g->n[KT_BEFORE]);
	jsonw__key(w, "after");
	jsonw__u64(w, g->n[KT_AFTER]);
	jsonw__close(w, '}');
	key_f64(w, "before", g->value.v[KT_BEFORE]);
	key_f64(w, "after", g->value.v[KT_AFTER]);
	key_f64(w, "effect_pct", g->effect);
	if (g->metric->time) {
		key_f64(w, "shift", g->shift.by);
		key_f64(w, "shift_lo", g->shift.lo);
		key_f64(w, "shift_hi", g->shift.hi);
		key_f64(w, "p", g->p);
		key_f64(w, "p_adjusted", g->adjusted);
	}
	jsonw__close(w, '}');
}

void json__check(const struct render_env *env, const struct kt_check *c)
{
	struct jsonw w;
	size_t i;

	jsonw__init(&w, env->out);
	jsonw__open(&w, '{', false);
	key_str(&w, "schema", "kuaptrace.check/1");
	key_str(&w, "verdict", kt_verdict_names[kt_check__verdict(c)]);
	key_f64(&w, "alpha", c->alpha);
	key_f64(&w, "least_effect_pct", c->least_effect);
	key_str(&w, "order", c->blocks ? "blocks" : kt_order_names[c->cmp->order]);
	jsonw__key(&w, "gates");
	jsonw__open(&w, '[', false);
	for (i = 0; i < c->nr_gates; i++)
		json_gate(&w, &c->gates[i]);
	jsonw__close(&w, ']');
	jsonw__key(&w, "problems");
	jsonw__open(&w, '[', false);
	for (i = 0; i < c->cmp->nr_problems; i++)
		jsonw__str(&w, c->cmp->problems[i].text);
	jsonw__close(&w, ']');
	jsonw__close(&w, '}');
	jsonw__finish(&w);
}

static void junit_gate(const struct render_env *env, const struct kt_gate *g)
{
	static const char *const element[KT_VERDICT_NR] = { "system-out", "failure", "error" };
	const char *tag = element[g->verdict];
	char line[128];

	fputs("    <testcase classname=\"kuaptrace.check\" name=\"", env->out);
	html__text(env->out, kt_gate__text(g, line, sizeof(line)));
	fprintf(env->out, "\">\n      <%s", tag);
	if (g->verdict != KT_PASS) {
		fprintf(env->out, " type=\"%s\" message=\"",
			g->verdict == KT_FAIL ? "regression" : "unjudged");
		html__text(env->out, g->why);
		fputc('"', env->out);
	}
	fputc('>', env->out);
	html__text(env->out, g->why);
	fprintf(env->out, "</%s>\n    </testcase>\n", tag);
}

void junit__check(const struct render_env *env, const struct kt_check *c)
{
	size_t i;

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", env->out);
	fprintf(env->out,
		"  <testsuite name=\"kuaptrace check\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
		c->nr_gates, c->nr_verdict[KT_FAIL], c->nr_verdict[KT_UNJUDGED]);
	for (i = 0; i < c->nr_gates; i++)
		junit_gate(env, &c->gates[i]);
	if (c->cmp->nr_problems) {
		fputs("    <system-err>", env->out);
		for (i = 0; i < c->cmp->nr_problems; i++) {
			html__text(env->out, c->cmp->problems[i].text);
			fputc('\n', env->out);
		}
		fputs("</system-err>\n", env->out);
	}
	fputs("  </testsuite>\n</testsuites>\n", env->out);
}
