// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "collect/ksyms.h"
#include "collect/maps.h"
#include "collect/tracepoints.h"
#include "collect/why.h"
#include "kt_plain.skel.h"
#include "kuaptrace.skel.h"
#include "log.h"

#define MAX_LINKS KT_EV_MAX
#define WORD_STRIDE 2 /* an array's elements are 8 bytes apart */

struct tracepoints {
	struct tracepoints_conf conf;
	const struct kt_kernel *kernel;
	struct kuaptrace *core; /* one of the two */
	struct kt_plain *plain;
	struct bpf_object *obj;
	struct kt_conf *rodata;
	struct kt_filter *filter; /* .rodata too */
	volatile struct kt_state *state;
	struct kt_map_fds fds;
	volatile uint32_t *words; /* watch's */
	size_t words_size;
	uint32_t nr_words;
	struct bpf_link *links[MAX_LINKS];
	uint64_t misses; /* recursion, before we counted */
	uint64_t tick_mult;
	uint32_t own_tgid;
	struct ksyms *ksyms; /* of the first reading */
};

static int libbpf_log(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	char line[1024];

	if (level == LIBBPF_DEBUG && log_conf.verbose < 3)
		return 0;
	vsnprintf(line, sizeof(line), fmt, ap);
	line[strcspn(line, "\n")] = '\0';
	log_debug("%s", line);
	return 0;
}

static bool by_signal(const struct tracepoints *tp)
{
	return tp->conf.filter && tp->conf.filter->k.by_signal;
}

static bool wanted(const struct tracepoints *tp, enum kt_event_id id)
{
	if (!kt_events[id].program)
		return false;
	if (id == KT_EV_AMR_WRITE && !tp->conf.amr)
		return false;
	if (id == KT_EV_SIGRETURN_ENTRY && !by_signal(tp))
		return false;
	return tp->kernel->has[id];
}

static void warn_missing(const struct tracepoints *tp, enum kt_event_id id)
{
	const struct kt_event *e = &kt_events[id];

	if (!e->gives || tp->kernel->has[id] || tp->conf.quiet ||
	    (id == KT_EV_AMR_WRITE && !tp->conf.amr) ||
	    (id == KT_EV_SIGRETURN_ENTRY && !by_signal(tp)))
		return;
	log_warn("this kernel has no tracepoint %s:%s: unknown here: %s", e->system, e->name,
		 e->gives);
}

static int open_skeleton(struct tracepoints *tp)
{
	if (tp->conf.plain) {
		tp->plain = kt_plain__open();
		if (!tp->plain)
			return -errno;
		tp->obj = tp->plain->obj;
		tp->rodata = &tp->plain->rodata->kt_conf;
		tp->filter = &tp->plain->rodata->kt_filter;
		tp->state = &tp->plain->bss->kt_state;
		return 0;
	}
	tp->core = kuaptrace__open();
	if (!tp->core)
		return -errno;
	tp->obj = tp->core->obj;
	tp->rodata = &tp->core->rodata->kt_conf;
	tp->filter = &tp->core->rodata->kt_filter;
	tp->state = &tp->core->bss->kt_state;
	return 0;
}

static int load_skeleton(struct tracepoints *tp)
{
	int err = tp->plain ? kt_plain__load(tp->plain) : kuaptrace__load(tp->core);

	if (err)
		return err;
	/* load maps .bss to where the kernel's is */
	tp->state = tp->plain ? &tp->plain->bss->kt_state : &tp->core->bss->kt_state;
	return kt_map_fds__get(&tp->fds, tp->obj);
}

static int set_sizes(struct tracepoints *tp)
{
	struct bpf_map *map;
	char line[32];
	int err;

	tp->nr_words = 32768;
	if (tp->conf.max_tid)
		tp->nr_words = tp->conf.max_tid;
	else if (kt_host__line("/proc/sys/kernel/pid_max", line, sizeof(line)))
		tp->nr_words = strtoul(line, NULL, 10);
	map = bpf_object__find_map_by_name(tp->obj, "watch");
	err = bpf_map__set_max_entries(map, tp->nr_words);
	map = bpf_object__find_map_by_name(tp->obj, "tasks");
	if (!err && tp->conf.max_tasks)
		err = bpf_map__set_max_entries(map, tp->conf.max_tasks);
	if (!err && by_signal(tp))
		err = bpf_map__set_max_entries(bpf_object__find_map_by_name(tp->obj, "frames"),
					       bpf_map__max_entries(map));
	map = bpf_object__find_map_by_name(tp->obj, "cells");
	if (!err && tp->conf.max_cells)
		err = bpf_map__set_max_entries(map, tp->conf.max_cells);
	map = bpf_object__find_map_by_name(tp->obj, "cgroups");
	if (!err && !(tp->conf.filter && tp->conf.filter->k.nr_cgroups))
		err = bpf_map__set_autocreate(map, false);
	return err;
}

static int set_filter(struct tracepoints *tp, struct kt_error *err)
{
	if (tp->conf.filter)
		*tp->filter = tp->conf.filter->k;
	tp->filter->need = (tp->conf.all ? 0 : KT_WATCH_ON) |
			   (tp->filter->by_comm ? KT_WATCH_COMM : 0);
	if (!by_signal(tp) || !tp->conf.plain)
		return 0;
	kt_error__set(err, "a filter by signal needs BTF: without it nothing tells whose frame a "
			   "sigreturn takes down");
	return kt_error__hint(err, "a kernel with CONFIG_DEBUG_INFO_BTF, and no --no-btf");
}

static int set_cgroups(struct tracepoints *tp)
{
	uint32_t i, nr = tp->conf.filter ? tp->conf.filter->k.nr_cgroups : 0;
	int fd = bpf_map__fd(bpf_object__find_map_by_name(tp->obj, "cgroups"));

	for (i = 0; i < nr; i++) {
		if (bpf_map_update_elem(fd, &i, &tp->conf.filter->cgroups[i], BPF_ANY))
			return -errno;
	}
	return 0;
}

static int set_rodata(struct tracepoints *tp, struct kt_error *err)
{
	struct kt_conf *c = tp->rodata;
	int off;

	c->tick_mult = tp->tick_mult;
	c->watch_all = tp->conf.all;
	if (set_filter(tp, err))
		return -1;
	c->inherit = tp->conf.inherit;
	c->have_cgroup = libbpf_probe_bpf_helper(BPF_PROG_TYPE_RAW_TRACEPOINT,
						 BPF_FUNC_get_current_cgroup_id, NULL) == 1;
	if (!tp->conf.plain)
		return 0;
	off = kt_kernel__field_offset(tp->kernel, "sched", "sched_process_fork", "child_pid");
	if (off < 0) {
		kt_error__set(err, "a kernel without BTF needs tracefs, which is not "
				   "mounted or cannot be read");
		return kt_error__hint(err, "mount -t tracefs nodev /sys/kernel/tracing; for a "
					   "user's group: -o gid=GROUP,mode=750");
	}
	c->fork_child_off = off;
	return 0;
}

static void set_autoload(struct tracepoints *tp)
{
	struct bpf_program *prog;
	int i;

	for (i = 0; i < KT_EV_MAX; i++) {
		if (!kt_events[i].program)
			continue;
		warn_missing(tp, i);
		prog = bpf_object__find_program_by_name(tp->obj, kt_events[i].program);
		if (prog)
			bpf_program__set_autoload(prog, wanted(tp, i));
	}
}

static int map_words(struct tracepoints *tp)
{
	size_t page = sysconf(_SC_PAGESIZE);
	void *p;

	tp->words_size = (tp->nr_words * sizeof(uint32_t) * WORD_STRIDE + page - 1) / page * page;
	p = mmap(NULL, tp->words_size, PROT_READ | PROT_WRITE, MAP_SHARED, tp->fds.watch, 0);
	if (p == MAP_FAILED)
		return -errno;
	tp->words = p;
	return 0;
}

/* The tool's tgid as the kernel sees it, whatever pid namespace we are in. */
static int learn_self(struct tracepoints *tp)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts);

	return bpf_prog_test_run_opts(tp->fds.whoami, &opts);
}

static int load(struct tracepoints *tp, struct kt_error *err)
{
	int rc;

	rc = open_skeleton(tp);
	if (!rc)
		rc = set_sizes(tp);
	if (rc)
		return kt_why__bpf(err, "open", rc);
	if (set_rodata(tp, err))
		return -1;
	set_autoload(tp);
	rc = load_skeleton(tp);
	if (rc)
		return kt_why__bpf(err, "load", rc);
	rc = map_words(tp);
	if (!rc)
		rc = set_cgroups(tp);
	if (!rc)
		rc = learn_self(tp);
	if (rc)
		return kt_why__bpf(err, "set up", rc);
	tp->own_tgid = tp->state->told_tgid;
	tp->state->own_tgid = tp->own_tgid;
	return 0;
}

struct tracepoints *tracepoints__open(const struct tracepoints_conf *conf,
				      const struct kt_kernel *kernel, const struct kt_host *host,
				      struct kt_error *err)
{
	struct tracepoints *tp = calloc(1, sizeof(*tp));

	if (!tp) {
		kt_error__set(err, "out of memory");
		return NULL;
	}
	libbpf_set_print(libbpf_log);
	tp->conf = *conf;
	tp->conf.plain = conf->plain || !kernel->btf;
	tp->kernel = kernel;
	tp->tick_mult = host->facts.tick_ns * (1ULL << KT_TICK_SHIFT) + 0.5;
	if (load(tp, err)) {
		tracepoints__free(tp);
		return NULL;
	}
	log_debug("loaded %s, maps take %llu bytes", tp->plain ? "kt_plain" : "kuaptrace",
		  (unsigned long long)tracepoints__map_bytes(tp));
	return tp;
}

static int attach_one(struct tracepoints *tp, enum kt_event_id id)
{
	struct bpf_program *prog;

	if (!wanted(tp, id))
		return 0;
	prog = bpf_object__find_program_by_name(tp->obj, kt_events[id].program);
	tp->links[id] = bpf_program__attach(prog);
	return tp->links[id] ? 0 : -errno;
}

/* Forks first: a child must not be missed between its parent's bit and its own. */
int tracepoints__attach(struct tracepoints *tp, struct kt_error *err)
{
	char what[96];
	int i, rc;

	for (i = KT_EV_MAX - 1; i >= 0; i--) {
		rc = attach_one(tp, i);
		if (!rc)
			continue;
		snprintf(what, sizeof(what), "attach to %s:%s", kt_events[i].system,
			 kt_events[i].name);
		return kt_why__bpf(err, what, rc);
	}
	return 0;
}

/* Runs of a program that did not happen because it was running on that CPU. */
static uint64_t misses(const struct tracepoints *tp)
{
	struct bpf_program *prog;
	uint64_t n = 0;

	bpf_object__for_each_program(prog, tp->obj) {
		struct bpf_prog_info info = {};
		__u32 len = sizeof(info);
		int fd = bpf_program__fd(prog);

		if (fd >= 0 && !bpf_obj_get_info_by_fd(fd, &info, &len))
			n += info.recursion_misses;
	}
	return n;
}

void tracepoints__start(struct tracepoints *tp)
{
	tp->misses = misses(tp);
	__atomic_store_n(&tp->state->on, 1, __ATOMIC_SEQ_CST);
}

void tracepoints__stop(struct tracepoints *tp)
{
	int i;

	if (tp->state)
		__atomic_store_n(&tp->state->on, 0, __ATOMIC_SEQ_CST);
	for (i = 0; i < MAX_LINKS; i++) {
		bpf_link__destroy(tp->links[i]);
		tp->links[i] = NULL;
	}
}

void tracepoints__free(struct tracepoints *tp)
{
	int i;

	if (!tp)
		return;
	for (i = 0; i < MAX_LINKS; i++)
		bpf_link__destroy(tp->links[i]);
	if (tp->words)
		munmap((void *)tp->words, tp->words_size);
	kuaptrace__destroy(tp->core);
	kt_plain__destroy(tp->plain);
	ksyms__free(tp->ksyms);
	free(tp);
}

static int set_word(struct tracepoints *tp, uint32_t tid)
{
	if (tid >= tp->nr_words)
		return -ERANGE;
	__atomic_fetch_or(&tp->words[tid * WORD_STRIDE], KT_WATCH_ON, __ATOMIC_SEQ_CST);
	return 0;
}

/* The programs themselves know who: the kernel's ids are not ours. */
static bool foreign(const struct tracepoints *tp)
{
	return tp->conf.filter && tp->conf.filter->foreign;
}

int tracepoints__watch_thread(struct tracepoints *tp, pid_t tid)
{
	if (kill(tid, 0) && errno == ESRCH)
		return -ESRCH;
	if (foreign(tp))
		return 0;
	return set_word(tp, tid);
}

/* How many threads of @pid had no bit yet; they have one now. */
static int watch_scan(struct tracepoints *tp, pid_t pid)
{
	struct dirent *d;
	char path[64];
	int fresh = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return errno == ENOENT ? -ESRCH : -errno;
	while ((d = readdir(dir))) {
		unsigned long tid = strtoul(d->d_name, NULL, 10);

		if (!tid || tid >= tp->nr_words)
			continue;
		if (__atomic_load_n(&tp->words[tid * WORD_STRIDE], __ATOMIC_SEQ_CST) & KT_WATCH_ON)
			continue;
		set_word(tp, tid);
		fresh++;
	}
	closedir(dir);
	return fresh;
}

/*
 * A thread may be in /proc before its fork was traced, and that fork sets the bit as its parent's
 * was. So look until nobody lacks one, twice.
 */
int tracepoints__watch_process(struct tracepoints *tp, pid_t pid)
{
	int quiet = 0, tries = 1000, n;

	if (foreign(tp))
		return 0;
	while (quiet < 2 && tries--) {
		n = watch_scan(tp, pid);
		if (n < 0)
			return n;
		quiet = n ? 0 : quiet + 1;
	}
	return quiet < 2 ? -EAGAIN : 0;
}

int tracepoints__watch_self(struct tracepoints *tp)
{
	int err = learn_self(tp);

	return err ? err : set_word(tp, tp->state->told_tid);
}

int tracepoints__arm_self(struct tracepoints *tp)
{
	int err = learn_self(tp);

	if (!err)
		tp->state->armed_tid = tp->state->told_tid;
	return err;
}

/* Read once, late: what was loaded as a module meanwhile has its names. */
static int load_names(struct tracepoints *tp)
{
	if (tp->ksyms)
		return 0;
	tp->ksyms = ksyms__load(NULL);
	if (!tp->ksyms)
		return -ENOMEM;
	if (!ksyms__usable(tp->ksyms) && !tp->conf.quiet) {
		log_warn("/proc/kallsyms hides its addresses from this user: sites have no names");
		log_hint("CAP_SYSLOG shows them; 'kuaptrace doctor' says what else");
	}
	return 0;
}

int tracepoints__read(struct tracepoints *tp, struct kt_run *run)
{
	uint64_t now = misses(tp);
	int err = load_names(tp);

	if (!err)
		err = kt_maps__read(&tp->fds, tp->tick_mult, tp->ksyms, run);

	if (!err && now > tp->misses)
		run->losses[KT_LOSS_RECURSION] += now - tp->misses;
	return err;
}

uint64_t tracepoints__map_bytes(const struct tracepoints *tp)
{
	return kt_maps__bytes(tp->obj);
}

struct bpf_object *tracepoints__object(struct tracepoints *tp)
{
	return tp->obj;
}

volatile struct kt_state *tracepoints__state(struct tracepoints *tp)
{
	return tp->state;
}

volatile uint32_t *tracepoints__watch_words(struct tracepoints *tp, uint32_t *nr)
{
	if (nr)
		*nr = tp->nr_words;
	return tp->words;
}
