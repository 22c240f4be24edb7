#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The access checker has nothing to say of a sane kernel, though it looked at a lot; and it names the
# function in two kernels broken on purpose, which TCG runs as if nothing were wrong.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
need_checker
image=build/kernel/trace
broken=handle_rt_signal64

cat >"$tap_dir/mix.sh" <<'END'
set -e
for mode in signal1 siginfo nested siglongjmp; do ./workload $mode -n 200; done
./workload storm -n 100 -t 4
sh -c 'ls -lR /proc/self' >/tmp/list
wc -l </tmp/list
# Tracepoints and BPF patch text, also while signals fly
./kuaptrace stat -- ./workload signal1 -n 100
END

# boot NAME OPTION.. -- CMD..: with the checker into NAME.json
boot() {
	local name=$1 args
	shift
	mapfile -t args < <(checker_args "$tap_dir/$name.json" "${check:-on}")
	run in_vm "$tap_dir/$name" "${args[@]}" --put "$vm_bin/workload" --put "$vm_bin/kuaptrace" \
		--put "$tap_dir/mix.sh" "$@"
	ok "$status" "$name: the guest sees nothing wrong itself"
	((status == 0)) || tail -n 20 "$err" "$out" | sed 's/^/# /'
}

# looked NAME: by far more than a checker sees that stops early, or sees one kind only
looked() {
	python3 -c 'import json, sys
a = json.load(open(sys.argv[1]))["access"]
seen = a["kernel_user_accesses"], a["amr_writes"], a["returns_to_user"]
print("#", *seen)
sys.exit(min(seen[0].values()) < 100000 or seen[2] < 5000 or
         min(seen[1][k] for k in ("open_read", "open_write", "block")) < 5000)' "$tap_dir/$1.json"
	ok $? "$1: it looked at reads, writes, windows and returns"
}

# names KIND: most of what was found is of this kind and in the broken function
names() {
	head -n 1 "$out" | grep -qE "^ *[0-9]+  $1 +$broken "
	ok $? "$broken is named for it: $1"
}

for mmu in radix hash; do
	boot "$mmu" --mmu "$mmu" --smp 2 -- sh mix.sh
	checked 0 "$tap_dir/$mmu.json" "a sane kernel, $mmu"
	looked "$mmu"
done

# Each way in which the kernel touches user memory is one that the checker sees: the functions
check=all boot touch --put "$vm_bin/touch" -- ./touch
tests/oracle/oracle-report --access --json --map $image/System.map "$tap_dir/touch.json" |
	python3 -c 'import json, sys
for row in json.load(sys.stdin)["seen"]:
    print(row["kind"], row["symbol"], row["count"])' >"$tap_dir/seen"
for want in 'seen_read __copy_tofrom_user 4000' 'seen_write __copy_tofrom_user 4000' \
	'seen_write __arch_clear_user 512' 'seen_read strncpy_from_user 10' \
	'seen_read futex_atomic_cmpxchg_inatomic 1' 'seen_write futex_atomic_cmpxchg_inatomic 1' \
	'seen_write futex_wake_op 1' 'seen_write do_sys_poll 1'; do
	read -r kind function least <<<"$want"
	n=$(awk -v k="$kind" -v f="^${function}(_|$)" '$1 == k && $2 ~ f { n += $3 } END { print n + 0 }' \
		"$tap_dir/seen")
	((n >= least))
	ok $? "$kind of $function: $n, at least $least"
done

boot no-kuap --no-kuap -- ./workload signal1 -n 10
checked 3 "$tap_dir/no-kuap.json" "without KUAP"

# Which writes a signal executes, the sane run knows; one CPU and fixed addresses, so that the frame
# and what is below it share a page in every boot, see break-window.
for what in open close; do
	tests/oracle/break-window "$what" $broken $image/vmlinux $image/System.map \
		"$tap_dir/radix.json" "$tap_dir/$what" >"$out" 2>&1
	ok $? "a kernel whose last AMR write to $what a window in $broken is gone: $(cat "$out")"
done
for mmu in radix hash; do
	boot "broken-open-$mmu" --image "$tap_dir/open" --mmu "$mmu" --append norandmaps -- \
		./workload signal1 -n 100
	checked 1 "$tap_dir/broken-open-$mmu.json" "no window opens, $mmu"
	names write
	boot "broken-close-$mmu" --image "$tap_dir/close" --mmu "$mmu" -- ./workload signal1 -n 100
	checked 1 "$tap_dir/broken-close-$mmu.json" "the window stays open, $mmu"
	names left_open
done

expect_exit 123 "a QEMU that is not there" kernel/vm --qemu "$tap_dir/none" -- true
has "$err" "'$tap_dir/none' is not a program" "is named"
expect_exit 2 "kernel/qemu takes no argument" kernel/qemu 10
expect_exit 2 "kernel/root: an architecture without a name" kernel/root --arch

done_testing
