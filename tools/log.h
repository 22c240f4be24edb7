/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Talk, on stderr: `kuaptrace: error: cannot open 'x': ...`, lower case, no full stop, one line.
 * Data goes to stdout and not through here. Control bytes, broken UTF-8 and characters that reorder
 * a line are escaped in the finished line, so a hostile name never reaches the terminal raw.
 */
#ifndef KT_LOG_H
#define KT_LOG_H

enum log_color {
	LOG_COLOR_AUTO, /* on a terminal, unless NO_COLOR is set */
	LOG_COLOR_ALWAYS,
	LOG_COLOR_NEVER,
};

struct log_conf {
	int verbose; /* -v: what we do; -vv: libbpf too */
	enum log_color color;
};

extern struct log_conf log_conf;

#define LOG_PRINTF __attribute__((format(printf, 1, 2)))

LOG_PRINTF void log_error(const char *fmt, ...);
LOG_PRINTF void log_warn(const char *fmt, ...);
LOG_PRINTF void log_hint(const char *fmt, ...);	 /* what to do about the error just logged */
LOG_PRINTF void log_info(const char *fmt, ...);	 /* only with -v */
LOG_PRINTF void log_debug(const char *fmt, ...); /* only with -vv */

/* One line on a terminal's stderr that the next one replaces; nothing anywhere else. */
LOG_PRINTF void log_progress(const char *fmt, ...);
void log_progress_end(void);
int log_progress_shown(void); /* would it be seen? */

/* May colour be used on @fd? --color, NO_COLOR, TERM and isatty() decide, in that order. */
int log_use_color(int fd);

#endif /* KT_LOG_H */
