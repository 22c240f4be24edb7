# SPDX-License-Identifier: GPL-2.0-only
"""What the results must show. A claim that fails is named; one whose cells are missing is neither."""

import dataclasses

import plan
import seeds

AMR = {("percall", "off"): 82, ("block", "off"): 16, ("single", "off"): 4,
       ("percall", "on"): 88, ("block", "on"): 22, ("single", "on"): 6}
SINGLE_INSTRUCTIONS = 0.94
READBACK_WINDOWS = 2


@dataclasses.dataclass(frozen=True)
class Verdict:
    claim: str
    holds: bool  # None: not measured
    found: str


class Results:
    """The document by cell."""

    def __init__(self, doc):
        self.doc = doc
        self.cells = {(c["boot"], c["mode"], c["profile"], c["rseq"], c["math"], c["kind"]): c
                      for c in doc["cells"]}

    def cell(self, boot, mode, profile="-", rseq="off", math="-", kind="-"):
        return self.cells.get((boot, mode, profile, rseq, math, kind))

    def signal_cells(self):
        return [c for c in self.doc["cells"] if c["mode"] in plan.SIGNAL_MODES]


def verdict(claim, found, wrong, empty="not measured"):
    """FOUND: what was seen, in words; WRONG: what contradicts."""
    if not found:
        return Verdict(claim, None, empty)
    return Verdict(claim, not wrong, "; ".join(wrong or found))


def where(cell):
    return f"{cell['boot']} {cell['mode']} {cell['profile']} rseq {cell['rseq']}"


def amr_writes(results, profile, rseq):
    want = AMR[profile, rseq]
    found, wrong = [], []
    cell = results.cell("radix-kuap", "signal1", profile, rseq)
    if cell:
        got = (cell["tool"]["amr_writes"], cell["oracle"]["amr_writes"])
        found.append(f"kuaptrace {got[0]}, oracle {got[1]}")
        wrong += [found[0]] if got != (want, want) else []
    return verdict(f"`{profile}`: {want} AMR writes a signal on radix, rseq {rseq}", found, wrong)


def hash_amr_writes(results):
    found, wrong, extra = [], [], set()
    for (profile, rseq), want in AMR.items():
        cell = results.cell("hash-kuap", "signal1", profile, rseq)
        if not cell:
            continue
        tool, oracle = cell["tool"]["amr_writes"], cell["oracle"]
        extra.add((oracle["entry_exit"], oracle["iamr_writes"]))
        if tool != want or oracle["amr_writes"] != want + oracle["entry_exit"]:
            wrong.append(f"{where(cell)}: kuaptrace {tool}, oracle {oracle['amr_writes']}, of which "
                         f"entry and exit {oracle['entry_exit']}")
    if extra:
        found.append(", ".join(f"{amr} AMR and {iamr} IAMR writes" for amr, iamr in sorted(extra)))
    if len(extra) > 1:
        wrong.append("not the same in each profile: " + found[0])
    return verdict("on hash the windows are the same, and entry and exit add as much in each profile "
                   "(oracle only)", found, wrong)


def tool_is_oracle(results):
    cells, wrong = [c for c in results.signal_cells() if c["boot"].endswith("-kuap")], []
    for cell in cells:
        tool, oracle = cell["tool"], cell["oracle"]
        writes = oracle["amr_by_function"]
        if any(writes.get(name, 0) != 2 * n for name, n in tool["by_function"].items()):
            wrong.append(f"{where(cell)}: {tool['by_function']} windows, {writes} AMR writes")
        elif tool["oracle_amr_writes"] != oracle["amr_writes"]:
            wrong.append(f"{where(cell)}: {oracle['amr_writes']} AMR writes, "
                         f"{tool['oracle_amr_writes']} while traced")
        elif cell["boot"] == "radix-kuap" and oracle["entry_exit"]:
            wrong.append(f"{where(cell)}: {oracle['entry_exit']} AMR writes outside of windows")
    return verdict("kuaptrace equals the oracle, function by function, traced or not",
                   [f"{len(cells)} cells"] if cells else [], wrong)


def no_kuap(results):
    cells, wrong = [c for c in results.signal_cells() if c["boot"].endswith("-nokuap")], []
    for cell in cells:
        on = results.cell(cell["boot"].replace("nokuap", "kuap"), cell["mode"], cell["profile"],
                          cell["rseq"])
        if cell["oracle"]["amr_writes"] or cell["tool"]["amr_writes"]:
            wrong.append(f"{where(cell)}: {cell['oracle']['amr_writes']} AMR writes")
        if on and on["tool"]["windows"] != cell["tool"]["windows"]:
            wrong.append(f"{where(cell)}: {cell['tool']['windows']} windows, "
                         f"{on['tool']['windows']} with KUAP")
    return verdict("without KUAP the same windows and no AMR write",
                   [f"{len(cells)} cells"] if cells else [], wrong)


def flush_a_window(results):
    cells = [c for c in results.signal_cells() if c["oracle"]["uaccess_flushes"]]
    wrong = [f"{where(c)}: {c['oracle']['uaccess_flushes']} flushes, {c['tool']['windows']} windows"
             for c in cells if c["oracle"]["uaccess_flushes"] != c["tool"]["windows"]]
    return verdict("each window ends in one uaccess flush, where there is one",
                   [f"{len(cells)} cells"] if cells else [], wrong)


def single_instructions(results):
    cells = [results.cell("radix-kuap", "signal1", p) for p in ("single", "block")]
    if None in cells:
        return verdict(f"`single` takes at most {SINGLE_INSTRUCTIONS} x the instructions of `block`", [], [])
    single, block = (c["oracle"]["instructions"] for c in cells)
    found = [f"{single} / {block} = {single / block:.3f}"]
    return verdict(f"`single` takes at most {SINGLE_INSTRUCTIONS} x the instructions of `block`", found,
                   found if single > SINGLE_INSTRUCTIONS * block else [])


def readback(results):
    found, wrong = [], []
    for cell in results.signal_cells():
        block = results.cell(cell["boot"], cell["mode"], "block", cell["rseq"])
        if cell["profile"] != "readback" or not block:
            continue
        more = cell["tool"]["windows"] - block["tool"]["windows"]
        found.append(where(cell))
        if more != (READBACK_WINDOWS if cell["mode"] == "siginfo" else 0):
            wrong.append(f"{where(cell)}: {more:+g}")
    return verdict(f"`readback` adds exactly {READBACK_WINDOWS} windows a signal with SA_SIGINFO, none without",
                   [f"{len(found)} cells"] if found else [], wrong)


def barriers(results, profile, straight):
    want, found, wrong = seeds.gets(straight), [], []
    for boot in ("radix-kuap", "hash-kuap"):
        cells = [results.cell(boot, "signal1", p) for p in (profile + "+barrier", profile)]
        if None in cells:
            continue
        more = cells[0]["oracle"]["barriers"] - cells[1]["oracle"]["barriers"]
        found.append(f"{boot}: {more}")
        wrong += [found[-1]] if more != want else []
    return verdict(f"`{profile}+barrier` runs {want} true barriers more than `{profile}`, as its source says",
                   found, wrong)


def restore_math(results):
    found, wrong = [], []
    for kind in plan.TASK_KINDS:
        cells = {m: results.cell("radix-kuap", "yield", "-", "off", m, kind) for m in plan.RESTORE_MATH}
        for math, cell in cells.items():
            if cell and cell["tool"]["math_exit"] != cell["oracle"]["math_exit"]:
                wrong.append(f"{kind}, {math}: kuaptrace {cell['tool']['math_exit']} calls, oracle "
                             f"{cell['oracle']['math_exit']}")
        if None in cells.values():
            continue
        before, now, after = (cells[m]["oracle"] for m in plan.RESTORE_MATH)
        found.append(kind)
        if before["mtmsrd"] - now["mtmsrd"] != 2 * before["math_exit"]:
            wrong.append(f"{kind}: {before['mtmsrd']} mtmsrd against {now['mtmsrd']}, for "
                         f"{before['math_exit']} calls")
        if after["math_exit"] > now["math_exit"]:
            wrong.append(f"{kind}: check calls more often")
    return verdict("`restore_math=mtmsrd` costs two `mtmsrd` a call on the way out, `check` never calls more "
                   "often; kuaptrace equals the oracle", [", ".join(found)] if found else [], wrong)


def scratch(results):
    cells = [results.cell(boot, "getppid-sc") for boot in ("sc", "sc-scratch")]
    claim = "only `sc-scratch` touches the scratch register in a system call, and takes more instructions"
    if None in cells:
        return verdict(claim, [], [])
    now, before = (c["oracle"] for c in cells)
    found = [f"{now['sprg2']} and {before['sprg2']} accesses, {now['instructions']} and "
             f"{before['instructions']} instructions"]
    right = now["sprg2"] == 0 < before["sprg2"] and before["instructions"] > now["instructions"]
    return verdict(claim, found, [] if right else found)


def stable(results):
    wrong = [text for cell in results.doc["cells"] for text in
             (f"{cell['boot']} {text}" for text in cell["unstable"])]
    return verdict("each figure is a mode that most operations share, or whole per operation",
                   [f"{len(results.doc['cells'])} cells"] if results.doc["cells"] else [], wrong)


def judge(doc):
    """All verdicts, in the order in which the document shows them."""
    results = Results(doc)
    out = [amr_writes(results, profile, rseq) for profile, rseq in AMR]
    out += [hash_amr_writes(results), tool_is_oracle(results), no_kuap(results), flush_a_window(results),
            single_instructions(results), readback(results), barriers(results, "fp-buffer", False),
            barriers(results, "fp-regs", True), restore_math(results), scratch(results), stable(results)]
    return out
