// SPDX-License-Identifier: GPL-2.0-only
/* The formats, and where they are written to. */
#include <langinfo.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "log.h"
#include "render/render.h"

#define MAX_WIDTH 160

static const struct renderer renderers[] = {
	{ "table", false, table__report, table__compare },
	{ "json", true, json__report, json__compare },
	{ "csv", true, csv__report, csv__compare },
	{ "markdown", false, NULL, markdown__compare },
	{ "html", true, html__report, html__compare },
	{ "openmetrics", true, openmetrics__report, NULL },
	{ "folded", true, folded__report, NULL },
};

const struct renderer *render__find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(renderers) / sizeof(renderers[0]); i++)
		if (!strcmp(renderers[i].name, name))
			return &renderers[i];
	return NULL;
}

const char *render__names(bool comparison)
{
	static char names[128];
	size_t i, at = 0;

	for (i = 0; i < sizeof(renderers) / sizeof(renderers[0]); i++) {
		if (comparison ? !renderers[i].compare : !renderers[i].report)
			continue;
		at += (size_t)snprintf(names + at, sizeof(names) - at, "%s%s", at ? ", " : "",
				       renderers[i].name);
	}
	return names;
}

void render_env__init(struct render_env *env)
{
	struct winsize ws;

	env->out = stdout;
	env->totals = false;
	env->color = log_use_color(STDOUT_FILENO);
	env->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	env->width = RENDER_MIN_WIDTH;
	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws))
		return;
	if (ws.ws_col > env->width)
		env->width = ws.ws_col < MAX_WIDTH ? ws.ws_col : MAX_WIDTH;
}
