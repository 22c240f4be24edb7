/* SPDX-License-Identifier: GPL-2.0-only */
/* Where in the source a site's function begins, from a vmlinux with debug information. */
#ifndef KT_CMD_LINES_H
#define KT_CMD_LINES_H

#include "model/compare.h"

/*
 * Fills the sites' source from @vmlinux, whatever its architecture: the first addr2line here that
 * can read it is asked. KT_EXIT_OK, or an exit status after saying why not; a vmlinux without debug
 * information is only warned of.
 */
int lines__find(const char *vmlinux, struct kt_compare *cmp);

#endif /* KT_CMD_LINES_H */
