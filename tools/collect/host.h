/* SPDX-License-Identifier: GPL-2.0-only */
/* What moves counts here: MMU, KUAP, flush, TM, page size, timebase. Unknown is a value. */
#ifndef KT_HOST_H
#define KT_HOST_H

#include <stdbool.h>

#include "model/run.h"

struct kt_host {
	struct kt_run_host facts; /* strings are this structure's */
	char arch[32];		  /* uname -m */
	bool powerpc;
	double timebase_hz; /* 0: unknown */
	int kuep;	    /* 1 on, 0 off, -1 unknown: as kuap, for execution */
	/* why the fact is what it is, or why it is unknown */
	char why_kuap[160];
	char why_kuep[160];
	char why_flush[160];
	char why_tm[160];
	char why_variant[160];
};

/* -1 with nothing left to free when memory is short. */
int kt_host__read(struct kt_host *host);
void kt_host__free(struct kt_host *host);

/* A copy of the facts for a run, whose own ones are freed. */
int kt_host__copy(const struct kt_host *host, struct kt_run_host *to);

/* /sys and /proc files whose first line is the answer. False when it cannot be read. */
bool kt_host__line(const char *path, char *buf, unsigned int size);

#endif /* KT_HOST_H */
