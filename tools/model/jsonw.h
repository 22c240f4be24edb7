/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes JSON as a stream: keys in the order given, the same bytes every time, valid UTF-8 whatever
 * the strings hold. The run file and the json renderer share it.
 */
#ifndef KT_JSONW_H
#define KT_JSONW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct jsonw {
	FILE *out;
	int depth;
	int inline_from; /* depth from which all stays on one line; 0: none */
	bool first;	 /* nothing in this container yet */
	bool after_key;
	int err; /* negative errno of the first failure; the stream's own stay in @out */
};

void jsonw__init(struct jsonw *w, FILE *out);
void jsonw__key(struct jsonw *w, const char *key);
/* @open is '{' or '['. With @on_one_line, it and all in it. */
void jsonw__open(struct jsonw *w, char open, bool on_one_line);
void jsonw__close(struct jsonw *w, char close);

/* Escaped as utf8__escape() does; NULL is written as "". */
void jsonw__str(struct jsonw *w, const char *s);
/* -EOVERFLOW beyond INT64_MAX: no reader could hold it. */
void jsonw__u64(struct jsonw *w, uint64_t v);
void jsonw__i64(struct jsonw *w, int64_t v);
/* %.9g; null for what is not finite. */
void jsonw__f64(struct jsonw *w, double v);
void jsonw__bool(struct jsonw *w, bool v);
void jsonw__null(struct jsonw *w);
/* 1, 0, -1 as true, false, null. */
void jsonw__tri(struct jsonw *w, int v);

/* Ends the document. Returns 0 or a negative errno. */
int jsonw__finish(struct jsonw *w);

#endif /* KT_JSONW_H */
