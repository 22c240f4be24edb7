# SPDX-License-Identifier: GPL-2.0-only
# The oracle (a QEMU plugin for this host) and its workload, for the guest and for this host.
# Included by the top Makefile; Q, O, CC, CROSS_COMPILE and SYSROOT (for the guest's libc, where
# the cross compiler has none of its own) may be set there.

O		?= build
CROSS_COMPILE	?= powerpc64le-linux-gnu-

ORACLE_CFLAGS	:= -std=gnu11 -O2 -Wall -Wextra -Iinclude -MMD -MP

.PHONY: oracle
oracle: $(O)/oracle/oracle.so $(O)/ppc64le/workload $(O)/host/workload

$(O)/oracle/%.o: tests/oracle/%.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ORACLE_CFLAGS) -fPIC -fvisibility=hidden -c -o $@ $<

# The plugin API is resolved by the QEMU that loads it.
$(O)/oracle/oracle.so: $(O)/oracle/oracle.o $(O)/oracle/tally.o $(O)/oracle/access.o
	$(Q)$(CC) -shared -pthread -o $@ $^

# Static: it runs in an initramfs without a libc.
$(O)/ppc64le/workload: tests/oracle/workload.c
	@mkdir -p $(@D)
	$(Q)$(CROSS_COMPILE)gcc $(addprefix --sysroot=,$(SYSROOT)) $(ORACLE_CFLAGS) -static \
		-MF $@.d -MT $@ -o $@ $<

$(O)/host/workload: tests/oracle/workload.c
	@mkdir -p $(@D)
	$(Q)$(CC) $(ORACLE_CFLAGS) -MF $@.d -MT $@ -o $@ $<

-include $(O)/oracle/oracle.d $(O)/oracle/tally.d $(O)/oracle/access.d $(O)/ppc64le/workload.d $(O)/host/workload.d
