// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace stat: count, then report at once, like perf stat. */
#include <string.h>

#include "cmd.h"
#include "cmd/common.h"
#include "cmd/record_opts.h"
#include "log.h"
#include "model/runfile.h"

#define TOP_ROWS 12

struct stat_opts {
	struct record_opts rec;
	const char *format;
	const char *top;
};

/* clang-format off */
static const struct opt opts[] = {
	OPT_STR(struct stat_opts, format, 0, "format", "FORMAT",
		"table (default) or another of report's"),
	OPT_STR(struct stat_opts, rec.output, 'o', "output", "FILE", "write a run file too"),
	OPT_STR(struct stat_opts, top, 0, "top", "N", "sites and tasks to show, or all (12)"),
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

static int save(const struct kt_run *run, const char *path)
{
	struct kt_error err = { 0 };

	if (!path || !runfile__save(run, path, &err))
		return KT_EXIT_OK;
	log_error("%s", err.msg);
	return KT_EXIT_INTERNAL;
}

int cmd_stat(int argc, char **argv)
{
	struct stat_opts o = { .format = "table" };
	struct opt_args args = { 0 };
	const struct renderer *r = NULL;
	struct kt_run *run = NULL;
	struct render_env env;
	int rc = opt__parse(&spec, argc, argv, &o, &args), saved;

	if (rc == OPT_GO)
		rc = cmd__output(&spec, o.format, o.top, TOP_ROWS, &r, &env);
	o.rec.json = r && rc == OPT_GO && !strcmp(r->name, "json");
	if (rc == OPT_GO)
		rc = record_opts__run(&spec, &o.rec, &args, &run);
	if (rc == OPT_GO) {
		/* With -i the lines were the report. */
		rc = o.rec.interval > 0 ? KT_EXIT_OK : cmd__show_run(run, r, &env);
		saved = save(run, o.rec.output);
		rc = record_opts__exit(&o.rec, run, rc ? rc : saved);
	}
	kt_run__free(run);
	record_opts__free(&o.rec, &args);
	return rc;
}
