/* SPDX-License-Identifier: GPL-2.0-only */
/* Strings from outside (comm, argv, symbols) may hold any bytes but NUL: three ways to show them.
 */
#ifndef KT_UTF8_H
#define KT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Length of the well-formed UTF-8 sequence at @s (1..4), its code point in @cp; 0 when the bytes
 * are none: overlong, a surrogate, beyond U+10FFFF, cut, or NUL.
 */
size_t utf8__next(const char *s, uint32_t *cp);

/* Would @cp move the cursor, change the terminal or reorder the line? */
bool utf8__is_hostile(uint32_t cp);

/*
 * For people: hostile characters and stray bytes of @s as \xNN. With @ascii all that is not ASCII
 * goes the same way. @out is always terminated; what does not fit is left out whole.
 * Returns the columns used: characters, each taken as one wide.
 */
size_t utf8__clean(char *out, size_t size, const char *s, bool ascii);

/*
 * For the run file, reversibly: a byte that belongs to no character becomes the four characters
 * \xNN and a backslash becomes two. malloc'd; NULL without memory.
 */
char *utf8__escape(const char *s);

/* The inverse. A backslash that starts neither form stands for itself, \x00 too. */
char *utf8__unescape(const char *s);

#endif /* KT_UTF8_H */
