// SPDX-License-Identifier: GPL-2.0-only
/* Checked access to the values of a parsed run file. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/run.h"
#include "model/runfile_get.h"
#include "model/utf8.h"

static void where_is(const struct place *p, const char *key, char *out, size_t size)
{
	char index[32] = "";

	if (p->index >= 0)
		snprintf(index, sizeof(index), "[%ld]", p->index);
	snprintf(out, size, "%s%s%s%s", p->section, index, *p->section && *key ? "." : "", key);
}

int place__bad(const struct place *p, const char *key, const char *fmt, ...)
{
	char where[128], what[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	where_is(p, key, where, sizeof(where));
	kt_error__set(p->err, "%s: at %s: %s", p->file, where, what);
	return kt_error__hint(p->err, "the file was damaged or edited; " RUNFILE_HOW_TO);
}

static const char *type_name(const json_t *v)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array",
		[JSON_STRING] = "a string",  [JSON_INTEGER] = "a whole number",
		[JSON_REAL] = "a fraction",  [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",	     [JSON_NULL] = "null",
	};

	return v ? names[json_typeof(v)] : "nothing";
}

int place__expected(const struct place *p, const char *key, const char *what, const json_t *got)
{
	return place__bad(p, key, "expected %s, found %s", what, type_name(got));
}

int get_uint(const struct place *p, const char *key, const json_t *v, uint64_t max, uint64_t *out)
{
	json_int_t n;

	if (!json_is_integer(v))
		return place__expected(p, key, "a whole number", v);
	n = json_integer_value(v);
	if (n < 0 || (uint64_t)n > max)
		return place__bad(p, key, "%lld is not from 0 to %llu", (long long)n,
				  (unsigned long long)max);
	*out = (uint64_t)n;
	return 0;
}

static int get_str(const struct place *p, const char *key, const json_t *v, char **out)
{
	if (!json_is_string(v))
		return place__expected(p, key, "a string", v);
	*out = utf8__unescape(json_string_value(v));
	return *out ? 0 : kt_error__set(p->err, "%s: out of memory", p->file);
}

static int get_comm(const struct place *p, const char *key, const json_t *v, char *out)
{
	char *s;
	int rc = get_str(p, key, v, &s);

	if (rc)
		return rc;
	if (strlen(s) > KT_COMM_LEN)
		rc = place__bad(p, key, "longer than %d bytes", KT_COMM_LEN);
	else
		strcpy(out, s);
	free(s);
	return rc;
}

static int get_tri(const struct place *p, const char *key, const json_t *v, int *out)
{
	if (!json_is_boolean(v) && !json_is_null(v))
		return place__expected(p, key, "true, false or null", v);
	*out = json_is_null(v) ? -1 : json_is_true(v);
	return 0;
}

static int get_f64(const struct place *p, const char *key, const json_t *v, double *out)
{
	double d;

	if (!json_is_number(v))
		return place__expected(p, key, "a number", v);
	d = json_number_value(v);
	if (!isfinite(d) || d < 0)
		return place__bad(p, key, "%.9g is negative", d);
	*out = d;
	return 0;
}

static int get_name(const struct place *p, const char *key, const json_t *v,
		    const char *const *names, size_t n)
{
	size_t i;

	if (!json_is_string(v))
		return place__expected(p, key, "a string", v);
	for (i = 0; i < n; i++)
		if (!strcmp(json_string_value(v), names[i]))
			return (int)i;
	return place__bad(p, key, "'%.40s' is not known", json_string_value(v));
}

static int get_exit(const struct place *p, const char *key, const json_t *v, int *out)
{
	uint64_t n;

	if (json_is_null(v)) {
		*out = -1;
		return 0;
	}
	if (get_uint(p, key, v, 255, &n))
		return -1;
	*out = (int)n;
	return 0;
}

static int get_bits(const struct place *p, const struct field *f, const json_t *v, void *to)
{
	uint64_t n;
	int i;

	switch (f->type) {
	case F_U32:
		if (get_uint(p, f->name, v, UINT32_MAX, &n))
			return -1;
		*(uint32_t *)to = (uint32_t)n;
		return 0;
	case F_PHASE:
		i = get_name(p, f->name, v, kt_run_phase_names, KT_PHASE_MAX);
		*(enum kt_phase *)to = i < 0 ? KT_PHASE_OTHER : (enum kt_phase)i;
		return i < 0 ? -1 : 0;
	case F_DIR:
		i = get_name(p, f->name, v, kt_run_dir_names, 4);
		*(enum kt_dir *)to = (enum kt_dir)(i < 0 ? 0 : i);
		return i < 0 ? -1 : 0;
	default:
		if (!json_is_boolean(v))
			return place__expected(p, f->name, "true or false", v);
		if (f->type == F_BOOL)
			*(bool *)to = json_is_true(v);
		else if (json_is_true(v))
			*(uint32_t *)to |= f->arg;
		return 0;
	}
}

static int get_field(const struct place *p, const struct field *f, const json_t *obj, void *base)
{
	const json_t *v = json_object_get(obj, f->name);
	void *to = (char *)base + f->offset;

	if (!v && !f->required)
		return 0;
	switch (f->type) {
	case F_STR:
		return get_str(p, f->name, v, to);
	case F_COMM:
		return get_comm(p, f->name, v, to);
	case F_TRI:
		return get_tri(p, f->name, v, to);
	case F_COUNT:
		return get_uint(p, f->name, v, KT_COUNT_MAX, to);
	case F_ID:
		return get_uint(p, f->name, v, INT64_MAX, to);
	case F_F64:
		return get_f64(p, f->name, v, to);
	case F_EXIT:
		return get_exit(p, f->name, v, to);
	default:
		return get_bits(p, f, v, to);
	}
}

int get_fields(const struct place *p, const struct fields *fields, const json_t *obj, void *base)
{
	size_t i;

	for (i = 0; i < fields->n; i++)
		if (get_field(p, &fields->v[i], obj, base))
			return -1;
	return 0;
}
