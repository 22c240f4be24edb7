/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What HTML and XML renderers share. A page is whole in itself: no script, nothing from a network,
 * and a policy that forbids both, whatever a name may smuggle in. Light and dark as the reader's
 * system has it. Every string that is not ours goes through html__text().
 */
#ifndef KT_HTML_H
#define KT_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "render/render.h"

/* Escaped for text and quoted attributes; characters that XML forbids or that reorder as \xNN. */
void html__text(FILE *out, const char *s);

/* Everything up to and including <main>, and what closes it. */
void html__begin(FILE *out, const char *title);
/* With rules of its own behind those that all pages share. */
void html__begin_with(FILE *out, const char *title, const char *more_style);
void html__end(FILE *out);

/* A section with its heading; @id names it. Ends with html__section_end(). */
void html__section(FILE *out, const char *id, const char *heading);
void html__section_end(FILE *out);

/*
 * A table that scrolls in itself, by keyboard too. @columns is a list such as
 * "site|caller|>before":
 * '>' marks numbers.
 */
void html__table(FILE *out, const char *caption, const char *columns);
void html__table_end(FILE *out);

/* A table cell, escaped: the row's head, text, code, a number with the class @tone or none (NULL).
 */
void html__head_cell(FILE *out, const char *s);
void html__cell(FILE *out, const char *s);
void html__code_cell(FILE *out, const char *s);
void html__num_cell(FILE *out, const char *s, const char *tone);

/* Histograms of @run as figures on one axis, each with its numbers as a table. */
void html__distribution(const struct render_env *env, const struct kt_report *rep);

/* "good", "bad" or NULL. */
const char *html__tone(const struct kt_delta *d);

/* The histograms of both sides over each other and their difference, and the numbers as a table. */
void html__overlay(const struct render_env *env, const struct kt_compare *cmp,
		   enum kt_hist_id hist);

#endif /* KT_HTML_H */
