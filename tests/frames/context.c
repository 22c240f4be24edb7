// SPDX-License-Identifier: GPL-2.0-only
/* swapcontext: the system call, which reads and writes the same records, and libc's. */
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "cases.h"

#define WITHOUT_VSX (sizeof(struct uc) - 32 * 8)

static struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));

/* The record as it was written, word by word */
static void say_record(const struct uc *uc)
{
	const u64 *w = (const u64 *)uc;
	unsigned int i;

	for (i = 0; i < sizeof(*uc) / 8; i++) {
		if (w[i] == poison((u64)&w[i]))
			continue;
		say("word");
		add_number(i);
		if (&w[i] >= uc->gp && &w[i] < uc->fp)
			add_gp(uc->gp, &w[i] - uc->gp);
		else
			add_value(w[i]);
		end();
	}
}

static void swap(const char *name, raiser raise_it, struct uc *old, const struct uc *new, long size)
{
	case_name = name;
	if (old)
		poison_range((u64)old, (u64)(old + 1));
	pattern(&in, 60, TOP(STACK_AT));
	in.gpr[0] = SYS_swapcontext;
	in.gpr[3] = (u64)old;
	in.gpr[4] = (u64) new;
	in.gpr[5] = size;
	raise_it(&in, &out, USE_ALL);
	say_regs("after", &out, USE_ALL);
	say_words("after.blocked", (u64[]){ blocked_now() }, 1);
	if (old)
		say_record(old);
	flush();
}

static struct uc *a = (struct uc *)EDGE_AT, *b = (struct uc *)(EDGE_AT + 0x2000);

/* To what A holds, but elsewhere in its registers */
static void prepare_b(void)
{
	int i;

	memcpy(b, a, sizeof(*b));
	b->regs = b->gp;
	b->v_regs = (u64 *)((u64)a->v_regs - (u64)a + (u64)b);
	for (i = 14; i < 32; i++)
		b->gp[i] = 0x7700000000000000ul | i;
	for (i = 0; i < 33; i++)
		b->fp[i] = i < 32 ? 0x7800000000000000ul | i : 3;
	for (i = 0; i < 64; i++)
		b->v_regs[i] = 0x7900000000000000ul | i;
	b->sigmask = SIG_BIT(SIGUSR2) | SIG_BIT(SIGKILL);
}

static void swap_bad(const void *arg)
{
	const u64 *cut = arg;

	report_faults();
	/* the record as a whole is probed first: only a hole in its middle gets further */
	pattern(&in, 61, TOP(STACK_AT));
	in.gpr[0] = SYS_swapcontext;
	in.gpr[3] = 0;
	in.gpr[4] = *cut;
	in.gpr[5] = sizeof(struct uc);
	raise_sc(&in, &out, USE_ALL);
	say_regs("after", &out, USE_ALL);
}

static void bad_v_regs(const void *arg)
{
	b->v_regs = *(u64 **)arg;
	swap_bad(&(u64){ (u64)b });
}

static int visits;
static double sum;
static ucontext_t main_uc, other_uc;

static void other(void)
{
	volatile double mine = 0.25;

	for (;;) {
		visits++;
		sum += mine;
		mine = mine * 2;
		swapcontext(&other_uc, &main_uc);
	}
}

static void libc_contexts(void)
{
	volatile double mine = 1;
	int i;

	case_name = "libc-context";
	must(!getcontext(&other_uc), "getcontext");
	other_uc.uc_stack.ss_sp = (void *)STACK_AT;
	other_uc.uc_stack.ss_size = AREA / 2;
	other_uc.uc_link = NULL;
	makecontext(&other_uc, other, 0);
	for (i = 0; i < 20; i++) {
		must(!swapcontext(&main_uc, &other_uc), "swapcontext");
		mine = mine + 1;
	}
	say_number("visits", visits);
	say_number("sum", (long)(sum * 4));
	say_number("mine", (long)mine);
	flush();
}

void context_cases(void)
{
	static const u64 kernel = 0xc000000000000000ul, unmapped = 0x3000,
			 end_of_area = EDGE_AT + AREA - 512;

	case_name = "context";
	must(mmap((void *)EDGE_AT, AREA, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	install(SIGTRAP, SIG_DFL, 0, 0);
	set_blocked(SIG_BIT(SIGUSR1));
	swap("context-save", raise_sc, a, NULL, sizeof(struct uc));
	prepare_b();
	swap("context-save-scv", raise_scv, a, NULL, sizeof(struct uc));
	swap("context-save-small", raise_sc, a, NULL, WITHOUT_VSX);
	swap("context-too-small", raise_sc, a, NULL, WITHOUT_VSX - 8);
	swap("context-small-vsx", raise_sc, NULL, b, WITHOUT_VSX);
	swap("context-old-kernel", raise_sc, NULL, (struct uc *)kernel, sizeof(struct uc));
	swap("context-new-unmapped", raise_sc, a, (struct uc *)unmapped, sizeof(struct uc));
	swap("context-swap", raise_sc, a, b, sizeof(struct uc));
	set_blocked(0);
	in_child("context-cut", swap_bad, &end_of_area);
	in_child("context-v-regs-kernel", bad_v_regs, &kernel);
	in_child("context-v-regs-unmapped", bad_v_regs, &unmapped);
	libc_contexts();
	munmap((void *)EDGE_AT, AREA);
}
