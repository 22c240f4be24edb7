// SPDX-License-Identifier: GPL-2.0-only
/* A run's histograms in SVG, one under the other on one logarithmic axis, so that the eye can
 * compare them; and the same as tables. */
#include "model/axis.h"
#include "render/html.h"
#include "render/text.h"

#define WIDTH 960
#define LEFT 12
#define RIGHT 12
#define TOP 26 /* the marks' names */
#define PLOT 110
#define HEIGHT (TOP + PLOT + 24)
#define LABEL_ROOM 78 /* px between two numbers of the axis */
#define LEAST 1.5     /* px: little is not nothing */

static double x_of(const struct kt_axis *axis, double column)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * column / axis->nr;
}

static void bars(FILE *out, const struct kt_axis *axis, const struct kt_column *columns)
{
	double h;
	uint32_t i;

	for (i = 0; i < axis->nr; i++) {
		if (!columns[i].count)
			continue;
		h = PLOT * columns[i].height;
		h = h < LEAST ? LEAST : h;
		fprintf(out,
			"<rect class=\"full\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
			"height=\"%.1f\"/>\n",
			x_of(axis, i), TOP + PLOT - h, x_of(axis, 1) - LEFT, h);
	}
}

static void grid(const struct render_env *env, const struct kt_axis *axis)
{
	double octave = x_of(axis, axis->octave) - LEFT;
	uint32_t step = axis->octave, i;
	char cell[32];

	while (octave * step / axis->octave < LABEL_ROOM)
		step += axis->octave;
	for (i = 0; i <= axis->nr; i += step) {
		fprintf(env->out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x_of(axis, i), TOP,
			TOP + PLOT + 5);
		fprintf(env->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
			x_of(axis, i), HEIGHT - 4,
			i == 0		      ? "start"
			: i + step > axis->nr ? "end"
					      : "middle",
			text__ns(env, cell, (double)kt_hist_lo(axis->first + i * axis->per)));
	}
	fprintf(env->out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", LEFT, TOP + PLOT,
		WIDTH - RIGHT);
}

/* Quantiles, but those whose names would lie upon another's. */
static void marks(FILE *out, const struct kt_axis *axis, const struct kt_quantiles *q)
{
	double x, last = -1000;
	int i;

	for (i = 0; i < KT_Q_NR; i++) {
		x = x_of(axis, kt_axis__position(axis, q->v[i]));
		if (x - last < 38)
			continue;
		last = x;
		fprintf(out, "<path class=\"mark\" d=\"M%.1f %dV%d\"/>\n", x, TOP - 6, TOP + PLOT);
		fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x,
			TOP - 10, kt_quantile_names[i]);
	}
}

static void numbers(const struct render_env *env, const struct kt_axis *axis,
		    const struct kt_column *columns, const char *name, uint64_t all)
{
	char caption[96], cell[32];
	uint32_t i;

	fputs("<details><summary>The same in numbers</summary>\n", env->out);
	snprintf(caption, sizeof(caption), "%s: values by duration", name);
	html__table(env->out, caption, ">from|>to|>values|>share");
	for (i = 0; i < axis->nr; i++) {
		if (!columns[i].count)
			continue;
		fputs("<tr>", env->out);
		html__num_cell(env->out, text__ns(env, cell, (double)columns[i].lo), NULL);
		html__num_cell(env->out, text__ns(env, cell, (double)columns[i].hi), NULL);
		html__num_cell(env->out, text__count(cell, columns[i].count), NULL);
		html__num_cell(env->out, text__share(cell, (double)columns[i].count / (double)all),
			       NULL);
		fputs("</tr>\n", env->out);
	}
	html__table_end(env->out);
	fputs("</details>\n", env->out);
}

static void figure(const struct render_env *env, const struct kt_axis *axis,
		   const struct kt_report *rep, int hist)
{
	static const char *const titles[KT_H_MAX] = {
		[KT_H_WINDOW] = "Window",
		[KT_H_SETUP] = "Setup of a signal frame",
		[KT_H_SIGRETURN] = "Sigreturn",
		[KT_H_INTERRUPTED] = "Interrupted window, with what landed in it",
	};
	const struct kt_quantiles *q = &rep->hist[hist];
	struct kt_column columns[KT_HIST_SLOTS];
	char p50[32], p99[32], max[32];

	kt_axis__columns(axis, &rep->run->hist[hist], columns);
	fprintf(env->out, "<figure>\n<figcaption>%s</figcaption>\n", titles[hist]);
	fprintf(env->out,
		"<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s: histogram of %llu "
		"values, half of them up to %s, 99 %% up to %s, none beyond %s\">\n",
		WIDTH, HEIGHT, titles[hist], (unsigned long long)q->count,
		text__ns(env, p50, q->v[KT_Q_P50]), text__ns(env, p99, q->v[KT_Q_P99]),
		text__ns(env, max, q->v[KT_Q_MAX]));
	grid(env, axis);
	bars(env->out, axis, columns);
	marks(env->out, axis, q);
	fputs("</svg>\n", env->out);
	numbers(env, axis, columns, titles[hist], q->count);
	fputs("</figure>\n", env->out);
}

void html__distribution(const struct render_env *env, const struct kt_report *rep)
{
	struct kt_axis axis;
	int i;

	kt_axis__of(&axis, rep->run, 128);
	if (!axis.nr) {
		fputs("<p>No times were taken.</p>\n", env->out);
		return;
	}
	for (i = 0; i < KT_H_MAX; i++)
		if (rep->hist[i].count)
			figure(env, &axis, rep, i);
}
