/* SPDX-License-Identifier: GPL-2.0-only */
/* The programs in the kernel, attached and watching whom we were told: what record and top share. */
#ifndef KT_SESSION_H
#define KT_SESSION_H

#include "collect/filter.h"
#include "collect/tracepoints.h"

struct session_conf {
	struct filter_conf filter; /* its ids are who to watch */
	bool all;
	bool no_inherit;
	bool amr;
	bool plain;
	bool calibrate;
	bool has_cmd; /* a command will be watched: names may come later */
	uint32_t max_tasks, max_cells;
};

struct session {
	struct kt_kernel kernel;
	struct kt_host host;
	struct filter filter;
	struct tracepoints *tp;
	double floor_ns; /* with calibrate */
};

/* All up to attached and watching; nothing counts yet. An enum kt_exit, and said why. */
int session__open(struct session *s, const struct session_conf *conf);
void session__close(struct session *s);

/* Everything that was counted, in a new run with the host's facts; -errno. */
int session__read(struct session *s, struct kt_run *run);

#endif /* KT_SESSION_H */
