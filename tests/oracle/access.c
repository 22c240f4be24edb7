// SPDX-License-Identifier: GPL-2.0-only
/*
 * The access checker, check=on: TCG does not enforce the AMR, so a kernel that touches user memory
 * after its window runs here and oopses on POWER9. This reads the AMR instead, and reports
 *
 *   read, write   kernel code, translated, at a user address, while the AMR blocks just that
 *   left_open     a return to user space with a window open
 *
 * from the first AMR write that blocks user access (KUAP is up) until the machine is powered off.
 * It needs a QEMU whose plugins read registers (9 or later: kernel/qemu has one), guesses nothing,
 * and counts what it looked at, so that silence can be told from a checker that never ran. check=all
 * lists the accesses that are right as well (seen_read, seen_write), and is slow.
 *
 * What blocks is key 0, the AMR's top two bits: on radix it covers all user pages, on hash those
 * that no pkey_mprotect() has touched. Hash gives the AMR back to the user right before returning;
 * that write is known by the IAMR's, which follows it within a few instructions and nowhere else
 * after an AMR write that opens. There the value before it is what counts. (A hash boot with nosmep
 * alone has no such IAMR write, and its returns are all reported.)
 *
 * An access is seen when it is done, one that faults is not: the kernel under test reports those
 * itself. dcbz, done in a helper that shows no access, is seen before. Text patching on radix uses
 * a kernel page at a user address, which KUAP does not cover: oracle-report, which has symbols,
 * tells these apart.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"

#define BLOCK_READ	(1ull << 62)	/* of AMR_KUAP_BLOCK_READ and _WRITE, key 0's bit */
#define BLOCK_WRITE	(1ull << 63)
#define BLOCK_BOTH	(BLOCK_READ | BLOCK_WRITE)
#define USER_END	0x0010000000000000ull
#define MSR_PR		0x4000ull
#define MSR_DR		0x10ull
#define PAIR_BYTES	64		/* from the AMR's mtspr to the IAMR's in a restore */
#define MAX_FOUND	64
#define MAX_SEEN	4096

enum reg {
	REG_AMR, REG_MSR, REG_LR, REG_CTR, REG_SRR1, REG_HSRR1, REG_GPR, REG_NR = REG_GPR + 32,
};

static const char *const reg_name[REG_GPR] = {
	"amr", "msr", "lr", "ctr", "srr1", "hsrr1",
};

enum fault { FAULT_READ, FAULT_WRITE, FAULT_OPEN, SEEN_READ, SEEN_WRITE, FAULT_NR };

static const char *const fault_name[FAULT_NR] = {
	"read", "write", "left_open", "seen_read", "seen_write",
};

/* Indexed by what stays blocked: bit 0 read, bit 1 write. */
static const char *const class_name[4] = { "open_both", "open_write", "open_read", "block" };

struct place {
	uint64_t pc, lr;
};

/* Written by its own vCPU's thread alone. */
struct watch {
	GByteArray *buf;
	uint64_t writes[4];		/* of the AMR, by class */
	uint64_t accesses[2];		/* reads, writes */
	uint64_t returns;		/* to user space */
	uint64_t faults[FAULT_NR];
	uint64_t unread;		/* a register that QEMU would not give */
	struct place last, opened;	/* AMR writes: the last, and the one that opened */
	uint64_t last_old, last_new;	/* the AMR before and after the last */
	bool restored;			/* the last gave a user his own value back */
} __attribute__((aligned(128)));

static struct {
	struct place at;
	enum fault fault;
	uint64_t addr, count;		/* addr: the first */
} found[MAX_SEEN];

static unsigned int nr_found, max_found = MAX_FOUND;
static uint64_t found_left_out;
static pthread_mutex_t found_lock = PTHREAD_MUTEX_INITIALIZER;
static struct watch *watches;
static unsigned int nr_watches;
static struct qemu_plugin_register *handle[REG_NR];
static bool armed;

static uint64_t reg(struct watch *w, enum reg r)
{
	uint64_t val = 0;

	g_byte_array_set_size(w->buf, 0);
	if (!handle[r] || qemu_plugin_read_register(handle[r], w->buf) != sizeof(val)) {
		w->unread++;
		return 0;
	}
	/* In the order of MSR.LE, which the kernels here are; so is the host. */
	memcpy(&val, w->buf->data, sizeof(val));
	return val;
}

static struct watch *watch_of(unsigned int cpu)
{
	if (cpu < nr_watches)
		return &watches[cpu];
	tally_lost();
	return NULL;
}

static void report(struct watch *w, enum fault fault, struct place at, uint64_t addr)
{
	unsigned int i;

	w->faults[fault]++;
	pthread_mutex_lock(&found_lock);
	for (i = 0; i < nr_found; i++)
		if (found[i].at.pc == at.pc && found[i].at.lr == at.lr && found[i].fault == fault)
			break;
	if (i == max_found) {
		found_left_out++;
	} else {
		if (i == nr_found) {
			nr_found++;
			found[i].at = at;
			found[i].fault = fault;
			found[i].addr = addr;
		}
		found[i].count++;
	}
	pthread_mutex_unlock(&found_lock);
}

static void check_access(struct watch *w, uint64_t pc, uint64_t addr, bool store)
{
	struct place at = { .pc = pc };

	/* Untranslated, as in early boot, a low address is memory of the kernel's own. */
	if (!__atomic_load_n(&armed, __ATOMIC_RELAXED) || !(reg(w, REG_MSR) & MSR_DR))
		return;
	w->accesses[store]++;
	if (!(reg(w, REG_AMR) & (store ? BLOCK_WRITE : BLOCK_READ))) {
		if (max_found == MAX_SEEN)
			report(w, store ? SEEN_WRITE : SEEN_READ, at, addr);
		return;
	}
	at.lr = reg(w, REG_LR);
	report(w, store ? FAULT_WRITE : FAULT_READ, at, addr);
}

static void on_mem(unsigned int cpu, qemu_plugin_meminfo_t info, uint64_t addr, void *udata)
{
	struct watch *w;

	if (addr >= USER_END)
		return;
	w = watch_of(cpu);
	if (w)
		check_access(w, (uintptr_t)udata, addr, qemu_plugin_mem_is_store(info));
}

struct code {
	uint64_t pc;
	uint32_t w;
};

static void on_dcbz(unsigned int cpu, void *udata)
{
	unsigned int ra, rb;
	struct code *code = udata;
	struct watch *w = watch_of(cpu);
	uint64_t addr;

	if (!w)
		return;
	ra = code->w >> 16 & 31;
	rb = code->w >> 11 & 31;
	addr = reg(w, REG_GPR + rb) + (ra ? reg(w, REG_GPR + ra) : 0);
	if (addr < USER_END)
		check_access(w, code->pc, addr, true);
}

static void on_amr(unsigned int cpu, void *udata)
{
	struct code *code = udata;
	struct watch *w = watch_of(cpu);
	uint64_t new;

	if (!w)
		return;
	new = reg(w, REG_GPR + (code->w >> 21 & 31));
	w->last_old = reg(w, REG_AMR);
	w->last_new = new;
	w->last.pc = code->pc;
	w->last.lr = reg(w, REG_LR);
	w->restored = false;
	w->writes[new >> 62]++;
	if ((new & BLOCK_BOTH) == BLOCK_BOTH)
		__atomic_store_n(&armed, true, __ATOMIC_RELAXED);
	else if ((w->last_old & BLOCK_BOTH) == BLOCK_BOTH)
		w->opened = w->last;
}

/* See the top. */
static void on_iamr(unsigned int cpu, void *udata)
{
	struct watch *w = watch_of(cpu);
	uint64_t pc = (uintptr_t)udata;

	if (w && pc > w->last.pc && pc - w->last.pc <= PAIR_BYTES)
		w->restored = (w->last_new & BLOCK_BOTH) != BLOCK_BOTH;
}

static void on_return(unsigned int cpu, void *udata)
{
	struct watch *w = watch_of(cpu);
	uint64_t amr;

	if (!w || !__atomic_load_n(&armed, __ATOMIC_RELAXED))
		return;
	if (!(reg(w, (uintptr_t)udata) & MSR_PR))
		return;
	w->returns++;
	amr = w->restored ? w->last_old : reg(w, REG_AMR);
	if ((amr & BLOCK_BOTH) != BLOCK_BOTH)
		report(w, FAULT_OPEN, w->opened, 0);
}

static struct code *code_of(uint64_t pc, uint32_t w)
{
	struct code *code = malloc(sizeof(*code));	/* for good: it is in the block */

	if (!code) {
		fprintf(stderr, "oracle: error: out of memory\n");
		abort();
	}
	code->pc = pc;
	code->w = w;
	return code;
}

static void on_exec(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_udata_cb_t cb, void *udata)
{
	qemu_plugin_register_vcpu_insn_exec_cb(insn, cb, QEMU_PLUGIN_CB_R_REGS, udata);
}

void access_insn(struct qemu_plugin_insn *insn, uint32_t w, enum space space)
{
	uint64_t pc = qemu_plugin_insn_vaddr(insn);
	void *here = (void *)(uintptr_t)pc;

	if (!watches)
		return;
	if (w == 0x4c000024)					/* rfid */
		on_exec(insn, on_return, (void *)REG_SRR1);
	else if (w == 0x4c000224)				/* hrfid */
		on_exec(insn, on_return, (void *)REG_HSRR1);
	else if (w == 0x4c0000a4)				/* rfscv */
		on_exec(insn, on_return, (void *)REG_CTR);
	if (space != SPACE_VIRT)
		return;
	if ((w & 0xfc1fffff) == 0x7c1d03a6)
		on_exec(insn, on_amr, code_of(pc, w));
	else if ((w & 0xfc1fffff) == 0x7c1d0ba6)
		on_exec(insn, on_iamr, here);
	else if ((w & 0xfc0007fe) == 0x7c0007ec)		/* dcbz, dcbzl */
		on_exec(insn, on_dcbz, code_of(pc, w));
	else
		qemu_plugin_register_vcpu_mem_cb(insn, on_mem, QEMU_PLUGIN_CB_R_REGS,
						 QEMU_PLUGIN_MEM_RW, here);
}

/*
 * The handles are the same on every vCPU. Of two registers of a name the first is meant, gdb's own:
 * LR and CTR are among the SPRs again, where QEMU does not keep them.
 */
static void on_vcpu(qemu_plugin_id_t id, unsigned int cpu)
{
	GArray *regs = qemu_plugin_get_registers();
	const qemu_plugin_reg_descriptor *desc = (const void *)regs->data;
	struct watch *w = watch_of(cpu);
	unsigned int i, r;
	char gpr[8];

	(void)id;
	if (w)
		w->buf = g_byte_array_new();
	pthread_mutex_lock(&found_lock);
	for (r = 0; r < REG_NR; r++) {
		snprintf(gpr, sizeof(gpr), "r%u", r - REG_GPR);
		for (i = regs->len; i-- > 0;)
			if (!strcmp(desc[i].name, r < REG_GPR ? reg_name[r] : gpr))
				handle[r] = desc[i].handle;
	}
	pthread_mutex_unlock(&found_lock);
	g_array_free(regs, true);
}

int access_init(qemu_plugin_id_t id, unsigned int max_vcpus, bool all)
{
	max_found = all ? MAX_SEEN : MAX_FOUND;
	if (!qemu_plugin_read_register) {
		fprintf(stderr, "oracle: error: check=on needs a QEMU whose plugins read registers "
			"(9 or later): kernel/qemu prints one, kernel/vm --qemu runs it\n");
		return -1;
	}
	watches = aligned_alloc(128, max_vcpus * sizeof(*watches));
	if (!watches) {
		fprintf(stderr, "oracle: error: out of memory\n");
		return -1;
	}
	memset(watches, 0, max_vcpus * sizeof(*watches));
	nr_watches = max_vcpus;
	qemu_plugin_register_vcpu_init_cb(id, on_vcpu);
	return 0;
}

static void print_found(FILE *f)
{
	const char *sep = "";
	unsigned int i;

	fprintf(f, "    \"list\": [");
	for (i = 0; i < nr_found; i++) {
		fprintf(f, "%s\n      {\"kind\": \"%s\", \"pc\": \"0x%016" PRIx64 "\", \"lr\": \"0x%016"
			PRIx64 "\", \"addr\": \"0x%016" PRIx64 "\", \"count\": %" PRIu64 "}",
			sep, fault_name[found[i].fault], found[i].at.pc, found[i].at.lr,
			found[i].addr, found[i].count);
		sep = ",";
	}
	fprintf(f, "\n    ],\n    \"list_left_out\": %" PRIu64 "\n  },\n", found_left_out);
}

void access_print(FILE *f)
{
	struct watch sum = { 0 };
	unsigned int i, k;

	if (!watches)
		return;
	for (i = 0; i < nr_watches; i++) {
		const struct watch *w = &watches[i];

		for (k = 0; k < 4; k++)
			sum.writes[k] += w->writes[k];
		for (k = 0; k < 2; k++)
			sum.accesses[k] += w->accesses[k];
		for (k = 0; k < FAULT_NR; k++)
			sum.faults[k] += w->faults[k];
		sum.returns += w->returns;
		sum.unread += w->unread;
	}
	pthread_mutex_lock(&found_lock);
	fprintf(f, "  \"access\": {\n    \"kuap\": %s,\n    \"amr_writes\": {",
		armed ? "true" : "false");
	for (k = 0; k < 4; k++)
		fprintf(f, "%s\"%s\": %" PRIu64, k ? ", " : "", class_name[k], sum.writes[k]);
	fprintf(f, "},\n    \"kernel_user_accesses\": {\"read\": %" PRIu64 ", \"write\": %" PRIu64
		"},\n    \"returns_to_user\": %" PRIu64 ",\n    \"violations\": %" PRIu64
		",\n    \"left_open\": %" PRIu64 ",\n    \"unread_registers\": %" PRIu64 ",\n",
		sum.accesses[0], sum.accesses[1], sum.returns,
		sum.faults[FAULT_READ] + sum.faults[FAULT_WRITE], sum.faults[FAULT_OPEN],
		sum.unread);
	print_found(f);
	pthread_mutex_unlock(&found_lock);
}
