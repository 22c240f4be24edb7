// SPDX-License-Identifier: GPL-2.0-only
/* Why the model refused something. */
#include <stdarg.h>
#include <stdio.h>

#include "model/error.h"

int kt_error__set(struct kt_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	err->hint[0] = '\0';
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	return -1;
}

int kt_error__hint(struct kt_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, fmt);
	vsnprintf(err->hint, sizeof(err->hint), fmt, ap);
	va_end(ap);
	return -1;
}
