// SPDX-License-Identifier: GPL-2.0-only
/* Typed option tables over getopt_long. */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "log.h"
#include "opt.h"

#ifndef KT_VERSION
#define KT_VERSION "0.1"
#endif

#define HELP_WIDTH 80
#define HELP_COLUMN 26
#define MAX_OPTS 64
#define NR_COMMON (sizeof(common) / sizeof(common[0]))

/* What every command takes; read into log_conf. */
enum { COMMON_HELP, COMMON_VERSION, COMMON_VERBOSE, COMMON_COLOR, COMMON_NO_COLOR };

static const struct opt common[] = {
	[COMMON_HELP] = { "help", 'h', OPT_T_FLAG, 0, 0, 0, NULL, "show this help" },
	[COMMON_VERSION] = { "version", 'V', OPT_T_FLAG, 0, 0, 0, NULL, "show the version" },
	[COMMON_VERBOSE] = { "verbose", 'v', OPT_T_FLAG, 0, 0, 0, NULL,
			     "say what is done; -vv: libbpf's messages too" },
	[COMMON_COLOR] = { "color", 0, OPT_T_STR, 0, 0, 0, "WHEN",
			   "auto (on a terminal, default), always, never" },
	[COMMON_NO_COLOR] = { "no-color", 0, OPT_T_FLAG, 0, 0, 0, NULL, "same as --color never" },
};

/* Everything one opt__parse() call needs. */
struct parser {
	const struct opt_spec *spec;
	struct option longs[MAX_OPTS + 1];
	char shorts[2 * MAX_OPTS + 3];
	const struct opt *all[MAX_OPTS];
	size_t n;
	void *dst;
	struct opt_args *args;
	struct opt_list *into; /* where operands go now */
	size_t nr_operands;
};

static bool takes_value(const struct opt *o)
{
	return o->type != OPT_T_FLAG && o->type != OPT_T_OPERANDS;
}

static const char *full_name(const struct opt_spec *spec)
{
	return spec->name ? spec->name : "";
}

static void hint_help(const struct opt_spec *spec)
{
	log_hint("see 'kuaptrace %s%s--help'", full_name(spec), spec->name ? " " : "");
}

int opt__usage(const struct opt_spec *spec, const char *fmt, ...)
{
	char msg[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof(msg), fmt, ap);
	va_end(ap);
	log_error("%s", msg);
	hint_help(spec);
	return KT_EXIT_USAGE;
}

bool opt__u64(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
	unsigned long long v;
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	v = strtoull(text, &end, 10);
	if (errno || *end || v < min || v > max)
		return false;
	*out = v;
	return true;
}

static bool parse_f64(const char *text, double min, double max, double *out)
{
	char *end;
	double v;

	/* strtod would take "nan", "inf", "0x1p3" and leading blanks. */
	if (!*text || strspn(text, "0123456789.") != strlen(text))
		return false;
	v = strtod(text, &end);
	if (*end || !isfinite(v) || v < min || v > max)
		return false;
	*out = v;
	return true;
}

static int list_add(struct opt_list *list, char *word)
{
	char **v = realloc(list->v, (list->n + 1) * sizeof(*v));

	if (!v) {
		log_error("out of memory");
		return KT_EXIT_INTERNAL;
	}
	v[list->n++] = word;
	list->v = v;
	return OPT_GO;
}

static int store(struct parser *p, const struct opt *o, char *word)
{
	void *at = (char *)p->dst + o->offset;

	switch (o->type) {
	case OPT_T_FLAG:
		*(bool *)at = true;
		return OPT_GO;
	case OPT_T_U64:
		if (opt__u64(word, o->min, o->max, at))
			return OPT_GO;
		return opt__usage(p->spec, "--%s: '%s' is not a whole number from %llu to %llu",
				  o->name, word, (unsigned long long)o->min,
				  (unsigned long long)o->max);
	case OPT_T_F64:
		if (parse_f64(word, (double)o->min, (double)o->max, at))
			return OPT_GO;
		return opt__usage(p->spec, "--%s: '%s' is not a number from %llu to %llu", o->name,
				  word, (unsigned long long)o->min, (unsigned long long)o->max);
	case OPT_T_STR:
		*(const char **)at = word;
		return OPT_GO;
	case OPT_T_LIST:
		return list_add(at, word);
	case OPT_T_OPERANDS:
		p->into = at;
		return OPT_GO;
	}
	return KT_EXIT_INTERNAL;
}

static int store_common(struct parser *p, size_t which, const char *word)
{
	static const char *const names[] = { "auto", "always", "never" };
	size_t i;

	switch (which) {
	case COMMON_HELP:
		opt__help(p->spec, stdout);
		return KT_EXIT_OK;
	case COMMON_VERSION:
		printf("kuaptrace %s\n", KT_VERSION);
		return KT_EXIT_OK;
	case COMMON_VERBOSE:
		log_conf.verbose++;
		return OPT_GO;
	case COMMON_NO_COLOR:
		log_conf.color = LOG_COLOR_NEVER;
		return OPT_GO;
	}
	for (i = 0; i < 3; i++) {
		if (!strcmp(word, names[i])) {
			log_conf.color = (enum log_color)i;
			return OPT_GO;
		}
	}
	return opt__usage(p->spec, "--color: '%s' is none of auto, always, never", word);
}

static void add_opts(struct parser *p, const struct opt *opts, size_t n)
{
	size_t at = strlen(p->shorts), i;

	for (i = 0; i < n && p->n < MAX_OPTS; i++, p->n++) {
		p->all[p->n] = &opts[i];
		p->longs[p->n] = (struct option){ opts[i].name, takes_value(&opts[i]), NULL,
						  256 + (int)p->n };
		if (!opts[i].key)
			continue;
		p->shorts[at++] = opts[i].key;
		if (takes_value(&opts[i]))
			p->shorts[at++] = ':';
	}
	p->shorts[at] = '\0';
}

static size_t distance(const char *a, const char *b)
{
	size_t row[64], la = strlen(a), lb = strlen(b), i, j, diag, old;

	if (lb >= sizeof(row) / sizeof(row[0]))
		return SIZE_MAX;
	for (j = 0; j <= lb; j++)
		row[j] = j;
	for (i = 1; i <= la; i++) {
		diag = row[0];
		row[0] = i;
		for (j = 1; j <= lb; j++) {
			old = row[j];
			row[j] = diag + (a[i - 1] != b[j - 1]);
			if (old + 1 < row[j])
				row[j] = old + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			diag = old;
		}
	}
	return row[lb];
}

const char *opt__nearest(const char *word, const void *names, size_t n, size_t stride)
{
	size_t len = strlen(word), best = SIZE_MAX, d, i;
	const char *name, *found = NULL;

	for (i = 0; i < n; i++) {
		name = *(const char *const *)((const char *)names + i * stride);
		d = len >= 3 && !strncmp(word, name, len) ? 1 : distance(word, name);
		if (d < best) {
			best = d;
			found = name;
		}
	}
	/* Two slips in a long word, one in a short one. */
	return best <= (len > 4 ? 2 : 1) ? found : NULL;
}

static int unknown_option(struct parser *p, const char *word)
{
	const char *near = NULL;
	char name[64];

	if (!strncmp(word, "--", 2)) {
		snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
		near = opt__nearest(name, p->longs, p->n, sizeof(p->longs[0]));
		log_error("unknown option '--%s'", name);
	} else {
		log_error("unknown option '-%c'", optopt);
	}
	if (near)
		log_hint("did you mean '--%s'?", near);
	else
		hint_help(p->spec);
	return KT_EXIT_USAGE;
}

/* getopt_long said '?' or ':' about @word: which of the three slips was it? */
static int bad_option(struct parser *p, int c, const char *word)
{
	size_t i;

	if (c == ':')
		return opt__usage(p->spec, "option '%s' needs a value", word);
	for (i = 0; i < p->n && optopt >= 256; i++) {
		if (optopt == p->longs[i].val)
			return opt__usage(p->spec, "option '--%s' takes no value",
					  p->longs[i].name);
	}
	return unknown_option(p, word);
}

static int operand(struct parser *p, char *word)
{
	if (p->nr_operands++ >= p->spec->max_operands)
		return opt__usage(p->spec, "unexpected operand '%s'", word);
	return list_add(p->into, word);
}

static int one_option(struct parser *p, int c, const char *word)
{
	size_t i, len;

	if (c == '?' || c == ':')
		return bad_option(p, c, word);
	if (c >= 256) {
		i = (size_t)c - 256;
		len = strcspn(word + 2, "=");
		if (len != strlen(p->longs[i].name)) /* getopt_long took an abbreviation */
			return unknown_option(p, word);
	} else {
		for (i = 0; i < p->n && p->all[i]->key != c; i++)
			;
	}
	if (i < NR_COMMON)
		return store_common(p, i, optarg);
	return store(p, p->all[i], optarg);
}

static int rest_is_operands(struct parser *p, int argc, char **argv)
{
	int rc = OPT_GO;

	for (; optind < argc && rc == OPT_GO; optind++)
		rc = operand(p, argv[optind]);
	return rc;
}

static void take_cmd(struct parser *p, int argc, char **argv, int at)
{
	if (at >= argc)
		return;
	p->args->cmd = argv + at;
	p->args->cmd_argc = argc - at;
}

static int parse(struct parser *p, int argc, char **argv)
{
	bool cmd = p->spec->flags & OPT_TAKES_CMD;
	int c, at, rc;

	opterr = 0;
	optind = 0; /* start over: the command's own argv, after main() read the global one */
	for (;;) {
		/* "-" keeps the order, so argv[at] is the word that getopt_long looks at */
		at = optind ? optind : 1;
		c = getopt_long(argc, argv, p->shorts, p->longs, NULL);
		if (c == -1)
			break;
		if (c == 1 && cmd) {
			take_cmd(p, argc, argv, at);
			return OPT_GO;
		}
		rc = c == 1 ? operand(p, argv[at]) : one_option(p, c, argv[at]);
		if (rc != OPT_GO)
			return rc;
	}
	if (!cmd)
		return rest_is_operands(p, argc, argv);
	take_cmd(p, argc, argv, optind);
	if (!p->args->cmd && argc > 1 && !strcmp(argv[argc - 1], "--"))
		return opt__usage(p->spec, "no command after '--'");
	return OPT_GO;
}

/* Nobody looks at the lists of a command line that was refused. */
static void forget(struct parser *p)
{
	size_t i;

	opt_args__free(p->args);
	for (i = NR_COMMON; i < p->n; i++) {
		if (p->all[i]->type == OPT_T_LIST || p->all[i]->type == OPT_T_OPERANDS)
			opt_list__free((void *)((char *)p->dst + p->all[i]->offset));
	}
}

int opt__parse(const struct opt_spec *spec, int argc, char **argv, void *dst, struct opt_args *args)
{
	struct parser p = { .spec = spec, .dst = dst, .args = args, .shorts = "-:" };
	int rc;

	memset(args, 0, sizeof(*args));
	p.into = &args->operands;
	add_opts(&p, common, NR_COMMON);
	add_opts(&p, spec->opts, spec->nr_opts);
	rc = parse(&p, argc, argv);
	if (rc != OPT_GO)
		forget(&p);
	return rc;
}

/* Prints @text from the column it is in, broken at blanks before HELP_WIDTH. */
static void wrap(FILE *out, const char *text, int column, int indent)
{
	int at = column, len;

	while (*text) {
		len = (int)strcspn(text, " ");
		if (at > indent && at + 1 + len > HELP_WIDTH - 1) {
			fprintf(out, "\n%*s", indent, "");
			at = indent;
		}
		if (at > indent)
			at += fprintf(out, " ");
		at += fprintf(out, "%.*s", len, text);
		text += len + (int)strspn(text + len, " ");
	}
	fputc('\n', out);
}

static void help_opt(const struct opt *o, FILE *out)
{
	char left[64];
	int len;

	len = snprintf(left, sizeof(left), o->key ? "  -%c, --%s%s%s" : "  %c   --%s%s%s",
		       o->key ? o->key : ' ', o->name, o->arg ? " " : "", o->arg ? o->arg : "");
	fputs(left, out);
	if (len > HELP_COLUMN - 2) {
		fputc('\n', out);
		len = 0;
	}
	fprintf(out, "%*s", HELP_COLUMN - len, "");
	wrap(out, o->help, HELP_COLUMN, HELP_COLUMN);
}

/* Prints what --help shows: generated from the table, within 80 columns. */
void opt__help(const struct opt_spec *spec, FILE *out)
{
	char line[512];
	int len;
	size_t i;

	len = snprintf(line, sizeof(line), "usage: kuaptrace%s%s ", spec->name ? " " : "",
		       full_name(spec));
	fputs(line, out);
	wrap(out, spec->usage, len, len);
	fputc('\n', out);
	wrap(out, spec->about, 0, 0);
	if (spec->nr_opts)
		fputs("\noptions:\n", out);
	for (i = 0; i < spec->nr_opts; i++)
		help_opt(&spec->opts[i], out);
	fputs("\ncommon options:\n", out);
	for (i = 0; i < NR_COMMON; i++)
		help_opt(&common[i], out);
	if (spec->more)
		spec->more(out);
}

void opt_list__free(struct opt_list *list)
{
	free(list->v);
	*list = (struct opt_list){ NULL, 0 };
}

void opt_args__free(struct opt_args *args)
{
	opt_list__free(&args->operands);
}
