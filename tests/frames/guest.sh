# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# In the guest: the output of both programs in each profile of the running kernel, or once as "plain".
# $1: rounds of the threads; $2: how often all of it
rounds=$1 runs=$2
switch=/sys/kernel/debug/powerpc/signal_uaccess
profiles=plain
[ ! -f $switch ] || profiles=$(cat ${switch}_available)
# 95 % of each second would be ours, and a switch at its end
echo -1 >/proc/sys/kernel/sched_rt_runtime_us
for p in $profiles; do
	if [ -f $switch ]; then
		echo "$p" >$switch
		[ "$(cat $switch)" = "$p" ] || exit 3
	fi
	i=0
	while [ $i -lt "$runs" ]; do
		i=$((i + 1))
		echo "== $p $i"
		./frames-bare || exit
		./frames "$rounds" || exit
	done
done
