# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# In the guest: the selftests in each profile of the running kernel, or once as "plain". One line each,
# "PROFILE PROGRAM RESULT..", with what the program itself called its tests. $1: short or long.
switch=/sys/kernel/debug/powerpc/signal_uaccess
profiles=plain
[ ! -f $switch ] || profiles=$(cat ${switch}_available)

# one PROGRAM ARG..: the harness ends 0 for a test that was skipped, so its own words count as well
one() {
	"./$@" >"/tmp/$1" 2>&1
	status=$?
	printf '%s %s status %s %s\n' "$p" "$1" $status \
		"$(grep -aE '^(success|failure|skip|error): ' "/tmp/$1" | sort | tr '\n' ' ')"
	[ $status = 0 ] || sed "s/^/# $1: /" "/tmp/$1" >&2
}

# fuzz ARG..: it draws its contexts by lot, and some of them end the whole test, on any kernel. Well once
# in four is well; a splat fails the boot whatever it says.
fuzz() {
	for _ in 1 2 3 4; do
		line=$(one sigfuz "$@")
		case $line in *success*) break ;; esac
	done
	echo "$line"
}

for p in $profiles; do
	if [ -f $switch ]; then
		echo "$p" >$switch
		[ "$(cat $switch)" = "$p" ] || exit 3
	fi
	# these sleep for most of their ten seconds
	one fpu_signal &
	one vmx_signal &
	for t in sig_sc_double_restart sigreturn_kernel sigreturn_unaligned sigreturn_vdso signal_tm \
		fpu_denormal mma; do
		one $t
	done
	# its default of 16 threads x 600 processes is for the long run
	if [ "$1" = short ]; then fuzz -i 5 -t 4; else fuzz; fi
	wait
	[ "$1" = long ] || continue
	# a busy machine around them makes their time-outs real: one after the other
	for t in signal fpu_syscall vmx_syscall fpu_preempt vmx_preempt vsx_preempt; do one $t; done
done
