#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# AMR writes = 2 x windows + 2 x interrupts in a window + exit restarts, by address, with
# kuap_amr_write attached. The workload rests before and after its run and all is watched from one rest
# to the other, while all else sleeps: tool and oracle speak of the same moments.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

dir=$tap_dir/amr
mkdir -p "$dir"
cat >"$dir/guest.sh" <<'END'
GLIBC_TUNABLES=glibc.pthread.rseq=0 ./workload signal1 -n 30000 -w 0 -s 8 &
sleep 1
./kuaptrace record --strict --amr -a -d 24 -o run.json || exit 1
wait
END
mapfile -t args < <(oracle_args "$dir/oracle.json")
in_vm "$dir" "${args[@]}" --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" \
	--put "$dir/guest.sh" --get run.json -- sh guest.sh >"$dir/out" 2>"$dir/err"
tests/vm/amr-equation --map build/kernel/trace/System.map "$dir/run.json" "$dir/oracle.json" \
	>"$dir/equation" 2>&1
status=$?
sed 's/^/# /' "$dir/equation"
[[ -s $dir/run.json ]] || sed 's/^/# /' "$dir/err"
for name in windows closes irq_restore irq_entry restart sum; do
	grep -q "^$name: .* equal" "$dir/equation"
	ok $? "$name: $(sed -n "s/^$name: //p" "$dir/equation")"
done
ok "$status" "the equation holds"
done_testing
