#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Bash's completion, as bash itself would call it.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tools/completion/kuaptrace.bash

# completes WANT WORD..: the words that complete the last one hold WANT
completes() {
	local want=$1
	shift
	COMP_WORDS=("$kuaptrace" "$@")
	COMP_CWORD=$#
	_kuaptrace
	printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$want"
	ok $? "'kuaptrace $*' has '$want'"
}

completes report re
((${#COMPREPLY[@]} == 2))
ok $? "record and report, no other command"
completes --version --v
completes --top report --t
completes -o record -
completes --no-inherit record --no
completes html report --format ''
completes openmetrics report --format open
completes markdown compare a.json --format m
completes always report --color a
completes siginfo bench sig
completes tests/cli/data/after.json report tests/cli/data/
completes tests/cli/ report tests/cl
completes $$ record -p ''
completes USR1 record -s USR
completes root stat -u roo
completes /proc record --textfile /pro
COMP_WORDS=("$kuaptrace" record -- ls --)
COMP_CWORD=4
_kuaptrace
ok "${#COMPREPLY[@]}" "after -- nothing of ours"
COMP_WORDS=("$kuaptrace" record -)
COMP_CWORD=2
_kuaptrace
printf '%s\n' "${COMPREPLY[@]}" | sort >"$tap_dir/offered"
"$kuaptrace" record --help | grep -oE '(^| |, )--?[A-Za-z][a-z-]*' | tr -d ' ,' | sort -u >"$tap_dir/known"
ok "$(comm -23 "$tap_dir/offered" "$tap_dir/known" | wc -l)" "every option that is offered is one"
[[ $(complete -p kuaptrace) == *_kuaptrace* ]]
ok $? "it is bound to kuaptrace"

done_testing
