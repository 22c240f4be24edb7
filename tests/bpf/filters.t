#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What filters let through, on this host: tests/bpf/filters.c.
cd "$(dirname "$0")/../.." || exit 1
exec "${O:-build}/tests/bpf/bpf_filters"
