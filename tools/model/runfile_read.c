// SPDX-License-Identifier: GPL-2.0-only
/* From a parsed document to a run: what must be there, what must agree with what. */
#include <stdlib.h>
#include <string.h>

#include "model/run.h"
#include "model/runfile_get.h"

#define MAX_SITES 100000u
#define MAX_TASKS 4194304u /* Linux' PID_MAX_LIMIT */

/* The object or array @key of @root; an absent one is an error. */
static json_t *section(const struct place *top, const json_t *root, const char *key, json_type type)
{
	json_t *v = json_object_get(root, key);

	if (v && json_typeof(v) == type)
		return v;
	place__expected(top, key, type == JSON_OBJECT ? "an object" : "an array", v);
	return NULL;
}

/* @names of the object @key into @out; absent names are 0 when not @required. */
static int get_counts(const struct place *p, const char *key, const json_t *obj,
		      const char *const *names, size_t n, bool required, uint64_t *out)
{
	struct place in = { p->file, key, -1, p->err };
	const json_t *v;
	size_t i;

	if (!json_is_object(obj))
		return place__expected(p, key, "an object", obj);
	for (i = 0; i < n; i++) {
		v = json_object_get(obj, names[i]);
		if (!v && !required)
			continue;
		if (get_uint(&in, names[i], v, KT_COUNT_MAX, &out[i]))
			return -1;
	}
	return 0;
}

/* A derived number must be what it is derived from: a file that disagrees with itself is no data.
 */
static int check_sum(const struct place *p, const json_t *obj, const char *key, uint64_t want)
{
	uint64_t got;

	if (get_uint(p, key, json_object_get(obj, key), INT64_MAX, &got))
		return -1;
	if (got == want)
		return 0;
	return place__bad(p, key, "%llu, but its parts sum to %llu", (unsigned long long)got,
			  (unsigned long long)want);
}

static int read_totals(const struct place *top, const json_t *root, struct kt_run *run)
{
	struct place p = { top->file, "totals", -1, top->err };
	json_t *obj = section(top, root, "totals", JSON_OBJECT), *v;

	if (!obj || get_fields(&p, &kt_totals_fields, obj, run) ||
	    get_counts(&p, "totals.phases", json_object_get(obj, "phases"), kt_run_phase_names,
		       KT_PHASE_MAX, true, run->windows))
		return -1;
	v = json_object_get(obj, "sigreturn_kinds");
	if (!v) { /* a writer that does not tell them apart */
		if (get_uint(&p, "sigreturns", json_object_get(obj, "sigreturns"), KT_COUNT_MAX,
			     &run->sigreturns[KT_SIGRETURN_RT64]))
			return -1;
	} else if (get_counts(&p, "totals.sigreturn_kinds", v, kt_run_sigreturn_names,
			      KT_SIGRETURN_MAX, true, run->sigreturns)) {
		return -1;
	}
	if (get_uint(&p, "signals", json_object_get(obj, "signals"), KT_COUNT_MAX,
		     &run->sums[KT_SUM_SETUPS]) ||
	    check_sum(&p, obj, "sigreturns", kt_run__nr_sigreturns(run)) ||
	    check_sum(&p, obj, "windows", kt_run__windows(run)))
		return -1;
	v = json_object_get(obj, "amr_writes");
	if (!json_is_null(v) && check_sum(&p, obj, "amr_writes", kt_run__amr_writes(run)))
		return -1;
	if (run->sums[KT_SUM_WINDOWS_FAILED] > run->windows[KT_PHASE_SETUP])
		return place__bad(&p, "windows_failed", "more than phases.setup");
	return 0;
}

static int read_slot(const struct place *p, const json_t *v, struct kt_run_hist_data *h,
		     uint32_t *next)
{
	uint64_t lo, hi, n;
	uint32_t slot;

	if (!json_is_array(v) || json_array_size(v) != 3)
		return place__bad(p, "", "expected [lo, hi, n]");
	if (get_uint(p, "0", json_array_get(v, 0), KT_HIST_LIMIT - 1, &lo) ||
	    get_uint(p, "1", json_array_get(v, 1), KT_HIST_LIMIT, &hi) ||
	    get_uint(p, "2", json_array_get(v, 2), KT_COUNT_MAX, &n))
		return -1;
	slot = kt_hist_slot(lo);
	if (kt_hist_lo(slot) != lo || kt_hist_lo(slot + 1) != hi)
		return place__bad(p, "", "[%llu, %llu) is no slot", (unsigned long long)lo,
				  (unsigned long long)hi);
	if (slot < *next)
		return place__bad(p, "", "slots are not in order");
	h->slots[slot] = n;
	*next = slot + 1;
	return 0;
}

static int read_hist(const struct place *top, const char *name, const json_t *obj,
		     struct kt_run_hist_data *h)
{
	char path[64];
	struct place p = { top->file, path, -1, top->err };
	const json_t *v = json_object_get(obj, "unit");
	uint64_t sum = 0;
	uint32_t next = 0;
	size_t i;

	snprintf(path, sizeof(path), "hist.%s", name);
	if (!json_is_object(obj))
		return place__expected(&p, "", "an object", obj);
	if (!json_is_string(v) || strcmp(json_string_value(v), "ns"))
		return place__bad(&p, "unit", "only \"ns\" is known");
	if (get_uint(&p, "sum", json_object_get(obj, "sum"), INT64_MAX, &h->sum) ||
	    get_uint(&p, "count", json_object_get(obj, "count"), KT_COUNT_MAX, &h->count))
		return -1;
	v = json_object_get(obj, "slots");
	if (!json_is_array(v) || json_array_size(v) > KT_HIST_SLOTS)
		return place__expected(&p, "slots", "an array of at most 248", v);
	snprintf(path, sizeof(path), "hist.%s.slots", name);
	for (i = 0; i < json_array_size(v); i++) {
		p.index = (long)i;
		if (read_slot(&p, json_array_get(v, i), h, &next))
			return -1;
	}
	for (i = 0; i < KT_HIST_SLOTS; i++)
		sum += h->slots[i];
	p.index = -1;
	if (sum > h->count)
		return place__bad(&p, "", "more in the slots than count says");
	return 0;
}

static int read_hists(const struct place *top, const json_t *root, struct kt_run *run)
{
	json_t *obj = section(top, root, "hist", JSON_OBJECT), *v;
	size_t i;

	if (!obj)
		return -1;
	for (i = 0; i < KT_H_MAX; i++) {
		v = json_object_get(obj, kt_run_hist_names[i]);
		if (v && read_hist(top, kt_run_hist_names[i], v, &run->hist[i]))
			return -1;
	}
	return 0;
}

/* The array @key of at most @max elements. */
static json_t *get_array(const struct place *top, const json_t *root, const char *key, size_t max)
{
	json_t *v = section(top, root, key, JSON_ARRAY);

	if (!v || json_array_size(v) <= max)
		return v;
	place__bad(top, key, "%zu entries, more than %zu", json_array_size(v), max);
	return NULL;
}

static void *alloc(const struct place *top, size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		kt_error__set(top->err, "%s: out of memory", top->file);
	return p;
}

static int read_sites(const struct place *top, const json_t *root, struct kt_run *run)
{
	struct place p = { top->file, "sites", -1, top->err };
	json_t *arr, *v;
	size_t i;

	arr = get_array(top, root, "sites", MAX_SITES);
	if (!arr)
		return -1;
	run->sites = alloc(top, json_array_size(arr), sizeof(*run->sites));
	if (!run->sites)
		return -1;
	run->nr_sites = json_array_size(arr); /* zeroed: can be freed wherever we stop */
	for (i = 0; i < run->nr_sites; i++) {
		v = json_array_get(arr, i);
		p.index = (long)i;
		if (!json_is_object(v))
			return place__expected(&p, "", "an object", v);
		if (get_fields(&p, &kt_site_fields, v, &run->sites[i]) ||
		    get_fields(&p, &kt_site_more_fields, v, &run->sites[i]))
			return -1;
	}
	return 0;
}

static int read_tasks(const struct place *top, const json_t *root, struct kt_run *run)
{
	struct place p = { top->file, "tasks", -1, top->err };
	json_t *arr, *v;
	size_t i;

	arr = get_array(top, root, "tasks", MAX_TASKS);
	if (!arr)
		return -1;
	run->tasks = alloc(top, json_array_size(arr), sizeof(*run->tasks));
	if (!run->tasks)
		return -1;
	run->nr_tasks = json_array_size(arr);
	for (i = 0; i < run->nr_tasks; i++) {
		v = json_array_get(arr, i);
		p.index = (long)i;
		if (!json_is_object(v))
			return place__expected(&p, "", "an object", v);
		if (get_fields(&p, &kt_task_fields, v, &run->tasks[i]))
			return -1;
	}
	return 0;
}

static int read_signal(const struct place *p, const json_t *v, struct kt_run *run)
{
	uint64_t sig, entered, siginfo;

	if (!json_is_object(v))
		return place__expected(p, "", "an object", v);
	if (get_uint(p, "signal", json_object_get(v, "signal"), KT_NSIG - 1, &sig) ||
	    get_uint(p, "entered", json_object_get(v, "entered"), KT_COUNT_MAX, &entered) ||
	    get_uint(p, "siginfo", json_object_get(v, "siginfo"), KT_COUNT_MAX, &siginfo))
		return -1;
	if (run->signals[sig].entered || run->signals[sig].siginfo)
		return place__bad(p, "signal", "%llu stands twice", (unsigned long long)sig);
	run->signals[sig].entered = entered;
	run->signals[sig].siginfo = siginfo;
	return 0;
}

static int read_signals(const struct place *top, const json_t *root, struct kt_run *run)
{
	struct place p = { top->file, "signals", -1, top->err };
	json_t *arr = json_object_get(root, "signals");
	size_t i;

	if (!arr)
		return 0;
	if (!json_is_array(arr) || json_array_size(arr) > KT_NSIG)
		return place__expected(top, "signals", "an array of at most 65", arr);
	for (i = 0; i < json_array_size(arr); i++) {
		p.index = (long)i;
		if (read_signal(&p, json_array_get(arr, i), run))
			return -1;
	}
	return 0;
}

static int read_losses(const struct place *top, const json_t *root, struct kt_run *run)
{
	struct place p = { top->file, "losses", -1, top->err };
	json_t *obj = section(top, root, "losses", JSON_OBJECT);

	if (!obj ||
	    get_counts(&p, "losses", obj, kt_run_loss_names, KT_LOSS_MAX, false, run->losses))
		return -1;
	return check_sum(&p, obj, "total", kt_run__nr_losses(run));
}

static int read_schema(const struct place *top, const json_t *root)
{
	const json_t *v = json_object_get(root, "schema");
	const char *s = json_is_string(v) ? json_string_value(v) : NULL;

	if (!s || strncmp(s, "kuaptrace.run/", 14)) {
		kt_error__set(top->err, "%s: is no kuaptrace run file: schema is not \"%s\"",
			      top->file, KT_RUN_SCHEMA);
		return kt_error__hint(top->err, RUNFILE_HOW_TO);
	}
	if (!strcmp(s, KT_RUN_SCHEMA))
		return 0;
	kt_error__set(top->err, "%s: has schema \"%.40s\", this kuaptrace reads \"%s\"", top->file,
		      s, KT_RUN_SCHEMA);
	return kt_error__hint(top->err, "read it with the kuaptrace that wrote it");
}

static int read_object(const struct place *top, const json_t *root, const char *key,
		       const struct fields *fields, void *base)
{
	struct place p = { top->file, key, -1, top->err };
	json_t *obj = section(top, root, key, JSON_OBJECT);

	return obj ? get_fields(&p, fields, obj, base) : -1;
}

static int read_run(const struct place *top, const json_t *root, struct kt_run *run)
{
	const json_t *complete = json_object_get(root, "complete");

	if (read_schema(top, root) || read_object(top, root, "host", &kt_host_fields, &run->host) ||
	    read_object(top, root, "workload", &kt_workload_fields, &run->workload) ||
	    read_totals(top, root, run) || read_hists(top, root, run) ||
	    read_sites(top, root, run) || read_losses(top, root, run) ||
	    read_signals(top, root, run) || read_tasks(top, root, run))
		return -1;
	if (!json_is_boolean(complete))
		return place__expected(top, "complete", "true or false", complete);
	run->complete = json_is_true(complete);
	return 0;
}

struct kt_run *runfile__from_json(const struct place *top, const json_t *root)
{
	struct kt_run *run = kt_run__new();

	if (!run) {
		kt_error__set(top->err, "%s: out of memory", top->file);
		return NULL;
	}
	if (!read_run(top, root, run)) {
		kt_run__finish(run);
		return run;
	}
	kt_run__free(run);
	return NULL;
}
