#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Reference p-values from SciPy (1.10): python3 stats-scipy.py >stats-scipy.data

A line is: KIND EXPECTED NX X.. NY Y.. ; where there are ties, SciPy goes through all arrangements."""
import math

import numpy as np
from scipy import stats

rng = np.random.default_rng(5)


def line(kind, expected, x, y=()):
    words = [f"{v:.17g}" for v in x] + [str(len(y))] + [f"{v:.17g}" for v in y]
    print(kind, f"{expected:.17g}", len(x), *words)


def rank_sum(x, y, axis=-1):
    both = stats.rankdata(np.concatenate([x, y], axis=axis), axis=axis)
    return both[..., :x.shape[axis]].sum(axis=axis)


def tied(x, y):
    return stats.permutation_test((x, y), rank_sum, vectorized=True, n_resamples=math.inf,
                                  permutation_type="independent").pvalue


def signed_rank(d, axis=-1):
    return (stats.rankdata(np.abs(d), axis=axis) * (d > 0)).sum(axis=axis)


def flipped(d):
    d = np.array(d)[np.array(d) != 0]
    return stats.permutation_test((d,), signed_rank, vectorized=True, n_resamples=math.inf,
                                  permutation_type="samples").pvalue


print("# SPDX-License-Identifier: GPL-2.0-only")
for nx, ny, by in ((4, 4, 9), (4, 5, 1), (6, 6, 0.5), (10, 10, 0.4), (10, 10, 0), (20, 20, 1), (3, 12, 2)):
    x, y = rng.normal(100, 2, nx).round(6), rng.normal(100 + by, 2, ny).round(6)
    line("mann_whitney", stats.mannwhitneyu(x, y, method="exact").pvalue, x, y)
for nx, ny, values in ((4, 4, 3), (5, 7, 4), (8, 8, 5), (9, 6, 2), (6, 6, 1), (8, 8, 12)):
    x, y = rng.integers(0, values, nx).astype(float), rng.integers(0, values, ny).astype(float)
    line("mann_whitney", tied(x, y), x, y)
line("mann_whitney", tied(np.ones(4), np.array([2., 2, 2, 2])), np.ones(4), [2] * 4)
x, y = rng.normal(100, 2, 80).round(6), rng.normal(100.5, 2, 90).round(6)
line("mann_whitney", stats.mannwhitneyu(x, y, method="asymptotic").pvalue, x, y)
x, y = rng.integers(0, 9, 80).astype(float), rng.integers(1, 10, 90).astype(float)
line("mann_whitney", stats.mannwhitneyu(x, y, method="asymptotic").pvalue, x, y)
for n, by in ((5, 1), (6, 5), (10, 0.5), (12, 1), (20, 0.4), (40, 0.3)):
    d = rng.normal(by, 1, n).round(6)
    line("sign_flip", stats.wilcoxon(d, method="exact").pvalue, d)
for n in (6, 9, 12, 15):
    d = rng.integers(-2, 4, n).astype(float)
    line("sign_flip", flipped(d), d)
