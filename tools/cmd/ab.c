// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace ab: two settings of a run-time switch against each other, in one boot, ABBA. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd/ab.h"
#include "cmd/common.h"
#include "cmd/gates.h"
#include "collect/toggle.h"
#include "log.h"
#include "model/runfile.h"

struct ab_opts {
	const char *toggle, *recorder, *keep, *format;
	uint64_t blocks;
	struct opt_list tolerance;
	double least_effect, alpha;
};

static const struct opt opts[] = {
	OPT_STR(struct ab_opts, toggle, 0, "toggle", "PATH=A,B",
		"the switch and its two values: A is before, B after"),
	OPT_U64(struct ab_opts, blocks, 'r', "repeat", 1, 10000, "N",
		"N blocks of four runs, ABBA (10)"),
	OPT_LIST(struct ab_opts, tolerance, 0, "tolerance", "METRIC=PCT",
		 "B may be worse than A by PCT per cent; repeatable; default: per_signal.windows=0 "
		 "and the medians of window, setup and sigreturn times"),
	OPT_F64(struct ab_opts, least_effect, 0, "least-effect", 0, 1000, "PCT",
		"a time that is worse by less is no regression (2)"),
	OPT_F64(struct ab_opts, alpha, 0, "alpha", 0, 1, "A",
		"false alarms allowed, for all times together (0.05)"),
	OPT_STR(struct ab_opts, keep, 0, "keep", "DIR",
		"keep the run files there, as 0001-A.json, 0002-B.json, .."),
	OPT_STR(struct ab_opts, recorder, 0, "recorder", "PROG",
		"what records: PROG -o FILE -- CMD.. (kuaptrace record)"),
	OPT_STR(struct ab_opts, format, 0, "format", "FORMAT",
		"text (default), json, junit, tap or github"),
};

static const struct opt_spec spec = {
	.name = "ab",
	.usage = "--toggle PATH=A,B [-r N] [options] -- CMD [ARG..]",
	.about =
		"Runs CMD under each of two values of a switch in sysfs or debugfs, A B B A, and "
		"judges B against A. Counts gate exactly. Times are judged by blocks, where slow "
		"drift cancels: the differences within blocks, their signs flipped in all ways "
		"(signed ranks), after correction for all times asked for. One time needs 6 blocks, "
		"15 need 10. The switch is put back however this ends. Exit 1 when B is worse.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.flags = OPT_TAKES_CMD,
	.more = gates__help,
};

struct ab {
	const struct ab_opts *o;
	const struct opt_args *args;
	struct toggle toggle;
	char *path, *value[KT_SIDES];
	struct kt_check *check;
	char dir[256];
};

/* PATH=A,B: into @ab, which owns the copy. */
static int split(struct ab *ab, const char *text)
{
	char *eq, *comma;

	ab->path = strdup(text);
	if (!ab->path)
		return KT_EXIT_INTERNAL;
	eq = strrchr(ab->path, '=');
	comma = eq ? strchr(eq, ',') : NULL;
	if (!comma || eq == ab->path || comma == eq + 1 || !comma[1] || strchr(comma + 1, ',') ||
	    strlen(text) >= TOGGLE_MAX)
		return opt__usage(&spec, "--toggle: '%s' is not PATH=A,B", text);
	*eq = *comma = '\0';
	ab->value[KT_BEFORE] = eq + 1;
	ab->value[KT_AFTER] = comma + 1;
	if (strcmp(ab->value[KT_BEFORE], ab->value[KT_AFTER]))
		return OPT_GO;
	return opt__usage(&spec, "--toggle: A and B are the same");
}

static int add_gates(struct ab *ab)
{
	char count[] = "per_signal.windows=0", window[] = "hist.window.p50=0";
	char setup[] = "hist.setup.p50=0", sigreturn[] = "hist.sigreturn.p50=0";
	char *words[] = { count, window, setup, sigreturn };
	struct opt_list usual = { words, 4 };
	size_t i, times = 0, least;
	int rc;

	ab->check->blocks = true;
	ab->check->alpha = ab->o->alpha;
	ab->check->least_effect = ab->o->least_effect;
	rc = gates__add(&spec, ab->check, KT_GATE_BASELINE, "tolerance",
			ab->o->tolerance.n ? &ab->o->tolerance : &usual);
	if (rc != OPT_GO)
		return rc;
	for (i = 0; i < ab->check->nr_gates; i++)
		times += ab->check->gates[i].metric->time;
	least = times ? kt_stats__least_blocks(ab->o->alpha / (double)times) : 1;
	if (ab->o->blocks >= least)
		return OPT_GO;
	log_error("%llu blocks cannot give a verdict on %zu times: that takes %zu",
		  (unsigned long long)ab->o->blocks, times, least);
	log_hint("give -r %zu, or ask for counts alone: --tolerance per_signal.windows=0", least);
	return KT_EXIT_DATA;
}

static int open_dir(struct ab *ab)
{
	const char *tmp = getenv("TMPDIR");

	if (ab->o->keep) {
		snprintf(ab->dir, sizeof(ab->dir), "%s", ab->o->keep);
		if (strlen(ab->o->keep) < sizeof(ab->dir) &&
		    (!mkdir(ab->dir, 0777) || !access(ab->dir, W_OK | X_OK)))
			return OPT_GO;
	} else {
		snprintf(ab->dir, sizeof(ab->dir), "%s/kuaptrace-ab.XXXXXX", tmp ? tmp : "/tmp");
		if (mkdtemp(ab->dir))
			return OPT_GO;
	}
	log_error("cannot make the directory %s for run files", ab->dir);
	ab->dir[0] = '\0';
	return KT_EXIT_INTERNAL;
}

/* CMD's failure is CMD's status; a recorder without a run has its own reason. */
static int failed(const char *file, int status)
{
	struct kt_error err = { 0 };
	struct kt_run *run = runfile__load(file, &err);
	int cmd = run ? run->workload.exit : 0;

	kt_run__free(run);
	if (cmd > 0)
		log_error("the command ended with status %d: no comparison", cmd);
	else
		log_error("the recorder ended with status %d: no comparison", status);
	return cmd > 0 ? cmd : status;
}

static int one_run(struct ab *ab, enum kt_side side, size_t number)
{
	struct kt_error err = { 0 };
	char file[300];
	int rc;

	if (toggle__set(&ab->toggle, ab->value[side], &err)) {
		cmd__data_error(&err);
		return KT_EXIT_CANNOT;
	}
	snprintf(file, sizeof(file), "%s/%04zu-%c.json", ab->dir, number, "AB"[side]);
	log_info("run %zu of %llu: %s", number, 4 * (unsigned long long)ab->o->blocks,
		 ab->value[side]);
	rc = ab__record(ab->o->recorder, file, ab->args->cmd, ab->args->cmd_argc);
	if (ab__signal())
		rc = 128 + ab__signal();
	else if (rc)
		rc = failed(file, rc);
	else
		rc = gates__load(ab->check, side, file);
	if (!ab->o->keep)
		unlink(file);
	return rc;
}

static int all_runs(struct ab *ab)
{
	static const enum kt_side abba[] = { KT_BEFORE, KT_AFTER, KT_AFTER, KT_BEFORE };
	int rc = KT_EXIT_OK;
	size_t i;

	for (i = 0; i < 4 * ab->o->blocks && rc == KT_EXIT_OK && !ab__signal(); i++)
		rc = one_run(ab, abba[i % 4], i + 1);
	return rc == KT_EXIT_OK && ab__signal() ? 128 + ab__signal() : rc;
}

/* From here to the end the switch is ours. */
static int with_toggle(struct ab *ab)
{
	struct kt_error err = { 0 };
	int rc;

	if (toggle__open(&ab->toggle, ab->path, &err)) {
		cmd__data_error(&err);
		return KT_EXIT_CANNOT;
	}
	ab__catch_signals();
	rc = all_runs(ab);
	if (toggle__close(&ab->toggle, &err)) {
		log_error("%s", err.msg);
		log_hint("it held '%.80s' before", ab->toggle.was);
		return rc == KT_EXIT_OK ? KT_EXIT_CANNOT : rc;
	}
	return rc;
}

static int run(struct ab *ab, const struct check_renderer *r)
{
	int rc = split(ab, ab->o->toggle);

	ab->check = kt_check__new();
	if (!ab->check) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	if (rc == OPT_GO)
		rc = add_gates(ab);
	if (rc == OPT_GO)
		rc = open_dir(ab);
	if (rc != OPT_GO)
		return rc;
	rc = with_toggle(ab);
	if (rc == KT_EXIT_OK)
		rc = gates__show(ab->check, r);
	if (!ab->o->keep)
		rmdir(ab->dir);
	return rc;
}

int cmd_ab(int argc, char **argv)
{
	struct ab_opts o = { .blocks = 10, .least_effect = 2, .alpha = 0.05, .format = "text" };
	const struct check_renderer *r;
	struct opt_args args = { 0 };
	struct ab ab = { .o = &o, .args = &args };
	int rc;

	rc = opt__parse(&spec, argc, argv, &o, &args);
	if (rc != OPT_GO)
		return rc;
	rc = gates__options(&spec, o.alpha, o.format, &r);
	if (rc == OPT_GO && !o.toggle)
		rc = opt__usage(&spec, "give the switch: --toggle PATH=A,B");
	else if (rc == OPT_GO && !args.cmd)
		rc = opt__usage(&spec, "give the command to run: -- CMD");
	if (rc == OPT_GO)
		rc = run(&ab, r);
	kt_check__free(ab.check);
	free(ab.path);
	opt_args__free(&args);
	opt_list__free(&o.tolerance);
	return rc;
}
