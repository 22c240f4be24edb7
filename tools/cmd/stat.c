// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace stat: count, then report at once, like perf stat. */
#include "cmd.h"
#include "cmd/record_opts.h"
#include "log.h"
#include "model/runfile.h"
#include "render/render.h"

#define TOP_SITES 12

struct stat_opts {
	struct record_opts rec;
	const char *format;
	uint64_t top;
};

/* clang-format off */
static const struct opt opts[] = {
	OPT_STR(struct stat_opts, format, 0, "format", "FORMAT", "table (default) or json"),
	OPT_STR(struct stat_opts, rec.output, 'o', "output", "FILE", "write a run file too"),
	OPT_U64(struct stat_opts, top, 0, "top", 1, 1000000, "N", "sites and tasks to show (12)"),
	RECORD_OPTS(struct stat_opts, rec.),
};
/* clang-format on */

static const struct opt_spec spec = {
	.name = "stat",
	.usage = "[options] [-- CMD [ARG..]]",
	.about = "Counts as 'kuaptrace record' does and shows the report at once, on stdout.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.flags = OPT_TAKES_CMD,
};

static int show(const struct renderer *r, const struct kt_run *run, uint64_t top)
{
	struct kt_report *rep = kt_report__new(run, top ? top : r->whole ? KT_TOP_ALL : TOP_SITES);
	struct render_env env;

	if (!rep) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	render_env__init(&env);
	r->report(&env, rep);
	kt_report__free(rep);
	return KT_EXIT_OK;
}

static int save(const struct kt_run *run, const char *path)
{
	struct kt_error err = { 0 };

	if (!path || !runfile__save(run, path, &err))
		return KT_EXIT_OK;
	log_error("%s", err.msg);
	return KT_EXIT_INTERNAL;
}

static const struct renderer *find_format(const char *name, int *rc)
{
	const struct renderer *r = render__find(name ? name : "table");

	if (!r)
		*rc = opt__usage(&spec, "unknown format '%s' (%s)", name, render__names());
	return r;
}

int cmd_stat(int argc, char **argv)
{
	struct stat_opts o = { 0 };
	struct opt_args args = { 0 };
	const struct renderer *r;
	struct kt_run *run = NULL;
	int rc = opt__parse(&spec, argc, argv, &o, &args), saved;

	r = rc == OPT_GO ? find_format(o.format, &rc) : NULL;
	if (r)
		rc = record_opts__run(&spec, &o.rec, &args, &run);
	if (r && rc == OPT_GO) {
		rc = show(r, run, o.top);
		saved = save(run, o.rec.output);
		rc = record_opts__exit(&o.rec, run, rc ? rc : saved);
	}
	kt_run__free(run);
	record_opts__free(&o.rec, &args);
	return rc;
}
