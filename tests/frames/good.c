// SPDX-License-Identifier: GPL-2.0-only
/* Signals as they should be: each way in, each kind of stack, several at once, and away by a jump.
 */
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cases.h"

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1U << 31)
#endif

static void queue_value(void)
{
	siginfo_t si;

	/* the kernel shows the fields of this code only, and zeroes the rest */
	memset(&si, 0xee, sizeof(si));
	si.si_signo = SIGUSR1;
	si.si_errno = 0;
	si.si_code = SI_QUEUE;
	si.si_pid = self_pid;
	si.si_uid = 4711;
	si.si_value.sival_ptr = (void *)0x123456789abcdef0ul;
	must(!syscall(SYS_rt_sigqueueinfo, getpid(), SIGUSR1, &si), "rt_sigqueueinfo");
}

static const struct shot shots[] = {
	{ "trap-siginfo", raise_trap, SA_SIGINFO, .dump = 1 },
	{ "trap-plain", raise_trap, 0, .dump = 1 },
	{ "trap-fp", raise_trap, SA_SIGINFO, .use = USE_FP },
	{ "sc-siginfo", raise_sc, SA_SIGINFO, SIG_BIT(SIGHUP), .dump = 1 },
	{ "sc-plain", raise_sc, 0, SIG_BIT(SIGHUP), .dump = 1 },
	{ "scv-siginfo", raise_scv, SA_SIGINFO, .dump = 1 },
	{ "scv-plain", raise_scv, SA_NODEFER, .dump = 0 },
	{ "queue", raise_sc, SA_SIGINFO, .queue = queue_value, .dump = 1 },
	{ "queue-plain", raise_scv, 0, .queue = queue_value, .dump = 1 },
};

static const struct shot alt_shots[] = {
	{ "alt-trap", raise_trap, SA_SIGINFO | SA_ONSTACK, .dump = 1 },
	{ "alt-sc", raise_sc, SA_SIGINFO | SA_ONSTACK, .dump = 1 },
	{ "alt-plain", raise_scv, SA_ONSTACK, .dump = 0 },
	{ "alt-not-asked", raise_trap, SA_SIGINFO, .dump = 1 },
};

static struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));

/* --- a signal in a handler -----------------------------------------------------------------------
 */

static int depth;

static void nest(int sig, void *info, struct uc *uc, void *frame)
{
	static struct regs inner __attribute__((aligned(16))), ret __attribute__((aligned(16)));

	(void)sig, (void)info, (void)frame;
	say_number("depth", depth);
	say_entry();
	say_frame(entry_regs[1] + FRAME_END);
	say_words("in.blocked", (u64[]){ blocked_now() }, 1);
	step_over_trap(uc);
	if (depth++ == 3)
		return;
	pattern(&inner, 20 + depth, STACK_AT + AREA / 2 - depth * 0x4000);
	raise_trap(&inner, &ret, USE_ALL);
	say_regs("inner", &ret, USE_ALL);
}

static void nested(void)
{
	case_name = "nested";
	depth = 0;
	entry_handler = nest;
	entry_use = USE_ALL;
	install(SIGTRAP, stub, SA_SIGINFO | SA_NODEFER, SIG_BIT(SIGHUP));
	poison_range(STACK_AT, TOP(STACK_AT));
	pattern(&in, 20, TOP(STACK_AT));
	raise_trap(&in, &out, USE_ALL);
	say_regs("outer", &out, USE_ALL);
	say_words("after.blocked", (u64[]){ blocked_now() }, 1);
	flush();
}

/* --- several pending at once: each frame is interrupted by the next
 * -------------------------------- */

static void one_of_many(int sig, void *info, struct uc *uc, void *frame)
{
	(void)info, (void)frame;
	say_number("handler", sig);
	say_entry();
	say_words("in.blocked", (u64[]){ blocked_now(), uc->sigmask }, 2);
	say_uc("uc", uc);
}

static void pending(const char *name, raiser raise_it)
{
	const u64 all = SIG_BIT(SIGUSR1) | SIG_BIT(SIGUSR2) | SIG_BIT(SIGRTMAX) | SIG_BIT(SIGHUP);
	static u64 none;

	case_name = name;
	entry_handler = one_of_many;
	install(SIGUSR1, stub, SA_SIGINFO, 0);
	install(SIGUSR2, stub, SA_SIGINFO, SIG_BIT(SIGHUP));
	install(SIGRTMAX, stub, SA_SIGINFO, 0);
	set_blocked(all);
	raise(SIGUSR2);
	raise(SIGUSR1);
	raise(SIGRTMAX);
	raise(SIGRTMAX);
	poison_range(STACK_AT, TOP(STACK_AT));
	pattern(&in, 30, TOP(STACK_AT));
	/* sigsuspend: the mask in the frame is the one from before it */
	in.gpr[0] = SYS_rt_sigsuspend;
	in.gpr[3] = (u64)&none;
	in.gpr[4] = 8;
	raise_it(&in, &out, USE_ALL);
	say_regs("after", &out, USE_ALL);
	say_words("after.blocked", (u64[]){ blocked_now() }, 1);
	set_blocked(0);
	flush();
}

/* --- system calls that a signal ends, or that go on
 * -------------------------------------------------- */

static int fds[2];

static void feed(int sig, void *info, struct uc *uc, void *frame)
{
	(void)sig, (void)info, (void)frame;
	say_entry();
	say_uc("uc", uc);
	must(write(fds[1], "x", 1) == 1, "write");
}

/* On our CPU and of our priority this runs when we sleep, and asks all the same. */
static void wake(pid_t sleeper)
{
	char path[32], line[64] = "";
	const char *state;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", sleeper);
	do {
		sched_yield();
		fd = open(path, O_RDONLY);
		must(fd >= 0 && read(fd, line, sizeof(line) - 1) > 0, path);
		close(fd);
		state = strchr(line, ')');
	} while (!state || state[2] != 'S');
	kill(sleeper, SIGALRM);
	_exit(0);
}

static void restarted(const char *name, raiser raise_it, int flags, u64 nr, u64 a, u64 b, u64 c)
{
	pid_t self = getpid(), waker;
	char byte;

	case_name = name;
	entry_handler = feed;
	must(!pipe(fds), "pipe");
	install(SIGALRM, stub, SA_SIGINFO | flags, 0);
	poison_range(STACK_AT, TOP(STACK_AT));
	pattern(&in, 40, TOP(STACK_AT));
	in.gpr[0] = nr;
	in.gpr[3] = nr == SYS_read ? (u64)fds[0] : a;
	in.gpr[4] = b;
	in.gpr[5] = c;
	flush();
	waker = fork();
	must(waker >= 0, "fork");
	if (!waker)
		wake(self);
	raise_it(&in, &out, USE_ALL);
	must(waitpid(waker, NULL, 0) == waker, "waitpid");
	say_regs("after", &out, USE_ALL);
	if (nr != SYS_read || !(flags & SA_RESTART))
		must(read(fds[0], &byte, 1) == 1, "read");
	close(fds[0]);
	close(fds[1]);
	flush();
}

static void restarts(void)
{
	static const struct timespec minute = { 60, 0 };
	static char byte;

	restarted("eintr-sc", raise_sc, 0, SYS_read, 0, (u64)&byte, 1);
	restarted("eintr-scv", raise_scv, 0, SYS_read, 0, (u64)&byte, 1);
	restarted("restart-sc", raise_sc, SA_RESTART, SYS_read, 0, (u64)&byte, 1);
	restarted("restart-scv", raise_scv, SA_RESTART, SYS_read, 0, (u64)&byte, 1);
	restarted("restart-block-sc", raise_sc, SA_RESTART, SYS_nanosleep, (u64)&minute, 0, 0);
	restarted("restart-block-scv", raise_scv, SA_RESTART, SYS_nanosleep, (u64)&minute, 0, 0);
}

/* --- away by a jump
 * ------------------------------------------------------------------------------- */

static sigjmp_buf back;

static void jump(int sig)
{
	siglongjmp(back, sig);
}

static void jumps(void)
{
	volatile double d = 1.5;
	volatile int i, right = 0;

	case_name = "siglongjmp";
	install(SIGUSR1, jump, SA_ONSTACK, SIG_BIT(SIGHUP));
	on_altstack(ALT_AT, AREA - COPY_SIZE, 0);
	for (i = 0; i < 100; i++) {
		if (!sigsetjmp(back, 1))
			raise(SIGUSR1);
		else
			right += blocked_now() == 0 && d == 1.5 + i;
		d = d + 1;
	}
	say_number("right", right);
	say_altstack("altstack");
	on_altstack(0, 0, SS_DISABLE);
	flush();
}

/* --- faults inside the windows that are resolved
 * --------------------------------------------------- */

static void resolved(const void *arg)
{
	(void)arg;
	/* never touched, and shared with the parent until written */
	madvise((void *)STACK_AT, AREA / 2, MADV_DONTNEED);
	entry_handler = nest;
	depth = 3;
	install(SIGTRAP, stub, SA_SIGINFO, 0);
	pattern(&in, 50, STACK_AT + AREA / 4);
	raise_trap(&in, &out, USE_ALL);
	say_regs("fresh", &out, USE_ALL);
	depth = 3;
	in.gpr[1] = TOP(STACK_AT);
	raise_trap(&in, &out, USE_ALL);
	say_regs("cow", &out, USE_ALL);
}

void good_cases(void)
{
	take_all(shots, sizeof(shots) / sizeof(*shots));
	on_altstack(ALT_AT, AREA - COPY_SIZE, 0);
	take_all(alt_shots, sizeof(alt_shots) / sizeof(*alt_shots));
	on_altstack(ALT_AT, AREA - COPY_SIZE, SS_AUTODISARM);
	take(&(struct shot){ "alt-autodisarm", raise_trap, SA_SIGINFO | SA_ONSTACK, .dump = 1 });
	on_altstack(0, 0, SS_DISABLE);
	nested();
	pending("pending-sc", raise_sc);
	pending("pending-scv", raise_scv);
	restarts();
	jumps();
	in_child("resolved", resolved, NULL);
}
