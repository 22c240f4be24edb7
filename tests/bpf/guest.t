#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The same tests where they matter: ppc64le, its JIT, KUAP on, no patch needed.
set -u
cd "$(dirname "$0")/../.." || exit 1
bin=${O:-build}/tests/bpf/ppc64le
image=
for i in plain trace; do
	[[ -z $image && -f build/kernel/$i/vmlinux ]] && image=$i
done
if [[ -z $image ]]; then
	echo "1..0 # SKIP no kernel image: kernel/build makes it"
	exit 0
fi
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
n=0

for t in events filters tasks; do
	kernel/vm --image "$image" --smp 2 --put "$bin/bpf_$t" -- "./bpf_$t" >"$out"
	status=$?
	plan=$(sed -n 's/^1\.\.//p' "$out")
	passed=$(grep -c '^ok ' "$out")
	((++n))
	if ((status == 0 && passed > 0 && passed == plan)); then
		echo "ok $n - $t: all $passed tests pass on ppc64le, no splat"
	else
		echo "not ok $n - $t on ppc64le: exit status $status, $passed of ${plan:-?} passed"
		grep -v '^ok ' "$out" | sed 's/^/# /'
	fi
done
echo "1..$n"
