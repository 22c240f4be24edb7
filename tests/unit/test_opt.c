// SPDX-License-Identifier: GPL-2.0-only
/* The option parser: values, ranges, operands, "-- CMD", and what it refuses. */
#include <stdlib.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "opt.h"
#include "tap.h"

struct o {
	bool flag;
	uint64_t n;
	double d;
	const char *s;
	struct opt_list list, with;
};

static const struct opt opts[] = {
	OPT_FLAG(struct o, flag, 'f', "flag", "a flag"),
	OPT_U64(struct o, n, 'n', "count", 1, 100, "N", "a number"),
	OPT_F64(struct o, d, 'd', "duration", 0, 10, "SECONDS", "a fraction"),
	OPT_STR(struct o, s, 'o', "output", "FILE", "a string"),
	OPT_LIST(struct o, list, 'p', "pid", "PID", "may be repeated"),
	OPT_OPERANDS(struct o, with, 0, "with", NULL, "operands that follow"),
};

static struct opt_spec spec = {
	.name = "test",
	.usage = "ARGS",
	.about = "A test.",
	.opts = opts,
	.nr_opts = sizeof(opts) / sizeof(opts[0]),
	.max_operands = 4,
};

static struct o got;
static struct opt_args args;

/* Parses the words of @line, which are parted by blanks. */
static int parse(const char *line)
{
	static char buf[256];
	char *argv[32] = { "test" };
	static char *kept[32];
	int argc = 1;
	char *word;

	opt_args__free(&args);
	opt_list__free(&got.list);
	opt_list__free(&got.with);
	memset(&got, 0, sizeof(got));
	strcpy(buf, line);
	for (word = strtok(buf, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	memcpy(kept, argv, sizeof(argv)); /* args.cmd points into it */
	return opt__parse(&spec, argc, kept, &got, &args);
}

static void test_values(void)
{
	ok(parse("-f -n 7 --duration=2.5 -oX -p 1 --pid 2") == OPT_GO, "all types");
	ok(got.flag, "flag");
	is_u64(got.n, 7, "number");
	is_f64(got.d, 2.5, "fraction");
	is_str(got.s, "X", "string, glued to its letter");
	ok(got.list.n == 2 && !strcmp(got.list.v[1], "2"), "a repeated option is a list");
	ok(parse("-fn3") == OPT_GO && got.flag && got.n == 3, "letters together");
	ok(parse("-n 1 -n 100") == OPT_GO && got.n == 100, "the last value wins");
}

static void test_operands(void)
{
	ok(parse("a b --with c -f d") == OPT_GO, "two kinds of operands");
	ok(args.operands.n == 2 && !strcmp(args.operands.v[1], "b"), "before --with");
	ok(got.with.n == 2 && !strcmp(got.with.v[1], "d") && got.flag, "after it");
	ok(parse("a -- -f") == OPT_GO && args.operands.n == 2 && !got.flag,
	   "after -- all are operands");
	ok(parse("-") == OPT_GO && args.operands.n == 1, "- is an operand");
	ok(parse("a b c d e") == KT_EXIT_USAGE, "too many");
}

static void test_cmd(void)
{
	spec.flags = OPT_TAKES_CMD;
	ok(parse("-f -- ls -n 1000") == OPT_GO && got.flag && !got.n, "-- CMD");
	ok(args.cmd_argc == 3 && !strcmp(args.cmd[0], "ls") && !args.cmd[3],
	   "its words, NULL last");
	ok(parse("-f ls -f") == OPT_GO && args.cmd_argc == 2, "CMD without --");
	ok(parse("-f") == OPT_GO && !args.cmd, "no CMD");
	ok(parse("-f --") == KT_EXIT_USAGE, "-- with nothing behind it");
	ok(parse("ls -- x") == OPT_GO && args.cmd_argc == 3, "-- of CMD's own");
	spec.flags = 0;
}

static void test_refused(void)
{
	static const char *const bad[] = {
		"-n 0",	   "-n 101",   "-n -1",	       "-n +1",
		"-n 1x",   "-n 0x10",  "-n ''",	       "-n 99999999999999999999",
		"-d -1",   "-d nan",   "-d inf",       "-d 11",
		"-d 1e1",  "-d 0x1",   "-d 1.2.3",     "-n",
		"--count", "--flag=1", "--outpu x",    "--nosuch",
		"-x",	   "-fx",      "--color=blue", "--wit a",
		"-p 1 -n", "--",       "--=x",
	};
	size_t i;

	for (i = 0; i + 2 < sizeof(bad) / sizeof(bad[0]); i++)
		ok(parse(bad[i]) == KT_EXIT_USAGE, "refused: %s", bad[i]);
	ok(parse("--") == OPT_GO, "-- alone is no error where there is no CMD");
	ok(parse("--=x") == KT_EXIT_USAGE, "refused: --=x");
}

static void test_near(void)
{
	static const char *const names[] = { "compare", "record", "report", "stat" };

	is_str(opt__nearest("recrod", names, 4, sizeof(names[0])), "record", "two slips");
	is_str(opt__nearest("comp", names, 4, sizeof(names[0])), "compare", "a start");
	is_str(opt__nearest("sta", names, 4, sizeof(names[0])), "stat", "a short one");
	ok(!opt__nearest("zebra", names, 4, sizeof(names[0])), "nothing near");
	ok(!opt__nearest("", names, 4, sizeof(names[0])), "nothing at all");
}

static void test_help(void)
{
	char *text = NULL;
	size_t size, widest = 0, len;
	FILE *f = open_memstream(&text, &size);
	const char *p;

	opt__help(&spec, f);
	fclose(f);
	for (p = text; *p; p += len + 1) {
		len = strcspn(p, "\n");
		widest = len > widest ? len : widest;
	}
	ok(widest <= 80, "--help fits 80 columns (%zu)", widest);
	ok(strstr(text, "  -n, --count N") && strstr(text, "      --with"), "--help names options");
	free(text);
}

int main(void)
{
	if (!freopen("/dev/null", "w", stderr)) /* the complaints are tests/cli's business */
		return 1;
	test_values();
	test_operands();
	test_cmd();
	test_refused();
	test_near();
	test_help();
	parse("");
	return tap_done();
}
