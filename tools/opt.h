/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Typed option tables over getopt_long: one row an option, checked values, generated --help.
 *
 *	struct bench_opts {
 *		uint64_t count;
 *		bool calibrate;
 *	};
 *	static const struct opt opts[] = {
 *		OPT_U64(struct bench_opts, count, 'n', "count", 1, 1000000000, "N", "run exactly
 *N"), OPT_FLAG(struct bench_opts, calibrate, 0, "calibrate", "measure an empty window"),
 *	};
 *
 * -h --help, -V --version, -v --verbose, --color WHEN and --no-color come with every table. Long
 * names are exact: an abbreviation would change its meaning when an option is added.
 */
#ifndef KT_OPT_H
#define KT_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum opt_type {
	OPT_T_FLAG,	/* bool */
	OPT_T_U64,	/* uint64_t in [min, max] */
	OPT_T_F64,	/* double in [min, max] */
	OPT_T_STR,	/* const char *, points into argv */
	OPT_T_LIST,	/* struct opt_list: may be repeated */
	OPT_T_OPERANDS, /* struct opt_list: takes the operands that follow it */
};

/* Strings point into argv; the array is freed by opt_list__free(). */
struct opt_list {
	char **v;
	size_t n;
};

struct opt {
	const char *name; /* long name, without "--" */
	char key;	  /* short name, 0: none */
	enum opt_type type;
	size_t offset; /* in the structure given to opt__parse() */
	uint64_t min, max;
	const char *arg; /* how --help names the value */
	const char *help;
};

/* The member's type is checked: a wrong one does not compile. */
#define OPT_OFFSET(st, member, ctype) \
	(offsetof(st, member) + 0 * sizeof(char[_Generic(((st *)0)->member, ctype : 1)]))

#define OPT_FLAG(st, member, key, name, help)                                         \
	{                                                                             \
		name, key, OPT_T_FLAG, OPT_OFFSET(st, member, bool), 0, 0, NULL, help \
	}
#define OPT_U64(st, member, key, name, min, max, arg, help)                                 \
	{                                                                                   \
		name, key, OPT_T_U64, OPT_OFFSET(st, member, uint64_t), min, max, arg, help \
	}
#define OPT_F64(st, member, key, name, min, max, arg, help)                               \
	{                                                                                 \
		name, key, OPT_T_F64, OPT_OFFSET(st, member, double), min, max, arg, help \
	}
#define OPT_STR(st, member, key, name, arg, help)                                           \
	{                                                                                   \
		name, key, OPT_T_STR, OPT_OFFSET(st, member, const char *), 0, 0, arg, help \
	}
#define OPT_LIST(st, member, key, name, arg, help)                                              \
	{                                                                                       \
		name, key, OPT_T_LIST, OPT_OFFSET(st, member, struct opt_list), 0, 0, arg, help \
	}
#define OPT_OPERANDS(st, member, key, name, arg, help)                                         \
	{                                                                                      \
		name, key, OPT_T_OPERANDS, OPT_OFFSET(st, member, struct opt_list), 0, 0, arg, \
			help                                                                   \
	}

#define OPT_TAKES_CMD 0x1u /* "-- CMD ARG..", or CMD as the first operand, ends the options */

struct opt_spec {
	const char *name;  /* of the command; NULL for kuaptrace itself */
	const char *usage; /* what follows the name in the usage line */
	const char *about; /* one paragraph */
	const struct opt *opts;
	size_t nr_opts;
	unsigned int flags;	 /* OPT_TAKES_CMD */
	size_t max_operands;	 /* in all lists together */
	void (*more)(FILE *out); /* the rest of --help, or NULL */
};

struct opt_args {
	struct opt_list operands;
	char **cmd; /* NULL-terminated, NULL when there is none */
	int cmd_argc;
};

#define OPT_GO (-1)

/*
 * Reads @argv (argv[0] is the command's name) into @dst and @args. Defaults are what @dst held
 * before; a repeated option's last value wins.
 * Returns OPT_GO, or the exit status to leave with: 0 after --help, KT_EXIT_USAGE after an error,
 * which it has logged with a hint.
 */
int opt__parse(const struct opt_spec *spec, int argc, char **argv, void *dst,
	       struct opt_args *args);

/* Logs a usage error in the words of @fmt, with where to find help. Returns KT_EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int opt__usage(const struct opt_spec *spec, const char *fmt,
						     ...);

void opt__help(const struct opt_spec *spec, FILE *out);
void opt_args__free(struct opt_args *args);
void opt_list__free(struct opt_list *list);

/* Strict: digits only, no sign, no blank, in [min, max]. False leaves @out alone. */
bool opt__u64(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/* The nearest of @names (@n pointers, @stride bytes apart), or NULL when none is near. */
const char *opt__nearest(const char *word, const void *names, size_t n, size_t stride);

#endif /* KT_OPT_H */
