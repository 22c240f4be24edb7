// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks for flame graphs: "phase;caller;function;direction windows", outermost first, a
 * line a site. Nested windows are in no total and have a root of their own.
 */
#include <inttypes.h>
#include <string.h>

#include "model/utf8.h"
#include "render/render.h"
#include "render/text.h"

/* A frame may hold neither the separator nor a blank: the last blank begins the count. */
static void frame(FILE *out, const char *s)
{
	char clean[TEXT_MAX], *p;

	utf8__clean(clean, sizeof(clean), s, false);
	for (p = clean; *p; p++)
		if (*p == ';' || *p == ' ')
			fprintf(out, "\\x%02x", (unsigned char)*p);
		else
			fputc(*p, out);
}

void folded__report(const struct render_env *env, const struct kt_report *rep)
{
	const struct kt_site *s;
	size_t i;

	for (i = 0; i < rep->nr_sites; i++) {
		s = rep->sites[i].site;
		if (!s->windows)
			continue;
		fprintf(env->out, "%s;", s->nested ? "nested" : kt_run_phase_names[s->phase]);
		frame(env->out, *s->caller ? s->caller : "unknown");
		fputc(';', env->out);
		frame(env->out, *s->symbol ? s->symbol : "unknown");
		fprintf(env->out, ";%s %" PRIu64 "\n", kt_run_dir_names[s->dir], s->windows);
	}
}
