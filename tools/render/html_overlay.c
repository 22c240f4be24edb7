// SPDX-License-Identifier: GPL-2.0-only
/* Two histograms over each other, drawn in SVG, and the same as a table for those who do not see
 * it. */
#include <math.h>

#include "model/overlay.h"
#include "render/html.h"
#include "render/text.h"

#define WIDTH 960
#define LEFT 60
#define RIGHT 60 /* room for the last label */
#define SHARES 220 /* height of the upper plot, from TOP */
#define TOP 20
#define GAP 30
#define DIFFS 100 /* height of the lower one */
#define HEIGHT (TOP + SHARES + GAP + DIFFS + 40)

/* Slots are log-linear already, so one column each is nearly a logarithmic axis. */
static double column(const struct kt_overlay *o)
{
	return (double)(WIDTH - LEFT - RIGHT) / (double)o->nr;
}

static double left_of(const struct kt_overlay *o, size_t i)
{
	return LEFT + column(o) * (double)i;
}

static double height_of(const struct kt_overlay *o, double share)
{
	return o->most > 0 ? SHARES * share / o->most : 0;
}

static void shares(FILE *out, const struct kt_overlay *o)
{
	double h, base = TOP + SHARES;
	size_t i;

	for (i = 0; i < o->nr; i++) {
		h = height_of(o, o->bins[i].share[KT_BEFORE]);
		if (h > 0)
			fprintf(out,
				"<rect class=\"b\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
				"height=\"%.1f\"/>\n",
				left_of(o, i), base - h, column(o), h);
	}
	fprintf(out, "<path class=\"a\" d=\"M%d %.1f", LEFT, base);
	for (i = 0; i < o->nr; i++) {
		h = height_of(o, o->bins[i].share[KT_AFTER]);
		fprintf(out, "V%.1fH%.1f", base - h, left_of(o, i + 1));
	}
	fprintf(out, "V%.1f\"/>\n", base);
}

static void differences(FILE *out, const struct kt_overlay *o)
{
	double h, base = TOP + SHARES + GAP + DIFFS / 2.0;
	size_t i;

	for (i = 0; i < o->nr && o->most_diff > 0; i++) {
		h = DIFFS / 2.0 * fabs(o->bins[i].diff) / o->most_diff;
		if (h > 0)
			fprintf(out,
				"<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
				"height=\"%.1f\"/>\n",
				o->bins[i].diff > 0 ? "up" : "down", left_of(o, i),
				o->bins[i].diff > 0 ? base - h : base, column(o), h);
	}
	fprintf(out, "<path class=\"axis\" d=\"M%d %.1fH%d\"/>\n", LEFT, base, WIDTH - RIGHT);
}

static void axes(const struct render_env *env, const struct kt_overlay *o)
{
	size_t i, step = o->nr / 8 + 1;
	char cell[32];

	fprintf(env->out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", LEFT, TOP + SHARES,
		WIDTH - RIGHT);
	fprintf(env->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 6,
		TOP + 10, text__share(cell, o->most));
	fprintf(env->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">±%s</text>\n", LEFT - 6,
		TOP + SHARES + GAP + 10, text__share(cell, o->most_diff));
	for (i = 0; i < o->nr; i += step)
		fprintf(env->out, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", left_of(o, i),
			HEIGHT - 12, text__ns(env, cell, (double)o->bins[i].lo));
}

static void numbers(const struct render_env *env, const struct kt_overlay *o, const char *name)
{
	char caption[96], cell[32];
	size_t i;

	fputs("<details><summary>The same in numbers</summary>\n", env->out);
	snprintf(caption, sizeof(caption), "%s times: share of the values by duration", name);
	html__table(env->out, caption, ">from|>to|>before|>after|>change");
	for (i = 0; i < o->nr; i++) {
		if (!(o->bins[i].share[KT_BEFORE] > 0) && !(o->bins[i].share[KT_AFTER] > 0))
			continue;
		fputs("<tr>", env->out);
		html__num_cell(env->out, text__ns(env, cell, (double)o->bins[i].lo), NULL);
		html__num_cell(env->out, text__ns(env, cell, (double)o->bins[i].hi), NULL);
		html__num_cell(env->out, text__share(cell, o->bins[i].share[KT_BEFORE]), NULL);
		html__num_cell(env->out, text__share(cell, o->bins[i].share[KT_AFTER]), NULL);
		snprintf(cell, sizeof(cell), "%+.1f", 100 * o->bins[i].diff);
		html__num_cell(env->out, cell, NULL);
		fputs("</tr>\n", env->out);
	}
	html__table_end(env->out);
	fputs("</details>\n", env->out);
}

void html__overlay(const struct render_env *env, const struct kt_compare *cmp, enum kt_hist_id hist)
{
	const char *name = kt_run_hist_names[hist];
	struct kt_overlay o;

	kt_overlay__of(&o, cmp, hist);
	if (!o.nr) {
		fprintf(env->out, "<p>%s: no times on either side.</p>\n", name);
		return;
	}
	fprintf(env->out,
		"<figure>\n<figcaption>%s: before filled (%llu values), after outlined (%llu); "
		"below, what is more (up) or less (down) after</figcaption>\n",
		name, (unsigned long long)o.count[KT_BEFORE],
		(unsigned long long)o.count[KT_AFTER]);
	fprintf(env->out,
		"<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s: histogram of times "
		"before and after; the numbers follow as a table\">\n",
		WIDTH, HEIGHT, name);
	shares(env->out, &o);
	differences(env->out, &o);
	axes(env, &o);
	fputs("</svg>\n", env->out);
	numbers(env, &o, name);
	fputs("</figure>\n", env->out);
}
