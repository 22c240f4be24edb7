#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The ppc64el package, installed with dpkg into a Debian root in the guest, and run there.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

run make -s deb
ok "$status" "make deb"
sed 's/^/# /' "$err"
debs=("$O"/deb/kuaptrace_*_ppc64el.deb)
# What the package depends on, and what installs it
mapfile -t depends < <(dpkg-deb -f "${debs[0]}" Depends | tr ',' '\n' | sed 's/(.*//; s/ //g')
root=$(kernel/root package dpkg tar dash coreutils grep sed diffutils libc-bin "${depends[@]}" 2>"$tap_dir/root.err") || {
	skip "in the guest" "no ppc64le root: $(tail -n 1 "$tap_dir/root.err")"
	done_testing
}
cat >"$tap_dir/guest.sh" <<'END_OF_GUEST'
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
# The root was unpacked, not installed: dpkg knows of no package in it
mkdir -p /var/lib/dpkg/info /var/lib/dpkg/updates
touch /var/lib/dpkg/status
dpkg --force-depends -i kuaptrace.deb && echo "installed $?"
cd /tmp || exit
kuaptrace --version
kuaptrace doctor >doctor; echo "doctor $?"
kuaptrace record --strict -o run.json -- kuaptrace bench signal1 -n 200 >/dev/null; echo "record $?"
kuaptrace report run.json | head -n 1
kuaptrace report run.json --format html >run.html; echo "html $?"
mkdir text
kuaptrace record -a -i 1 -d 4 -o /dev/null --textfile text &
recorder=$!
n=0
while [ -e /proc/$recorder/exe ] && [ $n -lt 20 ]; do
	[ ! -e text/kuaptrace.prom ] || cp text/kuaptrace.prom prom.$n
	n=$((n + 1))
	kuaptrace bench signal1 -n 50 >/dev/null
	sleep 1
done
wait $recorder; echo "textfile $?"
cp text/kuaptrace.prom prom.99
last=0
for f in $(ls -t -r prom.*); do
	now=$(sed -n 's/^kuaptrace_signals_total //p' $f)
	[ "$now" -ge "$last" ] || echo "fell from $last to $now"
	last=$now
done
echo "grew $last"
kuaptrace record -i 1 -d 1 -a --textfile /proc/none; echo "nowhere $?"
dpkg -r kuaptrace && echo "removed 0"
[ ! -e /usr/bin/kuaptrace ] && echo "gone 0"
END_OF_GUEST
cp "${debs[0]}" "$tap_dir/kuaptrace.deb"
in_vm "$tap_dir/vm" --timeout 900 --root "$root" --put "$tap_dir/kuaptrace.deb" --put "$tap_dir/guest.sh" \
	-- sh guest.sh >"$out" 2>"$err"
for line in "installed 0" "doctor 0" "record 0" "html 0" "textfile 0" "nowhere 2" "removed 0" "gone 0"; do
	grep -qxF "$line" "$out"
	ok $? "in the guest: $line"
done
has "$out" "windows per signal" "it counts and reports"
grep -qE '^grew [1-9][0-9]+$' "$out" && ! grep -q '^fell' "$out"
ok $? "the textfile's counters only grow: $(grep -E '^(grew|fell)' "$out" | tr '\n' ' ')"
((tap_failed == 0)) || { sed 's/^/# /' "$out"; tail -n 20 "$err" | sed 's/^/# /'; }

done_testing
