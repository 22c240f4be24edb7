// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd/filter_opts.h"
#include "log.h"

#define MAX_PID (1 << 22) /* PID_MAX_LIMIT */

static int parse_ids(const struct opt_spec *spec, const char *what, const struct opt_list *list,
		     const pid_t **ids, size_t *nr)
{
	pid_t *v = calloc(list->n + 1, sizeof(*v));
	uint64_t val;
	size_t i;

	*ids = v;
	*nr = list->n;
	if (!v) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	for (i = 0; i < list->n; i++) {
		if (!opt__u64(list->v[i], 1, MAX_PID, &val))
			return opt__usage(spec, "%s takes a number, not '%s'", what, list->v[i]);
		v[i] = (pid_t)val;
	}
	return OPT_GO;
}

static struct words words(const struct opt_list *list)
{
	return (struct words){ list->v, list->n };
}

int filter_opts__conf(const struct opt_spec *spec, const struct filter_opts *o,
		      struct session_conf *conf)
{
	struct filter_conf *f = &conf->filter;
	int rc;

	memset(conf, 0, sizeof(*conf));
	conf->all = o->all;
	conf->no_inherit = o->no_inherit;
	conf->plain = o->no_btf;
	conf->max_tasks = (uint32_t)o->max_tasks;
	conf->max_cells = (uint32_t)o->max_cells;
	f->comms = words(&o->comms);
	f->cgroups = words(&o->cgroups);
	f->cpus = words(&o->cpus);
	f->signals = words(&o->signals);
	f->dirs = words(&o->dirs);
	f->sites = words(&o->sites);
	rc = parse_ids(spec, "-p", &o->pids, &f->pids, &f->nr_pids);
	if (rc == OPT_GO)
		rc = parse_ids(spec, "-t", &o->tids, &f->tids, &f->nr_tids);
	if (rc == OPT_GO && conf->all && (f->nr_pids || f->nr_tids))
		rc = opt__usage(spec, "-a counts every task: no -p or -t beside it");
	if (rc != OPT_GO)
		filter_opts__done(conf);
	return rc;
}

void filter_opts__done(struct session_conf *conf)
{
	free((void *)conf->filter.pids);
	free((void *)conf->filter.tids);
	conf->filter.pids = conf->filter.tids = NULL;
}

void filter_opts__free(struct filter_opts *o)
{
	opt_list__free(&o->pids);
	opt_list__free(&o->tids);
	opt_list__free(&o->comms);
	opt_list__free(&o->cgroups);
	opt_list__free(&o->cpus);
	opt_list__free(&o->signals);
	opt_list__free(&o->dirs);
	opt_list__free(&o->sites);
}
