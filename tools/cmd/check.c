// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace check: does what was asked of some runs hold? For CI. */
#include <string.h>

#include "cmd.h"
#include "cmd/gates.h"
#include "log.h"

#define MAX_RUNS 1000

struct check_opts {
	struct opt_list max, min, baseline, tolerance;
	double least_effect, alpha;
	const char *format;
};

static const struct opt opts[] = {
	OPT_LIST(struct check_opts, max, 0, "max", "METRIC=N", "no run may have more; repeatable"),
	OPT_LIST(struct check_opts, min, 0, "min", "METRIC=N", "no run may have less; repeatable"),
	OPT_OPERANDS(struct check_opts, baseline, 0, "baseline", NULL,
		     "the files that follow are the runs to compare with"),
	OPT_LIST(struct check_opts, tolerance, 0, "tolerance", "METRIC=PCT",
		 "may be worse than the baseline by PCT per cent; repeatable; default with "
		 "--baseline: per_signal.windows=0"),
	OPT_F64(struct check_opts, least_effect, 0, "least-effect", 0, 1000, "PCT",
		"a time that is worse by less is no regression (2)"),
	OPT_F64(struct check_opts, alpha, 0, "alpha", 0, 1, "A",
		"false alarms allowed, for all times together (0.05)"),
	OPT_STR(struct check_opts, format, 0, "format", "FORMAT",
		"text (default), json, junit, tap or github"),
};

static const struct opt_spec spec = {
	.name = "check",
	.usage = "FILE.. [--max METRIC=N].. [--min METRIC=N].. [--baseline FILE..] [options]",
	.about =
		"Fails (exit 1) when a run does not keep to what is asked. Counts gate exactly. A "
		"time fails when it is worse than the baseline's beyond the least effect, and that "
		"is significant over runs after correction for all times asked for; that takes 4 "
		"runs a side for one time, 6 for 15, better 10. What cannot be judged ends 3: a "
		"lossy, incomplete or empty run, a missing file or metric, too few runs.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.max_operands = MAX_RUNS,
	.more = gates__help,
};

static int add_gates(struct kt_check *c, const struct check_opts *o)
{
	char word[] = "per_signal.windows=0";
	char *words[] = { word };
	struct opt_list usual = { words, 1 };
	int rc = gates__add(&spec, c, KT_GATE_MAX, "max", &o->max);

	if (rc == OPT_GO)
		rc = gates__add(&spec, c, KT_GATE_MIN, "min", &o->min);
	if (rc == OPT_GO)
		rc = gates__add(&spec, c, KT_GATE_BASELINE, "tolerance",
				o->baseline.n && !o->tolerance.n ? &usual : &o->tolerance);
	return rc;
}

static int load(struct kt_check *c, enum kt_side side, const struct opt_list *files)
{
	int rc = KT_EXIT_OK;
	size_t i;

	for (i = 0; i < files->n && rc == KT_EXIT_OK; i++)
		rc = gates__load(c, side, files->v[i]);
	return rc;
}

/* "--baseline *.json" where nothing matched must not pass for "no baseline asked for". */
static bool baseline_is_missing(int argc, char **argv, const struct check_opts *o)
{
	bool asked = o->tolerance.n > 0;
	int i;

	for (i = 1; i < argc; i++)
		asked |= !strcmp(argv[i], "--baseline");
	return asked && !o->baseline.n;
}

static int check(const struct opt_list *files, const struct check_opts *o,
		 const struct check_renderer *r)
{
	struct kt_check *c = kt_check__new();
	int rc;

	if (!c) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	c->alpha = o->alpha;
	c->least_effect = o->least_effect;
	rc = add_gates(c, o);
	if (rc == OPT_GO && !c->nr_gates)
		rc = opt__usage(&spec, "nothing to check: give --max, --min or --baseline");
	if (rc == OPT_GO)
		rc = load(c, KT_BEFORE, &o->baseline);
	if (rc == KT_EXIT_OK)
		rc = load(c, KT_AFTER, files);
	if (rc == KT_EXIT_OK)
		rc = gates__show(c, r);
	kt_check__free(c);
	return rc;
}

int cmd_check(int argc, char **argv)
{
	struct check_opts o = { .least_effect = 2, .alpha = 0.05, .format = "text" };
	const struct check_renderer *r;
	struct opt_args args;
	int rc;

	rc = opt__parse(&spec, argc, argv, &o, &args);
	if (rc != OPT_GO)
		return rc;
	rc = gates__options(&spec, o.alpha, o.format, &r);
	if (rc == OPT_GO && !args.operands.n)
		rc = opt__usage(&spec, "no run file given");
	if (rc == OPT_GO && baseline_is_missing(argc, argv, &o)) {
		log_error("no baseline: there is no file after --baseline");
		rc = KT_EXIT_DATA;
	}
	if (rc == OPT_GO)
		rc = check(&args.operands, &o, r);
	opt_args__free(&args);
	opt_list__free(&o.max);
	opt_list__free(&o.min);
	opt_list__free(&o.baseline);
	opt_list__free(&o.tolerance);
	return rc;
}
