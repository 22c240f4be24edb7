#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# compare: goldens, several runs a side, and runs that cannot be compared.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data
golden=tests/cli/golden
odd=$tap_dir/odd.json

expect_same $golden/compare.txt "$kuaptrace" compare $data/before.json --with $data/after.json
expect_same $golden/compare-ascii.txt \
	env LC_ALL=C "$kuaptrace" compare --top 1 $data/after.json $data/before.json
expect_same $golden/compare.json \
	"$kuaptrace" compare $data/before.json --with $data/after.json --format json
ok "$(awk 'length > 80' $golden/compare-ascii.txt | wc -l)" "80 columns"
expect_exit 0 "two operands" "$kuaptrace" compare $data/before.json $data/after.json
has "$out" "AMR writes per signal: 82 -> 16 (-80 %)" "the sentence"
again=$tap_dir/again.json
sed 's|12:00:00Z|12:00:01Z|' $data/before.json >"$again"
expect_exit 0 "several a side" \
	"$kuaptrace" compare $data/before.json "$again" --with $data/after.json
has "$out" "AMR writes per signal: 82 -> 16 (-80 %)" "twice the same is the same"
sed 's|12:00:00Z|12:00:01Z|' $data/after.json >"$again"
expect_exit 0 "nothing changed" "$kuaptrace" compare $data/after.json "$again"
has "$out" "AMR writes per signal: 16 -> 16 (0 %)" "and says so"

# refused WORD SED: the runs before are compared with an edited one.
refused() {
	sed -E "$2" $data/after.json >"$odd"
	cmp -s "$odd" $data/after.json && ok 1 "sed changed nothing: $2"
	expect_exit 3 "$2" "$kuaptrace" compare $data/before.json --with "$odd"
	has "$err" "$1" "it names $1"
	expect_exit 0 "--force: $2" "$kuaptrace" compare --force $data/before.json --with "$odd"
	has "$err" "warning: " "still says it"
}

refused "mmu" 's|"radix"|"hash"|'
hasnt "$err" "error" "forced: a warning is no error"
refused "kuap" 's|"kuap": true|"kuap": false|; s|"amr_writes": 16600|"amr_writes": 0|'
refused "tm" 's|"tm": true|"tm": null|'
refused "page_size" 's|65536|4096|'
refused "flush" 's|"flush": "off"|"flush": "on"|'
refused "cpu" 's|POWER9 .raw|POWER10 (raw|'
refused "not complete" 's|"complete": true|"complete": false|'
refused "lost 4" 's#"(recursion|total)": 0#"\1": 4#'
refused "no signal" 's#"(signals|sigreturns|rt64)": 1000#"\1": 0#'
sed 's|6.12.48|6.18.0|' $data/after.json >"$odd"
expect_exit 0 "another kernel" "$kuaptrace" compare $data/before.json --with "$odd"
expect_exit 3 "the same file on both sides" "$kuaptrace" compare $data/after.json $data/after.json
has "$err" "is the same recording as $data/after.json" "and says so"
expect_exit 3 "a file twice on one side" \
	"$kuaptrace" compare $data/before.json $data/before.json --with $data/after.json
expect_exit 0 "forced" "$kuaptrace" compare --force $data/after.json $data/after.json
expect_exit 3 "a missing file" "$kuaptrace" compare $data/before.json --with "$tap_dir/none"
expect_exit 3 "a cut file" "$kuaptrace" compare $data/before.json --with <(head -c 999 "$odd")

done_testing
