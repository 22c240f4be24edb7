// SPDX-License-Identifier: GPL-2.0-only
/* Restartable sequences: a signal looks at them before its frame is made. */
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "cases.h"

struct area {
	uint32_t cpu_id_start, cpu_id;
	u64 cs;
	uint32_t flags, pad[3];
};

struct section {
	uint32_t version, flags;
	u64 start, length, abort;
} __attribute__((aligned(32)));

static struct area *const area = (struct area *)EDGE_AT;
static struct section section, *const edge_section = (struct section *)(EDGE_AT + 0x10000);
static u64 seen_cs, seen_nip;
static struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));

static void enter(void)
{
	memset(area, 0, sizeof(*area));
	must(!syscall(SYS_rseq, area, sizeof(*area), 0, RSEQ_SIG), "rseq");
	section = (struct section){ 0, 0, (u64)rseq_start, rseq_end - rseq_start, (u64)rseq_abort };
}

static void leave(void)
{
	must(!syscall(SYS_rseq, area, sizeof(*area), 1, RSEQ_SIG), "rseq");
}

static void look(int sig, siginfo_t *info, void *ctx)
{
	struct uc *uc = ctx;

	(void)sig, (void)info;
	seen_cs = area->cs;
	seen_nip = uc->gp[GP_NIP];
	if (seen_nip == (u64)rseq_start || seen_nip == (u64)raise_trap_at)
		uc->gp[GP_NIP] += 4;
}

/* A preemption between the store and the trap takes the section away: then once more. */
static void aborted(const char *name, int flags)
{
	long got = 0;
	int i;

	case_name = name;
	install(SIGTRAP, look, SA_SIGINFO | flags, 0);
	for (i = 0; i < 100 && !got; i++)
		got = rseq_section(&area->cs, &section);
	say_number("aborted", got);
	say_words("cs", (u64[]){ seen_cs, area->cs, seen_nip - (u64)rseq_abort }, 3);
	flush();
}

static void stale(void)
{
	case_name = "rseq-stale";
	pattern(&in, 70, TOP(STACK_AT));
	seen_cs = 1;
	area->cs = (u64)&section;
	raise_trap(&in, &out, USE_ALL);
	say_regs("after", &out, USE_ALL);
	say_words("cs", (u64[]){ seen_cs, area->cs, seen_nip - (u64)raise_trap_at }, 3);
	flush();
}

/* --- what the kernel must refuse: each in a child, for it ends it
 * ---------------------------------- */

struct bad {
	const char *name;
	struct section cs;
	int area_prot, section_prot;
};

/*
 * The kernel forces a SIGSEGV for the bad area, and another for the first one's delivery, which
 * stays pending. Whether the handler gets to run is a matter of when the area is looked at next:
 * any tick may do it. So all that can be said is that SIGSEGV it is.
 */
static void die(void)
{
	install(SIGSEGV, SIG_DFL, 0, 0);
	set_blocked(0);
	raise(SIGSEGV);
}

static void try_bad(const void *arg)
{
	const struct bad *bad = arg;

	report_faults();
	report_first = die;
	enter();
	*edge_section = bad->cs;
	mprotect(edge_section, 0x1000, bad->section_prot);
	pattern(&in, 71, TOP(STACK_AT));
	area->cs = (u64)edge_section;
	if (bad->area_prot != (PROT_READ | PROT_WRITE))
		mprotect(area, 0x1000, bad->area_prot);
	/* in the section, when it is one; else somewhere else */
	if (bad->cs.start == (u64)rseq_start)
		rseq_section(&area->cs, edge_section);
	else
		raise_trap(&in, &out, USE_ALL);
}

#define RW (PROT_READ | PROT_WRITE)
#define LEN 4

static void refused(void)
{
	const u64 start = (u64)rseq_start, abort = (u64)rseq_abort;
	const struct bad bad[] = {
		{ "rseq-good-in-child", { 0, 0, start, LEN, abort }, RW, RW },
		{ "rseq-version", { 1, 0, start, LEN, abort }, RW, RW },
		{ "rseq-flags", { 0, 8, start, LEN, abort }, RW, RW },
		{ "rseq-abort-inside", { 0, 0, start, LEN, start }, RW, RW },
		{ "rseq-signature", { 0, 0, start, LEN, abort + 4 }, RW, RW },
		{ "rseq-abort-unmapped", { 0, 0, start, LEN, 0x3000 }, RW, RW },
		{ "rseq-abort-kernel", { 0, 0, start, LEN, 0xc000000000000000ul }, RW, RW },
		{ "rseq-start-kernel", { 0, 0, 0xc000000000000000ul, LEN, abort }, RW, RW },
		{ "rseq-wraps", { 0, 0, start + 64, ~0ul, abort }, RW, RW },
		{ "rseq-section-unmapped", { 0, 0, 0x1000, LEN, abort }, RW, PROT_NONE },
		{ "rseq-area-unmapped", { 0, 0, 0x1000, LEN, abort }, PROT_NONE, RW },
		{ "rseq-area-read-only", { 0, 0, 0x1000, LEN, abort }, PROT_READ, RW },
	};
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		in_child(bad[i].name, try_bad, &bad[i]);
}

void rseq_cases(void)
{
	static const struct shot shots[] = {
		{ "rseq-trap", raise_trap, SA_SIGINFO, .dump = 1 },
		{ "rseq-sc", raise_sc, SA_SIGINFO, .dump = 0 },
		{ "rseq-scv-plain", raise_scv, 0, .dump = 0 },
		{ "rseq-onstack", raise_trap, SA_SIGINFO | SA_ONSTACK, .dump = 0 },
	};

	case_name = "rseq";
	must(mmap((void *)EDGE_AT, AREA, RW, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
		     MAP_FAILED,
	     "mmap");
	enter();
	on_altstack(ALT_AT, AREA - COPY_SIZE, 0);
	take_all(shots, sizeof(shots) / sizeof(*shots));
	aborted("rseq-aborted", 0);
	aborted("rseq-aborted-onstack", SA_ONSTACK);
	stale();
	leave();
	on_altstack(0, 0, SS_DISABLE);
	refused();
	munmap((void *)EDGE_AT, AREA);
}
