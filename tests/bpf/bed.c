// SPDX-License-Identifier: GPL-2.0-only
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "bed.h"
#include "collect/why.h"

static void give_up(const char *what, const struct kt_error *err)
{
	printf("Bail out! %s: %s%s%s\n", what, err->msg, err->hint[0] ? "; " : "", err->hint);
	exit(1);
}

static void skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(0);
}

void bed__need_bpf(void)
{
	char caps[64], why[128];

	setvbuf(stdout, NULL, _IOLBF, 0); /* a fork must not print it twice */
	kt_why__caps(caps, sizeof(caps));
	if (caps[0]) {
		snprintf(why, sizeof(why), "BPF needs %s: run as root", caps);
		skip_all(why);
	}
	if (libbpf_probe_bpf_prog_type(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL) != 1)
		skip_all("this kernel has no raw tracepoint programs");
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		skip_all("cannot have a mount namespace of our own: needs CAP_SYS_ADMIN");
	mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL); /* EBUSY: is mounted */
}

void bed__open(struct bed *b, bool plain, const struct tracepoints_conf *conf)
{
	static struct kt_kernel kernel; /* probed once: it reads all of BTF */
	struct tracepoints_conf c = *conf;
	struct kt_error err = { 0 };

	if (!kernel.how)
		kt_kernel__probe(&kernel);
	memset(b, 0, sizeof(*b));
	b->plain = plain;
	b->host.facts.tick_ns = 1;
	b->kernel = kernel;
	memset(b->kernel.has, true, sizeof(b->kernel.has));
	c.plain = plain;
	c.amr = true;
	c.max_tasks = c.max_tasks ? c.max_tasks : 64;
	c.max_cells = c.max_cells ? c.max_cells : 256;
	b->tp = tracepoints__open(&c, &b->kernel, &b->host, &err);
	if (!b->tp)
		give_up("the programs do not load", &err);
	b->want = kt_run__new();
	tracepoints__start(b->tp);
}

void bed__attach(struct bed *b)
{
	struct kt_error err = { 0 };
	int i;

	for (i = 0; i < KT_EV_FORK; i++)
		b->kernel.has[i] = false;
	if (tracepoints__attach(b->tp, &err))
		give_up("the task programs do not attach", &err);
}

void bed__be_anybody(struct bed *b)
{
	tracepoints__state(b->tp)->own_tgid = 0;
}

int bed__prog_fd(struct bed *b, const char *name)
{
	struct bpf_object *obj = tracepoints__object(b->tp);
	struct bpf_program *prog = bpf_object__find_program_by_name(obj, name);

	return prog ? bpf_program__fd(prog) : -ENOENT;
}

void bed__fire(struct bed *b, const char *name, uint64_t a0, uint64_t a1, uint64_t a2, uint64_t a3,
	       uint64_t a4)
{
	uint64_t args[5] = { a0, a1, a2, a3, a4 };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	if (bpf_prog_test_run_opts(bed__prog_fd(b, name), &opts)) {
		printf("Bail out! cannot run %s: %s\n", name, strerror(errno));
		exit(1);
	}
}

static bool differ(bool say, const char *what, uint64_t got, uint64_t want)
{
	if (got == want)
		return false;
	if (say)
		printf("# %s: got %" PRIu64 ", want %" PRIu64 "\n", what, got, want);
	return true;
}

static bool hists_differ(const struct kt_run *got, const struct kt_run *want, bool say)
{
	char name[64];
	bool bad = false;
	int i;

	for (i = 0; i < KT_H_MAX; i++) {
		snprintf(name, sizeof(name), "hist.%s.count", kt_run_hist_names[i]);
		bad |= differ(say, name, got->hist[i].count, want->hist[i].count);
		snprintf(name, sizeof(name), "hist.%s.sum", kt_run_hist_names[i]);
		bad |= differ(say, name, got->hist[i].sum, want->hist[i].sum);
	}
	return bad;
}

static bool runs_differ(const struct kt_run *got, const struct kt_run *want, bool say)
{
	uint64_t entered[2] = { 0 }, siginfo[2] = { 0 };
	bool bad = hists_differ(got, want, say);
	int i;

	for (i = 0; i < KT_SUM_MAX; i++)
		bad |= differ(say, kt_run_sum_names[i], got->sums[i], want->sums[i]);
	for (i = 0; i < KT_LOSS_MAX; i++)
		bad |= differ(say, kt_run_loss_names[i], got->losses[i], want->losses[i]);
	for (i = 0; i < KT_PHASE_MAX; i++)
		bad |= differ(say, kt_run_phase_names[i], got->windows[i], want->windows[i]);
	for (i = 0; i < KT_SIGRETURN_MAX; i++)
		bad |= differ(say, "sigreturns", got->sigreturns[i], want->sigreturns[i]);
	for (i = 0; i < KT_NSIG; i++) {
		entered[0] += got->signals[i].entered;
		entered[1] += want->signals[i].entered;
		siginfo[0] += got->signals[i].siginfo;
		siginfo[1] += want->signals[i].siginfo;
		bad |= got->signals[i].entered != want->signals[i].entered;
	}
	bad |= differ(say, "signals entered", entered[0], entered[1]);
	bad |= differ(say, "signals with SA_SIGINFO", siginfo[0], siginfo[1]);
	bad |= differ(say, "nested", got->nested, want->nested);
	return bad;
}

bool bed__same(struct bed *b, bool say)
{
	int err;

	kt_run__free(b->got);
	b->got = kt_run__new();
	err = tracepoints__read(b->tp, b->got);
	if (err) {
		printf("# cannot read the maps: %s\n", strerror(-err));
		return false;
	}
	return !runs_differ(b->got, b->want, say);
}

const struct kt_run_task *bed__task(const struct bed *b, pid_t tid, int nth)
{
	size_t i;

	for (i = 0; i < b->got->nr_tasks; i++) {
		if (b->got->tasks[i].tid == (uint32_t)tid && !nth--)
			return &b->got->tasks[i];
	}
	return NULL;
}

void bed__close(struct bed *b)
{
	tracepoints__stop(b->tp);
	tracepoints__free(b->tp);
	kt_run__free(b->want);
	kt_run__free(b->got);
}
