# SPDX-License-Identifier: GPL-2.0-only
# Programs of tests/vm/85-frames.t. Addresses are in their output, so they are not position-independent.

frames-bin	:= $(O)/ppc64le/frames $(O)/ppc64le/frames-bare
frames-flags	:= -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Wshadow $(if $(WERROR),-Werror) \
		   -fno-pie -no-pie -static
frames-common	:= tests/frames/core.c tests/frames/raise.S
frames-src	:= $(addprefix tests/frames/,main.c good.c edit.c context.c rseq.c return.c deliver.c threads.c)

$(frames-bin): tests/frames/frames.h tests/frames/cases.h

$(O)/ppc64le/frames: $(frames-src) $(frames-common)
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc $(frames-flags) -mcpu=power9 -pthread -o $@ $(filter %.c %.S,$^)

# neither libc nor vector instructions: see bare.c
$(O)/ppc64le/frames-bare: tests/frames/bare.c $(frames-common)
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc $(frames-flags) -mno-vsx -mno-altivec -ffreestanding -fno-builtin \
		-fno-stack-protector -nostdlib -nostartfiles -o $@ $(filter %.c %.S,$^)
