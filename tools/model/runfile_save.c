// SPDX-License-Identifier: GPL-2.0-only
/* Puts the run file where it belongs: whole, or not there. */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/runfile.h"

static int failed(struct kt_error *err, const char *path, int code)
{
	if (code == -EOVERFLOW)
		return kt_error__set(err, "cannot write '%s': a count is beyond 2^53", path);
	return kt_error__set(err, "cannot write '%s': %s", path, strerror(-code));
}

/* Writes and flushes, but leaves @f open. */
static int write_to(const struct kt_run *run, FILE *f)
{
	int rc;

	errno = 0;
	rc = runfile__write(run, f);
	if (fflush(f) && errno) /* says why; the writer knows only that */
		rc = -errno;
	return rc;
}

static int save_in_place(const struct kt_run *run, const char *path, struct kt_error *err)
{
	FILE *f = fopen(path, "we");
	int rc;

	if (!f)
		return failed(err, path, -errno);
	rc = write_to(run, f);
	if (fclose(f) && !rc)
		rc = -errno;
	return rc ? failed(err, path, rc) : 0;
}

/* A new file's mode is what open() would have given it; an old one keeps its own. */
static mode_t mode_for(const struct stat *st)
{
	mode_t mask;

	if (st)
		return st->st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static void sync_dir(const char *path)
{
	char *copy = strdup(path);
	int fd;

	if (!copy)
		return;
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0) {
		fsync(fd); /* best effort: some file systems refuse */
		close(fd);
	}
	free(copy);
}

static int write_temp(const struct kt_run *run, int fd, mode_t mode)
{
	FILE *f = fdopen(fd, "w");
	int rc;

	if (!f) {
		rc = -errno;
		close(fd);
		return rc;
	}
	rc = write_to(run, f);
	if (!rc && (fchmod(fd, mode) || fsync(fd)))
		rc = -errno;
	if (fclose(f) && !rc)
		rc = -errno;
	return rc;
}

static int save_renamed(const struct kt_run *run, const char *path, mode_t mode,
			struct kt_error *err)
{
	char tmp[PATH_MAX];
	int fd, rc;

	if (snprintf(tmp, sizeof(tmp), "%s.XXXXXX", path) >= (int)sizeof(tmp))
		return failed(err, path, -ENAMETOOLONG);
	fd = mkostemp(tmp, O_CLOEXEC);
	if (fd < 0)
		return failed(err, path, -errno);
	rc = write_temp(run, fd, mode);
	if (!rc && rename(tmp, path))
		rc = -errno;
	if (rc) {
		unlink(tmp);
		return failed(err, path, rc);
	}
	sync_dir(path);
	return 0;
}

int runfile__save(const struct kt_run *run, const char *path, struct kt_error *err)
{
	char real[PATH_MAX];
	struct stat st;
	int rc;

	if (!strcmp(path, "-")) {
		rc = write_to(run, stdout);
		return rc ? failed(err, "stdout", rc) : 0;
	}
	if (stat(path, &st))
		return save_renamed(run, path, mode_for(NULL), err);
	if (!S_ISREG(st.st_mode))
		return save_in_place(run, path, err);
	/* Behind a symbolic link: replace the file, keep the link. */
	if (!realpath(path, real))
		return failed(err, path, -errno);
	return save_renamed(run, real, mode_for(&st), err);
}
