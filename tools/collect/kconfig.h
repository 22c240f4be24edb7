/* SPDX-License-Identifier: GPL-2.0-only */
/* Was the running kernel built with an option? */
#ifndef KT_KCONFIG_H
#define KT_KCONFIG_H

/*
 * 1, 0, or -1 for unknown. @symbol, with the blank before it, is a function that is in
 * /proc/kallsyms if and only if @option is set; it answers where no configuration can be read.
 */
int kconfig__get(const char *option, const char *symbol);

/* The same; @source is what answered, or why nothing did. */
int kconfig__get_from(const char *option, const char *symbol, const char **source);

#endif /* KT_KCONFIG_H */
