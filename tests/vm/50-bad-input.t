#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What goes wrong on a real kernel: each says what is missing, ends as documented, loses nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
need_image plain

# In the guest: case NAME STATUS CMD..; what it printed goes to NAME.err.
dir=$tap_dir/bad
mkdir -p "$dir"
cat >"$dir/cases.sh" <<'END'
case_() {
	name=$1 want=$2
	shift 2
	"$@" >"$name.out" 2>"$name.err"
	got=$?
	echo "$name $got $want $(tr '\n' '~' <"$name.err")"
}
progs() { ls /sys/fs/bpf; grep -c . /proc/kallsyms >/dev/null; cat /sys/kernel/debug/tracing/events/powerpc/uaccess_end/enable 2>/dev/null; }
END
cat >"$dir/trace.sh" <<'END'
. ./cases.sh
case_ not-found 127 ./kuaptrace record -o no.json -- ./no-such-command
[ ! -e no.json ] && echo "not-found-file 0 0" || echo "not-found-file 1 0"
chmod 644 cases.sh
case_ not-executable 126 ./kuaptrace record -o no.json -- ./cases.sh
case_ status-wins 7 ./kuaptrace record -o seven.json -- sh -c 'exit 7'
case_ killed 137 ./kuaptrace record -o killed.json -- sh -c 'kill -9 $$'
case_ full 5 ./kuaptrace record -o /dev/full -- true
case_ no-dir 5 ./kuaptrace record -o /no/such/dir/x.json -- true
case_ no-pid 2 ./kuaptrace record -p 999999 -d 1
case_ nobody 4 ./nobody ./kuaptrace record -o /tmp/nobody.json -- true
case_ nobody-doctor 4 ./nobody ./kuaptrace doctor
# a profile that does not exist: refused, and what was chosen stays
d=/sys/kernel/debug/powerpc
for switch in signal_uaccess restore_math; do
	was=$(cat $d/$switch)
	echo nonsense >$d/$switch 2>$switch.err
	echo "$switch $? 1 $(cat $switch.err)"
	echo "$switch-stays 0 0 $was $(cat $d/$switch)"
done
dmesg | grep 'no such profile' | sed 's/.*\] //; s/^/log /'
# ^C: the run so far is written, complete
./kuaptrace record -a -o int.json 2>int.err &
pid=$!
sleep 2
./workload signal1 -n 100 -w 0 >/dev/null
kill -INT $pid
wait $pid
echo "interrupt $? 0 $(tr '\n' '~' <int.err)"
tail -n 2 int.json | tr -d ' \n'
echo
# kill -9: nothing stays attached
./kuaptrace record -a -o kill9.json & pid=$!
sleep 2
kill -9 $pid
wait $pid
sleep 1
[ -e kill9.json ] && echo "kill9-file 1 0" || echo "kill9-file 0 0"
END
cat >"$dir/plain.sh" <<'END'
. ./cases.sh
case_ plain-doctor 4 ./kuaptrace doctor
case_ plain-record 4 ./kuaptrace record -o x.json -- true
END

for image in trace plain; do
	in_vm "$dir" --image $image --append "signal_uaccess=nope restore_math=nah" --put "$vm_bin/kuaptrace" --put "$vm_bin/workload" --put "$vm_bin/nobody" \
		--put "$dir/cases.sh" --put "$dir/$image.sh" -- sh $image.sh >"$dir/$image.out" \
		2>"$dir/$image.err" &
done
wait

while read -r name got want said; do
	[[ $got = "$want" ]]
	ok $? "$name: ends $want"
	[[ $got = "$want" ]] || echo "# got $got: $said"
done < <(cat "$dir"/{trace,plain}.out | grep -E '^[a-z0-9_-]+ [0-9]+ [0-9]+')

said() { # said NAME TEXT: what the user reads
	grep -h "^$1 " "$dir"/{trace,plain}.out | grep -qiF -- "$2"
	ok $? "$1 names it: $2"
}
said not-found no-such-command
said no-dir /no/such/dir
said full /dev/full
said nobody CAP_BPF
said plain-record powerpc:uaccess_end
said signal_uaccess 'invalid argument'
said restore_math 'invalid argument'
said signal_uaccess-stays 'block block'
said restore_math-stays 'call call'
said log 'signal_uaccess=nope: no such profile, keeping block'
grep -qF 'log restore_math=nah: no such profile, keeping call' "$dir/trace.out"
ok $? "restore_math=nah: a line in the log"
grep -q '"complete":true}' "$dir/trace.out"
ok $? "^C: the run file is whole"
((tap_n >= 27))
ok $? "every case ran"
cat "$dir"/*.err | grep -v '^kernel/vm' | sed 's/^/# /' | head -20

done_testing
