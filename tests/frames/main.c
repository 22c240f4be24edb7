// SPDX-License-Identifier: GPL-2.0-only
/*
 * frames [ROUNDS]: signal delivery and return as a program sees them, line by line. ROUNDS is how
 * often each of the 32 threads takes a signal (default 100).
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cases.h"

static struct regs before __attribute__((aligned(16))), after __attribute__((aligned(16)));
static const struct shot *current;
u64 report_from, report_to;
void (*report_first)(void);

void must(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "frames: %s: %s: %s\n", case_name, what, strerror(errno));
	exit(5);
}

u64 blocked_now(void)
{
	u64 mask = 0;

	must(!syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &mask, 8), "rt_sigprocmask");
	return mask;
}

void set_blocked(u64 mask)
{
	must(!syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, 8), "rt_sigprocmask");
}

void say_altstack(const char *key)
{
	stack_t s;

	must(!sigaltstack(NULL, &s), "sigaltstack");
	say(key);
	add_value((u64)s.ss_sp);
	add_value((unsigned int)s.ss_flags);
	add_value(s.ss_size);
	end();
}

void on_altstack(u64 at, u64 size, int flags)
{
	stack_t s = { .ss_sp = (void *)at, .ss_size = size, .ss_flags = flags };

	must(!sigaltstack(&s, NULL), "sigaltstack");
}

/* By the system call: libc's sigaction would block its own signals less. */
void install(int sig, void *handler, int flags, u64 mask)
{
	struct {
		void *handler;
		u64 flags;
		void *restorer;
		u64 mask;
	} sa = { handler, (unsigned int)flags, NULL, mask };

	must(!syscall(SYS_rt_sigaction, sig, &sa, NULL, 8), "rt_sigaction");
}

void step_over_trap(struct uc *uc)
{
	if (uc->gp[GP_NIP] == (u64)raise_trap_at)
		uc->gp[GP_NIP] += 4;
}

static void shot_handler(int sig, void *info, struct uc *uc, void *frame)
{
	(void)sig, (void)info, (void)frame;
	/* without SA_SIGINFO it is not an argument */
	uc = (struct uc *)(entry_regs[1] + FRAME_UC);
	say_entry();
	if (current->dump)
		say_frame(current->sa_flags & SA_ONSTACK ? TOP(ALT_AT) : TOP(STACK_AT));
	say_words("in.blocked", (u64[]){ blocked_now() }, 1);
	say_altstack("in.altstack");
	step_over_trap(uc);
	if (current->edit)
		current->edit(uc);
}

/* Who waits for our CPU runs now, and not when the scheduler has had enough of us, in a case. */
static void nap(void)
{
	usleep(500);
}

void take(const struct shot *shot)
{
	static const u64 usr1 = SIG_BIT(SIGUSR1);
	int sig = shot->raise == raise_trap ? SIGTRAP : SIGUSR1, use = shot->use ?: USE_ALL;

	case_name = shot->name;
	nap();
	current = shot;
	entry_handler = shot_handler;
	entry_use = use;
	install(sig, stub, shot->sa_flags, shot->sa_mask);
	poison_range(STACK_AT, TOP(STACK_AT));
	poison_range(ALT_AT, TOP(ALT_AT));
	pattern(&before, 7, TOP(STACK_AT));
	if (sig == SIGUSR1) {
		set_blocked(usr1 | SIG_BIT(SIGUSR2));
		if (shot->queue)
			shot->queue();
		else
			must(!raise(SIGUSR1), "raise");
		before.gpr[0] = SYS_rt_sigprocmask;
		before.gpr[3] = SIG_UNBLOCK;
		before.gpr[4] = (u64)&usr1;
		before.gpr[5] = 0;
		before.gpr[6] = 8;
	}
	shot->raise(&before, &after, use);
	say_regs("after", &after, use);
	say_words("after.blocked", (u64[]){ blocked_now() }, 1);
	say_altstack("after.altstack");
	set_blocked(0);
	flush();
}

void take_all(const struct shot *shots, int n)
{
	for (; n--; shots++)
		take(shots);
}

void in_child(const char *name, void (*fn)(const void *arg), const void *arg)
{
	int status;
	pid_t pid;

	case_name = name;
	flush();
	nap();
	pid = fork();
	must(pid >= 0, "fork");
	if (!pid) {
		self_pid = getpid();
		fn(arg);
		flush();
		_exit(0);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	say(WIFSIGNALED(status) ? "killed" : "exited");
	add_number(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	end();
	flush();
}

/* Not through the stub: this may come while the stub's own case goes on. */
static void report(int sig, siginfo_t *info, void *ctx)
{
	if (report_first)
		report_first();
	say("caught");
	add_number(sig);
	add_number(info->si_code);
	add_value((u64)info->si_addr);
	end();
	say_words("blocked", (u64[]){ blocked_now() }, 1);
	say_uc("uc", ctx);
	if (report_to)
		say_written("written", report_from, report_to);
	flush();
	_exit(0);
}

void report_faults(void)
{
	static const int sigs[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP };
	unsigned int i;

	on_altstack(ALT_AT, AREA - COPY_SIZE, 0);
	for (i = 0; i < sizeof(sigs) / sizeof(*sigs); i++)
		install(sigs[i], report, SA_SIGINFO | SA_ONSTACK, SIG_BIT(SIGUSR2));
}

/* The same addresses in each run, and rseq is ours. */
static void settle(char **argv)
{
	static const char tunable[] = "glibc.pthread.rseq=0";
	const char *have = getenv("GLIBC_TUNABLES");

	if (have && !strcmp(have, tunable) && personality(0xffffffff) & ADDR_NO_RANDOMIZE)
		return;
	setenv("GLIBC_TUNABLES", tunable, 1);
	personality(ADDR_NO_RANDOMIZE);
	execv("/proc/self/exe", argv);
	must(0, "/proc/self/exe");
}

/*
 * Preemption is visible, legitimately: rseq is looked at, and a return that fails half-way leaves
 * whatever FP state a switch has saved. So no switches, until the threads come.
 */
static void run_alone(int alone)
{
	struct sched_param param = { .sched_priority = alone };
	static cpu_set_t before_us, last;
	int cpu;

	if (alone)
		must(!sched_getaffinity(0, sizeof(before_us), &before_us), "sched_getaffinity");
	CPU_ZERO(&last);
	for (cpu = CPU_SETSIZE - 1; cpu && !CPU_ISSET(cpu, &before_us);)
		cpu--;
	CPU_SET(cpu, &last);
	must(!sched_setaffinity(0, sizeof(last), alone ? &last : &before_us), "sched_setaffinity");
	must(!sched_setscheduler(0, alone ? SCHED_FIFO : SCHED_OTHER, &param),
	     "sched_setscheduler");
}

static void map(u64 at)
{
	void *got = mmap((void *)at, AREA, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

	must(got == (void *)at, "mmap");
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 100;

	settle(argv);
	if (rounds < 1 || argc > 2) {
		fprintf(stderr, "usage: frames [ROUNDS]\n");
		return 2;
	}
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	vdso_base = getauxval(AT_SYSINFO_EHDR);
	asm("mr %0, 13" : "=r"(thread_pointer));
	self_pid = getpid();
	map(STACK_AT);
	map(ALT_AT);
	run_alone(1);
	good_cases();
	edit_cases();
	context_cases();
	rseq_cases();
	return_cases();
	deliver_cases();
	run_alone(0);
	thread_cases(rounds);
	case_name = "end";
	say_number("ok", 1);
	flush();
	return 0;
}
