/* SPDX-License-Identifier: GPL-2.0-only */
/* top's table, for a screen and for a file. */
#ifndef KT_RENDER_LIVE_H
#define KT_RENDER_LIVE_H

#include "model/live.h"
#include "render/render.h"

#define LIVE_HEAD_LINES 5 /* before the rows; the last has the heads of columns */

struct live_look {
	const char *filter; /* what the recording leaves out; "" for nothing */
	bool frozen;
	size_t from, rows; /* of the rows, which to show */
};

/* Each line within env->width columns. */
void table__live(const struct render_env *env, const struct kt_live *live,
		 const struct kt_live_conf *conf, const struct live_look *look);

#endif /* KT_RENDER_LIVE_H */
