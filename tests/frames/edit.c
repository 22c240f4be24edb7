// SPDX-License-Identifier: GPL-2.0-only
/* Handlers that change what they return to. */
#include <string.h>
#include "cases.h"

static void edit_gpr(struct uc *uc)
{
	int i;

	for (i = 0; i < 32; i++)
		if (i != 1 && i != 13)
			uc->gp[i] = 0x6600000000000000ul | i;
	uc->gp[GP_CTR] = 0x6700000000000001ul;
	uc->gp[GP_LNK] = 0x6800000000000001ul;
	uc->gp[GP_XER] = 0x40000000;
	uc->gp[GP_CCR] = 0x13579bdf;
}

/* What the user may write there, and the kernel must not take. */
static void edit_state(struct uc *uc)
{
	uc->gp[GP_ORIG_R3] = 0x77;
	uc->gp[GP_SOFTE] = 0;
	uc->gp[GP_TRAP] = 0xc00;
	uc->gp[GP_MSR] = ~0ul & ~(3ul << 33); /* but TS: another case */
	uc->gp[41] = 0x1234;		      /* DAR */
	uc->gp[42] = 0x5678;		      /* DSISR */
	uc->gp[43] = 0x9abc;		      /* RESULT */
	memset(&uc->gp[44], 0xcc, 4 * 8);
}

static void edit_fp(struct uc *uc)
{
	int i;

	for (i = 0; i < 32; i++)
		uc->fp[i] = 0x6900000000000000ul | i;
	uc->fp[32] = 1;
}

static void edit_vmx(struct uc *uc)
{
	int i;

	for (i = 0; i < 64; i++)
		uc->v_regs[i] = 0x6a00000000000000ul | i;
	uc->v_regs[64] = 0x10000;
	*(uint32_t *)(uc->v_regs + 66) = 0x12345678;
}

static void edit_vsx(struct uc *uc)
{
	int i;

	for (i = 0; i < 32; i++)
		uc->v_regs[68 + i] = 0x6b00000000000000ul | i;
}

static void edit_all(struct uc *uc)
{
	edit_gpr(uc);
	edit_fp(uc);
	edit_vmx(uc);
	edit_vsx(uc);
}

static void drop_vmx(struct uc *uc)
{
	uc->gp[GP_MSR] &= ~MSR_VEC;
}
static void drop_vsx(struct uc *uc)
{
	uc->gp[GP_MSR] &= ~MSR_VSX;
}
static void no_v_regs(struct uc *uc)
{
	/* without VMX data the pointer may be missing; VSX would be read from behind it */
	uc->gp[GP_MSR] &= ~(MSR_VEC | MSR_VSX);
	uc->v_regs = NULL;
}

static void move_v_regs(struct uc *uc)
{
	static u64 elsewhere[101] __attribute__((aligned(16)));
	int i;

	for (i = 0; i < 101; i++)
		elsewhere[i] = 0x6c00000000000000ul | i;
	elsewhere[64] = 0;
	uc->v_regs = elsewhere;
}

/* Eight bytes off: the compiler would not, a program may. */
static void skew_v_regs(struct uc *uc)
{
	uc->v_regs = (u64 *)((u64)uc->v_regs + 8);
	uc->v_regs[64] = 0;
}

static void edit_mask(struct uc *uc)
{
	uc->sigmask = ~0ul;
}
static void edit_trash(struct uc *uc)
{
	memset(&uc->flags, 0xdd, 16);
	memset(uc->unused, 0xdd, sizeof(uc->unused));
	memset(uc->reserved, 0xdd, sizeof(uc->reserved));
	uc->signal = 99;
	uc->handler = uc->oldmask = 0xdd;
	uc->regs = NULL;
}

static void edit_stack(struct uc *uc)
{
	uc->stack.sp = ALT_AT + 0x1000;
	uc->stack.size = 0x8000;
	uc->stack.flags = 0;
}

static void stack_flags(struct uc *uc)
{
	edit_stack(uc);
	uc->stack.flags = 0x1234;
}

static void stack_small(struct uc *uc)
{
	edit_stack(uc);
	uc->stack.size = 16;
}

static void stack_off(struct uc *uc)
{
	uc->stack.flags = SS_DISABLE;
}

static const struct shot shots[] = {
	{ "edit-gpr", raise_trap, SA_SIGINFO, .edit = edit_gpr },
	{ "edit-gpr-sc", raise_sc, SA_SIGINFO, .edit = edit_gpr },
	{ "edit-gpr-scv", raise_scv, SA_SIGINFO, .edit = edit_gpr },
	{ "edit-state", raise_trap, SA_SIGINFO, .edit = edit_state },
	{ "edit-state-seen", raise_trap, SA_SIGINFO, .dump = 1 },
	{ "edit-state-sc", raise_sc, SA_SIGINFO, .edit = edit_state },
	{ "edit-fp", raise_trap, SA_SIGINFO, .edit = edit_fp },
	{ "edit-vmx", raise_trap, SA_SIGINFO, .edit = edit_vmx },
	{ "edit-vsx", raise_trap, SA_SIGINFO, .edit = edit_vsx },
	{ "edit-all", raise_trap, SA_SIGINFO, .edit = edit_all },
	{ "edit-all-plain", raise_sc, 0, .edit = edit_all },
	{ "drop-vmx", raise_trap, SA_SIGINFO, .edit = drop_vmx },
	{ "drop-vsx", raise_trap, SA_SIGINFO, .edit = drop_vsx },
	{ "no-v-regs", raise_trap, SA_SIGINFO, .edit = no_v_regs },
	{ "move-v-regs", raise_trap, SA_SIGINFO, .edit = move_v_regs },
	{ "skew-v-regs", raise_trap, SA_SIGINFO, .edit = skew_v_regs },
	{ "edit-mask", raise_trap, SA_SIGINFO, .edit = edit_mask },
	{ "edit-trash", raise_trap, SA_SIGINFO, .edit = edit_trash },
	{ "edit-stack", raise_trap, SA_SIGINFO, .edit = edit_stack },
	{ "edit-stack-seen", raise_trap, SA_SIGINFO | SA_ONSTACK, .dump = 0 },
	{ "edit-stack-flags", raise_trap, SA_SIGINFO, .edit = stack_flags },
	{ "edit-stack-small", raise_trap, SA_SIGINFO, .edit = stack_small },
	{ "edit-stack-off", raise_trap, SA_SIGINFO, .edit = stack_off },
};

void edit_cases(void)
{
	take_all(shots, sizeof(shots) / sizeof(*shots));
}
