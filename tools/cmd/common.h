/* SPDX-License-Identifier: GPL-2.0-only */
/* What the commands that read run files have in common. */
#ifndef KT_CMD_COMMON_H
#define KT_CMD_COMMON_H

#include "model/error.h"
#include "opt.h"
#include "render/render.h"

/* Logs why and what to do. Returns KT_EXIT_DATA. */
int cmd__data_error(const struct kt_error *err);

/*
 * --format and --top, checked: @env and @r are filled. OPT_GO, or the status to leave with. @top is
 * NULL when it was not given: then @rows, or all for formats that are read by programs.
 */
int cmd__output(const struct opt_spec *spec, const char *format, const char *top, size_t rows,
		const struct renderer **r, struct render_env *env);
/* The same for a comparison: it has other formats. */
int cmd__output_compare(const struct opt_spec *spec, const char *format, const char *top,
			size_t rows, const struct renderer **r, struct render_env *env);

/*
 * Shows a run that is already in memory, as `report` would (record's and stat's summary).
 * Returns KT_EXIT_OK, KT_EXIT_DATA for an incomplete run, KT_EXIT_INTERNAL without memory.
 */
int cmd__show_run(const struct kt_run *run, const struct renderer *r, const struct render_env *env);

#endif /* KT_CMD_COMMON_H */
