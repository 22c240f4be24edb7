# SPDX-License-Identifier: GPL-2.0-only
# Tests of the BPF programs, for this host: $(BPF_TESTS), run by prove -e '', as root.
# Included by the top Makefile after bpf/build.mk.

BPF_TEST_NAMES := events tasks
BPF_TESTS := $(BPF_TEST_NAMES:%=$(O)/tests/bpf/bpf_%)
BPF_TEST_LIBS := -lbpf -lelf -lz -lm

# All that the tool needs between its programs and a run, and no command.
BPF_TEST_SRCS := tests/bpf/bed.c tools/log.c \
	$(addprefix tools/model/,error.c hist.c run.c utf8.c) \
	$(addprefix tools/collect/,events.c host.c kconfig.c ksyms.c maps.c tracepoints.c why.c)
BPF_TEST_OBJS := $(BPF_TEST_SRCS:%.c=$(O)/tests/bpf/obj/%.o)
BPF_TEST_CFLAGS ?= -O2 -g -Wall -Wextra -Wshadow

$(O)/tests/bpf/obj/%.o: %.c $(bpf-skels-x86)
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CC) -std=gnu11 -D_GNU_SOURCE $(BPF_TEST_CFLAGS) -MMD -MP -Iinclude -Itools -Itests/bpf \
		-I$(O)/bpf/x86 -c $< -o $@

$(O)/tests/bpf/bpf_%: $(O)/tests/bpf/obj/tests/bpf/%.o $(BPF_TEST_OBJS)
	$(call msg,LD,$@)
	$(Q)$(CC) $^ -o $@ $(BPF_TEST_LIBS)

.PRECIOUS: $(O)/tests/bpf/obj/%.o
-include $(BPF_TEST_OBJS:.o=.d) $(BPF_TEST_NAMES:%=$(O)/tests/bpf/obj/tests/bpf/%.d)

.PHONY: bpf-tests
bpf-tests: $(BPF_TESTS)
