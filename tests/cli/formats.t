#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# compare in every format: goldens, verdicts on time over many runs, and names that attack the format.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
data=tests/cli/data
golden=tests/cli/golden

for format in csv markdown html; do
	expect_same $golden/compare.$format \
		"$kuaptrace" compare $data/before.json $data/after.json --format $format
done
expect_same $golden/compare.html \
	env LC_ALL=C "$kuaptrace" compare $data/before.json $data/after.json --format html
expect_exit 2 "no report as markdown" "$kuaptrace" report $data/after.json --format markdown
for format in openmetrics folded; do
	expect_exit 2 "no comparison as $format" \
		"$kuaptrace" compare $data/before.json $data/after.json --format $format
done

# run NAME MINUTE SECOND K: a run with K of 1000 setups in the lower of two slots
run_of() {
	sed "s|12:00:00Z|12:$2:$3Z|; s|\[\[4096, 4608, 1000\]\]|[[4096, 4608, $4], [4608, 5120, $((1000 - $4))]]|" \
		$data/before.json >"$tap_dir/$1.json"
}
for i in 0 1 2 3 4 5 6 7; do
	run_of "b$i" 1$i 00 $((900 + i)) # takes turns with the slow ones
	run_of "s$i" 1$i 30 $((300 + i))
	run_of "l$i" 3$i 00 $((300 + i)) # comes after all of b
	run_of "e$i" 1$i 45 $((901 + i))
	run_of "t$i" 4$i 00 900
	run_of "u$i" 4$i 30 900
done
expect_exit 0 "8 runs a side" "$kuaptrace" compare "$tap_dir"/b?.json --with "$tap_dir"/s?.json
has "$out" "times over 8 and 8 runs: Mann-Whitney" "a verdict on time"
hasnt "$out" "take turns" "interleaved sets are not complained of"
grep -qE '^setup +p50 .* slower$' "$out"
ok $? "setup's median is slower"
! grep -qE '^(window|sigreturn).*(slower|faster)$' "$out"
ok $? "what is equal is not"
ok "$(awk 'length > 80' "$out" | grep -vc '[^ -~]')" "80 columns"
expect_exit 0 "the sides one after the other" \
	"$kuaptrace" compare "$tap_dir"/b?.json --with "$tap_dir"/l?.json
tr '\n' ' ' <"$out" >"$tap_dir/line"
has "$tap_dir/line" "the sides did not take turns" "is said"
expect_exit 0 "a small difference" "$kuaptrace" compare "$tap_dir"/b?.json --with "$tap_dir"/e?.json
hasnt "$out" "slower" "is none"
expect_exit 0 "no variance at all" \
	"$kuaptrace" compare "$tap_dir"/t?.json --with "$tap_dir"/u?.json --format json
hasnt "$out" ": nan" "no NaN"
python3 - "$out" <<-'PY'
	import json, sys
	t = json.load(open(sys.argv[1]))["times"]
	q = t["setup"]["p50"]
	assert q["p"] == 1 and q["shift"] == 0 and q["verdict"] == "no difference shown", q
	assert t["order"] == "interleaved", t["order"]
PY
ok $? "and p 1, shift 0"
expect_exit 0 "three runs a side" \
	"$kuaptrace" compare "$tap_dir"/b[012].json --with "$tap_dir"/s[012].json
has "$out" "no verdict on time: that takes 4 runs a side, there are 3 and 3" "are too few, which is said"

# Names: a symbol that would close a tag, end a cell, run in a spreadsheet, mention somebody.
# shellcheck disable=SC2016 # backticks are markdown's
evil='=HYPERLINK(1)|</code><script>alert(1)</script>`*@all*`[x](http:y)\&#60;\\u0001\\u202e,\\"'
sed "s~setup_trampoline~$evil~" $data/before.json >"$tap_dir/<b>&'.json"
for format in table json csv markdown html; do
	expect_exit 0 "hostile: $format" \
		"$kuaptrace" compare "$tap_dir/<b>&'.json" $data/after.json --format $format
	cp "$out" "$tap_dir/hostile.$format"
done
hasnt "$tap_dir/hostile.html" "<script" "html: no tag of a name's own"
hasnt "$tap_dir/hostile.html" "<b>" "nor of a file's name"
python3 - "$tap_dir" <<-'PY'
	import csv, html.parser, sys
	top = sys.argv[1]

	class Page(html.parser.HTMLParser):
	    void = {"meta", "br", "hr", "rect", "path"}
	    def __init__(self):
	        super().__init__()
	        self.open, self.bad, self.text, self.urls = [], [], [], []
	    def handle_starttag(self, tag, attrs):
	        if tag not in self.void:
	            self.open.append(tag)
	        self.urls += [v for k, v in attrs if k in ("src", "href", "action")]
	        if any(k.startswith("on") for k, _ in attrs):
	            self.bad.append(tag)
	    def handle_startendtag(self, tag, attrs):
	        pass
	    def handle_endtag(self, tag):
	        if not self.open or self.open.pop() != tag:
	            self.bad.append(tag)
	    def handle_data(self, data):
	        self.text.append(data)

	page = Page()
	page.feed(open(f"{top}/hostile.html", encoding="utf-8").read())
	assert not page.open and not page.bad, (page.open, page.bad)
	assert page.urls == ["#main"], page.urls
	assert any("</code><script>alert(1)</script>" in t for t in page.text)
	rows = list(csv.reader(open(f"{top}/hostile.csv", encoding="utf-8")))
	assert all(len(r) == len(rows[0]) for r in rows), {len(r) for r in rows}
	assert not any(c[:1] in "=+@" and c and not c[1:2].isdigit() for r in rows for c in r)
	lines = [l for l in open(f"{top}/hostile.markdown", encoding="utf-8") if "alert" in l]
	assert len(lines) == 1 and lines[0].count("|") == 9, lines
	assert not set("`*[]@") & set(lines[0]) and "<script" not in lines[0], lines
PY
ok $? "html is balanced and fetches nothing, csv keeps its columns, markdown its cells"
has "$tap_dir/hostile.csv" "\"'=HYPERLINK" "csv: what begins like a formula is text"
LC_ALL=C grep -q $'[\x01\x1b]' "$tap_dir"/hostile.*
ok $(($? == 0)) "no control byte gets through"
has "$tap_dir/hostile.html" "<html lang=\"en\">" "html: a language"
has "$tap_dir/hostile.html" "prefers-color-scheme:dark" "light and dark"
ok "$(grep -c '<svg' "$tap_dir/hostile.html" | awk '{ print ($1 == 0) }')" "histograms are drawn"
ok "$(grep '<svg' "$tap_dir/hostile.html" | grep -vc 'role="img" aria-label=')" "each has a text for who does not see it"

done_testing
