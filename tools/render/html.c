// SPDX-License-Identifier: GPL-2.0-only
/* Escaping for HTML and XML, and the frame of a page. */
#include <math.h>
#include <stdint.h>
#include <string.h>

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

/* Contrast of text is 7:1 and more on either ground; sides differ in shape, not only in colour. */
static const char style[] =
	":root{color-scheme:light dark;--fg:#1b1b1f;--bg:#fff;--dim:#4a4a55;--line:#c9c9d2;"
	"--head:#f1f1f5;--before:#2f5fb3;--after:#a34700;--good:#0b5d1e;--bad:#97131a}\n"
	"@media(prefers-color-scheme:dark){:root{--fg:#ececf1;--bg:#17171b;--dim:#b9b9c6;"
	"--line:#45454f;--head:#24242b;--before:#8db4ff;--after:#ffb073;--good:#7fdc93;"
	"--bad:#ff9d9d}}\n"
	"body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,sans-serif}\n"
	"main,header,footer{max-width:70rem;margin:auto;padding:0 1rem}\n"
	"h1{font-size:1.5rem;margin:1.5rem 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem}\n"
	".skip{position:absolute;left:-99rem}.skip:focus{position:static}\n"
	":focus-visible{outline:3px solid var(--before);outline-offset:2px}\n"
	".scroll{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0}\n"
	"caption{text-align:left;color:var(--dim);padding:.25rem 0}\n"
	"th,td{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:left;"
	"vertical-align:top}\n"
	"thead th{background:var(--head)}tbody th{font-weight:normal}\n"
	".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
	"code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}\n"
	".good{color:var(--good)}.bad{color:var(--bad)}.big{font-size:1.25rem;margin:.2rem 0}\n"
	".problem{border-left:.3rem solid var(--bad);padding:.3rem .8rem;margin:.5rem 0}\n"
	"figure{margin:1rem 0}svg{width:100%;height:auto;max-width:60rem}\n"
	"svg text{fill:var(--dim);font:12px system-ui,sans-serif}\n"
	".b{fill:var(--before);fill-opacity:.45}\n"
	".a{fill:none;stroke:var(--after);stroke-width:2}\n"
	".up{fill:var(--after)}.down{fill:var(--before)}.axis{stroke:var(--dim);fill:none}\n"
	"summary{cursor:pointer}footer{color:var(--dim);margin:2rem auto}\n"
	"@media print{details>*{display:block}}\n";

void html__begin_with(FILE *out, const char *title, const char *more_style)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'\">\n<title>",
	      out);
	html__text(out, title);
	fprintf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", style, more_style);
	fputs("<a class=\"skip\" href=\"#main\">Skip to the numbers</a>\n<header>\n<h1>", out);
	html__text(out, title);
	fputs("</h1>\n</header>\n<main id=\"main\">\n", out);
}

void html__begin(FILE *out, const char *title)
{
	html__begin_with(out, title, "");
}

void html__end(FILE *out)
{
	fputs("</main>\n<footer><p>kuaptrace</p></footer>\n</body>\n</html>\n", out);
}

void html__section(FILE *out, const char *id, const char *heading)
{
	fprintf(out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", id, id);
	html__text(out, heading);
	fputs("</h2>\n", out);
}

void html__section_end(FILE *out)
{
	fputs("</section>\n", out);
}

void html__table(FILE *out, const char *caption, const char *columns)
{
	size_t len;

	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
	html__text(out, caption);
	fputs("\">\n<table>\n<caption>", out);
	html__text(out, caption);
	fputs("</caption>\n<thead><tr>", out);
	for (; *columns; columns += len + (columns[len] == '|')) {
		len = strcspn(columns, "|");
		if (*columns == '>')
			fprintf(out, "<th scope=\"col\" class=\"n\">%.*s</th>", (int)len - 1,
				columns + 1);
		else
			fprintf(out, "<th scope=\"col\">%.*s</th>", (int)len, columns);
	}
	fputs("</tr></thead>\n<tbody>\n", out);
}

void html__table_end(FILE *out)
{
	fputs("</tbody>\n</table>\n</div>\n", out);
}

void html__head_cell(FILE *out, const char *s)
{
	fputs("<th scope=\"row\">", out);
	html__text(out, s);
	fputs("</th>", out);
}

void html__cell(FILE *out, const char *s)
{
	fputs("<td>", out);
	html__text(out, s);
	fputs("</td>", out);
}

void html__code_cell(FILE *out, const char *s)
{
	fputs("<td><code>", out);
	html__text(out, s);
	fputs("</code></td>", out);
}

void html__num_cell(FILE *out, const char *s, const char *tone)
{
	fprintf(out, "<td class=\"n%s%s\">", tone ? " " : "", tone ? tone : "");
	html__text(out, s);
	fputs("</td>", out);
}

const char *html__tone(const struct kt_delta *d)
{
	if (isnan(d->diff) || fabs(d->diff) < 1e-9)
		return NULL;
	return d->diff < 0 ? "good" : "bad";
}
