// SPDX-License-Identifier: GPL-2.0-only
/* Writes the run file: a stream, in the order of docs/run-file.md, whole or not at all. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/fields.h"
#include "model/jsonw.h"
#include "model/runfile.h"

static void put_count(struct jsonw *w, uint64_t v)
{
	if (v > KT_COUNT_MAX)
		w->err = -EOVERFLOW;
	jsonw__u64(w, v);
}

static void key_count(struct jsonw *w, const char *key, uint64_t v)
{
	jsonw__key(w, key);
	put_count(w, v);
}

static void key_ratio(struct jsonw *w, const char *key, double v)
{
	jsonw__key(w, key);
	jsonw__f64(w, v);
}

static void put_field(struct jsonw *w, const struct field *f, const void *base)
{
	const void *at = (const char *)base + f->offset;

	jsonw__key(w, f->name);
	switch (f->type) {
	case F_STR:
		jsonw__str(w, *(char *const *)at);
		break;
	case F_COMM:
		jsonw__str(w, at);
		break;
	case F_TRI:
		jsonw__tri(w, *(const int *)at);
		break;
	case F_U32:
		jsonw__u64(w, *(const uint32_t *)at);
		break;
	case F_COUNT:
		put_count(w, *(const uint64_t *)at);
		break;
	case F_ID:
		jsonw__u64(w, *(const uint64_t *)at);
		break;
	case F_F64:
		jsonw__f64(w, *(const double *)at);
		break;
	case F_EXIT:
		if (*(const int *)at < 0)
			jsonw__null(w);
		else
			jsonw__i64(w, *(const int *)at);
		break;
	case F_PHASE:
		jsonw__str(w, kt_run_phase_names[*(const enum kt_phase *)at]);
		break;
	case F_DIR:
		jsonw__str(w, kt_run_dir_names[*(const enum kt_dir *)at]);
		break;
	case F_BOOL:
		jsonw__bool(w, *(const bool *)at);
		break;
	case F_FLAG:
		jsonw__bool(w, *(const uint32_t *)at & f->arg);
		break;
	}
}

static void put_fields(struct jsonw *w, const struct fields *fields, const void *base)
{
	size_t i;

	for (i = 0; i < fields->n; i++)
		put_field(w, &fields->v[i], base);
}

static void put_section(struct jsonw *w, const char *key, const struct fields *fields,
			const void *base)
{
	jsonw__key(w, key);
	jsonw__open(w, '{', false);
	put_fields(w, fields, base);
	jsonw__close(w, '}');
}

static void put_totals(struct jsonw *w, const struct kt_run *run)
{
	size_t i;

	jsonw__key(w, "totals");
	jsonw__open(w, '{', false);
	key_count(w, "windows", kt_run__windows(run));
	jsonw__key(w, "amr_writes");
	if (run->host.kuap < 0)
		jsonw__null(w);
	else
		jsonw__u64(w, kt_run__amr_writes(run));
	key_count(w, "signals", kt_run__nr_signals(run));
	key_count(w, "siginfo", kt_run__nr_siginfo(run));
	key_count(w, "sigreturns", kt_run__nr_sigreturns(run));
	jsonw__key(w, "sigreturn_kinds");
	jsonw__open(w, '{', true);
	for (i = 0; i < KT_SIGRETURN_MAX; i++)
		key_count(w, kt_run_sigreturn_names[i], run->sigreturns[i]);
	jsonw__close(w, '}');
	jsonw__key(w, "phases");
	jsonw__open(w, '{', true);
	for (i = 0; i < KT_PHASE_MAX; i++)
		key_count(w, kt_run_phase_names[i], run->windows[i]);
	jsonw__close(w, '}');
	put_fields(w, &kt_totals_fields, run);
	jsonw__close(w, '}');
}

static void put_ratios(struct jsonw *w, const struct kt_run *run)
{
	jsonw__key(w, "per_signal");
	jsonw__open(w, '{', true);
	key_ratio(w, "windows", kt_run__per_signal(run));
	key_ratio(w, "amr_writes", kt_run__per_signal_amr(run));
	jsonw__close(w, '}');
	jsonw__key(w, "per_setup");
	jsonw__open(w, '{', true);
	key_ratio(w, "windows", kt_run__per_setup(run));
	jsonw__close(w, '}');
	jsonw__key(w, "per_sigreturn");
	jsonw__open(w, '{', true);
	key_ratio(w, "windows", kt_run__per_sigreturn(run));
	jsonw__close(w, '}');
}

static void put_hist(struct jsonw *w, const char *name, const struct kt_run_hist_data *h)
{
	uint32_t i;

	jsonw__key(w, name);
	jsonw__open(w, '{', true);
	jsonw__key(w, "unit");
	jsonw__str(w, "ns");
	jsonw__key(w, "sum");
	jsonw__u64(w, h->sum);
	key_count(w, "count", h->count);
	jsonw__key(w, "slots");
	jsonw__open(w, '[', true);
	for (i = 0; i < KT_HIST_SLOTS; i++) {
		if (!h->slots[i])
			continue;
		jsonw__open(w, '[', true);
		jsonw__u64(w, kt_hist_lo(i));
		jsonw__u64(w, kt_hist_lo(i + 1));
		put_count(w, h->slots[i]);
		jsonw__close(w, ']');
	}
	jsonw__close(w, ']');
	jsonw__close(w, '}');
}

static void put_sites(struct jsonw *w, const struct kt_run *run)
{
	const struct kt_site *s;
	size_t i;

	jsonw__key(w, "sites");
	jsonw__open(w, '[', false);
	for (i = 0; i < run->nr_sites; i++) {
		s = &run->sites[i];
		jsonw__open(w, '{', true);
		put_fields(w, &kt_site_fields, s);
		key_ratio(w, "per_signal", kt_run__site_per_signal(run, s));
		put_fields(w, &kt_site_more_fields, s);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
}

static void put_losses(struct jsonw *w, const struct kt_run *run)
{
	size_t i;

	jsonw__key(w, "losses");
	jsonw__open(w, '{', false);
	for (i = 0; i < KT_LOSS_MAX; i++)
		key_count(w, kt_run_loss_names[i], run->losses[i]);
	key_count(w, "total", kt_run__nr_losses(run));
	jsonw__close(w, '}');
}

static void put_signals(struct jsonw *w, const struct kt_run *run)
{
	const struct kt_signal *s;
	size_t i;

	jsonw__key(w, "signals");
	jsonw__open(w, '[', false);
	for (i = 0; i < KT_NSIG; i++) {
		s = &run->signals[i];
		if (!s->entered && !s->siginfo)
			continue;
		jsonw__open(w, '{', true);
		jsonw__key(w, "signal");
		jsonw__u64(w, i);
		key_count(w, "entered", s->entered);
		key_count(w, "siginfo", s->siginfo);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
}

static void put_tasks(struct jsonw *w, const struct kt_run *run)
{
	size_t i;

	jsonw__key(w, "tasks");
	jsonw__open(w, '[', false);
	for (i = 0; i < run->nr_tasks; i++) {
		jsonw__open(w, '{', true);
		put_fields(w, &kt_task_fields, &run->tasks[i]);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
}

int runfile__write(const struct kt_run *run, FILE *f)
{
	struct jsonw w;
	size_t i;

	jsonw__init(&w, f);
	jsonw__open(&w, '{', false);
	jsonw__key(&w, "schema");
	jsonw__str(&w, KT_RUN_SCHEMA);
	put_section(&w, "host", &kt_host_fields, &run->host);
	put_section(&w, "workload", &kt_workload_fields, &run->workload);
	put_totals(&w, run);
	put_ratios(&w, run);
	jsonw__key(&w, "hist");
	jsonw__open(&w, '{', false);
	for (i = 0; i < KT_H_MAX; i++)
		put_hist(&w, kt_run_hist_names[i], &run->hist[i]);
	jsonw__close(&w, '}');
	put_sites(&w, run);
	put_losses(&w, run);
	put_signals(&w, run);
	put_tasks(&w, run);
	jsonw__key(&w, "complete");
	jsonw__bool(&w, run->complete);
	jsonw__close(&w, '}');
	return jsonw__finish(&w);
}
