/* SPDX-License-Identifier: GPL-2.0-only */
/* Checked access to the values of a parsed run file: type, range, and the place in the complaint.
 */
#ifndef KT_RUNFILE_GET_H
#define KT_RUNFILE_GET_H

#include <jansson.h>

#include "model/error.h"
#include "model/fields.h"

#define RUNFILE_HOW_TO "make one with 'kuaptrace record -o FILE'"

/* Where in the file a value stands. */
struct place {
	const char *file;
	const char *section; /* "host", "sites", ... or "" */
	long index;	     /* -1: no array */
	struct kt_error *err;
};

/* All of these return 0, or -1 with the place's error filled. */
__attribute__((format(printf, 3, 4))) int place__bad(const struct place *p, const char *key,
						     const char *fmt, ...);
int place__expected(const struct place *p, const char *key, const char *what, const json_t *got);
int get_uint(const struct place *p, const char *key, const json_t *v, uint64_t max, uint64_t *out);
int get_fields(const struct place *p, const struct fields *fields, const json_t *obj, void *base);

/* The document's structure, once it is parsed: NULL with the place's error filled. */
struct kt_run *runfile__from_json(const struct place *top, const json_t *root);

#endif /* KT_RUNFILE_GET_H */
