#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Real tasks on this host: tests/bpf/tasks.c.
cd "$(dirname "$0")/../.." || exit 1
exec "${O:-build}/tests/bpf/bpf_tasks"
