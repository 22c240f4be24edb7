# SPDX-License-Identifier: GPL-2.0-only
"""Reads reports with the parsers of others: formats.py DIR, with DIR/{0,1,10000,hostile}.FORMAT.

Prints what is wrong, a line each; a test calls it and wants none.
"""
import csv
import json
import re
import sys

NAMES = ("0", "1", "10000", "hostile")


def read(directory, name, ext):
    with open(f"{directory}/{name}.{ext}", encoding="utf-8", newline="") as f:
        return f.read()


def clean(text):
    """No byte that moves a terminal's cursor or reorders a line."""
    return not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


def check_csv(directory, name, run):
    rows = list(csv.reader(read(directory, name, "csv").splitlines()))
    if {len(r) for r in rows} != {len(rows[0])}:
        yield "rows of different lengths"
    at = {c: i for i, c in enumerate(rows[0])}
    tasks = [r for r in rows if r[0] == "task"]
    if [int(r[at["tid"]]) for r in tasks] != [t["tid"] for t in run["tasks"]]:
        yield "not the tasks of the run"
    slots = [r for r in rows if r[0] == "slot" and r[1] == "window"]
    want = [tuple(s) for s in run["hist"]["window"]["slots"]]
    got = [tuple(int(r[at[c]]) for c in ("lo_ns", "hi_ns", "value")) for r in slots]
    if got != want:
        yield "not the slots of the run"
    for row in rows:
        for cell in row:
            if cell[:1] in ("=", "+", "-", "@") and not re.fullmatch(r"-?[0-9.e+-]+", cell):
                yield f"a formula: {cell!r}"


def check_folded(directory, name, run):
    total = 0
    for line in read(directory, name, "folded").splitlines():
        m = re.fullmatch(r"[^; ]+;[^; ]+;[^; ]+;(read|write|both|unknown) ([0-9]+)", line)
        if not m:
            yield f"no folded stack: {line!r}"
        else:
            total += int(m[2])
    if total != sum(s["windows"] for s in run["sites"]):
        yield f"{total} windows"


def samples(text):
    from prometheus_client.openmetrics.parser import text_string_to_metric_families
    out = {}
    for family in text_string_to_metric_families(text):
        for s in family.samples:
            out[s.name, tuple(sorted(s.labels.items()))] = s.value
    return out


def check_openmetrics(directory, name, run):
    got = samples(read(directory, name, "openmetrics"))
    for phase, n in run["totals"]["phases"].items():
        if got["kuaptrace_windows_total", (("phase", phase),)] != n:
            yield f"windows in {phase}"
    if got["kuaptrace_signals_total", ()] != run["totals"]["signals"]:
        yield "signals"
    hist = run["hist"]["window"]
    last = 0
    for (metric, labels), value in got.items():
        if metric != "kuaptrace_window_seconds_bucket":
            continue
        le = float(dict(labels)["le"])
        want = sum(n for lo, hi, n in hist["slots"] if hi - 1 <= round(le * 1e9)) \
            if le != float("inf") else hist["count"]
        if value != want or value < last:
            yield f"bucket {le}: {value}, not {want}"
        last = value
    if abs(got["kuaptrace_window_seconds_sum", ()] - hist["sum"] / 1e9) > 1e-12:
        yield "sum"


def check_json(directory, name, run):
    got = json.loads(read(directory, name, "json"))
    if [t["tid"] for t in got["tasks"]] != [t["tid"] for t in run["tasks"]]:
        yield "not the tasks of the run"


def main():
    directory = sys.argv[1]
    checks = {"csv": check_csv, "folded": check_folded, "openmetrics": check_openmetrics,
              "json": check_json}
    for name in NAMES:
        with open(f"{directory}/{name}.run", encoding="utf-8") as f:
            run = json.load(f)
        for ext, check in checks.items():
            try:
                for bad in check(directory, name, run):
                    print(f"{name}.{ext}: {bad}")
            except ValueError as e:  # a parser's verdict
                print(f"{name}.{ext}: {e}")
            if ext != "json" and not clean(read(directory, name, ext)):
                print(f"{name}.{ext}: control bytes")


main()
