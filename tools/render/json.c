// SPDX-License-Identifier: GPL-2.0-only
/* A report or a comparison for programs: the numbers of the table, unrounded. */
#include <math.h>

#include "model/jsonw.h"
#include "render/render.h"

static void key_u64(struct jsonw *w, const char *key, uint64_t v)
{
	jsonw__key(w, key);
	jsonw__u64(w, v);
}

static void key_f64(struct jsonw *w, const char *key, double v)
{
	jsonw__key(w, key);
	jsonw__f64(w, v);
}

static void key_str(struct jsonw *w, const char *key, const char *s)
{
	jsonw__key(w, key);
	jsonw__str(w, s);
}

static void key_open(struct jsonw *w, const char *key, char open, bool on_one_line)
{
	jsonw__key(w, key);
	jsonw__open(w, open, on_one_line);
}

static void begin(struct jsonw *w, const struct render_env *env, const char *schema)
{
	jsonw__init(w, env->out);
	jsonw__open(w, '{', false);
	key_str(w, "schema", schema);
}

static void quantiles(struct jsonw *w, const char *key, const struct kt_quantiles *q)
{
	size_t i;

	key_open(w, key, '{', true);
	key_str(w, "unit", "ns");
	key_u64(w, "count", q->count);
	key_f64(w, "mean", q->count ? q->mean : NAN);
	for (i = 0; i < KT_Q_NR; i++)
		key_f64(w, kt_quantile_names[i], q->count ? q->v[i] : NAN);
	jsonw__close(w, '}');
}

static void report_host(struct jsonw *w, const struct kt_run *run)
{
	const struct kt_run_host *h = &run->host;

	key_open(w, "host", '{', false);
	key_str(w, "kernel", h->kernel);
	key_str(w, "variant", h->variant);
	key_str(w, "mmu", h->mmu);
	jsonw__key(w, "kuap");
	jsonw__tri(w, h->kuap);
	key_str(w, "flush", h->flush);
	jsonw__key(w, "tm");
	jsonw__tri(w, h->tm);
	key_u64(w, "page_size", h->page_size);
	key_str(w, "cpu", h->cpu);
	key_u64(w, "cpus", h->cpus);
	key_f64(w, "floor_ns", h->floor_ns > 0 ? h->floor_ns : NAN);
	key_str(w, "source", h->source);
	jsonw__close(w, '}');
}

static void report_totals(struct jsonw *w, const struct kt_report *rep)
{
	const uint64_t *sums = rep->run->sums;

	key_open(w, "totals", '{', false);
	key_u64(w, "windows", rep->windows);
	jsonw__key(w, "amr_writes");
	if (rep->run->host.kuap < 0)
		jsonw__null(w);
	else
		jsonw__u64(w, rep->amr_writes);
	key_u64(w, "signals", rep->signals);
	key_u64(w, "siginfo", rep->siginfo);
	key_u64(w, "setups_failed", sums[KT_SUM_SETUPS_FAILED]);
	key_u64(w, "sigreturns", rep->sigreturns);
	key_u64(w, "nested", rep->run->nested);
	key_u64(w, "interrupted", sums[KT_SUM_INTERRUPTED]);
	key_u64(w, "restore_math", sums[KT_SUM_RESTORE_MATH]);
	key_u64(w, "restored_any", sums[KT_SUM_RESTORED_ANY]);
	jsonw__close(w, '}');
	key_open(w, "per_signal", '{', true);
	key_f64(w, "windows", rep->per_signal);
	key_f64(w, "amr_writes", rep->per_signal_amr);
	jsonw__close(w, '}');
}

static void report_phases(struct jsonw *w, const struct kt_report *rep)
{
	size_t i;

	key_open(w, "phases", '{', false);
	for (i = 0; i < KT_PHASE_MAX; i++) {
		key_open(w, kt_run_phase_names[i], '{', true);
		key_u64(w, "windows", rep->phases[i].windows);
		key_f64(w, "per_signal", rep->phases[i].per_signal);
		key_f64(w, "share", rep->phases[i].share);
		jsonw__close(w, '}');
	}
	jsonw__close(w, '}');
}

static void report_sites(struct jsonw *w, const struct kt_report *rep)
{
	const struct kt_report_site *s;
	size_t i;

	key_open(w, "sites", '[', false);
	for (i = 0; i < rep->nr_sites; i++) {
		s = &rep->sites[i];
		jsonw__open(w, '{', true);
		key_str(w, "symbol", s->site->symbol);
		key_str(w, "caller", s->site->caller);
		key_str(w, "phase", kt_run_phase_names[s->site->phase]);
		key_str(w, "dir", kt_run_dir_names[s->site->dir]);
		jsonw__key(w, "nested");
		jsonw__bool(w, s->site->nested);
		key_u64(w, "windows", s->site->windows);
		key_f64(w, "per_signal", s->per_signal);
		key_f64(w, "share", s->share);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
	key_u64(w, "sites_left_out", rep->more_sites);
}

static void report_tasks(struct jsonw *w, const struct kt_report *rep)
{
	const struct kt_run_task *t;
	size_t i;

	key_open(w, "tasks", '[', false);
	for (i = 0; i < rep->nr_tasks; i++) {
		t = &rep->run->tasks[i];
		jsonw__open(w, '{', true);
		key_u64(w, "pid", t->pid);
		key_u64(w, "tid", t->tid);
		key_str(w, "comm", t->comm);
		key_u64(w, "windows", t->windows);
		key_u64(w, "signals", t->signals);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
	key_u64(w, "tasks_left_out", rep->more_tasks);
}

void json__report(const struct render_env *env, const struct kt_report *rep)
{
	struct jsonw w;
	size_t i;

	begin(&w, env, "kuaptrace.report/1");
	report_host(&w, rep->run);
	key_str(&w, "command", rep->run->workload.command);
	report_totals(&w, rep);
	report_phases(&w, rep);
	report_sites(&w, rep);
	key_open(&w, "hist", '{', false);
	for (i = 0; i < KT_H_MAX; i++)
		quantiles(&w, kt_run_hist_names[i], &rep->hist[i]);
	jsonw__close(&w, '}');
	report_tasks(&w, rep);
	key_open(&w, "losses", '{', true);
	for (i = 0; i < KT_LOSS_MAX; i++)
		key_u64(&w, kt_run_loss_names[i], rep->run->losses[i]);
	key_u64(&w, "total", rep->losses);
	jsonw__close(&w, '}');
	jsonw__key(&w, "complete");
	jsonw__bool(&w, rep->run->complete);
	jsonw__close(&w, '}');
	jsonw__finish(&w);
}

static void delta(struct jsonw *w, const char *key, const struct kt_delta *d)
{
	key_open(w, key, '{', true);
	key_f64(w, "before", d->v[KT_BEFORE]);
	key_f64(w, "after", d->v[KT_AFTER]);
	key_f64(w, "diff", d->diff);
	key_f64(w, "pct", d->pct);
	jsonw__close(w, '}');
}

static void compare_hosts(struct jsonw *w, const struct kt_compare *cmp)
{
	const struct kt_compare_host *h;
	size_t i;

	key_open(w, "host", '{', false);
	for (i = 0; i < KT_HOST_FACTS; i++) {
		h = &cmp->host[i];
		key_open(w, h->name, '{', true);
		key_str(w, "before", h->v[KT_BEFORE]);
		key_str(w, "after", h->v[KT_AFTER]);
		jsonw__key(w, "differs");
		jsonw__bool(w, h->differs);
		jsonw__key(w, "moves_counts");
		jsonw__bool(w, h->moves_counts);
		jsonw__close(w, '}');
	}
	jsonw__close(w, '}');
}

static void compare_phases(struct jsonw *w, const struct kt_compare *cmp)
{
	static const enum kt_phase phases[] = { KT_PHASE_SETUP, KT_PHASE_SIGRETURN };
	size_t i, d;

	key_open(w, "phases", '{', false);
	for (i = 0; i < 2; i++) {
		key_open(w, kt_run_phase_names[phases[i]], '{', false);
		delta(w, "windows", &cmp->phases[phases[i]]);
		for (d = 0; d < 4; d++)
			delta(w, kt_run_dir_names[d], &cmp->dirs[phases[i]][d]);
		jsonw__close(w, '}');
	}
	jsonw__close(w, '}');
}

static void compare_sites(struct jsonw *w, const struct kt_compare *cmp)
{
	const struct kt_compare_site *s;
	size_t i;

	key_open(w, "sites", '[', false);
	for (i = 0; i < cmp->nr_sites; i++) {
		s = &cmp->sites[i];
		jsonw__open(w, '{', true);
		key_str(w, "symbol", s->symbol);
		key_str(w, "caller", s->caller);
		key_str(w, "phase", kt_run_phase_names[s->phase]);
		key_str(w, "dir", kt_run_dir_names[s->dir]);
		jsonw__key(w, "nested");
		jsonw__bool(w, s->nested);
		key_str(w, "change", kt_change_names[s->change]);
		if (s->source)
			key_str(w, "source", s->source);
		key_open(w, "windows", '{', true);
		key_u64(w, "before", s->windows[KT_BEFORE]);
		key_u64(w, "after", s->windows[KT_AFTER]);
		jsonw__close(w, '}');
		delta(w, "per_signal", &s->per_signal);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
}

static void compare_side(struct jsonw *w, const struct kt_compare_side *side, const char *key)
{
	const struct kt_run *sum = side->sum;
	size_t i;

	key_open(w, key, '{', false);
	key_open(w, "runs", '[', false);
	for (i = 0; i < side->nr; i++) {
		jsonw__open(w, '{', true);
		key_str(w, "file", side->samples[i].file);
		key_str(w, "start", side->samples[i].start);
		key_u64(w, "signals", side->samples[i].signals);
		key_f64(w, "windows_per_signal", side->samples[i].per_signal);
		key_f64(w, "amr_writes_per_signal", side->samples[i].per_signal_amr);
		key_u64(w, "losses", side->samples[i].losses);
		jsonw__close(w, '}');
	}
	jsonw__close(w, ']');
	key_u64(w, "signals", kt_run__nr_signals(sum));
	key_u64(w, "siginfo", kt_run__nr_siginfo(sum));
	key_u64(w, "sigreturns", kt_run__nr_sigreturns(sum));
	key_u64(w, "windows_other", sum->windows[KT_PHASE_OTHER]);
	key_u64(w, "nested", sum->nested);
	key_u64(w, "restore_math", sum->sums[KT_SUM_RESTORE_MATH]);
	key_f64(w, "floor_ns", sum->host.floor_ns > 0 ? sum->host.floor_ns : NAN);
	key_open(w, "hist", '{', false);
	for (i = 0; i < KT_H_MAX; i++)
		quantiles(w, kt_run_hist_names[i], &side->hist[i]);
	jsonw__close(w, '}');
	key_u64(w, "losses", kt_run__nr_losses(sum));
	jsonw__close(w, '}');
}

static void compare_times(struct jsonw *w, const struct kt_compare *cmp)
{
	const struct kt_time *t;
	size_t i, q;

	key_open(w, "times", '{', false);
	key_str(w, "order", kt_order_names[cmp->order]);
	key_u64(w, "tests", cmp->nr_tested);
	key_str(w, "note", cmp->time_note);
	for (i = 0; i < KT_H_MAX; i++) {
		key_open(w, kt_run_hist_names[i], '{', false);
		for (q = 0; q < KT_Q_NR; q++) {
			t = &cmp->times[i][q];
			key_open(w, kt_quantile_names[q], '{', true);
			key_f64(w, "before", t->median.v[KT_BEFORE]);
			key_f64(w, "after", t->median.v[KT_AFTER]);
			key_f64(w, "shift", t->shift.by);
			key_f64(w, "shift_lo", t->shift.lo);
			key_f64(w, "shift_hi", t->shift.hi);
			key_f64(w, "effect_pct", t->effect);
			key_f64(w, "p", t->p);
			key_f64(w, "p_adjusted", t->adjusted);
			key_str(w, "verdict", kt_time_verdict_names[t->verdict]);
			jsonw__close(w, '}');
		}
		jsonw__close(w, '}');
	}
	jsonw__close(w, '}');
}

void json__compare(const struct render_env *env, const struct kt_compare *cmp)
{
	struct jsonw w;
	size_t i;

	begin(&w, env, "kuaptrace.compare/1");
	key_open(&w, "per_signal", '{', false);
	delta(&w, "windows", &cmp->windows);
	delta(&w, "amr_writes", &cmp->amr_writes);
	jsonw__close(&w, '}');
	compare_phases(&w, cmp);
	compare_hosts(&w, cmp);
	for (i = 0; i < KT_SIDES; i++)
		compare_side(&w, &cmp->sides[i], kt_side_names[i]);
	if (!env->totals) {
		compare_sites(&w, cmp);
		compare_times(&w, cmp);
	}
	key_open(&w, "problems", '[', false);
	for (i = 0; i < cmp->nr_problems; i++)
		jsonw__str(&w, cmp->problems[i].text);
	jsonw__close(&w, ']');
	jsonw__close(&w, '}');
	jsonw__finish(&w);
}
