#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Filters, intervals and users on a real kernel: what is counted is what was asked for, by both sets
# of programs, and an ordinary user with two capabilities can.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace

dir=$tap_dir/filters
mkdir -p "$dir"
cat >"$dir/guest.sh" <<'END'
export GLIBC_TUNABLES=glibc.pthread.rseq=0
k=./kuaptrace
# said NAME CMD..: its status, and what it said
said() {
	name=$1
	shift
	"$@" >said.out 2>said.err
	echo "status $name $? $(cat said.err said.out | tr '\n' '~')"
}
# run NAME RECORD-OPTIONS..: the run's file on one line
run() {
	name=$1
	shift
	rm -f /tmp/f.json
	$k record -o /tmp/f.json "$@" >run.out 2>run.err
	echo "status run-$name $? $(tr '\n' '~' <run.err)"
	echo "run $name $(tr -d '\n' </tmp/f.json)"
}
# The shell takes signals of its own (SIGCHLD): names tell them apart
cp workload wl-a
cp workload wl-b
mkdir -p /sys/fs/cgroup/kt/below /tmp/v1
cat >both.sh <<'EOF'
./wl-a signal1 -n 300 -w 0
./wl-b signal1 -n 200 -w 0
EOF
cat >in-cgroup.sh <<'EOF'
echo $$ >/sys/fs/cgroup/kt/below/cgroup.procs
./wl-a signal1 -n 300 -w 0
echo $$ >/sys/fs/cgroup/cgroup.procs
./wl-b signal1 -n 200 -w 0
EOF
for set in btf plain; do
	[ $set = btf ] && o= || o=--no-btf
	run comm-$set $o -c 'wl-a*' -- sh both.sh
	run comms-$set $o -c wl-a -c 'wl-[b-z]' -- sh both.sh
	run cgroup-$set $o -G kt -c 'wl-*' -- sh in-cgroup.sh
	run dir-$set $o --dir read -- ./workload signal1 -n 300 -w 0
	run site-$set $o -S 'handle_rt_sig*64' -- ./workload signal1 -n 300 -w 0
	run cpu-in-$set $o -C 1 -- taskset 2 ./workload signal1 -n 300 -w 0
	run cpu-out-$set $o -C 0 -- taskset 2 ./workload signal1 -n 300 -w 0
	run alone-$set $o --no-inherit -c 'wl-*' -- sh both.sh
	run all-$set $o -c 'wl-*' -- sh both.sh
done
run usr1 -s USR1 -- ./workload nested -n 300 -w 0
run usr2 -s USR2 -- ./workload nested -n 300 -w 0
run longjmp -s USR1 -- ./workload siglongjmp -n 300 -w 0
run longjmp2 -s USR2 -- ./workload siglongjmp -n 300 -w 0
said plain-signal $k record --no-btf -s USR1 -o /tmp/f.json -- true
# what is asked for wrongly
mount -t cgroup -o none,name=kt none /tmp/v1 2>/dev/null
said v1 $k record -G /tmp/v1 -o /tmp/f.json -- true
said no-comm $k stat -c 'no-such*' -d 1
said no-pid $k top --batch -n 1 -p 999999
# another user
$k record -o /tmp/u.json --user 1234:5678 -- sh -c 'echo "user $(id -u) $(id -g) $(grep CapEff /proc/self/status)"'
said no-user ./nobody -c 38,39 $k record -o /tmp/f.json --user 1234:5678 -- true
# intervals
$k record -i 0.5 --format json -o lines.json -- sh -c 'for i in 1 2 3 4 5 6; do ./workload signal1 -n 50 -w 0 >/dev/null; sleep 0.3; done' >lines.ndjson
$k stat -i 1 -d 2 -a >table.out
# two capabilities
caps="./nobody -c 38,39"
said caps $caps $k record -o /tmp/caps.json -- ./workload signal1 -n 300 -w 0
echo "run caps $(tr -d '\n' </tmp/caps.json)"
said caps-btf-off $caps $k record --no-btf -o /tmp/caps2.json -- ./workload signal1 -n 300 -w 0
said caps-doctor $caps $k doctor
said caps-pid $caps $k record -p 1 -d 0.2 -o /tmp/caps3.json
said caps-site $caps $k record -S 'handle_rt*' -o /tmp/caps4.json -- true
said one-cap ./nobody -c 39 $k record -o /tmp/no.json -- true
END
in_vm "$dir" --image "${vm_image:-trace}" --smp 2 --timeout 1800 --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" \
	--put "$vm_bin/nobody" --put "$dir/guest.sh" --get lines.ndjson --get lines.json --get table.out \
	-- sh guest.sh >"$dir/out" 2>"$dir/err"
ok $? "the guest ran all of it"

# counts NAME SIGNALS PER_SIGNAL PER_SETUP PER_SIGRETURN [OTHER]: of a run
cat >"$dir/counts.py" <<'END'
import json, sys
want = sys.argv[3:]
for line in open(sys.argv[1]):
    word = line.split(" ", 2)
    if word[:2] == ["run", sys.argv[2]]:
        run = json.loads(word[2])
        got = [run["totals"]["signals"], run["per_signal"]["windows"], run["per_setup"]["windows"],
               run["per_sigreturn"]["windows"], run["losses"]["total"]]
        got = ["-" if v is None else str(v) for v in got]
        if got == want + ["0"]:
            sys.exit(0)
        print("# got", got, "filter", run["workload"].get("filter"))
sys.exit(1)
END
counts() {
	local name=$1
	shift
	python3 "$dir/counts.py" "$dir/out" "$name" "$@"
	ok $? "$name: $1 signals, $2 windows each ($3 + $4)"
}
for set in btf plain; do
	counts comm-$set 300 8 4 4
	counts comms-$set 500 8 4 4
	counts cgroup-$set 300 8 4 4
	counts dir-$set 300 4 0 4
	counts site-$set 300 3 3 0
	counts cpu-in-$set 300 8 4 4
	counts cpu-out-$set 0 - - -
	counts alone-$set 0 - - -
	counts all-$set 500 8 4 4
done
counts usr1 300 8 4 4
counts usr2 300 8 4 4
counts longjmp 300 4 4 -
counts longjmp2 0 - - -
counts caps 300 8 4 4

# status NAME WANT [TEXT]
status() {
	local line
	line=$(grep -a "^status $1 " "$dir/out" | tail -n 1)
	[[ $line == "status $1 $2 "* && $line == *"${3:-}"* ]]
	ok $? "$1: ends $2${3:+, and says $3}"
	[[ $line == "status $1 $2 "* && $line == *"${3:-}"* ]] || echo "# $line"
}
status plain-signal 4 BTF
status v1 2 'version 1'
status no-comm 2 'no-such*'
status no-pid 2 999999
status no-user 4 CAP_SETUID
status caps 0
status caps-doctor 0
status caps-pid 0
status one-cap 4 CAP_PERFMON
grep -q '^user 1234 5678 CapEff:[[:blank:]]*0000000000000000' "$dir/out"
ok $? "--user: ids, and no capability"

python3 - "$dir"/lines.{ndjson,json} <<'END'
import json, sys
lines = [json.loads(l) for l in open(sys.argv[1])]
run = json.load(open(sys.argv[2]))
sums = [sum(l[k] for l in lines) for k in ("windows", "signals", "losses")]
print("#", len(lines), "lines", sums, run["totals"]["windows"], run["totals"]["signals"])
assert len(lines) >= 2
assert sums == [run["totals"]["windows"], run["totals"]["signals"], run["losses"]["total"]]
assert all(l["schema"] == "kuaptrace.interval/1" for l in lines)
END
ok $? "-i: the lines add up to the run"
[[ $(grep -c . "$dir/table.out") -ge 3 ]] && ! awk 'length > 80' "$dir/table.out" | grep -q .
ok $? "-i: a table within 80 columns"
grep -a '^status' "$dir/out" | sed 's/^/# /' | head -80
sed 's/^/# /' "$dir/err" | head -20
done_testing
