// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "collect/cgroup.h"

#define CGROUP_V1 0x27e0eb
#define CGROUP_V2 0x63677270

/* Where the unified hierarchy is mounted; false: nowhere. */
static bool find_mount(char *buf, size_t size)
{
	char line[1024], dir[512], type[64];
	bool found = false;
	FILE *f = fopen("/proc/self/mounts", "re");

	while (f && !found && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%*s %511s %63s", dir, type) == 2 && !strcmp(type, "cgroup2")) {
			snprintf(buf, size, "%s", dir);
			found = true;
		}
	}
	if (f)
		fclose(f);
	return found;
}

static int open_dir(const char *path)
{
	return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int judge(int fd, const char *path, struct kt_error *err)
{
	struct statfs fs = { 0 };

	if (!fstatfs(fd, &fs) && (unsigned long)fs.f_type == CGROUP_V2)
		return fd;
	if ((unsigned long)fs.f_type == CGROUP_V1)
		kt_error__set(err, "'%s' is a cgroup of version 1, which BPF does not know", path);
	else
		kt_error__set(err, "'%s' is not a cgroup", path);
	kt_error__hint(err, "give a directory of the cgroup2 hierarchy: see 'mount -t cgroup2'");
	close(fd);
	return -1;
}

int cgroup__open(const char *path, struct kt_error *err)
{
	char full[1024], mount[512];
	struct statfs fs;
	int fd, below = -1;

	fd = open_dir(path);
	if (fd >= 0 && !fstatfs(fd, &fs) && (unsigned long)fs.f_type == CGROUP_V2)
		return fd;
	if (find_mount(mount, sizeof(mount))) {
		snprintf(full, sizeof(full), "%s/%s", mount, path);
		below = open_dir(full);
	}
	if (below >= 0) {
		if (fd >= 0)
			close(fd);
		return judge(below, full, err);
	}
	if (fd >= 0)
		return judge(fd, path, err);
	kt_error__set(err, "no cgroup '%s': %s", path, strerror(errno));
	kt_error__hint(err, "give a directory of the cgroup2 hierarchy: see 'mount -t cgroup2'");
	return -1;
}

struct entry {
	uint64_t id;
	char *path;
};

struct cgroups {
	char mount[512];
	struct entry *v;
	size_t nr;
};

/* nftw() has no argument for it. */
static struct cgroups *walking;

static int visit(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	struct cgroups *c = walking;
	const char *below = path + strlen(c->mount);
	struct entry *e;

	(void)ftw;
	if (type != FTW_D)
		return 0;
	e = realloc(c->v, (c->nr + 1) * sizeof(*e));
	if (!e)
		return 1;
	c->v = e;
	e += c->nr;
	e->id = st->st_ino; /* a cgroup's id is its inode's number */
	e->path = strdup(*below ? below : "/");
	c->nr += e->path != NULL;
	return 0;
}

static void forget(struct cgroups *c)
{
	size_t i;

	for (i = 0; i < c->nr; i++)
		free(c->v[i].path);
	free(c->v);
	c->v = NULL;
	c->nr = 0;
}

static void look(struct cgroups *c)
{
	forget(c);
	if (!*c->mount)
		return;
	walking = c;
	nftw(c->mount, visit, 16, FTW_PHYS | FTW_MOUNT);
}

struct cgroups *cgroups__new(void)
{
	struct cgroups *c = calloc(1, sizeof(*c));

	if (c && find_mount(c->mount, sizeof(c->mount)))
		look(c);
	return c;
}

void cgroups__free(struct cgroups *c)
{
	if (!c)
		return;
	forget(c);
	free(c);
}

const char *cgroups__path(struct cgroups *c, uint64_t id)
{
	size_t i;

	for (i = 0; i < c->nr; i++) {
		if (c->v[i].id == id)
			return c->v[i].path;
	}
	return NULL;
}
