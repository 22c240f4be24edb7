# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# TAP for tests in bash. Source it from the top of the checkout; end with done_testing.
#
#   KUAPTRACE=FILE      the command under test (default: build/kuaptrace)
#   UPDATE_GOLDEN=1     write golden files instead of comparing: look at the diff before committing

kuaptrace=$(realpath -e "${KUAPTRACE:-build/kuaptrace}" 2>/dev/null) || {
	echo "Bail out! no kuaptrace to test: build it, or set KUAPTRACE"
	exit 1
}
tap_dir=$(mktemp -d) || exit 1
trap 'rm -rf "$tap_dir"' EXIT
tap_n=0
tap_failed=0
out=$tap_dir/out
err=$tap_dir/err
export LC_ALL=C.UTF-8 TERM=dumb
unset NO_COLOR COLUMNS

# ok STATUS DESCRIPTION
ok() {
	tap_n=$((tap_n + 1))
	if (($1 == 0)); then
		echo "ok $tap_n - $2"
		return
	fi
	tap_failed=$((tap_failed + 1))
	echo "not ok $tap_n - $2"
}

skip() {
	tap_n=$((tap_n + 1))
	echo "ok $tap_n - $1 # SKIP $2"
}

# Runs a command; its output is in $out and $err, its status in $status.
run() {
	status=0
	"$@" >"$out" 2>"$err" </dev/null || status=$?
}

# expect_exit STATUS DESCRIPTION COMMAND..
expect_exit() {
	local want=$1 what=$2
	shift 2
	run "$@"
	ok "$((status != want))" "$what: exit $want"
	((status == want)) || { echo "# got $status"; sed 's/^/# /' "$err"; }
}

# has FILE TEXT DESCRIPTION: the text is in the file, as it stands.
has() {
	grep -qF -- "$2" "$1"
	ok $? "$3"
}

hasnt() {
	! grep -qF -- "$2" "$1"
	ok $? "$3"
}

# expect_same GOLDEN COMMAND..: the same bytes on stdout.
expect_same() {
	local golden=$1
	shift
	run "$@"
	if [[ ${UPDATE_GOLDEN:-} ]]; then
		cp "$out" "$golden"
	fi
	cmp -s "$golden" "$out"
	ok $? "$golden"
	diff -u "$golden" "$out" | head -40 | sed 's/^/# /'
}

done_testing() {
	echo "1..$tap_n"
	exit "$((tap_failed || !tap_n))"
}
