/* SPDX-License-Identifier: GPL-2.0-only */
/* One line an interval: a row of a table, or a JSON document. */
#ifndef KT_RENDER_INTERVAL_H
#define KT_RENDER_INTERVAL_H

#include "model/interval.h"
#include "render/render.h"

/* @nr counts from 0: the table repeats its heads. */
void table__interval(const struct render_env *env, const struct kt_interval *iv, size_t nr);
void json__interval(const struct render_env *env, const struct kt_interval *iv);

#endif /* KT_RENDER_INTERVAL_H */
