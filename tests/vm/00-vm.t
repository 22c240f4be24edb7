#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# kernel/vm itself: what goes in comes out, and what goes wrong is said.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
vm=$top/kernel/vm
image=plain
[[ -f $top/build/kernel/plain/vmlinux ]] || image=trace
if [[ ! -f $top/build/kernel/$image/vmlinux ]]; then
	echo "1..0 # SKIP no kernel image: kernel/build makes it"
	exit 0
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
cd "$tmp" || exit 1
n=0

result() {
	((++n))
	if (($1)); then
		echo "not ok $n - $2"
		tail -n 15 out err 2>/dev/null | sed 's/^/# /'
	else
		echo "ok $n - $2"
	fi
}

# is WANTED HAVE NAME
is() {
	if [[ $1 = "$2" ]]; then result 0 "$3"; else
		result 1 "$3"
		printf '# wanted: %q\n# have:   %q\n' "$1" "$2"
	fi
}

# has FILE REGEX NAME
has() { grep -aqE -- "$2" "$1"; result $? "$3"; }

run() {
	"$vm" --image "$image" "$@" >out 2>err
	status=$?
}

# stdout, stderr, status, arguments, --put and --get in one boot, for a boot is what costs
cat >'a tool' <<'END'
#!/bin/sh
printf '<%s>' "$@"
echo to stderr >&2
pwd >'b"ack'
cat given >>'b"ack'
head -c 100000 /dev/zero >big
exit 42
END
chmod +x 'a tool'
printf 'no newline, a \001 byte' >given
SECONDS=0
# shellcheck disable=SC2016 # the point
run --put 'a tool' --put given --get 'b"ack' --get big -- './a tool' 'two words' '' "it's" '"$HOME"' $'a\nb' '*'
boot=$SECONDS
is 42 $status "the command's status comes back"
is $'<two words><><it\'s><"$HOME"><a\nb><*>' "$(cat out)" "arguments arrive as they were given, and stdout alone"
is "to stderr" "$(cat err)" "stderr is apart"
is $'/job\nno newline, a \001 byte' "$(cat 'b"ack' 2>/dev/null)" "a file goes in and a file comes back, whatever its name"
is 100000 "$(wc -c <big 2>/dev/null)" "a larger file comes back whole"
is 0 "$(find "$tmp" -name 'kuaptrace-vm.*' | wc -l)" "a good run leaves nothing behind"

run -- sh -c 'kill -SEGV $$'
is 139 $status "a signal's status is 128 + its number"
run -- no-such-command
is 127 $status "a command that is not there: 127"
run --get nothing -- true
is 123 $status "a file that does not come back fails a good command"
has err "'nothing'.*No such file" "and is named"

# what goes wrong
run -- sh -c 'echo before; sleep 1; echo c >/proc/sysrq-trigger; echo after'
is 125 $status "a crash has its own status"
has err 'Kernel panic|Unable to handle|BUG:|Oops' "the kernel's lines are shown"
has err 'console log: .*/console.log' "the log is named"
log=$(sed -n 's/.*console log: //p' err)
has "${log:-/dev/null}" 'sysrq' "and is there"
is before "$(cat out)" "what came a second before the crash is not lost"
# long enough to boot on a machine that is busy with other things
limit=$((3 * boot + 6))
SECONDS=0
run --timeout $limit -- sh -c 'echo alive; sleep 1000'
is 124 $status "a hang has its own status"
is alive "$(cat out)" "output arrives before the end"
((SECONDS < limit + 20)); result $? "a hang ends when --timeout says"

run --mmu hash --icount -- true
is 2 $status "--mmu hash --icount is refused"
has err 'icount.*hash.*firmware' "with the reason"
run --no-such-option -- true
is 2 $status "an unknown option: 2"
has err 'no-such-option' "which is named"
run
is 2 $status "no command: 2"
"$vm" --image no-such -- true >out 2>err
is 123 $? "an image that is not there: 123"
has err 'kernel/build --image no-such' "and what makes it is said"

# the machines
kuap='Activating Kernel Userspace Access Prevention'
run --smp 2 -- sh -c 'dmesg; nproc; test -d /sys/kernel/tracing/events && echo tracefs'
has out "$kuap" "radix: KUAP is on"
has out 'radix-mmu: ' "radix: the MMU is"
has out '^2$' "--smp gives CPUs"
has out '^tracefs$' "tracefs is mounted"
run --no-kuap --append 'one=1 two=2' -- sh -c 'dmesg; cat /proc/cmdline'
! grep -q "$kuap" out; result $? "--no-kuap: KUAP is off"
has out ' one=1 two=2$' "--append reaches the kernel"
run --mmu hash --put given --get given -- dmesg
is 0 $status "hash boots, runs and powers off"
has out "$kuap" "hash: KUAP is on"
has out 'hash-mmu: ' "hash: the MMU is"
run --icount -- sh -c 'echo icount'
is "0 icount" "$status $(cat out)" "--icount runs"

# two at once, in directories and with output of their own
for i in 1 2; do
	mkdir "d$i"
	(cd "d$i" && "$vm" --image "$image" --get f -- sh -c "echo out$i; echo file$i >f; exit $i" >out 2>err
		echo $? >status) &
done
wait
is "1 out1 file1 2 out2 file2" "$(cat d1/{status,out,f} d2/{status,out,f} | tr '\n' ' ' | sed 's/ $//')" \
	"two at once do not disturb each other"

echo "1..$n"
