/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of kernel addresses, modules included. */
#ifndef KT_KSYMS_H
#define KT_KSYMS_H

#include <stdbool.h>
#include <stdint.h>

struct ksyms;

/* Reads @path, NULL: /proc/kallsyms. NULL on no memory; an unreadable file is an empty table. */
struct ksyms *ksyms__load(const char *path);
void ksyms__free(struct ksyms *ks);

/* False where the kernel shows zeroes to this user (kptr_restrict), or nothing at all. */
bool ksyms__usable(const struct ksyms *ks);

/* Calls @fn for each name, by address, until it says false: @end is where the next one starts. */
void ksyms__each(const struct ksyms *ks,
		 bool (*fn)(void *arg, const char *name, uint64_t start, uint64_t end), void *arg);

/*
 * A new string: the function that @ip lies in, "name [module]" for a module's, "0x..." without one.
 * @ip is a return address: a call may be its function's last instruction.
 */
char *ksyms__name(const struct ksyms *ks, uint64_t ip);

#endif /* KT_KSYMS_H */
