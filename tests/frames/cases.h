/* SPDX-License-Identifier: GPL-2.0-only */
/* What the cases share: where things are, how one signal is taken, how a child is watched. */
#ifndef FRAMES_CASES_H
#define FRAMES_CASES_H

#include <signal.h>
#include <ucontext.h>
#include "frames.h"

/* Nothing is where chance put it, so that addresses need no disguise. */
#define STACK_AT 0x200000000ul
#define ALT_AT 0x210000000ul
#define EDGE_AT 0x220000000ul
#define AREA 0x20000ul
#define TOP(at) ((at) + AREA - COPY_SIZE) /* the stub copies beyond it */

#define SIG_BIT(n) (1ul << ((n)-1))

typedef void (*raiser)(const struct regs *in, struct regs *out, int use);

/* One signal that is taken and returned from, and what the handler does to its frame. */
struct shot {
	const char *name;
	raiser raise; /* raise_trap: SIGTRAP; others: SIGUSR1, pending until they unblock it */
	int sa_flags;
	u64 sa_mask;
	void (*queue)(void); /* how SIGUSR1 becomes pending, in place of raise() */
	void (*edit)(struct uc *uc);
	int dump; /* the whole frame */
	int use;  /* 0: all */
};

void take(const struct shot *shot);
void take_all(const struct shot *shots, int n);
/* at the end of every handler for a trap */
void step_over_trap(struct uc *uc);
u64 blocked_now(void);
void set_blocked(u64 mask);
void say_altstack(const char *key);
void on_altstack(u64 at, u64 size, int flags);
void install(int sig, void *handler, int flags, u64 mask);
void must(int good, const char *what);

/* Runs fn(arg) in a child of its own and says how that ended. */
void in_child(const char *name, void (*fn)(const void *arg), const void *arg);
/* In a child: whatever fault comes is reported from ALT_AT, and ends the child. */
void report_faults(void);
/* what report_faults() tells of the memory, too */
extern u64 report_from, report_to;
/* what it does first */
extern void (*report_first)(void);

void good_cases(void);
void edit_cases(void);
void context_cases(void);
void rseq_cases(void);
void return_cases(void);
void deliver_cases(void);
void thread_cases(int rounds);

#endif
