#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the series costs while no event is on, against the unpatched kernel of the same config:
# instructions per signal (mode), and .text. The image under test has the profiles as well: their
# two branches count against us, what they add to .text is taken out by name.
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

# .text by its symbols: 'size' would add read-only data, BTF among it, and padding between the copies.
functions() { # functions IMAGE: bytes of all of them; of what the profiles add, second
	powerpc64le-linux-gnu-nm -S "build/kernel/$1/vmlinux" | awk '
		function hex(s,  i, n) {
			s = tolower(s)
			for (i = 1; i <= length(s); i++) n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
			return n
		}
		BEGIN {
			copies = "^(percall|fp_(buffer|regs)(_barrier)?|readback|single)_" \
				"(handle_rt|rt_sig|setup|restore|prepare|sigcontext)"
			switches = "^(signal_profile|profile_switch|setup_signal_uaccess|setup_restore_math|" \
				"restore_math_(as|set|get|title|debugfs)|(__)?rseq_(handle_one_window|update_no_cs))"
		}
		$3 !~ /^[tTwW]$/ { next }
		{ all += hex($2) }
		$4 ~ copies || $4 ~ switches { profiles += hex($2) }
		END { print all, profiles + 0 }'
}
read -r plain none < <(functions plain)
read -r trace profiles < <(functions trace)
((none == 0 && profiles > 50000))
ok $? "the profiles are told by name: $none bytes of them in plain, $profiles in trace"
within ".text" "$plain" "$((trace - profiles))" 0.35

done_testing
