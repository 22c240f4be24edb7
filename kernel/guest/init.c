// SPDX-License-Identifier: GPL-2.0-only
/*
 * The guest's init: mount what tracing needs, run one command, hand back its output, its status
 * and some files over 9p, power off. kernel/vm writes the job, see read_job().
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOB	"/kt/job"	/* the description, in the initramfs */
#define OUT	"/kt/out"	/* the host's directory, over 9p */
#define DIR	"/job"		/* where the command runs and finds its files */
#define ROOT	"/root.d"	/* the Debian root, if there is one */

struct job {
	char *buf;
	char **get;
	int nget;
	char **argv;
	int root;
};

static FILE *status;

/* The last resort: the console log is all that the host will see. */
static void die(const char *what)
{
	fprintf(stderr, "kuaptrace-init: %s: %s\n", what, strerror(errno));
	sync();
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

static void try_mount(const char *src, const char *dst, const char *type, unsigned long flags,
		      const char *data)
{
	mkdir(dst, 0755);
	/* a kernel without debugfs or bpf is no reason not to run */
	if (mount(src, dst, type, flags, data) && errno != ENODEV && errno != ENOENT)
		fprintf(stderr, "kuaptrace-init: cannot mount %s: %s\n", dst, strerror(errno));
}

static void mount_all(void)
{
	try_mount("dev", "/dev", "devtmpfs", 0, NULL);
	try_mount("proc", "/proc", "proc", 0, NULL);
	try_mount("sys", "/sys", "sysfs", 0, NULL);
	try_mount("debugfs", "/sys/kernel/debug", "debugfs", 0, NULL);
	try_mount("tracefs", "/sys/kernel/tracing", "tracefs", 0, NULL);
	try_mount("bpf", "/sys/fs/bpf", "bpf", 0, NULL);
	try_mount("cgroup2", "/sys/fs/cgroup", "cgroup2", 0, NULL);
	try_mount("devpts", "/dev/pts", "devpts", 0, "ptmxmode=0666");
	try_mount("tmpfs", "/dev/shm", "tmpfs", 0, "mode=1777");
	try_mount("tmpfs", "/tmp", "tmpfs", 0, "mode=1777");
	try_mount("tmpfs", "/run", "tmpfs", 0, "mode=0755");
	symlink("/proc/self/fd", "/dev/fd");
	symlink("/proc/self/fd/0", "/dev/stdin");
	symlink("/proc/self/fd/1", "/dev/stdout");
	symlink("/proc/self/fd/2", "/dev/stderr");

	mkdir(OUT, 0755);
	if (mount("kt", OUT, "9p", 0, "trans=virtio,version=9p2000.L,msize=262144"))
		die("cannot mount the host's directory");
}

/*
 * The Debian root comes read-only over 9p; writes go to a tmpfs above it, so that several guests
 * can share one.
 */
static void mount_root(void)
{
	static const char *const binds[] = { "/dev", "/proc", "/sys", "/tmp", "/run", DIR, "/kt" };
	char path[PATH_MAX];
	size_t i;

	mkdir(ROOT, 0755);
	mkdir(ROOT ".ro", 0755);
	mkdir(ROOT ".rw", 0755);
	if (mount("root", ROOT ".ro", "9p", MS_RDONLY,
		  "trans=virtio,version=9p2000.L,msize=262144,cache=loose"))
		die("cannot mount the root");
	try_mount("tmpfs", ROOT ".rw", "tmpfs", 0, NULL);
	mkdir(ROOT ".rw/up", 0755);
	mkdir(ROOT ".rw/work", 0755);
	if (mount("overlay", ROOT, "overlay", 0,
		  "lowerdir=" ROOT ".ro,upperdir=" ROOT ".rw/up,workdir=" ROOT ".rw/work"))
		die("cannot mount the root's overlay");
	for (i = 0; i < sizeof(binds) / sizeof(*binds); i++) {
		snprintf(path, sizeof(path), ROOT "%s", binds[i]);
		mkdir(path, 0755);
		if (mount(binds[i], path, NULL, MS_BIND | MS_REC, NULL))
			die(path);
	}
	mkdir(ROOT "/root", 0700);
	/* a root made of a few packages has no shell */
	mkdir(ROOT "/bin", 0755);
	symlink("/kt/bin/busybox", ROOT "/bin/sh");
}

/* NUL-terminated words: "root" | "get" NAME, any number of them, then "--" and the command. */
static void read_job(struct job *job)
{
	int fd = open(JOB, O_RDONLY | O_CLOEXEC);
	size_t len, n = 0, used = 0;
	char **words, *p;
	struct stat st;
	ssize_t got;

	if (fd < 0 || fstat(fd, &st))
		die(JOB);
	len = st.st_size;
	job->buf = calloc(1, len + 1);
	words = calloc(len + 1, sizeof(*words));
	job->get = calloc(len + 1, sizeof(*job->get));
	if (!job->buf || !words || !job->get)
		die("job");
	while (used < len && (got = read(fd, job->buf + used, len - used)) > 0)
		used += got;
	close(fd);
	for (p = job->buf; p < job->buf + used; p += strlen(p) + 1)
		words[n++] = p;
	for (; *words && strcmp(*words, "--"); words++) {
		if (!strcmp(*words, "root"))
			job->root = 1;
		else if (!strcmp(*words, "get") && words[1])
			job->get[job->nget++] = *++words;
	}
	if (!*words || !words[1]) {
		errno = EINVAL;
		die("the job has no command");
	}
	job->argv = words + 1;
}

/* All bytes that are there now; 0 at end of file. */
static int pump(int from, int to)
{
	char buf[65536];
	ssize_t got = read(from, buf, sizeof(buf)), put, done;

	if (got < 0)
		return errno == EINTR || errno == EAGAIN;
	for (done = 0; done < got; done += put) {
		put = write(to, buf + done, got - done);
		if (put < 0)
			die("cannot write to the host");
	}
	return got > 0;
}

static int host_file(const char *name)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), OUT "/%s", name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		die(path);
	return fd;
}

static void child(struct job *job, int out, int err, int report)
{
	int null = open("/dev/null", O_RDONLY);
	sigset_t none;

	setsid();
	dup2(null, 0);
	dup2(out, 1);
	dup2(err, 2);
	close(null);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (job->root && chroot(ROOT))
		_exit(126);
	if (!chdir(DIR))
		execvp(job->argv[0], job->argv);
	null = errno;
	dprintf(2, "kernel/vm: cannot run '%s' in the guest: %s\n", job->argv[0], strerror(null));
	if (write(report, &null, sizeof(null)) < 0)
		_exit(126);
	_exit(null == ENOENT ? 127 : 126);
}

/* Reap everything, as init must; the command's wait status goes to *wstatus. */
static int reap(pid_t cmd, int *wstatus)
{
	int st, ended = 0;
	pid_t pid;

	while ((pid = waitpid(-1, &st, WNOHANG)) > 0) {
		if (pid != cmd)
			continue;
		*wstatus = st;
		ended = 1;
		/* what it left behind must not hold the pipes open for ever */
		kill(-1, SIGKILL);
	}
	return ended;
}

static int run(struct job *job)
{
	int out[2], err[2], report[2], wstatus = 0, hout = host_file("stdout"),
	    herr = host_file("stderr");
	struct signalfd_siginfo si;
	struct pollfd fds[3];
	sigset_t chld;
	pid_t cmd;

	sigemptyset(&chld);
	sigaddset(&chld, SIGCHLD);
	sigprocmask(SIG_BLOCK, &chld, NULL);
	if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) || pipe2(report, O_CLOEXEC))
		die("pipe");
	fds[0] = (struct pollfd){ .fd = signalfd(-1, &chld, SFD_CLOEXEC), .events = POLLIN };
	fds[1] = (struct pollfd){ .fd = out[0], .events = POLLIN };
	fds[2] = (struct pollfd){ .fd = err[0], .events = POLLIN };
	cmd = fork();
	if (cmd < 0)
		die("fork");
	if (!cmd)
		child(job, out[1], err[1], report[1]);
	close(out[1]);
	close(err[1]);
	close(report[1]);
	/* to the pipes' end: what was written is delivered, also after the command's */
	while (cmd > 0 || fds[1].fd >= 0 || fds[2].fd >= 0) {
		if (poll(fds, 3, -1) < 0)
			continue;
		if (fds[1].revents && !pump(fds[1].fd, hout))
			fds[1].fd = -1;
		if (fds[2].revents && !pump(fds[2].fd, herr))
			fds[2].fd = -1;
		if (fds[0].revents && read(fds[0].fd, &si, sizeof(si)) > 0 && reap(cmd, &wstatus))
			cmd = -1;
	}
	close(hout);
	close(herr);
	return wstatus;
}

/* Files go back by their number, for the guest must not choose names on the host. */
static void get(struct job *job, int i)
{
	const char *name = job->get[i];
	char path[PATH_MAX];
	struct stat st;
	int from, to;

	if (name[0] == '/' && job->root)
		snprintf(path, sizeof(path), ROOT "%s", name);
	else if (name[0] == '/')
		snprintf(path, sizeof(path), "%s", name);
	else
		snprintf(path, sizeof(path), DIR "/%s", name);
	from = open(path, O_RDONLY | O_CLOEXEC);
	if (from >= 0 && !fstat(from, &st) && S_ISDIR(st.st_mode)) {
		close(from);
		from = -1;
		errno = EISDIR;
	}
	if (from < 0) {
		fprintf(status, "missing %d %s\n", i, strerror(errno));
		return;
	}
	snprintf(path, sizeof(path), "get.%d", i);
	to = host_file(path);
	while (pump(from, to))
		;
	close(to);
	close(from);
}

/* busybox links its applets itself: kernel/vm need not know their names. */
static void link_applets(void)
{
	pid_t pid = fork();

	if (!pid) {
		execl("/kt/bin/busybox", "busybox", "--install", "-s", "/kt/bin", NULL);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
	symlink("/kt/bin", "/bin");
}

int main(void)
{
	struct job job = { 0 };
	int wstatus, i;

	umask(022);
	if (getpid() != 1)
		return 2;
	mount_all();
	read_job(&job);
	link_applets();
	if (job.root)
		mount_root();
	clearenv();
	setenv("HOME", "/root", 1);
	setenv("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/kt/bin", 1);
	setenv("TERM", "dumb", 1);
	sethostname("guest", 5);

	wstatus = run(&job);

	status = fdopen(host_file("status.tmp"), "w");
	if (!status)
		die("status");
	for (i = 0; i < job.nget; i++)
		get(&job, i);
	if (WIFSIGNALED(wstatus))
		fprintf(status, "signal %d\n", WTERMSIG(wstatus));
	else
		fprintf(status, "exit %d\n", WEXITSTATUS(wstatus));
	if (fclose(status) || rename(OUT "/status.tmp", OUT "/status"))
		die("status");
	sync();
	reboot(RB_POWER_OFF);
	die("power off");
}
