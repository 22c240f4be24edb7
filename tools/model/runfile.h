/* SPDX-License-Identifier: GPL-2.0-only */
/* The run file (docs/run-file.md): a run as one JSON document, written whole or not at all. */
#ifndef KT_RUNFILE_H
#define KT_RUNFILE_H

#include <stdio.h>

#include "model/error.h"
#include "model/run.h"

/*
 * Writes @run to @f, deterministic bytes. Returns 0 or a negative errno: -EOVERFLOW when a count is
 * too large for the format, else what the stream said. Does not flush.
 */
int runfile__write(const struct kt_run *run, FILE *f);

/*
 * Writes @run to @path: into a temporary file beside it, synced and renamed, so that @path is whole
 * or as it was. "-" is stdout; something that is no regular file is written in place.
 * Returns 0, or -1 with @err filled.
 */
int runfile__save(const struct kt_run *run, const char *path, struct kt_error *err);

/*
 * Reads a run; "-" is stdin. NULL with @err filled when the file cannot be read, is cut, foreign,
 * of another schema or holds a wrong value. A run that says `complete: false` is returned.
 */
struct kt_run *runfile__load(const char *path, struct kt_error *err);

/* The same without its tasks, which are not looked at: for many large files. */
struct kt_run *runfile__load_totals(const char *path, struct kt_error *err);

#endif /* KT_RUNFILE_H */
