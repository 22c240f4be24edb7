#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a program sees of signal delivery and return, good and bad, is the same in each profile of the
# signal code as in the unpatched kernel; and in the kernel with every checker on, without a splat. The
# access checker watches the profiles: no access but in a window, no window left open, good frame or bad.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image plain
need_image trace
need_image debug
need_checker
rounds=50 debug_rounds=10
[[ ${KUAPTRACE_LONG:-} ]] && rounds=1000 debug_rounds=200

# watch IMAGE ROUNDS RUNS OPTION..: one boot, the output of each profile and run in IMAGE/PROFILE.RUN
watch() {
	local dir=$tap_dir/$1
	in_vm "$dir" --image "$1" --smp 2 --timeout 1800 "${@:4}" --put "$vm_bin/frames" \
		--put "$vm_bin/frames-bare" --put "$vm_top/tests/frames/guest.sh" -- \
		sh guest.sh "$2" "$3" >"$tap_dir/out" 2>"$tap_dir/err"
	ok $? "$1: no splat, all cases run to their end"
	awk -v dir="$dir" '/^== / { file = dir "/" $2 "." $3; print $2; next } { print >file }' \
		"$tap_dir/out" | sort -u >"$dir/profiles"
	sed 's/^/# /' "$tap_dir/err"
}

# whole FILE..: all cases are there; without this two programs that print nothing would be equal
whole() {
	local file cases bad=0
	for file; do
		cases=$(awk '{ print $1 }' "$file" | sort -u | wc -l)
		((cases >= 240)) && grep -qx 'bare-end ok 1' "$file" && grep -qx 'end ok 1' "$file" || bad=1
	done
	ok $bad "${1#"$tap_dir"/}: $cases cases, $(wc -l <"$1") lines"
}

# same IMAGE PREFIX: each profile against the unpatched kernel. A switch at the wrong moment is visible,
# and a host that is busy enough makes some: what differs has to differ in each pair of runs.
same() {
	local profile ref file
	while read -r profile; do
		whole "$tap_dir/$1/$profile".*
		: >"$tap_dir/diff"
		for ref in "$tap_dir"/plain/plain.*; do
			for file in "$tap_dir/$1/$profile".*; do
				if tests/frames/compare "$2$profile" tests/frames/allowed "$ref" "$file" \
					>"$tap_dir/new"; then
					: >"$tap_dir/diff"
					break 2
				fi
				[[ -s $tap_dir/new ]] || echo "compare itself failed" >"$tap_dir/new"
				sort -o "$tap_dir/new" "$tap_dir/new"
				[[ -s $tap_dir/diff ]] || cp "$tap_dir/new" "$tap_dir/diff"
				comm -12 "$tap_dir/diff" "$tap_dir/new" >"$tap_dir/both"
				mv "$tap_dir/both" "$tap_dir/diff"
				[[ -s $tap_dir/diff ]] || break 2
			done
		done
		[[ ! -s $tap_dir/diff ]]
		ok $? "$1: $profile is as the unpatched kernel, but for what tests/frames/allowed names"
		cut -c 1-200 "$tap_dir/diff" | sed 's/^/# /' | head -n 30
	done <"$tap_dir/$1/profiles"
	(($(wc -l <"$tap_dir/$1/profiles") >= 2))
	ok $? "$1: profiles $(paste -sd ' ' "$tap_dir/$1/profiles")"
}

watch plain "$rounds" 2
whole "$tap_dir"/plain/plain.*
# what has to be so whatever the others do
for line in 'threads handled-all 1' 'threads wrong-frames 0' 'threads wrong-after 0' \
	'siglongjmp right 100' 'rseq-aborted aborted 1' 'vanish-munmap survived 1' \
	'vanish-mprotect survived 1' 'deliver-unmapped caught 11 128 0' 'return-r1-null caught 11 128 0'; do
	grep -qx "$line" "$tap_dir/plain/plain.1"
	ok $? "plain: $line"
done
mapfile -t checker < <(checker_args "$tap_dir/checker.json")
watch trace "$rounds" 2 "${checker[@]}"
same trace ''
checked 0 "$tap_dir/checker.json" "the access checker, all profiles"
watch debug "$debug_rounds" 1
same debug debug-

done_testing
