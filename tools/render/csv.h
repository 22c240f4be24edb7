/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of CSV (RFC 4180), each with its comma. */
#ifndef KT_CSV_H
#define KT_CSV_H

#include "render/render.h"

/* Cleaned and quoted; no spreadsheet takes it for a formula. */
void csv__str(FILE *out, const char *s);
/* Unrounded; empty for what is not known. */
void csv__num(FILE *out, double v);

#endif /* KT_CSV_H */
