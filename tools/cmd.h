/* SPDX-License-Identifier: GPL-2.0-only */
/* The commands, and the exit status that each of them keeps to. */
#ifndef KT_CMD_H
#define KT_CMD_H

/*
 * Never an errno, never negative. record and stat end with CMD's own status when that is not 0.
 */
enum kt_exit {
	KT_EXIT_OK = 0,
	KT_EXIT_REGRESSION = 1, /* check found one */
	KT_EXIT_USAGE = 2,
	KT_EXIT_DATA = 3,	 /* incomplete, lossy, foreign or not comparable */
	KT_EXIT_CANNOT = 4,	 /* cannot measure here */
	KT_EXIT_INTERNAL = 5,	 /* also: output could not be written */
	KT_EXIT_NOT_FOUND = 127, /* CMD not found, as the shell says it */
};

#define CMD_LIVE 0x1u /* needs BPF: a build without it answers KT_EXIT_CANNOT */

struct cmd {
	const char *name;
	int (*fn)(int argc, char **argv);
	const char *help;
	unsigned int flags;
};

/* argv[0] is the command's name. Each returns an enum kt_exit (or CMD's status). */
int cmd_ab(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_stat(int argc, char **argv);
int cmd_top(int argc, char **argv);

/* main() ignores SIGPIPE, so that a closed pipe is an error and a recording survives it. A forked
 * child calls this before exec: CMD gets the disposition that kuaptrace was started with.
 */
void cmd__reset_signals(void);

#endif /* KT_CMD_H */
