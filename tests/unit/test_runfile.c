// SPDX-License-Identifier: GPL-2.0-only
/* The run file: what is written is read back, and nothing else is accepted. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "model/fields.h"
#include "model/runfile.h"
#include "model/utf8.h"
#include "tap.h"

static char dir[] = "/tmp/kt-runfile-XXXXXX";
static char path[64];

static char *text_of(const struct kt_run *run, size_t *size)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, size);
	int rc = runfile__write(run, f);

	fclose(f);
	if (!rc)
		return text;
	free(text);
	return NULL;
}

static struct kt_run *load_bytes(const char *text, size_t size, struct kt_error *err)
{
	FILE *f = fopen(path, "w");

	fwrite(text, 1, size, f);
	fclose(f);
	return runfile__load(path, err);
}

static void test_round_trip(void)
{
	struct kt_run *run = fixture_before(), *back;
	struct kt_error err = { "", "" };
	size_t size, again_size;
	char *text, *again;

	run->sums[KT_SUM_SETUPS] = KT_COUNT_MAX;
	run->sums[KT_SUM_AMR_RESTART] = 42;
	run->sums[KT_SUM_WINDOWS_FAILED] = 7;
	run->sigreturns[KT_SIGRETURN_32] = 3;
	run->nested = 5;
	run->losses[KT_LOSS_RECURSION] = 1;
	run->host.tm = -1;
	run->workload.exit = -1;
	run->tasks[0].cgroup = INT64_MAX;
	run->sites[0].nested = true;
	text = text_of(run, &size);
	back = load_bytes(text, size, &err);
	if (ok(back != NULL, "a written run can be read")) {
		again = text_of(back, &again_size);
		ok(size == again_size && !memcmp(text, again, size), "and comes out byte for byte");
		free(again);
		is_str(back->tasks[1].comm, run->tasks[1].comm, "comm with stray bytes is exact");
		is_u64(back->tasks[0].cgroup, INT64_MAX, "63 bits are exact");
		is_u64(back->tasks[0].flags, run->tasks[0].flags, "flags");
	} else {
		printf("# %s\n", err.msg);
	}
	kt_run__free(back);
	kt_run__free(run);
	free(text);
}

static void test_writer_refuses(void)
{
	struct kt_run *run = fixture_after();
	size_t size;

	run->sums[KT_SUM_RESTORE_MATH] = KT_COUNT_MAX + 1;
	ok(!text_of(run, &size), "a count that no reader takes is not written");
	run->sums[KT_SUM_RESTORE_MATH] = 0;
	run->tasks[0].cgroup = 1ull << 63;
	ok(!text_of(run, &size), "nor an id beyond 63 bits");
	kt_run__free(run);
}

static void test_prefixes(void)
{
	struct kt_run *run = fixture_after(), *got;
	struct kt_error err;
	size_t size, n, taken = 0, unnamed = 0;
	char *text = text_of(run, &size);

	for (n = 0; n + 2 <= size; n++) { /* without its last newline it is whole */
		got = load_bytes(text, n, &err);
		taken += got != NULL;
		unnamed += !strstr(err.msg, path) || !(strstr(err.msg, "cut") || !n);
		kt_run__free(got);
	}
	is_u64(taken, 0, "no prefix is accepted");
	is_u64(unnamed, 0, "each is named, and called cut");
	free(text);
	kt_run__free(run);
}

/* In a good file, @from becomes @to; the complaint must hold @word. */
struct hostile {
	const char *from, *to, *word;
};

static const struct hostile hostile[] = {
	{ "\"kuaptrace.run/1\"", "\"kuaptrace.run/2\"", "run/2" },
	{ "\"kuaptrace.run/1\"", "\"perf.data\"", "no kuaptrace run file" },
	{ "\"kuaptrace.run/1\"", "1", "no kuaptrace run file" },
	{ "\"kernel\": \"6", "\"kernel\": 6, \"k\": \"6", "host.kernel" },
	{ "\"kuap\": true", "\"kuap\": 1", "host.kuap" },
	{ "\"page_size\": 65536", "\"page_size\": 4294967296", "host.page_size" },
	{ "\"page_size\": 65536", "\"page_size\": -1", "host.page_size" },
	{ "\"page_size\": 65536", "\"page_size\": 1e400", "line" },
	{ "\"page_size\": 65536", "\"page_size\": 99999999999999999999", "line" },
	{ "\"page_size\": 65536", "\"page_size\": 65536.5", "a fraction" },
	{ "\"tick_ns\": 1.953125", "\"tick_ns\": -1", "host.tick_ns" },
	{ "\"tick_ns\": 1.953125", "\"tick_ns\": null", "host.tick_ns" },
	{ "\"exit\": 0", "\"exit\": 256", "workload.exit" },
	{ "\"exit\": 0", "\"exit\": \"0\"", "workload.exit" },
	{ "\"windows\": 8300", "\"windows\": 8301", "totals.windows" },
	{ "\"amr_writes\": 16600", "\"amr_writes\": 8300", "totals.amr_writes" },
	{ "\"sigreturns\": 1000", "\"sigreturns\": 999", "totals.sigreturns" },
	{ "\"setup\": 4000", "\"setup\": 9007199254740993", "totals.phases.setup" },
	{ "\"phases\": {", "\"phases\": 3, \"x\": {", "totals.phases" },
	{ "\"windows_failed\": 0", "\"windows_failed\": 4001", "totals.windows_failed" },
	{ "\"hist\": {", "\"hist\": [], \"x\": {", "at hist" },
	{ "\"window\": {\"unit\": \"ns\"", "\"window\": {\"unit\": \"us\"", "hist.window.unit" },
	{ "\"count\": 8300", "\"count\": 8299", "hist.window" },
	{ "[60, 64, 343]", "[60, 65, 343]", "hist.window.slots[0]" },
	{ "[60, 64, 343]", "[61, 64, 343]", "no slot" },
	{ "[60, 64, 343]", "[8589934592, 9663676416, 1]", "hist.window.slots[0]" },
	{ "[60, 64, 343]", "[64, 72, 1]", "hist.window.slots[1]" },
	{ "[60, 64, 343]", "[60, 64]", "hist.window.slots[0]" },
	{ "[60, 64, 343]", "[60, 64, -1]", "hist.window.slots[0]" },
	{ "[60, 64, 343]", "{}", "hist.window.slots[0]" },
	{ "\"dir\": \"read\"", "\"dir\": \"sideways\"", "sites[0].dir" },
	{ "\"phase\": \"sigreturn\"", "\"phase\": \"\\u001b[2J\"", "sites[0].phase" },
	{ "\"symbol\": \"handle", "\"sym\": \"handle", "sites[1].symbol" },
	{ "\"nested\": false}", "\"nested\": 0}", "sites[0].nested" },
	{ "\"sites\": [", "\"sites\": [7,", "sites[0]" },
	{ "\"recursion\": 0", "\"recursion\": 4", "losses.total" },
	{ "\"signal\": 10", "\"signal\": 65", "signals[0].signal" },
	{ "\"comm\": \"signal1\"", "\"comm\": \"a name that is too long\"", "tasks[0].comm" },
	{ "\"comm\": \"signal1\"", "\"comm\": \"a\\u0000b\"", "line" },
	{ "\"comm\": \"signal1\"", "\"comm\": \"\xff\"", "line" },
	{ "\"comm\": \"signal1\"", "\"comm\": \"\x1b\"", "line" },
	{ "\"comm\": \"signal1\"", "\"comm\": null", "tasks[0].comm" },
	{ "\"pid\": 100", "\"pid\": 100, \"pid\": 100", "duplicate" },
	{ "\"tasks\": [", "\"tasks\": {}, \"x\": [", "at tasks" },
	{ "\"complete\": true", "\"complete\": 1", "complete" },
	{ "\"complete\": true", "\"finished\": true", "complete" },
	{ "\"complete\": true\n}", "\"complete\": true\n}}", "line" },
};

static char *replaced(const char *text, const struct hostile *h)
{
	const char *at = strstr(text, h->from);
	char *out = NULL;

	if (!at ||
	    asprintf(&out, "%.*s%s%s", (int)(at - text), text, h->to, at + strlen(h->from)) < 0)
		return NULL;
	return out;
}

static void test_hostile(void)
{
	struct kt_run *run = fixture_after(), *got;
	struct kt_error err;
	size_t size, i;
	char *text = text_of(run, &size), *bad;

	for (i = 0; i < sizeof(hostile) / sizeof(hostile[0]); i++) {
		bad = replaced(text, &hostile[i]);
		strcpy(err.msg, "(accepted)");
		got = bad ? load_bytes(bad, strlen(bad), &err) : NULL;
		if (!ok(bad && !got && strstr(err.msg, hostile[i].word) && *err.hint,
			"refused, with its place: %s", hostile[i].word))
			printf("# %s -> %s: %s\n", hostile[i].from, hostile[i].to, err.msg);
		kt_run__free(got);
		free(bad);
	}
	free(text);
	kt_run__free(run);
}

static void test_tolerated(void)
{
	static const struct hostile fine[] = {
		{ "\"schema\"", "\"new\": {\"deep\": [1]}, \"schema\"", "an unknown section" },
		{ "\"pid\": 100", "\"new\": 1, \"pid\": 100", "an unknown field" },
		{ "\"seconds\": 1.25", "\"later\": 1.25", "an optional field left out" },
		{ "\"amr_writes\": 16600", "\"amr_writes\": null", "AMR writes not known" },
		{ "\"complete\": true", "\"complete\": false", "an incomplete run" },
		{ "\"interrupted\": {", "\"new_hist\": {", "a histogram left out" },
	};
	struct kt_run *run = fixture_after(), *got;
	struct kt_error err;
	size_t size, i;
	char *text = text_of(run, &size), *odd;

	for (i = 0; i < sizeof(fine) / sizeof(fine[0]); i++) {
		odd = replaced(text, &fine[i]);
		got = load_bytes(odd, strlen(odd), &err);
		if (!ok(got != NULL, "accepted: %s", fine[i].word))
			printf("# %s\n", err.msg);
		kt_run__free(got);
		free(odd);
	}
	free(text);
	kt_run__free(run);
}

static void test_deep(void)
{
	const size_t n = 1000000;
	struct kt_error err;
	char *text = malloc(n);

	memset(text, '[', n);
	ok(!load_bytes(text, n, &err) && strstr(err.msg, "line 1"), "a million brackets");
	free(text);
	ok(!load_bytes("", 0, &err) && strstr(err.msg, "empty"), "an empty file");
	ok(!load_bytes("null\n", 5, &err), "not an object");
	ok(!load_bytes("PERFILE2\0\0", 10, &err), "perf.data");
	ok(!runfile__load("/nonexistent/x", &err) && strstr(err.msg, "No such file"), "no file");
	ok(!runfile__load("/", &err) && strstr(err.msg, "directory"), "a directory");
}

static void test_save(void)
{
	struct kt_run *run = fixture_after(), *back;
	struct kt_error err = { "", "" };
	char link_path[80], name[80];
	struct stat st;

	unlink(path);
	umask(027);
	ok(!runfile__save(run, path, &err), "saved");
	ok(!stat(path, &st) && (st.st_mode & 0777) == 0640, "with the mode that umask leaves");
	snprintf(link_path, sizeof(link_path), "%s/link", dir);
	ok(!symlink(path, link_path) && !runfile__save(run, link_path, &err), "through a link");
	ok(!lstat(link_path, &st) && S_ISLNK(st.st_mode), "which stays a link");
	back = runfile__load(link_path, &err);
	ok(back && back->complete, "and can be read");
	kt_run__free(back);
	unlink(link_path);
	ok(runfile__save(run, "/dev/full", &err) && strstr(err.msg, "No space"), "a full disk");
	snprintf(name, sizeof(name), "%s/no/such", dir);
	ok(runfile__save(run, name, &err) && strstr(err.msg, "No such file"), "no directory");
	run->nested = UINT64_MAX;
	ok(runfile__save(run, path, &err) && strstr(err.msg, "2^53"), "a count out of range");
	back = runfile__load(path, &err);
	ok(back != NULL, "the old file is still whole");
	kt_run__free(back);
	kt_run__free(run);
	unlink(path);
	ok(!rmdir(dir), "nothing else is left in the directory");
}

static void test_utf8(void)
{
	static const char *const in[] = { "plain",
					  "a\\b",
					  "\\x41",
					  "\\\\x41",
					  "w\xc3\xb6",
					  "\xc3",
					  "\xed\xa0\x80",
					  "\xf4\x90\x80\x80",
					  "\xc0\x80",
					  "\x1b[2J",
					  "\xe2\x80\xae"
					  "abc",
					  "" };
	char *esc, *back, clean[64];
	bool same = true;
	size_t i;

	for (i = 0; i < sizeof(in) / sizeof(in[0]); i++) {
		esc = utf8__escape(in[i]);
		back = utf8__unescape(esc);
		same &= !strcmp(back, in[i]);
		free(esc);
		free(back);
	}
	ok(same, "escaping is reversible");
	back = utf8__unescape("a\\x00b\\x4");
	is_str(back, "a\\x00b\\x4", "what is no escape stands for itself, NUL above all");
	free(back);
	utf8__clean(clean, sizeof(clean),
		    "\x1b[2J\xff\xc2\x9b\xe2\x80\xae"
		    "ok",
		    false);
	is_str(clean, "\\x1b[2J\\xff\\xc2\\x9b\\xe2\\x80\\xaeok", "a terminal gets no control");
	is_u64(utf8__clean(clean, 6,
			   "ab\x1b"
			   "cd",
			   false),
	       2, "what does not fit is left out whole");
	utf8__clean(clean, sizeof(clean), "w\xc3\xb6", true);
	is_str(clean, "w\\xc3\\xb6", "and an ASCII terminal only ASCII");
}

/* tests/cli looks at these; tests/lib/mkrun.c makes them. Run from the top of the checkout. */
static void test_committed(const char *name, struct kt_run *run)
{
	static char have[65536];
	FILE *f = fopen(name, "r");
	size_t size, n = 0;
	char *text = text_of(run, &size);

	if (f) {
		n = fread(have, 1, sizeof(have), f);
		fclose(f);
	}
	ok(n == size && !memcmp(have, text, n), "%s is what the writer makes today", name);
	free(text);
	kt_run__free(run);
}

int main(void)
{
	if (!mkdtemp(dir))
		return 1;
	snprintf(path, sizeof(path), "%s/run.json", dir);
	test_round_trip();
	test_writer_refuses();
	test_committed("tests/cli/data/before.json", fixture_before());
	test_committed("tests/cli/data/after.json", fixture_after());
	test_prefixes();
	test_hostile();
	test_tolerated();
	test_deep();
	test_utf8();
	test_save();
	return tap_done();
}
