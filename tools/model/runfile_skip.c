// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "model/runfile_skip.h"

static const char key[] = "tasks";

static void in_string(struct skip *s, char c)
{
	if (s->escaped) {
		s->escaped = false;
	} else if (c == '\\') {
		s->escaped = true;
		s->is_key = false;
	} else if (c == '"') {
		s->in_string = false;
		s->named = s->is_key && s->matched == sizeof(key) - 1;
	} else if (s->is_key && s->matched < sizeof(key) - 1 && key[s->matched] == c) {
		s->matched++;
	} else {
		s->is_key = false;
	}
}

/* Outside of strings. Is @c a byte that is kept? */
static bool structure(struct skip *s, char c)
{
	bool kept = !s->skipping || c == '\n';

	switch (c) {
	case '"':
		s->in_string = true;
		s->is_key = s->depth == 1;
		s->matched = 0;
		s->named = false;
		break;
	case '[':
	case '{':
		if (c == '[' && s->depth == 1 && s->named)
			s->skipping = true;
		s->depth++;
		break;
	case ']':
	case '}':
		s->depth--;
		if (s->skipping && s->depth == 1) {
			s->skipping = false;
			kept = true;
		}
		break;
	case ',':
		s->named = false;
		break;
	}
	return kept;
}

size_t skip__tasks(struct skip *s, char *buf, size_t n)
{
	size_t i, kept = 0;
	bool keep;

	for (i = 0; i < n; i++) {
		if (s->in_string) {
			keep = !s->skipping;
			in_string(s, buf[i]);
		} else {
			keep = structure(s, buf[i]);
		}
		if (keep)
			buf[kept++] = buf[i];
	}
	return kept;
}
