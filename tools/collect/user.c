// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cmd.h"
#include "collect/user.h"
#include "log.h"

#define MAX_ID 4294967294UL

static int no_memory(void)
{
	log_error("out of memory");
	return KT_EXIT_INTERNAL;
}

static int set(struct user *u, const struct passwd *pw)
{
	u->uid = pw->pw_uid;
	u->gid = pw->pw_gid;
	u->name = strdup(pw->pw_name);
	u->home = strdup(pw->pw_dir);
	u->shell = strdup(*pw->pw_shell ? pw->pw_shell : "/bin/sh");
	return u->name && u->home && u->shell ? 0 : -1;
}

/* 1: found, 0: not, -1: no memory. */
static int find(struct user *u, const char *name, bool by_uid)
{
	FILE *f = fopen("/etc/passwd", "re");
	struct passwd *pw;
	int found = 0;

	while (f && !found && (pw = fgetpwent(f))) {
		if (by_uid ? pw->pw_uid == u->uid : !strcmp(pw->pw_name, name))
			found = set(u, pw) ? -1 : 1;
	}
	if (f)
		fclose(f);
	return found;
}

static int add_group(struct user *u, gid_t gid)
{
	gid_t *g = realloc(u->groups, (u->nr_groups + 1) * sizeof(*g));

	if (!g)
		return -1;
	u->groups = g;
	g[u->nr_groups++] = gid;
	return 0;
}

static int find_groups(struct user *u)
{
	FILE *f = fopen("/etc/group", "re");
	int rc = add_group(u, u->gid);
	struct group *gr;
	char **m;

	while (f && !rc && (gr = fgetgrent(f))) {
		for (m = gr->gr_mem; u->name && !rc && *m; m++) {
			if (!strcmp(*m, u->name) && gr->gr_gid != u->gid)
				rc = add_group(u, gr->gr_gid);
		}
	}
	if (f)
		fclose(f);
	return rc;
}

static bool number(const char **p, unsigned long *v)
{
	char *end;

	if (**p < '0' || **p > '9')
		return false;
	errno = 0;
	*v = strtoul(*p, &end, 10);
	*p = end;
	return !errno && *v <= MAX_ID;
}

int user__find(const char *name, struct user *u)
{
	unsigned long uid, gid = 0;
	const char *p = name;
	bool has_gid;
	int found;

	memset(u, 0, sizeof(*u));
	found = find(u, name, false);
	if (!found && number(&p, &uid)) {
		has_gid = *p == ':';
		p += has_gid;
		if ((has_gid && !number(&p, &gid)) || *p)
			goto unknown;
		u->uid = uid;
		found = find(u, NULL, true);
		if (!found && !has_gid)
			gid = uid;
		if (!found || has_gid)
			u->gid = gid;
		found = found < 0 ? found : 1;
	}
	if (found < 0 || (found && find_groups(u)))
		return no_memory();
	if (found)
		return 0;
unknown:
	log_error("--user: no user '%s' in /etc/passwd", name);
	log_hint("users that are elsewhere can be given by number, as UID:GID");
	return KT_EXIT_USAGE;
}

int user__become(const struct user *u)
{
	if (setgroups(u->nr_groups, u->groups) || setresgid(u->gid, u->gid, u->gid) ||
	    setresuid(u->uid, u->uid, u->uid))
		return -errno;
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	if (u->name && (setenv("USER", u->name, 1) || setenv("LOGNAME", u->name, 1) ||
			setenv("HOME", u->home, 1) || setenv("SHELL", u->shell, 1)))
		return -errno;
	return 0;
}

void user__free(struct user *u)
{
	free(u->groups);
	free(u->name);
	free(u->home);
	free(u->shell);
	memset(u, 0, sizeof(*u));
}
