// SPDX-License-Identifier: GPL-2.0-only
/* Escaping for HTML and XML. */
#include <stdint.h>

#include "model/utf8.h"
#include "render/html.h"

static const char *entity(uint32_t cp)
{
	switch (cp) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	}
	return NULL;
}

void html__text(FILE *out, const char *s)
{
	size_t len, i;
	uint32_t cp;

	for (; *s; s += len) {
		len = utf8__next(s, &cp);
		if (len && entity(cp)) {
			fputs(entity(cp), out);
		} else if (len && !utf8__is_hostile(cp) && cp != 0xfffe && cp != 0xffff) {
			fwrite(s, 1, len, out);
		} else {
			len = len ? len : 1;
			for (i = 0; i < len; i++)
				fprintf(out, "\\x%02x", (unsigned char)s[i]);
		}
	}
}
