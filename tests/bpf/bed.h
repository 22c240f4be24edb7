/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A test bed for the BPF programs: loaded as the tool loads them, run with made-up arguments
 * through BPF_PROG_TEST_RUN, and compared whole: a counter that nobody expected fails a test as
 * much as a missing one.
 */
#ifndef KT_TEST_BED_H
#define KT_TEST_BED_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/tracepoints.h"

struct bed {
	struct kt_kernel kernel;
	struct kt_host host;
	struct tracepoints *tp;
	struct kt_run *want; /* what a test expects: zeroes but for what it sets */
	struct kt_run *got;
	bool plain;
};

/* Prints a plan with the reason and exits where BPF cannot be used; mounts tracefs for us alone. */
void bed__need_bpf(void);

/* Fills in what is zero in @conf, loads and starts; exits when that fails. */
void bed__open(struct bed *b, bool plain, const struct tracepoints_conf *conf);
/* Attaches what exists on any kernel: fork, exec, rename, exit. */
void bed__attach(struct bed *b);
/* Our own events count as any task's. */
void bed__be_anybody(struct bed *b);
/* Runs program @name as the calling task; what an event lacks is 0. */
void bed__fire(struct bed *b, const char *name, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3,
	       uint64_t a4);
int bed__prog_fd(struct bed *b, const char *name);
/* Reads, and compares all counters with want; the run read stays in got. */
bool bed__same(struct bed *b, bool say);
void bed__close(struct bed *b);

/* The task in got with @tid (the @nth of them), or NULL. */
const struct kt_run_task *bed__task(const struct bed *b, pid_t tid, int nth);

#define IP 0x1000ULL
#define CALLER 0x2000ULL
#define UNSEEN (~0ULL)

/* A macro, for tap.h counts in the test's own file. */
#define bed__check(b, what)                                                                     \
	do {                                                                                    \
		if (!ok(bed__same(b, false), "%s: %s", (b)->plain ? "without BTF" : "with BTF", \
			what))                                                                  \
			bed__same(b, true);                                                     \
	} while (0)

static inline void fire_window(struct bed *b, uint64_t ip, uint32_t flags, uint64_t ticks)
{
	bed__fire(b, "on_uaccess_end", ip, CALLER, KT_DIR_WRITE, flags, ticks);
}

static inline void fire_setup(struct bed *b, int ret, uint64_t sa_flags, uint64_t ticks)
{
	bed__fire(b, "on_signal_setup_entry", 10, sa_flags, 0, 0, 0);
	bed__fire(b, "on_signal_setup_exit", 10, ret, ticks, 0, 0);
}

#endif /* KT_TEST_BED_H */
