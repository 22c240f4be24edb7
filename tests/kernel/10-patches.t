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
	linux-source-6.12/{COPYING,CREDITS,Kbuild,Makefile,README,MAINTAINERS} \
	linux-source-6.12/arch/powerpc/{kernel/signal_64.c,kernel/signal.h,include/asm/uaccess.h} \
	linux-source-6.12/{kernel/{rseq,signal}.c,include/linux/signal.h}

# What TRACE_EVENT() itself provokes; see any in include/trace/events.
unavoidable='Lines should not end with a|Alignment should match open parenthesis'

# There is no history here to look commits up in
checkpatch() { # checkpatch FILE
	local file
	file=$(realpath "$1")
	(cd "$tree" && ./scripts/checkpatch.pl --strict --show-types --ignore UNKNOWN_COMMIT_ID - <"$file" 2>&1)
}

for p in kernel/{patches,single}/6.12/0[0-9]*.patch; do
	[[ $p != */0000-* ]] || continue
	checkpatch "$p" >"$tap_dir/said"
	grep -E '^(ERROR|WARNING|CHECK)' "$tap_dir/said" | grep -vE "$unavoidable" >"$tap_dir/left"
	[[ ! -s $tap_dir/left ]] && grep -q '^total: 0 errors' "$tap_dir/said"
	ok $? "checkpatch --strict: ${p##*/}"
	sed 's/^/# /' "$tap_dir/left"
	grep -q '^Signed-off-by: ' "$p"
	ok $? "signed off: ${p##*/}"
	grep -qxF "${p##*/}" "${p%/*}/series"
	ok $? "in the series file: ${p##*/}"
done

# The others are a laboratory's, but errors are errors.
for p in kernel/{variants,syscall}/6.12/0[0-9]*.patch; do
	checkpatch "$p" | grep -q '^total: 0 errors'
	ok $? "checkpatch: ${p##*/}"
done

for series in patches single; do
	has kernel/$series/6.12/0000-cover-letter.patch 'instructions per signal' \
		"kernel/$series: the cover letter has the cost"
done

# ... and single's is what make results has measured.
python3 -c 'import json, re, sys
cells = {(c["profile"], c["rseq"]): c["oracle"]["instructions"]
         for c in json.load(open("docs/results.json"))["cells"]
         if c["boot"] == "radix-kuap" and c["mode"] == "signal1"}
rows = re.findall(r"\| with(out)? rseq .*\| +(\d+) \| +(\d+) \|", open(sys.argv[1]).read())
want = [("off" if out else "on", int(a), int(b)) for out, a, b in rows]
print("#", want)
sys.exit(want != [(r, cells["block", r], cells["single", r]) for r in ("off", "on")])' \
	kernel/single/6.12/0000-cover-letter.patch
ok $? "kernel/single: the cover letter has docs/results.json's figures"

# The profile "single" is measured, the series kernel/single is mailed: the same code.
while read -r p; do
	[[ $p = \#* ]] || patch -d "$tree" -p1 --fuzz=0 -s <"kernel/single/6.12/$p" || echo "# $p does not apply"
done <kernel/single/6.12/series
profile=(kernel/variants/6.12/*-Add-the-single-profile.patch)

# added FILE: what the profile's patch adds to it
added() { awk -v file="+++ b/$1" '
	/^diff/ { on = 0 } on && /^\+/ { print substr($0, 2) } $0 == file { on = 1 }' "${profile[0]}"; }
# body FIRST: the rest of a function, from a line that holds FIRST
body() { awk -v first="$1" 'index($0, first) { on = 1 } on { print; n++ } on && /^}/ { exit } END { exit !n }'; }
# Only the profile tells its caller of a failed sigreturn.
same() { # same FILE MAILED-FILE FIRST
	added "$1" | body "$3" | sed '/force_sig(SIGSEGV);/,/return/s/return 1/return 0/' >"$tap_dir/profile" && body "$3" <"$tree/$2" >"$tap_dir/mailed" &&
		diff -u "$tap_dir/profile" "$tap_dir/mailed" >"$tap_dir/diff"
	ok $? "profile 'single' is what kernel/single mails: $3"
	head -30 "$tap_dir/diff" | sed 's/^/# /'
}
c=arch/powerpc/kernel/signal_profiles/single.c
same $c arch/powerpc/kernel/signal_64.c 'Always make any pending restarted system calls'
same $c arch/powerpc/kernel/signal_64.c 'int handle_rt_signal64('
same arch/powerpc/kernel/signal.h arch/powerpc/kernel/signal.h '__unsafe_copy_siginfo_to_user('
same kernel/rseq.c kernel/rseq.c 'static int rseq_update_no_cs('

# The check itself can fail.
sed 's/^+\t/+    /' kernel/patches/6.12/0001-*.patch >"$tap_dir/bad.patch"
! checkpatch "$tap_dir/bad.patch" | grep -q '^total: 0 errors, 0 warnings'
ok $? "a patch with spaces for tabs is refused"

done_testing
