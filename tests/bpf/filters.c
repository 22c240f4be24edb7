// SPDX-License-Identifier: GPL-2.0-only
/* What each filter lets through, and that nothing else does: both sets, this host's kernel. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../unit/tap.h"
#include "bed.h"
#include "model/glob.h"

static void open_with(struct bed *b, bool plain, struct filter *f, bool all)
{
	struct tracepoints_conf conf = { .all = all, .inherit = true, .filter = f };

	bed__open(b, plain, &conf);
	bed__be_anybody(b);
}

static void want(struct bed *b, uint64_t n)
{
	b->want->windows[KT_PHASE_OTHER] = n;
	b->want->hist[KT_H_WINDOW].count = n;
	b->want->hist[KT_H_WINDOW].sum = 10 * n;
}

static void window(struct bed *b)
{
	fire_window(b, IP, KT_PHASE_OTHER, 10);
}

static void be_on(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set)) {
		printf("Bail out! cannot run on CPU %d\n", cpu);
		exit(1);
	}
}

static void test_cpu(bool plain)
{
	struct filter f = { .k = { .by_cpu = 1, .cpus = { 1 << 1 } } };
	struct bed b;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		ok(true, "a filter by CPU # SKIP there is one CPU");
		return;
	}
	open_with(&b, plain, &f, true);
	be_on(0);
	window(&b);
	bed__check(&b, "by CPU: nothing of another one");
	be_on(1);
	window(&b);
	want(&b, 1);
	bed__check(&b, "by CPU: what is on it");
	bed__close(&b);
}

static void test_dir(bool plain)
{
	struct filter f = { .k = { .dirs = 1 << KT_DIR_READ } };
	struct bed b;

	open_with(&b, plain, &f, true);
	window(&b); /* fire_window writes */
	bed__check(&b, "by direction: not the other one");
	bed__fire(&b, "on_uaccess_end", IP, CALLER, KT_DIR_READ, KT_PHASE_OTHER, 10);
	want(&b, 1);
	bed__check(&b, "by direction: its own");
	bed__close(&b);
}

static void test_site(bool plain)
{
	/* A return address lies behind its call: the first byte is not in, the end is. */
	struct filter f = { .k = { .nr_ranges = 3, .ranges = { { 0x100, 0x200 }, { 0x400, 0x500 },
							       { 0x9000, 0x9100 } } } };
	static const uint64_t out[] = { 0x100, 0x201, 0x400, 0x501, 0x9000, 0x9101, 1 };
	static const uint64_t in[] = { 0x101, 0x200, 0x401, 0x500, 0x9001, 0x9100 };
	struct bed b;
	size_t i;

	open_with(&b, plain, &f, true);
	for (i = 0; i < sizeof(out) / sizeof(out[0]); i++)
		fire_window(&b, out[i], KT_PHASE_OTHER, 10);
	bed__check(&b, "by site: nothing beside the functions");
	for (i = 0; i < sizeof(in) / sizeof(in[0]); i++)
		fire_window(&b, in[i], KT_PHASE_OTHER, 10);
	want(&b, 6);
	bed__check(&b, "by site: all in them");
	bed__fire(&b, "on_uaccess_end", 1, 0x450, KT_DIR_READ, KT_PHASE_OTHER, 10);
	want(&b, 7);
	bed__check(&b, "by site: what they call");
	fire_window(&b, 0, KT_PHASE_OTHER, 10);
	b.want->losses[KT_LOSS_UNMATCHED_END] = 1;
	bed__check(&b, "by site: a window of no known site is lost, not left out");
	bed__close(&b);
}

static void fire_frame(struct bed *b, int sig)
{
	bed__fire(b, "on_signal_setup_entry", sig, 0, 0, 0, 0);
	fire_window(b, IP, KT_PHASE_SETUP, 10);
	bed__fire(b, "on_signal_setup_exit", sig, 0, 50, 0, 0);
	window(b);
}

static void test_signal(void)
{
	struct filter f = { .k = { .by_signal = 1, .signals = { 1 << 10 } } };
	struct bed b;

	open_with(&b, false, &f, true);
	fire_frame(&b, 12);
	window(&b);
	bed__check(&b, "by signal: neither another signal's windows nor those of none");
	ok(!b.got->nr_tasks, "... and no task is made for them");
	fire_frame(&b, 10);
	fire_frame(&b, 11);
	b.want->signals[10].entered = 1;
	b.want->sums[KT_SUM_SETUPS] = 1;
	b.want->hist[KT_H_SETUP].count = 1;
	b.want->hist[KT_H_SETUP].sum = 50;
	b.want->windows[KT_PHASE_SETUP] = 1;
	b.want->hist[KT_H_WINDOW].count = 1;
	b.want->hist[KT_H_WINDOW].sum = 10;
	bed__check(&b, "by signal: its own setup with its windows");
	bed__close(&b);
}

static void test_signal_plain(void)
{
	struct filter f = { .k = { .by_signal = 1, .signals = { 1 << 10 } } };
	struct tracepoints_conf conf = { .all = true, .plain = true, .filter = &f };
	struct kt_kernel kernel = { .btf = true };
	struct kt_host host = { .facts.tick_ns = 1 };
	struct kt_error err = { 0 };

	ok(!tracepoints__open(&conf, &kernel, &host, &err) && strstr(err.msg, "BTF"),
	   "by signal: refused without BTF, which is named");
}

static void by_comm(struct filter *f, const char *pattern)
{
	struct kt_glob g = { 0 };
	struct kt_error err;

	memset(f, 0, sizeof(*f));
	if (kt_glob__add(&g, pattern, &err))
		exit(1);
	f->k.by_comm = f->k.ask = 1;
	f->k.comm_start = g.start;
	f->k.comm_stay = g.stay;
	f->k.comm_end = g.end;
	memcpy(f->k.comm_next, g.next, sizeof(f->k.comm_next));
}

static void wait_for(pid_t pid)
{
	int status;

	if (pid < 0 || waitpid(pid, &status, 0) != pid || status) {
		printf("Bail out! a child failed\n");
		exit(1);
	}
}

static void test_comm(bool plain)
{
	struct filter f;
	struct bed b;
	pid_t pid;

	by_comm(&f, "kt-[a-m]*x");
	prctl(PR_SET_NAME, "kt-before-x");
	open_with(&b, plain, &f, true);
	bed__attach(&b);
	window(&b);
	want(&b, 1);
	bed__check(&b, "by name: a task that bore it before us");
	prctl(PR_SET_NAME, "kt-zebra-x");
	window(&b);
	bed__check(&b, "by name: no more, under another one");
	prctl(PR_SET_NAME, "kt-mx");
	window(&b);
	want(&b, 2);
	bed__check(&b, "by name: and again");
	pid = fork();
	if (!pid) {
		window(&b);
		prctl(PR_SET_NAME, "kt-mx-not");
		window(&b);
		_exit(0);
	}
	wait_for(pid);
	want(&b, 3);
	bed__check(&b, "by name: a child has its parent's until it takes another");
	prctl(PR_SET_NAME, "bpf_filters");
	bed__close(&b);
}

static pthread_barrier_t turn;

static void *named_by_another(void *arg)
{
	window(arg);
	pthread_barrier_wait(&turn);
	pthread_barrier_wait(&turn);
	window(arg);
	return NULL;
}

/* Without BTF the event does not tell us which thread got the name. */
static void test_comm_of_another(void)
{
	struct filter f;
	pthread_t thread;
	struct bed b;

	by_comm(&f, "kt-worker");
	open_with(&b, false, &f, true);
	bed__attach(&b);
	pthread_barrier_init(&turn, NULL, 2);
	pthread_create(&thread, NULL, named_by_another, &b);
	pthread_barrier_wait(&turn);
	pthread_setname_np(thread, "kt-worker");
	pthread_barrier_wait(&turn);
	pthread_join(thread, NULL);
	want(&b, 1);
	bed__check(&b, "by name: a thread that another one names");
	bed__close(&b);
}

static void test_comm_and_list(bool plain)
{
	struct filter f;
	struct bed b;
	pid_t pid;

	by_comm(&f, "kt-*");
	open_with(&b, plain, &f, false);
	bed__attach(&b);
	prctl(PR_SET_NAME, "kt-alone");
	window(&b);
	bed__check(&b, "by name and list: a name alone is not enough");
	prctl(PR_SET_NAME, "bpf_filters");
	tracepoints__watch_process(b.tp, getpid());
	window(&b);
	bed__check(&b, "by name and list: nor is the list");
	pid = fork();
	if (!pid) {
		prctl(PR_SET_NAME, "kt-child");
		window(&b);
		_exit(0);
	}
	wait_for(pid);
	want(&b, 1);
	bed__check(&b, "by name and list: both are");
	bed__close(&b);
}

/* As one in a pid namespace of its own sees it: this process is 1 there. */
static void in_namespace(bool plain, uint32_t id, bool counted, const char *what)
{
	struct filter f = { .foreign = true, .k = { .ask = 1, .nr_ids = 1, .ids = { id } } };
	struct stat st;
	struct bed b;
	pid_t pid;

	if (stat("/proc/self/ns/pid", &st))
		exit(1);
	f.k.ns_ino = st.st_ino;
	f.k.ns_dev = st.st_dev;
	open_with(&b, plain, &f, false);
	bed__attach(&b);
	ok(!tracepoints__watch_process(b.tp, getpid()), "a pid of a namespace is left to the programs");
	pid = fork();
	if (!pid) {
		window(&b);
		_exit(0);
	}
	wait_for(pid);
	window(&b);
	want(&b, counted ? 2 : 0);
	bed__check(&b, what);
	bed__close(&b);
}

static int namespaced(void)
{
	int i;

	if (unshare(CLONE_NEWNS))
		return 1;
	umount2("/proc", MNT_DETACH);
	if (mount("proc", "/proc", "proc", 0, NULL)) {
		printf("Bail out! no /proc of our own: %s\n", strerror(errno));
		return 1;
	}
	mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL);
	for (i = 0; i < 2; i++) {
		in_namespace(i, 1, true, "by pid of a namespace: it and its child");
		in_namespace(i, 1 | KT_ID_THREAD, true, "by tid of a namespace: it and its child");
		in_namespace(i, 7777, false, "by pid of a namespace: nobody else");
	}
	return tap_failed != 0;
}

static void test_namespace(void)
{
	int status = -1;
	pid_t pid;

	fflush(stdout);
	if (unshare(CLONE_NEWPID)) {
		ok(true, "pids of a namespace # SKIP cannot have one: %s", strerror(errno));
		return;
	}
	pid = fork();
	if (!pid)
		_exit(namespaced());
	waitpid(pid, &status, 0);
	/* The child's lines are printed; its count is not ours. */
	tap_run += 12;
	ok(!status, "all of these hold in a pid namespace");
}

static void enter(const char *dir)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, "0", 1) != 1) {
		printf("Bail out! cannot enter %s: %s\n", dir, strerror(errno));
		exit(1);
	}
	close(fd);
}

static void test_cgroup(bool plain, const char *top)
{
	struct filter f = { .k = { .nr_cgroups = 1 } };
	char dir[64], below[80];
	struct bed b;

	snprintf(dir, sizeof(dir), "%s/kt-test-%d", top, (int)getpid());
	snprintf(below, sizeof(below), "%s/below", dir);
	mkdir(dir, 0755);
	mkdir(below, 0755);
	f.cgroups[0] = open(dir, O_RDONLY | O_DIRECTORY);
	open_with(&b, plain, &f, true);
	window(&b);
	bed__check(&b, "by cgroup: nobody outside");
	enter(dir);
	window(&b);
	want(&b, 1);
	bed__check(&b, "by cgroup: who is in it");
	enter(below);
	window(&b);
	want(&b, 2);
	bed__check(&b, "by cgroup: and who is below it");
	enter(top);
	bed__close(&b);
	close(f.cgroups[0]);
	rmdir(below);
	rmdir(dir);
}

static void test_cgroups(void)
{
	static const char top[] = "/dev/shm/kt-cgroup2";
	int i;

	mkdir(top, 0755);
	if (mount("cgroup2", top, "cgroup2", 0, NULL)) {
		ok(true, "by cgroup # SKIP no cgroup2 here: %s", strerror(errno));
	} else {
		for (i = 0; i < 2; i++)
			test_cgroup(i, top);
		umount(top);
	}
	rmdir(top);
}

int main(void)
{
	int i;

	bed__need_bpf();
	for (i = 0; i < 2; i++) {
		test_cpu(i);
		test_dir(i);
		test_site(i);
		test_comm(i);
		test_comm_and_list(i);
	}
	test_signal();
	test_signal_plain();
	test_comm_of_another();
	test_cgroups();
	test_namespace();
	return tap_done();
}
