# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that read this
# SPDX-License-Identifier: GPL-2.0-only
# Shared by kernel/build, kernel/root and kernel/vm. The caller sets $me.

kernel_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
top_dir=$(dirname "$kernel_dir")
cache_dir=${KUAPTRACE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kuaptrace}
export LC_ALL=C.UTF-8

say() { printf '%s: %s\n' "$me" "$*" >&2; }

# fail STATUS TEXT..
fail() {
	local status=$1
	shift
	say "error: $*"
	exit "$status"
}

usage_error() {
	say "error: $*"
	say "see '$me --help'"
	exit 2
}

# need COMMAND PACKAGE: says what helps, for none of these scripts installs anything
need() {
	command -v "$1" >/dev/null ||
		fail "${missing_status:-4}" "'$1' is missing: 'make deps' installs it (Debian package $2)"
}

# The hash that names a thing in the cache, from the text of all its inputs on stdin
hash_of() { sha256sum | cut -c1-20; }

elapsed() {
	local s=$((SECONDS - $1))
	if ((s >= 60)); then printf '%dm%02ds' $((s / 60)) $((s % 60)); else printf '%ds' "$s"; fi
}
