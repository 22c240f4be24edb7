// SPDX-License-Identifier: GPL-2.0-only
/* nobody CMD..: runs CMD with no privilege at all; the guest's busybox has nothing for it. */
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

#define NOBODY 65534

int main(int argc, char **argv)
{
	if (argc < 2 || setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)) {
		perror("nobody");
		return 125;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
