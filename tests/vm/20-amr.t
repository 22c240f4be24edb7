#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# AMR writes = 2 x windows + 2 x interrupts in a window + exit restarts, by address, with
# kuap_amr_write attached. Under icount the start and the end of both runs are the same.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

vm_env=$no_rseq vm_record=--amr recorded amr --icount -- signal1 -n 9000 -w 0
dir=$tap_dir/amr
tests/vm/amr-equation --map build/kernel/trace/System.map "$dir/base.json" "$dir/run.json" \
	"$dir/oracle.json" >"$dir/equation" 2>&1
status=$?
sed 's/^/# /' "$dir/equation"
[[ -s $dir/run.json ]] || sed 's/^/# /' "$dir/err"
for name in windows closes irq_restore irq_entry restart sum; do
	grep -q "^$name: .* equal" "$dir/equation"
	ok $? "$name: $(sed -n "s/^$name: //p" "$dir/equation")"
done
ok "$status" "the equation holds"
done_testing
