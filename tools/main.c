// SPDX-License-Identifier: GPL-2.0-only
/* kuaptrace: global options, the command table, and an exit status that can be relied on. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "log.h"
#include "opt.h"

#ifdef KT_NO_BPF
#define LIVE(fn) NULL
#else
#define LIVE(fn) fn
#endif

/* keep sorted */
static const struct cmd cmds[] = {
	{ "ab", cmd_ab, "judge two settings of a switch, run by turns", 0 },
	{ "bench", cmd_bench, "run a workload that is known, or calibrate the floor", 0 },
	{ "check", cmd_check, "fail when runs do not keep to what is asked, for CI", 0 },
	{ "compare", cmd_compare, "show what changed between runs", 0 },
	{ "doctor", LIVE(cmd_doctor), "say what can be measured here, and why not", CMD_LIVE },
	{ "record", LIVE(cmd_record), "count until a command ends, into a run file", CMD_LIVE },
	{ "report", cmd_report, "show a run file", 0 },
	{ "stat", LIVE(cmd_stat), "record and report at once", CMD_LIVE },
	{ "top", LIVE(cmd_top), "show who opens windows, live", CMD_LIVE },
};

#define NR_CMDS (sizeof(cmds) / sizeof(cmds[0]))

static struct sigaction old_sigpipe;

void cmd__reset_signals(void)
{
	sigaction(SIGPIPE, &old_sigpipe, NULL);
}

static void help_commands(FILE *out)
{
	size_t i;

	fputs("\ncommands:\n", out);
	for (i = 0; i < NR_CMDS; i++)
		fprintf(out, "  %-10s  %s\n", cmds[i].name, cmds[i].help);
	fputs("\nexit status:\n"
	      "  0 ok, 1 regression found, 2 usage, 3 data incomplete or not comparable,\n"
	      "  4 cannot measure here, 5 internal or output error; a failing CMD's own wins\n"
	      "\n'kuaptrace COMMAND --help' explains a command.\n",
	      out);
}

static const struct opt_spec spec = {
	.usage = "[options] COMMAND [ARG..]",
	.about =
		"Counts KUAP uaccess windows and AMR writes per signal on Linux on POWER: records, "
		"shows and compares.",
	.flags = OPT_TAKES_CMD,
	.more = help_commands,
};

static int run(int argc, char **argv)
{
	const char *near;
	size_t i;

	for (i = 0; i < NR_CMDS; i++) {
		if (strcmp(argv[0], cmds[i].name))
			continue;
		if (cmds[i].fn)
			return cmds[i].fn(argc, argv);
		log_error("%s: this kuaptrace was built without BPF and cannot measure", argv[0]);
		log_hint("use a ppc64le build; run files can be read here: report, compare, check");
		return KT_EXIT_CANNOT;
	}
	near = opt__nearest(argv[0], cmds, NR_CMDS, sizeof(cmds[0]));
	log_error("unknown command '%s'", argv[0]);
	if (near)
		log_hint("did you mean '%s'?", near);
	else
		log_hint("see 'kuaptrace --help'");
	return KT_EXIT_USAGE;
}

/* A file opened later must not become stdin, stdout or stderr: writing to these has to fail. */
static void reserve_std_fds(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

/* What was shown is only shown once it is written: a full disk is no success. */
static int finish_stdout(int rc)
{
	bool bad = ferror(stdout);

	errno = 0;
	if (!fclose(stdout) && !bad)
		return rc;
	if (errno)
		log_error("cannot write the output: %s", strerror(errno));
	else
		log_error("cannot write the output");
	return rc == KT_EXIT_OK ? KT_EXIT_INTERNAL : rc;
}

int main(int argc, char **argv)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	struct opt_args args;
	int rc;

	reserve_std_fds();
	sigaction(SIGPIPE, &ignore, &old_sigpipe);
	setlocale(LC_CTYPE, ""); /* characters only: numbers stay in the C locale */
	rc = opt__parse(&spec, argc, argv, NULL, &args);
	if (rc == OPT_GO && !args.cmd)
		rc = opt__usage(&spec, "no command given");
	if (rc == OPT_GO)
		rc = run(args.cmd_argc, args.cmd);
	return finish_stdout(rc);
}
