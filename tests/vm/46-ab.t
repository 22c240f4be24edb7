#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ab over the switch of the signal code finds, in one boot, what percall and block are known to have;
# a value that the switch does not know ends 4 and puts it back; check and compare tell the two apart.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

dir=$tap_dir/ab
mkdir -p "$dir"
cat >"$dir/guest.sh" <<END
export $no_rseq
switch=/sys/kernel/debug/powerpc/signal_uaccess
case_() {
	name=\$1
	shift
	"\$@" >\$name.out 2>\$name.err
	echo "\$name \$? \$(cat \$switch) \$(tr '\n' '~' <\$name.err)" >>status
	cat \$name.out
}
was=\$(cat \$switch)
echo "was 0 \$was" >status
ab() { toggle=\$1; shift; ./kuaptrace ab --toggle \$switch=\$toggle --tolerance per_signal.windows=0 "\$@"; }
case_ better ab percall,block -r 1 --keep runs -- ./workload signal1 -n 200 -w 0
case_ worse ab block,percall -r 1 -- ./workload signal1 -n 200 -w 0
case_ unknown ab block,nonsense -r 1 -- ./workload signal1 -n 200 -w 0
case_ fails ab percall,block -r 1 -- sh -c 'exit 9'
# not by the function: \$! would be the shell that runs it
./kuaptrace ab --toggle \$switch=percall,block --tolerance per_signal.windows=0 -r 1 -- sleep 10 >kill.log 2>&1 & pid=\$!
for i in 1 2 3 4 5 6 7 8 9; do [ "\$(cat \$switch)" = percall ] && break; sleep 1; done
echo "turned 0 \$(cat \$switch)" >>status
kill -KILL \$pid
sleep 2
echo "killed 0 \$(cat \$switch)" >>status
cp runs/0001-A.json A.json
cp runs/0002-B.json B.json
END
in_vm "$dir" --image trace --timeout 900 --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" --put "$dir/guest.sh" \
	--get status --get A.json --get B.json --get better.out -- sh guest.sh >"$dir/out" 2>&1
ok $? "ab ran"
[[ -s $dir/status ]] || sed 's/^/# /' "$dir/out"

was=$(awk '$1 == "was" { print $3 }' "$dir/status")
# is NAME STATUS: and the switch shows what it did at first
is() {
	awk -v name="$1" -v want="$2" -v was="$was" '
		$1 == name { found = 1; bad = $2 != want || $3 != was; print "# " $0 }
		END { exit !found || bad }' "$dir/status"
	ok $? "$1: exit $2, and the switch is back at '$was'"
}
is better 0
has "$dir/better.out" "per_signal.windows no worse than baseline: 41 -> 8" "percall against block"
is worse 1
is unknown 4
is fails 9
awk '$1 == "turned" { exit $3 != "percall" }' "$dir/status"
ok $? "the switch was turned when ab was killed"
is killed 0

expect_exit 1 "check of percall" "$kuaptrace" check "$dir/A.json" --max per_signal.windows=8
expect_exit 0 "check of block" "$kuaptrace" check "$dir/B.json" --max per_signal.windows=8
expect_exit 0 "compare" "$kuaptrace" compare "$dir/A.json" "$dir/B.json" --format csv
ok "$(($(grep -c '"percall_handle_rt_signal64".*vanished$' "$out") == 0))" "the sites that vanished are named"

done_testing
