// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <string.h>

#include "model/overlay.h"

static double share(const struct kt_run_hist_data *h, uint32_t slot)
{
	uint64_t n = kt_hist__slotted(h);

	return n ? (double)h->slots[slot] / (double)n : 0;
}

void kt_overlay__of(struct kt_overlay *o, const struct kt_compare *cmp, enum kt_hist_id hist)
{
	const struct kt_run_hist_data *b = &cmp->sides[KT_BEFORE].sum->hist[hist];
	const struct kt_run_hist_data *a = &cmp->sides[KT_AFTER].sum->hist[hist];
	struct kt_overlay_bin *bin;
	uint32_t i, first = 0, last = KT_HIST_SLOTS;

	memset(o, 0, sizeof(*o));
	o->count[KT_BEFORE] = b->count;
	o->count[KT_AFTER] = a->count;
	while (first < last && !b->slots[first] && !a->slots[first])
		first++;
	while (last > first && !b->slots[last - 1] && !a->slots[last - 1])
		last--;
	for (i = first; i < last; i++) {
		bin = &o->bins[o->nr++];
		bin->lo = kt_hist_lo(i);
		bin->hi = kt_hist_lo(i + 1);
		bin->share[KT_BEFORE] = share(b, i);
		bin->share[KT_AFTER] = share(a, i);
		bin->diff = bin->share[KT_AFTER] - bin->share[KT_BEFORE];
		o->most = fmax(o->most, fmax(bin->share[KT_BEFORE], bin->share[KT_AFTER]));
		o->most_diff = fmax(o->most_diff, fabs(bin->diff));
	}
}
