// SPDX-License-Identifier: GPL-2.0-only
/*
 * Signals onto stacks that cannot take a frame, or not all of it: which signal comes in place of
 * the first, and what had been written by then.
 */
#include <string.h>
#include <sys/mman.h>
#include "cases.h"

#define PAGE 0x10000ul /* the largest there is: a boundary of it is one of any */
#define MIDDLE (EDGE_AT + PAGE)
#define FRAME_SIZE 4096 /* with the red zone, without the dummy frame */

static struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));

struct cut {
	const char *name;
	int at; /* from the handler's stack pointer: this and what follows is in the upper page */
};

static const struct cut cuts[] = {
	{ "chain", 0 },
	{ "dummy", 64 },
	{ "uc", FRAME_UC },
	{ "stack", FRAME_UC + 16 },
	{ "mask", FRAME_UC + 40 },
	{ "gpr", FRAME_UC + 232 },
	{ "gpr13", FRAME_UC + 232 + 13 * 8 },
	{ "msr", FRAME_UC + 232 + 33 * 8 },
	{ "fpr", FRAME_UC + 616 },
	{ "fpr17", FRAME_UC + 616 + 17 * 8 },
	{ "vr3", FRAME_UC + 888 + 3 * 16 },
	{ "vsx", FRAME_UC + 888 + 34 * 16 + 8 },
	{ "vsx11", FRAME_UC + 888 + 34 * 16 + 8 + 11 * 8 },
	{ "transact", FRAME_TRANSACT },
	{ "pinfo", FRAME_PINFO },
	{ "info", FRAME_INFO },
	{ "info3", FRAME_INFO + 24 },
	{ "gap", FRAME_END },
};

/* Where the user's stack pointer has to be for that. FRAME_SIZE and FRAME_UC are multiples of 16.
 */
static u64 sp_for(const struct cut *cut)
{
	return MIDDLE - cut->at + FRAME_UC + FRAME_SIZE;
}

static void went_well(int sig, siginfo_t *info, void *ctx)
{
	(void)info;
	say_number("delivered", sig);
	say_uc("uc", ctx);
	flush();
	step_over_trap(ctx);
}

/* A trap with r1 there: SIGTRAP on the stack as it is, what follows on another */
static void trap_at(u64 sp)
{
	report_faults();
	install(SIGTRAP, went_well, SA_SIGINFO, SIG_BIT(SIGHUP));
	set_blocked(SIG_BIT(SIGUSR1));
	/* a stack that is not 16-byte aligned moves the frame by as much */
	pattern(&in, 90, sp);
	raise_trap(&in, &out, USE_ALL);
}

static void onto(const struct cut *cut, u64 bad, int prot)
{
	poison_range(EDGE_AT, EDGE_AT + 2 * PAGE);
	if (prot < 0)
		munmap((void *)bad, PAGE);
	else
		mprotect((void *)bad, PAGE, prot);
	/* what can still be looked at */
	report_from = bad == EDGE_AT ? MIDDLE : EDGE_AT;
	report_to = report_from + PAGE;
	trap_at(sp_for(cut));
}

static void lower_missing(const void *arg)
{
	onto(arg, EDGE_AT, -1);
}
static void lower_read_only(const void *arg)
{
	onto(arg, EDGE_AT, PROT_READ);
}
static void upper_missing(const void *arg)
{
	onto(arg, MIDDLE, -1);
}
static void upper_read_only(const void *arg)
{
	onto(arg, MIDDLE, PROT_READ);
}

static void at_address(const void *arg)
{
	trap_at(*(u64 *)arg);
}

/* --- no stack for the SIGSEGV either -------------------------------------------------------------
 */

/* Without report_faults(): who handles SIGSEGV is the caller's */
static void trap_only(u64 sp, int flags)
{
	install(SIGTRAP, went_well, SA_SIGINFO | flags, 0);
	pattern(&in, 91, sp);
	raise_trap(&in, &out, USE_ALL);
}

static void default_segv(const void *arg)
{
	(void)arg;
	install(SIGSEGV, SIG_DFL, 0, 0);
	trap_only(0x3000, 0);
}

static void same_stack_segv(const void *arg)
{
	(void)arg;
	install(SIGSEGV, went_well, SA_SIGINFO, 0);
	trap_only(0x3000, 0);
}

static void blocked_segv(const void *arg)
{
	(void)arg;
	report_faults();
	set_blocked(SIG_BIT(SIGSEGV));
	trap_only(0x3000, 0);
}

/* On an alternate stack with no room left, and the page below is not there */
static void full_altstack(const void *arg)
{
	(void)arg;
	munmap((void *)EDGE_AT, PAGE);
	report_faults();
	on_altstack(MIDDLE, PAGE, 0);
	trap_only(MIDDLE + 512, SA_ONSTACK);
}

static void read_only_altstack(const void *arg)
{
	(void)arg;
	report_faults();
	on_altstack(MIDDLE, PAGE, 0);
	mprotect((void *)MIDDLE, PAGE, PROT_READ);
	trap_only(TOP(STACK_AT), SA_ONSTACK);
}

static void each_cut(const char *prefix, void (*fn)(const void *arg))
{
	char name[64], *p;
	unsigned int i;

	for (i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		p = stpcpy(name, prefix);
		strcpy(p, cuts[i].name);
		in_child(name, fn, &cuts[i]);
	}
}

void deliver_cases(void)
{
	static const u64 unmapped = 0x3000, null = 0, kernel = 0xc000000000001000ul, wraps = 0x800,
			 odd = TOP(STACK_AT) + 5;

	case_name = "deliver";
	must(mmap((void *)EDGE_AT, 2 * PAGE, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	each_cut("deliver-lower-missing-", lower_missing);
	each_cut("deliver-lower-read-only-", lower_read_only);
	each_cut("deliver-upper-missing-", upper_missing);
	each_cut("deliver-upper-read-only-", upper_read_only);
	in_child("deliver-unmapped", at_address, &unmapped);
	in_child("deliver-null", at_address, &null);
	in_child("deliver-wraps", at_address, &wraps);
	in_child("deliver-kernel", at_address, &kernel);
	in_child("deliver-odd", at_address, &odd);
	in_child("deliver-segv-default", default_segv, NULL);
	in_child("deliver-segv-no-stack", same_stack_segv, NULL);
	in_child("deliver-segv-blocked", blocked_segv, NULL);
	in_child("deliver-full-altstack", full_altstack, NULL);
	in_child("deliver-read-only-altstack", read_only_altstack, NULL);
	munmap((void *)EDGE_AT, 2 * PAGE);
}
