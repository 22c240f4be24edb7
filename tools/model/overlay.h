/* SPDX-License-Identifier: GPL-2.0-only */
/* Two histograms of a comparison laid over each other, each as shares of its own values. */
#ifndef KT_OVERLAY_H
#define KT_OVERLAY_H

#include "model/compare.h"

struct kt_overlay_bin {
	uint64_t lo, hi;	/* ns, [lo, hi) */
	double share[KT_SIDES]; /* 0..1 */
	double diff;		/* after - before */
};

struct kt_overlay {
	uint64_t count[KT_SIDES];
	double most;	  /* the largest share */
	double most_diff; /* the largest difference, whatever its sign */
	size_t nr;	  /* from the first slot that either side uses to the last */
	struct kt_overlay_bin bins[KT_HIST_SLOTS];
};

void kt_overlay__of(struct kt_overlay *o, const struct kt_compare *cmp, enum kt_hist_id hist);

#endif /* KT_OVERLAY_H */
