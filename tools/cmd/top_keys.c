// SPDX-License-Identifier: GPL-2.0-only
/* top on a terminal: keys, the screen, and when to read again. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd/screen.h"
#include "cmd/top.h"
#include "log.h"

static const char help_text[] =
	"kuaptrace top: who opens user access windows\n"
	"\n"
	"  t p g w        by task, process, cgroup (group), site (where)\n"
	"  s              sort by the next of rate, signals, total, name\n"
	"  r              least first, and back\n"
	"  /              show only rows with a word; Enter keeps it, Esc ends it\n"
	"  space          freeze the view; counting goes on\n"
	"  arrows, PgUp, PgDn, Home    move through the rows\n"
	"  ? h            this help\n"
	"  q              quit\n"
	"\n"
	"WINDOWS/s and SIG/s are of the last interval, WINDOWS and SIGNALS since the\n"
	"start. SHARE is of all windows of the interval. kuaptrace's own are left out.\n"
	"\n"
	"Any key goes back.\n";

static void type(struct top *t, int key)
{
	size_t len = strlen(t->find);

	if (key == SCREEN_ENTER || key == SCREEN_ESCAPE)
		t->typing = false;
	if (key == SCREEN_ESCAPE)
		t->find[0] = '\0';
	else if (key == SCREEN_BACKSPACE && len)
		t->find[len - 1] = '\0';
	else if (key >= ' ' && key < 127 && len + 1 < sizeof(t->find)) {
		t->find[len] = (char)key;
		t->find[len + 1] = '\0';
	}
	t->look.from = 0;
}

static bool move(struct top *t, int key)
{
	size_t *from = &t->look.from, page = t->look.rows ? t->look.rows : 1;

	if (key == SCREEN_UP)
		*from -= *from > 0;
	else if (key == SCREEN_DOWN)
		*from += 1;
	else if (key == SCREEN_PAGE_UP)
		*from = *from > page ? *from - page : 0;
	else if (key == SCREEN_PAGE_DOWN)
		*from += page;
	else if (key == SCREEN_HOME)
		*from = 0;
	else if (key == SCREEN_END)
		*from = SIZE_MAX / 2; /* cut to what there is */
	else
		return false;
	return true;
}

static bool view(struct top *t, int key)
{
	static const char keys[KT_BY_MAX + 1] = "tpgw";
	const char *p = key > 0 && key < 127 ? strchr(keys, key) : NULL;

	if (!p)
		return false;
	t->conf.by = (enum kt_live_by)(p - keys);
	t->look.from = 0;
	return true;
}

static void press(struct top *t, int key)
{
	if (t->help) {
		t->help = false;
		return;
	}
	if (t->typing) {
		type(t, key);
		return;
	}
	if (move(t, key) || view(t, key))
		return;
	switch (key) {
	case 'q':
		t->quit = true;
		break;
	case 's':
		t->conf.sort = (t->conf.sort + 1) % KT_SORT_MAX;
		break;
	case 'r':
		t->conf.reverse = !t->conf.reverse;
		break;
	case ' ':
		t->look.frozen = !t->look.frozen;
		break;
	case '/':
		t->typing = true;
		break;
	case SCREEN_ESCAPE:
		t->find[0] = '\0';
		break;
	case '?':
	case 'h':
		t->help = true;
		break;
	}
}

static int draw(struct top *t)
{
	char foot[128], *text = NULL;
	int lines, columns, rc;
	size_t size;
	FILE *out;

	if (t->help) {
		screen__show(help_text, -1, "");
		return 0;
	}
	screen__size(&lines, &columns);
	t->env.width = columns > RENDER_MIN_WIDTH ? columns : RENDER_MIN_WIDTH;
	t->look.rows = lines > LIVE_HEAD_LINES + 1 ? (size_t)(lines - LIVE_HEAD_LINES - 1) : 0;
	out = open_memstream(&text, &size);
	rc = out ? top__show(t, out) : KT_EXIT_INTERNAL;
	if (out && fclose(out))
		rc = KT_EXIT_INTERNAL;
	if (t->typing)
		snprintf(foot, sizeof(foot), "show only rows with: %s_", t->find);
	else
		snprintf(foot, sizeof(foot), "%s",
			 "q quit  space freeze  s sort  r reverse  / find  t p g w view  ? help");
	if (!rc)
		screen__show(text, LIVE_HEAD_LINES - 1, foot);
	free(text);
	return rc;
}

static int loop(struct top *t, uint64_t n)
{
	double next = top__clock() + t->seconds, left;
	uint64_t readings = 0;
	int key, rc = draw(t);

	while (!rc && !t->quit && !screen__ended()) {
		left = next - top__clock();
		if (left <= 0) {
			next = top__clock() + t->seconds;
			if (!t->look.frozen)
				rc = top__read(t);
			readings++;
			if (!rc && (!n || readings < n))
				rc = draw(t);
			t->quit = t->quit || (n && readings >= n);
			continue;
		}
		key = screen__key(left);
		if (key == SCREEN_NOTHING)
			continue;
		press(t, key);
		rc = draw(t);
	}
	return rc;
}

int top__interact(struct top *t, uint64_t n)
{
	int rc = screen__open();

	if (rc)
		return rc;
	rc = top__read(t);
	if (!rc)
		rc = loop(t, n);
	screen__close();
	if (screen__ended() && screen__ended() != SIGINT) {
		/* As the signal would have ended us: who sent it looks for that. */
		signal(screen__ended(), SIG_DFL);
		raise(screen__ended());
	}
	return rc;
}
