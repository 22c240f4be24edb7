#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The CI kit as a CI runs it: a profile that is worse on purpose fails, and the reports say why; the
# other way round it passes.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh
. tests/vm/lib.sh
need_image trace
gate=docs/ci/kuap-gate

expect_exit 1 "a profile that is worse on purpose" $gate --out "$tap_dir/worse" \
	--after-append signal_uaccess=percall --title "percall & block"
has "$tap_dir/worse/gate.txt" per_signal.windows "it names the metric"
for file in before-1.json after-1.json gate.md gate.html junit.xml; do
	[[ -s $tap_dir/worse/$file ]]
	ok $? "there is $file"
done
has "$tap_dir/worse/gate.md" percall_rt_sigreturn64 "the comment names a site that appeared"
has "$tap_dir/worse/gate.html" '</html>' "the page is whole"
python3 -c 'import sys, xml.etree.ElementTree as et
suites = et.parse(sys.argv[1]).getroot()
sys.exit(not list(suites.iter("failure")))' "$tap_dir/worse/junit.xml"
ok $? "junit.xml has the failure"

expect_exit 0 "the profile that is better" $gate --out "$tap_dir/better" \
	--before-append signal_uaccess=percall -- --tolerance per_signal.windows=0 --max losses.total=0
python3 -c 'import sys, xml.etree.ElementTree as et
sys.exit(bool(list(et.parse(sys.argv[1]).getroot().iter("failure"))))' "$tap_dir/better/junit.xml"
ok $? "junit.xml has none"

expect_exit 4 "a kernel that does not boot" $gate --out "$tap_dir/none" --after-append rdinit=/none
expect_exit 2 "an unknown option" $gate --befor trace
has "$err" "--befor" "and names it"

for file in docs/ci/github.yml docs/ci/gitlab.yml; do
	/usr/bin/python3 -c 'import sys, yaml
text = str(yaml.safe_load(open(sys.argv[1])))
sys.exit("docs/ci/kuap-gate" not in text)' "$file"
	ok $? "$file is YAML and calls the gate"
done

done_testing
