// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace doctor: what can be measured here, what not, and why. */
#include <jansson.h>
#include <string.h>

#include "cmd.h"
#include "collect/doctor.h"
#include "log.h"
#include "opt.h"
#include "render/text.h"

struct doctor_opts {
	const char *format;
};

static const struct opt opts[] = {
	OPT_STR(struct doctor_opts, format, 0, "format", "FORMAT", "table (default) or json"),
};

static const struct opt_spec spec = {
	.name = "doctor",
	.usage = "[--format FORMAT]",
	.about = "Says what can be measured on this machine, what not, and why. Exits 4 when "
		 "nothing can.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
};

#define INDENT 38

static void show_table(const struct diagnosis *d)
{
	const char *group = "";
	struct render_env env;
	char line[512];
	size_t i;

	render_env__init(&env);
	for (i = 0; i < d->nr; i++) {
		const struct finding *f = &d->findings[i];

		if (strcmp(f->group, group))
			printf("%s%s\n", i ? "\n" : "", f->group);
		group = f->group;
		snprintf(line, sizeof(line), "  %-7s ", finding_state_names[f->state]);
		text__put(&env,
			  f->state == FINDING_FAILS ? STYLE_BAD
			  : f->state == FINDING_OK  ? STYLE_GOOD
						    : STYLE_PLAIN,
			  line);
		/* a name that is too long has a line of its own */
		if (strlen(f->name) >= INDENT - 10)
			printf("%s\n%*s", f->name, INDENT, "");
		else
			printf("%-*s", INDENT - 10, f->name);
		snprintf(line, sizeof(line), "%s%s%s%s", f->value, f->why[0] ? " (" : "", f->why,
			 f->why[0] ? ")" : "");
		text__wrap(&env, INDENT, line);
	}
	printf("\n%s\n", d->can_count ? "Windows can be counted here."
				      : "Nothing can be counted here: see 'fails' above.");
}

static int show_json(const struct diagnosis *d)
{
	json_t *list = json_array(), *doc;
	size_t i;
	int rc;

	for (i = 0; i < d->nr; i++) {
		const struct finding *f = &d->findings[i];

		json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:s}", "group",
						      f->group, "name", f->name, "state",
						      finding_state_names[f->state], "value",
						      f->value, "why", f->why));
	}
	doc = json_pack("{s:s, s:b, s:o}", "schema", "kuaptrace.doctor/1", "can_count",
			d->can_count, "findings", list);
	rc = doc ? json_dumpf(doc, stdout, JSON_INDENT(2)) : -1;
	json_decref(doc);
	putchar('\n');
	return rc;
}

static int show(const struct diagnosis *d, const char *format)
{
	if (!strcmp(format, "json")) {
		if (show_json(d)) {
			log_error("cannot write JSON");
			return KT_EXIT_INTERNAL;
		}
	} else {
		show_table(d);
	}
	return d->can_count ? KT_EXIT_OK : KT_EXIT_CANNOT;
}

int cmd_doctor(int argc, char **argv)
{
	struct doctor_opts o = { .format = "table" };
	struct opt_args args = { 0 };
	int rc = opt__parse(&spec, argc, argv, &o, &args);
	struct diagnosis *d;

	if (rc == OPT_GO && strcmp(o.format, "table") && strcmp(o.format, "json"))
		rc = opt__usage(&spec, "unknown format '%s' (table, json)", o.format);
	if (rc == OPT_GO) {
		d = diagnosis__new();
		if (!d)
			log_error("out of memory");
		rc = d ? show(d, o.format) : KT_EXIT_INTERNAL;
		diagnosis__free(d);
	}
	opt_args__free(&args);
	return rc;
}
