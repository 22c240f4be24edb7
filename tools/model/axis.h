/* SPDX-License-Identifier: GPL-2.0-only */
/* One logarithmic time axis for all histograms of a run, so that they can be read against each
 * other. */
#ifndef KT_AXIS_H
#define KT_AXIS_H

#include "model/run.h"

struct kt_axis {
	uint32_t first;	 /* slot where column 0 begins */
	uint32_t per;	 /* slots a column: 1, 2, 4 or 8 */
	uint32_t nr;	 /* columns; 0: no histogram has a value */
	uint32_t octave; /* columns an octave */
};

struct kt_column {
	uint64_t lo, hi; /* ns, [lo, hi) */
	uint64_t count;
	double height; /* of the histogram's highest column, 0..1 */
};

/* What all histograms of @run need, in at most @max columns; at least 31 always fit. */
void kt_axis__of(struct kt_axis *axis, const struct kt_run *run, uint32_t max);

/* Fills @columns, of at least axis->nr. */
void kt_axis__columns(const struct kt_axis *axis, const struct kt_run_hist_data *h,
		      struct kt_column *columns);

/* Where @ns lies on the axis, in columns from its left end; what is outside lies at an end. */
double kt_axis__position(const struct kt_axis *axis, double ns);

#endif /* KT_AXIS_H */
