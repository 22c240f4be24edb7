/* SPDX-License-Identifier: GPL-2.0-only */
/* What the oracle's two halves share: oracle.c watches the machine, tally.c keeps and prints. */
#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Instructions counted by address; names and opcodes are in oracle.c, output order is this. */
enum kind {
	KIND_MTSPR_AMR,
	KIND_MTSPR_IAMR,
	KIND_MFSPR_AMR,
	KIND_MTMSRD,
	KIND_ISYNC,
	KIND_ORI31,		/* barrier_nospec, or the head of an ori flush: ask the address */
	KIND_SPRG2,		/* a guest kernel's scratch register, read or written */
	KIND_WATCH,		/* an address asked for with watch= */
	KIND_NR,
};

/* An operation is measured in kernel instructions and in executions of each kind. */
enum { METRIC_INSNS = KIND_NR, METRIC_NR };

/* Kernel code runs translated, or in real mode at its physical address. */
enum space { SPACE_VIRT, SPACE_REAL, SPACE_NR, SPACE_USER = SPACE_NR };

struct site_count {
	uint64_t in_run, in_op;
};

struct site {
	uint64_t addr;
	enum kind kind;
	struct site *next;
	struct site_count count[];	/* by vCPU, because vCPUs are threads */
};

/* One vCPU's thread is the only writer, but for what the run lock covers. */
struct vcpu {
	uint64_t insns[SPACE_NR];	/* since power on; in-line adds land here */
	uint64_t kinds[KIND_NR];	/* within runs */
	uint64_t run_start[SPACE_NR];
	uint64_t op_start[METRIC_NR];
	bool in_op;
} __attribute__((aligned(128)));

/* value -> operations, sorted by value; values past the cap are only counted. */
#define HIST_CAP	8192
#define HIST_SHOWN	64

struct hist {
	struct {
		uint64_t value, ops;
	} bin[HIST_CAP];
	unsigned int used;
	uint64_t ops, sum, min, max, uncounted;
};

struct tally {
	unsigned int max_vcpus;
	struct vcpu *vcpus;
	unsigned int depth;		/* open runs */
	uint64_t runs;
	uint64_t run_insns[SPACE_NR];
	uint64_t op_mismatch;		/* marks that interleaved, migrated or never closed */
	uint64_t run_mismatch;
	uint64_t lost;			/* executed on a vCPU there is no room for */
	struct hist hist[METRIC_NR];
};

extern struct tally tally;
extern const char *const kind_name[KIND_NR];		/* of a site */
extern const char *const metric_name[METRIC_NR];	/* of a total, or an operation */

int tally_init(unsigned int max_vcpus);
struct site *tally_site(uint64_t addr, enum kind kind);
void tally_run_begin(void);
void tally_run_end(void);
void tally_op(const uint64_t delta[METRIC_NR]);
void tally_op_mismatch(void);
void tally_print_to(FILE *f, unsigned int system_vcpus, bool per_run);
int tally_print(void);

/* Read on every execution of a watched instruction, written by run marks only. */
static inline bool tally_running(void)
{
	return __atomic_load_n(&tally.depth, __ATOMIC_RELAXED) != 0;
}

static inline void tally_lost(void)
{
	__atomic_fetch_add(&tally.lost, 1, __ATOMIC_RELAXED);
}

#endif /* ORACLE_H */
