/* SPDX-License-Identifier: GPL-2.0-only */
/* What top shows, and how the keys change it. */
#ifndef KT_CMD_TOP_H
#define KT_CMD_TOP_H

#include <stdbool.h>

#include "collect/cgroup.h"
#include "collect/session.h"
#include "model/live.h"
#include "render/live.h"

#define TOP_FIND 40

struct top {
	struct session session;
	struct cgroups *cgroups;
	struct kt_run *before, *now;
	double begun;	/* CLOCK_MONOTONIC */
	double seconds; /* between readings */
	struct kt_live_conf conf;
	struct live_look look;
	char find[TOP_FIND]; /* what conf.find points to */
	bool typing;	     /* into find */
	bool help;
	bool quit;
	struct render_env env;
};

double top__clock(void);

/* Takes a reading. An enum kt_exit, and said why. */
int top__read(struct top *t);

/* Writes the lines of what was read last to @out; KT_EXIT_INTERNAL without memory. */
int top__show(struct top *t, FILE *out);

/* Until a key, a signal or @n readings (0: no limit) end it. */
int top__interact(struct top *t, uint64_t n);

#endif /* KT_CMD_TOP_H */
