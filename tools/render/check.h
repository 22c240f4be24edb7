/* SPDX-License-Identifier: GPL-2.0-only */
/* What a check found, for people and for CI. */
#ifndef KT_RENDER_CHECK_H
#define KT_RENDER_CHECK_H

#include "model/check.h"
#include "render/render.h"

struct check_renderer {
	const char *name; /* of --format */
	void (*show)(const struct render_env *env, const struct kt_check *c);
};

/* NULL: no such format. */
const struct check_renderer *check_render__find(const char *name);
const char *check_render__names(void);

void text__check(const struct render_env *env, const struct kt_check *c);
void json__check(const struct render_env *env, const struct kt_check *c);
void junit__check(const struct render_env *env, const struct kt_check *c);
void tap__check(const struct render_env *env, const struct kt_check *c);
void github__check(const struct render_env *env, const struct kt_check *c);

#endif /* KT_RENDER_CHECK_H */
