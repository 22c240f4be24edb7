// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace record: count, then write a run file. */
#include <inttypes.h>
#include <string.h>

#include "cmd.h"
#include "cmd/record_opts.h"
#include "log.h"
#include "model/runfile.h"

struct record_cmd {
	struct record_opts rec;
	const char *format;
};

/* clang-format off */
static const struct opt opts[] = {
	OPT_STR(struct record_cmd, format, 0, "format", "FORMAT", "of -i: table (default) or json"),
	OPT_STR(struct record_cmd, rec.output, 'o', "output", "FILE",
		"run file, - for stdout (kuaptrace.json)"),
	OPT_STR(struct record_cmd, rec.textfile, 0, "textfile", "DIR",
		"with -i: write DIR/kuaptrace.prom instead, for node_exporter"),
	RECORD_OPTS(struct record_cmd, rec.),
};
/* clang-format on */

static void help_more(FILE *out)
{
	fputs("\nFilters add up: a task is counted when each kind of filter wants it. With one\n"
	      "and neither CMD, -p nor -t every task of the system is looked at. With -s, a\n"
	      "window counts inside the setup or the sigreturn of that signal alone.\n",
	      out);
	fputs("\nCounting starts at CMD's exec and follows its children. With -a, -p or -t, CMD\n"
	      "only says for how long. Without CMD and -d, ^C ends the recording; the file is\n"
	      "complete.\n"
	      "\nexit status: CMD's own (128 + signal) when it failed, 126 and 127 when it could\n"
	      "not be run; 3 with --strict when events were lost; 4 when nothing can be counted\n"
	      "here.\n",
	      out);
}

static const struct opt_spec spec = {
	.name = "record",
	.usage = "[options] [-- CMD [ARG..]]",
	.about =
		"Counts windows, signals and sigreturns until CMD ends, the time is over or ^C, and "
		"writes a run file.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.flags = OPT_TAKES_CMD,
	.more = help_more,
};

static int save(const struct kt_run *run, const char *path)
{
	struct kt_error err = { 0 };

	if (!runfile__save(run, path, &err)) {
		log_info("wrote %s: %" PRIu64 " windows, %" PRIu64 " signals", path,
			 kt_run__windows(run), kt_run__nr_signals(run));
		return KT_EXIT_OK;
	}
	log_error("%s", err.msg);
	if (err.hint[0])
		log_hint("%s", err.hint);
	return KT_EXIT_INTERNAL;
}

int cmd_record(int argc, char **argv)
{
	struct record_cmd o = { .rec.output = "kuaptrace.json", .format = "table" };
	struct opt_args args = { 0 };
	struct kt_run *run = NULL;
	int rc = opt__parse(&spec, argc, argv, &o, &args);

	o.rec.json = !strcmp(o.format, "json");
	if (rc == OPT_GO && !o.rec.json && strcmp(o.format, "table"))
		rc = opt__usage(&spec, "--format: '%s' is none of table, json", o.format);
	if (rc == OPT_GO && o.rec.interval > 0 && !strcmp(o.rec.output, "-"))
		rc = opt__usage(&spec, "-i and -o - both write to stdout: give -o FILE");
	if (rc == OPT_GO)
		rc = record_opts__run(&spec, &o.rec, &args, &run);
	if (rc == OPT_GO)
		rc = record_opts__exit(&o.rec, run, save(run, o.rec.output));
	kt_run__free(run);
	record_opts__free(&o.rec, &args);
	return rc;
}
