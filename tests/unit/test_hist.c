// SPDX-License-Identifier: GPL-2.0-only
/* Slots against a naive loop, quantiles against sorted values, ticks against wide arithmetic. */
#include <stdlib.h>

#include "kt_hist.h"
#include "model/hist.h"
#include "tap.h"

/* The definition, slowly: widths double every 8 slots after the first 16. */
static uint64_t naive_lo[KT_HIST_SLOTS + 1];

static void make_naive(void)
{
	uint64_t lo = 0, width = 1;
	uint32_t i;

	for (i = 0; i <= KT_HIST_SLOTS; i++) {
		naive_lo[i] = lo;
		if (i >= 16 && i % 8 == 0)
			width *= 2;
		lo += width;
	}
}

static uint32_t naive_slot(uint64_t v)
{
	uint32_t i = 0;

	while (v >= naive_lo[i + 1])
		i++;
	return i;
}

static uint64_t rnd(void)
{
	static uint64_t x = 88172645463325252ull;

	x ^= x << 13;
	x ^= x >> 7;
	return x ^= x << 17;
}

static void test_slots(void)
{
	bool lo = true, first = true, last = true, random = true;
	uint64_t v;
	uint32_t i;

	for (i = 0; i < KT_HIST_SLOTS; i++) {
		lo &= kt_hist_lo(i) == naive_lo[i];
		first &= kt_hist_slot(naive_lo[i]) == i;
		last &= kt_hist_slot(naive_lo[i + 1] - 1) == i;
	}
	ok(lo, "every slot's lower edge");
	ok(first, "every slot's first value");
	ok(last, "every slot's last value");
	is_u64(kt_hist_lo(KT_HIST_SLOTS), KT_HIST_LIMIT, "the last slot ends at the limit");
	for (i = 0; i < 200000; i++) {
		v = rnd() >> (31 + i % 33);
		random &= kt_hist_slot(v) == naive_slot(v);
	}
	ok(random, "200000 random values");
}

static void test_ticks(void)
{
	const uint64_t mult = (uint64_t)(1.953125 * (1 << KT_TICK_SHIFT));
	bool good = true;
	uint64_t t;
	int i;

	for (i = 0; i < 100000; i++) {
		t = rnd() >> (8 + i % 56);
		good &= kt_ticks_to_ns(t, mult) ==
			(uint64_t)(((unsigned __int128)t * mult) >> KT_TICK_SHIFT);
	}
	ok(good, "ticks to ns, against 128 bits, mult without low bits lost");
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void test_quantiles_random(void)
{
	static struct kt_run_hist_data h;
	static uint64_t v[10007];
	static const double at[] = { 0.5, 0.9, 0.99, 0.999 };
	bool near = true, ordered = true, slot = true;
	double got, before = 0;
	size_t i, k, n = sizeof(v) / sizeof(v[0]);

	for (i = 0; i < n; i++) {
		v[i] = rnd() >> (32 + i % 20);
		kt_hist__record(&h, v[i]);
	}
	qsort(v, n, sizeof(v[0]), by_value);
	for (i = 0; i < 4; i++) {
		k = (size_t)ceil(at[i] * (double)n) - 1;
		got = kt_hist__named(&h, (enum kt_quantile)i);
		near &= fabs(got - (double)v[k]) <= (double)v[k] / 8 + 1;
		slot &= kt_hist_slot((uint64_t)got) == kt_hist_slot(v[k]);
		ordered &= got >= before;
		before = got;
	}
	ok(near, "quantiles are within an eighth of the sorted value");
	ok(slot, "and in its slot");
	ok(ordered && kt_hist__named(&h, KT_Q_MAX) >= before, "and in order, max last");
	ok(kt_hist__named(&h, KT_Q_MAX) >= (double)v[n - 1], "max is an upper bound");
}

static void test_quantiles_small(void)
{
	struct kt_run_hist_data h = { 0 }, sum = { 0 };

	is_f64(kt_hist__named(&h, KT_Q_P50), 0, "empty: p50 is 0, not NAN");
	is_f64(kt_hist__named(&h, KT_Q_MAX), 0, "empty: max is 0");
	is_f64(kt_hist__mean(&h), 0, "empty: mean is 0, not NAN");
	kt_hist__record(&h, 5);
	is_f64(kt_hist__named(&h, KT_Q_P50), 5, "one value in a slot of one value is exact");
	is_f64(kt_hist__named(&h, KT_Q_P999), 5, "p99.9 of one value");
	is_f64(kt_hist__named(&h, KT_Q_MAX), 5, "max of one value");
	kt_hist__record(&h, 0);
	is_f64(kt_hist__named(&h, KT_Q_P50), 0, "the zero slot counts");
	kt_hist__record(&h, KT_HIST_LIMIT);
	is_u64(h.count, 3, "a value without a slot is counted");
	is_u64(kt_hist__slotted(&h), 2, "but has no slot");
	is_f64(kt_hist__mean(&h), ((double)KT_HIST_LIMIT + 5) / 3, "and is in the mean");
	kt_hist__add(&sum, &h);
	kt_hist__add(&sum, &h);
	is_u64(sum.count, 6, "added twice: count");
	is_u64(sum.slots[5], 2, "added twice: slot");
	sum.sum = UINT64_MAX - 1;
	kt_hist__add(&sum, &h);
	is_u64(sum.sum, UINT64_MAX, "the sum of ns saturates");
}

int main(void)
{
	make_naive();
	test_slots();
	test_ticks();
	test_quantiles_random();
	test_quantiles_small();
	return tap_done();
}
