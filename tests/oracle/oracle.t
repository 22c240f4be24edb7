#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The oracle's own mechanics, without a kernel: under user-mode QEMU with kernel=10000000 the
# workload's own text plays the kernel.
set -u
cd "$(dirname "$0")/../.." || exit 1

so=${O:-build}/oracle/oracle.so
workload=${O:-build}/ppc64le/workload
report=tests/oracle/oracle-report
gcc=${CROSS_COMPILE:-powerpc64le-linux-gnu-}gcc
tmp=$(mktemp -d) || exit 1
oracle_option=
trap 'rm -rf "$tmp"' EXIT
n=0

skip_all() { echo "1..0 # SKIP $*"; exit 0; }
command -v qemu-ppc64le >/dev/null || skip_all "no qemu-ppc64le (Debian: qemu-user)"
[[ -f $so && -f $workload ]] || skip_all "not built: make oracle"

ok() { # ok NAME CMD..
	local name=$1 not=''
	shift
	"$@" >"$tmp/out" 2>&1 || not='not '
	echo "${not}ok $((++n)) - $name"
	[[ ! $not ]] || sed 's/^/# /' "$tmp/out"
}

is() { [[ $1 = "$2" ]] || { echo "got '$1', expected '$2'"; false; }; }

# oracle OUT ARG..: QEMU's options, the program and its arguments
oracle() {
	local out=$tmp/$1.json
	shift
	qemu-ppc64le -plugin "$so,out=$out,kernel=10000000$oracle_option" "$@" >/dev/null
}

get() { python3 -c 'import json, sys
doc = json.load(open(sys.argv[1]))
print(*(eval("doc" + path) for path in sys.argv[2:]))' "$tmp/$1.json" "${@:2}"; }

marks() { # marks NAME BODY: a program that leaves these marks
	"$gcc" -static -O1 -Iinclude -x c -o "$tmp/$1" - <<END
#include "kt_mark.h"
#define OB KT_MARK_OP_BEGIN()
#define OE KT_MARK_OP_END()
#define RB KT_MARK_RUN_BEGIN()
#define RE KT_MARK_RUN_END()
int main(void) { $2; return 0; }
END
	oracle "$1" "$tmp/$1"
}

status() { local want=$1; shift; "$@"; is $? "$want"; }

oracle a "$workload" signal1 -n 50
oracle step -singlestep "$workload" signal1 -n 50
oracle cold "$workload" signal1 -n 50 -w 0
ok "one run, 50 exact operations" \
	is "$(get a '["runs"]' '["ops"]["count"]' '["op_exact"]')" "1 50 True"
ok "stretches count what single steps count" cmp "$tmp/a.json" "$tmp/step.json"
ok "warm-up is not counted" is "$(get a '["totals"]')" "$(get cold '["totals"]')"
ok "every operation alike" is "$(get a '["ops"]["instructions"]["mode_share"]')" 1.0

marks plain 'OB; OE; RB; OB; __asm__("isync"); OE; __asm__("isync; isync"); RE; OB; OE'
ok "isync within an operation and within the run" \
	is "$(get plain '["totals"]["isync"]' '["ops"]["count"]')" "{'in_run': 3, 'in_op': 1} 1"
ok "an operation's own instructions" is "$(get plain '["ops"]["instructions"]["mode"]')" 1
ok "marks outside the run are no trouble" is "$(get plain '["op_exact"]')" True
marks mixed 'RB; OB; OB; OE; RE'
ok "mixed operations are said to be inexact" \
	is "$(get mixed '["op_exact"]' '["op_mismatch"]')" "False 1"
marks open 'RB; OB; OE'
ok "a run without an end" is "$(get open '["runs_open"]')" 1
marks stray 'RE; RB; RB; RE; __asm__("isync"); RE'
ok "nested and stray run marks" \
	is "$(get stray '["runs"]' '["run_mismatch"]' '["totals"]["isync"]["in_run"]')" "1 1 1"

oracle_option=,per-run=on
marks many 'RB; OB; __asm__("isync"); OE; RE; __asm__("isync"); RB; OB; OE; __asm__("isync"); RE'
ok "one result a run, none sees the other" \
	is "$(get many '["complete"]' '["runs"][0]["totals"]["isync"]' '["runs"][1]["totals"]["isync"]' \
		'["runs"][1]["ops"]["count"]')" \
	"True {'in_run': 1, 'in_op': 1} {'in_run': 1, 'in_op': 0} 1"
marks cut 'RB; RE; RB; OB'
ok "a run that never ended is there, and says so" \
	is "$(get cut '["runs"][0]["runs_open"]' '["runs"][1]["runs_open"]')" "0 1"
oracle_option=

# As real-mode code, which the report looks up in the linear map.
addr=$((0xc000000000000000 + $(get plain '["counts"][0]["addr"]')))
printf '%016x %s %s\n' "$addr" t __alias "$addr" T right "$addr" W weak \
	$((addr + 4)) T next $((addr + 64)) T last >"$tmp/map"
ok "among aliases the name that kallsyms takes" \
	grep -c '^right  *isync  *1  *1  *1.0000' <("$report" --map "$tmp/map" "$tmp/plain.json")
ok "what is not exact is a warning" \
	grep -c 'not exact' <("$report" "$tmp/mixed.json" 2>&1)
head -c 300 "$tmp/plain.json" >"$tmp/cut.json"
ok "a cut file" status 3 "$report" "$tmp/cut.json"
echo '{"schema": "else"}' >"$tmp/foreign.json"
ok "a foreign file" status 3 "$report" "$tmp/foreign.json"
ok "no out=" status 1 qemu-ppc64le -plugin "$so" "$workload" signal1
ok "a path that cannot be written" \
	status 1 qemu-ppc64le -plugin "$so,out=$tmp/no/x" "$workload" signal1
echo "1..$n"
