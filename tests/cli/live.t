#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record, stat and top: what is asked for wrongly is said at once, whatever the kernel can.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

# wrong TEXT WORDS..: exit 2, one error that has TEXT, nothing on stdout
wrong() {
	local text=$1
	shift
	run timeout 60 "$kuaptrace" "$@"
	[[ $status = 2 && ! -s $out && $(grep -c '^kuaptrace: error: ' "$err") = 1 ]] &&
		grep -qF -- "$text" "$err"
	ok $? "$*: exit 2, and names $text"
	[[ $status = 2 ]] || sed "s/^/# $status: /" "$err"
}

cd "$tap_dir" || exit 1
wrong "no-such*" record -c 'no-such*'
wrong "15 bytes" record -c this-name-is-too-long
wrong "[a" stat -c '[a'
wrong "999999" record -p 999999
wrong "999999" top --batch -n 1 -t 999999
wrong "/no/such" top --batch -G /no/such
wrong "not a cgroup" record -G /proc
wrong "1-x" record -C 1-x
wrong "9999" record -C 9999
wrong "no CPU 2047" record -C 2047
wrong "FOO" record -s FOO
wrong "up" record --dir up
wrong "nothing to count" record
wrong "no -p or -t" record -a -p 1
wrong "no-such-user" record --user no-such-user -- true
wrong "CMD" record --user root -p 1
wrong "at least" record -i 0.001 -- true
wrong "stdout" record -i 1 -o - -- true
wrong "yaml" record --format yaml -i 1 -- true
wrong "is no terminal" top
has "$err" "--batch" "top without a terminal offers --batch"
wrong "task, process, cgroup, site" top --by nothing
wrong "rate, signals, total, name" top --sort nothing
wrong "at least" top --batch -i 0.01
[[ ! -e kuaptrace.json ]]
ok $? "no run file came of it"

# A pattern with -- CMD may match later: then it is the kernel that is asked.
run "$kuaptrace" record -c 'no-such*' -o later.json -- true
[[ $status != 2 ]]
ok $? "a name that nobody bears yet is allowed before CMD (exit $status)"

# doctor never shows a number where a reason belongs, and fits a terminal.
run "$kuaptrace" doctor
[[ $status = 0 || $status = 4 ]]
ok $? "doctor: exit 0 or 4"
ok "$(awk 'length > 80' "$out" | wc -l)" "doctor: within 80 columns"
! grep -qiE 'errno|error [0-9]|-[0-9]{1,3}\)|\b524\b' "$out"
ok $? "doctor: no bare errno"
for what in kuap kuep mmu CAP_BPF CAP_PERFMON lockdown memlock BTF tracefs "flush" "tm" "page size" \
	timebase powerpc:uaccess_end record top; do
	has "$out" "$what" "doctor: says something of $what"
done
want=$status
run "$kuaptrace" doctor --format json
python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
assert d["schema"] == "kuaptrace.doctor/1" and d["can_count"] == (sys.argv[2] == "0")
assert all(f["state"] in ("ok", "info", "lacks", "fails", "unknown") and f["value"]
           for f in d["findings"])
assert all(f["why"] for f in d["findings"] if f["state"] in ("lacks", "fails", "unknown"))' \
	"$out" "$want"
ok $? "doctor: as JSON, with a reason for all that is not well"
done_testing
