// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the kernel touch user memory in each way it has: single words, copies by the vector unit
 * (above 3328 bytes), clearing by dcbz, atomic updates, strings, polling.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define BIG	65536
#define SMALL	200	/* below the vector unit's */

static char buf[BIG] __attribute__((aligned(BIG)));

static void die(const char *what)
{
	fprintf(stderr, "touch: error: %s: %s\n", what, strerror(errno));
	exit(5);
}

static void copy(void)
{
	int zero = open("/dev/zero", O_RDWR), file = open("touched", O_RDWR | O_CREAT, 0600);

	if (zero < 0 || file < 0)
		die("open");
	if (read(zero, buf, BIG) != BIG)
		die("/dev/zero");
	if (pwrite(file, buf, BIG, 0) != BIG || pread(file, buf, BIG, 0) != BIG ||
	    pwrite(file, buf + 1, SMALL, 0) != SMALL || pread(file, buf + 1, SMALL, 0) != SMALL)
		die("touched");
}

static void futexes(void)
{
	int word = 0, other = 0;

	if (syscall(SYS_futex, &word, FUTEX_WAKE_OP, 1, 1, &other,
		    FUTEX_OP(FUTEX_OP_ADD, 1, FUTEX_OP_CMP_EQ, 0)) || other != 1)
		die("FUTEX_WAKE_OP");
	if (syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0) || !word)
		die("FUTEX_LOCK_PI");
	if (syscall(SYS_futex, &word, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0) || word)
		die("FUTEX_UNLOCK_PI");
}

int main(void)
{
	struct pollfd nobody = { .fd = -1 };

	copy();
	futexes();
	if (poll(&nobody, 1, 0))
		die("poll");
	puts("touched");
	return 0;
}
