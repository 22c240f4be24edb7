#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The tool equals the oracle, which counts executed instructions from outside the kernel.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

# boot NAME OPTION.. -- WORKLOAD..: recorded, two at a time
boot() {
	while (($(jobs -rp | wc -l) >= 2)); do wait -n; done
	recorded "$@" &
}

off() { vm_env=$no_rseq boot "$@"; }
on() { vm_env=X= boot "$@"; }

for profile in block percall; do
	for mode in signal1 siginfo siglongjmp nested; do
		off "$mode-$profile" --append "signal_uaccess=$profile" -- "$mode" -n 1000 -w 0
	done
	on "rseq-$profile" --append "signal_uaccess=$profile" -- signal1 -n 1000 -w 0
done
# What the other profiles differ in, once each; tests/results has the whole matrix.
off signal1-single --append signal_uaccess=single -- signal1 -n 1000 -w 0
on rseq-single --append signal_uaccess=single -- signal1 -n 1000 -w 0
off siginfo-readback --append signal_uaccess=readback -- siginfo -n 1000 -w 0
off storm --smp 2 -- storm -n 1000 -w 0 -t 4
off hash-block --mmu hash -- signal1 -n 1000 -w 0
off no-kuap --no-kuap -- signal1 -n 1000 -w 0
off hash-percall --mmu hash --append signal_uaccess=percall -- signal1 -n 1000 -w 0
off hash-single --mmu hash --append signal_uaccess=single -- signal1 -n 1000 -w 0
wait

# One task, rseq off: each function of the whole run, exactly.
for profile in block percall; do
	[[ $profile = block ]] && per_signal=16 || per_signal=82
	for mode in signal1 siginfo nested; do
		equal "$mode-$profile" "$mode, $profile" --per-signal "$per_signal"
	done
	# A handler that never returns has no sigreturn to pay for.
	equal "siglongjmp-$profile" "siglongjmp, $profile"
done

equal signal1-single "signal1, single" --per-signal 4
equal siginfo-readback "siginfo, readback" --per-signal 20

# With rseq a preemption opens windows of phase other whenever it comes, so only what the signal
# code itself opens is the same in both counts.
own=(--phase-only --only '*handle_rt_signal64' --only sys_rt_sigreturn --only '*rt_sigreturn64'
	--only '*_sigcontext' --only 'percall_*' --only 'single_*')
equal rseq-block "signal1, block, rseq on" --per-signal 22 "${own[@]}"
equal rseq-percall "signal1, percall, rseq on" --per-signal 88 "${own[@]}"
equal rseq-single "signal1, single, rseq on" --per-signal 6 "${own[@]}"

equal storm "4 tasks on 2 CPUs, functions that nobody else calls" --per-signal 16 "${own[@]}"

# On hash entry and exit write the AMR too, in assembly: only the oracle sees those.
equal hash-block "signal1, block, hash" --per-signal 16 "${own[@]}"
equal hash-percall "signal1, percall, hash" --per-signal 82 "${own[@]}"
equal hash-single "signal1, single, hash" --per-signal 4 "${own[@]}"

# Without KUAP windows still open and close, and nobody writes the AMR.
python3 -c 'import json, sys
run, oracle = (json.load(open(f)) for f in sys.argv[1:])
writes = sum(c["in_run"] for c in oracle["counts"] if c["op"] == "mtspr_amr")
print("# %s, %d AMR writes, kuap %s" % (run["per_signal"], writes, run["host"]["kuap"]))
sys.exit(run["per_signal"] != {"windows": 8, "amr_writes": 0} or writes != 0 or
         run["host"]["kuap"] is not False)' "$tap_dir"/no-kuap/{run,oracle}.json
ok $? "signal1, block, no KUAP: 8 windows a signal, no AMR write"

done_testing
