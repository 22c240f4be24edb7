#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# tools/perf on the same run as kuaptrace: equal counts site by site, read on another machine with the
# guest's names and no others; a buffer that is too small is a loss, and check ends 3.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
command -v perf >/dev/null || { echo "1..0 # SKIP no perf on this machine: linux-perf"; exit 0; }
perf_root=$(kernel/root perf-script linux-perf dash coreutils mawk sed grep gzip libc-bin 2>"$tap_dir/root.err") || {
	echo "1..0 # SKIP no ppc64le root with perf: $(tail -n 1 "$tap_dir/root.err")"
	exit 0
}

dir=$tap_dir/perf
mkdir -p "$dir" "$tap_dir/exec/scripts/python/bin"
cat >"$dir/guest.sh" <<END
set -e
mkdir -p scripts/python/bin
cp kuap-signal.py scripts/python/
cp kuap-signal-record kuap-signal-report scripts/python/bin/
chmod +x scripts/python/bin/*
export PERF_EXEC_PATH=\$PWD $no_rseq
perf script record kuap-signal -a -m 2048 -o full.data -- \
	./kuaptrace record --strict -o full.json -- ./workload siginfo -n 500 -w 0
scripts/python/bin/kuap-signal-record -m 1 -o small.data -- ./workload signal1 -n 3000 -w 0
END
get=()
for f in full.json {full,small}.data{,.kallsyms,.host}; do get+=(--get "$f"); done
put=()
for f in "$vm_bin/kuaptrace" "$vm_bin/workload" tools/perf/kuap-signal.py tools/perf/bin/kuap-signal-re{cord,port}; do
	put+=(--put "$(realpath "$f")")
done
in_vm "$dir" --root "$perf_root" "${put[@]}" --put "$dir/guest.sh" "${get[@]}" -- sh guest.sh >"$dir/out" 2>&1
ok $? "perf script record kuap-signal ran beside kuaptrace"
[[ -s $dir/small.data ]] || sed 's/^/# /' "$dir/out"

# As installed: perf finds record and report by name.
cp tools/perf/kuap-signal.py "$tap_dir/exec/scripts/python/"
cp tools/perf/bin/* "$tap_dir/exec/scripts/python/bin/"
# shellcheck disable=SC2317 # run by expect_exit
report() { (cd "$dir" && PERF_EXEC_PATH=$tap_dir/exec perf script report kuap-signal "$@"); }
# shellcheck disable=SC2317
script() { (cd "$dir" && perf script -i "$1" -s "$vm_top/tools/perf/kuap-signal.py" "${@:2}"); }

expect_exit 0 "perf script -s" script full.data out=perf.json comm=workload
[[ -s $dir/perf.json ]] || { sed 's/^/# /' "$err"; cp "$err" "$dir/perf.err"; }
expect_exit 0 "perf script report kuap-signal" report -i full.data out=report.json comm=workload
cmp -s "$dir/perf.json" "$dir/report.json"
ok $? "the same run file"
python3 - "$dir/full.json" "$dir/perf.json" >"$dir/same" <<-'PY'
	import json, sys
	ours, theirs = (json.load(open(f, encoding="utf-8")) for f in sys.argv[1:])
	def sites(run):
	    return {(s["symbol"], s["caller"], s["phase"], s["dir"], s["nested"]): s["windows"] for s in run["sites"]}
	a, b = sites(ours), sites(theirs)
	bad = [(k, a.get(k, 0), b.get(k, 0)) for k in sorted(set(a) | set(b)) if a.get(k) != b.get(k)]
	for k, x, y in bad:
	    print("#", *k, f"kuaptrace {x}, perf {y}")
	for key in ("windows", "signals", "siginfo", "sigreturns", "phases", "restore_math", "interrupted", "amr_writes"):
	    x, y = ours["totals"][key], theirs["totals"][key]
	    if x != y:
	        bad.append(key)
	        print(f"# totals.{key}: kuaptrace {x}, perf {y}")
	for key in ("mmu", "kuap", "tm", "flush", "page_size", "cpu", "kernel", "variant", "tick_ns", "cpus"):
	    if ours["host"][key] != theirs["host"][key]:
	        bad.append(key)
	        print(f"# host.{key}: kuaptrace {ours['host'][key]!r}, perf {theirs['host'][key]!r}")
	for name in ("window", "setup", "sigreturn"):
	    if ours["hist"][name] != theirs["hist"][name]:
	        bad.append(name)
	        print(f"# hist.{name}: kuaptrace {ours['hist'][name]}, perf {theirs['hist'][name]}")
	print(f"{len(a)} sites, {sum(a.values())} windows, {ours['totals']['signals']} signals")
	sys.exit(bool(bad) or len(a) < 5 or ours["totals"]["signals"] != 500 or theirs["losses"]["total"] != 0)
PY
ok $? "site by site the same: $(tail -n 1 "$dir/same")"
sed -n '/^#/p' "$dir/same"
expect_exit 0 "compare reads it" "$kuaptrace" compare "$dir/full.json" "$dir/perf.json"
expect_exit 0 "report reads it" "$kuaptrace" report "$dir/perf.json"
expect_exit 0 "check passes it" "$kuaptrace" check "$dir/perf.json" --max per_signal.windows=8 --min totals.signals=500
python3 - "$dir/perf.json" <<-'PY'
	import json, sys
	try:
	    import jsonschema
	except ImportError:
	    sys.exit(0)
	jsonschema.validate(json.load(open(sys.argv[1])), json.load(open("docs/run.schema.json")))
PY
ok $? "it keeps to the schema"

# Another machine's names.
expect_exit 3 "this machine's names" script full.data out=no.json kallsyms=/proc/kallsyms
has "$err" "of another kernel" "are refused"
for image in plain debug; do
	[[ -f build/kernel/$image/System.map ]] || continue
	expect_exit 3 "another kernel of its kind, $image" script full.data out=no.json \
		kallsyms="$vm_top/build/kernel/$image/System.map"
	has "$err" "of another kernel" "is refused"
done
expect_exit 3 "no names" script full.data out=no.json kallsyms=none
expect_exit 3 "no host facts" script full.data out=no.json host=none
expect_exit 2 "an unknown word" script full.data out=no.json colour=red
head -c 5000 "$dir/full.data" >"$dir/cut.data"
cp "$dir/full.data.kallsyms" "$dir/cut.data.kallsyms"
cp "$dir/full.data.host" "$dir/cut.data.host"
script cut.data out=no.json >"$out" 2>"$err"
ok $(($? == 0)) "a cut perf.data is no run"
ok "$([[ ! -e $dir/no.json ]]; echo $?)" "none of these left a run file"

# Losses.
expect_exit 0 "a buffer of one page" script small.data out=small.json
has "$err" "perf lost" "the loss is reported"
expect_exit 3 "and check ends 3" "$kuaptrace" check "$dir/small.json" --max per_signal.windows=1000
has "$err" "lost " "with what was lost"

done_testing
