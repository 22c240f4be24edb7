#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# compare of 2 x 20 runs of 10,000 tasks each: CPU time, for other tests share the machine, and memory.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

mkrun=${O:-build}/mkrun
[[ -x $mkrun ]] || {
	echo "1..0 # SKIP no $mkrun: make $mkrun"
	exit 0
}
for side in before after; do
	"$mkrun" $side 10000 >"$tap_dir/$side"
	for i in {10..29}; do
		sed "s|12:00:00Z|12:$i:00Z|" "$tap_dir/$side" >"$tap_dir/$side$i.json"
	done
done

# measured SECONDS MIB OPTION..
measured() {
	local seconds=$1 mib=$2
	shift 2
	python3 - "$seconds" "$mib" "$kuaptrace" compare "$@" "$tap_dir"/before??.json --with \
		"$tap_dir"/after??.json >"$out" <<-'PY'
		import resource, subprocess, sys
		seconds, mib, command = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
		status = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
		used = resource.getrusage(resource.RUSAGE_CHILDREN)
		cpu, rss = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
		print(f"{cpu:.2f} s of CPU (at most {seconds:.0f}), {rss:.0f} MiB (at most {mib:.0f})")
		sys.exit(status != 0 or cpu > seconds or rss > mib)
	PY
	ok $? "compare ${*:-all}: $(cat "$out")"
}
measured 10 300
measured 2 300 --totals
expect_exit 0 "totals" "$kuaptrace" compare --totals "$tap_dir"/before??.json --with "$tap_dir"/after??.json
has "$out" "AMR writes per signal: 82 -> 16 (-80 %)" "the same numbers"
hasnt "$out" "TIME" "and no times"
for format in json csv markdown html; do
	expect_exit 0 "totals as $format" "$kuaptrace" compare --totals --format $format \
		tests/cli/data/before.json tests/cli/data/after.json
	hasnt "$out" "restore_sigcontext" "$format: no sites"
done

done_testing
