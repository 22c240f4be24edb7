#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every checker that the kernel has, two CPUs, and all that can listen to the events listening at
# once while signals fly and the profile is flipped: not one splat. The image has no BTF, so this
# is also the helper-only set of programs where it matters.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image debug
need_perf
seconds=20
[[ ${KUAPTRACE_LONG:-} ]] && seconds=120

dir=$tap_dir/debug
mkdir -p "$dir"
cat >"$dir/guest.sh" <<END
seconds=$seconds
END
cat >>"$dir/guest.sh" <<'END'
set -e
t=/sys/kernel/tracing
switch=/sys/kernel/debug/powerpc/signal_uaccess
math=/sys/kernel/debug/powerpc/restore_math
events='uaccess_begin uaccess_end kuap_amr_write restore_math signal_setup_entry
signal_setup_exit sigreturn_entry sigreturn_exit'
list=
for e in $events; do
	echo 1 >$t/events/powerpc/$e/enable
	list="$list -e powerpc:$e"
done
ls /sys/kernel/btf/vmlinux >/dev/null 2>&1 && { echo "this image has BTF"; exit 1; }

perf record -q -a -o /tmp/a.data $list -- sleep $seconds >/tmp/a.err 2>&1 & perf_a=$!
perf record -q -a -g -o /tmp/g.data -e powerpc:uaccess_end -e cpu-clock -- sleep $seconds \
	>/tmp/g.err 2>&1 & perf_g=$!
./kuaptrace record -a --amr -d $seconds -o all.json & record=$!
(while :; do
	for p in $(cat ${switch}_available); do echo $p >$switch && echo $p >>/tmp/flips; sleep 0.3; done
	for p in $(cat ${math}_available); do echo $p >$math && echo $p >>/tmp/flips; sleep 0.3; done
done) & flip=$!

end=$(($(date +%s) + seconds))
rounds=0
while [ "$(date +%s)" -lt $end ]; do
	for mode in signal1 siginfo nested siglongjmp fork; do ./workload $mode -n 100 >/dev/null; done
	./workload storm -t 4 -n 100 >/dev/null
	rounds=$((rounds + 1))
done
kill $flip
wait $record
for e in $events; do echo 0 >$t/events/powerpc/$e/enable; done
# Each listener has to have heard something: one that never ran proves nothing.
wait $perf_a || { cat /tmp/a.err; exit 1; }
wait $perf_g || { cat /tmp/g.err; exit 1; }
echo "heard perf $(wc -c </tmp/a.data)"
echo "heard perf-g $(wc -c </tmp/g.data)"
echo "heard ftrace $(cat $t/per_cpu/cpu*/stats | awk '/^entries:/ { n += $2 } END { print n }')"
echo "heard flips $(wc -l </tmp/flips)"
# Attached and detached while it goes on
for i in 1 2 3; do
	./workload storm -t 4 -n 300 >/dev/null & w=$!
	./kuaptrace record -a -d 1 -o again.json
	wait $w
done
echo "rounds $rounds"
END
in_vm "$dir" --image debug --smp 2 --root "$perf_root" --timeout $((900 + 4 * seconds)) \
	--put "$vm_bin/kuaptrace" --put "$vm_bin/workload" --put "$dir/guest.sh" \
	--get all.json -- sh guest.sh >"$dir/out" 2>"$dir/err"
status=$?
ok $status "no splat, all workloads right ($(grep '^rounds' "$dir/out"))"
((status == 0)) || tail -n 30 "$dir/err" "$dir/out" | sed 's/^/# /'
# perf's header alone is some tens of KB
for want in 'perf 200000' 'perf-g 200000' 'ftrace 1000' 'flips 10'; do
	read -r who least <<<"$want"
	got=$(awk -v who="$who" '$1 == "heard" && $2 == who { print $3 }' "$dir/out")
	((${got:-0} >= least))
	ok $? "$who was there: ${got:-0}, at least $least"
done
python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
t = r["totals"]
print("# %d windows, %d signals, %d nested, losses %s" %
      (t["windows"], t["signals"], t["nested"], r["losses"]))
sys.exit(not (r["complete"] and t["signals"] > 100 and t["amr_open"] > 0))' "$dir/all.json"
ok $? "the helper-only programs counted all along"

done_testing
