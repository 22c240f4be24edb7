#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a program sees of signal delivery and return, good and bad, is the same in each profile of the
# signal code as in the unpatched kernel; and in the kernel with every checker on, without a splat.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image plain
need_image trace
need_image debug
rounds=50 debug_rounds=10
[[ ${KUAPTRACE_LONG:-} ]] && rounds=1000 debug_rounds=200

# watch IMAGE ROUNDS: one boot, the output of each profile in IMAGE/PROFILE
watch() {
	local dir=$tap_dir/$1
	mkdir -p "$dir"
	in_vm "$dir" --image "$1" --smp 2 --timeout 900 --put "$vm_bin/frames" --put "$vm_bin/frames-bare" \
		--put "$vm_top/tests/frames/guest.sh" -- sh guest.sh "$2" >"$dir/out" 2>"$dir/err"
	ok $? "$1: no splat, all cases run to their end"
	awk -v dir="$dir" '/^== / { file = dir "/" $2; print $2; next } { print >file }' "$dir/out" \
		>"$dir/profiles"
	sed 's/^/# /' "$dir/err"
}

# whole FILE: all cases are there; without this two programs that print nothing would be equal
whole() {
	local cases
	cases=$(awk '{ print $1 }' "$1" | sort -u | wc -l)
	((cases >= 230)) && grep -qx 'bare-end ok 1' "$1" && grep -qx 'end ok 1' "$1"
	ok $? "${1#"$tap_dir"/}: $cases cases, $(wc -l <"$1") lines"
}

# same IMAGE: each profile against the unpatched kernel
same() {
	local profile file
	while read -r profile; do
		file=$tap_dir/$1/$profile
		whole "$file"
		tests/frames/compare "$profile" tests/frames/allowed "$reference" "$file" >"$tap_dir/diff"
		ok $? "$1: $profile is as the unpatched kernel, but for what tests/frames/allowed names"
		cut -c 1-200 "$tap_dir/diff" | sed 's/^/# /' | head -n 30
	done <"$tap_dir/$1/profiles"
	(($(wc -l <"$tap_dir/$1/profiles") >= 2))
	ok $? "$1: profiles $(paste -sd ' ' "$tap_dir/$1/profiles")"
}

reference=$tap_dir/plain/plain
watch plain "$rounds"
whole "$reference"
# what has to be so whatever the others do
for line in 'threads handled-all 1' 'threads wrong-frames 0' 'threads wrong-after 0' \
	'siglongjmp right 100' 'rseq-aborted aborted 1' 'vanish-munmap survived 1' \
	'vanish-mprotect survived 1' 'deliver-unmapped caught 11 128 0' 'return-r1-null caught 11 128 0'; do
	grep -qx "$line" "$reference"
	ok $? "plain: $line"
done
watch trace "$rounds"
same trace
watch debug "$debug_rounds"
same debug

done_testing
