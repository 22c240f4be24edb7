# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # shared with tap.sh and the tests
# The tool against the oracle in a VM. Source after tests/lib/tap.sh, from the top of the checkout.

: "${O:=build}"
vm_top=$PWD
vm_bin=$vm_top/$O/ppc64le
export no_rseq=GLIBC_TUNABLES=glibc.pthread.rseq=0

# need_image NAME: skips the whole test where it was not built
need_image() {
	[[ -f build/kernel/$1/vmlinux ]] && return
	echo "1..0 # SKIP no kernel image '$1': kernel/build --image $1 makes it"
	exit 0
}

# need_perf: leaves the directory of a ppc64le root with perf in $perf_root, or skips the test
need_perf() {
	perf_root=$(kernel/root perf linux-perf dash coreutils mawk 2>"$tap_dir/root.err") && return
	echo "1..0 # SKIP no ppc64le root with perf: $(tail -n 1 "$tap_dir/root.err")"
	exit 0
}

# in_vm DIR OPTION.. -- CMD..: kernel/vm with DIR as the place for files brought back
in_vm() {
	local dir=$1
	shift
	mkdir -p "$dir"
	(cd "$dir" && "$vm_top/kernel/vm" "$@")
}

# oracle_args FILE: what makes QEMU count into FILE
oracle_args() { printf '%s\n' --qemu-arg -plugin --qemu-arg "$vm_top/$O/oracle/oracle.so,out=$1"; }

# recorded NAME VM-OPTIONS -- WORKLOAD-ARGS: boots once with the oracle, records twice: a run of no
# operations, which is what start and exit cost, and the run. Leaves NAME/{base,run,oracle}.json.
# $vm_env may set the workload's environment.
recorded() {
	local dir=$tap_dir/$1 args
	local -a options=()
	shift
	while [[ $1 != -- ]]; do options+=("$1"); shift; done
	shift
	mkdir -p "$dir"
	mapfile -t args < <(oracle_args "$dir/oracle.json")
	printf '%s\n' "set -e" \
		"env ${vm_env:-X=} ./kuaptrace record --strict -o base.json -- ./workload $1 -n 0000 ${*:4}" \
		"env ${vm_env:-X=} ./kuaptrace record --strict -o run.json -- ./workload $*" >"$dir/guest.sh"
	in_vm "$dir" --image "${vm_image:-trace}" "${options[@]}" "${args[@]}" \
		--put "$vm_bin/kuaptrace" --put "$vm_bin/workload" --put "$dir/guest.sh" \
		--get base.json --get run.json -- sh guest.sh >"$dir/out" 2>"$dir/err"
}

# equal NAME MODE..: what tests/vm/equal says of it, as one test
equal() {
	local dir=$tap_dir/$1 what=$2
	shift 2
	tests/vm/equal "$@" --map "build/kernel/${vm_image:-trace}/System.map" "$dir/base.json" \
		"$dir/run.json" "$dir/oracle.json" >"$dir/equal" 2>&1
	ok $? "$what: $(tail -n 1 "$dir/equal")"
	sed 's/^/# /' "$dir/equal"
	[[ -s $dir/run.json ]] || sed 's/^/# /' "$dir/err"
}

# need_checker: leaves in $checker_qemu a QEMU in which the access checker works, or skips the test
need_checker() {
	checker_qemu=$(kernel/qemu 2>"$tap_dir/qemu.err") && return
	echo "1..0 # SKIP no QEMU for the access checker: $(tail -n 1 "$tap_dir/qemu.err")"
	exit 0
}

# checker_args FILE [all]: options of kernel/vm for the oracle with the access checker, into FILE;
# all lists the accesses that are right as well
checker_args() {
	printf '%s\n' --qemu "$checker_qemu" --qemu-arg -plugin \
		--qemu-arg "$vm_top/$O/oracle/oracle.so,out=$1,check=${2:-on}"
}

# checked STATUS FILE DESCRIPTION: the checker's verdict on $vm_image as one test, and what it says
# in $out. STATUS: 0 silent, 1 it found something, 3 there was nothing to check
checked() {
	run tests/oracle/oracle-report --access --map "build/kernel/${vm_image:-trace}/System.map" "$2"
	ok "$((status != $1))" "$3: $(tail -n 1 "$out")"
	sed 's/^/# /' "$out" "$err"
}
