// SPDX-License-Identifier: GPL-2.0-only
/* Reading a run file without its tasks: the same numbers, whatever the tasks are called. */
#include <unistd.h>

#include "fixture.h"
#include "model/runfile.h"
#include "model/runfile_skip.h"
#include "tap.h"

static char path[] = "/tmp/kuaptrace-totals.XXXXXX";

static char *text_of(struct kt_run *run, size_t *size)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, size);

	runfile__write(run, f);
	fclose(f);
	return text;
}

static void write_file(const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	fwrite(text, 1, n, f);
	fclose(f);
}

static struct kt_run *with_names(void)
{
	static const char *const names[] = { "]}", "[{[\"", "\\\"]", "tasks\": [", "a\\", "\xff]" };
	struct kt_run *run = fixture_before();
	uint32_t i;

	for (i = 0; i < 6; i++)
		fixture_add_task(run, 200 + i, names[i], i, i);
	kt_run__finish(run);
	return run;
}

static void test_same(struct kt_run *run)
{
	struct kt_error err = { 0 };
	struct kt_run *all, *totals;
	size_t size;
	char *text = text_of(run, &size);

	write_file(text, size);
	all = runfile__load(path, &err);
	totals = runfile__load_totals(path, &err);
	if (!ok(all && totals, "both read it: %s", err.msg)) {
		free(text);
		return;
	}
	is_u64(all->nr_tasks, run->nr_tasks, "the tasks of one");
	is_u64(totals->nr_tasks, 0, "are not read by the other");
	is_u64(totals->digest, all->digest, "which knows the file again all the same");
	is_f64(kt_run__per_signal(totals), kt_run__per_signal(all), "per signal");
	is_u64(totals->nr_sites, all->nr_sites, "sites");
	is_u64(totals->complete, 1, "and that it is complete");
	kt_run__free(all);
	kt_run__free(totals);
	free(text);
}

/* Wherever the file ends early, it is refused. */
static void test_cut(struct kt_run *run)
{
	struct kt_error err = { 0 };
	size_t size, n, taken = 0, unsaid = 0;
	char *text = text_of(run, &size);
	struct kt_run *got;

	while (size && text[size - 1] == '\n') /* the last newline is no loss */
		size--;
	for (n = 1; n<size; n += n + 400> size ? 1 : 41) {
		write_file(text, n);
		got = runfile__load_totals(path, &err);
		taken += got != NULL;
		unsaid += !got && !strstr(err.msg, "is cut short");
		kt_run__free(got);
	}
	is_u64(taken, 0, "no cut file is taken");
	is_u64(unsaid, 0, "and each is said to be cut");
	free(text);
}

/* Blocks may end anywhere. */
static void test_blocks(struct kt_run *run)
{
	size_t size, block, at, n, kept, whole, wrong = 0;
	char *text = text_of(run, &size), *once = strdup(text), *pieces = malloc(size + 1);
	struct skip s = { 0 };

	whole = skip__tasks(&s, once, size);
	ok(whole < size, "%zu of %zu bytes are kept", whole, size);
	for (block = 1; block < 40; block++) {
		memcpy(pieces, text, size);
		memset(&s, 0, sizeof(s));
		for (at = kept = 0; at < size; at += n) {
			n = at + block < size ? block : size - at;
			memmove(pieces + kept, text + at, n);
			kept += skip__tasks(&s, pieces + kept, n);
		}
		wrong += kept != whole || memcmp(pieces, once, whole);
	}
	is_u64(wrong, 0, "in blocks of 1 to 39 bytes: the same");
	free(text);
	free(once);
	free(pieces);
}

int main(void)
{
	struct kt_run *run = with_names();
	int fd = mkstemp(path);

	if (fd < 0) {
		printf("Bail out! no temporary file\n");
		return 1;
	}
	close(fd);
	test_same(run);
	test_cut(run);
	test_blocks(run);
	unlink(path);
	kt_run__free(run);
	return tap_done();
}
