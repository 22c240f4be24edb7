// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/doctor.h"
#include "collect/exam.h"
#include "collect/events.h"
#include "collect/host.h"
#include "collect/tracepoints.h"
#include "collect/why.h"

const char *const finding_state_names[] = {
	[FINDING_OK] = "ok",	   [FINDING_INFO] = "info",	  [FINDING_LACKS] = "lacks",
	[FINDING_FAILS] = "fails", [FINDING_UNKNOWN] = "unknown",
};

void exam__find(struct exam *x, const char *name, enum finding_state state, const char *value,
		const char *why, ...)
{
	struct finding *f;
	va_list ap;

	f = realloc(x->d->findings, (x->d->nr + 1) * sizeof(*f));
	if (!f) {
		x->no_memory = true;
		return;
	}
	x->d->findings = f;
	f += x->d->nr++;
	memset(f, 0, sizeof(*f));
	f->group = x->group;
	f->state = state;
	snprintf(f->name, sizeof(f->name), "%s", name);
	snprintf(f->value, sizeof(f->value), "%s", value);
	va_start(ap, why);
	vsnprintf(f->why, sizeof(f->why), why, ap);
	va_end(ap);
}

static const char *tri(int val, const char *yes, const char *no)
{
	return val < 0 ? "unknown" : val ? yes : no;
}

static void look_at_machine(struct exam *x)
{
	const struct kt_run_host *f = &x->host.facts;
	char buf[64];

	x->group = "machine";
	exam__find(x, "kernel", FINDING_INFO, f->kernel, "%s", "");
	exam__find(x, "architecture", x->host.powerpc ? FINDING_OK : FINDING_LACKS, x->host.arch, "%s",
	     x->host.powerpc ? "" : "KUAP is a POWER feature");
	exam__find(x, "cpu", FINDING_INFO, f->cpu, "%s", "");
	exam__find(x, "mmu", FINDING_INFO, f->mmu, "%s", "");
	exam__find(x, "kuap", f->kuap < 0 ? FINDING_UNKNOWN : FINDING_INFO, tri(f->kuap, "on", "off"),
	     "%s", x->host.why_kuap);
	exam__find(x, "kuep", x->host.kuep < 0 ? FINDING_UNKNOWN : FINDING_INFO,
		   tri(x->host.kuep, "on", "off"), "%s", x->host.why_kuep);
	exam__find(x, "uaccess flush", strcmp(f->flush, "unknown") ? FINDING_INFO : FINDING_UNKNOWN,
	     f->flush, "%s", x->host.why_flush);
	exam__flush_type(x);
	exam__find(x, "tm", f->tm < 0 ? FINDING_UNKNOWN : FINDING_INFO,
	     tri(f->tm, "compiled in", "not compiled in"), "%s", x->host.why_tm);
	if (f->tm == 1)
		exam__find(x, "tm of the cpu", FINDING_INFO, exam__has_tm() ? "usable" : "not usable",
			   "%s", "the auxiliary vector's HTM bit");
	exam__find(x, "signal profile", FINDING_INFO, f->variant[0] ? f->variant : "none", "%s",
	     x->host.why_variant);
	snprintf(buf, sizeof(buf), "%u bytes", f->page_size);
	exam__find(x, "page size", FINDING_INFO, buf, "%s", "");
	snprintf(buf, sizeof(buf), "%.0f Hz", x->host.timebase_hz);
	if (x->host.timebase_hz > 0)
		exam__find(x, "timebase", FINDING_OK, buf, "a tick is %.3f ns", f->tick_ns);
	else
		exam__find(x, "timebase", FINDING_UNKNOWN, "unknown", "/proc/cpuinfo does not say");
}

static void look_at_tracepoints(struct exam *x)
{
	enum finding_state lacking;
	char name[64];
	int i;

	x->group = "tracepoints";
	for (i = 0; i < KT_EV_MAX; i++) {
		const struct kt_event *e = &kt_events[i];

		snprintf(name, sizeof(name), "%s:%s", e->system, e->name);
		if (x->kernel.has[i]) {
			exam__find(x, name, FINDING_OK, "present", "%s", e->gives ? e->gives : "");
			continue;
		}
		lacking = i == KT_EV_UACCESS_END ? FINDING_FAILS
			  : e->program		 ? FINDING_LACKS
						 : FINDING_INFO;
		if (e->gives)
			exam__find(x, name, lacking, "absent", "unknown without it: %s", e->gives);
		else
			exam__find(x, name, lacking, "absent", "not needed");
	}
}

/* The surest answer to "would it load" is to load it. */
static void try_set(struct exam *x, const char *name, bool plain, bool *loads)
{
	struct tracepoints_conf conf = {
		.plain = plain, .max_tasks = 16, .max_cells = 16, .quiet = true
	};
	struct kt_error err = { 0 };
	struct tracepoints *tp;

	*loads = false;
	if (!plain && !x->kernel.btf) {
		exam__find(x, name, FINDING_INFO, "not tried", "needs BTF");
		return;
	}
	tp = tracepoints__open(&conf, &x->kernel, &x->host, &err);
	*loads = tp != NULL;
	tracepoints__free(tp);
	if (*loads)
		exam__find(x, name, FINDING_OK, "load", "%s", "");
	else if (plain && x->kernel.btf)
		exam__find(x, name, FINDING_INFO, "do not load", "%s (not needed, there is BTF)",
		     err.msg);
	else
		exam__find(x, name, FINDING_FAILS, "do not load", "%s%s%s", err.msg,
		     err.hint[0] ? "; " : "", err.hint);
}

static void look_at_programs(struct exam *x)
{
	bool plain, loads;

	x->group = "programs";
	try_set(x, "with BTF", false, &x->core);
	try_set(x, "without BTF", true, &plain);
	loads = x->kernel.btf ? x->core : plain;
	x->d->can_count = loads && x->kernel.has[KT_EV_UACCESS_END];
}

static void conclude(struct exam *x)
{
	static const char *const live[] = { "record", "stat", "top", "bench --calibrate" };
	static const char *const any[] = { "bench", "report", "compare" };
	struct kt_error err = { 0 };
	const char *why = "";
	size_t i;

	x->group = "commands";
	if (kt_why__no_events(&x->kernel, &err))
		why = err.msg;
	else if (!x->d->can_count)
		why = "the BPF programs do not load, see above";
	for (i = 0; i < sizeof(live) / sizeof(live[0]); i++)
		exam__find(x, live[i], x->d->can_count ? FINDING_OK : FINDING_FAILS,
			   x->d->can_count ? "works" : "cannot work", "%s", why);
	for (i = 0; i < sizeof(any) / sizeof(any[0]); i++)
		exam__find(x, any[i], FINDING_OK, "works", "needs nothing of this kernel");
	if (x->d->can_count)
		exam__options(x);
}

struct diagnosis *diagnosis__new(void)
{
	struct exam x = { .d = calloc(1, sizeof(struct diagnosis)) };

	if (!x.d || kt_host__read(&x.host)) {
		free(x.d);
		return NULL;
	}
	kt_kernel__probe(&x.kernel);
	look_at_machine(&x);
	exam__rights(&x);
	exam__interfaces(&x);
	look_at_tracepoints(&x);
	look_at_programs(&x);
	conclude(&x);
	kt_host__free(&x.host);
	if (x.no_memory) {
		diagnosis__free(x.d);
		return NULL;
	}
	return x.d;
}

void diagnosis__free(struct diagnosis *d)
{
	if (!d)
		return;
	free(d->findings);
	free(d);
}
