// SPDX-License-Identifier: GPL-2.0-only
/* The formats of check and ab, and those of them that are a line a gate. */
#include <math.h>
#include <string.h>

#include "model/utf8.h"
#include "render/check.h"
#include "render/text.h"

#define SITES 12

static const struct check_renderer renderers[] = {
	{ "text", text__check }, { "json", json__check },     { "junit", junit__check },
	{ "tap", tap__check },	 { "github", github__check },
};

#define NR (sizeof(renderers) / sizeof(renderers[0]))

const struct check_renderer *check_render__find(const char *name)
{
	size_t i;

	for (i = 0; i < NR; i++)
		if (!strcmp(renderers[i].name, name))
			return &renderers[i];
	return NULL;
}

const char *check_render__names(void)
{
	return "text, json, junit, tap, github";
}

static const char *const words[KT_VERDICT_NR] = { "pass", "FAIL", "?" };
static const enum style styles[KT_VERDICT_NR] = { STYLE_GOOD, STYLE_BAD, STYLE_BOLD };

static void head(const struct render_env *env, const char *what)
{
	fputc('\n', env->out);
	text__put(env, STYLE_HEAD, what);
	fputc('\n', env->out);
}

/* The sites that a change for the worse came from. */
static void worse_sites(const struct render_env *env, const struct kt_compare *cmp)
{
	const struct kt_compare_site *s;
	size_t i, shown = 0;
	char cell[32];

	for (i = 0; i < cmp->nr_sites; i++) {
		s = &cmp->sites[i];
		if (!kt_compare__on_signal_path(s) || !(s->per_signal.diff > 1e-9))
			continue;
		if (!shown)
			head(env, "more windows per signal");
		if (shown++ == SITES)
			break;
		text__right(env, STYLE_BAD, 8, text__diff(cell, s->per_signal.diff));
		fputs("  ", env->out);
		text__printf(env, STYLE_PLAIN, "%s < %s (%s, %s%s)", s->symbol, s->caller,
			     kt_run_phase_names[s->phase], s->dir ? kt_run_dir_names[s->dir] : "?",
			     s->change == KT_APPEARED ? ", appeared" : "");
		fputc('\n', env->out);
	}
	if (shown > SITES)
		fputs("          and more: see kuaptrace compare\n", env->out);
}

void text__check(const struct render_env *env, const struct kt_check *c)
{
	const struct kt_gate *g;
	char line[128];
	size_t i;

	for (i = 0; i < c->cmp->nr_problems; i++) {
		text__put(env, STYLE_BAD, "! ");
		text__wrap(env, 2, c->cmp->problems[i].text);
	}
	for (i = 0; i < c->nr_gates; i++) {
		g = &c->gates[i];
		text__left(env, styles[g->verdict], 6, words[g->verdict]);
		text__put(env, STYLE_PLAIN, kt_gate__text(g, line, sizeof(line)));
		fputs(": ", env->out);
		text__put(env, STYLE_PLAIN,
			  c->cmp->nr_problems ? "the runs cannot be judged" : g->why);
		fputc('\n', env->out);
	}
	if (kt_check__verdict(c) == KT_FAIL)
		worse_sites(env, c->cmp);
	fputc('\n', env->out);
	text__printf(env, STYLE_BOLD, "%s: %zu passed, %zu failed, %zu could not be judged",
		     kt_verdict_names[kt_check__verdict(c)], c->nr_verdict[KT_PASS],
		     c->nr_verdict[KT_FAIL], c->nr_verdict[KT_UNJUDGED]);
	fputc('\n', env->out);
}

/* One line whatever is in it; '#' would begin a directive. */
static void tap_text(const struct render_env *env, const char *s)
{
	char clean[TEXT_MAX], *p;

	utf8__clean(clean, sizeof(clean), s, false);
	for (p = clean; *p; p++) {
		if (*p == '#' || *p == '\\')
			fputc('\\', env->out);
		fputc(*p, env->out);
	}
}

void tap__check(const struct render_env *env, const struct kt_check *c)
{
	const struct kt_gate *g;
	char line[128];
	size_t i;

	fprintf(env->out, "TAP version 13\n1..%zu\n", c->nr_gates);
	for (i = 0; i < c->cmp->nr_problems; i++) {
		fputs("# ", env->out);
		tap_text(env, c->cmp->problems[i].text);
		fputc('\n', env->out);
	}
	for (i = 0; i < c->nr_gates; i++) {
		g = &c->gates[i];
		fprintf(env->out, "%sok %zu - ", g->verdict == KT_PASS ? "" : "not ", i + 1);
		tap_text(env, kt_gate__text(g, line, sizeof(line)));
		fprintf(env->out, "\n# %s: ", kt_verdict_names[g->verdict]);
		tap_text(env, g->why);
		fputc('\n', env->out);
	}
}

/* GitHub's own escapes, in its order; hostile characters first. */
static void github_text(const struct render_env *env, const char *s)
{
	char clean[TEXT_MAX], *p;

	utf8__clean(clean, sizeof(clean), s, false);
	for (p = clean; *p; p++) {
		if (*p == '%')
			fputs("%25", env->out);
		else
			fputc(*p, env->out);
	}
}

void github__check(const struct render_env *env, const struct kt_check *c)
{
	static const char *const level[KT_VERDICT_NR] = { NULL, "error", "error" };
	const struct kt_gate *g;
	char line[128];
	size_t i;

	for (i = 0; i < c->cmp->nr_problems; i++) {
		fputs("::error title=kuaptrace check::", env->out);
		github_text(env, c->cmp->problems[i].text);
		fputc('\n', env->out);
	}
	for (i = 0; i < c->nr_gates; i++) {
		g = &c->gates[i];
		if (!level[g->verdict] || c->cmp->nr_problems)
			continue;
		fprintf(env->out, "::%s title=kuaptrace check %s::", level[g->verdict],
			kt_verdict_names[g->verdict]);
		github_text(env, kt_gate__text(g, line, sizeof(line)));
		fputs(": ", env->out);
		github_text(env, g->why);
		fputc('\n', env->out);
	}
	fprintf(env->out,
		"::notice title=kuaptrace check::%s: %zu passed, %zu failed, %zu not judged\n",
		kt_verdict_names[kt_check__verdict(c)], c->nr_verdict[KT_PASS],
		c->nr_verdict[KT_FAIL], c->nr_verdict[KT_UNJUDGED]);
}
