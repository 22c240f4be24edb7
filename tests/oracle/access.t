#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The access checker's verdict on files made up here, and what it refuses. That it sees what it
# should is tests/vm/70-access.t: user-mode QEMU has no AMR.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

so=${O:-build}/oracle/oracle.so
workload=${O:-build}/ppc64le/workload
printf '%s\n' 'c000000000001000 t __patch_mem' 'c000000000002000 T victim' \
	'c000000000003000 T caller' 'c000000000004000 T last' >"$tap_dir/map"

# made FIELD=VALUE..: an oracle's file; without kuap= the checker was not on
made() {
	python3 -c 'import json, sys
arg = {k: json.loads(v) for k, v in (a.split("=", 1) for a in sys.argv[1:])}
doc = {"schema": "kuaptrace.oracle/1", "complete": True, "lost": arg.get("lost", 0)}
if "kuap" in arg:
    n = arg.get("touched", 10)
    place = {"pc": "0xc000000000002010", "lr": "0xc000000000003010", "addr": "0x1000"}
    patch = dict(place, pc="0xc000000000001010", kind="write", count=arg.get("patched", 0))
    doc["access"] = {
        "kuap": arg["kuap"], "amr_writes": {"block": n}, "returns_to_user": arg.get("returns", 5),
        "kernel_user_accesses": {"read": n, "write": n}, "left_open": arg.get("left_open", 0),
        "violations": arg.get("writes", 0) + arg.get("patched", 0) + arg.get("unlisted", 0),
        "unread_registers": arg.get("unread", 0), "list_left_out": arg.get("unlisted", 0),
        "list": [dict(place, kind=k, count=arg[a]) for a, k in
                 (("writes", "write"), ("left_open", "left_open")) if a in arg] + [patch]}
json.dump(doc, sys.stdout)' "$@" >"$tap_dir/made.json"
}

verdict() { tests/oracle/oracle-report --access --map "$tap_dir/map" "$@" "$tap_dir/made.json"; }

# judged STATUS DESCRIPTION FIELD=VALUE..
judged() {
	local want=$1 what=$2
	shift 2
	made "$@"
	expect_exit "$want" "$what" verdict
}

judged 0 "nothing wrong" kuap=true
has "$out" 'silent' "and says so"
has "$out" 'checked 20 accesses' "and what it looked at"
judged 1 "writes while blocked" kuap=true writes=7
has "$out" '7  write      victim from caller  (0xc000000000002010, first at 0x1000)' "by function and caller"
judged 1 "a window left open" kuap=true left_open=2
has "$out" '2  left_open  victim' "by function"
judged 1 "places beyond the list" kuap=true unlisted=3
judged 0 "text patching is no fault" kuap=true patched=356
has "$out" '356 of text patching' "and is counted"
judged 1 "patching hides no other" kuap=true patched=356 writes=1
has "$out" '1 accesses while blocked' "and is not added to it"
judged 3 "KUAP is off" kuap=false touched=0 returns=0
has "$out" 'KUAP is off' "and says so"
judged 3 "no access looked at" kuap=true touched=0
judged 3 "no return looked at" kuap=true returns=0
judged 3 "registers that could not be read" kuap=true unread=1
judged 3 "events lost" kuap=true lost=1
judged 1 "a fault is one whatever was lost" kuap=true lost=1 writes=1
judged 3 "the checker was not on"
has "$out" 'without check=on' "and says so"
echo '{"schema": "kuaptrace.oracle/1"' >"$tap_dir/made.json"
expect_exit 3 "a cut file" verdict
made kuap=true writes=7
verdict --json >"$out"
python3 -c 'import json, sys
v = json.load(open(sys.argv[1]))
sys.exit((v["status"], v["found"][0]["symbol"], v["found"][0]["count"]) != (1, "victim", 7))' "$out"
ok $? "the verdict as JSON"
expect_exit 2 "no symbols" tests/oracle/oracle-report --access "$tap_dir/made.json"

if command -v qemu-ppc64le >/dev/null && [[ -f $so && -f $workload ]]; then
	expect_exit 1 "check=maybe" qemu-ppc64le -plugin "$so,out=$tap_dir/x,check=maybe" "$workload" signal1
	has "$err" "bad option" "and names it"
	expect_exit 1 "check= with per-run=" \
		qemu-ppc64le -plugin "$so,out=$tap_dir/x,check=on,per-run=on" "$workload" signal1
	has "$err" "per-run=" "and says why not"
	if qemu-ppc64le --version | grep -qE 'version [1-8]\.'; then
		expect_exit 1 "a QEMU without registers" \
			qemu-ppc64le -plugin "$so,out=$tap_dir/x,check=on" "$workload" signal1
		has "$err" "kernel/qemu prints one" "and says what helps"
	else
		skip "a QEMU without registers" "this one's plugins read registers"
	fi
else
	skip "options of the plugin" "no qemu-ppc64le (Debian: qemu-user), or not built: make oracle"
fi

done_testing
