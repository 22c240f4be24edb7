/* SPDX-License-Identifier: GPL-2.0-only */
/* All of a hash map, with few system calls: ten thousand tasks a second are read by top. */
#ifndef KT_BATCH_H
#define KT_BATCH_H

#include <stddef.h>

/* Calls @each for every entry until it returns not 0, which is returned; else 0 or -errno. */
int kt_batch__each(int fd, size_t key_size, size_t val_size,
		   int (*each)(void *arg, const void *key, const void *val), void *arg);

#endif /* KT_BATCH_H */
