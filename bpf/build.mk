# SPDX-License-Identifier: GPL-2.0-only
# BPF objects and their skeletons, for both targets:
#
#   $(O)/bpf/<arch>/kuaptrace.skel.h   CO-RE, for kernels with BTF
#   $(O)/bpf/<arch>/kt_plain.skel.h    arguments and helpers only, for kernels without
#
# <arch> is the kernel's: powerpc or x86. Include with -I$(O)/bpf/<arch>.

O ?= build
CLANG ?= clang
BPFTOOL ?= bpftool
BPF_TARGET ?= bpfel
BPF_CPU ?= v3

BPF_ARCHES := powerpc x86
BPF_FAMILIES := maps uaccess signal math amr task
BPF_SETS := kuaptrace kt_plain

bpf-flags-kuaptrace :=
bpf-flags-kt_plain := -DKT_PLAIN

# clang -target bpf does not look where the host keeps <asm/types.h>.
BPF_SYS_INCLUDES := $(shell $(CLANG) -v -E - </dev/null 2>&1 | \
	sed -n '/<...> search starts here:/,/End of search list./{ s| \(/.*\)|-idirafter \1|p }')

BPF_CFLAGS ?= -O2 -g -Wall -Wextra -Wno-unused-parameter -Werror

# The set's objects are linked into one; its name is the skeleton's.
define bpf-set
bpf-objs-$(1)-$(2) := $$(BPF_FAMILIES:%=$$(O)/bpf/$(1)/$(2)/%.bpf.o)

$$(O)/bpf/$(1)/$(2)/%.bpf.o: bpf/%.bpf.c bpf/build.mk
	@mkdir -p $$(@D)
	$$(call msg,CLANG,$$@)
	$$(Q)$$(CLANG) -target $$(BPF_TARGET) -mcpu=$$(BPF_CPU) $$(BPF_CFLAGS) -MMD -MP \
		-D__TARGET_ARCH_$(1) $$(bpf-flags-$(2)) -Iinclude -Ibpf $$(BPF_SYS_INCLUDES) \
		-c $$< -o $$@

$$(O)/bpf/$(1)/$(2).bpf.o: $$(bpf-objs-$(1)-$(2))
	$$(call msg,BPFLINK,$$@)
	$$(Q)$$(BPFTOOL) gen object $$@ $$^

$$(O)/bpf/$(1)/$(2).skel.h: $$(O)/bpf/$(1)/$(2).bpf.o
	$$(call msg,SKEL,$$@)
	$$(Q)$$(BPFTOOL) gen skeleton $$< name $(2) >$$@.tmp && mv $$@.tmp $$@

bpf-skels-$(1) += $$(O)/bpf/$(1)/$(2).skel.h
-include $$(bpf-objs-$(1)-$(2):.o=.d)
endef

$(foreach a,$(BPF_ARCHES),$(foreach s,$(BPF_SETS),$(eval $(call bpf-set,$(a),$(s)))))

.PHONY: bpf
bpf: $(foreach a,$(BPF_ARCHES),$(bpf-skels-$(a)))
