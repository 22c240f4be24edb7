#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The kernel's own signal and math selftests end the same in each profile of the signal code as in the
# unpatched kernel. What needs minutes under emulation is in make check-all: signal (half a million
# signals), {fpu,vmx}_syscall (4000 forks each), {fpu,vmx,vsx}_preempt (20 to 60 s of waiting), all of
# sigfuz. TM tests skip themselves: QEMU has no transactional memory. The access checker watches the
# profiles; the kernel with every checker on must not splat.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image plain
need_image trace
need_image debug
need_checker
which=short
[[ ${KUAPTRACE_LONG:-} ]] && which=long

if ! programs=$(tests/selftests/build 2>"$tap_dir/build.err"); then
	ok 1 "the selftests compile"
	sed 's/^/# /' "$tap_dir/build.err"
	done_testing
fi
put=()
for file in "$programs"/signal/* "$programs"/math/*; do put+=(--put "$file"); done

# selftests IMAGE OPTION..: one boot, one line for each profile and program in IMAGE/out
selftests() {
	local dir=$tap_dir/$1
	in_vm "$dir" --image "$1" --smp 2 --timeout 7200 "${@:2}" "${put[@]}" \
		--put "$vm_top/tests/selftests/guest.sh" -- sh guest.sh "$which" \
		>"$tap_dir/$1.out" 2>"$tap_dir/$1.err"
	ok $? "$1: no splat"
	sed 's/^/# /' "$tap_dir/$1.err"
}

selftests plain
cut -d ' ' -f 2- "$tap_dir/plain.out" | sort >"$tap_dir/want"
sed 's/^/# /' "$tap_dir/want"
least=10
[[ $which = short ]] || least=16
(($(grep -c 'status 0 \(success\|skip\)' "$tap_dir/want") == least &&
	$(wc -l <"$tap_dir/want") == least))
ok $? "plain: $(grep -c success "$tap_dir/want") pass, $(grep -c skip "$tap_dir/want") skipped, of $least"

# profiles IMAGE: each ends as the unpatched kernel
profiles() {
	local profile profiles
	mapfile -t profiles < <(cut -d ' ' -f 1 "$tap_dir/$1.out" | sort -u)
	((${#profiles[@]} >= 8))
	ok $? "$1: profiles ${profiles[*]}"
	for profile in "${profiles[@]}"; do
		awk -v p="$profile" '$1 == p' "$tap_dir/$1.out" | cut -d ' ' -f 2- | sort >"$tap_dir/have"
		diff "$tap_dir/want" "$tap_dir/have" >"$tap_dir/diff"
		ok $? "$1, $profile: each of $(wc -l <"$tap_dir/have") programs ends as in the unpatched kernel"
		sed 's/^/# /' "$tap_dir/diff"
	done
}

mapfile -t checker < <(checker_args "$tap_dir/checker.json")
selftests trace "${checker[@]}"
profiles trace
checked 0 "$tap_dir/checker.json" "the access checker, all profiles"
selftests debug
profiles debug

done_testing
