/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells, bars and numbers of the table renderers. All that is printed is one column a character. */
#ifndef KT_TEXT_H
#define KT_TEXT_H

#include "render/render.h"

#define TEXT_MAX 1024

enum style {
	STYLE_PLAIN,
	STYLE_HEAD, /* column heads, labels */
	STYLE_BOLD,
	STYLE_GOOD,
	STYLE_BAD,
};

/* Strings from outside are cleaned; what is too wide loses its middle, marked. */
void text__left(const struct render_env *env, enum style style, int width, const char *s);
void text__right(const struct render_env *env, enum style style, int width, const char *s);
/* The last cell of a line: cut like the others, not padded. */
void text__last(const struct render_env *env, enum style style, int width, const char *s);
/* A cell of any width. */
void text__put(const struct render_env *env, enum style style, const char *s);
__attribute__((format(printf, 3, 4))) void text__printf(const struct render_env *env,
							enum style style, const char *fmt, ...);

/* Words of @s from column @indent on, broken before the last column; ends the line. */
void text__wrap(const struct render_env *env, int indent, const char *s);

void text__bar(const struct render_env *env, int width, double share);

/* All write into @out, of at least 32 bytes, and return it. "-" for what is not known. */
char *text__num(char *out, double v); /* "8", "8.02" */
char *text__count(char *out, uint64_t v);
char *text__share(char *out, double share);			    /* "62.5 %" */
char *text__pct(char *out, double pct);				    /* "-80 %", "+0.4 %" */
char *text__diff(char *out, double v);				    /* "-33", "+0.25", "=" */
char *text__ns(const struct render_env *env, char *out, double ns); /* "812 ns", "1.24 us" */

char *text__p(char *out, double p); /* "0.031", "<0.001" */

/* Fewer windows are better. */
enum style text__delta_style(const struct kt_delta *d);

#endif /* KT_TEXT_H */
