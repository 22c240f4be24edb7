#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Made-up events on this host: tests/bpf/events.c.
cd "$(dirname "$0")/../.." || exit 1
exec "${O:-build}/tests/bpf/bpf_events"
