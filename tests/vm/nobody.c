// SPDX-License-Identifier: GPL-2.0-only
/*
 * nobody [-c CAP,..] CMD..: runs CMD as an ordinary user with these capabilities, by number, and no
 * other; the guest's busybox has nothing for it.
 */
#include <grp.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOBODY 65534

static int keep(uint64_t caps)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2];
	int i;

	for (i = 0; i < 2; i++)
		data[i].effective = data[i].permitted = data[i].inheritable = caps >> 32 * i;
	if (syscall(SYS_capset, &head, data))
		return -1;
	for (i = 0; i < 64; i++) {
		if (caps >> i & 1 && prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0))
			return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	uint64_t caps = 0;
	char *p;

	if (argc > 3 && !strcmp(argv[1], "-c")) {
		for (p = strtok(argv[2], ","); p; p = strtok(NULL, ","))
			caps |= 1ULL << atoi(p);
		argv += 2;
	}
	if (argc < 2 || prctl(PR_SET_KEEPCAPS, 1) || setgroups(0, NULL) || setgid(NOBODY) ||
	    setuid(NOBODY) || keep(caps)) {
		perror("nobody");
		return 125;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
