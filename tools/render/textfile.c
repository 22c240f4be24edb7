// SPDX-License-Identifier: GPL-2.0-only
/* The textfile for node_exporter: there whole, or as it was. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "render/openmetrics.h"

#define NAME "kuaptrace.prom"

static int failed(struct kt_error *err, const char *dir, int code)
{
	kt_error__set(err, "cannot write '%s/" NAME "': %s", dir, strerror(code));
	return kt_error__hint(err, "--textfile takes a directory that you may write to, the one "
				   "node_exporter was given as --collector.textfile.directory");
}

/* The collector reads only *.prom: it never sees this one. */
static int open_temp(const char *dir, char *tmp, size_t size)
{
	if (snprintf(tmp, size, "%s/." NAME ".XXXXXX", dir) >= (int)size) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return mkostemp(tmp, O_CLOEXEC);
}

int textfile__check(const char *dir, struct kt_error *err)
{
	char tmp[PATH_MAX];
	int fd = open_temp(dir, tmp, sizeof(tmp));

	if (fd < 0)
		return failed(err, dir, errno);
	close(fd);
	unlink(tmp);
	return 0;
}

/* Closes @fd. 0 or an errno. */
static int write_all(int fd, const struct kt_report *rep)
{
	FILE *f = fdopen(fd, "w");
	int code = 0;

	if (!f) {
		code = errno;
		close(fd);
		return code;
	}
	errno = 0;
	openmetrics__write(f, rep, METRICS_PROMETHEUS);
	if (fflush(f) || ferror(f))
		code = errno ? errno : EIO;
	/* node_exporter is another user. */
	if (!code && fchmod(fd, 0644))
		code = errno;
	if (fclose(f) && !code)
		code = errno;
	return code;
}

int textfile__write(const struct kt_run *run, const char *dir, struct kt_error *err)
{
	struct kt_report *rep = kt_report__new(run, KT_TOP_ALL);
	char tmp[PATH_MAX], path[PATH_MAX];
	int fd, code;

	if (!rep)
		return failed(err, dir, ENOMEM);
	snprintf(path, sizeof(path), "%.4000s/" NAME, dir);
	fd = open_temp(dir, tmp, sizeof(tmp));
	if (fd < 0) {
		code = errno;
	} else {
		code = write_all(fd, rep);
		if (!code && rename(tmp, path))
			code = errno;
		if (code)
			unlink(tmp);
	}
	kt_report__free(rep);
	return code ? failed(err, dir, code) : 0;
}
