#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# ab over a switch that is a plain file, with a recorder that writes known runs: order, verdict, and
# the switch put back on every way out.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=$PWD/tests/cli/data
switch=$tap_dir/switch
log=$tap_dir/log
export switch log data TMPDIR=$tap_dir

# -o FILE -- CMD..: after.json for "new", before.json for "old", seconds as $times says, by the run
cat >"$tap_dir/recorder" <<'END'
#!/bin/bash
now=$(<"$switch")
echo "$now" >>"$log"
mapfile -t lines <"$log"
n=${#lines[@]}
from=before
[[ $now != new ]] || from=after
[[ ! ${same:-} ]] || from=after
read -ra all <<<"${times:-1}"
s=${all[(n - 1) % ${#all[@]}]}
printf -v start '%02d:%02d' $((n / 60)) $((n % 60))
sed "s|12:00:00Z|12:${start}Z|; s|\"seconds\": 1.25|\"seconds\": $s|; s|\"exit\": 0|\"exit\": ${cmd_exit:-0}|" \
	"$data/$from.json" >"$2"
shift 3
exec "$@"
END
chmod +x "$tap_dir/recorder"

reset() { echo old >"$switch"; : >"$log"; }
ab() { reset; run "$kuaptrace" ab --toggle "$switch=old,new" --recorder "$tap_dir/recorder" "$@"; }
back() { ok "$([[ $(<"$switch") == old ]]; echo $?)" "the switch is put back: $1"; }
ends() {
	ok "$((status != $1))" "exit $1: $2"
	((status == $1)) || { echo "# got $status"; sed 's/^/# /' "$err"; }
	back "$2"
}
counts=(--tolerance per_signal.windows=0)
time=(--tolerance workload.seconds=0)

ab -r 2 "${counts[@]}" -- true
ends 0 "fewer windows"
ok "$([[ $(tr '\n' ' ' <"$log") == "old new new old old new new old " ]]; echo $?)" "the order is ABBA"
has "$out" "per_signal.windows no worse than baseline: 41 -> 8" "and the numbers"
reset
run "$kuaptrace" ab --toggle "$switch=new,old" --recorder "$tap_dir/recorder" -r 1 "${counts[@]}" -- true
ends 1 "more windows"
export same=1
# 5 % slower under a drift that doubles all times: A B B A in each block
times=$(awk 'BEGIN { for (i = 0; i < 24; i++) { b = i % 4 == 1 || i % 4 == 2; printf "%.4f ", (1 + i / 24) * (b ? 1.05 : 1) } }')
export times
ab -r 6 "${time[@]}" -- true
ends 1 "5 % slower, under a drift of 100 %"
ab -r 6 "${time[@]}" --least-effect 10 -- true
ends 0 "which is below a least effect of 10 %"
ab -r 6 "${time[@]}" --format json -- true
has "$out" '"order": "blocks"' "json says that it was judged by blocks"
times=$(awk 'BEGIN { for (i = 0; i < 24; i++) printf "%.4f ", 1 + i / 24 }')
ab -r 6 "${time[@]}" -- true
ends 0 "nothing but the drift"
unset times
ab -r 7 -- true
ends 0 "no variance, all equal"
hasnt "$out" "nan" "no NaN"
ab -r 5 "${time[@]}" -- true
ends 3 "fewer blocks than the test needs"
has "$err" "that takes 6" "says how many"
ok "$([[ ! -s $log ]]; echo $?)" "before anything ran"

# What fails.
cmd_exit=7 ab -r 6 "${time[@]}" -- sh -c 'exit 7'
ends 7 "a failing command's own status"
ab -r 6 "${time[@]}" -- sh -c "rm -f $switch; mkdir $switch"
ok $((status != 4)) "a switch that is gone: exit 4"
rmdir "$switch"
reset
chmod 444 "$switch"
if ((EUID)); then
	run "$kuaptrace" ab --toggle "$switch=old,new" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
	ends 4 "a switch that cannot be written"
else
	run "$kuaptrace" ab --toggle "/proc/version=old,new" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
	ok $((status != 4)) "a switch that cannot be written: exit 4"
fi
has "$err" "cannot write" "and says so"
chmod 644 "$switch"
run "$kuaptrace" ab --toggle "/dev/null=old,new" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
ok $((status != 4)) "a switch that holds nothing: exit 4"
# a name of a process is cut to 15 characters: written, but not taken
run "$kuaptrace" ab --toggle "/proc/self/comm=short,much_longer_than_that" \
	--recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
ok $((status != 4)) "a value that does not take: exit 4"
has "$err" "did not take 'much_longer_than_that'" "and says so"
run "$kuaptrace" ab --toggle "$tap_dir/none=old,new" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
ok $((status != 4)) "no such switch: exit 4"
run "$kuaptrace" ab --toggle "$switch=old" -- true
ok $((status != 2)) "one value: exit 2"
run "$kuaptrace" ab --toggle "$switch=old,old" -- true
ok $((status != 2)) "twice the same value: exit 2"
run "$kuaptrace" ab --toggle "$switch=old,new"
ok $((status != 2)) "no command: exit 2"
run "$kuaptrace" ab -- true
ok $((status != 2)) "no switch: exit 2"

# Signals: ours, then one that nobody can catch.
for sig in INT TERM HUP QUIT; do
	reset
	# a shell's background jobs ignore INT and QUIT, nohup's HUP: perl does not
	# shellcheck disable=SC2016 # perl's
	perl -e '$SIG{$_} = "DEFAULT" for qw(INT QUIT HUP TERM); exec @ARGV' "$kuaptrace" ab \
		--toggle "$switch=new,old" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- \
		sleep 30 >"$out" 2>"$err" &
	pid=$!
	for _ in {1..100}; do [[ -s $log ]] && break; sleep 0.1; done
	has "$switch" "new" "$sig: the switch was turned"
	kill -s $sig $pid
	wait $pid
	ok "$(($? != 128 + $(kill -l $sig)))" "$sig: exit 128 + its number"
	back "$sig"
done
reset
"$kuaptrace" ab --toggle "$switch=new,old" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- \
	sleep 3 >"$out" 2>"$err" &
pid=$!
for _ in {1..100}; do [[ -s $log ]] && break; sleep 0.1; done
run "$kuaptrace" ab --toggle "$switch=new,old" --recorder "$tap_dir/recorder" -r 6 "${time[@]}" -- true
ok $((status != 4)) "two of us on one switch: exit 4"
has "$err" "another kuaptrace ab" "and says so"
kill -KILL $pid
wait $pid 2>/dev/null
for _ in {1..50}; do [[ $(<"$switch") == old ]] && break; sleep 0.1; done
back "KILL"

ab -r 1 "${counts[@]}" --keep "$tap_dir/kept" -- true
ok "$(($(find "$tap_dir/kept" -name '*-[AB].json' | wc -l) != 4))" "--keep: four run files"
expect_exit 0 "which compare" "$kuaptrace" compare "$tap_dir"/kept/*-A.json --with "$tap_dir"/kept/*-B.json

done_testing
