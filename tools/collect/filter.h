/* SPDX-License-Identifier: GPL-2.0-only */
/* Filters: from an option's words to what the programs read, all of it looked up before they load. */
#ifndef KT_FILTER_H
#define KT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "kt_abi.h"
#include "model/error.h"

struct words {
	char *const *v;
	size_t n;
};

struct filter_conf {
	struct words comms, cgroups, cpus, signals, dirs, sites;
	/* Processes and threads in the caller's pid namespace. */
	const pid_t *pids, *tids;
	size_t nr_pids, nr_tids;
};

struct filter {
	struct kt_filter k; /* need is the caller's */
	int cgroups[KT_MAX_CGROUPS];
	bool foreign; /* ids are not the kernel's own: the programs translate */
	char *text;   /* as the run file keeps it; "" for no filter */
};

/*
 * 0, or with @err KT_EXIT_USAGE (no such thing) or KT_EXIT_CANNOT (cannot be told here). Whether
 * ids exist is asked here; names are compared with those of living tasks when @must_live.
 */
int filter__resolve(struct filter *f, const struct filter_conf *conf, bool must_live,
		    struct kt_error *err);
void filter__free(struct filter *f);

/* Is anything but ids filtered? */
bool filter_conf__any(const struct filter_conf *conf);

#endif /* KT_FILTER_H */
