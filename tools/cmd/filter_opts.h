/* SPDX-License-Identifier: GPL-2.0-only */
/* The options that record, stat and top share: whom and what to count, with how much memory. */
#ifndef KT_FILTER_OPTS_H
#define KT_FILTER_OPTS_H

#include "collect/session.h"
#include "opt.h"

struct filter_opts {
	struct opt_list pids, tids, comms, cgroups, cpus, signals, dirs, sites;
	bool all;
	bool no_inherit;
	bool no_btf;
	uint64_t max_tasks;
	uint64_t max_cells;
};

/* @st is the command's structure, @m its struct filter_opts and a dot. */
/* clang-format off */
#define FILTER_OPTS(st, m) \
	OPT_FLAG(st, m all, 'a', "all", "the whole system"), \
	OPT_LIST(st, m cgroups, 'G', "cgroup", "PATH", "in a cgroup (v2) or below; repeatable"), \
	OPT_LIST(st, m comms, 'c', "comm", "GLOB", "tasks called so now; repeatable"), \
	OPT_LIST(st, m cpus, 'C', "cpu", "LIST", "on these CPUs, as 0-3,8"), \
	OPT_LIST(st, m dirs, 0, "dir", "DIR", "windows that read, write or do both"), \
	OPT_U64(st, m max_cells, 0, "max-cells", 16, 1 << 24, "N", "room for N tasks x sites"), \
	OPT_U64(st, m max_tasks, 0, "max-tasks", 1, 1 << 22, "N", "room for N tasks"), \
	OPT_FLAG(st, m no_btf, 0, "no-btf", "use the programs for kernels without BTF"), \
	OPT_FLAG(st, m no_inherit, 0, "no-inherit", "do not follow children"), \
	OPT_LIST(st, m pids, 'p', "pid", "PID", "a process, with its threads; repeatable"), \
	OPT_LIST(st, m signals, 's', "signal", "LIST", "these signals alone, as USR1,RTMIN+2"), \
	OPT_LIST(st, m sites, 'S', "site", "GLOB", "in or called by that function; repeatable"), \
	OPT_LIST(st, m tids, 't', "tid", "TID", "a thread; repeatable")
/* clang-format on */

/* OPT_GO with @conf filled, which borrows @o; or the status to leave with, and said why. */
int filter_opts__conf(const struct opt_spec *spec, const struct filter_opts *o,
		      struct session_conf *conf);
void filter_opts__done(struct session_conf *conf);
void filter_opts__free(struct filter_opts *o);

#endif /* KT_FILTER_OPTS_H */
