/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a program can see of signal delivery and return, as lines of text: "CASE KEY VALUE..".
 * Two kernels that treat programs alike print the same bytes. raise.S, core.c and bare.c do
 * without libc, for its start-up code uses vector registers.
 */
#ifndef FRAMES_H
#define FRAMES_H

/* Offsets in struct regs, for raise.S */
#define R_CR 256
#define R_XER 264
#define R_CTR 272
#define R_LR 280
#define R_FPSCR 288
#define R_VRSAVE 296
#define R_VSCR 304
#define R_VS 320

/* What raise_*() loads and saves beside the GPRs */
#define USE_FP 1
#define USE_VMX 2
#define USE_VSX 4
#define USE_ALL 7

/* Around the stack pointer that a handler got, entry_copy holds this many bytes */
#define COPY_BELOW 256
#define COPY_SIZE 12288

/* before the place where an aborted section goes on */
#define RSEQ_SIG 0x0fe5000b

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>

typedef uint64_t u64;

struct regs {
	u64 gpr[32];
	u64 cr, xer, ctr, lr;
	u64 fpscr, vrsave;
	u64 vscr[2];
	u64 vs[64][2]; /* vs[0..31][0] are the FPRs, vs[32..63] the VRs as stvx stores them */
};

_Static_assert(offsetof(struct regs, cr) == R_CR && offsetof(struct regs, vscr) == R_VSCR &&
		       offsetof(struct regs, vs) == R_VS,
	       "raise.S has these numbers");

/* The kernel's struct ucontext: libc's lacks the VSX half. */
struct uc {
	u64 flags;
	struct uc *link;
	struct {
		u64 sp;
		int flags;
		u64 size;
	} stack;
	u64 sigmask, unused[15];
	u64 reserved[4];
	int signal, pad;
	u64 handler, oldmask;
	u64 *regs;
	u64 gp[48];
	u64 fp[33];
	u64 *v_regs;
	u64 vmx_reserve[101];
};

_Static_assert(offsetof(struct uc, sigmask) == 40 && offsetof(struct uc, gp) == 232 &&
		       offsetof(struct uc, v_regs) == 880,
	       "the ABI's ucontext");

/* indexes into gp */
enum {
	GP_NIP = 32,
	GP_MSR,
	GP_ORIG_R3,
	GP_CTR,
	GP_LNK,
	GP_XER,
	GP_CCR,
	GP_SOFTE,
	GP_TRAP,
	GP_DAR,
	GP_DSISR,
	GP_RESULT,
	GP_PPR,
	GP_EXIT_RESULT
};

#define MSR_LE 1ul
#define MSR_VEC (1ul << 25)
#define MSR_VSX (1ul << 23)

/* From the dummy frame, where r1 points when a handler starts */
#define FRAME_UC 128
#define FRAME_TRANSACT (FRAME_UC + 1696)
#define FRAME_TRAMP (FRAME_TRANSACT + 1696 + 16)
#define FRAME_PINFO (FRAME_TRAMP + 32)
#define FRAME_INFO (FRAME_PINFO + 16)
#define FRAME_END (FRAME_INFO + 128)

_Static_assert(sizeof(struct uc) == 1696, "the frame's offsets");

/* raise.S: load IN, take a signal there, store what is there afterwards to OUT */
extern void raise_trap(const struct regs *in, struct regs *out, int use);
extern void raise_sc(const struct regs *in, struct regs *out, int use);
extern void raise_scv(const struct regs *in, struct regs *out, int use);
extern char raise_trap_at[], raise_sc_at[], raise_scv_at[];
extern void sigreturn_at(const void *uc);
extern char be_trap[];
extern long rseq_section(u64 *where, const void *cs);
extern char rseq_start[], rseq_end[], rseq_abort[];
/* the handler to install: saves what it was entered with, then calls entry_handler */
extern void stub(int sig);
extern void (*entry_handler)(int sig, void *info, struct uc *uc, void *frame);
extern int entry_use;
extern struct regs entry_fp;
extern u64 entry_copy[COPY_SIZE / 8];
extern __thread u64 entry_regs[24]; /* r0..r12, lr, ctr, cr, xer */

/* core.c: lines */
extern const char *case_name;
void say(const char *key);
void say_part(const char *key, int n);
void add(const char *text);
void add_number(long n);
void add_value(u64 v);
void add_gp(const u64 *gp, long i);
void end(void);
void flush(void);
void say_number(const char *key, long n);
void say_words(const char *key, const u64 *w, int n);
/* core.c: machine state */
extern u64 vdso_base, thread_pointer;
extern long self_pid;
u64 poison(u64 addr);
void poison_range(u64 from, u64 to);
void pattern(struct regs *r, unsigned int seed, u64 sp);
void say_regs(const char *key, const struct regs *r, int use);
void say_entry(void);
void say_frame(u64 top);
void say_written(const char *key, u64 from, u64 to);
void say_uc(const char *key, const struct uc *uc);
u64 hash(const void *p, size_t n);
long sys(long nr, long a, long b, long c, long d, long e);

#endif
#endif
