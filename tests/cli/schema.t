#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Run files against docs/run.schema.json, and the schema against files that are wrong.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib/tap.sh

python3 -c 'import jsonschema' 2>/dev/null || {
	echo "1..0 # SKIP python3-jsonschema is not installed"
	exit 0
}

valid() {
	python3 - "$1" <<-'PY'
		import json, sys, jsonschema
		schema = json.load(open("docs/run.schema.json", encoding="utf-8"))
		jsonschema.Draft202012Validator.check_schema(schema)
		v = jsonschema.Draft202012Validator(schema)
		errors = list(v.iter_errors(json.load(open(sys.argv[1], encoding="utf-8"))))
		for e in errors:
		    print("#", e.json_path, e.message)
		sys.exit(bool(errors))
	PY
}

for f in tests/cli/data/*.json docs/examples/*.json; do
	[[ -e $f ]] || continue
	valid "$f"
	ok $? "$f is valid"
done
for edit in 's|"kuap": true|"kuap": "yes"|' 's|"complete": true|"x": true|' 's|"radix"|"tree"|' \
	's|"windows": 8300|"windows": -1|' 's|\[60, 64, 343\]|[60, 64]|' 's|"pid": 100|"pid": "100"|' \
	's|"recursion": 0|"gremlins": 0|'; do
	sed "$edit" tests/cli/data/after.json >"$tap_dir/bad.json"
	valid "$tap_dir/bad.json" >/dev/null
	ok $(($? == 0)) "not valid: $edit"
done

done_testing
