/* SPDX-License-Identifier: GPL-2.0-only */
/* The terminal, taken over and given back on every way out. */
#ifndef KT_SCREEN_H
#define KT_SCREEN_H

#include <stdbool.h>

/* Keys that are no characters. */
enum {
	SCREEN_NOTHING = -1, /* the time is over, or a signal came */
	SCREEN_UP = 0x110000,
	SCREEN_DOWN,
	SCREEN_PAGE_UP,
	SCREEN_PAGE_DOWN,
	SCREEN_HOME,
	SCREEN_END,
	SCREEN_ENTER,
	SCREEN_ESCAPE,
	SCREEN_BACKSPACE,
	SCREEN_RESIZE,
};

/* 0, or an enum kt_exit and said why: no terminal, or one that we cannot drive. */
int screen__open(void);
void screen__close(void);

/* The signal that asked us to end, or 0. */
int screen__ended(void);

/* Lines that fit. */
void screen__size(int *height, int *width);

/* Lines of @text from the top, the @head-th (from 0) as a bar, and @foot in the last line. */
void screen__show(const char *text, int head, const char *foot);

/* The next key within @seconds. */
int screen__key(double seconds);

#endif /* KT_SCREEN_H */
