#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Metrics of a fleet: what promtool says of them and of the rules in docs/, and a real node_exporter
# and Prometheus on loopback that are asked for windows per signal.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
mkprom=$PWD/${O:-build}/unit/mkprom
dir=$tap_dir/textfile
mkdir "$dir"

[[ -x $mkprom ]] || { echo "1..0 # SKIP no $mkprom: make unit builds it"; exit 0; }
expect_exit 0 "a textfile" "$mkprom" "$dir" 1
ok "$(($(find "$dir" -mindepth 1 | wc -l) != 1))" "nothing else is left in the directory"
ok "$(($(stat -c %a "$dir/kuaptrace.prom") != 644))" "node_exporter, another user, may read it"
cp "$dir/kuaptrace.prom" "$tap_dir/first"
expect_exit 1 "a directory that is none" "$mkprom" "$tap_dir/first" 1
has "$err" "node_exporter" "which says what is wanted"
run "$mkprom" "$dir" 2
awk '!/^#/ { v = $NF; sub(/ [^ ]*$/, "") } /^#/ { next }
	NR == FNR { old[$0] = v; n++; next }
	/_(total|bucket|count|sum)/ { if (!($0 in old) || v + 0 < old[$0] + 0) { print "# " $0; bad = 1 } }
	END { exit bad || n < 100 }' "$tap_dir/first" "$dir/kuaptrace.prom"
ok $? "a later one has the same series, and none is smaller"
expect_exit 2 "--textfile without -i" "$kuaptrace" record --textfile "$dir" -a
expect_exit 2 "--textfile into nowhere" "$kuaptrace" record -i 15 --textfile "$tap_dir/none" -a
has "$err" "$tap_dir/none" "before anything is counted, by name"

if ! command -v promtool >/dev/null || ! command -v prometheus-node-exporter >/dev/null; then
	skip "Prometheus" "prometheus or prometheus-node-exporter is not installed"
	done_testing
fi
promtool check metrics <"$dir/kuaptrace.prom" >"$out" 2>&1
ok $? "promtool check metrics"
ok "$(wc -l <"$out")" "has nothing to say"
sed 's/_total counter/_total gauge/' "$dir/kuaptrace.prom" | promtool check metrics >"$out" 2>&1
ok $(($? == 0)) "and would have"
expect_exit 0 "the rules in docs/" promtool check rules docs/fleet.rules.yml
sed "s|RULES|$PWD/docs/fleet.rules.yml|" tests/cli/fleet-rules.yml >"$tap_dir/rules-test.yml"
expect_exit 0 "say what they are to" promtool test rules "$tap_dir/rules-test.yml"
((status == 0)) || sed 's/^/# /' "$out" "$err" | head -30
sed 's|value: 8|value: 7|' "$tap_dir/rules-test.yml" >"$tap_dir/wrong.yml"
run promtool test rules "$tap_dir/wrong.yml"
ok $((status == 0)) "and another number would fail"

exporter=$((20000 + $$ % 20000))
server=$((exporter + 1))
cat >"$tap_dir/prometheus.yml" <<-YML
	global: {scrape_interval: 500ms, evaluation_interval: 500ms}
	rule_files: [$PWD/docs/fleet.rules.yml]
	scrape_configs:
	  - job_name: node
	    static_configs: [{targets: ['127.0.0.1:$exporter']}]
YML
prometheus-node-exporter --collector.disable-defaults --collector.textfile \
	--collector.textfile.directory="$dir" --web.listen-address=127.0.0.1:$exporter \
	>"$tap_dir/exporter.log" 2>&1 &
pids=($!)
prometheus --config.file="$tap_dir/prometheus.yml" --storage.tsdb.path="$tap_dir/tsdb" \
	--web.listen-address=127.0.0.1:$server >"$tap_dir/prometheus.log" 2>&1 &
pids+=($!)
trap 'kill "${pids[@]}" 2>/dev/null; wait; rm -rf "$tap_dir"' EXIT

# ask QUERY: its value, once there is one
ask() {
	local i
	for ((i = 0; i < 80; i++)); do
		promtool query instant "http://127.0.0.1:$server" "$1" >"$out" 2>"$err"
		! grep -q "=>" "$out" || break
		sleep 0.25
	done
	sed -E 's/.*=> ([^ ]+) .*/\1/' "$out"
}
[[ $(ask 'kuaptrace_signals_total') = 2000 ]]
ok $? "node_exporter shows the textfile, Prometheus has it"
"$mkprom" "$dir" 5
[[ $(ask 'kuaptrace_signals_total == 5000') = 5000 ]]
ok $? "it follows the counters"
got=$(ask 'instance:kuaptrace_windows_per_signal:rate5m')
[[ $got = 8 ]]
ok $? "windows per signal, from the recording rule: $got"
got=$(ask 'round(histogram_quantile(0.5, kuaptrace_window_seconds_bucket) * 1e9)')
((got > 63 && got <= 127))
ok $? "a window's median, from the histogram: $got ns"
[[ $(ask 'count(kuaptrace_host_info{mmu="radix",kuap="on"})') = 1 ]]
ok $? "the machine's facts"
[[ $(ask 'scrape_samples_scraped') = [1-9]* ]] && (($(sed -E 's/.*=> ([0-9]+) .*/\1/' "$out") < 250))
ok $? "one machine costs under 250 series"

done_testing
