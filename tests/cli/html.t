#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The HTML report: for keyboards and screen readers, against hostile names, and in a real browser,
# light and dark, with 0, 1 and 10,000 tasks.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
python=/usr/bin/python3 # Debian's: a quick start
[[ -x $python ]] || python=python3
pages=(0 1 10000 hostile)

"$python" tests/lib/hostile.py tests/cli/data/before.json "$tap_dir" || ok 1 "hostile.py"
for name in "${pages[@]}"; do
	"$kuaptrace" report "$tap_dir/$name.json" --format html >"$tap_dir/$name.html"
	ok $? "a page of $name tasks"
done
"$kuaptrace" compare tests/cli/data/before.json tests/cli/data/after.json --format html >"$tap_dir/compare.html"
"$python" tests/lib/page.py "$tap_dir"/*.html >"$tap_dir/wrong" 2>&1
[[ ! -s $tap_dir/wrong ]]
ok $? "structure, names, contrast and policy of every page"
sed 's/^/# /' "$tap_dir/wrong" | head -20
sed 's|<h2 |<h4 |; s|</main>|<script>1</script>&|; s|--dim:#4a4a55|--dim:#999999|' "$tap_dir/1.html" >"$tap_dir/x.html"
"$python" tests/lib/page.py "$tap_dir/x.html" >"$tap_dir/wrong" 2>&1
has "$tap_dir/wrong" "<script>" "a script would be found"
has "$tap_dir/wrong" "after h1" "a wrong heading too"
has "$tap_dir/wrong" "contrast" "and too little contrast"
has "$tap_dir/hostile.html" '&lt;/script&gt;' "hostile names are shown as they are"
has "$tap_dir/10000.html" '9980 more tasks' "most of 10,000 tasks are folded away"
has "$tap_dir/0.html" 'No task had a window' "no task is said"

command -v chromium >/dev/null || {
	skip "in a browser" "chromium is not installed"
	done_testing
}
browser() { # browser OPTION.. PAGE: nothing of it may reach a network, which is asserted by its log
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1600 \
		--user-data-dir="$tap_dir/profile" --virtual-time-budget=2000 "$@" 2>>"$err"
}
: >"$err"
browser --dump-dom "file://$tap_dir/10000.html" >"$tap_dir/dom"
ok $(($(grep -o '<tr>' "$tap_dir/dom" | wc -l) < 10000)) "the browser sees 10,000 rows"
browser --screenshot="$tap_dir/light.png" "file://$tap_dir/hostile.html"
browser --force-dark-mode --screenshot="$tap_dir/dark.png" "file://$tap_dir/hostile.html"
for theme in light dark; do
	[[ -s $tap_dir/$theme.png ]] || { ok 1 "a $theme picture"; sed 's/^/# /' "$err"; continue; }
	read -r got colours < <("$python" tests/lib/page.py --png "$tap_dir/$theme.png")
	[[ $got = "$theme" ]] && ((colours > 40))
	ok $? "rendered $theme: $got, $colours colours"
	[[ ! ${KEEP_PICTURES:-} ]] || cp "$tap_dir/$theme.png" "$KEEP_PICTURES"
done

done_testing
