#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the README shows is what the command prints of docs/examples.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

expect_exit 0 "the examples compare" "$kuaptrace" compare docs/examples/before.json \
	docs/examples/after.json
# shellcheck disable=SC2016 # markdown's own
sed -n '/^```$/,/^```$/p' README.md >"$tap_dir/picture"
missing=$(grep -vxFf "$tap_dir/picture" "$out" | grep -c .)
ok "$missing" "the README shows it"
grep -vxFf "$tap_dir/picture" "$out" | sed 's/^/# not in the README: /'
has "$tap_dir/picture" 'switches per signal: 82 -> 16' "and the sentence"
for f in before after; do
	expect_exit 0 "report of $f.json" "$kuaptrace" report "docs/examples/$f.json"
done

# Every file that a document names is there.
# shellcheck disable=SC2016
{
	grep -ohE '`(kernel|bpf|tools|include|tests|docs)/[A-Za-z0-9_./-]+`' README.md CONTRIBUTING.md docs/*.md |
		tr -d '`'
	grep -ohE 'tests/[a-z]+/[A-Za-z0-9_-]+\.t\b' README.md CONTRIBUTING.md docs/*.md
} | sort -u >"$tap_dir/named"
missing=0
while read -r f; do
	[[ -e $f || -e ${f%.} ]] && continue
	case $f in *\**) continue ;; esac
	echo "# no $f"
	missing=$((missing + 1))
done <"$tap_dir/named"
ok "$missing" "every file that a document names is there"

done_testing
