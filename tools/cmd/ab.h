/* SPDX-License-Identifier: GPL-2.0-only */
/* One run of ab: a recorder, its run file, and signals that must not leave the switch turned. */
#ifndef KT_CMD_AB_H
#define KT_CMD_AB_H

#include "opt.h"

/* From here on a signal that would end us is noted, and handed to the recorder. */
void ab__catch_signals(void);

/* The signal that came, or 0. */
int ab__signal(void);

/*
 * Runs "@recorder -o @file -- @cmd..", or with NULL our own record; its stdout becomes our stderr,
 * where talk goes. The recorder's exit status, 128 + signal, or KT_EXIT_INTERNAL.
 */
int ab__record(const char *recorder, const char *file, char **cmd, int nr);

#endif /* KT_CMD_AB_H */
