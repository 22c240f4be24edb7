// SPDX-License-Identifier: GPL-2.0-only
/*
 * The oracle: what the kernel executed, counted from outside the machine by a QEMU TCG plugin.
 * It asks the guest for nothing, so it works on stock kernels and can contradict the tool.
 *
 *   qemu-system-ppc64 ... -plugin oracle.so,out=FILE[,watch=HEXADDR]..[,kernel=HEXADDR]
 *                      [,per-run=on | ,check=on|all]
 *
 * Between the marks of include/kt_mark.h it counts each execution of the instructions of
 * enum kind by address, and kernel instructions in all; per operation it keeps histograms.
 * watch= counts any one address too, as a function's calls: mind that direct calls enter most
 * functions 8 bytes after their symbol, at the local entry point. per-run=on writes one result a
 * run, in order, so that one boot can measure many things.
 * check= is the access checker, for the machine's whole life: see access.c.
 *
 * What counts as kernel: translated code at 0xc... and up (kernel=, for tests in user mode,
 * lowers that), and real-mode code: machine check and reset vectors, the start of hypervisor
 * interrupts, calls into OPAL and RTAS. Real mode runs at low addresses where user code lives
 * too; it is told by the host address, which in real mode is a fixed distance from the guest's,
 * see space_of(). With AIL the common vectors run translated, at 0xc000000000004000.
 * Firmware is big-endian: its instructions are counted, its opcodes are not recognised.
 *
 * What a count means: an instruction is counted when it starts. A load that faults is counted
 * again when it is restarted. Interrupts within an operation are part of it, hence modes.
 * The plugin knows no tasks: an operation is what its vCPU did between two marks.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "kt_mark.h"
#include "oracle.h"
#include "plugin_api.h"

#define EXPORT		__attribute__((visibility("default")))
#define KERNEL_BASE	0xc000000000000000ull
#define LINEAR_TEXT	0x10000000ull	/* the image is linked well below this offset */
#define MAX_WATCH	32
#define USER_VCPUS	256

EXPORT int qemu_plugin_version = 1;

/* QEMU refuses a version it has outgrown, and reads this one after it has loaded us. */
__attribute__((constructor)) static void choose_version(void)
{
	if (qemu_plugin_read_register)
		qemu_plugin_version = 2;
}

static const struct {
	uint32_t mask, match;
} opcode[KIND_WATCH] = {
	[KIND_MTSPR_AMR]	= { 0xfc1fffff, 0x7c1d03a6 },
	[KIND_MTSPR_IAMR]	= { 0xfc1fffff, 0x7c1d0ba6 },
	[KIND_MFSPR_AMR]	= { 0xfc1fffff, 0x7c1d02a6 },
	[KIND_MTMSRD]		= { 0xfc1effff, 0x7c000164 },
	[KIND_ISYNC]		= { 0xffffffff, 0x4c00012c },
	[KIND_ORI31]		= { 0xffffffff, 0x63ff0000 },
	[KIND_SPRG2]		= { 0xfc1ffeff, 0x7c1242a6 },	/* mfspr and mtspr */
};

const char *const metric_name[METRIC_NR] = {
	[KIND_MTSPR_AMR]	= "amr_writes",
	[KIND_MTSPR_IAMR]	= "iamr_writes",
	[KIND_MFSPR_AMR]	= "amr_reads",
	[KIND_MTMSRD]		= "mtmsrd",
	[KIND_ISYNC]		= "isync",
	[KIND_ORI31]		= "ori31",
	[KIND_SPRG2]		= "sprg2",
	[KIND_WATCH]		= "watch",
	[METRIC_INSNS]		= "instructions",
};

const char *const kind_name[KIND_NR] = {
	[KIND_MTSPR_AMR]	= "mtspr_amr",
	[KIND_MTSPR_IAMR]	= "mtspr_iamr",
	[KIND_MFSPR_AMR]	= "mfspr_amr",
	[KIND_MTMSRD]		= "mtmsrd",
	[KIND_ISYNC]		= "isync",
	[KIND_ORI31]		= "ori31",
	[KIND_SPRG2]		= "sprg2",
	[KIND_WATCH]		= "watch",
};

static FILE *out;
static const char *out_name;
static bool per_run;
static uint64_t kernel_base = KERNEL_BASE;
static uint64_t watch[MAX_WATCH];
static unsigned int nr_watch;
static uintptr_t ram_base;	/* host address of guest physical 0; 0: not known yet */
static const char *check;	/* "on", or "all" */
static bool in_line;		/* one vCPU: nothing races with an in-line add */
static unsigned int system_vcpus;	/* 0: user mode, where a vCPU is a thread */

static void on_run_mark(unsigned int cpu, void *udata)
{
	enum kt_mark mark = (uintptr_t)udata;

	(void)cpu;
	if (mark == KT_MARK_RUN_BEGIN_ID)
		tally_run_begin();
	else
		tally_run_end();
}

static void on_op_mark(unsigned int cpu, void *udata)
{
	uint64_t now[METRIC_NR], delta[METRIC_NR];
	enum kt_mark mark = (uintptr_t)udata;
	unsigned int i;
	struct vcpu *v;

	if (cpu >= tally.max_vcpus) {
		tally_lost();
		return;
	}
	v = &tally.vcpus[cpu];
	if (!tally_running() && !v->in_op)
		return;

	memcpy(now, v->kinds, sizeof(v->kinds));
	now[METRIC_INSNS] = v->insns[SPACE_VIRT] + v->insns[SPACE_REAL];

	/* An operation must begin and end in order, on one vCPU, within one run. */
	if (v->in_op != (mark == KT_MARK_OP_END_ID) || !tally_running())
		tally_op_mismatch();
	else if (v->in_op) {
		for (i = 0; i < METRIC_NR; i++)
			delta[i] = now[i] - v->op_start[i];
		tally_op(delta);
	}
	memcpy(v->op_start, now, sizeof(now));
	v->in_op = mark == KT_MARK_OP_BEGIN_ID && tally_running();
}

static void on_site(unsigned int cpu, void *udata)
{
	struct site *site = udata;
	struct vcpu *v;

	if (!tally_running())
		return;
	if (cpu >= tally.max_vcpus) {
		tally_lost();
		return;
	}
	v = &tally.vcpus[cpu];
	v->kinds[site->kind]++;
	site->count[cpu].in_run++;
	site->count[cpu].in_op += v->in_op;
}

/* udata is the length of the stretch, and its space in bit 0. */
static void on_stretch(unsigned int cpu, void *udata)
{
	uintptr_t stretch = (uintptr_t)udata;

	if (cpu < tally.max_vcpus)
		tally.vcpus[cpu].insns[stretch & 1] += stretch >> 1;
	else
		tally_lost();
}

static void count_stretch(struct qemu_plugin_insn *first, uintptr_t len, enum space space)
{
	if (!len)
		return;
	if (in_line)
		qemu_plugin_register_vcpu_insn_exec_inline(first, QEMU_PLUGIN_INLINE_ADD_U64,
							   &tally.vcpus[0].insns[space], len);
	else
		qemu_plugin_register_vcpu_insn_exec_cb(first, on_stretch, QEMU_PLUGIN_CB_NO_REGS,
						       (void *)(len << 1 | space));
}

/*
 * Integer arithmetic cannot raise an exception half-way through a block, so a stretch of it is
 * counted at once. Anything not known to be that ends its stretch: never wrong, only slower.
 */
static bool may_fault(uint32_t w)
{
	switch (w >> 26) {
	case 7: case 8: case 10 ... 15:				/* mulli .. addis */
	case 16: case 18: case 20: case 21: case 23 ... 30:	/* branches, rotates, logic */
		return false;
	case 31:
		break;
	default:
		return true;
	}
	switch (w >> 1 & 0x3ff) {
	case 0: case 32:					/* cmp, cmpl */
	case 24: case 27: case 536: case 539:			/* shifts */
	case 792: case 794: case 824: case 826: case 827:
	case 28: case 60: case 124: case 284: case 316: case 412: case 444: case 476:
	case 26: case 58: case 922: case 954: case 986:		/* count zeroes, extend */
	case 40: case 104: case 266: case 233: case 235:	/* subf, neg, add, mulld, mullw */
	case 19: case 144:					/* mfcr, mtcrf */
		return false;
	case 339: case 467:					/* mfspr, mtspr of LR and CTR */
		return (w >> 11 & 0x3ff) != 0x100 && (w >> 11 & 0x3ff) != 0x120;
	}
	return (w >> 1 & 0x1f) != 15;				/* isel */
}

static bool watch_mark(struct qemu_plugin_insn *insn, uint32_t w)
{
	qemu_plugin_vcpu_udata_cb_t cb;

	switch (w) {
	case KT_MARK_INSN(KT_MARK_OP_BEGIN_ID):
	case KT_MARK_INSN(KT_MARK_OP_END_ID):
		cb = on_op_mark;
		break;
	case KT_MARK_INSN(KT_MARK_RUN_BEGIN_ID):
	case KT_MARK_INSN(KT_MARK_RUN_END_ID):
		cb = on_run_mark;
		break;
	default:
		return false;
	}
	qemu_plugin_register_vcpu_insn_exec_cb(insn, cb, QEMU_PLUGIN_CB_NO_REGS,
					       (void *)(uintptr_t)(w & 0xffff));
	return true;
}

/*
 * The machine starts in real mode, so its first block tells where the host keeps guest physical
 * memory (ram_base). A low address at its very distance from there runs in real mode: a user
 * page would have to lie at the physical page of its own number.
 */
static enum space space_of(const struct qemu_plugin_insn *insn)
{
	uintptr_t host = (uintptr_t)qemu_plugin_insn_haddr(insn);
	uint64_t addr = qemu_plugin_insn_vaddr(insn);
	uintptr_t none = 0;

	if (addr >= kernel_base) {
		/* The kernel's own linear map is better evidence than firmware. */
		if (host && addr - KERNEL_BASE < LINEAR_TEXT)
			__atomic_store_n(&ram_base, host - (addr - KERNEL_BASE), __ATOMIC_RELAXED);
		return SPACE_VIRT;
	}
	if (!host || !system_vcpus)
		return SPACE_USER;
	__atomic_compare_exchange_n(&ram_base, &none, host - addr, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	return host - addr == ram_base ? SPACE_REAL : SPACE_USER;
}

static void watch_insn(struct qemu_plugin_insn *insn, uint32_t w)
{
	uint64_t addr = qemu_plugin_insn_vaddr(insn);
	unsigned int i;

	for (i = 0; i < KIND_WATCH; i++)
		if ((w & opcode[i].mask) == opcode[i].match)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_site,
							       QEMU_PLUGIN_CB_NO_REGS,
							       tally_site(addr, i));
	for (i = 0; i < nr_watch; i++)
		if (addr == watch[i])
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_site,
							       QEMU_PLUGIN_CB_NO_REGS,
							       tally_site(addr, KIND_WATCH));
}

/* Guest instructions are little-endian here, whatever the host is. */
static uint32_t word_of(const struct qemu_plugin_insn *insn)
{
	uint8_t copy[4];
	uintptr_t data = qemu_plugin_insn_data(insn, copy, sizeof(copy));
	const uint8_t *p = data > sizeof(copy) ? (const uint8_t *)data : copy;

	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* User code costs nothing but its marks: blocks there are scanned, not instrumented. */
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t i, n = qemu_plugin_tb_n_insns(tb), len = 0;
	enum space space = space_of(qemu_plugin_tb_get_insn(tb, 0));
	struct qemu_plugin_insn *first = NULL;

	(void)id;
	for (i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint32_t w = word_of(insn);

		if (watch_mark(insn, w)) {
			/* It reads the counter: what follows must not be in there yet. */
			count_stretch(first, len, space);
			len = 0;
			continue;
		}
		if (space == SPACE_USER)
			continue;
		watch_insn(insn, w);
		access_insn(insn, w, space);
		if (!len++)
			first = insn;
		if (may_fault(w)) {
			count_stretch(first, len, space);
			len = 0;
		}
	}
	count_stretch(first, len, space);
}

static void on_exit_machine(qemu_plugin_id_t id, void *udata)
{
	int bad;

	(void)id;
	(void)udata;
	bad = tally_print();
	if (fclose(out) || bad)
		fprintf(stderr, "oracle: error: cannot write '%s'\n", out_name);
}

static int parse_addr(const char *s, uint64_t *addr)
{
	char *end;

	errno = 0;
	*addr = strtoull(s, &end, 16);
	return errno || end == s || *end ? -1 : 0;
}

static int parse_option(char *arg)
{
	char *val = strchr(arg, '=');

	if (!val)
		return -1;
	*val++ = '\0';
	if (!strcmp(arg, "out"))
		out_name = val;
	else if (!strcmp(arg, "per-run") && !strcmp(val, "on"))
		per_run = true;
	else if (!strcmp(arg, "kernel"))
		return parse_addr(val, &kernel_base);
	else if (!strcmp(arg, "check") && (!strcmp(val, "on") || !strcmp(val, "all")))
		check = val;
	else if (!strcmp(arg, "watch") && nr_watch < MAX_WATCH)
		return parse_addr(val, &watch[nr_watch++]);
	else
		return -1;
	return 0;
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
			       char **argv)
{
	int i;

	if (strncmp(info->target_name, "ppc64", 5)) {
		fprintf(stderr, "oracle: error: the guest is %s, not ppc64\n", info->target_name);
		return -1;
	}
	for (i = 0; i < argc; i++)
		if (parse_option(argv[i])) {
			fprintf(stderr, "oracle: error: bad option '%s'\n", argv[i]);
			return -1;
		}
	if (!out_name) {
		fprintf(stderr, "oracle: error: out=FILE is missing\n");
		return -1;
	}
	if (check && per_run) {
		fprintf(stderr, "oracle: error: check= is about all runs, per-run= about each\n");
		return -1;
	}
	system_vcpus = info->system_emulation ? info->system.max_vcpus : 0;
	in_line = system_vcpus == 1 && qemu_plugin_register_vcpu_insn_exec_inline;
	if (tally_init(system_vcpus ? system_vcpus : USER_VCPUS)) {
		fprintf(stderr, "oracle: error: out of memory\n");
		return -1;
	}
	if (check && access_init(id, tally.max_vcpus, !strcmp(check, "all")))
		return -1;
	/* One that never runs is a count of 0, not a gap. */
	for (i = 0; i < (int)nr_watch; i++)
		tally_site(watch[i], KIND_WATCH);
	/* Opened now, so that a bad path stops the machine before it boots. */
	out = fopen(out_name, "w");
	if (!out) {
		fprintf(stderr, "oracle: error: cannot open '%s': %s\n", out_name, strerror(errno));
		return -1;
	}
	tally_print_to(out, system_vcpus, per_run);
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, on_exit_machine, NULL);
	return 0;
}
