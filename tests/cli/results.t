#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""What 'make results' makes of recorded counts: the same bytes twice, what is missing, what does not hold."""

import copy
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, "tests/results")

import claims  # noqa: E402
import doc as document  # noqa: E402
import join  # noqa: E402
import model  # noqa: E402
import plan  # noqa: E402

FIXTURE, GOLDEN = "tests/cli/data/results/percall-block.json", "tests/cli/golden/results.md"
count = failed = 0


def ok(good, what, why=""):
    global count, failed
    count, failed = count + 1, failed + (not good)
    print(f"{'' if good else 'not '}ok {count} - {what}")
    if not good and why:
        print("".join(f"# {line}\n" for line in str(why).splitlines()[:12]), end="")


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def report(*args):
    run = subprocess.run(["tests/results/report", *args], capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def rendered(doc):
    """Exit status, document and complaints for results as a file."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
        json.dump(doc, f)
        f.flush()
        return report("render", f.name)


def cell(doc, boot, mode, profile="-", rseq="off", math="-", kind="-"):
    return claims.Results(doc).cell(boot, mode, profile, rseq, math, kind)


def clone(doc, like, **changes):
    """Another cell: LIKE with other words and, by path, other figures."""
    new = copy.deepcopy(like)
    for key, value in changes.items():
        where, _, field = key.partition("__")
        if field:
            new[where][field] = value
        else:
            new[key] = value
    doc["cells"].append(new)
    return new


def whole(doc):
    """The fixture with all that it lacks made up, so that each claim can hold."""
    doc = copy.deepcopy(doc)
    doc["missing"], doc["profiles"] = [], list(plan.PROFILES)
    for block in [c for c in doc["cells"] if c["profile"] == "block"]:
        on = block["boot"].endswith("-kuap")
        opened = block["tool"]["windows"]
        for profile in plan.PROFILES[2:]:
            windows, barriers = opened, block["oracle"]["barriers"]
            if profile == "single":
                windows = 2 if block["rseq"] == "off" else 3
            if profile == "readback" and block["mode"] == "siginfo":
                windows += 2
            if profile.endswith("+barrier"):
                barriers += 77 if "regs" in profile else 12
            extra = block["oracle"]["entry_exit"]
            clone(doc, block, profile=profile, tool__windows=windows, tool__amr_writes=2 * windows * on,
                  tool__oracle_amr_writes=2 * windows * on + extra, tool__by_function={"f": windows * on},
                  oracle__amr_writes=2 * windows * on + extra, oracle__uaccess_flushes=windows,
                  oracle__amr_by_function={"f": 2 * windows * on, "exit": extra},
                  oracle__barriers=barriers, oracle__instructions=5000)
    getppid = cell(doc, "radix-kuap", "getppid-sc")
    for math in plan.RESTORE_MATH:
        for kind in plan.TASK_KINDS:
            calls = 0 if kind == "both" or (math, kind) == ("check", "none") else 2
            clone(doc, getppid, mode="yield", math=math, kind=kind, tool={"math_exit": calls},
                  oracle__math_exit=calls, oracle__mtmsrd=2 + 2 * calls * (math == "mtmsrd"))
    clone(doc, getppid, boot="sc")
    clone(doc, getppid, boot="sc-scratch", oracle__sprg2=2, oracle__instructions=440)
    return doc


def test_render(fixture):
    status, first, err = report("render", FIXTURE)
    ok(status == 3 and "results: missing: image 'sc'" in err, "what is missing is named, exit 3", err)
    ok(report("render", FIXTURE)[1] == first, "the same bytes twice")
    if os.environ.get("UPDATE_GOLDEN"):
        with open(GOLDEN, "w", encoding="utf-8") as f:
            f.write(first)
    with open(GOLDEN, encoding="utf-8") as f:
        ok(f.read() == first, GOLDEN)
    later = dict(fixture, date="2031-01-01")
    lines = [(a, b) for a, b in zip(first.splitlines(), rendered(later)[1].splitlines()) if a != b]
    ok(len(lines) == 1 and lines[0][1] == "Measured: 2031-01-01", "another day changes one line", lines)
    lacking = copy.deepcopy(fixture)
    lacking["cells"] = [c for c in lacking["cells"] if c["profile"] != "block"]
    _, text, _ = rendered(lacking)
    ok("| unsafe-signal64 | `block` | 197,378 | missing | missing" in text and "Not made" in text,
       "a profile that was not measured has no figure, and no model is made of it")


def test_claims(fixture):
    full = whole(fixture)
    status, text, err = rendered(full)
    ok(status == 0 and "NOT HOLD" not in text and "not measured**" not in text and "missing" not in text,
       "with all cells every claim holds, exit 0", err)
    breaks = (
        ("AMR writes", "block", lambda d: cell(d, "radix-kuap", "signal1", "block"), "tool", "amr_writes", 18),
        ("hash", "one profile's entry", lambda d: cell(d, "hash-kuap", "signal1", "single"), "oracle",
         "entry_exit", 6),
        ("function by function", "one function", lambda d: cell(d, "radix-kuap", "siginfo", "block"), "oracle",
         "amr_by_function", {}),
        ("without KUAP", "a write", lambda d: cell(d, "radix-nokuap", "signal1", "block"), "oracle",
         "amr_writes", 2),
        ("uaccess flush", "one flush less", lambda d: cell(d, "radix-kuap", "signal1", "percall"), "oracle",
         "uaccess_flushes", 40),
        ("0.94 x", "a long single", lambda d: cell(d, "radix-kuap", "signal1", "single"), "oracle",
         "instructions", 9999),
        ("`readback`", "one window more", lambda d: cell(d, "hash-nokuap", "siginfo", "readback"), "tool",
         "windows", 11),
        ("`fp-regs+barrier`", "barriers", lambda d: cell(d, "hash-kuap", "signal1", "fp-regs+barrier"), "oracle",
         "barriers", 50),
        ("`fp-buffer+barrier`", "barriers", lambda d: cell(d, "radix-kuap", "signal1", "fp-buffer+barrier"),
         "oracle", "barriers", 50),
        ("`restore_math=mtmsrd`", "mtmsrd", lambda d: cell(d, "radix-kuap", "yield", math="mtmsrd", kind="fp"),
         "oracle", "mtmsrd", 2),
        ("`sc-scratch`", "the register in sc", lambda d: cell(d, "sc", "getppid-sc"), "oracle", "sprg2", 1),
    )
    for claim, what, pick, side, field, value in breaks:
        doc = copy.deepcopy(full)
        pick(doc)[side][field] = value
        status, text, err = rendered(doc)
        ok(status == 1 and claim in err and "**DOES NOT HOLD**" in text,
           f"a claim can fail: {claim}, {what}", f"exit {status}: {err}")
    doc = copy.deepcopy(full)
    doc["cells"] = [c for c in doc["cells"] if c["profile"] != "single"]
    status, _, err = rendered(doc)
    ok(status == 3 and "not measured: `single`: 4 AMR writes" in err, "a claim that was not measured is not 0", err)
    doc = copy.deepcopy(full)
    doc["cells"][0]["unstable"] = ["amr_writes: 1.5 per operation"]
    ok(rendered(doc)[0] == 1, "an unstable figure fails")


def test_model(fixture):
    results = claims.Results(fixture)
    want = (1e9 / 135555 - 1e9 / 233528) / (41 - 8)
    ok(abs(model.fit(results, "radix") - want) < 1e-9, "the price of a window is seed 000's, over 33 windows")
    found = {p.row: p for p in model.predictions(claims.Results(whole(fixture))) if p.seed == "003"}
    ok(abs(found["after"].predicted - 1e9 / (1e9 / 229777 - 2 * want)) < 1e-3,
       "003 is predicted from its first row and two windows")


class StubImage:
    """An image whose addresses are made up: function is the address's hundreds."""
    barrier, entry_flush, exit_flush, math_switch, math_exit = {0x10}, {0x20}, {0x30}, {0x40}, {0x50}

    def __init__(self, directory):
        pass

    def watched(self, *names):
        return {0x60} if "do_uaccess_flush" in names else set()

    def function(self, addr):
        return "window" if addr & 0x800 else "exit"


def oracle_run(ops, sites, mode):
    hist = {"mode": mode, "mode_share": 0.9}
    return {"schema": "kuaptrace.oracle/1", "runs": 1, "runs_open": 0, "run_mismatch": 0, "op_exact": True,
            "op_mismatch": 0, "lost": 0, "complete": True,
            "ops": {"count": ops, **{metric: hist for metric in join.METRICS}},
            "counts": [{"addr": hex(addr), "op": op, "in_op": n} for addr, op, n in sites]}


def per_op(sites, mode=2, ops=1000):
    return join.PerOp(oracle_run(ops, sites, mode), StubImage(""), ops)


def test_per_op():
    one = per_op([(0x810, "mtspr_amr", 1003), (0x820, "mtspr_amr", 1000), (0x900, "mtspr_amr", 9),
                  (0x10 | join.KERNEL, "ori31", 5000), (0x11, "ori31", 7000)])
    one.image.barrier = {0x10 | join.KERNEL}
    summary = one.summary()
    ok(summary["amr_by_function"] == {"window": 2} and not one.unstable, "interrupts are not counted", summary)
    ok(summary["barriers"] == 5, "an ori 31,31,0 that no table names is no barrier", summary)
    odd = per_op([(0x810, "mtspr_amr", 1500)])
    odd.summary()
    ok(any("1500 in 1000" in text for text in odd.unstable), "half a write per operation is unstable")
    try:
        join.PerOp(oracle_run(999, [], 0), StubImage(""), 1000)
        ok(False, "an operation that the oracle missed is refused")
    except join.Unusable as err:
        ok("999 operations of 1000" in str(err), "an operation that the oracle missed is refused", err)


def raw_boot(directory, boot, runs, ran):
    os.makedirs(os.path.join(directory, boot.name))
    files = {"status": "0\n", "facts": "release 6.12\n", "ran": "".join(line + "\n" for line in ran),
             "oracle.json": json.dumps({"schema": "kuaptrace.oracle-runs/1", "runs": runs, "complete": True})}
    for name, text in files.items():
        with open(os.path.join(directory, boot.name, name), "w", encoding="utf-8") as f:
            f.write(text)


def test_join():
    join.Image = StubImage
    boot = plan.boot_of("sc")
    names = [run.name for run in plan.runs(boot, [])]
    run = oracle_run(plan.OPS, [], 0)

    def joined(runs, ran, boots=(boot,)):
        with tempfile.TemporaryDirectory() as raw:
            raw_boot(raw, boot, runs, ran)
            return join.join(raw, boots, [], "", {"date": "", "qemu": ""})

    lines = [f"{name} ran 0" for name in names]
    doc = joined([run] * len(names), lines)
    ok(not doc["missing"] and len(doc["cells"]) == 2, "a whole boot", doc["missing"])
    doc = joined([run] * (len(names) - 2), [lines[0].replace("ran 0", "missing profile single"), *lines[1:-1],
                                            lines[-1].replace("ran 0", "missing profile single")])
    ok(doc["missing"] == ["profile 'single' in image sc"] and len(doc["cells"]) == 1,
       "a profile that the image lacks is named once, and its row stays empty", doc)
    for what, runs, ran in (("fewer runs than", [run], lines), ("more runs than", [run] * 9, lines),
                            ("ended with 1", [run] * 9, [lines[0].replace("ran 0", "ran 1"), *lines[1:]]),
                            ("something else than the plan", [run] * 9, lines[1:])):
        doc = joined(runs, ran)
        ok(len(doc["missing"]) == 1 and what in doc["missing"][0] and not doc["cells"], f"refused: {what}", doc)
    doc = joined([run] * len(names), lines, (boot, plan.boot_of("sc-scratch")))
    ok(doc["missing"] == ["image 'sc-scratch': kernel/build cannot make it"], "an image that is not there", doc)
    moved = joined([*[run] * (len(names) - 1), dict(run, ops=dict(run["ops"], instructions={
        "mode": 18, "mode_share": 0.9}))], lines)
    ok(any("instructions was 0, is 18" in text for c in moved["cells"] for text in c["unstable"]),
       "a figure that depends on the order of runs is unstable", moved["cells"])


def test_usage():
    with tempfile.TemporaryDirectory() as raw:
        status, _, err = report("plan", "--raw", raw, "--profiles", "percall,nosuch")
        ok(status == 2 and "no profile 'nosuch': there are percall, block" in err, "an unknown profile", err)
        status, out, _ = report("plan", "--raw", raw)
        ok(status == 0 and len(out.splitlines()) == len(plan.BOOTS), "a plan for each boot", out)
        lines = [run.line().split() for b in plan.BOOTS for run in plan.runs(b, plan.PROFILES)]
        ok(all(len(line) == 9 for line in lines) and
           len({run.name for run in plan.runs(plan.BOOTS[0], plan.PROFILES)}) ==
           len(plan.runs(plan.BOOTS[0], plan.PROFILES)), "each run has a name of its own, and nine words")
    for args in (["--nosuch"], ["--profiles"], ["-j", "x"], ["--doc", "/nonexistent/x"]):
        run = subprocess.run(["tests/results/run", *args], capture_output=True, text=True)
        ok(run.returncode == 2, f"run {' '.join(args)}: exit 2", run.stderr)
    ok(rendered({"schema": "else"})[0] == 3, "a foreign file")


def test_committed():
    global count
    if not os.path.exists("docs/results.json"):
        count += 1
        print(f"ok {count} - docs/results.md # SKIP not there: 'make results' writes it")
        return
    doc = load("docs/results.json")
    with open("docs/results.md", encoding="utf-8") as f:
        ok(f.read() == document.render(doc, claims.judge(doc)), "docs/results.md shows what docs/results.json has")
    ok(not doc["missing"] and all(v.holds for v in claims.judge(doc)), "and it is whole, and holds")


def main():
    fixture = load(FIXTURE)
    for test in (test_render, test_claims, test_model):
        test(fixture)
    for test in (test_per_op, test_usage, test_committed, test_join):
        test()
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
