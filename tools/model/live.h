/* SPDX-License-Identifier: GPL-2.0-only */
/* What top shows: two readings of one recording, as rows with rates. */
#ifndef KT_LIVE_H
#define KT_LIVE_H

#include "model/interval.h"
#include "model/run.h"

enum kt_live_by {
	KT_BY_TASK = 0,
	KT_BY_PROCESS,
	KT_BY_CGROUP,
	KT_BY_SITE,
	KT_BY_MAX,
};

enum kt_live_sort {
	KT_SORT_RATE = 0, /* windows a second */
	KT_SORT_SIGNALS,  /* signals a second */
	KT_SORT_TOTAL,	  /* windows */
	KT_SORT_NAME,
	KT_SORT_MAX,
};

extern const char *const kt_live_by_names[KT_BY_MAX];	  /* "task", "process", ... */
extern const char *const kt_live_sort_names[KT_SORT_MAX]; /* "rate", "signals", ... */

struct kt_live_row {
	uint64_t id; /* pid; a cgroup's number */
	uint32_t tid;
	uint32_t tasks; /* in a process or cgroup */
	uint64_t cgroup;
	char name[128];
	const struct kt_site *site; /* by site */
	uint64_t windows, signals;  /* since the recording began */
	double windows_s, signals_s;
	double share; /* of the interval's windows */
};

struct kt_live_conf {
	enum kt_live_by by;
	enum kt_live_sort sort;
	bool reverse;
	const char *find; /* rows whose name has it; NULL or "": all */
	/* The path of a cgroup, or NULL. */
	const char *(*cgroup)(void *arg, uint64_t id);
	void *arg;
};

struct kt_live {
	struct kt_interval iv;
	const struct kt_run *run; /* borrowed */
	struct kt_live_row *rows;
	size_t nr, left_out; /* by find */
};

/* @before is NULL for the first reading. NULL: no memory. Both runs must outlive it. */
struct kt_live *kt_live__new(const struct kt_run *before, const struct kt_run *now,
			     const struct kt_live_conf *conf);
void kt_live__free(struct kt_live *live);

#endif /* KT_LIVE_H */
