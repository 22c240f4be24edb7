// SPDX-License-Identifier: GPL-2.0-only
/* ncurses, and what it leaves undone when a program dies. */
#include <errno.h>
#include <ncurses.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd/screen.h"
#include "log.h"

static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
static const int fatal[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

static SCREEN *screen;
static struct termios saved;
static char undo[256]; /* what a terminal needs to hear, for a handler that may call nothing */
static size_t undo_len;
static volatile sig_atomic_t ended;

static void on_end(int sig)
{
	ended = sig;
}

/* We are broken, the user's terminal need not be. */
static void on_fatal(int sig)
{
	if (write(STDOUT_FILENO, undo, undo_len) < 0)
		undo_len = 0;
	tcsetattr(STDIN_FILENO, TCSANOW, &saved);
	raise(sig); /* SA_RESETHAND: as it would have ended */
}

static void catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_end };
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		sigaction(ends[i], &sa, NULL);
	sa.sa_handler = on_fatal;
	sa.sa_flags = SA_RESETHAND | SA_NODEFER;
	for (i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++)
		sigaction(fatal[i], &sa, NULL);
}

static int collect(int c)
{
	if (undo_len < sizeof(undo))
		undo[undo_len++] = (char)c;
	return c;
}

static void remember(const char *capability)
{
	char *s = tigetstr(capability);

	if (s && s != (char *)-1)
		tputs(s, 1, collect);
}

static int no_terminal(const char *why)
{
	log_error("%s", why);
	log_hint("'kuaptrace top --batch -n 1' needs no terminal");
	return KT_EXIT_USAGE;
}

static int unknown_terminal(const char *term)
{
	log_error("there is no description of the terminal '%s' here (terminfo)", term);
	log_hint("set TERM to one that is known, or TERMINFO to where it is; --batch needs none");
	return KT_EXIT_CANNOT;
}

int screen__open(void)
{
	const char *term = getenv("TERM");
	char *move;
	int err;

	if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
		return no_terminal(isatty(STDOUT_FILENO) ? "standard input is no terminal"
							 : "standard output is no terminal");
	if (!term || !*term || setupterm(NULL, STDOUT_FILENO, &err) != OK)
		return unknown_terminal(term && *term ? term : "");
	move = tigetstr("cup");
	if (!move || move == (char *)-1)
		return no_terminal("this terminal cannot move its cursor");
	tcgetattr(STDIN_FILENO, &saved);
	remember("sgr0");
	remember("cnorm");
	remember("rmkx");
	remember("rmcup");
	catch_signals(); /* before ncurses, which then leaves them alone */
	screen = newterm(NULL, stdout, stdin);
	if (!screen)
		return unknown_terminal(term);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	set_escdelay(25);
	curs_set(0);
	return 0;
}

void screen__close(void)
{
	if (!screen)
		return;
	endwin();
	delscreen(screen);
	screen = NULL;
}

int screen__ended(void)
{
	return ended;
}

void screen__size(int *height, int *width)
{
	getmaxyx(stdscr, *height, *width);
}

static void put_line(int y, int attrs, const char *s, int len)
{
	attrset(attrs);
	mvaddnstr(y, 0, s, len);
	attrset(A_NORMAL);
}

void screen__show(const char *text, int head, const char *foot)
{
	int height, width, y, len;

	getmaxyx(stdscr, height, width);
	erase();
	for (y = 0; *text && y < height - 1; y++) {
		len = (int)strcspn(text, "\n");
		put_line(y, y == head ? A_REVERSE : y ? A_NORMAL : A_BOLD, text, len);
		text += len + (text[len] == '\n');
	}
	if (height > 0 && width > 1)
		put_line(height - 1, A_DIM, foot, (int)strlen(foot));
	refresh();
}

static int translate(int c)
{
	switch (c) {
	case KEY_UP:
		return SCREEN_UP;
	case KEY_DOWN:
		return SCREEN_DOWN;
	case KEY_PPAGE:
		return SCREEN_PAGE_UP;
	case KEY_NPAGE:
		return SCREEN_PAGE_DOWN;
	case KEY_HOME:
		return SCREEN_HOME;
	case KEY_END:
		return SCREEN_END;
	case KEY_ENTER:
	case '\r':
	case '\n':
		return SCREEN_ENTER;
	case 27:
		return SCREEN_ESCAPE;
	case KEY_BACKSPACE:
	case 127:
	case '\b':
		return SCREEN_BACKSPACE;
	case KEY_RESIZE:
		return SCREEN_RESIZE;
	}
	return c < 256 ? c : SCREEN_NOTHING;
}

int screen__key(double seconds)
{
	int c;

	timeout(seconds > 0 ? (int)(seconds * 1000) + 1 : 0);
	errno = 0;
	c = getch();
	/* The other side of a pseudo terminal is gone. */
	if (c == ERR && errno == EIO)
		ended = SIGHUP;
	return c == ERR ? SCREEN_NOTHING : translate(c);
}
