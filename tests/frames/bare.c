// SPDX-License-Identifier: GPL-2.0-only
/*
 * frames-bare: the frame of a thread that has used no FP, no VMX, no VSX, or only one of them.
 * A thread that touched a register once counts as a user for ever, so this is without libc and
 * compiled without vector instructions, and forks for each case before it used any.
 */
#include "frames.h"

#define NR_fork 2
#define NR_waitpid 7
#define NR_exit_group 234
#define NR_rt_sigaction 173
#define NR_mmap 90
#define NR_sched_setscheduler 156
#define STACK 0x200000000ul
#define STACK_SIZE 0x14000ul /* the stub copies beyond the top */
#define SIGTRAP 5
#define SA_SIGINFO 4
#define AT_SYSINFO_EHDR 33

static char tls[4096] __attribute__((aligned(64)));
char *bare_tp = tls + 0x7000;
static struct regs before __attribute__((aligned(16))), after __attribute__((aligned(16)));
static u64 top;

/* The compiler may call these whatever it is told. */
void *memset(void *p, int c, size_t n)
{
	volatile char *to = p;

	while (n--)
		*to++ = c;
	return p;
}

void *memcpy(void *p, const void *from, size_t n)
{
	volatile char *to = p;
	const char *f = from;

	while (n--)
		*to++ = *f++;
	return p;
}

static void handler(int sig, void *info, struct uc *uc, void *frame)
{
	(void)sig, (void)info, (void)frame;
	uc->gp[GP_NIP] += 4;
	say_entry();
	say_frame(top);
}

static void one(const char *name, int use, int entry)
{
	struct {
		void *handler;
		u64 flags;
		void *restorer;
		u64 mask;
	} sa = { stub, SA_SIGINFO, 0, 0 };

	case_name = name;
	entry_handler = handler;
	entry_use = entry;
	top = STACK + STACK_SIZE - COPY_SIZE;
	poison_range(STACK, top);
	pattern(&before, 7, top);
	/* a child has what its parent had at its own last switch, whoever had set that */
	asm volatile("mtspr 256, %0" : : "r"(0));
	sys(NR_rt_sigaction, SIGTRAP, (long)&sa, 0, 8, 0);
	raise_trap(&before, &after, use);
	say_regs("after", &after, use);
	flush();
}

/* Its own process each, for use is for ever */
static void in_child(const char *name, int use, int entry)
{
	int status = 0;
	long pid = sys(NR_fork, 0, 0, 0, 0, 0);

	if (!pid) {
		one(name, use, entry);
		sys(NR_exit_group, 0, 0, 0, 0, 0);
	}
	sys(NR_waitpid, pid, (long)&status, 0, 0, 0);
	case_name = name;
	say_number("status", status);
	flush();
}

__attribute__((used)) void bare_main(u64 *stack)
{
	u64 *p = stack + 1 + stack[0] + 1;

	while (*p++)
		;
	for (; *p; p += 2)
		if (*p == AT_SYSINFO_EHDR)
			vdso_base = p[1];
	thread_pointer = (u64)bare_tp;
	/* no switches, as in main.c */
	sys(NR_sched_setscheduler, 0, 1, (long)&(int){ 1 }, 0, 0);
	sys(NR_mmap, STACK, STACK_SIZE, 3, 0x32 /* private, fixed, anonymous */, -1);
	in_child("bare-none", 0, 0);
	in_child("bare-fp", USE_FP, USE_FP);
	in_child("bare-vmx", USE_VMX, USE_VMX);
	in_child("bare-fp-vmx", USE_FP | USE_VMX, 0);
	in_child("bare-vsx", USE_ALL, USE_ALL);
	/* the handler is the first to use them */
	in_child("bare-in-handler", 0, USE_ALL);
	case_name = "bare-end";
	say_number("ok", 1);
	flush();
	sys(NR_exit_group, 0, 0, 0, 0, 0);
}

/* r13 is where local-exec TLS is found from, r2 the TOC */
asm(".globl _start\n_start:\n\t"
    "mr 3, 1\n\t"
    "lis 9, bare_tp@ha\n\tld 13, bare_tp@l(9)\n\t"
    "lis 2, .TOC.@ha\n\taddi 2, 2, .TOC.@l\n\t"
    "li 0, 0\n\tstdu 0, -128(1)\n\t"
    "bl bare_main\n\tnop\n");
