// SPDX-License-Identifier: GPL-2.0-only
/* top's rows and lines, from two readings made up here. */
#include <stdlib.h>

#include "model/live.h"
#include "render/live.h"
#include "tap.h"

static struct kt_run *reading(double at, uint64_t grown)
{
	static const struct {
		uint32_t pid, tid;
		uint64_t cgroup, windows, signals;
		const char *comm;
	} tasks[] = {
		{ 10, 10, 1, 100, 10, "leader" },
		{ 10, 11, 1, 200, 0, "worker" },
		{ 20, 20, 2, 50, 5, "b\x1b[2J\xff\"" },
	};
	struct kt_run *run = kt_run__new();
	size_t i;

	run->host.kernel = strdup("6.12.0-test");
	run->host.mmu = strdup("radix");
	run->host.kuap = 1;
	run->host.cpus = 4;
	run->workload.seconds = at;
	run->tasks = calloc(3, sizeof(*run->tasks));
	run->nr_tasks = 3;
	for (i = 0; i < 3; i++) {
		struct kt_run_task *t = &run->tasks[i];

		t->id = (uint32_t)i + 1;
		t->pid = tasks[i].pid;
		t->tid = tasks[i].tid;
		t->cgroup = tasks[i].cgroup;
		/* the worker grows alone */
		t->windows = tasks[i].windows + (i == 1 ? grown : 0);
		t->signals = tasks[i].signals;
		snprintf(t->comm, sizeof(t->comm), "%s", tasks[i].comm);
	}
	run->sites = calloc(2, sizeof(*run->sites));
	run->nr_sites = 2;
	run->sites[0] = (struct kt_site){ strdup("get_user"), strdup("sys_a"), KT_PHASE_OTHER,
					  KT_DIR_READ, false, 150, 0 };
	run->sites[1] = (struct kt_site){ strdup("put_user"), strdup("sys_b"), KT_PHASE_SETUP,
					  KT_DIR_WRITE, false, 200 + grown, 0 };
	run->windows[KT_PHASE_OTHER] = 150;
	run->windows[KT_PHASE_SETUP] = 200 + grown;
	run->sums[KT_SUM_SETUPS] = 15;
	return run;
}

static struct kt_run *before, *now;

static struct kt_live *live(struct kt_live_conf conf)
{
	return kt_live__new(before, now, &conf);
}

static void test_tasks(void)
{
	struct kt_live *l = live((struct kt_live_conf){ .by = KT_BY_TASK });

	ok(l->nr == 3 && l->rows[0].tid == 11, "by task: who opened most in the interval is first");
	is_f64(l->rows[0].windows_s, 25, "50 windows in 2 s are 25 a second");
	is_f64(l->rows[0].share, 1, "and all of the interval");
	is_u64(l->rows[0].windows, 250, "its total is since the start");
	ok(l->rows[1].tid == 10 && l->rows[1].windows_s == 0, "then the one with the larger total");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_TASK, .reverse = true });
	ok(l->rows[2].tid == 11, "reverse: it is last");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_TASK, .sort = KT_SORT_NAME });
	ok(l->rows[0].tid == 20 && l->rows[1].tid == 10, "by name");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_TASK, .find = "work" });
	ok(l->nr == 1 && l->left_out == 2, "find: the others are left out, and counted");
	kt_live__free(l);
	now->tasks[0].flags |= KT_TASK_EXITED;
	now->tasks[1].flags |= KT_TASK_EXITED;
	l = live((struct kt_live_conf){ .by = KT_BY_TASK });
	ok(l->nr == 2, "who ended and did nothing in the interval is gone; who did, is not");
	kt_live__free(l);
	now->tasks[0].flags = now->tasks[1].flags = 0;
}

static const char *path_of(void *arg, uint64_t id)
{
	return id == 1 ? arg : NULL;
}

static void test_groups(void)
{
	char path[] = "/a/b";
	struct kt_live *l = live((struct kt_live_conf){ .by = KT_BY_PROCESS });

	ok(l->nr == 2 && l->rows[0].id == 10 && l->rows[0].tasks == 2 &&
		   !strcmp(l->rows[0].name, "leader"),
	   "by process: threads added up, under the leader's name");
	ok(l->rows[0].windows == 350 && l->rows[0].signals == 10, "with all their counts");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_CGROUP, .cgroup = path_of, .arg = path });
	ok(l->nr == 2 && !strcmp(l->rows[0].name, "/a/b") && l->rows[0].tasks == 2,
	   "by cgroup: by its path");
	ok(!strcmp(l->rows[1].name, "cgroup 2"), "one that is gone keeps its number");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_SITE });
	ok(l->nr == 2 && !strcmp(l->rows[0].name, "put_user") && l->rows[0].windows_s == 25,
	   "by site");
	kt_live__free(l);
	l = live((struct kt_live_conf){ .by = KT_BY_SITE, .find = "sys_a" });
	ok(l->nr == 1 && !strcmp(l->rows[0].name, "get_user"), "find looks at callers too");
	kt_live__free(l);
}

static void test_first(void)
{
	struct kt_live_conf conf = { .by = KT_BY_TASK };
	struct kt_live *l = kt_live__new(NULL, before, &conf);

	ok(l && l->nr == 3 && l->rows[0].windows_s == 200, "the first reading: all since the start");
	kt_live__free(l);
}

/* Columns, as far as the tests' characters go: bytes that start one. */
static size_t columns(const char *s, size_t len)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		n += (s[i] & 0xc0) != 0x80;
	return n;
}

static void test_lines(int by, int width)
{
	struct live_look look = { .filter = "comm=x", .rows = 100, .frozen = true };
	struct kt_live_conf conf = { .by = (enum kt_live_by)by };
	struct kt_live *l = live(conf);
	struct render_env env = { .width = width, .utf8 = true };
	size_t size, len, lines = 0, widest = 0;
	char *text, *p;
	bool clean = true;

	env.out = open_memstream(&text, &size);
	table__live(&env, l, &conf, &look);
	fclose(env.out);
	for (p = text; *p; p += len + 1) {
		len = strcspn(p, "\n");
		widest = columns(p, len) > widest ? columns(p, len) : widest;
		lines++;
	}
	for (p = text; *p; p++)
		clean = clean && ((unsigned char)*p >= ' ' || *p == '\n');
	ok(lines == LIVE_HEAD_LINES + l->nr, "by %s: a line a row", kt_live_by_names[by]);
	is_u64(widest, (uint64_t)width, "just as wide as the terminal");
	ok(clean && strstr(text, "FROZEN") && strstr(text, "comm=x"), "no control byte gets through");
	look.rows = 1;
	look.from = 1;
	free(text);
	env.out = open_memstream(&text, &size);
	table__live(&env, l, &conf, &look);
	fclose(env.out);
	for (lines = 0, p = text; *p; p++)
		lines += *p == '\n';
	is_u64(lines, LIVE_HEAD_LINES + 1, "no more rows than fit");
	free(text);
	kt_live__free(l);
}

int main(void)
{
	int i;

	before = reading(3, 0);
	now = reading(5, 50);
	test_tasks();
	test_groups();
	test_first();
	for (i = 0; i < KT_BY_MAX; i++) {
		test_lines(i, 80);
		test_lines(i, 132);
	}
	kt_run__free(before);
	kt_run__free(now);
	return tap_done();
}
