#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The manual pages: without a warning, and of the same options as --help, each way.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
pages=$tap_dir/man

make -s man O="$tap_dir" >"$out" 2>&1 || { ok 1 "make man"; cat "$out"; done_testing; }
if ! command -v mandoc >/dev/null || ! command -v man >/dev/null; then
	echo "1..0 # SKIP mandoc or man-db is not installed"
	exit 0
fi
for page in "$pages"/*; do
	name=${page##*/}
	mandoc -T lint -W warning "$page" >"$tap_dir/lint" 2>&1
	[[ ! -s $tap_dir/lint ]]
	ok $? "$name: mandoc finds nothing"
	sed 's/^/# /' "$tap_dir/lint"
	MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l "$page" >"$tap_dir/text" 2>"$tap_dir/lint"
	[[ ! -s $tap_dir/lint ]]
	ok $? "$name: man says nothing"
	head -5 "$tap_dir/lint" | sed 's/^/# /'
	ok $(($(col -bx <"$tap_dir/text" | wc -L) > 80)) "$name: 80 columns"
	[[ $name == *.1 ]] || continue
	for section in 'EXIT STATUS' EXAMPLES; do
		has "$page" ".Sh $section" "$name: $section"
	done
	[[ $name == kuaptrace.1 ]] && continue
	has "$page" '.Sh OVERHEAD' "$name: OVERHEAD"
	has "$page" '.Sh GOTCHAS' "$name: what to beware of"
done

# Every reference is to a page of ours or of the system's.
grep -ohE '^\.Xr kuaptrace[a-z-]* [0-9]' "$pages"/* | sort -u | while read -r _ name section; do
	[[ -e $pages/$name.$section ]] || echo "# no $name($section)"
done >"$tap_dir/missing"
ok "$(wc -l <"$tap_dir/missing")" "no reference to a page that is not there"
cat "$tap_dir/missing"

# options PAGE: what its lists define, as -o and --option
options() {
	sed -n 's/^\.It Fl //p' "$1" | sed 's/ , Fl /\n/; ' | sed -E 's/ Ar .*//; s/^/-/' | sort -u
}

of_help() { # a usage line is no definition
	grep -oE '^  (-[A-Za-z], |    )--[a-z-]+' "$1" | sed 's/^ *//; s/, /\n/' | sort -u
}

commands=$("$kuaptrace" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for cmd in '' $commands; do
	page=$pages/kuaptrace${cmd:+-$cmd}.1
	[[ -e $page ]] || { ok 1 "a page of kuaptrace $cmd"; continue; }
	# shellcheck disable=SC2086
	"$kuaptrace" $cmd --help >"$out" 2>&1
	options "$page" >"$tap_dir/a"
	of_help "$out" >"$tap_dir/b"
	[[ -s $tap_dir/b ]] && cmp -s "$tap_dir/a" "$tap_dir/b"
	ok $? "kuaptrace${cmd:+ $cmd}: page and --help have the same options"
	diff "$tap_dir/a" "$tap_dir/b" | sed -n 's/^</# only in the page:/p; s/^>/# only in --help:/p'
	[[ ! $cmd ]] || has "$pages/kuaptrace.1" ".It Xr kuaptrace-$cmd 1" "kuaptrace(1) names $cmd"
	ok "$(awk 'length > 80' "$out" | wc -l)" "kuaptrace${cmd:+ $cmd} --help: 80 columns"
done
for page in "$pages"/kuaptrace-*.1; do
	cmd=${page##*/kuaptrace-}
	cmd=${cmd%.1}
	[[ " ${commands//$'\n'/ } " == *" $cmd "* ]]
	ok $? "kuaptrace-$cmd.1 has a command"
done

# What the run file's and the tracepoints' pages must not forget
for name in $(grep -oE '"[a-z_0-9]+": \{' docs/run.schema.json | tr -d '":{ ' | sort -u); do
	case $name in properties | items | required | count | ratio | id | \$defs | name | tri | u32) continue ;; esac
	grep -q "$name" "$pages/kuaptrace-run.5" || echo "$name"
done >"$tap_dir/missing"
ok "$(wc -l <"$tap_dir/missing")" "kuaptrace-run(5) has every field of the schema"
sed 's/^/# /' "$tap_dir/missing"
missing=0
while read -r event; do
	[[ $event == *_class ]] || grep -q "$event" "$pages/kuaptrace-tracepoints.7" || { echo "# no $event"; missing=1; }
done < <(grep -hoE '^\+(TRACE_EVENT|DEFINE_EVENT|TRACE_EVENT_FN)[A-Z_]*\((\w+)' kernel/patches/6.12/*.patch | sed 's/.*(//')
ok $missing "kuaptrace-tracepoints(7) has every event of the series"

done_testing
