// SPDX-License-Identifier: GPL-2.0-only
/* Histograms of a run under each other on one logarithmic axis, each as high as its own peak. */
#include <math.h>
#include <string.h>

#include "model/axis.h"
#include "render/text.h"

#define LABEL 14
#define ROWS 2
#define LEVELS 8      /* of one character */
#define LABEL_ROOM 10 /* columns between two numbers of the axis */

static const char *block(const struct render_env *env, int level)
{
	static const char *const utf8[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const ascii[] = { " ", ".", ".", ":", ":", "+", "+", "#", "#" };

	return (env->utf8 ? utf8 : ascii)[level];
}

/* The part of a column of @height that lies in @row, counted from the top; little is not nothing.
 */
static int level_in(const struct kt_column *c, int row)
{
	int level = (int)lround(c->height * ROWS * LEVELS) - LEVELS * (ROWS - 1 - row);

	if (row == ROWS - 1 && c->count && level < 1)
		return 1;
	return level < 0 ? 0 : level > LEVELS ? LEVELS : level;
}

static void row_of(const struct render_env *env, const struct kt_axis *axis,
		   const struct kt_column *columns, int row)
{
	uint32_t i, end = axis->nr;

	while (end && !level_in(&columns[end - 1], row))
		end--;
	for (i = 0; i < end; i++)
		fputs(block(env, level_in(&columns[i], row)), env->out);
	fputc('\n', env->out);
}

static const char *edge(const struct render_env *env, char *cell, const struct kt_axis *axis,
			uint32_t column)
{
	return text__ns(env, cell, (double)kt_hist_lo(axis->first + column * axis->per));
}

static void numbers(const struct render_env *env, const struct kt_axis *axis)
{
	uint32_t step = axis->octave, i;
	char cell[32];

	while (step < LABEL_ROOM)
		step += axis->octave;
	text__left(env, STYLE_HEAD, LABEL, "DISTRIBUTION");
	for (i = 0; i + step < axis->nr; i += step)
		text__left(env, STYLE_HEAD, (int)step, edge(env, cell, axis, i));
	if (axis->nr - i >= LABEL_ROOM || !i)
		text__last(env, STYLE_HEAD, LABEL_ROOM, edge(env, cell, axis, i));
	fputc('\n', env->out);
}

void table__distribution(const struct render_env *env, const struct kt_run *run)
{
	struct kt_column columns[KT_HIST_SLOTS];
	struct kt_axis axis;
	int i, row;

	kt_axis__of(&axis, run, (uint32_t)(env->width - LABEL));
	if (!axis.nr)
		return;
	numbers(env, &axis);
	for (i = 0; i < KT_H_MAX; i++) {
		if (!run->hist[i].count)
			continue;
		kt_axis__columns(&axis, &run->hist[i], columns);
		for (row = 0; row < ROWS; row++) {
			text__left(env, STYLE_PLAIN, LABEL,
				   row == ROWS - 1 ? kt_run_hist_names[i] : "");
			row_of(env, &axis, columns, row);
		}
	}
	fputc('\n', env->out);
}
