#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# check: the gate must be able to fail, must not pass on nothing, and says so in five formats.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data
golden=tests/cli/golden
odd=$tap_dir/odd.json

# runs NAME MINUTE SECONDS..: after.json once for each, as another recording
runs() {
	local name=$1 minute=$2 i=0
	shift 2
	for s in "$@"; do
		i=$((i + 1))
		sed "s|\"seconds\": 1.25|\"seconds\": $s|; s|12:00:00Z|12:0$minute:0$i|" \
			$data/after.json >"$tap_dir/$name$i.json"
	done
}

# Counts.
expect_exit 1 "41 windows, at most 8" "$kuaptrace" check $data/before.json --max per_signal.windows=8
has "$out" "FAIL  per_signal.windows <= 8: 41" "says which and how many"
expect_exit 0 "8 windows, at most 8" "$kuaptrace" check $data/after.json --max per_signal.windows=8
expect_exit 1 "8 windows, at least 9" "$kuaptrace" check $data/after.json --min per_signal.windows=9
expect_exit 1 "one of two runs" \
	"$kuaptrace" check $data/{after,before}.json --max per_signal.windows=8
expect_exit 1 "worse than the baseline" \
	"$kuaptrace" check $data/before.json --baseline $data/after.json
has "$out" "setup_trampoline < handle_rt_signal64 (setup, write, appeared)" "names what appeared"
expect_exit 0 "better than the baseline" \
	"$kuaptrace" check $data/after.json --baseline $data/before.json
expect_exit 0 "within the tolerance" "$kuaptrace" check $data/before.json \
	--baseline $data/after.json --tolerance per_signal.windows=412.5
expect_exit 1 "beyond the tolerance" "$kuaptrace" check $data/before.json \
	--baseline $data/after.json --tolerance per_signal.windows=412.4

# Times.
runs b 0 1.01 1.02 1.03 1.04 1.05 1.06
runs w 1 1.21 1.22 1.23 1.24 1.25 1.26
runs e 2 1.011 1.021 1.031 1.041 1.051 1.061
time=(--tolerance workload.seconds=0 --baseline "$tap_dir"/b?.json)
expect_exit 1 "slower" "$kuaptrace" check "$tap_dir"/w?.json "${time[@]}"
has "$err" "did not take turns" "and says that the sides were not interleaved"
expect_exit 0 "slower, below the least effect" \
	"$kuaptrace" check "$tap_dir"/w?.json "${time[@]}" --least-effect 30
expect_exit 0 "slower, as tolerated" "$kuaptrace" check "$tap_dir"/w?.json \
	--tolerance workload.seconds=30 --baseline "$tap_dir"/b?.json
expect_exit 0 "no difference" "$kuaptrace" check "$tap_dir"/e?.json "${time[@]}"
expect_exit 0 "faster" "$kuaptrace" check "$tap_dir"/b?.json --tolerance workload.seconds=0 \
	--baseline "$tap_dir"/w?.json
expect_exit 3 "three runs a side" "$kuaptrace" check "$tap_dir"/w[123].json \
	--tolerance workload.seconds=0 --baseline "$tap_dir"/b[123].json
has "$out" "needs 4 runs a side, there are 3 and 3" "and says so"
expect_exit 1 "a limit on time" "$kuaptrace" check "$tap_dir"/w?.json --max workload.seconds=1.2
expect_exit 3 "a limit on the time of one run" \
	"$kuaptrace" check "$tap_dir"/w1.json --max workload.seconds=1.2

# What is no data.
expect_exit 3 "no such file" "$kuaptrace" check "$tap_dir/none" --max per_signal.windows=8
has "$err" "cannot open" "and says so"
expect_exit 3 "no such baseline" "$kuaptrace" check $data/after.json --baseline "$tap_dir/none"
expect_exit 3 "no file after --baseline" \
	"$kuaptrace" check $data/after.json --max per_signal.windows=8 --baseline
expect_exit 3 "a tolerance without a baseline" \
	"$kuaptrace" check $data/after.json --tolerance per_signal.windows=8
expect_exit 3 "the same file on both sides" \
	"$kuaptrace" check $data/after.json --baseline $data/after.json
has "$err" "is the same recording as" "and says so"
cp $data/after.json "$odd"
expect_exit 3 "a copy on both sides" "$kuaptrace" check "$odd" --baseline $data/after.json

# no_data WORD SED: after.json, edited, is not judged.
no_data() {
	sed -E "$2" $data/after.json >"$odd"
	cmp -s "$odd" $data/after.json && ok 1 "sed changed nothing: $2"
	expect_exit 3 "$2" "$kuaptrace" check "$odd" --max per_signal.amr_writes=1000000
	cat "$err" "$out" >"$tap_dir/both"
	has "$tap_dir/both" "$1" "it says: $1"
}
no_data "kuaptrace.run/2" 's|kuaptrace.run/1|kuaptrace.run/2|'
has "$err" "read it with the kuaptrace that wrote it" "and what to do"
no_data "not complete" 's|"complete": true|"complete": false|'
no_data "lost 4" 's#"(recursion|total)": 0#"\1": 4#'
no_data "no signal" 's#"(signals|sigreturns|rt64)": 1000#"\1": 0#'
no_data "has no per_signal.amr_writes" 's#"kuap": true#"kuap": null#; s#"amr_writes": [0-9]+#"amr_writes": null#'
sed 's|"radix"|"hash"|' $data/after.json >"$odd"
expect_exit 3 "unlike hosts" "$kuaptrace" check "$odd" --baseline $data/before.json
has "$err" "mmu differs" "by name"

# Usage.
expect_exit 2 "nothing asked" "$kuaptrace" check $data/after.json
expect_exit 2 "no file" "$kuaptrace" check --max per_signal.windows=8
expect_exit 2 "no number" "$kuaptrace" check $data/after.json --max per_signal.windows
expect_exit 2 "not a number" "$kuaptrace" check $data/after.json --max per_signal.windows=nan
expect_exit 2 "no such metric" "$kuaptrace" check $data/after.json --max per_signal.window=8
has "$err" "did you mean 'per_signal.windows'?" "a near one is named"
expect_exit 2 "no such format" "$kuaptrace" check $data/after.json --max per_signal.windows=8 --format xml

# Formats: one that fails, one that passes, one that cannot be judged.
gates=(--max per_signal.windows=8 --min totals.signals=1 --tolerance hist.window.p99=5
	--baseline "$data/after.json")
for format in text json junit tap github; do
	expect_same $golden/check.$format "$kuaptrace" check $data/before.json "${gates[@]}" --format $format
	ok $((status != 1)) "$format: exit 1"
done
sed 's|"complete": true|"complete": false|; s|signal1 -n|a]]>\&<b %0A::error::x|' $data/after.json >"$tap_dir/<&\"'::error::%0A.json"
for format in text json junit tap github; do
	run "$kuaptrace" check "$tap_dir/<&\"'::error::%0A.json" --max per_signal.windows=8 --format $format
	ok $((status != 3)) "$format: exit 3"
	cp "$out" "$tap_dir/$format"
done
python3 - "$tap_dir" <<-'PY'
	import json, sys, xml.etree.ElementTree as tree
	top = sys.argv[1]
	assert json.load(open(f"{top}/json"))["verdict"] == "unjudged"
	suite = tree.parse(f"{top}/junit").getroot().find("testsuite")
	assert suite.get("errors") == "1" and suite.find("testcase/error") is not None
	assert "<&\"'::error::%0A.json" in suite.find("system-err").text
PY
ok $? "a hostile name neither breaks JSON nor XML"
ok "$(grep -c '^::error::x' "$tap_dir/github")" "nor makes an annotation of its own"
has "$tap_dir/github" "%250A.json" "per cent signs are escaped"
has "$tap_dir/tap" "not ok 1 - " "what cannot be judged is not ok"
printf '%s\n' '#!/bin/sh' "cat '$tap_dir/tap'" >"$tap_dir/tap.t"
prove -Q -e sh "$tap_dir/tap.t" >/dev/null 2>&1
ok $(($? == 0)) "prove fails on it"

done_testing
