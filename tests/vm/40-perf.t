#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# perf counts the same windows: perf stat -e powerpc:uaccess_begin beside kuaptrace. What start and
# exit cost is taken off both (a run of no operations), for it differs by name: perf gives its command
# more environment strings, two windows each, and in 6.12.117 do_exit() lets go of perf's events before
# exit_mm(), whose walk of the robust list is three.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
need_perf

dir=$tap_dir/perf
mkdir -p "$dir"
cat >"$dir/guest.sh" <<END
set -e
export $no_rseq
for mode in signal1 siginfo fork; do
	for n in 000 500; do
		perf stat -x, -e powerpc:uaccess_begin -o \$mode-\$n.perf -- ./workload \$mode -n \$n -w 0
		./kuaptrace record --strict -o \$mode-\$n.json -- ./workload \$mode -n \$n -w 0
	done
done
END
get=()
for mode in signal1 siginfo fork; do
	for n in 000 500; do get+=(--get "$mode-$n.perf" --get "$mode-$n.json"); done
done
in_vm "$dir" --root "$perf_root" --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" \
	--put "$dir/guest.sh" "${get[@]}" -- sh guest.sh >"$dir/out" 2>&1
ok $? "perf and kuaptrace ran"
[[ -s $dir/fork-500.json ]] || sed 's/^/# /' "$dir/out"

total() { python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))["totals"]
print(t["windows"] + t["nested"])' "$dir/$1.json"; }
perf_total() { awk -F, '/uaccess_begin/ { print $1 }' "$dir/$1.perf"; }

for mode in signal1 siginfo; do
	ours=$(($(total $mode-500) - $(total $mode-000)))
	theirs=$(($(perf_total $mode-500) - $(perf_total $mode-000)))
	((ours == theirs && ours == 8 * 500))
	ok $? "$mode: 500 signals are $ours windows for kuaptrace, $theirs for perf"
done

# Children are followed by both; who waits for whom differs a little from run to run, signals do not.
signals=$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["totals"]["signals"])' "$dir/fork-500.json")
((signals == 500 * 4))
ok $? "fork: 4 children with 500 signals each are followed: $signals"

done_testing
