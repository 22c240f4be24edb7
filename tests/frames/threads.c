// SPDX-License-Identifier: GPL-2.0-only
/* Many at once: registers that must not mix, and a stack that comes and goes. */
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>
#include "cases.h"

#define THREADS 32
#define STACKS 0x300000000ul
#define EACH 0x10000ul

static __thread int me;
static long wrong_frames, wrong_after, handled;
static struct regs wrong_in, wrong_out; /* the first that went wrong */
static int rounds;

static int is_pattern(const struct regs *r, const struct uc *uc)
{
	const u64 *vsx = uc->v_regs + 68;
	int i, bad = 0;

	for (i = 0; i < 32; i++) {
		bad |= i != 1 && i != 13 && uc->gp[i] != r->gpr[i];
		bad |= uc->fp[i] != r->vs[i][0] || vsx[i] != r->vs[i][1];
		bad |= uc->v_regs[2 * i] != r->vs[32 + i][0];
		bad |= uc->v_regs[2 * i + 1] != r->vs[32 + i][1];
	}
	return !bad && uc->gp[GP_CTR] == r->ctr && uc->gp[GP_LNK] == r->lr &&
	       uc->gp[GP_CCR] == r->cr && uc->fp[32] == r->fpscr;
}

/* Leaves nothing of the interrupted registers where the return does not bring it back. */
static void trash(void)
{
	asm volatile("xxlxor 0, 0, 0\n\txxlxor 17, 17, 17\n\txxlxor 31, 31, 31\n\t"
		     "xxlxor 32, 32, 32\n\txxlxor 47, 47, 47\n\txxlxor 63, 63, 63"
		     :
		     :
		     : "fr0", "fr17", "fr31", "v0", "v15", "v31");
}

static void check_frame(int sig, siginfo_t *info, void *ctx)
{
	struct regs want __attribute__((aligned(16)));
	struct uc *uc = ctx;

	(void)sig, (void)info;
	pattern(&want, 100 + me, 0);
	if (!is_pattern(&want, uc))
		__atomic_add_fetch(&wrong_frames, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&handled, 1, __ATOMIC_RELAXED);
	step_over_trap(uc);
	trash();
}

static void tick(int sig)
{
	(void)sig;
}

static void *work(void *arg)
{
	struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));
	int i;

	me = (long)arg;
	pattern(&in, 100 + me, STACKS + me * EACH + EACH / 2);
	for (i = 0; i < rounds; i++) {
		memset(&out, 0, sizeof(out));
		raise_trap(&in, &out, USE_ALL);
		in.gpr[13] = out.gpr[13];
		if (memcmp(&in, &out, sizeof(in)) &&
		    !__atomic_fetch_add(&wrong_after, 1, __ATOMIC_RELAXED)) {
			wrong_in = in;
			wrong_out = out;
		}
	}
	return NULL;
}

static void say_wrong(void)
{
	const u64 *was = (u64 *)&wrong_in, *is = (u64 *)&wrong_out;
	unsigned int i;

	for (i = 0; i < sizeof(wrong_in) / 8; i++)
		if (was[i] != is[i])
			say_words("wrong-word", (u64[]){ i, was[i], is[i] }, 3);
}

static void many(void)
{
	struct itimerval often = { { 0, 5000 }, { 0, 5000 } }, off = { 0 };
	pthread_t t[THREADS];
	long i;

	case_name = "threads";
	must(mmap((void *)STACKS, THREADS * EACH, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	install(SIGTRAP, check_frame, SA_SIGINFO, 0);
	install(SIGALRM, tick, SA_RESTART, 0);
	must(!setitimer(ITIMER_REAL, &often, NULL), "setitimer");
	for (i = 0; i < THREADS; i++)
		must(!pthread_create(&t[i], NULL, work, (void *)i), "pthread_create");
	for (i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	must(!setitimer(ITIMER_REAL, &off, NULL), "setitimer");
	say_number("handled-all", handled == (long)THREADS * rounds);
	say_number("wrong-frames", wrong_frames);
	say_number("wrong-after", wrong_after);
	say_wrong();
	flush();
}

/* --- a stack that another thread takes away and gives back
 * ---------------------------------------- */

static volatile int stop;
static sigjmp_buf again;
static volatile long taken, lost, other;

static void *toggle(void *arg)
{
	int how = (long)arg;

	while (!stop) {
		if (how)
			mmap((void *)EDGE_AT, AREA / 2, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
		else
			mprotect((void *)EDGE_AT, AREA / 2, PROT_READ | PROT_WRITE);
		if (how)
			munmap((void *)EDGE_AT, AREA / 2);
		else
			mprotect((void *)EDGE_AT, AREA / 2, PROT_NONE);
	}
	return NULL;
}

/* The handler is on the stack that vanishes: it must do without one, or fault and be caught. */
static void on_it(int sig, siginfo_t *info, void *ctx)
{
	(void)sig, (void)info;
	step_over_trap(ctx);
	taken++;
}

static void caught(int sig, siginfo_t *info, void *ctx)
{
	(void)info, (void)ctx;
	/* a frame that came back as zeroes returned to a thread pointer of zero */
	asm volatile("mr 13, %0" : : "r"(thread_pointer) : "memory");
	if (sig == SIGSEGV)
		lost++;
	else
		other++;
	siglongjmp(again, 1);
}

static void vanish(const void *arg)
{
	struct regs in __attribute__((aligned(16))), out __attribute__((aligned(16)));
	volatile int i;
	pthread_t t;

	must(mmap((void *)EDGE_AT, AREA, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED,
	     "mmap");
	on_altstack(ALT_AT, AREA - COPY_SIZE, 0);
	install(SIGSEGV, caught, SA_SIGINFO | SA_ONSTACK | SA_NODEFER, 0);
	install(SIGBUS, caught, SA_SIGINFO | SA_ONSTACK | SA_NODEFER, 0);
	install(SIGILL, caught, SA_SIGINFO | SA_ONSTACK | SA_NODEFER, 0);
	install(SIGTRAP, on_it, SA_SIGINFO | SA_NODEFER, 0);
	pthread_create(&t, NULL, toggle, (void *)arg);
	for (i = 0; i < rounds * 5; i++) {
		/* half of the frame is in the page that stays */
		pattern(&in, 110, EDGE_AT + AREA / 2 + (i & 1 ? 2048 : 0x4000));
		if (!sigsetjmp(again, 1))
			raise_trap(&in, &out, USE_ALL);
	}
	stop = 1;
	pthread_join(t, NULL);
	say_number("survived", taken > 0 && !other);
}

void thread_cases(int n)
{
	rounds = n;
	many();
	in_child("vanish-mprotect", vanish, (void *)0);
	in_child("vanish-munmap", vanish, (void *)1);
}
