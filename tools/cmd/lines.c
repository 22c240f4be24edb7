// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd.h"
#include "cmd/lines.h"
#include "log.h"

struct func {
	const char *name;
	uint64_t addr;
};

struct image {
	int fd;
	Elf *elf;
	struct func *funcs; /* sorted by name, which the ELF file owns */
	size_t nr;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct func *)a)->name, ((const struct func *)b)->name);
}

static void read_symbols(struct image *im, Elf_Scn *scn, const GElf_Shdr *head)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t n = head->sh_entsize ? head->sh_size / head->sh_entsize : 0, i;
	const char *name;
	GElf_Sym sym;

	im->funcs = data ? calloc(n + 1, sizeof(*im->funcs)) : NULL;
	for (i = 0; im->funcs && i < n; i++) {
		if (!gelf_getsym(data, (int)i, &sym) || GELF_ST_TYPE(sym.st_info) != STT_FUNC)
			continue;
		name = elf_strptr(im->elf, head->sh_link, sym.st_name);
		if (name)
			im->funcs[im->nr++] = (struct func){ name, sym.st_value };
	}
	if (im->nr)
		qsort(im->funcs, im->nr, sizeof(*im->funcs), by_name);
}

static int image_open(struct image *im, const char *path)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr head;

	memset(im, 0, sizeof(*im));
	im->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (im->fd < 0) {
		log_error("cannot open '%s': %s", path, strerror(errno));
		return -1;
	}
	elf_version(EV_CURRENT);
	im->elf = elf_begin(im->fd, ELF_C_READ, NULL);
	while (im->elf && !im->nr && (scn = elf_nextscn(im->elf, scn)))
		if (gelf_getshdr(scn, &head) && head.sh_type == SHT_SYMTAB)
			read_symbols(im, scn, &head);
	if (im->nr)
		return 0;
	log_error("%s: is no ELF file with a symbol table", path);
	log_hint("give the vmlinux of the kernel's build directory, not the boot image");
	return -1;
}

static void image_close(struct image *im)
{
	free(im->funcs);
	elf_end(im->elf);
	if (im->fd >= 0)
		close(im->fd);
}

/* An address that has no line where there is none; a module's is in another file. */
static uint64_t address_of(const struct image *im, const char *symbol)
{
	const struct func key = { symbol, 0 }, *f;

	f = bsearch(&key, im->funcs, im->nr, sizeof(key), by_name);
	return f ? f->addr : UINT64_MAX;
}

static pid_t start(const char *tool, const char *vmlinux, FILE *questions, int *answers)
{
	int fds[2], null;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return -1;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		cmd__reset_signals();
		null = open("/dev/null", O_WRONLY | O_CLOEXEC);
		lseek(fileno(questions), 0, SEEK_SET);
		if (dup2(fileno(questions), 0) == 0 && dup2(fds[1], 1) == 1 && dup2(null, 2) == 2)
			execlp(tool, tool, "-e", vmlinux, (char *)NULL);
		_exit(KT_EXIT_NOT_FOUND);
	}
	close(fds[1]);
	*answers = fds[0];
	if (pid < 0)
		close(fds[0]);
	return pid;
}

/* "??:0" and the like are no answer. */
static bool keep(struct kt_compare_site *s, char *line)
{
	line[strcspn(line, "\n")] = '\0';
	line[strcspn(line, " ")] = '\0'; /* "(discriminator 2)" */
	free(s->source);
	s->source = strncmp(line, "??", 2) && !strstr(line, ":?") ? strdup(line) : NULL;
	return s->source != NULL;
}

/* One line for each site: lines found, or -1 when this tool cannot read the file. */
static long ask(const char *tool, const char *vmlinux, FILE *questions, struct kt_compare *cmp)
{
	int fd, status = 0;
	pid_t pid = start(tool, vmlinux, questions, &fd);
	char line[4096];
	long found = 0;
	size_t i = 0;
	FILE *f;

	if (pid < 0)
		return -1;
	f = fdopen(fd, "r");
	while (f && i < cmp->nr_sites && fgets(line, sizeof(line), f))
		found += keep(&cmp->sites[i++], line);
	if (f)
		fclose(f);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return f && i == cmp->nr_sites && WIFEXITED(status) && !WEXITSTATUS(status) ? found : -1;
}

int lines__find(const char *vmlinux, struct kt_compare *cmp)
{
	static const char *const tools[] = { "addr2line", "llvm-addr2line",
					     "powerpc64le-linux-gnu-addr2line" };
	FILE *questions = tmpfile();
	struct image im;
	long found = -1;
	size_t i;

	if (!questions || image_open(&im, vmlinux)) {
		if (questions)
			fclose(questions);
		return KT_EXIT_DATA;
	}
	for (i = 0; i < cmp->nr_sites; i++)
		fprintf(questions, "0x%llx\n",
			(unsigned long long)address_of(&im, cmp->sites[i].symbol));
	fflush(questions);
	for (i = 0; i < sizeof(tools) / sizeof(tools[0]) && found < 0; i++)
		found = ask(tools[i], vmlinux, questions, cmp);
	image_close(&im);
	fclose(questions);
	if (found > 0)
		return KT_EXIT_OK;
	if (!found) {
		log_warn("%s: has no debug information: no source lines", vmlinux);
		return KT_EXIT_OK;
	}
	log_error("%s: no addr2line here can read it", vmlinux);
	log_hint("install llvm, or the binutils of its architecture");
	return KT_EXIT_CANNOT;
}
