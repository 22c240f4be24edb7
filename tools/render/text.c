// SPDX-License-Identifier: GPL-2.0-only
/* Cells, bars and numbers. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/utf8.h"
#include "render/text.h"

static const char *const codes[] = {
	[STYLE_PLAIN] = "",	   [STYLE_HEAD] = "\033[2m", [STYLE_BOLD] = "\033[1m",
	[STYLE_GOOD] = "\033[32m", [STYLE_BAD] = "\033[31m",
};

static void styled(const struct render_env *env, enum style style, const char *s)
{
	if (env->color && style != STYLE_PLAIN && *s)
		fprintf(env->out, "%s%s\033[0m", codes[style], s);
	else
		fputs(s, env->out);
}

/* The byte at which column @col of well-formed @s begins. */
static size_t byte_of(const char *s, int col)
{
	size_t at = 0;
	uint32_t cp;

	while (col-- > 0 && s[at])
		at += utf8__next(s + at, &cp);
	return at;
}

/* @s cleaned into at most @width columns; returns how many. */
static int fit(const struct render_env *env, char *out, const char *s, int width)
{
	const char *mark = env->utf8 ? "…" : "~";
	char clean[TEXT_MAX - 4]; /* room for the mark */
	int cols = (int)utf8__clean(clean, sizeof(clean), s, !env->utf8), head, tail;
	size_t cut;

	if (cols <= width) {
		strcpy(out, clean);
		return cols;
	}
	head = (width - 1) * 2 / 3; /* a name's end tells apart what its start has in common */
	tail = width - 1 - head;
	cut = byte_of(clean, head);
	memcpy(out, clean, cut);
	strcpy(out + cut, mark);
	strcat(out, clean + byte_of(clean, cols - tail));
	return width;
}

void text__left(const struct render_env *env, enum style style, int width, const char *s)
{
	char cell[TEXT_MAX];
	int cols = fit(env, cell, s, width);

	styled(env, style, cell);
	fprintf(env->out, "%*s", width - cols, "");
}

void text__right(const struct render_env *env, enum style style, int width, const char *s)
{
	char cell[TEXT_MAX];
	int cols = fit(env, cell, s, width);

	fprintf(env->out, "%*s", width - cols, "");
	styled(env, style, cell);
}

void text__last(const struct render_env *env, enum style style, int width, const char *s)
{
	char cell[TEXT_MAX];

	fit(env, cell, s, width);
	styled(env, style, cell);
}

void text__put(const struct render_env *env, enum style style, const char *s)
{
	char clean[TEXT_MAX];

	utf8__clean(clean, sizeof(clean), s, !env->utf8);
	styled(env, style, clean);
}

void text__printf(const struct render_env *env, enum style style, const char *fmt, ...)
{
	char raw[TEXT_MAX / 2];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof(raw), fmt, ap);
	va_end(ap);
	text__put(env, style, raw);
}

void text__wrap(const struct render_env *env, int indent, const char *s)
{
	char clean[TEXT_MAX], word[TEXT_MAX];
	const char *p = clean;
	int at = indent, cols, len;

	utf8__clean(clean, sizeof(clean), s, !env->utf8);
	while (*p) {
		len = (int)strcspn(p, " ");
		snprintf(word, sizeof(word), "%.*s", len, p);
		cols = fit(env, word, word, env->width - indent);
		if (at + cols + (at > indent) > env->width) {
			fprintf(env->out, "\n%*s", indent, "");
			at = indent;
		}
		fprintf(env->out, "%s%s", at > indent ? " " : "", word);
		at += cols + (at > indent);
		p += len + strspn(p + len, " ");
	}
	fputc('\n', env->out);
}

void text__bar(const struct render_env *env, int width, double share)
{
	static const char *const eighth[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int n = (int)lround(share * width * 8), i;

	if (n == 0 && share > 0)
		n = 1; /* little is not nothing */
	if (!env->utf8)
		n = (n + 7) / 8 * 8;
	for (i = 0; i < n / 8 && i < width; i++)
		fputs(env->utf8 ? "█" : "#", env->out);
	if (n % 8)
		fputs(eighth[n % 8], env->out);
}

/* @digits behind the point, no zeros at its end. */
static char *trimmed(char *out, const char *sign, double v, int digits)
{
	char *end;

	sprintf(out, "%s%.*f", sign, digits, v);
	if (!strchr(out, '.'))
		return out;
	end = out + strlen(out);
	while (end[-1] == '0')
		*--end = '\0';
	if (end[-1] == '.')
		*--end = '\0';
	return out;
}

char *text__num(char *out, double v)
{
	if (isnan(v))
		return strcpy(out, "-");
	if (v > 0 && v < 0.005)
		return strcpy(out, "<0.01");
	if (v >= 1e15)
		sprintf(out, "%.3g", v);
	else
		trimmed(out, "", v, 2);
	return out;
}

char *text__count(char *out, uint64_t v)
{
	sprintf(out, "%" PRIu64, v);
	return out;
}

char *text__share(char *out, double share)
{
	sprintf(out, "%.1f %%", 100 * share);
	return out;
}

char *text__pct(char *out, double pct)
{
	double size = fabs(pct);

	if (isnan(pct))
		return strcpy(out, "-");
	if (size > 0 && size < 0.05)
		return strcpy(out, pct < 0 ? "-<0.1 %" : "+<0.1 %");
	if (size >= 1e6)
		return strcpy(out, pct < 0 ? "<-1e6 %" : ">1e6 %");
	sprintf(out, size >= 9.95 ? "%+.0f %%" : "%+.1f %%", pct);
	return pct == 0 ? strcpy(out, "0 %") : out;
}

char *text__diff(char *out, double v)
{
	double size = fabs(v);

	if (isnan(v))
		return strcpy(out, "-");
	if (size < 1e-9)
		return strcpy(out, "=");
	if (size < 0.005)
		return strcpy(out, v < 0 ? "-<0.01" : "+<0.01");
	if (size >= 1e15)
		sprintf(out, "%+.3g", v);
	else
		trimmed(out, v < 0 ? "-" : "+", size, 2);
	return out;
}

char *text__ns(const struct render_env *env, char *out, double ns)
{
	const char *const unit[] = { "ns", env->utf8 ? "µs" : "us", "ms", "s" };
	int u = 0, digits;

	while (u < 3 && ns >= 999.5) {
		ns /= 1000;
		u++;
	}
	digits = u == 0 || ns >= 99.95 ? 0 : ns >= 9.995 ? 1 : 2;
	sprintf(out, "%.*f %s", digits, ns < 1e12 ? ns : 1e12, unit[u]);
	return out;
}

char *text__p(char *out, double p)
{
	if (isnan(p))
		return strcpy(out, "-");
	if (p < 0.001)
		return strcpy(out, "<0.001");
	sprintf(out, "%.3f", p);
	return out;
}

enum style text__delta_style(const struct kt_delta *d)
{
	if (isnan(d->diff) || fabs(d->diff) < 1e-9)
		return STYLE_PLAIN;
	return d->diff < 0 ? STYLE_GOOD : STYLE_BAD;
}
