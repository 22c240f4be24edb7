// SPDX-License-Identifier: GPL-2.0-only
/*
 * Returns from frames that cannot be read, or not in full, or that ask for too much: which signal
 * comes, and what of the frame has reached the registers, the mask and the alternate stack by then.
 */
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "cases.h"

#define PAGE 0x10000ul /* the largest there is: a boundary of it is one of any */
#define LOWER EDGE_AT
#define UPPER (EDGE_AT + PAGE)
#define VMX_BYTES (34 * 16 + 32 * 8)

static struct uc good;
static u64 good_vmx[VMX_BYTES / 8] __attribute__((aligned(16)));
static struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));

static void keep(int sig, siginfo_t *info, void *ctx)
{
	struct uc *uc = ctx;

	(void)sig, (void)info;
	memcpy(&good, uc, sizeof(good));
	memcpy(good_vmx, uc->v_regs, VMX_BYTES);
	step_over_trap(uc);
}

/* A frame that the kernel made, with values of its own that lead to a trap */
static void make_good(void)
{
	struct regs r __attribute__((aligned(16)));
	int i;

	install(SIGTRAP, keep, SA_SIGINFO, 0);
	pattern(&r, 80, TOP(STACK_AT));
	raise_trap(&r, &out, USE_ALL);
	good.gp[GP_NIP] = (u64)be_trap + 4;
	good.sigmask = SIG_BIT(SIGHUP);
	good.v_regs = good_vmx;
	for (i = 0; i < VMX_BYTES / 8; i++)
		if (i != 64 && i != 65)
			good_vmx[i] ^= 0xff00000000ul;
	good.stack.sp = ALT_AT;
	good.stack.flags = 0;
	good.stack.size = 0x10000;
}

static void pass(int sig, siginfo_t *info, void *ctx)
{
	(void)sig, (void)info;
	step_over_trap(ctx);
}

/*
 * rt_sigreturn with R1, all other registers patterns; what comes of it is reported and ends us. A
 * return that fails before it has read FP leaves what was saved last, whenever that was: the signal
 * before makes that the same pattern.
 */
static void return_from(u64 r1)
{
	set_blocked(SIG_BIT(SIGUSR1));
	pattern(&in, 81, TOP(STACK_AT));
	install(SIGTRAP, pass, SA_SIGINFO, 0);
	raise_trap(&in, &out, USE_ALL);
	report_faults();
	in.gpr[1] = r1;
	in.gpr[0] = SYS_rt_sigreturn;
	raise_sc(&in, &out, USE_ALL);
	say_regs("went-on", &out, USE_ALL);
}

struct cut {
	const char *name;
	int at; /* of the ucontext: this and what follows is in the upper page */
};

static const struct cut cuts[] = {
	{ "nothing", 0 },
	{ "stack-on", 16 },
	{ "sigmask-on", 40 },
	{ "context-on", 168 },
	{ "gpr0-on", 232 },
	{ "gpr13-on", 232 + 13 * 8 },
	{ "nip-on", 232 + 32 * 8 },
	{ "msr-on", 232 + 33 * 8 },
	{ "orig-r3-on", 232 + 34 * 8 },
	{ "ccr-on", 232 + 38 * 8 },
	{ "result-on", 232 + 43 * 8 },
	{ "fpr0-on", 616 },
	{ "fpr17-on", 616 + 17 * 8 },
	{ "fpscr-on", 616 + 32 * 8 },
	{ "v-regs-on", 880 },
	{ "reserve-on", 888 },
};

static const struct cut vmx_cuts[] = {
	{ "vr0-on", 0 },	  { "vr11-on", 11 * 16 }, { "vscr-on", 32 * 16 },
	{ "vrsave-on", 33 * 16 }, { "vsx0-on", 34 * 16 }, { "vsx9-on", 34 * 16 + 9 * 8 },
};

static struct uc *place(const struct cut *cut)
{
	struct uc *uc = (struct uc *)(UPPER - cut->at);

	memcpy(uc, &good, sizeof(*uc));
	return uc;
}

static void upper_missing(const void *arg)
{
	struct uc *uc = place(arg);

	munmap((void *)UPPER, PAGE);
	return_from((u64)uc);
}

static void lower_missing(const void *arg)
{
	struct uc *uc = place(arg);

	mprotect((void *)LOWER, PAGE, PROT_NONE);
	return_from((u64)uc);
}

/* The same with the frame there and the vector registers cut */
static void vmx_missing(const void *arg)
{
	const struct cut *cut = arg;

	good.v_regs = (u64 *)(UPPER - cut->at);
	memcpy(good.v_regs, good_vmx, VMX_BYTES);
	munmap((void *)UPPER, PAGE);
	return_from((u64)&good);
}

/* Faults in the window that are resolved: the pages are there, only nobody has them mapped. */
static void shared_missing(const void *arg)
{
	struct uc *uc;

	must(mmap((void *)EDGE_AT, 2 * PAGE, PROT_READ | PROT_WRITE,
		  MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	uc = place(arg);
	madvise((void *)EDGE_AT, 2 * PAGE, MADV_DONTNEED);
	return_from((u64)uc);
}

static void from_pointer(const void *arg)
{
	return_from(*(u64 *)arg);
}

static void v_regs_at(const void *arg)
{
	good.v_regs = *(u64 **)arg;
	return_from((u64)&good);
}

static void msr(const void *arg)
{
	good.gp[GP_MSR] = *(u64 *)arg;
	return_from((u64)&good);
}

static void nip(const void *arg)
{
	good.gp[GP_NIP] = *(u64 *)arg;
	return_from((u64)&good);
}

static void big_endian(const void *arg)
{
	(void)arg;
	good.gp[GP_NIP] = (u64)be_trap;
	good.gp[GP_MSR] &= ~MSR_LE;
	return_from((u64)&good);
}

struct value {
	const char *name;
	void (*fn)(const void *arg);
	u64 v;
};

static const struct value values[] = {
	{ "return-r1-null", from_pointer, 0 },
	{ "return-r1-unaligned", from_pointer, 0x3001 },
	{ "return-r1-kernel", from_pointer, 0xc000000000000000ul },
	{ "return-r1-hole", from_pointer, 0x8000000000000000ul },
	{ "return-r1-all-ones", from_pointer, ~0ul },
	{ "return-v-regs-null", v_regs_at, 0 },
	{ "return-v-regs-unmapped", v_regs_at, 0x3000 },
	{ "return-v-regs-kernel", v_regs_at, 0xc000000000000000ul },
	{ "return-v-regs-odd", v_regs_at, (u64)good_vmx + 1 },
	{ "return-msr-none", msr, MSR_LE },
	{ "return-msr-all-but-ts", msr, ~(3ul << 33) },
	{ "return-msr-suspended", msr, 1ul << 33 | MSR_LE },
	{ "return-msr-transactional", msr, 2ul << 33 | MSR_LE },
	{ "return-msr-reserved-ts", msr, 3ul << 33 | MSR_LE },
	{ "return-nip-null", nip, 0 },
	{ "return-nip-odd", nip, 0x20000003ul },
	{ "return-nip-kernel", nip, 0xc000000000000000ul },
	{ "return-big-endian", big_endian, 0 },
};

static void each_cut(const char *prefix, void (*fn)(const void *arg), const struct cut *cut, int n)
{
	char name[64], *p;

	for (; n--; cut++) {
		p = stpcpy(name, prefix);
		strcpy(p, cut->name);
		in_child(name, fn, cut);
	}
}

void return_cases(void)
{
	unsigned int i;

	case_name = "return";
	must(mmap((void *)EDGE_AT, 2 * PAGE, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	make_good();
	each_cut("return-upper-missing-", upper_missing, cuts, sizeof(cuts) / sizeof(*cuts));
	each_cut("return-lower-missing-", lower_missing, cuts, sizeof(cuts) / sizeof(*cuts));
	each_cut("return-vmx-missing-", vmx_missing, vmx_cuts,
		 sizeof(vmx_cuts) / sizeof(*vmx_cuts));
	each_cut("return-not-mapped-yet-", shared_missing, cuts, sizeof(cuts) / sizeof(*cuts));
	for (i = 0; i < sizeof(values) / sizeof(*values); i++)
		in_child(values[i].name, values[i].fn, &values[i].v);
	munmap((void *)EDGE_AT, 2 * PAGE);
}
