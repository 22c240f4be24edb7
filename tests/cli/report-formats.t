#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report in every format: goldens, and what parsers of others make of 0, 1, 10,000 and hostile tasks.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data
golden=tests/cli/golden

for format in csv openmetrics folded html; do
	expect_same $golden/report.$format "$kuaptrace" report $data/after.json --format $format
	LC_ALL=C "$kuaptrace" report $data/after.json --format $format | cmp -s - $golden/report.$format
	ok $? "$format does not depend on the locale"
done

python=/usr/bin/python3 # Debian's, which has Debian's modules
[[ -x $python ]] || python=python3
"$python" -c 'import prometheus_client' 2>/dev/null || {
	skip "the formats as others read them" "python3-prometheus-client is not installed"
	done_testing
}
"$python" tests/lib/hostile.py $data/before.json "$tap_dir" || ok 1 "hostile.py"
for name in 0 1 10000 hostile; do
	# As the tool has it: sorted, and with what a reader may not see of a name
	mv "$tap_dir/$name.json" "$tap_dir/$name.run"
	for format in csv openmetrics folded json html table; do
		"$kuaptrace" report "$tap_dir/$name.run" --format $format --top all \
			>"$tap_dir/$name.$format" 2>"$err"
		ok $? "$name tasks as $format"
	done
done
"$python" tests/lib/formats.py "$tap_dir" >"$tap_dir/wrong" 2>&1
[[ ! -s $tap_dir/wrong ]]
ok $? "csv, openmetrics, folded and json hold what the run has"
sed 's/^/# /' "$tap_dir/wrong" | head -20
# The check above must be able to fail.
sed 's/^\(kuaptrace_window_seconds_bucket{le="2.55e-07"}\) .*/\1 7/' "$tap_dir/1.openmetrics" >"$tap_dir/x"
cp "$tap_dir/x" "$tap_dir/1.openmetrics"
sed -i 's/;write /;write;/' "$tap_dir/hostile.folded"
"$python" tests/lib/formats.py "$tap_dir" >"$tap_dir/wrong" 2>&1
has "$tap_dir/wrong" "1.openmetrics: " "a wrong bucket is found"
has "$tap_dir/wrong" "hostile.folded: no folded" "a broken stack is found"
ok "$(grep -c $'\e' "$tap_dir/hostile.table")" "no escape in the table"

done_testing
