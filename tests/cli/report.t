#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report: goldens, locale and colour, and files that are cut, foreign or hostile.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data
golden=tests/cli/golden
bad=$tap_dir/bad.json

expect_same $golden/report.txt "$kuaptrace" report $data/after.json
expect_same $golden/report-ascii.txt env LC_ALL=C "$kuaptrace" report --top 2 $data/before.json
expect_same $golden/report.json "$kuaptrace" report --format json $data/after.json
run "$kuaptrace" report - <$data/after.json
"$kuaptrace" report - <$data/after.json 2>&1 | cmp -s - $golden/report.txt
ok $? "a run file on stdin"
ok "$(awk 'length > 80' $golden/report-ascii.txt | wc -l)" "80 columns"
LC_ALL=C grep -q '[^ -~]' $golden/report-ascii.txt
ok $(($? == 0)) "only ASCII in the C locale"
run "$kuaptrace" report --color always $data/after.json
has "$out" $'\e[' "--color always colours"
run "$kuaptrace" report $data/after.json
hasnt "$out" $'\e' "a file gets no colour"

# refused DESCRIPTION WORD: $bad ends 3, is named, and WORD is in the message.
refused() {
	run "$kuaptrace" report "$bad"
	((status == 3)) && [[ ! -s $out ]] && grep -qF "$bad" "$err" && grep -qF -- "$2" "$err" &&
		! grep -q $'\e' "$err"
	ok $? "refused: $1"
	((status == 3)) || { echo "# got $status"; sed 's/^/# /' "$err"; }
}

# edited WORD SED: the good file, changed.
edited() {
	sed -E "$2" $data/after.json >"$bad"
	cmp -s "$bad" $data/after.json && ok 1 "sed changed nothing: $2"
	refused "$2" "$1"
}

expect_exit 3 "missing file" "$kuaptrace" report "$tap_dir/none.json"
has "$err" "No such file" "and says so"
expect_exit 3 "a directory" "$kuaptrace" report "$tap_dir"
: >"$bad"; refused "an empty file" "empty"
size=$(stat -c %s $data/after.json)
cut=0
for ((n = 1; n < size - 1; n += 97)); do
	head -c $n $data/after.json >"$bad"
	run "$kuaptrace" report "$bad"
	((status == 3)) && grep -q 'cut short at line' "$err" || cut=$((cut + 1))
done
ok "$cut" "every 97th prefix of a run file is refused as cut"
printf 'PERFILE2\0\1' >"$bad"; refused "perf.data" "line 1"
head -c 4096 "$kuaptrace" >"$bad"; refused "an ELF file" "line 1"
echo '{"traceEvents": []}' >"$bad"; refused "another program's JSON" "no kuaptrace run file"
head -c 100000 /dev/zero | tr '\0' '[' >"$bad"; refused "deep nesting" "line 1"
edited "kuaptrace.run/9" 's|kuaptrace.run/1|kuaptrace.run/9|'
edited "host.kernel" 's|"kernel": "[^"]*"|"kernel": 7|'
edited "line" 's|"page_size": 65536|"page_size": 99999999999999999999999|'
edited "totals.windows" 's|"windows": 8300|"windows": 1|'
edited "hist.window.slots" 's|\[60, 64, 343\]|[60, 64, 9007199254740993]|'
edited "sites[0].dir" '0,/"dir": "read"/s|"dir": "read"|"dir": "\\u001b[31m"|'
edited "line" 's|"comm": "signal1"|"comm": "a\\u0000"|'
edited "complete" 's|"complete": true|"x": true|'

sed 's|"comm": "signal1"|"comm": "\\u001b[2J\\u0007\\\\x9b"|' $data/after.json >"$bad"
expect_exit 0 "a comm of control bytes" "$kuaptrace" report "$bad"
hasnt "$out" $'\e' "they do not reach the terminal"
has "$out" '\x1b[2J\x07\x9b' "they are shown"
expect_exit 0 "and as JSON" "$kuaptrace" report --format json "$bad"
python3 -c 'import json, sys; json.load(open(sys.argv[1], encoding="utf-8"))' "$out"
ok $? "which stays valid"

sed 's|"complete": true|"complete": false|' $data/after.json >"$bad"
expect_exit 3 "an incomplete run" "$kuaptrace" report "$bad"
has "$out" "not complete" "is shown as such"
sed -E "s#\"(recursion|total)\": 0#\"\1\": 4#" \
	$data/after.json >"$bad"
expect_exit 0 "a lossy run" "$kuaptrace" report "$bad"
has "$out" "4 recursion" "shows its losses by name"

done_testing
