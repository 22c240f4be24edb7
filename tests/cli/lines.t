#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# compare --vmlinux: the source lines of sites, from any ELF file with debug information.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data

printf '%s\n' 'void setup_trampoline(void) { }' '' 'void restore_sigcontext(void) { }' >"$tap_dir/kernel.c"
for cc in gcc powerpc64le-linux-gnu-gcc; do
	command -v $cc >/dev/null || continue
	(cd "$tap_dir" && $cc -g -c kernel.c -o vmlinux)
	expect_exit 0 "$cc" "$kuaptrace" compare $data/before.json $data/after.json --vmlinux "$tap_dir/vmlinux"
	has "$out" "kernel.c:3" "$cc: the line of restore_sigcontext, which vanished"
	has "$out" "kernel.c:1" "$cc: and of setup_trampoline"
	ok "$(($(grep -c 'kernel\.c' "$out") != 2))" "$cc: and none of what is not in it"
	(cd "$tap_dir" && $cc -c kernel.c -o plain)
	expect_exit 0 "$cc, no debug information" \
		"$kuaptrace" compare $data/before.json $data/after.json --vmlinux "$tap_dir/plain"
	has "$err" "has no debug information" "$cc: is said"
done
for format in json markdown html; do
	expect_exit 0 "$format" "$kuaptrace" compare $data/before.json $data/after.json \
		--vmlinux "$tap_dir/vmlinux" --format $format
	sed -i "s/&#58;/:/" "$out"
	has "$out" "kernel.c:3" "$format: the line"
done
expect_exit 3 "no such file" "$kuaptrace" compare $data/before.json $data/after.json --vmlinux "$tap_dir/none"
expect_exit 3 "no ELF file" "$kuaptrace" compare $data/before.json $data/after.json --vmlinux "$tap_dir/kernel.c"

done_testing
