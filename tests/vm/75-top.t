#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# top in a terminal: tmux presses keys and looks at the screens; the terminal comes back whole on
# every way out.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
root=$(kernel/root top tmux libc-bin ncurses-base dash coreutils grep procps sed 2>"$tap_dir/root.err") || {
	echo "1..0 # SKIP no ppc64le root with tmux: $(tail -n 1 "$tap_dir/root.err")"
	exit 0
}

dir=$tap_dir/top
mkdir -p "$dir"
cat >"$dir/guest.sh" <<'END'
export LC_ALL=C.UTF-8 PATH=$PATH:/usr/bin:/bin
t() { tmux -L kt -f /dev/null "$@"; }
keys() { t send-keys -t 0 "$@"; }
screen() { t capture-pane -t 0 -p; }
# until TEXT: waits for it on the screen; says whether it came
until_() {
	i=0
	while [ $i -lt 60 ]; do
		screen >now
		grep -qF -- "$1" now && return 0
		sleep 0.3
		i=$((i + 1))
	done
	return 1
}
# see NAME TEXT: the screen with TEXT on it
see() {
	until_ "$2"
	echo "see $1 $?"
	sed "s/^/screen $1 |/" now
}
# back NAME: is the terminal as it was?
back() {
	until_ "left-$1"
	keys 'clear; stty -a | tr " ;" "\n\n" | grep -xE -- "-?(echo|icanon|isig)" | tr "\n" " "; echo tty-'"$1" Enter
	until_ "echo tty-$1" && sleep 1
	until_ "icanon"
	echo "back $1 $(t display -t 0 -p '#{alternate_on} #{cursor_flag}') $(grep -E 'echo.*tty' now | head -n 1) $(grep -h status-$1 seen)"
}
start() { keys "./kuaptrace top $1; echo status-$2 \$? >seen; clear; echo left-$2" Enter; }

cp workload wl-top
nice -n 19 ./wl-top signal1 -n 1000000000 -w 0 >/dev/null &
work=$!
t new-session -d -x 80 -y 24 sh || exit 9
see shell '#'
start '-i 1' quit
see start 'windows/s,'
see task wl-top
keys w; see site CALLER
keys p; see process THREADS
keys g; see cgroup CGROUP
keys t; see again TID
keys s; see signals 'by signals'
keys r; see least 'least first'
keys r s s s; see rate 'by rate'
keys / w l -; see typing 'show only rows with: wl-_'
keys Enter; see find "with 'wl-'"
keys Escape; see whole 'tasks by rate'
keys Space; see frozen FROZEN
screen >one; sleep 4; screen >two
cmp -s one two; echo "see still $?"
keys Space
keys '?'; see help 'Any key goes back'
keys x; see after 'SHARE'
t resize-window -t 0 -x 120 -y 30; sleep 2; see wide 'wl-top'
t resize-window -t 0 -x 40 -y 8; sleep 2; see small 'windows/s,'
t resize-window -t 0 -x 80 -y 24; sleep 2; see normal 'wl-top'
keys q
back quit
# An emulated machine under load takes its time as it is
kill -STOP $work
for sig in INT TERM HUP QUIT SEGV; do
	start '-i 1' $sig
	until_ 'SHARE'
	pkill -$sig -x kuaptrace
	back $sig
done
keys 'TERM=no-such-terminal ./kuaptrace top' Enter
see noterm "terminal 'no-such-terminal'"
keys 'clear; TERM=dumb ./kuaptrace top' Enter
see dumb '--batch'
keys 'clear; TERMINFO=/nowhere TERM=zzz ./kuaptrace top; echo code $?' Enter
see code 'code 4'
t kill-server
kill -CONT $work
./kuaptrace top --batch -n 2 -i 1 --by site >batch-site.out
./kuaptrace top --batch -n 1 -i 2 -c wl-top >batch-task.out
./kuaptrace top --batch -n 1 -i 1 --no-btf --by process --sort name >batch-process.out
./nobody -c 38,39 ./kuaptrace top --batch -n 1 -i 1 >batch-caps.out 2>caps.err
echo "see caps $?"
kill -9 $work
END
in_vm "$dir" --image "${vm_image:-trace}" --smp 2 --timeout 3000 --root "$root" --put "$vm_bin/kuaptrace" \
	--put "$vm_bin/workload" --put "$vm_bin/nobody" --put "$dir/guest.sh" \
	--get batch-site.out --get batch-task.out --get batch-process.out --get batch-caps.out \
	-- sh guest.sh >"$dir/out" 2>"$dir/err"
ok $? "the guest ran all of it"

while read -r _ name status; do
	[[ $status = 0 ]]
	ok $? "$name: the screen shows it"
done < <(grep -a '^see ' "$dir/out")
screen() { sed -n "s/^screen $1 |//p" "$dir/out"; }
for name in task site process cgroup find small wide; do
	width=80
	[[ $name = wide ]] && width=120
	[[ $name = small ]] && width=40
	screen $name | sed 's/[^ -~]/x/g' | awk -v w=$width 'length > w { bad = 1 } END { exit bad || NR < 8 }'
	ok $? "$name: within $width columns"
done
screen task | grep -qE '^ +[0-9]+ +[0-9]+ wl-top +[1-9][0-9]* +[1-9][0-9]* '
ok $? "task: the workload, with rates"
screen site | grep -qE '^handle_rt_.*gnal64 +do_notify_resume +setup +write +[1-9]'
ok $? "site: the kernel's own names"
screen task | grep -qE '[1-9][0-9]* windows/s, .* [0-9.]+ windows per signal'
ok $? "task: the sums above"
screen task | tail -n 1 | grep -q '? help'
ok $? "task: the last line names the keys"
! screen find | tail -n +6 | grep -vE 'wl-|^$|q quit' | grep -q .
ok $? "find: only rows with the word"
for name in quit INT TERM HUP QUIT SEGV; do
	line=$(grep -a "^back $name " "$dir/out")
	[[ $line == "back $name 0 1 "*" tty-$name "* && $line != *-echo* && $line != *-icanon* && $line != *-isig* ]]
	ok $? "$name: alternate screen left, cursor shown, echo and line mode back"
	[[ $name = quit || $name = INT ]] && want=0 || want=$((128 + $(kill -l "$name")))
	[[ $line == *"status-$name $want" ]]
	ok $? "$name: ends $want"
	echo "# $line"
done
for name in site task process caps; do
	! sed 's/[^ -~]/x/g' "$dir/batch-$name.out" | awk 'length > 80' | grep -q . && grep -q 'WINDOWS/s' "$dir/batch-$name.out"
	ok $? "--batch, $name: within 80 columns"
done
(($(grep -c '^kuaptrace top' "$dir/batch-site.out") == 2))
ok $? "--batch -n 2: two tables"
grep -q 'counted: comm=wl-top' "$dir/batch-task.out" && grep -qE 'wl-top +[1-9]' "$dir/batch-task.out"
ok $? "--batch: with a filter, which it names"
sed 's/^/# /' "$dir/err" | head -20
for name in task site help small; do screen $name | sed "s/^/# $name: /"; done
done_testing
