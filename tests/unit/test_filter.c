// SPDX-License-Identifier: GPL-2.0-only
/* Globs as automata, held against fnmatch(3), and sets of CPUs, signals and directions. */
#include <fnmatch.h>
#include <signal.h>
#include <stdlib.h>

#include "model/glob.h"
#include "model/run.h"
#include "model/sets.h"
#include "tap.h"

static void test_like_fnmatch(void)
{
	static const char *const patterns[] = {
		"*",	 "a",	 "a*",	   "*a",     "?",      "a?c",  "[a-c]*", "[!a]*",
		"*b*c*", "**a",	 "[]x]",   "[a-]",   "\\*",    "x[",   "a\\?b",  "*[0-9]",
		"?*?",	 "kworker/*", "[a-c][x-z]", "*aa*", "-*", "[^b]b",
	};
	static const char *const words[] = {
		"", "a", "b", "ab", "abc", "ba", "aba", "*", "a?b", "]", "x", "-", "x[", "aa",
		"caab", "kworker/0:1", "az", "cx", "9", "b9", "bb", "\xff", "aaaaaaaaaaaaaaa",
	};
	size_t i, j;
	int bad = 0;

	for (i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		struct kt_glob g = { 0 };
		struct kt_error err;

		if (kt_glob__add(&g, patterns[i], &err)) {
			ok(!strcmp(patterns[i], "x["), "'%s' is refused", patterns[i]);
			continue;
		}
		for (j = 0; j < sizeof(words) / sizeof(words[0]); j++) {
			bool want = !fnmatch(patterns[i], words[j], 0);

			if (kt_glob__match(&g, words[j]) == want)
				continue;
			printf("# '%s' and '%s': want %d\n", patterns[i], words[j], want);
			bad++;
		}
	}
	is_u64(bad, 0, "globs match what fnmatch() does");
}

static void test_several(void)
{
	struct kt_glob g = { 0 };
	struct kt_error err;
	int i, n = 0;

	ok(!kt_glob__add(&g, "abc", &err) && !kt_glob__add(&g, "*x", &err) &&
		   !kt_glob__add(&g, "q?", &err),
	   "three patterns in one");
	ok(kt_glob__match(&g, "abc") && kt_glob__match(&g, "zzx") && kt_glob__match(&g, "qq"),
	   "each matches");
	ok(!kt_glob__match(&g, "abcq") && !kt_glob__match(&g, "ab") && !kt_glob__match(&g, "q") &&
		   !kt_glob__match(&g, "bc"),
	   "none leads into the next");
	for (i = 0; i < 20 && !kt_glob__add(&g, "0123456789", &err); i++)
		n++;
	ok(n == 5 && strstr(err.msg, "0123456789"), "a pattern without room is named");
	ok(kt_glob__match(&g, "zx") && kt_glob__match(&g, "0123456789"), "... and harms nothing");
	ok(kt_glob__add(&g, "", &err) != 0, "an empty pattern is none");
}

static void test_cpus(void)
{
	static const char *const wrong[] = { "", "-1", "3-1", "64", "0-64", "1,,2", "a", "1-", "1.5",
					     "99999999999999999999" };
	__u64 bits = 0;
	struct kt_error err;
	size_t i;

	ok(!kt_sets__cpus("0-2,5,63", &bits, 64, &err), "CPUs and ranges");
	is_u64(bits, 0x8000000000000027, "are those bits");
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ok(kt_sets__cpus(wrong[i], &bits, 64, &err) && strstr(err.msg, "CPU"),
		   "'%s' is none", wrong[i]);
}

static bool signal_is(const char *word, int sig)
{
	__u64 bits[2] = { 0 };
	struct kt_error err;

	return !kt_sets__signals(word, bits, &err) && bits[sig / 64] == 1ULL << sig % 64 &&
	       !bits[!(sig / 64)];
}

static void test_signals(void)
{
	static const char *const wrong[] = { "", "0", "65", "SIG", "USR", "usr1", "RTMIN+99", "RTMIN-1",
					     "RTMAX+1", "1,", "EXIT", "-9" };
	__u64 bits[2] = { 0 };
	struct kt_error err;
	size_t i;

	ok(signal_is("USR1", SIGUSR1) && signal_is("SIGSEGV", SIGSEGV) && signal_is("10", 10) &&
		   signal_is("64", 64),
	   "signals by name and number");
	ok(signal_is("RTMIN", SIGRTMIN) && signal_is("RTMIN+2", SIGRTMIN + 2) &&
		   signal_is("SIGRTMAX-1", SIGRTMAX - 1),
	   "and those without a name");
	ok(!kt_sets__signals("HUP,64", bits, &err) && bits[0] == 2 && bits[1] == 1, "several");
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ok(kt_sets__signals(wrong[i], bits, &err) && strstr(err.msg, "signal"),
		   "'%s' is none", wrong[i]);
}

static void test_dirs(void)
{
	struct kt_error err;
	uint8_t bits = 0;

	ok(!kt_sets__dirs("read,both", &bits, &err) &&
		   bits == (1 << KT_DIR_READ | 1 << KT_DIR_BOTH),
	   "directions");
	ok(kt_sets__dirs("up", &bits, &err) && strstr(err.msg, "up"), "no such direction");
	ok(kt_sets__dirs("unknown", &bits, &err) != 0, "unknown is none either");
}

int main(void)
{
	test_like_fnmatch();
	test_several();
	test_cpus();
	test_signals();
	test_dirs();
	return tap_done();
}
