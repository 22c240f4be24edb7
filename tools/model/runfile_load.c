// SPDX-License-Identifier: GPL-2.0-only
/* Opens and parses the run file: bounded in size and depth, and says where it broke. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "model/runfile.h"
#include "model/runfile_get.h"
#include "model/runfile_skip.h"

#define MAX_BYTES (512ull << 20)

struct feed {
	int fd;
	uint64_t bytes, fed;
	bool totals; /* leave the tasks out */
	struct skip skip;
	uint64_t digest; /* FNV-1a */
	int error;	 /* errno, or EFBIG beyond MAX_BYTES */
};

static uint64_t digest(uint64_t h, const unsigned char *p, size_t n)
{
	while (n--)
		h = (h ^ *p++) * 0x100000001b3ull;
	return h;
}

/* What @n bytes just read come to, once what nobody asked for is left out. */
static size_t feed_read(struct feed *f, void *buf, size_t n)
{
	f->bytes += n;
	if (f->bytes > MAX_BYTES)
		f->error = EFBIG;
	f->digest = digest(f->digest, buf, n);
	return f->totals ? skip__tasks(&f->skip, buf, n) : n;
}

static size_t feed(void *buf, size_t size, void *data)
{
	struct feed *f = data;
	size_t kept;
	ssize_t n;

	do {
		do
			n = read(f->fd, buf, size);
		while (n < 0 && errno == EINTR);
		kept = n > 0 ? feed_read(f, buf, (size_t)n) : 0;
	} while (n > 0 && !kept && !f->error); /* nothing left of it is no end of file */
	if (n < 0)
		f->error = errno;
	f->fed += kept;
	return f->error ? (size_t)-1 : kept;
}

/* Did it break where the bytes end? A character cut in half is complained of where it starts. */
static bool is_cut(const struct feed *f, const json_error_t *e)
{
	uint64_t slack = json_error_code(e) == json_error_invalid_utf8 ? 3 : 0;

	return e->position >= 0 && (uint64_t)e->position + slack >= f->fed;
}

static void complain(const char *name, const struct feed *f, const json_error_t *e,
		     struct kt_error *err)
{
	if (f->error == EFBIG) {
		kt_error__set(err, "%s: is larger than %llu MiB", name, MAX_BYTES >> 20);
	} else if (f->error) {
		kt_error__set(err, "cannot read '%s': %s", name, strerror(f->error));
	} else if (!f->bytes) {
		kt_error__set(err, "%s: is empty", name);
		kt_error__hint(err, RUNFILE_HOW_TO);
	} else if (is_cut(f, e)) {
		kt_error__set(err, "%s: is cut short at line %d, column %d", name, e->line,
			      e->column);
		kt_error__hint(err, "copy or record it again; the disk may have been full");
	} else {
		kt_error__set(err, "%s: is no valid JSON at line %d, column %d: %s", name, e->line,
			      e->column, e->text);
		kt_error__hint(err, RUNFILE_HOW_TO);
	}
}

static struct kt_run *load(const char *path, bool totals, struct kt_error *err)
{
	struct place top = { path, "", -1, err };
	struct kt_run *run = NULL;
	struct feed f = { .totals = totals, .digest = 0xcbf29ce484222325ull };
	json_error_t e;
	json_t *root;

	if (!strcmp(path, "-"))
		top.file = "stdin";
	else
		f.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (f.fd < 0) {
		kt_error__set(err, "cannot open '%s': %s", path, strerror(errno));
		return NULL;
	}
	err->hint[0] = '\0';
	root = json_load_callback(feed, &f, JSON_REJECT_DUPLICATES, &e);
	if (root)
		run = runfile__from_json(&top, root);
	else
		complain(top.file, &f, &e, err);
	if (run)
		run->digest = f.digest;
	json_decref(root);
	if (f.fd != STDIN_FILENO)
		close(f.fd);
	return run;
}

struct kt_run *runfile__load(const char *path, struct kt_error *err)
{
	return load(path, false, err);
}

struct kt_run *runfile__load_totals(const char *path, struct kt_error *err)
{
	return load(path, true, err);
}
