/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Gates: what was asked of some runs, and whether it holds. Counts gate exactly. A time is judged
 * over runs, never over events of one run: it is worse when that is significant after Holm's
 * correction for all times asked for, and the shift is beyond the least effect. What cannot be
 * judged is said, with why, and never passes.
 */
#ifndef KT_CHECK_H
#define KT_CHECK_H

#include "model/compare.h"
#include "model/metric.h"
#include "model/stats.h"

enum kt_gate_kind {
	KT_GATE_MAX = 0, /* no run has more; of a time: their centre is not above */
	KT_GATE_MIN,
	KT_GATE_BASELINE, /* not worse than the runs before by more than @limit per cent */
};

enum kt_verdict {
	KT_PASS = 0,
	KT_FAIL,
	KT_UNJUDGED,
	KT_VERDICT_NR,
};

extern const char *const kt_verdict_names[KT_VERDICT_NR]; /* "pass", "fail", "unjudged" */

struct kt_gate {
	enum kt_gate_kind kind;
	const struct kt_metric *metric;
	double limit;
	double *v[KT_SIDES]; /* by run */
	size_t n[KT_SIDES];
	size_t missing[KT_SIDES]; /* runs that do not have it */

	/* what came out */
	struct kt_delta value; /* of all runs: the count that was judged, or the medians */
	struct kt_shift shift; /* of a time */
	double effect;	       /* the change in per cent of before, or of the limit */
	double p, adjusted;    /* of a time; NAN: none */
	enum kt_verdict verdict;
	char why[240];
};

struct kt_check {
	struct kt_gate *gates;
	size_t nr_gates;
	double alpha;	     /* 0.05 */
	double least_effect; /* per cent; 2 */
	bool blocks;	     /* values 2 i, 2 i + 1 of both sides are block i of an ABBA sequence */
	struct kt_compare *cmp; /* the runs: files after, baseline before; also the problems */
	size_t nr_verdict[KT_VERDICT_NR];
};

struct kt_check *kt_check__new(void);
void kt_check__free(struct kt_check *c);

/* All gates first, then the runs. -1: no memory. */
int kt_check__gate(struct kt_check *c, enum kt_gate_kind kind, const struct kt_metric *metric,
		   double limit);

/* Adds @run, read from @file; keeps neither. -1 with @err filled. */
int kt_check__add(struct kt_check *c, enum kt_side side, const char *file, const struct kt_run *run,
		  struct kt_error *err);

/* Compares the sides, when both have runs, and judges. -1 with @err filled. */
int kt_check__finish(struct kt_check *c, struct kt_error *err);

/* Judges what the gates hold, whatever the runs were. -1: no memory. */
int kt_check__judge(struct kt_check *c);

/* The whole: fail when a gate does and no run is in doubt, else unjudged when anything is. */
enum kt_verdict kt_check__verdict(const struct kt_check *c);

/* "per_signal.windows <= 8": what the gate says, into @out. */
char *kt_gate__text(const struct kt_gate *g, char *out, size_t size);

#endif /* KT_CHECK_H */
