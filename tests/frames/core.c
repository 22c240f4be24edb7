// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of text, register patterns and the frame as it was written. Without libc: what runs here
 * must not touch a register that a case watches.
 */
#include "frames.h"

const char *case_name = "none";
void (*entry_handler)(int sig, void *info, struct uc *uc, void *frame);
int entry_use;
struct regs entry_fp __attribute__((aligned(16)));
u64 entry_copy[COPY_SIZE / 8];
u64 vdso_base, thread_pointer;
long self_pid;

static char out[65536];
static size_t used;

/* A system call of up to five arguments (a sixth is 0), with what it leaves in r3 and, negated, its
 * error. */
long sys(long nr, long a, long b, long c, long d, long e)
{
	register long r0 asm("r0") = nr, r3 asm("r3") = a, r4 asm("r4") = b, r5 asm("r5") = c,
			 r6 asm("r6") = d, r7 asm("r7") = e, r8 asm("r8") = 0;

	asm volatile("sc\n\tbns+ 1f\n\tneg %1, %1\n1:"
		     : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7), "+r"(r8)
		     :
		     : "cr0", "ctr", "xer", "memory", "r9", "r10", "r11", "r12");
	return r3;
}

void flush(void)
{
	size_t done = 0;
	long n;

	while (done < used) {
		n = sys(4 /* write */, 1, (long)(out + done), used - done, 0, 0);
		if (n <= 0)
			sys(234 /* exit_group */, 5, 0, 0, 0, 0);
		done += n;
	}
	used = 0;
}

static void add_char(char c)
{
	if (used == sizeof(out))
		flush();
	out[used++] = c;
}

static void add_raw(const char *text)
{
	while (*text)
		add_char(*text++);
}

void add(const char *text)
{
	add_char(' ');
	add_raw(text);
}

void add_number(long n)
{
	char digits[20];
	int i = 0;

	add_char(' ');
	if (n < 0) {
		add_char('-');
		n = -n;
	}
	do
		digits[i++] = '0' + n % 10;
	while (n /= 10);
	while (i)
		add_char(digits[--i]);
}

/* In hexadecimal, but for what differs from run to run and is known by name. */
void add_value(u64 v)
{
	int shift = 60;

	if (vdso_base && v - vdso_base < 0x20000) {
		add("vdso");
		return;
	}
	if (thread_pointer && v == thread_pointer) {
		add("tp");
		return;
	}
	add_char(' ');
	while (shift && !(v >> shift & 15))
		shift -= 4;
	for (; shift >= 0; shift -= 4)
		add_char("0123456789abcdef"[v >> shift & 15]);
}

void say(const char *key)
{
	add_raw(case_name);
	add(key);
}

/* KEY and a number as one word. */
void say_part(const char *key, int n)
{
	say(key);
	add_char('.');
	if (n >= 10)
		add_char('0' + n / 10);
	add_char('0' + n % 10);
}

void end(void)
{
	add_char('\n');
}

void say_number(const char *key, long n)
{
	say(key);
	add_number(n);
	end();
}

void say_words(const char *key, const u64 *w, int n)
{
	say(key);
	while (n--)
		add_value(*w++);
	end();
}

u64 hash(const void *p, size_t n)
{
	const unsigned char *byte = p;
	u64 h = 0xcbf29ce484222325ul;

	while (n--)
		h = (h ^ *byte++) * 0x100000001b3ul;
	return h;
}

/* No two words alike, and none that a kernel would write. */
u64 poison(u64 addr)
{
	return 0x5a5a000000000000ul ^ addr;
}

void poison_range(u64 from, u64 to)
{
	volatile u64 *p;

	for (p = (u64 *)from; p < (volatile u64 *)to; p++)
		*p = poison((u64)p);
}

/* All registers, each with a value of its own; SP for r1. */
void pattern(struct regs *r, unsigned int seed, u64 sp)
{
	u64 tag = (u64)seed << 16;
	int i;

	for (i = 0; i < 32; i++)
		r->gpr[i] = 0x1100000000000000ul | tag | i;
	r->gpr[1] = sp;
	r->cr = 0x2a4c8642 ^ (seed & 7) << 8;
	r->xer = 0xa0000000;
	r->ctr = 0x2200000000000000ul | tag;
	r->lr = 0x3300000000000000ul | tag;
	r->fpscr = 2;
	r->vrsave = 0xffff0000 | seed;
	r->vscr[0] = 0x10001;
	r->vscr[1] = 0;
	for (i = 0; i < 64; i++) {
		r->vs[i][0] = 0x4400000000000000ul | tag | i;
		r->vs[i][1] = 0x5500000000000000ul | tag | i;
	}
}

/* KEY.gpr and so on: what raise_*() found afterwards, or a handler at its start. */
void say_regs(const char *key, const struct regs *r, int use)
{
	int i;

	say_part(key, 0);
	for (i = 0; i < 32; i++)
		add_value(r->gpr[i]);
	end();
	say_part(key, 1);
	add_value(r->cr);
	add_value(r->xer);
	add_value(r->ctr);
	add_value(r->lr);
	end();
	if (use & USE_FP) {
		say_part(key, 2);
		add_value(r->fpscr);
		for (i = 0; i < 32; i++)
			add_value(r->vs[i][0]);
		end();
	}
	if (use & USE_VMX) {
		say_part(key, 3);
		add_value(r->vrsave);
		add_value(r->vscr[0]);
		for (i = 32; i < 64; i++) {
			add_value(r->vs[i][0]);
			add_value(r->vs[i][1]);
		}
		end();
	}
	if (use & USE_VSX) {
		say_part(key, 4);
		for (i = 0; i < 32; i++)
			add_value(r->vs[i][1]);
		end();
	}
}

/* What the handler's first instruction saw. */
void say_entry(void)
{
	static const char *const names[] = { "entry.lr", "entry.ctr", "entry.cr", "entry.xer" };
	int i;

	say("entry.r");
	for (i = 0; i < 13; i++)
		add_value(entry_regs[i]);
	end();
	for (i = 0; i < 4; i++) {
		say(names[i]);
		add_value(entry_regs[13 + i]);
		end();
	}
	if (!entry_use)
		return;
	say("entry.fpscr");
	add_value(entry_fp.fpscr);
	end();
	say("entry.vs");
	for (i = 0; i < 64; i++) {
		add_value(entry_fp.vs[i][0]);
		/* a thread without VSX has no low halves to keep */
		if (i >= 32 || entry_use & USE_VSX)
			add_value(entry_fp.vs[i][1]);
	}
	end();
}

static const struct {
	int at;
	const char *name;
} fields[] = {
	{ 0, "chain" },
	{ FRAME_UC, "uc" },
	{ FRAME_UC + 16, "uc_stack" },
	{ FRAME_UC + 40, "uc_sigmask" },
	{ FRAME_UC + 168, "sigcontext" },
	{ FRAME_UC + 232, "gp_regs" },
	{ FRAME_UC + 616, "fp_regs" },
	{ FRAME_UC + 880, "v_regs" },
	{ FRAME_UC + 888, "vmx_reserve" },
	{ FRAME_TRANSACT, "transact" },
	{ FRAME_TRAMP, "tramp" },
	{ FRAME_PINFO, "pinfo" },
	{ FRAME_INFO, "info" },
	{ FRAME_END, "gap" },
};

static void say_offset(long at)
{
	size_t i = sizeof(fields) / sizeof(*fields);

	say("frame");
	if (at < 0) {
		add("below");
		add_number(at);
		return;
	}
	while (fields[--i].at > at)
		;
	add(fields[i].name);
	add_number(at - fields[i].at);
}

/*
 * gp_regs[I], unless it is what an earlier exception left where the registers were saved: DAR and
 * DSISR are of storage faults, RESULT of system calls that end or start again, the word behind PPR
 * is the kernel's own. In other traps ORIG_R3 is the last branch, and that may be the kernel's.
 */
void add_gp(const u64 *gp, long i)
{
	u64 trap = gp[GP_TRAP] & ~0xful;
	int syscall = trap == 0xc00 || trap == 0x3000, storage = trap >= 0x300 && trap <= 0x480;

	if (((i == GP_DAR || i == GP_DSISR) && !storage && trap != 0x600) ||
	    (i == GP_RESULT && syscall) || i == GP_EXIT_RESULT)
		add("stale");
	else if (i == GP_ORIG_R3 && !syscall)
		add("branch");
	else
		add_value(gp[i]);
}

/* The pid of who sent it is the one thing in a siginfo that nobody can know beforehand. */
static void add_frame_word(long at, u64 v)
{
	long gp = (at - FRAME_UC - (long)offsetof(struct uc, gp)) / 8;

	if (gp >= 0 && gp < 48) {
		add_gp(entry_copy + (COPY_BELOW + FRAME_UC + offsetof(struct uc, gp)) / 8, gp);
		return;
	}
	if (at == FRAME_INFO + 16 && self_pid && (v & 0xffffffff) == (u64)self_pid) {
		add("pid");
		v &= ~0xfffffffful;
	}
	add_value(v);
}

/* Each word up to TOP as the handler's first instruction found it, runs of untouched ones as one.
 */
void say_frame(u64 top)
{
	u64 sp = entry_regs[1], base = sp - COPY_BELOW, at;
	long run = 0, first = 0;
	u64 v;

	for (at = base; at < top && at - base < COPY_SIZE; at += 8) {
		v = entry_copy[(at - base) / 8];
		if (v == poison(at)) {
			if (!run++)
				first = at - sp;
			continue;
		}
		if (run) {
			say_offset(first);
			add("untouched");
			add_number(run * 8);
			end();
		}
		run = 0;
		say_offset(at - sp);
		add_frame_word(at - sp, v);
		end();
	}
	say_offset(run ? first : (long)(at - sp));
	add("untouched");
	add_number(run * 8);
	end();
}

/* A frame that was not finished: which words were written, and a hash of them. */
void say_written(const char *key, u64 from, u64 to)
{
	u64 h = 0, at, first = 0;

	say(key);
	for (at = from; at <= to; at += 8) {
		if (at < to && *(u64 *)at != poison(at)) {
			first = first ?: at;
			h += hash((u64 *)at, 8) * (at - from + 1);
			continue;
		}
		if (first) {
			add_value(first - from);
			add_value(at - from);
		}
		first = 0;
	}
	add("hash");
	add_value(h);
	end();
}

void say_uc(const char *key, const struct uc *uc)
{
	int i;

	say_part(key, 0);
	add_value(uc->stack.sp);
	add_number(uc->stack.flags);
	add_value(uc->stack.size);
	add_value(uc->sigmask);
	add_number(uc->signal);
	end();
	say_part(key, 1);
	for (i = 0; i < 48; i++)
		add_gp(uc->gp, i);
	end();
	/* FP, then VMX and VSX: whatever a return that failed half-way has left */
	say_part(key, 2);
	add_value(uc->fp[32]);
	add_value(hash(uc->fp, 256));
	end();
	say_part(key, 3);
	if (uc->gp[GP_MSR] & MSR_VEC)
		add_value(hash(uc->v_regs, 33 * 16));
	add_value(*(uint32_t *)(uc->v_regs + 66));
	end();
	say_part(key, 4);
	if (uc->gp[GP_MSR] & MSR_VSX)
		add_value(hash(uc->v_regs + 68, 256));
	end();
}
