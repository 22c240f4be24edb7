/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Our BPF programs in the kernel: open, load, attach, count, detach, read.
 *
 * Nothing is counted before __start() nor after __stop(); attaching and detaching take time, and
 * a signal that is half seen would spoil a ratio.
 */
#ifndef KT_TRACEPOINTS_H
#define KT_TRACEPOINTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/events.h"
#include "collect/filter.h"
#include "collect/host.h"
#include "model/error.h"
#include "model/run.h"

struct tracepoints_conf {
	bool all;		       /* every task; else those that are watched */
	const struct filter *filter;   /* NULL: none */
	bool inherit;		       /* children of a watched task too */
	bool amr;		       /* kuap_amr_write as well */
	bool plain;		       /* the set without CO-RE even where there is BTF */
	bool quiet;		       /* do not warn of what is missing */
	uint32_t max_tasks, max_cells; /* 0: default */
	uint32_t max_tid;	       /* 0: pid_max */
};

struct tracepoints;

/*
 * Opens and loads. NULL with @err filled when this kernel or this user cannot: the caller ends with
 * KT_EXIT_CANNOT. What is merely missing is warned of.
 */
struct tracepoints *tracepoints__open(const struct tracepoints_conf *conf,
				      const struct kt_kernel *kernel, const struct kt_host *host,
				      struct kt_error *err);
int tracepoints__attach(struct tracepoints *tp, struct kt_error *err);
void tracepoints__start(struct tracepoints *tp);
void tracepoints__stop(struct tracepoints *tp); /* detaches too */
void tracepoints__free(struct tracepoints *tp);

/*
 * Who: a thread; a process with its threads; the caller (a forked child calls it) from now, or from
 * its next exec on. -errno. In a pid namespace of our own the filter's ids say who, and the first two
 * do nothing.
 */
int tracepoints__watch_thread(struct tracepoints *tp, pid_t tid);
int tracepoints__watch_process(struct tracepoints *tp, pid_t pid);
int tracepoints__watch_self(struct tracepoints *tp);
int tracepoints__arm_self(struct tracepoints *tp);

/* Adds what was counted to @run: cumulative, nothing is cleared. -errno. */
int tracepoints__read(struct tracepoints *tp, struct kt_run *run);

/* Kernel memory of the maps in bytes. */
uint64_t tracepoints__map_bytes(const struct tracepoints *tp);

/* For the tests: the loaded object, and what they may poke at. */
struct bpf_object *tracepoints__object(struct tracepoints *tp);
volatile struct kt_state *tracepoints__state(struct tracepoints *tp);
volatile uint32_t *tracepoints__watch_words(struct tracepoints *tp, uint32_t *nr);

#endif /* KT_TRACEPOINTS_H */
