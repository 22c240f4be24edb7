# SPDX-License-Identifier: GPL-2.0-only
# Tests of the BPF programs for this host, $(BPF_TESTS), and for the guest: tests/bpf/*.t run them.
# Included by the top Makefile after bpf/build.mk.

BPF_TEST_NAMES := events filters tasks
BPF_TESTS := $(BPF_TEST_NAMES:%=$(O)/tests/bpf/bpf_%)
BPF_GUEST_TESTS := $(BPF_TEST_NAMES:%=$(O)/tests/bpf/ppc64le/bpf_%)
BPF_TEST_LIBS := -lbpf -lelf -lz

# All that the tool needs between its programs and a run, and no command.
BPF_TEST_SRCS := tests/bpf/bed.c tools/log.c \
	$(addprefix tools/model/,error.c glob.c hist.c run.c sets.c utf8.c) \
	$(addprefix tools/collect/,batch.c cgroup.c events.c filter.c host.c kconfig.c ksyms.c maps.c tracepoints.c why.c)
BPF_TEST_OBJS := $(BPF_TEST_SRCS:%.c=$(O)/tests/bpf/obj/%.o)
BPF_GUEST_OBJS := $(BPF_TEST_SRCS:%.c=$(O)/tests/bpf/ppc64le/obj/%.o)
BPF_TEST_CFLAGS := -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Wshadow -MMD -MP \
	-Iinclude -Itools -Itests/bpf

$(O)/tests/bpf/obj/%.o: %.c $(bpf-skels-x86)
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CC) $(BPF_TEST_CFLAGS) $(if $(WERROR),-Werror) -I$(O)/bpf/x86 -c $< -o $@

$(O)/tests/bpf/bpf_%: $(O)/tests/bpf/obj/tests/bpf/%.o $(BPF_TEST_OBJS)
	$(call msg,LD,$@)
	$(Q)$(CC) $^ -o $@ $(BPF_TEST_LIBS) -lm

$(O)/tests/bpf/ppc64le/obj/%.o: %.c $(bpf-skels-powerpc) | $(O)/sysroot
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc --sysroot=$(O)/sysroot $(BPF_TEST_CFLAGS) \
		$(if $(WERROR),-Werror) -I$(O)/bpf/powerpc -c $< -o $@

$(O)/tests/bpf/ppc64le/bpf_%: $(O)/tests/bpf/ppc64le/obj/tests/bpf/%.o $(BPF_GUEST_OBJS)
	$(call msg,LD,$@)
	$(Q)$(CROSS_COMPILE)gcc --sysroot=$(O)/sysroot -static $^ -o $@ $(BPF_TEST_LIBS) -lzstd -lm

-include $(BPF_TEST_OBJS:.o=.d) $(BPF_GUEST_OBJS:.o=.d)
-include $(wildcard $(O)/tests/bpf/obj/tests/bpf/*.d $(O)/tests/bpf/ppc64le/obj/tests/bpf/*.d)

.PHONY: bpf-tests
bpf-tests: $(BPF_TESTS) $(BPF_GUEST_TESTS)
