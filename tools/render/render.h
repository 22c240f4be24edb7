/* SPDX-License-Identifier: GPL-2.0-only */
/* One model, N renderers: they lay out and never compute. */
#ifndef KT_RENDER_H
#define KT_RENDER_H

#include <stdbool.h>
#include <stdio.h>

#include "model/compare.h"
#include "model/report.h"

struct render_env {
	FILE *out;
	bool color;
	bool utf8;
	int width;   /* columns; the least is RENDER_MIN_WIDTH */
	bool totals; /* of a comparison: no sites, no times */
	size_t top;  /* rows of one kind where the model leaves none out */
};

#define RENDER_MIN_WIDTH 80

struct renderer {
	const char *name; /* of --format */
	bool whole;	  /* takes all sites and tasks unless --top says otherwise */
	/* Either may be NULL: not in this format. Both leave errors to ferror(env->out). */
	void (*report)(const struct render_env *env, const struct kt_report *rep);
	void (*compare)(const struct render_env *env, const struct kt_compare *cmp);
};

/* NULL: no such format. */
const struct renderer *render__find(const char *name);
/* "table, json": for an error message; those that can show a report, or a comparison. */
const char *render__names(bool comparison);

/* For stdout: colour and width by the terminal, unicode by the locale. */
void render_env__init(struct render_env *env);

void table__report(const struct render_env *env, const struct kt_report *rep);
void table__compare(const struct render_env *env, const struct kt_compare *cmp);
/* The part of table__report() that draws its histograms. */
void table__distribution(const struct render_env *env, const struct kt_run *run);
/* The part of table__compare() that is about times over runs. */
void table__times(const struct render_env *env, const struct kt_compare *cmp);
void csv__compare(const struct render_env *env, const struct kt_compare *cmp);
void markdown__compare(const struct render_env *env, const struct kt_compare *cmp);
void html__compare(const struct render_env *env, const struct kt_compare *cmp);
void csv__report(const struct render_env *env, const struct kt_report *rep);
void openmetrics__report(const struct render_env *env, const struct kt_report *rep);
void folded__report(const struct render_env *env, const struct kt_report *rep);
void html__report(const struct render_env *env, const struct kt_report *rep);
void json__report(const struct render_env *env, const struct kt_report *rep);
void json__compare(const struct render_env *env, const struct kt_compare *cmp);

#endif /* KT_RENDER_H */
