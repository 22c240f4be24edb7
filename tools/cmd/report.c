// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace report: show one run file. */
#include "cmd.h"
#include "cmd/common.h"
#include "log.h"
#include "model/runfile.h"

#define ROWS 10

struct report_opts {
	const char *format;
	const char *top;
};

static const struct opt opts[] = {
	OPT_STR(struct report_opts, format, 0, "format", "FORMAT", 
		"table (default), json, csv, html, openmetrics or folded"),
	OPT_STR(struct report_opts, top, 0, "top", "N",
		"sites and tasks shown, or 'all'; default: 10 in a table, all in the others"),
};

static const struct opt_spec spec = {
	.name = "report",
	.usage = "[options] FILE",
	.about = "Shows a run file: AMR writes and windows per signal, by phase, site and task, "
		 "times and losses. FILE - is stdin.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.max_operands = 1,
};

static int show(const char *file, const struct renderer *r, const struct render_env *env)
{
	struct kt_error err = { 0 };
	struct kt_run *run = runfile__load(file, &err);
	int rc;

	if (!run)
		return cmd__data_error(&err);
	rc = cmd__show_run(run, r, env);
	if (rc == KT_EXIT_DATA)
		log_error("%s: the recording is not complete", file);
	kt_run__free(run);
	return rc;
}

int cmd_report(int argc, char **argv)
{
	struct report_opts o = { .format = "table" };
	const struct renderer *r;
	struct render_env env;
	struct opt_args args;
	int rc;

	rc = opt__parse(&spec, argc, argv, &o, &args);
	if (rc != OPT_GO)
		return rc;
	rc = cmd__output(&spec, o.format, o.top, ROWS, &r, &env);
	if (rc == OPT_GO && !args.operands.n)
		rc = opt__usage(&spec, "no run file given");
	if (rc == OPT_GO)
		rc = show(args.operands.v[0], r, &env);
	opt_args__free(&args);
	return rc;
}
