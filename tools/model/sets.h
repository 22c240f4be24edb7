/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets as an option's value names them: CPUs, signals, directions. -1 with @err when it does not. */
#ifndef KT_SETS_H
#define KT_SETS_H

#include <stddef.h>
#include <linux/types.h>
#include <stdint.h>

#include "model/error.h"

/* "0-3,8": sets bits, and none at or beyond @max. */
int kt_sets__cpus(const char *text, __u64 *bits, unsigned int max, struct kt_error *err);

/* "USR1", "SIGUSR1", "10", "RTMIN+2", several with commas: bits by number in two words. */
int kt_sets__signals(const char *text, __u64 bits[2], struct kt_error *err);

/* "read", "write", "both", several with commas: bits by enum kt_dir. */
int kt_sets__dirs(const char *text, uint8_t *bits, struct kt_error *err);

#endif /* KT_SETS_H */
