#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# make install, make deb for both architectures, and make dist. tests/vm/80-package.t runs the result.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
root=$tap_dir/root

run make -s install DESTDIR="$root" prefix=/opt/kt
ok "$status" "make install"
sed 's/^/# /' "$err"
for f in bin/kuaptrace share/man/man1/kuaptrace.1 share/man/man1/kuaptrace-report.1 \
	share/man/man5/kuaptrace-run.5 share/man/man7/kuaptrace-tracepoints.7 \
	share/bash-completion/completions/kuaptrace share/doc/kuaptrace/run.schema.json; do
	[[ -s $root/opt/kt/$f ]]
	ok $? "it installs $f"
done
ok "$(find "$root" -type f -not -path "$root/opt/kt/*" | wc -l)" "nothing outside of prefix"
ok "$(find "$root" -type f -perm /022 | wc -l)" "nothing that others may write"
expect_exit 0 "what is installed runs" "$root/opt/kt/bin/kuaptrace" report tests/cli/data/after.json
(PATH=$root/opt/kt/bin:$PATH MANPATH=$root/opt/kt/share/man man -w kuaptrace-stat >"$out" 2>&1)
has "$out" "$root" "man finds its pages"

run make -s dist
ok "$status" "make dist"
tarball=$(tail -n 1 "$out")
cp "$tarball" "$tap_dir/first"
make -s dist >/dev/null && cmp -s "$tap_dir/first" "$tarball"
ok $? "twice the same bytes"
tar -tJf "$tarball" | sed -n 's|^kuaptrace-[0-9.]*/||; /[^/]$/p' | sort >"$tap_dir/has"
git ls-tree -r --name-only HEAD | sort | cmp -s - "$tap_dir/has"
ok $? "it holds what git has"

if ! command -v lintian >/dev/null || ! command -v dpkg-deb >/dev/null; then
	skip "make deb" "lintian or dpkg-dev is not installed"
	done_testing
fi
[[ -x ${O:-build}/ppc64le/kuaptrace ]] || {
	skip "make deb" "the command for ppc64le was not built: make all"
	done_testing
}
run make -s deb
ok "$status" "make deb"
sed 's/^/# /' "$err"
for arch in amd64 ppc64el; do
	debs=("${O:-build}"/deb/kuaptrace_*_"$arch".deb)
	dpkg-deb -f "${debs[0]}" >"$tap_dir/control"
	has "$tap_dir/control" "Architecture: $arch" "$arch: a package"
	has "$tap_dir/control" "libbpf1" "$arch: it depends on its libraries"
	dpkg-deb -x "${debs[0]}" "$tap_dir/$arch"
	readelf -d "$tap_dir/$arch/usr/bin/kuaptrace" | grep -c 'NEEDED.*lib\(bpf\|jansson\|z\)\.so' >"$out"
	[[ $(cat "$out") = 3 ]]
	ok $? "$arch: and is linked against them"
	(cd "$tap_dir/$arch" && dpkg-deb -e "$OLDPWD/${debs[0]}" c && md5sum -c --quiet c/md5sums)
	ok $? "$arch: its checksums are right"
done
expect_exit 0 "lintian has no error and no warning" \
	lintian --fail-on error,warning "${O:-build}"/deb/kuaptrace_*.deb
((status == 0)) || sed 's/^/# /' "$out"

done_testing
