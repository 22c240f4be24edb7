# SPDX-License-Identifier: GPL-2.0-only
# The quality of verdicts, by simulation.

model-obj	:= $(patsubst %.c,$(O)/host/%.o,$(wildcard tools/model/*.c))

$(O)/bench-stats: tests/bench/stats.c $(model-obj)
	$(call msg,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(filter-out -MMD -MP,$(kt-cflags)) -o $@ $^ -ljansson -lm

# makes run files, for the tests of speed and for bench-cli
$(O)/mkrun: tests/lib/mkrun.c $(model-obj)
	$(call msg,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(filter-out -MMD -MP,$(kt-cflags)) -o $@ $^ -ljansson -lm

.PHONY: bench-stats
bench-stats: $(O)/bench-stats
	$(Q)$<
