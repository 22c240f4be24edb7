# SPDX-License-Identifier: GPL-2.0-only
"""Makes run files that attack a format: hostile.py RUN DIR writes DIR/{0,1,10000,hostile}.json."""
import json
import sys

NAMES = ["</script>", "<b>'\"&;", "a;b c", "\x1b[2J\x07", "=1+1", "\\\\xff\\\\xfe", "\\",
         "\u202eevil", "{a=\"b\"}", "\n# EOF\nx 1", "](x)", "`|`", "%s%n", "日本"]


def write(run, path):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(run, f)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        run = json.load(f)
    task, site = run["tasks"][0], run["sites"][0]
    for n in (0, 1, 10000):
        run["tasks"] = [dict(task, tid=i + 1, windows=n - i) for i in range(n)]
        write(run, f"{sys.argv[2]}/{n}.json")
    run["tasks"] = [dict(task, tid=i + 1, comm=c[:12]) for i, c in enumerate(NAMES)]
    run["sites"] = [dict(site, symbol=c, caller=c) for c in NAMES]
    run["host"].update(kernel=NAMES[1], variant=NAMES[9], mmu="radix", cpu=NAMES[8])
    run["workload"]["command"] = " ".join(NAMES)
    write(run, f"{sys.argv[2]}/hostile.json")


main()
