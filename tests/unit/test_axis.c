// SPDX-License-Identifier: GPL-2.0-only
/* The axis that a run's histograms share: nothing is lost or counted twice, at any width. */
#include "fixture.h"
#include "model/axis.h"
#include "tap.h"

static void check_width(const struct kt_run *run, uint32_t max)
{
	struct kt_column columns[KT_HIST_SLOTS];
	uint64_t sum, wrong = 0;
	struct kt_axis axis;
	double most;
	uint32_t i;
	int h;

	kt_axis__of(&axis, run, max);
	ok(axis.nr && axis.nr <= max, "%u columns of %u", axis.nr, max);
	is_u64(axis.octave * axis.per, 8, "a step is a part of an octave");
	for (h = 0; h < KT_H_MAX; h++) {
		kt_axis__columns(&axis, &run->hist[h], columns);
		for (sum = 0, most = 0, i = 0; i < axis.nr; i++) {
			sum += columns[i].count;
			most = fmax(most, columns[i].height);
			wrong += i && columns[i].lo != columns[i - 1].hi;
			wrong += kt_axis__position(&axis, (double)columns[i].lo) != i;
		}
		is_u64(sum, kt_hist__slotted(&run->hist[h]), "every value is in a column");
		is_f64(most, run->hist[h].count ? 1 : 0, "the peak is 1");
	}
	is_u64(wrong, 0, "columns touch, and positions are theirs");
}

int main(void)
{
	struct kt_run *run = fixture_before(), *empty = kt_run__new(), *wide = kt_run__new();
	struct kt_axis axis;

	check_width(run, KT_HIST_SLOTS);
	check_width(run, 66);
	check_width(run, 31);
	kt_axis__of(&axis, empty, 66);
	is_u64(axis.nr, 0, "no value, no axis");
	is_f64(kt_axis__position(&axis, 100), 0, "and no place on it");
	kt_hist__record(&wide->hist[KT_H_SETUP], 0);
	kt_hist__record(&wide->hist[KT_H_INTERRUPTED], KT_HIST_LIMIT - 1);
	check_width(wide, 31);
	kt_axis__of(&axis, wide, 31);
	is_f64(kt_axis__position(&axis, 1e12), axis.nr, "beyond the end is the end");
	kt_run__free(run);
	kt_run__free(empty);
	kt_run__free(wide);
	return tap_done();
}
