/* SPDX-License-Identifier: GPL-2.0-only */
/* Adding runs up, for compare. */
#ifndef KT_SIDE_H
#define KT_SIDE_H

#include "model/compare.h"

/* Adds @run to @side's sum and its samples. 0, or -1 without memory. */
int kt_side__add(struct kt_compare_side *side, const char *file, const struct kt_run *run);
void kt_side__free(struct kt_compare_side *side);

/* Fact @i of @run's host as text; its name, and whether it moves counts. */
const char *kt_host_fact(const struct kt_run *run, size_t i, char *out, size_t size);
bool kt_host_fact_moves_counts(size_t i);

#endif /* KT_SIDE_H */
