/* SPDX-License-Identifier: GPL-2.0-only */
/* --user NAME: whom CMD runs as. */
#ifndef KT_USER_H
#define KT_USER_H

#include <stddef.h>
#include <sys/types.h>

struct user {
	uid_t uid;
	gid_t gid;
	gid_t *groups;
	size_t nr_groups;
	char *name, *home, *shell; /* for the environment */
};

/*
 * @name is of /etc/passwd, or UID[:GID] in numbers. The files are read by ourselves: a static
 * program cannot ask the name service. 0, or KT_EXIT_USAGE and said why.
 */
int user__find(const char *name, struct user *u);

/* For a child before its exec: ids, groups, no capabilities, HOME and its like. -errno. */
int user__become(const struct user *u);
void user__free(struct user *u);

#endif /* KT_USER_H */
