// SPDX-License-Identifier: GPL-2.0-only
/*
 * A workload whose every signal is known without asking the kernel: it counts in its handlers
 * and prints one JSON line. Between the RUN marks it makes no system call but those of its
 * mode (and sched_yield() while it waits for other tasks), so that windows are the mode's own.
 * A task that no longer uses FP or VMX loses them after 255 restores: with -m, warm up longer.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kt_mark.h"

#define MAX_TASKS	1024
#define STACK_TOUCH	(64 * 1024)
#define SETTLE_US	100000

enum { EXIT_MISCOUNT = 1, EXIT_USAGE = 2, EXIT_RUNTIME = 5 };

struct mode {
	const char *name;
	void (*op)(void);
	void (*handler)(int sig);	/* of SIGUSR1 */
	int sa_flags;
	int signals, sigreturns;	/* per operation */
	long tasks;			/* default */
};

/* Shared with the children, so that nobody needs a system call to meet or to report. */
struct shared {
	long ready, done;
	int go, leave;
	struct {
		long run, warmup;	/* handlers entered */
		long pad[14];
	} handled[MAX_TASKS];
};

static struct shared *shared;
static const struct mode *mode;
static long nr_ops = 1000, nr_tasks, nr_warmup = 100, attach_s;
static cpu_set_t allowed;
static pid_t self;
static volatile long handled;
static unsigned int math;
static sigjmp_buf env;

static void die(const char *what)
{
	fprintf(stderr, "workload: error: %s: %s\n", what, strerror(errno));
	exit(EXIT_RUNTIME);
}

static void raise_self(int sig)
{
	syscall(SYS_tgkill, self, self, sig);
}

static void on_signal(int sig)
{
	(void)sig;
	handled++;
}

static void on_signal_nest(int sig)
{
	(void)sig;
	handled++;
	raise_self(SIGUSR2);
}

static void on_signal_leave(int sig)
{
	(void)sig;
	handled++;
	siglongjmp(env, 1);
}

static void op_signal(void)
{
	raise_self(SIGUSR1);
}

/* Saving the mask and restoring it are a window each, of no signal: phase "other". */
static void op_siglongjmp(void)
{
	if (!sigsetjmp(env, 1))
		raise_self(SIGUSR1);
}

enum { MATH_FP = 1, MATH_VMX = 2 };

/* As a task that computes: its registers are live again in each operation. */
static inline void use_math(void)
{
#ifdef __powerpc64__
	if (math & MATH_FP)
		__asm__ volatile("fmr 0,0");
	if (math & MATH_VMX)
		__asm__ volatile("vor 0,0,0");
#endif
}

static void op_getppid(void)
{
	use_math();
	syscall(SYS_getppid);
}

#ifdef __powerpc64__
/* By sc, into the vector at 0xc00; the C library prefers scv. */
static void op_getppid_sc(void)
{
	register long r0 __asm__("r0") = SYS_getppid;
	register long r3 __asm__("r3");

	use_math();
	__asm__ volatile("sc"
			 : "+r"(r0), "=r"(r3)
			 :
			 : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "cr0", "ctr",
			   "xer", "memory");
}
#endif

static void op_yield(void)
{
	use_math();
	syscall(SYS_sched_yield);
}

static const struct mode modes[] = {
	{ "fork",	op_signal,	on_signal,		0,		1, 1, 4 },
	{ "getppid",	op_getppid,	on_signal,		0,		0, 0, 1 },
#ifdef __powerpc64__
	{ "getppid-sc",	op_getppid_sc,	on_signal,		0,		0, 0, 1 },
#endif
	{ "nested",	op_signal,	on_signal_nest,		0,		2, 2, 1 },
	{ "siginfo",	op_signal,	on_signal,		SA_SIGINFO,	1, 1, 1 },
	{ "siglongjmp",	op_siglongjmp,	on_signal_leave,	0,		1, 0, 1 },
	{ "signal1",	op_signal,	on_signal,		0,		1, 1, 1 },
	{ "storm",	op_signal,	on_signal,		0,		1, 1, 4 },
	{ "yield",	op_yield,	on_signal,		0,		0, 0, 2 },
};

static int is_mode(const char *name)
{
	return !strcmp(mode->name, name);
}

static void install(int sig, void (*handler)(int))
{
	struct sigaction sa = { .sa_handler = handler, .sa_flags = mode->sa_flags };

	sigemptyset(&sa.sa_mask);
	if (sigaction(sig, &sa, NULL))
		die("sigaction");
}

/* Pages missing, or shared since fork(), would fault inside a window. */
static void touch_stack(void)
{
	volatile char page[STACK_TOUCH];
	size_t i;

	for (i = 0; i < sizeof(page); i += 1024)
		page[i] = 0;
}

static void pin(long task)
{
	long skip = task % CPU_COUNT(&allowed);
	cpu_set_t one;
	int cpu;

	CPU_ZERO(&one);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &allowed) && !skip--)
			break;
	CPU_SET(cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		die("sched_setaffinity");
}

static void prepare(long task)
{
	struct sched_param fifo = { .sched_priority = 1 };

	self = getpid();
	pin(is_mode("yield") ? 0 : task);
	/* A fair task may be picked again after its yield; equal FIFO tasks take turns. */
	if (is_mode("yield") && sched_setscheduler(0, SCHED_FIFO, &fifo))
		fprintf(stderr, "workload: warning: no SCHED_FIFO, turns may be skipped\n");
	if (mlockall(MCL_CURRENT) && !task)
		fprintf(stderr, "workload: warning: mlockall: %s\n", strerror(errno));
	touch_stack();
	handled = 0;
}

static void repeat(long n)
{
	while (n-- > 0)
		mode->op();
}

static void repeat_marked(long n)
{
	while (n-- > 0) {
		KT_MARK_OP_BEGIN();
		mode->op();
		KT_MARK_OP_END();
	}
}

static long warm_up(void)
{
	long n;

	repeat(nr_warmup);
	n = handled;
	handled = 0;
	return n;
}

static void wait_for(const int *flag)
{
	while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE))
		op_yield();
}

static void wait_count(const long *count, long n)
{
	while (__atomic_load_n(count, __ATOMIC_ACQUIRE) < n)
		op_yield();
}

static void child(long task)
{
	prepare(task);
	shared->handled[task].warmup = warm_up();
	__atomic_add_fetch(&shared->ready, 1, __ATOMIC_RELEASE);
	wait_for(&shared->go);
	repeat(nr_ops);
	shared->handled[task].run = handled;
	__atomic_add_fetch(&shared->done, 1, __ATOMIC_RELEASE);
	/* Exiting opens windows too: not before the run has ended. */
	wait_for(&shared->leave);
	_exit(0);
}

static void spawn(long first)
{
	long task;

	for (task = first; task < nr_tasks; task++) {
		pid_t pid = fork();

		if (pid < 0)
			die("fork");
		if (!pid)
			child(task);
	}
}

static void reap(long n)
{
	int status;

	while (n-- > 0)
		if (wait(&status) < 0 || status) {
			fprintf(stderr, "workload: error: a task failed, status 0x%x\n", status);
			exit(EXIT_RUNTIME);
		}
}

/*
 * Whoever started or watches us goes to sleep first, lest its windows fall into the run. With -s
 * he has time to attach before it and to detach after it. nanosleep() opens its window when it
 * begins and poll() when it ends, so none lies between the attach and the detach.
 */
static void run_alone(void)
{
	prepare(0);
	shared->handled[0].warmup = warm_up();
	usleep(attach_s ? attach_s * 1000000 : SETTLE_US);
	KT_MARK_RUN_BEGIN();
	repeat_marked(nr_ops);
	KT_MARK_RUN_END();
	if (attach_s)
		poll(NULL, 0, 3 * attach_s * 1000);
	shared->handled[0].run = handled;
}

/* The parent only watches; operations of several tasks would mix, so none is marked. */
static void run_together(void)
{
	spawn(0);
	wait_count(&shared->ready, nr_tasks);
	KT_MARK_RUN_BEGIN();
	__atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE);
	wait_count(&shared->done, nr_tasks);
	KT_MARK_RUN_END();
	__atomic_store_n(&shared->leave, 1, __ATOMIC_RELEASE);
	reap(nr_tasks);
}

/* Here the children's whole lives belong to the run. */
static void run_fork(void)
{
	__atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE);
	__atomic_store_n(&shared->leave, 1, __ATOMIC_RELEASE);
	KT_MARK_RUN_BEGIN();
	spawn(0);
	reap(nr_tasks);
	KT_MARK_RUN_END();
}

/* One operation: to the partners and back. Only the first task marks, so marks cannot mix. */
static void run_yield(void)
{
	prepare(0);
	spawn(1);
	wait_count(&shared->ready, nr_tasks - 1);
	repeat(nr_warmup);	/* the others take turns in wait_for() */
	KT_MARK_RUN_BEGIN();
	__atomic_store_n(&shared->go, 1, __ATOMIC_RELEASE);
	repeat_marked(nr_ops);
	wait_count(&shared->done, nr_tasks - 1);
	KT_MARK_RUN_END();
	__atomic_store_n(&shared->leave, 1, __ATOMIC_RELEASE);
	reap(nr_tasks - 1);
}

static int report(void)
{
	long task, run = 0, warmup = 0, expected = nr_ops * mode->signals * nr_tasks;

	for (task = 0; task < nr_tasks; task++) {
		run += shared->handled[task].run;
		warmup += shared->handled[task].warmup;
	}
	printf("{\"mode\": \"%s\", \"n\": %ld, \"tasks\": %ld, \"warmup\": %ld, \"signals\": %ld, "
	       "\"sigreturns\": %ld, \"warmup_signals\": %ld, \"cpus\": %d}\n",
	       mode->name, nr_ops, nr_tasks, nr_warmup, run,
	       mode->sigreturns ? run : 0, warmup, CPU_COUNT(&allowed));
	if (fflush(stdout))
		die("stdout");
	if (run == expected && warmup == nr_warmup * mode->signals * nr_tasks)
		return 0;
	fprintf(stderr, "workload: error: %ld signals handled, %ld expected\n", run, expected);
	return EXIT_MISCOUNT;
}

static int usage(void)
{
	size_t i;

	fprintf(stderr, "usage: workload MODE [-n OPS] [-t TASKS] [-w WARMUP] [-s SECONDS] "
		"[-m none|fp|vmx|both]\nmodes:");
	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		fprintf(stderr, " %s", modes[i].name);
	fprintf(stderr, "\n");
	return EXIT_USAGE;
}

static int parse_count(const char *s, long min, long max, long *val)
{
	char *end;

	errno = 0;
	*val = strtol(s, &end, 10);
	return errno || end == s || *end || *val < min || *val > max ? -1 : 0;
}

static int parse_math(const char *s)
{
	static const char *const names[] = { "none", "fp", "vmx", "both" };

	for (math = 0; math < sizeof(names) / sizeof(names[0]); math++)
		if (!strcmp(s, names[math]))
			return 0;
	return -1;
}

static int parse(int argc, char **argv)
{
	size_t i;
	int c, bad = 0;

	for (i = 0; argc > 1 && i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(argv[1], modes[i].name))
			mode = &modes[i];
	if (!mode)
		return -1;

	nr_tasks = mode->tasks;
	while ((c = getopt(argc - 1, argv + 1, "m:n:s:t:w:")) != -1) {
		if (c == 'n')
			bad |= parse_count(optarg, 0, 1L << 40, &nr_ops);
		else if (c == 'm')
			bad |= parse_math(optarg);
		else if (c == 's')
			bad |= parse_count(optarg, 1, 600, &attach_s);
		else if (c == 't')
			bad |= parse_count(optarg, 1, MAX_TASKS, &nr_tasks);
		else if (c == 'w')
			bad |= parse_count(optarg, 0, 1L << 40, &nr_warmup);
		else
			bad = -1;
	}
	return bad || optind < argc - 1 ? -1 : 0;
}

int main(int argc, char **argv)
{
	if (parse(argc, argv))
		return usage();

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (shared == MAP_FAILED)
		die("mmap");
	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		die("sched_getaffinity");
	install(SIGUSR1, mode->handler);
	install(SIGUSR2, on_signal);

	if (is_mode("fork"))
		run_fork();
	else if (is_mode("yield"))
		run_yield();
	else if (nr_tasks == 1)
		run_alone();
	else
		run_together();
	return report();
}
