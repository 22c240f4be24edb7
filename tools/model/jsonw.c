// SPDX-License-Identifier: GPL-2.0-only
/* A stream of JSON. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "model/jsonw.h"
#include "model/utf8.h"

void jsonw__init(struct jsonw *w, FILE *out)
{
	*w = (struct jsonw){ .out = out, .first = true };
}

static void new_item(struct jsonw *w)
{
	bool line = w->inline_from && w->depth >= w->inline_from;

	if (w->after_key) {
		w->after_key = false;
		return;
	}
	if (!w->first)
		fputs(line ? ", " : ",", w->out);
	if (!line && w->depth)
		fprintf(w->out, "\n%*s", 2 * w->depth, "");
	w->first = false;
}

static void put_str(struct jsonw *w, const char *s)
{
	char *safe = utf8__escape(s ? s : "");
	const char *p = safe;

	if (!safe) {
		w->err = -ENOMEM;
		return;
	}
	fputc('"', w->out);
	for (; *p; p++) {
		if (*p == '"' || *p == '\\')
			fprintf(w->out, "\\%c", *p);
		else if ((unsigned char)*p < 0x20 || *p == 0x7f)
			fprintf(w->out, "\\u%04x", (unsigned char)*p);
		else
			fputc(*p, w->out);
	}
	fputc('"', w->out);
	free(safe);
}

void jsonw__key(struct jsonw *w, const char *key)
{
	new_item(w);
	put_str(w, key);
	fputs(": ", w->out);
	w->after_key = true;
}

void jsonw__open(struct jsonw *w, char open, bool on_one_line)
{
	new_item(w);
	fputc(open, w->out);
	w->depth++;
	w->first = true;
	if (on_one_line && !w->inline_from)
		w->inline_from = w->depth;
}

void jsonw__close(struct jsonw *w, char close)
{
	bool line = w->inline_from && w->depth >= w->inline_from;

	if (w->inline_from == w->depth)
		w->inline_from = 0;
	w->depth--;
	if (!line && !w->first)
		fprintf(w->out, "\n%*s", 2 * w->depth, "");
	fputc(close, w->out);
	w->first = false;
}

void jsonw__str(struct jsonw *w, const char *s)
{
	new_item(w);
	put_str(w, s);
}

void jsonw__u64(struct jsonw *w, uint64_t v)
{
	new_item(w);
	if (v > INT64_MAX)
		w->err = -EOVERFLOW;
	fprintf(w->out, "%" PRIu64, v);
}

void jsonw__i64(struct jsonw *w, int64_t v)
{
	new_item(w);
	fprintf(w->out, "%" PRId64, v);
}

void jsonw__f64(struct jsonw *w, double v)
{
	new_item(w);
	if (isfinite(v))
		fprintf(w->out, "%.9g", v);
	else
		fputs("null", w->out);
}

void jsonw__bool(struct jsonw *w, bool v)
{
	new_item(w);
	fputs(v ? "true" : "false", w->out);
}

void jsonw__null(struct jsonw *w)
{
	new_item(w);
	fputs("null", w->out);
}

void jsonw__tri(struct jsonw *w, int v)
{
	if (v < 0)
		jsonw__null(w);
	else
		jsonw__bool(w, v);
}

int jsonw__finish(struct jsonw *w)
{
	fputc('\n', w->out);
	if (!w->err && ferror(w->out))
		w->err = -EIO;
	return w->err;
}
