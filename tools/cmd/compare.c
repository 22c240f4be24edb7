// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace compare: what changed between two sides of runs. */
#include "cmd.h"
#include "cmd/common.h"
#include "cmd/lines.h"
#include "log.h"
#include "model/runfile.h"

#define ROWS 40
#define MAX_RUNS 1000

struct compare_opts {
	const char *format;
	const char *top;
	const char *vmlinux;
	bool force, totals;
	struct opt_list with;
};

static const struct opt opts[] = {
	OPT_OPERANDS(struct compare_opts, with, 0, "with", NULL,
		     "what stands before are the runs before, what follows the runs after"),
	OPT_STR(struct compare_opts, format, 0, "format", "FORMAT",
		"table (default), json, csv, markdown or html"),
	OPT_STR(struct compare_opts, top, 0, "top", "N",
		"sites shown of one kind of change, or 'all'; default: 40 in a table or markdown"),
	OPT_FLAG(struct compare_opts, force, 0, "force",
		 "compare unlike hosts, lossy or incomplete runs; what is wrong is still said"),
	OPT_STR(struct compare_opts, vmlinux, 0, "vmlinux", "FILE",
		"name the source lines of sites, from this vmlinux with debug information"),
	OPT_FLAG(struct compare_opts, totals, 0, "totals",
		 "no sites, no times; tasks are not read, which is faster with large files"),
};

static const struct opt_spec spec = {
	.name = "compare",
	.usage = "[options] BEFORE.. --with AFTER.. | BEFORE AFTER",
	.about = "Shows what changed per signal: AMR writes, windows by phase, direction and site, "
		 "times. The runs of a side are added up. Ends 3 when the runs are not comparable, "
		 "incomplete or lossy.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.max_operands = MAX_RUNS,
};

static int add(struct kt_compare *cmp, enum kt_side side, const char *file, bool totals)
{
	struct kt_error err = { 0 };
	struct kt_run *run = totals ? runfile__load_totals(file, &err) : runfile__load(file, &err);
	int rc;

	if (!run)
		return cmd__data_error(&err);
	rc = kt_compare__add(cmp, side, file, run, &err);
	kt_run__free(run);
	if (!rc)
		return KT_EXIT_OK;
	log_error("%s", err.msg);
	return KT_EXIT_INTERNAL;
}

static int add_all(struct kt_compare *cmp, enum kt_side side, const struct opt_list *files,
		   bool totals)
{
	int rc = KT_EXIT_OK;
	size_t i;

	for (i = 0; i < files->n && rc == KT_EXIT_OK; i++)
		rc = add(cmp, side, files->v[i], totals);
	return rc;
}

static int show(struct kt_compare *cmp, const struct renderer *r, const struct render_env *env,
		bool force)
{
	bool unlike = kt_compare__has(cmp, KT_PROBLEM_UNLIKE);
	size_t i;

	for (i = 0; i < cmp->nr_problems; i++) {
		if (force)
			log_warn("%s", cmp->problems[i].text);
		else
			log_error("%s", cmp->problems[i].text);
	}
	if (unlike && !force) {
		log_hint("these hosts do not count alike; --force compares them all the same");
		return KT_EXIT_DATA;
	}
	r->compare(env, cmp);
	return cmp->nr_problems && !force ? KT_EXIT_DATA : KT_EXIT_OK;
}

static int compare(const struct opt_list *before, const struct opt_list *after,
		   const struct renderer *r, const struct render_env *env,
		   const struct compare_opts *o)
{
	struct kt_compare *cmp = kt_compare__new();
	struct kt_error err = { "out of memory", "" };
	int rc;

	if (!cmp) {
		log_error("%s", err.msg);
		return KT_EXIT_INTERNAL;
	}
	rc = add_all(cmp, KT_BEFORE, before, env->totals);
	if (rc == KT_EXIT_OK)
		rc = add_all(cmp, KT_AFTER, after, env->totals);
	if (rc == KT_EXIT_OK && kt_compare__finish(cmp, &err)) {
		log_error("%s", err.msg);
		rc = KT_EXIT_INTERNAL;
	}
	if (rc == KT_EXIT_OK && o->vmlinux)
		rc = lines__find(o->vmlinux, cmp);
	if (rc == KT_EXIT_OK)
		rc = show(cmp, r, env, o->force);
	kt_compare__free(cmp);
	return rc;
}

int cmd_compare(int argc, char **argv)
{
	struct compare_opts o = { .format = "table" };
	struct opt_list before, after;
	const struct renderer *r;
	struct render_env env;
	struct opt_args args;
	int rc;

	rc = opt__parse(&spec, argc, argv, &o, &args);
	if (rc != OPT_GO)
		return rc;
	before = args.operands;
	after = o.with;
	if (before.n == 2 && !o.with.n) { /* BEFORE AFTER */
		after = (struct opt_list){ before.v + 1, 1 };
		before.n = 1;
	}
	rc = cmd__output_compare(&spec, o.format, o.top, ROWS, &r, &env);
	env.totals = o.totals;
	if (rc == OPT_GO && (!before.n || !after.n))
		rc = opt__usage(&spec, "give run files for both sides: BEFORE.. --with AFTER..");
	if (rc == OPT_GO)
		rc = compare(&before, &after, r, &env, &o);
	opt_args__free(&args);
	opt_list__free(&o.with);
	return rc;
}
