# SPDX-License-Identifier: GPL-2.0-only
"""What the tests compare: a run file's windows and the oracle's AMR writes, by function."""

import collections
import fnmatch
import json
import subprocess
import sys

# Where an interrupt that hits a window blocks access, and where its exit opens it again.
IRQ = ("*_common_virt", "*_common_real", "*_common", "interrupt_exit_kernel_prepare",
       "*exit_restart*", "interrupt_return*")


def windows(path, phase_only):
    with open(path, encoding="utf-8") as f:
        run = json.load(f)
    if not run["complete"] or run["losses"]["total"]:
        sys.exit(f"{path}: incomplete or lossy: {run['losses']}")
    count = collections.Counter()
    for site in run["sites"]:
        if phase_only and site["phase"] == "other":
            continue
        count[site["symbol"].split("+")[0]] += site["windows"]
    return run, count


def oracle(symbols, path):
    out = subprocess.run(["tests/oracle/oracle-report", "--map", symbols, "--op", "mtspr_amr",
                          "--json", path], capture_output=True, text=True)
    if out.returncode:
        print(out.stderr)
        sys.exit(3)
    doc = json.loads(out.stdout)
    count = collections.Counter()
    for row in doc["functions"]:
        count[row["symbol"]] += row["in_run"]
    return count


def matches(name, globs):
    return any(fnmatch.fnmatch(name, glob) for glob in globs)
