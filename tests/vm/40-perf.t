#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# perf counts the same windows: perf stat -e powerpc:uaccess_begin beside kuaptrace.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

root=$(kernel/root perf linux-perf dash coreutils 2>"$tap_dir/root.err") || {
	echo "1..0 # SKIP no ppc64le root with perf: $(tail -n 1 "$tap_dir/root.err")"
	exit 0
}

dir=$tap_dir/perf
mkdir -p "$dir"
cat >"$dir/guest.sh" <<END
set -e
export $no_rseq
for mode in signal1 siginfo fork; do
	perf stat -x, -e powerpc:uaccess_begin -o \$mode.perf -- ./workload \$mode -n 500 -w 0
	./kuaptrace record --strict -o \$mode.json -- ./workload \$mode -n 500 -w 0
done
END
in_vm "$dir" --root "$root" --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" \
	--put "$dir/guest.sh" --get signal1.perf --get siginfo.perf --get fork.perf \
	--get signal1.json --get siginfo.json --get fork.json \
	-- sh guest.sh >"$dir/out" 2>&1
ok $? "perf and kuaptrace ran"
[[ -s $dir/fork.json ]] || sed 's/^/# /' "$dir/out"

for mode in signal1 siginfo; do
	ours=$(python3 -c 'import json, sys
t = json.load(open(sys.argv[1]))["totals"]
print(t["windows"] + t["nested"])' "$dir/$mode.json")
	theirs=$(awk -F, '/uaccess_begin/ { print $1 }' "$dir/$mode.perf")
	[[ $ours && $ours = "$theirs" ]]
	ok $? "$mode: kuaptrace $ours, perf $theirs"
done

# Children are followed by both; who waits for whom differs a little from run to run, signals do not.
signals=$(python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["totals"]["signals"])' "$dir/fork.json")
((signals == 500 * 4))
ok $? "fork: 4 children with 500 signals each are followed: $signals"

done_testing
