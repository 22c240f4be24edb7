/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that record and stat share: whom to count, for how long, how much memory. */
#ifndef KT_RECORD_OPTS_H
#define KT_RECORD_OPTS_H

#include "cmd/filter_opts.h"
#include "collect/recording.h"
#include "opt.h"

struct record_opts {
	struct filter_opts filter;
	const char *output;
	const char *user;
	double seconds;
	double interval;
	bool amr;
	bool strict;
	bool calibrate;
	const char *textfile; /* a directory: -i writes there instead of showing lines */
	bool textfile_failed; /* the last time */
	bool json;	      /* the lines of -i; the command's --format */
};

/* @st is the command's structure, @m its struct record_opts and a dot, or nothing. */
/* clang-format off */
#define RECORD_OPTS(st, m) \
	FILTER_OPTS(st, m filter.), \
	OPT_FLAG(st, m amr, 0, "amr", "count AMR writes by reason as well"), \
	OPT_FLAG(st, m calibrate, 0, "calibrate", "measure an empty window first"), \
	OPT_F64(st, m seconds, 'd', "duration", 0, 31536000, "SECONDS", "stop after that time"), \
	OPT_F64(st, m interval, 'i', "interval", 0, 86400, "SECONDS", "show a line so often"), \
	OPT_FLAG(st, m strict, 0, "strict", "exit 3 when anything was lost"), \
	OPT_STR(st, m user, 'u', "user", "NAME", "run CMD as that user")
/* clang-format on */

/* Records as parsed. OPT_GO with *@run set, or the status to leave with. */
int record_opts__run(const struct opt_spec *spec, struct record_opts *o,
		     const struct opt_args *args, struct kt_run **run);

/* The status to leave with: CMD's own, then @written (of showing or saving @run), then --strict. */
int record_opts__exit(const struct record_opts *o, const struct kt_run *run, int written);

void record_opts__free(struct record_opts *o, struct opt_args *args);

#endif /* KT_RECORD_OPTS_H */
