#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Both series that are mailed, where they are not run: big-endian with COMPAT, 32-bit, KUAP compiled
# out, modules; rseq on x86-64, too, where objtool follows user access. What they touch and a handful
# of its users are compiled, with warnings as errors.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

skip_all() { echo "1..0 # SKIP $*"; exit 0; }
[[ ${KUAPTRACE_LONG:-} ]] || skip_all "compiling for other platforms takes minutes: make check-all"
tar=/usr/src/linux-source-6.12.tar.xz
[[ -f $tar ]] || skip_all "no $tar: make deps installs it"

tree=$tap_dir/tree
mkdir "$tree"
tar -C "$tree" -xf "$tar" --strip-components=1

series() { sed '/^#/d; s|^|'"kernel/$1/6.12/"'|' "kernel/$1/6.12/series"; }
apply_series() {
	local p
	for p in $(series "$1"); do
		patch -d "$tree" -p1 --fuzz=0 -s <"$p"
		ok $? "applies without fuzz: $p"
	done
}
revert_series() {
	local p
	for p in $(series "$1" | tac); do patch -d "$tree" -p1 -R --fuzz=0 -s <"$p"; done
}

common='arch/powerpc/kernel/signal.o arch/powerpc/kernel/signal_32.o arch/powerpc/kernel/interrupt.o
arch/powerpc/kernel/process.o arch/powerpc/kernel/irq.o arch/powerpc/mm/init-common.o
arch/powerpc/lib/sstep.o lib/usercopy.o lib/iov_iter.o kernel/signal.o kernel/rseq.o fs/select.o
fs/readdir.o'

# compiles NAME CROSS DEFCONFIG OBJECTS CONFIG..: $arch is powerpc unless set
compiles() {
	local name=$1 cross=$2 defconfig=$3 objects=$4 o=$tap_dir/o arch=${arch:-powerpc}
	shift 4
	command -v "${cross}gcc" >/dev/null || { skip "$name" "no ${cross}gcc"; return; }
	rm -rf "$o"
	# shellcheck disable=SC2086 # a list
	{
		make -s -C "$tree" O="$o" ARCH="$arch" CROSS_COMPILE="$cross" "$defconfig" &&
			"$tree/scripts/config" --file "$o/.config" -e PPC_WERROR "$@" &&
			make -s -C "$tree" O="$o" ARCH="$arch" CROSS_COMPILE="$cross" olddefconfig &&
			make -s -C "$tree" O="$o" ARCH="$arch" CROSS_COMPILE="$cross" \
				-j"$(nproc)" prepare $objects
	} >"$tap_dir/make" 2>&1 </dev/null
	ok $? "$name"
	grep -E 'error|warning' "$tap_dir/make" | head -20 | sed 's/^/# /'
}

apply_series patches
compiles "ppc64_defconfig: big-endian, COMPAT, events on" powerpc64-linux-gnu- ppc64_defconfig \
	"$common arch/powerpc/kernel/signal_64.o" -e PPC_UACCESS_TRACE
compiles "ppc64_defconfig, events off" powerpc64-linux-gnu- ppc64_defconfig \
	"$common arch/powerpc/kernel/signal_64.o" -d PPC_UACCESS_TRACE
compiles "pmac32_defconfig" powerpc-linux-gnu- pmac32_defconfig "$common"
# Little-endian has no COMPAT, hence no 32-bit handlers.
compiles "ppc64le, KUAP compiled out, events on" powerpc64le-linux-gnu- ppc64le_defconfig \
	"${common/arch\/powerpc\/kernel\/signal_32.o/} arch/powerpc/kernel/signal_64.o" -e PPC_UACCESS_TRACE -d PPC_KUAP
compiles "ppc64le, a module that copies to user space" powerpc64le-linux-gnu- ppc64le_defconfig \
	"drivers/char/" -e PPC_UACCESS_TRACE
revert_series patches

apply_series single
compiles "kernel/single, ppc64_defconfig: big-endian, COMPAT" powerpc64-linux-gnu- ppc64_defconfig \
	"$common arch/powerpc/kernel/signal_64.o"
compiles "kernel/single, pmac32_defconfig" powerpc-linux-gnu- pmac32_defconfig "$common"
compiles "kernel/single, ppc64le, TM and KUAP compiled out" powerpc64le-linux-gnu- ppc64le_defconfig \
	"arch/powerpc/kernel/signal.o arch/powerpc/kernel/signal_64.o kernel/rseq.o" \
	-d PPC_TRANSACTIONAL_MEM -d PPC_KUAP
arch=x86_64 compiles "kernel/single, x86-64" '' x86_64_defconfig "kernel/rseq.o kernel/signal.o"

done_testing
