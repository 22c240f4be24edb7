/* SPDX-License-Identifier: GPL-2.0-only */
/* What HTML and XML renderers share. Every string that is not theirs goes through html__text(). */
#ifndef KT_HTML_H
#define KT_HTML_H

#include <stdio.h>

/* Escaped for text and quoted attributes; characters that XML forbids or that reorder as \xNN. */
void html__text(FILE *out, const char *s);

#endif /* KT_HTML_H */
