# shellcheck shell=bash disable=SC2154 # variables of kernel/build
# SPDX-License-Identifier: GPL-2.0-only
# How a kernel is made. This file's bytes are part of every image's key: what is only about
# options, progress or the cache belongs into kernel/build.

source_package=linux-source-6.12
source_tar=/usr/src/$source_package.tar.xz
cross=powerpc64le-linux-gnu-

# A symbol may be named by several fragments: the last one wins. Prints one line a symbol, sorted.
resolve_fragments() {
	awk '
		/^CONFIG_[A-Za-z0-9_]+=/ { s = $0; sub(/=.*/, "", s); line[s] = $0; next }
		/^# CONFIG_[A-Za-z0-9_]+ is not set$/ { line[$2] = $0; next }
		/^#/ || /^[ \t]*$/ { next }
		{ print FILENAME ":" FNR ": not a config line: " $0 >"/dev/stderr"; bad = 1 }
		END { for (s in line) print line[s]; exit bad }
	' "$@" | sort
}

kmake() {
	make -C "$tree" ARCH=powerpc CROSS_COMPILE="$cross" LOCALVERSION="-kt.${key:0:8}" \
		KBUILD_BUILD_TIMESTAMP='2020-01-01 00:00:00 UTC' KBUILD_BUILD_VERSION=1 \
		KBUILD_BUILD_USER=kuaptrace KBUILD_BUILD_HOST=kuaptrace "$@"
}

# The documentation is a tenth of all files; only its Kconfig is read
unpack() {
	mkdir -p "$tree"
	tar -C "$tree" -xf "$source_tar" --strip-components=1 --no-same-owner \
		--exclude='*/Documentation/*/*'
}

# Prints what is asked for and not there
config_misses() {
	local line sym have
	while IFS= read -r line; do
		sym=${line#\# }
		sym=${sym%%[= ]*}
		have=$(grep -xE "$sym=.*|# $sym is not set" "$tree/.config" || true)
		# a symbol that nothing offers is as good as off
		[[ $have = "$line" || (! $have && $line = "#"*) ]] ||
			printf '%s (is: %s)\n' "$line" "${have:-not offered}"
	done <"$1"
}

# configure RESOLVED-FRAGMENTS
configure() {
	kmake -s KCONFIG_ALLCONFIG="$1" allnoconfig && kmake -s olddefconfig
}

compile() { kmake -j"$jobs" vmlinux; }

# publish DIR: without DWARF, which is four fifths of it; .symtab and .BTF stay
publish() {
	"${cross}objcopy" --strip-debug "$tree/vmlinux" "$1/vmlinux" &&
		"${cross}size" "$tree/vmlinux" >"$1/text-size" &&
		cp "$tree/System.map" "$1/" &&
		cp "$tree/.config" "$1/config" &&
		cp "$tree/include/config/kernel.release" "$1/release"
}
