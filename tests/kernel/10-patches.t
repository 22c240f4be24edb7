#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The series as a maintainer's bot would see it: checkpatch --strict with nothing but what no
# tracepoint can avoid, one cover letter, every patch signed off.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

tar=/usr/src/linux-source-6.12.tar.xz
[[ -f $tar ]] || { echo "1..0 # SKIP no $tar: make deps installs it"; exit 0; }
tree=$tap_dir/tree
mkdir -p "$tree"/{Documentation,arch,include,drivers,fs,init,ipc,kernel,lib,scripts}
tar -C "$tree" --strip-components=1 -xf "$tar" --wildcards 'linux-source-6.12/scripts/checkpatch.pl' \
	'linux-source-6.12/scripts/spelling.txt' 'linux-source-6.12/scripts/const_structs.checkpatch' \
	linux-source-6.12/{COPYING,CREDITS,Kbuild,Makefile,README,MAINTAINERS}

# What TRACE_EVENT() itself provokes; see any in include/trace/events.
unavoidable='Lines should not end with a|Alignment should match open parenthesis'

# There is no history here to look commits up in
checkpatch() { # checkpatch FILE
	local file
	file=$(realpath "$1")
	(cd "$tree" && ./scripts/checkpatch.pl --strict --show-types --ignore UNKNOWN_COMMIT_ID - <"$file" 2>&1)
}

for p in kernel/patches/6.12/0[0-9]*.patch; do
	[[ $p != */0000-* ]] || continue
	checkpatch "$p" >"$tap_dir/said"
	grep -E '^(ERROR|WARNING|CHECK)' "$tap_dir/said" | grep -vE "$unavoidable" >"$tap_dir/left"
	[[ ! -s $tap_dir/left ]] && grep -q '^total: 0 errors' "$tap_dir/said"
	ok $? "checkpatch --strict: ${p##*/}"
	sed 's/^/# /' "$tap_dir/left"
	grep -q '^Signed-off-by: ' "$p"
	ok $? "signed off: ${p##*/}"
	grep -qxF "${p##*/}" kernel/patches/6.12/series
	ok $? "in the series file: ${p##*/}"
done

# The variants are a laboratory's, but errors are errors.
for p in kernel/variants/6.12/0[0-9]*.patch; do
	checkpatch "$p" | grep -q '^total: 0 errors'
	ok $? "checkpatch: ${p##*/}"
done

has kernel/patches/6.12/0000-cover-letter.patch 'instructions per signal' "the cover letter has the cost"

# The check itself can fail.
sed 's/^+\t/+    /' kernel/patches/6.12/0001-*.patch >"$tap_dir/bad.patch"
! checkpatch "$tap_dir/bad.patch" | grep -q '^total: 0 errors, 0 warnings'
ok $? "a patch with spaces for tabs is refused"

done_testing
