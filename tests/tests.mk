# SPDX-License-Identifier: GPL-2.0-only
# How tests are built and run. All speak TAP; prove counts them.
#
#   make check TESTS='tests/cli/*.t'   only these

CHECK_IMAGES	:= trace plain debug
unit-tests	= $(unit-bin)
bench-tests	= $(O)/bench-stats
TESTS		?= $(sort $(wildcard tests/lint/*.t tests/cli/*.t tests/kernel/*.t tests/bpf/*.t tests/oracle/*.t tests/vm/*.t))

# The model and the renderers, with every sanitizer: they read what strangers wrote.
san-flags	:= -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all

$(O)/asan/%.o: %.c
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CC) $(san-flags) $(kt-cflags) -c -o $@ $<

$(O)/unit/%: $(O)/asan/tests/unit/%.o $(asan-obj)
	@mkdir -p $(@D)
	$(call msg,LD,$@)
	$(Q)$(CC) $(san-flags) -o $@ $^ -ljansson -lm

-include $(asan-obj:.o=.d) $(wildcard $(O)/asan/tests/unit/*.d)

$(O)/ppc64le/nobody $(O)/ppc64le/touch: $(O)/ppc64le/%: tests/vm/%.c
	@mkdir -p $(@D)
	$(call msg,CC,$@)
	$(Q)$(CROSS_COMPILE)gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -static -o $@ $<

include tests/frames/build.mk

# Figures of the command by itself: what `make bench-cli` prints is what documents quote.
.PHONY: bench-cli
bench-cli: $(O)/kuaptrace $(O)/mkrun
	$(Q)tests/bench/cli

.PHONY: images
images: $(CHECK_IMAGES:%=image-%)

.PHONY: image-%
image-%:
	$(Q)kernel/build --image $* >/dev/null

# Every experiment of the seeds, into docs/results.md. Boots for minutes; a missing image is named there.
.PHONY: results
results: deps
	$(Q)$(MAKE) --no-print-directory all
	$(Q)tests/results/run

.PHONY: unit
unit: $(unit-bin) $(O)/unit/mkprom

# deps first and by itself: what follows needs the compilers.
.PHONY: check check-all
check: deps
	$(Q)$(MAKE) --no-print-directory WERROR=1 check-built

check-all:
	$(Q)KUAPTRACE_LONG=1 $(MAKE) --no-print-directory deps
	$(Q)KUAPTRACE_LONG=1 $(MAKE) --no-print-directory WERROR=1 check-built

.PHONY: check-built
check-built: images all unit bpf-tests $(O)/bench-stats $(O)/mkrun $(O)/ppc64le/nobody $(O)/ppc64le/touch \
		$(frames-bin)
	$(Q)tests/run $(unit-tests) $(bench-tests) $(TESTS)
