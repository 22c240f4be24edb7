#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command line: help, unknown words, exit status, and output that cannot be written.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

one_line_and_hint() {
	(($(wc -l <"$err") == 2)) && grep -q '^kuaptrace: error: ' "$err" &&
		grep -q '^kuaptrace: hint: ' "$err" && [[ ! -s $out ]]
	ok $? "$1: one line and a hint on stderr, nothing on stdout"
}

expect_exit 0 "--help" "$kuaptrace" --help
has "$out" "compare" "--help is on stdout and names the commands"
ok "$(wc -c <"$err")" "and nothing on stderr"
expect_exit 0 "--version" "$kuaptrace" --version
for cmd in ab bench check compare doctor record report stat top; do
	run "$kuaptrace" "$cmd" --help
	if ((status == 4)); then # a build without BPF
		has "$err" "built without BPF" "$cmd says why it cannot"
		continue
	fi
	expect_exit 0 "$cmd --help" "$kuaptrace" "$cmd" --help
	ok "$(awk 'length > 80' "$out" | wc -l)" "$cmd --help fits 80 columns"
done
expect_exit 2 "no command" "$kuaptrace"
one_line_and_hint "no command"
expect_exit 2 "unknown command" "$kuaptrace" zebra
one_line_and_hint "unknown command"
expect_exit 2 "nearly a command" "$kuaptrace" reprot x.json
one_line_and_hint "nearly a command"
has "$err" "did you mean 'report'?" "it is named"
expect_exit 2 "unknown option" "$kuaptrace" report --frmat json x.json
one_line_and_hint "unknown option"
has "$err" "did you mean '--format'?" "it is named"
expect_exit 2 "unknown letter" "$kuaptrace" report -Z x.json
one_line_and_hint "unknown letter"
expect_exit 2 "unknown global option" "$kuaptrace" --nosuch report
expect_exit 2 "abbreviated option" "$kuaptrace" report --form json x.json
expect_exit 2 "unknown format" "$kuaptrace" report --format yaml tests/cli/data/after.json
has "$err" "table, json" "the formats are named"
expect_exit 2 "no such number" "$kuaptrace" report --top -1 tests/cli/data/after.json
expect_exit 2 "report without a file" "$kuaptrace" report
expect_exit 2 "report of two" "$kuaptrace" report tests/cli/data/{after,before}.json
expect_exit 2 "compare of one" "$kuaptrace" compare tests/cli/data/after.json
expect_exit 2 "compare without before" "$kuaptrace" compare --with tests/cli/data/after.json
expect_exit 2 "a hostile word" "$kuaptrace" $'\e[2J\xff'
hasnt "$err" $'\e' "no control byte reaches the terminal"
has "$err" '\x1b[2J\xff' "it is shown escaped"

# What was shown must have been written.
for words in "--help" "report tests/cli/data/after.json" \
	"report --format json tests/cli/data/after.json" \
	"compare tests/cli/data/before.json tests/cli/data/after.json"; do
	# shellcheck disable=SC2086
	"$kuaptrace" $words >/dev/full 2>"$err"
	ok $(($? != 5)) "full disk: exit 5: $words"
	has "$err" "No space left" "and says why: $words"
	# shellcheck disable=SC2086
	"$kuaptrace" $words >&- 2>"$err"
	ok $(($? != 5)) "closed stdout: exit 5: $words"
	# The reader is gone before a byte is written.
	# shellcheck disable=SC2086
	( { sleep 0.2; "$kuaptrace" $words 2>"$err"; echo $? >"$tap_dir/status"; } | : )
	ok $(($(cat "$tap_dir/status") != 5)) "closed pipe: exit 5: $words"
	has "$err" "error: cannot write" "and says so: $words"
done

done_testing
