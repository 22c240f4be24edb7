/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two sides of runs, before and after: what changed, per signal.
 *
 * The runs of a side are added up and the ratios formed from the sums, so each signal weighs the
 * same, whichever run it was in. Windows of phase other have nothing to be normalised by: their
 * totals stand beside each other and enter no ratio. Times are compared quantile by quantile, over
 * the runs of each side: events within a run are not independent.
 */
#ifndef KT_COMPARE_H
#define KT_COMPARE_H

#include "model/error.h"
#include "model/report.h"
#include "model/stats.h"

enum kt_side {
	KT_BEFORE = 0,
	KT_AFTER,
	KT_SIDES,
};

struct kt_delta {
	double v[KT_SIDES]; /* NAN: not known */
	double diff;	    /* after - before; NAN when either is */
	double pct;	    /* of before; NAN when that is 0 too */
};

enum kt_change {
	KT_SAME = 0,
	KT_CHANGED,
	KT_VANISHED, /* windows before, none after */
	KT_APPEARED,
	KT_CHANGE_NR,
};

extern const char *const kt_change_names[KT_CHANGE_NR];
extern const char *const kt_side_names[KT_SIDES]; /* "before", "after" */

/* Borrows its names from the sides. */
struct kt_compare_site {
	const char *symbol, *caller;
	enum kt_phase phase;
	enum kt_dir dir;
	bool nested;
	uint64_t windows[KT_SIDES];
	struct kt_delta per_signal; /* NAN in phase other */
	enum kt_change change;
	char *source; /* "file:line" of the function; NULL: not known. Its own */
};

/* One fact about the machines, as text. */
struct kt_compare_host {
	const char *name;
	char v[KT_SIDES][96];
	bool differs;
	bool moves_counts; /* unlike ones cannot be compared */
};

#define KT_HOST_FACTS 10

enum kt_problem_kind {
	KT_PROBLEM_UNLIKE = 0, /* hosts differ in what moves counts */
	KT_PROBLEM_INCOMPLETE,
	KT_PROBLEM_LOSSY,
	KT_PROBLEM_NO_SIGNALS,
	KT_PROBLEM_SAME_RUN, /* one recording given twice */
	KT_PROBLEM_UNREADABLE,
};

struct kt_problem {
	enum kt_problem_kind kind;
	char text[320];
};

/* What one run file said, before it was added up. */
struct kt_sample {
	char *file, *start;
	uint64_t signals, losses, digest;
	double per_signal, per_signal_amr;
	struct kt_quantiles hist[KT_H_MAX];
};

/* What a test over runs came to, at KT_COMPARE_ALPHA. */
enum kt_time_verdict {
	KT_TIME_UNTESTED = 0,
	KT_TIME_SAME, /* no difference shown: not proof of none */
	KT_TIME_FASTER,
	KT_TIME_SLOWER,
	KT_TIME_VERDICT_NR,
};

extern const char *const kt_time_verdict_names[KT_TIME_VERDICT_NR];
extern const char *const kt_order_names[3];

/* One quantile, over runs. */
struct kt_time {
	struct kt_delta median; /* ns; NAN: a run has none */
	struct kt_shift shift;
	double effect;	    /* the shift, in per cent of the median before */
	double p, adjusted; /* Mann-Whitney; after Holm for all that were tested; NAN: not tested */
	enum kt_time_verdict verdict;
};

/* Did the sides take turns? Times drift, and a side that came after the other took the drift along.
 */
enum kt_order {
	KT_ORDER_UNKNOWN = 0,
	KT_ORDER_APART,
	KT_ORDER_MIXED,
};

#define KT_RUNS_FOR_A_VERDICT 4
#define KT_COMPARE_ALPHA 0.05

struct kt_compare_side {
	struct kt_run *sum; /* host and workload of its first run; no tasks */
	struct kt_sample *samples;
	size_t nr;
	struct kt_quantiles hist[KT_H_MAX];
};

struct kt_compare {
	struct kt_compare_side sides[KT_SIDES];
	struct kt_delta windows, amr_writes; /* per signal */
	struct kt_delta phases[KT_PHASE_MAX];
	struct kt_delta dirs[KT_PHASE_MAX][4];
	struct kt_compare_host host[KT_HOST_FACTS];
	struct kt_compare_site *sites; /* by change, then by how much */
	size_t nr_sites;
	/* Per change, the signal path only: phases setup and sigreturn, not nested. */
	size_t nr_change[KT_CHANGE_NR];
	struct kt_delta sum_change[KT_CHANGE_NR];
	struct kt_time times[KT_H_MAX][KT_Q_NR];
	size_t nr_tested;   /* of them; 0: too few runs for a verdict */
	bool may_stand_out; /* can one of so many be significant, with so few runs? */
	enum kt_order order;
	char time_note[400]; /* what that means for a verdict on time */
	struct kt_problem *problems;
	size_t nr_problems;
};

struct kt_compare *kt_compare__new(void);
void kt_compare__free(struct kt_compare *cmp);

/* Adds @run, read from @file, to @side; keeps neither. -1 with @err filled. */
int kt_compare__add(struct kt_compare *cmp, enum kt_side side, const char *file,
		    const struct kt_run *run, struct kt_error *err);

/* Computes everything above, once both sides have a run. -1 with @err filled. */
int kt_compare__finish(struct kt_compare *cmp, struct kt_error *err);

/* What speaks against the runs. -1 without memory. */
__attribute__((format(printf, 3, 4))) int
kt_compare__problem(struct kt_compare *cmp, enum kt_problem_kind kind, const char *fmt, ...);

bool kt_compare__has(const struct kt_compare *cmp, enum kt_problem_kind kind);
bool kt_compare__on_signal_path(const struct kt_compare_site *site);

struct kt_delta kt_delta__of(double before, double after);

#endif /* KT_COMPARE_H */
