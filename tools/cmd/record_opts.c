// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include "cmd.h"
#include "cmd/record_opts.h"
#include "log.h"

#define MAX_PID (1 << 22) /* PID_MAX_LIMIT */

/* False after a usage error, which sets *@rc. */
static bool parse_pids(const struct opt_spec *spec, const char *what, const struct opt_list *list,
		       pid_t **pids, size_t *nr, int *rc)
{
	uint64_t val;
	size_t i;

	*pids = calloc(list->n + 1, sizeof(**pids));
	for (i = 0; *pids && i < list->n; i++) {
		if (!opt__u64(list->v[i], 1, MAX_PID, &val)) {
			*rc = opt__usage(spec, "%s takes a number, not '%s'", what, list->v[i]);
			return false;
		}
		(*pids)[i] = val;
	}
	*nr = list->n;
	if (!*pids)
		*rc = KT_EXIT_INTERNAL;
	return *pids != NULL;
}

static bool check(const struct opt_spec *spec, const struct record_opts *o,
		  struct recording_conf *conf, int *rc)
{
	bool some = conf->nr_pids || conf->nr_tids;

	if (conf->all && some) {
		*rc = opt__usage(spec, "-a counts every task: no -p or -t beside it");
		return false;
	}
	if (some || conf->all || conf->cmd)
		return true;
	/* A time without a target is the whole system, as with perf. */
	if (o->seconds > 0) {
		conf->all = true;
		return true;
	}
	*rc = opt__usage(spec, "nothing to count: give -- CMD, -p PID, -t TID, -d SECONDS or -a");
	return false;
}

static void say_losses(const struct kt_run *run)
{
	int i;

	for (i = 0; i < KT_LOSS_MAX; i++) {
		if (run->losses[i])
			log_warn("lost: %s: %" PRIu64, kt_run_loss_names[i], run->losses[i]);
	}
	if (run->losses[KT_LOSS_TASK_MAP_FULL])
		log_hint("more room: --max-tasks");
	if (run->losses[KT_LOSS_CELL_MAP_FULL])
		log_hint("more room: --max-cells");
}

int record_opts__run(const struct opt_spec *spec, const struct record_opts *o,
		     const struct opt_args *args, struct kt_run **run)
{
	struct recording_conf conf = { 0 };
	int rc = KT_EXIT_OK;

	conf.all = o->all;
	conf.seconds = o->seconds;
	conf.no_inherit = o->no_inherit;
	conf.amr = o->amr;
	conf.plain = o->no_btf;
	conf.calibrate = o->calibrate;
	conf.max_tasks = o->max_tasks;
	conf.max_cells = o->max_cells;
	conf.cmd = args->cmd;
	if (parse_pids(spec, "-p", &o->pids, &conf.pids, &conf.nr_pids, &rc) &&
	    parse_pids(spec, "-t", &o->tids, &conf.tids, &conf.nr_tids, &rc) &&
	    check(spec, o, &conf, &rc))
		rc = recording__run(&conf, run);
	free(conf.pids);
	free(conf.tids);
	if (rc)
		return rc;
	say_losses(*run);
	return OPT_GO;
}

int record_opts__exit(const struct record_opts *o, const struct kt_run *run, int written)
{
	/* Ended by us when the time was over: no failure of CMD's. */
	bool timed_out = o->seconds > 0 && run->workload.seconds >= o->seconds;

	if (run->workload.exit > 0 && !timed_out)
		return run->workload.exit;
	if (written)
		return written;
	if (o->strict && kt_run__nr_losses(run)) {
		log_error("events were lost, and --strict was given");
		return KT_EXIT_DATA;
	}
	return KT_EXIT_OK;
}

void record_opts__free(struct record_opts *o, struct opt_args *args)
{
	opt_list__free(&o->pids);
	opt_list__free(&o->tids);
	opt_args__free(args);
}
