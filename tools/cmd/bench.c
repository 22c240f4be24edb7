// SPDX-License-Identifier: GPL-2.0-only
/*
 * kuaptrace bench: known workloads.
 *
 * Without -n as will-it-scale counts: a sample a second, the first six thrown away (its WARMUP),
 * then ten, and their mean. With -n exactly that many operations, each between marks of its own, so
 * that an observer outside the machine can quote the mode of one.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cmd.h"
#include "kt_mark.h"
#include "log.h"
#include "opt.h"

#ifndef KT_NO_BPF
#include "collect/calibrate.h"
#endif

#define WARMUP_SAMPLES 6
#define SAMPLES 10

struct bench_opts {
	uint64_t count;
	uint64_t warmup;
	bool calibrate;
};

/* clang-format off */
static const struct opt opts[] = {
	OPT_FLAG(struct bench_opts, calibrate, 0, "calibrate", "measure an empty window's time"),
	OPT_U64(struct bench_opts, count, 'n', "count", 1, 1000000000000, "N",
		"exactly N operations"),
	OPT_U64(struct bench_opts, warmup, 0, "warmup", 0, 1000000000, "N",
		"N unmarked ones before (0)"),
};
/* clang-format on */

static void help_more(FILE *out)
{
	fputs("\nworkloads:\n"
	      "  signal1   tgkill to self, a handler that does nothing, return\n"
	      "  siginfo   the same with SA_SIGINFO\n"
	      "  getppid   a system call without a window\n"
	      "  yield     sched_yield\n",
	      out);
}

static const struct opt_spec spec = {
	.name = "bench",
	.usage = "signal1|siginfo|getppid|yield [-n N] | --calibrate",
	.about =
		"Runs a known workload and prints its rate, or measures the floor of window times.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.max_operands = 1,
	.more = help_more,
};

static void handler(int sig)
{
	(void)sig;
}

static void handler_info(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	(void)context;
}

static int set_handler(bool siginfo)
{
	struct sigaction sa = { 0 };

	if (siginfo) {
		sa.sa_sigaction = handler_info;
		sa.sa_flags = SA_SIGINFO;
	} else {
		sa.sa_handler = handler;
	}
	return sigaction(SIGUSR1, &sa, NULL);
}

static int setup_signal1(void)
{
	return set_handler(false);
}

static int setup_siginfo(void)
{
	return set_handler(true);
}

static pid_t self_pid, self_tid;

/* By number: raise() blocks and unblocks signals around it, which are windows too. */
static inline void op_signal(void)
{
	syscall(SYS_tgkill, self_pid, self_tid, SIGUSR1);
}

static inline void op_getppid(void)
{
	syscall(SYS_getppid);
}

static inline void op_yield(void)
{
	syscall(SYS_sched_yield);
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

struct work {
	uint64_t warmup, count;
	double until; /* with no count: run until then, look every so often */
};

/* One loop a workload, so that between the marks there is nothing but the operation. */
#define DEFINE_RUN(name, op)                                                                 \
	static uint64_t run_##name(const struct work *w)                                     \
	{                                                                                    \
		uint64_t i;                                                                  \
                                                                                             \
		for (i = 0; i < w->warmup; i++)                                              \
			op();                                                                \
		KT_MARK_RUN_BEGIN();                                                         \
		for (i = 0; w->count ? i < w->count : (i & 1023) || now() < w->until; i++) { \
			KT_MARK_OP_BEGIN();                                                  \
			op();                                                                \
			KT_MARK_OP_END();                                                    \
		}                                                                            \
		KT_MARK_RUN_END();                                                           \
		return i;                                                                    \
	}

DEFINE_RUN(signal, op_signal)
DEFINE_RUN(getppid, op_getppid)
DEFINE_RUN(yield, op_yield)

static const struct bench {
	const char *name;
	int (*setup)(void);
	uint64_t (*run)(const struct work *w);
} benches[] = {
	{ "getppid", NULL, run_getppid },
	{ "siginfo", setup_siginfo, run_signal },
	{ "signal1", setup_signal1, run_signal },
	{ "yield", NULL, run_yield },
};

#define NR_BENCHES (sizeof(benches) / sizeof(benches[0]))

/* Touches what the loop will touch, or the first operation pays for page faults. */
static void touch_pages(void)
{
	volatile char stack[32768];
	size_t i;

	for (i = 0; i < sizeof(stack); i += 512)
		stack[i] = 0;
	handler(0);
	now();
}

static int run_exactly(const struct bench *b, const struct bench_opts *o)
{
	struct work w = { .warmup = o->warmup, .count = o->count };
	double begun, seconds;
	uint64_t n;

	touch_pages();
	begun = now();
	n = b->run(&w);
	seconds = now() - begun;
	printf("%s: %" PRIu64 " operations in %.6f s, %.0f per second\n", b->name, n, seconds,
	       seconds > 0 ? n / seconds : 0.0);
	return KT_EXIT_OK;
}

/* A sample is cut by the clock, so it is scaled to the second that it should have been. */
static int run_samples(const struct bench *b)
{
	double rate, sum = 0, min = 0, max = 0, begun, ended;
	int i;

	touch_pages();
	for (i = -WARMUP_SAMPLES; i < SAMPLES; i++) {
		struct work w = { 0 };
		uint64_t n;

		begun = now();
		w.until = begun + 1;
		n = b->run(&w);
		ended = now();
		rate = n / (ended - begun);
		log_info("%s: %s sample %.0f", b->name, i < 0 ? "warm-up" : "counted", rate);
		if (i < 0)
			continue;
		sum += rate;
		min = !i || rate < min ? rate : min;
		max = !i || rate > max ? rate : max;
	}
	printf("%s: min:%.0f max:%.0f average:%.0f per second (%d samples of 1 s)\n", b->name, min,
	       max, sum / SAMPLES, SAMPLES);
	return KT_EXIT_OK;
}

#ifdef KT_NO_BPF
static int calibrate(void)
{
	log_error("bench --calibrate: this kuaptrace was built without BPF and cannot measure");
	return KT_EXIT_CANNOT;
}
#else
static int calibrate(void)
{
	struct kt_error err = { 0 };
	struct kt_kernel kernel;
	struct kt_host host;
	double floor_ns = 0;
	int rc;

	kt_kernel__probe(&kernel);
	if (kt_host__read(&host)) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	rc = calibrate__floor(&kernel, &host, &floor_ns, &err);
	kt_host__free(&host);
	if (!rc) {
		printf("floor_ns %.1f\n", floor_ns);
		return KT_EXIT_OK;
	}
	log_error("%s", err.msg);
	if (err.hint[0])
		log_hint("%s", err.hint);
	return KT_EXIT_CANNOT;
}
#endif

static int run(const char *name, const struct bench_opts *o)
{
	const char *near;
	size_t i;

	for (i = 0; i < NR_BENCHES; i++) {
		if (strcmp(name, benches[i].name))
			continue;
		self_pid = getpid();
		self_tid = syscall(SYS_gettid);
		if (benches[i].setup && benches[i].setup()) {
			log_error("%s: cannot set a signal handler", name);
			return KT_EXIT_INTERNAL;
		}
		return o->count ? run_exactly(&benches[i], o) : run_samples(&benches[i]);
	}
	near = opt__nearest(name, benches, NR_BENCHES, sizeof(benches[0]));
	if (near)
		return opt__usage(&spec, "no workload '%s': did you mean '%s'?", name, near);
	return opt__usage(&spec, "no workload '%s' (getppid, siginfo, signal1, yield)", name);
}

int cmd_bench(int argc, char **argv)
{
	struct bench_opts o = { 0 };
	struct opt_args args = { 0 };
	int rc = opt__parse(&spec, argc, argv, &o, &args);

	if (rc == OPT_GO && o.calibrate && args.operands.n)
		rc = opt__usage(&spec, "--calibrate takes no workload");
	else if (rc == OPT_GO && !o.calibrate && !args.operands.n)
		rc = opt__usage(&spec, "which workload? getppid, siginfo, signal1 or yield");
	else if (rc == OPT_GO)
		rc = o.calibrate ? calibrate() : run(args.operands.v[0], &o);
	opt_args__free(&args);
	return rc;
}
