/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The run file's plain fields as tables, one row a field, in the file's order: reader and writer
 * walk the same rows, so neither can forget one. What is derived or nested is code in runfile_*.c.
 */
#ifndef KT_FIELDS_H
#define KT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_type {
	F_STR,	 /* char * */
	F_COMM,	 /* char[KT_COMM_LEN + 1] */
	F_TRI,	 /* int 1, 0, -1: true, false, null */
	F_U32,	 /* uint32_t */
	F_COUNT, /* uint64_t up to KT_COUNT_MAX */
	F_ID,	 /* uint64_t up to INT64_MAX: ids, ns sums */
	F_F64,	 /* double, >= 0 */
	F_EXIT,	 /* int 0..255; -1: null */
	F_PHASE, /* enum kt_phase by name */
	F_DIR,	 /* enum kt_dir by name */
	F_BOOL,	 /* bool */
	F_FLAG,	 /* bit @arg of a uint32_t, as a boolean */
};

/* Exact in a double, as most JSON readers hold numbers; and sums of many stay in 64 bits. */
#define KT_COUNT_MAX (1ULL << 53)

struct field {
	const char *name;
	enum field_type type;
	bool required;
	size_t offset;
	uint32_t arg;
};

struct fields {
	const struct field *v;
	size_t n;
};

extern const struct fields kt_host_fields;     /* of struct kt_run_host */
extern const struct fields kt_workload_fields; /* of struct kt_run_workload */
extern const struct fields kt_totals_fields;   /* of struct kt_run: what follows the derived ones */
extern const struct fields kt_site_fields;     /* of struct kt_site: up to windows */
extern const struct fields kt_site_more_fields; /* and from there */
extern const struct fields kt_task_fields;	/* of struct kt_run_task */

#endif /* KT_FIELDS_H */
