/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that record and stat share: whom to count, for how long, how much memory. */
#ifndef KT_RECORD_OPTS_H
#define KT_RECORD_OPTS_H

#include "collect/recording.h"
#include "opt.h"

struct record_opts {
	const char *output;
	struct opt_list pids;
	struct opt_list tids;
	bool all;
	double seconds;
	bool no_inherit;
	bool amr;
	bool strict;
	bool calibrate;
	bool no_btf;
	uint64_t max_tasks;
	uint64_t max_cells;
};

/* @st is the command's structure, @m its struct record_opts and a dot, or nothing. */
/* clang-format off */
#define RECORD_OPTS(st, m) \
	OPT_FLAG(st, m all, 'a', "all", "the whole system"), \
	OPT_FLAG(st, m amr, 0, "amr", "count AMR writes by reason as well"), \
	OPT_FLAG(st, m calibrate, 0, "calibrate", "measure an empty window first"), \
	OPT_F64(st, m seconds, 'd', "duration", 0, 31536000, "SECONDS", "stop after that time"), \
	OPT_U64(st, m max_cells, 0, "max-cells", 16, 1 << 24, "N", "room for N tasks x sites"), \
	OPT_U64(st, m max_tasks, 0, "max-tasks", 1, 1 << 22, "N", "room for N tasks"), \
	OPT_FLAG(st, m no_btf, 0, "no-btf", "use the programs for kernels without BTF"), \
	OPT_FLAG(st, m no_inherit, 0, "no-inherit", "do not follow children"), \
	OPT_LIST(st, m pids, 'p', "pid", "PID", "a process, with its threads; repeatable"), \
	OPT_FLAG(st, m strict, 0, "strict", "exit 3 when anything was lost"), \
	OPT_LIST(st, m tids, 't', "tid", "TID", "a thread; repeatable")
/* clang-format on */

/* Records as parsed. OPT_GO with *@run set, or the status to leave with. */
int record_opts__run(const struct opt_spec *spec, const struct record_opts *o,
		     const struct opt_args *args, struct kt_run **run);

/* The status to leave with: CMD's own, then @written (of showing or saving @run), then --strict. */
int record_opts__exit(const struct record_opts *o, const struct kt_run *run, int written);

void record_opts__free(struct record_opts *o, struct opt_args *args);

#endif /* KT_RECORD_OPTS_H */
