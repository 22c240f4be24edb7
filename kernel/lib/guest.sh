# shellcheck shell=bash disable=SC2154 # variables of common.sh
# SPDX-License-Identifier: GPL-2.0-only
# The initramfs: a base with init and busybox that all runs share, and after it one run's job.

# newc TREE: an archive of TREE on stdout, whatever bytes its names are made of
newc() { (cd "$1" && find . -mindepth 1 -print0 | LC_ALL=C sort -z | cpio --quiet --null -o -H newc -R 0:0); }

# Prints the base archive's path, made when there is none yet from these sources
guest_base() {
	local src=$kernel_dir/guest/init.c gcc=powerpc64le-linux-gnu-gcc sysroot key base tmp
	need "$gcc" gcc-powerpc64le-linux-gnu
	need cpio cpio
	sysroot=$("$kernel_dir/root" guest busybox-static libc6-dev) || return 1
	key=$({
		echo "base 1 $sysroot"
		"$gcc" --version | head -1
		cat "$src"
	} | hash_of)
	base=$cache_dir/guest/$key.cpio
	if [[ ! -f $base ]]; then
		mkdir -p "$cache_dir/guest"
		tmp=$(mktemp -d "$cache_dir/guest/tmp.XXXXXXXX")
		mkdir -p "$tmp/tree"/{dev,proc,sys,tmp,run,root,job,kt/bin,kt/out}
		"$gcc" --sysroot="$sysroot" -static -Os -s -std=gnu11 -Wall -Wextra -Wshadow \
			"$src" -o "$tmp/tree/init" &&
			cp "$sysroot/bin/busybox" "$tmp/tree/kt/bin/" &&
			newc "$tmp/tree" >"$tmp/base" &&
			mv "$tmp/base" "$base"
		rm -rf "$tmp"
		[[ -f $base ]] || return 1
	fi
	printf '%s\n' "$base"
}
