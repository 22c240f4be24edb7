#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the series costs while no event is on, against the unpatched kernel of the same config:
# instructions per signal (mode), and .text. The image under test has the profiles as well: their
# two branches count against us, their copies of the signal code are taken out of .text by name.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
need_image plain

instructions() { # instructions IMAGE TUNABLES FILE
	local args
	mapfile -t args < <(oracle_args "$3")
	in_vm "$tap_dir/$1-$2" --image "$1" "${args[@]}" --put "$vm_bin/workload" \
		-- env "$2" ./workload signal1 -n 2000 -w 100 >"$3.out" 2>&1
}

while read -r image tunables file; do
	while (($(jobs -rp | wc -l) >= 2)); do wait -n; done
	instructions "$image" "$tunables" "$tap_dir/$file" &
done <<END
plain $no_rseq plain-off
trace $no_rseq trace-off
plain X= plain-on
trace X= trace-on
END
wait

mode() { python3 -c 'import json, sys
print(json.load(open(sys.argv[1]))["ops"]["instructions"]["mode"])' "$tap_dir/$1"; }

within() { # within NAME BEFORE AFTER LIMIT-PERCENT
	local said
	said=$(python3 -c 'import sys
a, b, limit = (float(x) for x in sys.argv[1:])
print(f"{a:g} -> {b:g}, {100 * (b - a) / a:+.2f} % of at most {limit:g} %")
sys.exit(not (0 < a and 0 < b and 100 * (b - a) / a <= limit))' "${@:2}")
	ok $? "$1: $said"
}

within "instructions per signal, rseq off" "$(mode plain-off)" "$(mode trace-off)" 0.7
within "instructions per signal, rseq on" "$(mode plain-on)" "$(mode trace-on)" 0.9
[[ -s $tap_dir/trace-on ]] || sed 's/^/# /' "$tap_dir"/*.out

# .text proper: 'size' would add read-only data, BTF among it.
text() { powerpc64le-linux-gnu-size -A "build/kernel/$1/vmlinux" | awk '$1 == ".text" { print $2 }'; }
profiles() {
	powerpc64le-linux-gnu-nm -S build/kernel/trace/vmlinux | awk '
		$3 ~ /^[tT]$/ && $4 ~ /^(percall|fp_(buffer|regs)(_barrier)?|readback|single)_(handle_rt|rt_sig|(prepare_)?(setup|restore)|sigcontext|setup_t|restore_t)|^(signal_profile|profile_switch|restore_math_(as|set|get|title)|rseq_update_no_cs)/ {
			sum += hex($2)
		}
		function hex(s,  i, n) {
			s = tolower(s)
			for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
			return n
		}
		END { print sum + 0 }'
}
within ".text" "$(text plain)" "$(($(text trace) - $(profiles)))" 0.35

done_testing
