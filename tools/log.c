// SPDX-License-Identifier: GPL-2.0-only
/* Talk, on stderr: one line each, nothing raw from outside. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "model/utf8.h"

struct log_conf log_conf = { 0, LOG_COLOR_AUTO };

static int progress_on; /* a line without its end stands on the terminal */

int log_progress_shown(void)
{
	return isatty(STDERR_FILENO);
}

void log_progress_end(void)
{
	if (progress_on)
		fputs("\r\033[K", stderr);
	progress_on = 0;
}

void log_progress(const char *fmt, ...)
{
	va_list ap;

	if (!log_progress_shown())
		return;
	fputs("\r\033[Kkuaptrace: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	progress_on = 1;
}

static void vlog(const char *prefix, const char *fmt, va_list ap)
{
	char raw[2048], line[4 * sizeof(raw)];

	vsnprintf(raw, sizeof(raw), fmt, ap);
	utf8__clean(line, sizeof(line), raw, false);
	log_progress_end();
	fprintf(stderr, "kuaptrace: %s%s\n", prefix, line);
}

void log_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vlog("error: ", fmt, ap);
	va_end(ap);
}

void log_warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vlog("warning: ", fmt, ap);
	va_end(ap);
}

void log_hint(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vlog("hint: ", fmt, ap);
	va_end(ap);
}

void log_info(const char *fmt, ...)
{
	va_list ap;

	if (log_conf.verbose < 1)
		return;
	va_start(ap, fmt);
	vlog("", fmt, ap);
	va_end(ap);
}

void log_debug(const char *fmt, ...)
{
	va_list ap;

	if (log_conf.verbose < 2)
		return;
	va_start(ap, fmt);
	vlog("debug: ", fmt, ap);
	va_end(ap);
}

int log_use_color(int fd)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (log_conf.color != LOG_COLOR_AUTO)
		return log_conf.color == LOG_COLOR_ALWAYS;
	if (no && *no)
		return 0;
	if (!term || !strcmp(term, "dumb"))
		return 0;
	return isatty(fd);
}
