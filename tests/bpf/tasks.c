// SPDX-License-Identifier: GPL-2.0-only
/* Real tasks: forks, execs and exits of this host, with the real tracepoints attached. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "../unit/tap.h"
#include "bed.h"

static const struct tracepoints_conf everyone = { .all = true };
static const struct tracepoints_conf list = { .inherit = true };
static const struct tracepoints_conf list_only = { .inherit = false };

/* Forks, by tid if one is asked for; the child runs @fn and exits. Its pid, after its end. */
static pid_t in_child(struct bed *b, pid_t want, void (*fn)(struct bed *b))
{
	struct clone_args args = { .exit_signal = SIGCHLD };
	int status = 0;
	pid_t pid;

	args.set_tid = want ? (uintptr_t)&want : 0;
	args.set_tid_size = want ? 1 : 0;
	pid = syscall(SYS_clone3, &args, sizeof(args));
	if (!pid) {
		fn(b);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status) {
		printf("Bail out! a child failed: %s, status %#x\n", strerror(errno), status);
		exit(1);
	}
	return pid;
}

static void one_window(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, 10);
}

static void two_windows(struct bed *b)
{
	one_window(b);
	one_window(b);
}

static void one_signal(struct bed *b)
{
	fire_setup(b, 0, 0, 10);
}

static void grandchild(struct bed *b)
{
	in_child(b, 0, one_window);
}

static void want_windows(struct bed *b, uint64_t n)
{
	b->want->windows[KT_PHASE_OTHER] = n;
	b->want->hist[KT_H_WINDOW].count = n;
	b->want->hist[KT_H_WINDOW].sum = n * 10;
}

static void want_signals(struct bed *b, uint64_t n)
{
	b->want->signals[10].entered = n;
	b->want->sums[KT_SUM_SETUPS] = n;
	b->want->hist[KT_H_SETUP].count = n;
	b->want->hist[KT_H_SETUP].sum = n * 10;
}

static void test_exit(struct bed *b)
{
	const struct kt_run_task *t;
	pid_t pid;

	pid = in_child(b, 0, one_window);
	bed__be_anybody(b);
	one_window(b);
	want_windows(b, 2);
	bed__check(b, "a task that exits keeps what it counted");
	t = bed__task(b, pid, 0);
	ok(t && t->windows == 1 && (t->flags & KT_TASK_EXITED), "... and is marked as ended");
	t = bed__task(b, getpid(), 0);
	ok(t && t->windows == 1 && !(t->flags & KT_TASK_EXITED), "... unlike one that lives");
	ok(t && t->pid == (uint32_t)getpid() && !strcmp(t->comm, "bpf_tasks"), "... by its name");
	ok(b->plain || (t && t->start_ns), "... with its start time where BTF tells");
}

static void test_reuse(struct bed *b)
{
	const struct kt_run_task *x, *y;
	pid_t pid;

	pid = in_child(b, 0, one_window);
	in_child(b, pid, two_windows);
	want_windows(b, 3);
	b->want->sums[KT_SUM_PID_WRAPS] = 1;
	bed__check(b, "a tid used twice is two tasks, and nothing is lost");
	x = bed__task(b, pid, 0);
	y = bed__task(b, pid, 1);
	ok(x && y && x->windows + y->windows == 3 && x->windows != y->windows,
	   "... each with its own windows");
	ok(!bed__task(b, pid, 2), "... and not three");
}

/* Nothing is attached here: it is what a fork missed by us looks like. */
static void test_reuse_unseen(struct bed *b)
{
	pid_t pid;

	pid = in_child(b, 0, one_signal);
	in_child(b, pid, one_signal);
	want_signals(b, 2);
	/* Without BTF nobody knows; with it the start time tells. */
	b->want->losses[KT_LOSS_PID_REUSE] = !b->plain;
	bed__check(b, "a tid used twice with its fork unseen is named where BTF tells");
	ok(b->plain || bed__task(b, pid, 1), "... and two tasks from then on");
	in_child(b, pid, two_windows);
	want_windows(b, 2);
	bed__check(b, "... windows alone do not look at start times");
}

static void test_task_map_full(bool plain)
{
	struct tracepoints_conf conf = { .all = true, .max_tasks = 1 };
	struct bed b;

	bed__open(&b, plain, &conf);
	in_child(&b, 0, one_window);
	in_child(&b, 0, two_windows);
	in_child(&b, 0, one_signal); /* entry and exit: two events */
	want_windows(&b, 1);
	b.want->losses[KT_LOSS_TASK_MAP_FULL] = 4;
	bed__check(&b, "no room for a task: each of its events is lost by name");
	bed__close(&b);
}

static void test_inherit(struct bed *b)
{
	if (tracepoints__watch_thread(b->tp, getpid()))
		ok(false, "we can be watched");
	in_child(b, 0, one_window);
	in_child(b, 0, grandchild);
	want_windows(b, 2);
	bed__check(b, "children and their children are watched");
}

static void test_no_inherit(struct bed *b)
{
	tracepoints__watch_process(b->tp, getpid());
	in_child(b, 0, one_window);
	bed__check(b, "with --no-inherit they are not");
}

/* What was watched once is not for ever: the bit is the fork's to decide. */
static void test_stale_bit(struct bed *b)
{
	pid_t pid;

	pid = in_child(b, 0, one_window);
	tracepoints__watch_words(b->tp, NULL)[pid * 2] |= KT_WATCH_ON;
	in_child(b, pid, one_window);
	bed__check(b, "a dead task's bit does not watch the next one of its tid");
}

static char fd_text[16];

static void exec_and_fire(struct bed *b)
{
	char *argv[] = { "bpf_tasks", "--fire", fd_text, NULL };
	int fd = dup(bed__prog_fd(b, "on_uaccess_end"));

	snprintf(fd_text, sizeof(fd_text), "%d", fd);
	execv("/proc/self/exe", argv);
	_exit(1);
}

static void armed_exec(struct bed *b)
{
	char *const none[] = { "none", NULL };

	tracepoints__arm_self(b->tp);
	one_window(b); /* before exec: not CMD's */
	execv("/nonexistent", none);
	one_window(b); /* after an exec that failed: neither */
	exec_and_fire(b);
}

static void test_armed(struct bed *b)
{
	const struct kt_run_task *t;
	pid_t pid;

	pid = in_child(b, 0, armed_exec);
	want_windows(b, 1);
	bed__check(b, "a command counts from its exec on");
	t = bed__task(b, pid, 0);
	/* The kernel names a task after the file's last path component. */
	ok(t && !strcmp(t->comm, "exe"), "... under its new name");
}

static void window_and_exec(struct bed *b)
{
	one_window(b);
	exec_and_fire(b);
}

static void test_rename(struct bed *b)
{
	const struct kt_run_task *t;
	pid_t pid;

	pid = in_child(b, 0, window_and_exec);
	want_windows(b, 2);
	bed__check(b, "a task that execs is the same task");
	t = bed__task(b, pid, 0);
	ok(t && t->windows == 2 && !strcmp(t->comm, "exe"), "... under its new name");
}

static pthread_barrier_t barrier;

static void *thread_exec(void *arg)
{
	struct bed *b = arg;

	tracepoints__watch_self(b->tp);
	exec_and_fire(b);
	return NULL;
}

static void threaded_exec(struct bed *b)
{
	pthread_t thread;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&thread, NULL, thread_exec, b);
	pthread_barrier_wait(&barrier); /* for ever: exec ends us */
}

static void test_thread_exec(struct bed *b)
{
	pid_t pid;

	pid = in_child(b, 0, threaded_exec);
	want_windows(b, 1);
	bed__check(b, "a watched thread that execs stays watched under its leader's tid");
	ok(bed__task(b, pid, 0) != NULL, "... which is its own now");
}

static void with(bool plain, const struct tracepoints_conf *conf, bool attach,
		 void (*test)(struct bed *b))
{
	struct bed b;

	bed__open(&b, plain, conf);
	if (attach)
		bed__attach(&b);
	test(&b);
	bed__close(&b);
}

static void run_set(bool plain)
{
	with(plain, &everyone, true, test_exit);
	with(plain, &everyone, true, test_reuse);
	with(plain, &everyone, false, test_reuse_unseen);
	test_task_map_full(plain);
	with(plain, &list, true, test_inherit);
	with(plain, &list_only, true, test_no_inherit);
	with(plain, &list, true, test_stale_bit);
	with(plain, &list, true, test_armed);
	with(plain, &everyone, true, test_rename);
	with(plain, &list, true, test_thread_exec);
}

/* The command of armed_exec(): one window through an inherited program. */
static int fire_fd(int fd)
{
	uint64_t args[5] = { IP, CALLER, KT_DIR_READ, KT_PHASE_OTHER, 10 };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = args, .ctx_size_in = sizeof(args));

	return bpf_prog_test_run_opts(fd, &opts) ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--fire"))
		return fire_fd(atoi(argv[2]));
	bed__need_bpf();
	run_set(false);
	run_set(true);
	return tap_done();
}
