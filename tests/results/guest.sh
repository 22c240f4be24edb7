#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# In the guest: each line of the plan, one after the other. Says in 'ran' what came of it, for the
# oracle outside writes one result a run and knows only their order.
dbg=/sys/kernel/debug/powerpc
out=/tmp/out
mkdir -p $out

# choose SWITCH VALUE DEFAULT: fails when the kernel does not offer it; "-" is the default, where there is one
choose() {
	value=$2
	[ "$2" != - ] || value=$3
	if [ ! -f "$dbg/$1_available" ]; then
		[ "$2" = - ]
		return
	fi
	tr ' ' '\n' <"$dbg/$1_available" | grep -qxF -- "$value" && echo "$value" >"$dbg/$1"
}

facts() {
	echo "release $(uname -r)"
	for f in "$dbg"/*_flush "$dbg"/barrier_nospec "$dbg"/*_available; do
		[ -f "$f" ] && echo "${f##*/} $(tr '\n' ' ' <"$f")"
	done
	for f in meltdown spectre_v1 l1tf; do
		echo "$f $(cat /sys/devices/system/cpu/vulnerabilities/$f)"
	done
	dmesg | grep -E '(-flush|barrier-nospec): patched' | sed 's/^\[[^]]*\] *//'
}

# The pid tree is one level deeper from 64 on, and tgkill() walks it: 18 instructions. No task that is
# measured may be on the other side.
while [ "$(sh -c 'echo $$')" -lt 128 ]; do :; done

facts >$out/facts
while read -r id mode profile rseq math kind ops warmup traced; do
	choose signal_uaccess "$profile" block || { echo "$id missing profile $profile"; continue; }
	choose restore_math "$math" call || { echo "$id missing restore_math $math"; continue; }
	export GLIBC_TUNABLES=glibc.pthread.rseq=0
	[ "$rseq" = off ] || unset GLIBC_TUNABLES
	set -- ./workload "$mode" -n "$ops" -w "$warmup"
	[ "$kind" = - ] || set -- "$@" -m "$kind"
	[ "$traced" = 0 ] || set -- ./kuaptrace record --strict -o "$out/$id.json" -- "$@"
	"$@" </dev/null >/dev/null 2>$out/err
	status=$?
	echo "$id ran $status"
	[ $status = 0 ] || sed "s|^|$id: |" $out/err >&2
done <plan >$out/ran
rm -f $out/err
tar -C $out -cf out.tar .
