/* SPDX-License-Identifier: GPL-2.0-only */
/* The access checker: user memory touched against the AMR, windows left open. See access.c. */
#ifndef ACCESS_H
#define ACCESS_H

#include <stdint.h>
#include <stdio.h>

#include "oracle.h"
#include "plugin_api.h"

/**
 * access_init() - switch the checker on, for this many vCPUs; all: list what is right, too
 *
 * Return: 0, or -1 after it said why this QEMU cannot do it.
 */
int access_init(qemu_plugin_id_t id, unsigned int max_vcpus, bool all);

/** access_insn() - watch one kernel instruction, if the checker is on and it matters */
void access_insn(struct qemu_plugin_insn *insn, uint32_t w, enum space space);

/** access_print() - the JSON field "access", if the checker is on */
void access_print(FILE *f);

#endif /* ACCESS_H */
