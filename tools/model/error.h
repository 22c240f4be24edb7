/* SPDX-License-Identifier: GPL-2.0-only */
/* Why the model refused something: the model never prints, its caller does. */
#ifndef KT_ERROR_H
#define KT_ERROR_H

struct kt_error {
	char msg[512];	/* ready for log_error() */
	char hint[256]; /* what to do; "" for none */
};

/* Both fill @err (which may be NULL) and return -1, so that a caller can pass it on. */
__attribute__((format(printf, 2, 3))) int kt_error__set(struct kt_error *err, const char *fmt, ...);
__attribute__((format(printf, 2, 3))) int kt_error__hint(struct kt_error *err, const char *fmt,
							 ...);

#endif /* KT_ERROR_H */
