#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a reviewer should not have to say: licences, lengths, shell and C analysers, one date format.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

# "none" counts tests at the end of pipes
shopt -s lastpipe
mapfile -t files < <(git ls-files 2>/dev/null || find . -type f -not -path './build/*' -printf '%P\n')
pick() { printf '%s\n' "${files[@]}" | grep -E "$1"; }

# none TEXT: the lines on stdin are what is wrong
none() {
	sed 's/^/# /' >"$tap_dir/none"
	[[ ! -s $tap_dir/none ]]
	ok $? "$1"
	head -n 12 "$tap_dir/none"
}

pick '' | grep -vE '(^COPYING|\.json|\.patch|/golden/.*|/data/.*|\.table|/debian/changelog)$' | while read -r f; do
	[[ ! -s $f ]] || head -n 4 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-only' || echo "$f"
done | none "each file names its licence"

pick '\.(c|h|py|sh|t)$' | while read -r f; do
	n=$(wc -l <"$f")
	((n < 500)) || echo "$f: $n lines"
done | none "no source file of 500 lines"

# A function ends at the first brace in column 1; its head is the last line there before its body.
pick '\.[ch]$' | xargs awk '
	/^\{/ { start = FNR }
	/^[a-zA-Z].*\{$/ && !/^(struct|union|enum|static const|const|typedef)/ { start = FNR }
	/^\}/ && start { if (FNR - start > 60) print FILENAME ":" start ": " FNR - start " lines"; start = 0 }
' | none "no function over 60 lines"

pick '' | while read -r f; do
	[[ $f != *.patch && -f $f ]] && head -n 1 "$f" | grep -qE '^#!/bin/(ba)?sh' && echo "$f"
done | xargs shellcheck -x 2>&1 | none "shellcheck"

if command -v cppcheck >/dev/null; then
	# The skeletons are bpftool's; -D so that one configuration is looked at
	mapfile -t sources < <(pick '^tools/.*\.c$')
	cppcheck -q --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
		-Iinclude -Itools -DKT_VERSION='""' --suppress=missingInclude \
		"${sources[@]}" 2>&1 | none "cppcheck"
else
	skip "cppcheck" "not installed"
fi

git log --format=%s 2>/dev/null | awk 'length > 72' | none "commit subjects of at most 72 characters"

done_testing
