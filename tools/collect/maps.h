/* SPDX-License-Identifier: GPL-2.0-only */
/* From maps to a run: sums over possible CPUs, addresses to names, ticks to ns. */
#ifndef KT_MAPS_H
#define KT_MAPS_H

#include <stdint.h>

#include "model/run.h"

struct bpf_object;
struct ksyms;

struct kt_map_fds {
	int watch, tasks, cells, counts, run_hists, signals;
	int whoami; /* a program */
};

int kt_map_fds__get(struct kt_map_fds *fds, struct bpf_object *obj);

/* Adds to @run, which must be fresh. -errno. */
int kt_maps__read(const struct kt_map_fds *fds, uint64_t tick_mult, const struct ksyms *ks,
		  struct kt_run *run);

uint64_t kt_maps__bytes(struct bpf_object *obj);

#endif /* KT_MAPS_H */
