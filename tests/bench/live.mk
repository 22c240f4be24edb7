# SPDX-License-Identifier: GPL-2.0-only
# make bench-live: what record and top cost with 10,000 live tasks. Figures, no test.

live-bench-src	:= tests/bench/live.c $(pure-src) $(filter-out %/child.c %/recording.c,$(live-src))
live-bench-obj	:= $(live-bench-src:%.c=$(O)/host/%.o)
LIVE_TASKS	?= 10000

$(O)/bench/live: $(live-bench-obj)
	@mkdir -p $(@D)
	$(call msg,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lbpf -lelf -lz -ljansson -lm -lpthread

$(O)/host/tests/bench/live.o: | $(bpf-skels-x86)

.PHONY: bench-live bench-cli
bench-live: $(O)/bench/live $(O)/kuaptrace
	$(Q)$(O)/bench/live $(LIVE_TASKS) $(O)/bench/live.json
	$(Q)bash -c 'TIMEFORMAT="report of that run: %R s"; time $(O)/kuaptrace report $(O)/bench/live.json >/dev/null'

bench-cli: bench-live
