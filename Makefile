# SPDX-License-Identifier: GPL-2.0-only
# kuaptrace. 'make demo' and 'make check' are whole: each installs what it lacks and builds what it
# needs. 'make help' lists the rest.
#
#   V=1              show commands
#   O=DIR            where to build (default: build)
#   CROSS_COMPILE=   the guest's compiler (default: powerpc64le-linux-gnu-)
#   WERROR=1         warnings are errors (make check sets it)

O		?= build
CROSS_COMPILE	?= powerpc64le-linux-gnu-
CLANG		?= clang
# Debian keeps it where only root's PATH looks.
BPFTOOL		?= $(firstword $(wildcard /usr/sbin/bpftool) bpftool)
PROVE		?= prove
VERSION		:= 0.1

Q		:= $(if $(V),,@)
msg		= @$(if $(V),true,printf '  %-8s %s\n' '$(1)' '$(2)')

.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL	:= all

CFLAGS		?= -O2 -g
kt-cflags	:= -std=gnu11 -D_GNU_SOURCE -DKT_VERSION='"$(VERSION)"' -Wall -Wextra -Wshadow \
		   $(if $(WERROR),-Werror) -Iinclude -Itools -MMD -MP
ppc-cflags	:= -O2 -g

pure-src	:= tools/log.c tools/opt.c $(wildcard tools/model/*.c tools/render/*.c)
live-src	:= $(wildcard tools/collect/*.c)
cmd-src		:= tools/main.c $(wildcard tools/cmd/*.c)
tool-src	:= $(pure-src) $(live-src) $(cmd-src)

host-obj	:= $(tool-src:%.c=$(O)/host/%.o)
ppc-obj		:= $(tool-src:%.c=$(O)/ppc64le/%.o)
asan-obj	:= $(pure-src:%.c=$(O)/asan/%.o)
unit-bin	:= $(patsubst tests/unit/%.c,$(O)/unit/%,$(wildcard tests/unit/test_*.c))

.PHONY: all
all: $(O)/kuaptrace $(O)/ppc64le/kuaptrace oracle

include bpf/build.mk
include tests/oracle/build.mk
include tools/packaging/package.mk
include tests/tests.mk
include tests/bench/build.mk
-include $(wildcard tests/bpf/build.mk)
-include $(wildcard tests/bench/live.mk)

# --- the command, native and for the guest -------------------------------------------------------

$(O)/kuaptrace: $(host-obj)
	$(call msg,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lbpf -lelf -lz -ljansson -lncursesw -ltinfo -lm

$(O)/host/%.o: %.c
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CC) $(CFLAGS) $(kt-cflags) -I$(O)/bpf/x86 -c -o $@ $<

# A cross sysroot of this machine's own Debian release, unpacked once into the cache.
$(O)/sysroot: kernel/root Makefile
	@mkdir -p $(O)
	$(Q)ln -sfn "$$(kernel/root sysroot libc6-dev linux-libc-dev libbpf-dev libelf-dev \
		zlib1g-dev libzstd-dev libjansson-dev libncurses-dev)" $@

$(O)/ppc64le/kuaptrace: $(ppc-obj)
	$(call msg,LD,$@)
	$(Q)$(CROSS_COMPILE)gcc --sysroot=$(O)/sysroot -static $(ppc-cflags) -o $@ $^ \
		-lbpf -lelf -lz -lzstd -ljansson -lncursesw -ltinfo -lm

$(O)/ppc64le/tools/%.o: tools/%.c | $(O)/sysroot
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc --sysroot=$(O)/sysroot $(ppc-cflags) $(kt-cflags) -I$(O)/bpf/powerpc \
		-c -o $@ $<

$(live-src:%.c=$(O)/host/%.o): | $(bpf-skels-x86)
$(live-src:%.c=$(O)/ppc64le/%.o): | $(bpf-skels-powerpc)

-include $(host-obj:.o=.d) $(ppc-obj:.o=.d)

# --- what the README's commands do ---------------------------------------------------------------

.PHONY: demo
demo: deps
	$(Q)$(MAKE) --no-print-directory all
	$(Q)tests/demo

# The README's picture and the two run files beside it, from the last demo.
.PHONY: examples
examples:
	$(Q)cp $(O)/demo/before.json $(O)/demo/after.json docs/examples/
	$(Q)awk -v picture=$(O)/demo/output.txt ' \
		/^```$$/ && !done { print; \
			if (!inside) { while ((getline line <picture) > 0) print line; inside = 1 } \
			else { inside = 0; done = 1 } \
			next } \
		!inside' README.md >$(O)/README.md && mv $(O)/README.md README.md

.PHONY: deps
deps:
	$(Q).ci/deps

.PHONY: clean
clean:
	rm -rf $(O)

.PHONY: help
help:
	@echo 'make demo       a kernel under trace, before and after, side by side'
	@echo 'make results    the experiments of the mailing list threads, measured: docs/results.md'
	@echo 'make check      all tests that fit into a coffee break; ends in a count'
	@echo 'make check-all  those, and what takes longer'
	@echo 'make all        the command (native and static ppc64le), the oracle'
	@echo 'make bench-stats  how often check and ab give a wrong verdict, by simulation'
	@echo 'make bench-live what record and top cost with 10,000 tasks (figures)'
	@echo 'make deps       the Debian packages that all of this needs'
	@echo 'make install  DESTDIR= prefix= ; make deb, make dist: packages for users'
	@echo 'make examples   docs/examples anew from the last demo'
	@echo 'make clean      build/, not the cache of kernels'
