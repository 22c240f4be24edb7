// SPDX-License-Identifier: GPL-2.0-only
/* What the commands that read run files have in common. */
#include <string.h>

#include "cmd.h"
#include "cmd/common.h"
#include "log.h"

int cmd__data_error(const struct kt_error *err)
{
	log_error("%s", err->msg);
	if (*err->hint)
		log_hint("%s", err->hint);
	return KT_EXIT_DATA;
}

static int output(const struct opt_spec *spec, bool comparison, const char *format, const char *top,
		  size_t rows, const struct renderer **r, struct render_env *env)
{
	uint64_t n = rows;

	*r = render__find(format);
	if (!*r || (comparison ? !(*r)->compare : !(*r)->report))
		return opt__usage(spec, "--format: '%s' is none of %s", format,
				  render__names(comparison));
	if (top && strcmp(top, "all") && !opt__u64(top, 1, 1000000, &n))
		return opt__usage(spec, "--top: '%s' is neither 'all' nor from 1 to 1000000", top);
	if (top ? !strcmp(top, "all") : (*r)->whole)
		n = KT_TOP_ALL;
	render_env__init(env);
	env->top = (size_t)n;
	return OPT_GO;
}

int cmd__output(const struct opt_spec *spec, const char *format, const char *top, size_t rows,
		const struct renderer **r, struct render_env *env)
{
	return output(spec, false, format, top, rows, r, env);
}

int cmd__output_compare(const struct opt_spec *spec, const char *format, const char *top,
			size_t rows, const struct renderer **r, struct render_env *env)
{
	return output(spec, true, format, top, rows, r, env);
}

int cmd__show_run(const struct kt_run *run, const struct renderer *r, const struct render_env *env)
{
	struct kt_report *rep = kt_report__new(run, env->top);

	if (!rep) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	r->report(env, rep);
	kt_report__free(rep);
	return run->complete ? KT_EXIT_OK : KT_EXIT_DATA;
}
