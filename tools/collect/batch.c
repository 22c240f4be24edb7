// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include <bpf/bpf.h>

#include "collect/batch.h"

#define FIRST_BATCH 512
#define MAX_BATCH (1 << 20)

struct batch {
	int fd;
	size_t key_size, val_size;
	int (*each)(void *arg, const void *key, const void *val);
	void *arg;
	char *keys, *vals;
	uint32_t room;
};

static int set_room(struct batch *b, uint32_t room)
{
	free(b->keys);
	free(b->vals);
	b->keys = calloc(room, b->key_size);
	b->vals = calloc(room, b->val_size);
	b->room = room;
	return b->keys && b->vals ? 0 : -ENOMEM;
}

/* Kernels before v5.6. */
static int one_by_one(struct batch *b)
{
	void *prev = NULL;
	int rc = 0;

	while (!rc && !bpf_map_get_next_key(b->fd, prev, b->keys)) {
		prev = b->keys;
		if (!bpf_map_lookup_elem(b->fd, b->keys, b->vals))
			rc = b->each(b->arg, b->keys, b->vals);
	}
	return rc;
}

static int hand_out(struct batch *b, uint32_t n)
{
	uint32_t i;
	int rc = 0;

	for (i = 0; !rc && i < n; i++)
		rc = b->each(b->arg, b->keys + i * b->key_size, b->vals + i * b->val_size);
	return rc;
}

static int all(struct batch *b)
{
	uint32_t in = 0, out = 0, n;
	void *from = NULL;
	int rc = 0, err = 0;

	while (!rc && err != ENOENT) {
		n = b->room;
		err = bpf_map_lookup_batch(b->fd, from, &out, b->keys, b->vals, &n, NULL) ? errno : 0;
		if (err == ENOSPC && b->room < MAX_BATCH) {
			/* a bucket has more than that: from it on again */
			rc = set_room(b, 2 * b->room);
			continue;
		}
		if (err == EINTR)
			continue;
		if (err && err != ENOENT)
			return !from && (err == EINVAL || err == 524) ? one_by_one(b) : -err;
		rc = hand_out(b, n);
		in = out;
		from = &in;
	}
	return rc;
}

int kt_batch__each(int fd, size_t key_size, size_t val_size,
		   int (*each)(void *arg, const void *key, const void *val), void *arg)
{
	struct batch b = { .fd = fd, .key_size = key_size, .val_size = val_size, .each = each,
			   .arg = arg };
	int rc = set_room(&b, FIRST_BATCH);

	if (!rc)
		rc = all(&b);
	free(b.keys);
	free(b.vals);
	return rc;
}
