// SPDX-License-Identifier: GPL-2.0-only
/* Gates from the command line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd/gates.h"
#include "log.h"
#include "model/runfile.h"

static const char *near(const char *word)
{
	const char *names[64];
	size_t n = 0;

	while (n < 64 && kt_metric__nth(n)) {
		names[n] = kt_metric__nth(n)->name;
		n++;
	}
	return opt__nearest(word, names, n, sizeof(names[0]));
}

static bool number(const char *text, double *out)
{
	char *end;

	if (!*text || strspn(text, "0123456789.") != strlen(text))
		return false;
	*out = strtod(text, &end);
	return !*end && isfinite(*out);
}

static int add(const struct opt_spec *spec, struct kt_check *c, enum kt_gate_kind kind,
	       const char *option, const char *word)
{
	const char *eq = strchr(word, '='), *similar;
	const struct kt_metric *m;
	char name[64];
	double n;

	if (!eq || !number(eq + 1, &n))
		return opt__usage(spec, "--%s: '%s' is not METRIC=NUMBER", option, word);
	snprintf(name, sizeof(name), "%.*s", (int)(eq - word), word);
	m = kt_metric__find(name);
	if (!m) {
		similar = near(name);
		return opt__usage(spec, "--%s: no metric '%s'%s%s%s", option, name,
				  similar ? ": did you mean '" : "", similar ? similar : "",
				  similar ? "'?" : "");
	}
	if (!kt_check__gate(c, kind, m, n))
		return OPT_GO;
	log_error("out of memory");
	return KT_EXIT_INTERNAL;
}

int gates__add(const struct opt_spec *spec, struct kt_check *c, enum kt_gate_kind kind,
	       const char *option, const struct opt_list *words)
{
	int rc = OPT_GO;
	size_t i;

	for (i = 0; i < words->n && rc == OPT_GO; i++)
		rc = add(spec, c, kind, option, words->v[i]);
	return rc;
}

int gates__load(struct kt_check *c, enum kt_side side, const char *file)
{
	struct kt_error err = { 0 };
	struct kt_run *run = runfile__load(file, &err);
	int rc = 0;

	if (!run) {
		rc = kt_compare__problem(c->cmp, KT_PROBLEM_UNREADABLE, "%s%s%s", err.msg,
					 *err.hint ? "; " : "", err.hint);
		kt_error__set(&err, "out of memory");
	} else {
		rc = kt_check__add(c, side, file, run, &err);
	}
	kt_run__free(run);
	if (!rc)
		return KT_EXIT_OK;
	log_error("%s", err.msg);
	return KT_EXIT_INTERNAL;
}

static void warn_of_order(const struct kt_check *c)
{
	size_t i, times = 0;

	for (i = 0; i < c->nr_gates; i++)
		times += c->gates[i].kind == KT_GATE_BASELINE && !isnan(c->gates[i].p);
	if (!times || c->blocks || c->cmp->order == KT_ORDER_MIXED)
		return;
	log_warn("the sides %s take turns: where times drift, such runs raise false alarms",
		 c->cmp->order == KT_ORDER_APART ? "did not" : "may not");
	log_hint("alternate the runs, or use 'kuaptrace ab'");
}

int gates__show(struct kt_check *c, const struct check_renderer *r)
{
	struct kt_error err = { 0 };
	struct render_env env;
	size_t i;

	if (kt_check__finish(c, &err)) {
		log_error("%s", err.msg);
		return KT_EXIT_INTERNAL;
	}
	for (i = 0; i < c->cmp->nr_problems; i++)
		log_error("%s", c->cmp->problems[i].text);
	warn_of_order(c);
	render_env__init(&env);
	r->show(&env, c);
	switch (kt_check__verdict(c)) {
	case KT_PASS:
		return KT_EXIT_OK;
	case KT_FAIL:
		return KT_EXIT_REGRESSION;
	default:
		return KT_EXIT_DATA;
	}
}

int gates__options(const struct opt_spec *spec, double alpha, const char *format,
		   const struct check_renderer **r)
{
	*r = check_render__find(format);
	if (!*r)
		return opt__usage(spec, "--format: '%s' is none of %s", format,
				  check_render__names());
	if (!(alpha > 0) || alpha > 0.5)
		return opt__usage(spec, "--alpha: must be above 0 and at most 0.5");
	return OPT_GO;
}

void gates__help(FILE *out)
{
	const struct kt_metric *m;
	size_t i;

	fputs("\ncounts, exact:\n", out);
	for (i = 0; (m = kt_metric__nth(i)); i++)
		if (!m->time)
			fprintf(out, "  %s%s\n", m->name, m->total ? " (mean of the runs)" : "");
	fputs("\ntimes, judged over runs:\n"
	      "  hist.{window,setup,sigreturn,interrupted}.{mean,p50,p90,p99,p99.9,max}\n"
	      "  workload.seconds\n",
	      out);
}
