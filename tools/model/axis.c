// SPDX-License-Identifier: GPL-2.0-only
/* Slots are log-linear: eight of them are an octave, so a column of 1, 2, 4 or 8 is a step of one.
 */
#include <math.h>
#include <string.h>

#include "model/axis.h"

#define OCTAVE 8u

static bool used(const struct kt_run *run, uint32_t slot)
{
	int i;

	for (i = 0; i < KT_H_MAX; i++)
		if (run->hist[i].slots[slot])
			return true;
	return false;
}

void kt_axis__of(struct kt_axis *axis, const struct kt_run *run, uint32_t max)
{
	uint32_t first = 0, end = KT_HIST_SLOTS;

	memset(axis, 0, sizeof(*axis));
	while (first < end && !used(run, first))
		first++;
	while (end > first && !used(run, end - 1))
		end--;
	if (first == end)
		return;
	/* Whole octaves: their edges are the powers of two that the labels name. */
	axis->first = first / OCTAVE * OCTAVE;
	end = (end + OCTAVE - 1) / OCTAVE * OCTAVE;
	for (axis->per = 1; axis->per < OCTAVE && (end - axis->first) / axis->per > max;)
		axis->per *= 2;
	axis->nr = (end - axis->first) / axis->per;
	axis->octave = OCTAVE / axis->per;
}

void kt_axis__columns(const struct kt_axis *axis, const struct kt_run_hist_data *h,
		      struct kt_column *columns)
{
	uint32_t i, k, slot;
	uint64_t most = 0;

	for (i = 0; i < axis->nr; i++) {
		slot = axis->first + i * axis->per;
		columns[i] = (struct kt_column){ .lo = kt_hist_lo(slot),
						 .hi = kt_hist_lo(slot + axis->per) };
		for (k = 0; k < axis->per; k++)
			columns[i].count += h->slots[slot + k];
		if (columns[i].count > most)
			most = columns[i].count;
	}
	for (i = 0; i < axis->nr && most; i++)
		columns[i].height = (double)columns[i].count / (double)most;
}

double kt_axis__position(const struct kt_axis *axis, double ns)
{
	uint32_t i, slot;
	uint64_t lo, hi;

	for (i = 0; i < axis->nr; i++) {
		slot = axis->first + i * axis->per;
		lo = kt_hist_lo(slot);
		hi = kt_hist_lo(slot + axis->per);
		if (ns < (double)lo)
			return i;
		if (ns < (double)hi)
			return i + (ns - (double)lo) / (double)(hi - lo);
	}
	return axis->nr;
}
