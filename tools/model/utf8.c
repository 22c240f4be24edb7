// SPDX-License-Identifier: GPL-2.0-only
/* Strings from outside: well-formed UTF-8 or not, and how to show them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/utf8.h"

static const uint32_t shortest[5] = { 0, 0, 0x80, 0x800, 0x10000 };

size_t utf8__next(const char *s, uint32_t *cp)
{
	unsigned char c = (unsigned char)s[0];
	size_t len, i;
	uint32_t v;

	if (c < 0x80) {
		*cp = c;
		return c != 0;
	}
	if (c >= 0xc2 && c < 0xe0)
		len = 2;
	else if (c >= 0xe0 && c < 0xf0)
		len = 3;
	else if (c >= 0xf0 && c < 0xf5)
		len = 4;
	else
		return 0;
	v = c & (0x7fu >> len);
	for (i = 1; i < len; i++) {
		c = (unsigned char)s[i];
		if ((c & 0xc0) != 0x80) /* the terminating NUL ends here too */
			return 0;
		v = v << 6 | (c & 0x3f);
	}
	if (v < shortest[len] || v > 0x10ffff || (v >= 0xd800 && v < 0xe000))
		return 0;
	*cp = v;
	return len;
}

bool utf8__is_hostile(uint32_t cp)
{
	if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
		return true;
	/* zero-width, line and paragraph separators, bidirectional overrides and isolates, BOM */
	return (cp >= 0x200b && cp <= 0x200f) || (cp >= 0x2028 && cp <= 0x202e) ||
	       (cp >= 0x2060 && cp <= 0x206f) || cp == 0x061c || cp == 0xfeff;
}

size_t utf8__clean(char *out, size_t size, const char *s, bool ascii)
{
	size_t cols = 0, at = 0, len, i;
	uint32_t cp;

	while (*s) {
		len = utf8__next(s, &cp);
		if (len && !utf8__is_hostile(cp) && !(ascii && cp >= 0x80)) {
			if (at + len >= size)
				break;
			memcpy(out + at, s, len);
			at += len;
			cols++;
		} else {
			len = len ? len : 1;
			if (at + 4 * len >= size)
				break;
			for (i = 0; i < len; i++)
				at += (size_t)sprintf(out + at, "\\x%02x", (unsigned char)s[i]);
			cols += 4 * len;
		}
		s += len;
	}
	if (size)
		out[at] = '\0';
	return cols;
}

char *utf8__escape(const char *s)
{
	char *out = malloc(4 * strlen(s) + 1), *p = out;
	uint32_t cp;
	size_t len;

	if (!out)
		return NULL;
	for (; *s; s += len) {
		len = utf8__next(s, &cp);
		if (!len) {
			p += sprintf(p, "\\x%02x", (unsigned char)*s);
			len = 1;
			continue;
		}
		if (*s == '\\')
			*p++ = '\\';
		memcpy(p, s, len);
		p += len;
	}
	*p = '\0';
	return out;
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

char *utf8__unescape(const char *s)
{
	char *out = malloc(strlen(s) + 1), *p = out;

	if (!out)
		return NULL;
	while (*s) {
		if (s[0] == '\\' && s[1] == '\\') {
			*p++ = '\\';
			s += 2;
		} else if (s[0] == '\\' && s[1] == 'x' && hex(s[2]) >= 0 && hex(s[3]) >= 0 &&
			   (hex(s[2]) | hex(s[3]))) {
			*p++ = (char)(hex(s[2]) << 4 | hex(s[3]));
			s += 4;
		} else {
			*p++ = *s++;
		}
	}
	*p = '\0';
	return out;
}
