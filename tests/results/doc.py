# SPDX-License-Identifier: GPL-2.0-only
"""docs/results.md, from the joined results: the seeds' tables first, then everything."""

import matrix
import model
import plan
import seeds
import tables
from claims import Results
from tables import amr_text, cell_text, integer, percent, table

HEAD = """<!-- SPDX-License-Identifier: GPL-2.0-only -->
<!-- written by 'make results': edit tests/results, not this -->
# The seeds' experiments, on today's kernel

Four threads on linuxppc-dev say what user access windows, barriers and `restore_math` cost on POWER8 and
POWER9, in signals per second. Here each of them is repeated on Linux 6.12, as what one operation *does*:
windows, AMR writes, barriers, flushes, `mtmsrd`, instructions. QEMU executed it (TCG, no POWER machine), so
these are counts and no times; times here are the threads' own, as reported, or the model's at the end.

Measured: {date}

`make results` does all of it again. {machines}

## How to read the tables

A *profile* is the 64-bit signal code compiled once more with one thing changed; all profiles are in one
image, so only rows of one table may be compared. An operation is what lies between two marks
in the workload; of {ops} operations a figure is the one that most of them share (the mode), never a mean.

| column | is |
|---|---|
| windows | times that user access was opened and closed, as kuaptrace counts them in the kernel's tracepoints |
| AMR, kuaptrace | AMR writes of those windows: two each with KUAP, none without |
| AMR, oracle | AMR writes executed, as a QEMU plugin counts them from outside the kernel |
| entry/exit | of the oracle's: what system call entry and exit write; hash only, and no tracepoint can sit there: oracle only |
| IAMR | IAMR writes executed: entry and exit on hash, oracle only |
| barriers | `ori 31,31,0` executed at addresses in the kernel's barrier_nospec table: true ones, not heads of flushes |
| uaccess flush | L1D flushes when a window closes (`do_uaccess_flush`) |
| entry, exit flush | L1D flushes at the addresses of the entry and the rfi flush tables, or their fallbacks |
| mtmsrd | `mtmsrd` executed in the kernel |
| instructions | kernel instructions executed, flushes included (a displacement flush is a loop of loads) |
| AMR, in the seeds' tables | the oracle's; in brackets how many of them are entry's and exit's |
| reported | what the thread says, in operations per second |

A workload `signal1` sends itself a signal by `tgkill`, enters an empty handler and returns; `siginfo`
does so with SA_SIGINFO. rseq is off in the seeds' tables, as it was in their C libraries;
every program on a modern glibc has it on. Radix is QEMU's pseries, run by instruction count (icount); hash is its
powernv9, the only machine with hash and KUAP, which cannot be. Its flush is a loop of loads, so instructions on hash
are mostly that loop. Transactional memory is compiled in and never runs: QEMU has none.
"""


def to_ten(text):
    """A figure to the nearest ten; what is not a figure as it is."""
    try:
        return integer(int(float(text.replace(",", "")) + 5) // 10 * 10)
    except ValueError:
        return text


def machines(doc):
    """One line a boot, of what the guest says about itself."""
    rows = []
    for name, about in doc["boots"].items():
        boot = plan.boot_of(name)
        rows.append([f"`{name}`", "powernv9" if boot.mmu == "hash" else "pseries", about["release"],
                     *(flush_type(about, f) for f in ("uaccess-flush", "entry-flush", "rfi-flush")),
                     about.get("barrier-nospec") and "ori31" or "none on this machine"])
    return table(("boot", "machine", "kernel", "uaccess flush", "entry flush", "exit flush", "barrier"),
                 rows)


def flush_type(about, key):
    """'patched 1 locations (ori+mttrig type flush)' -> 'ori+mttrig type'"""
    text = about.get(key, "").partition("(")[2].rpartition(" flush)")[0]
    return "none on this machine" if text in ("", "no") else text


def verdict_list(verdicts):
    mark = {True: "holds", False: "**DOES NOT HOLD**", None: "**not measured**"}
    return table(("claim", "", "found"), [[v.claim, mark[v.holds], v.found] for v in verdicts])


def missing_list(doc):
    if not doc["missing"]:
        return ""
    return ("\n## Missing\n\nThis is not whole. Rows below say so where they have no figure:\n\n" +
            "".join(f"- {what}\n" for what in doc["missing"]))


def seed_table(results, rows, mode, columns, flags=()):
    """Seed rows, the reported rate on each MMU and our counts on each."""
    head = ["reported row", "profile here"]
    for mmu in (seeds.HASH, seeds.RADIX):
        if any(getattr(row, mmu) for row in rows):
            head += [f"{mmu}: reported /s"] + [f"{mmu}: {title}" for title, _ in columns]
    body = []
    for row in rows:
        line = [row.name, f"`{row.profile}`" + ("" if row.kuap else ", no KUAP")]
        for mmu in (seeds.HASH, seeds.RADIX):
            if not any(getattr(r, mmu) for r in rows):
                continue
            cell = results.cell(f"{mmu}-{'kuap' if row.kuap else 'nokuap'}", mode, row.profile)
            line += [integer(getattr(row, mmu))]
            line += [(amr_text if title == "AMR" else cell_text)(cell, path) for title, path in columns]
        body.append(line)
    return table(head, body)


SIGNAL = (("windows", "tool.windows"), ("AMR", "oracle.amr_writes"), ("barriers", "oracle.barriers"),
          ("instructions", "oracle.instructions"))


def seed_000(results):
    return f"""
## 000: "Improve signal performance on PPC64 with KUAP"

One window a user access (`percall`) against blocks of them (`block`, as released). will-it-scale's
signal1_threads on a POWER9 Blackbird under KVM.

{seed_table(results, seeds.COVER, "signal1", SIGNAL + (("uaccess flush", "oracle.uaccess_flushes"),))}
{savings(results)}"""


def savings(results):
    lines = []
    for mmu in (seeds.RADIX, seeds.HASH):
        cells = [results.cell(f"{mmu}-kuap", "signal1", p) for p in ("percall", "block")]
        if None in cells:
            continue
        less = [cells[0]["oracle"][key] - cells[1]["oracle"][key] for key in ("amr_writes", "barriers",
                                                                              "instructions")]
        lines.append(f"On {mmu} the series takes away {less[0]} AMR writes, {less[1]} barriers and "
                     f"{integer(less[2])} instructions a "
                     f"signal ({percent(-less[2] / cells[0]['oracle']['instructions'])}).")
    if results.cell("hash-kuap", "signal1", "block"):
        lines.append("On hash entry and exit write the AMR as well (oracle only, no tracepoint can sit there), which "
                     "no change\nof the signal code avoids: the \"cannot be avoided\" of the cover letter.")
    return "\n".join(lines) + "\n" if lines else ""


def seed_002(results):
    source = table(("read on one signal return", "unsafe_get_user()"),
                   [[what, str(n)] for what, n in seeds.GETS + seeds.GETS_REGS] +
                   [["GPRs and VMX: one copy each, as FP and VSX through a buffer", "0"],
                    ["through a buffer: the first three", str(seeds.gets(False))],
                    ["straight: all", str(seeds.gets(True))]])
    return f"""
## 002: FP and VSX through a buffer or straight, with barrier_nospec in each unsafe get or without

All four have `block`'s windows; what differs is how often the barrier runs and how FP and VSX get into the
thread. First as asked in October 2020, when hash had no KUAP yet; our hash columns have it:

{seed_table(results, seeds.REGS_FIRST, "signal1", SIGNAL)}
And as answered in February 2021:

{seed_table(results, seeds.REGS, "signal1", SIGNAL)}
The source says how many barriers that must be (`arch/powerpc/kernel/signal_64.c`):

{source}"""


def seed_003(results):
    columns = SIGNAL + (("AMR, kuaptrace", "tool.amr_writes"),)
    rows = seeds.READBACK + (seeds.Row("(nobody measured it)", "single", None, None),)
    return f"""
## 003: "Don't read sigaction arguments back from user memory"

`readback` reads the two SA_SIGINFO pointers back from the frame that was just written. signal1_threads with
SA_SIGINFO on a POWER9. `single` goes where the thread's last mails point: siginfo and back chain inside the
one write window of setup, all of rt_sigreturn inside one read window.

{seed_table(results, rows, "siginfo", columns)}"""


def seed_004(results):
    scratch = []
    for name, cycles, boot in seeds.SCRATCH:
        cell = boot and results.cell(boot, "getppid-sc")
        scratch.append([name, str(cycles), f"image `{boot}`" if boot else "not rebuilt",
                        *((cell_text(cell, path) if boot else "-") for path in
                          ("oracle.sprg2", "oracle.mtmsrd", "oracle.instructions"))])
    yields = []
    for math in plan.RESTORE_MATH:
        for kind in plan.TASK_KINDS:
            cell = results.cell("radix-kuap", "yield", "-", "off", math, kind)
            yields.append([f"`{math}`", kind, *(tables.per_switch(cell, path) for path in
                                                ("oracle.math_switch", "oracle.math_exit", "tool.math_exit",
                                                 "oracle.mtmsrd")),
                           to_ten(tables.per_switch(cell, "oracle.instructions"))])
    entry = [[f"`{mode}`, {boot}", *(cell_text(results.cell(boot, mode), path) for path in
                                    ("oracle.instructions", "oracle.mtmsrd", "oracle.amr_writes",
                                     "oracle.iamr_writes", "oracle.entry_flushes", "oracle.exit_flushes"))]
             for boot in ("radix-kuap", "hash-kuap", "radix-nokuap", "hash-nokuap")
             for mode in ("getppid", "getppid-sc")]
    return f"""
## 004: scratch register on system call entry, and restore_math

**System call entry.** getppid by `sc`, with the registers of the hypercall test parked in the scratch SPR
(SPRG2) as before the seed's first patch, and as today. Both images have CONFIG_KVM_BOOK3S_64_HANDLER, which
puts the test there.

{table(("reported row", "reported cycles, POWER8", "here", "SPRG2 accesses", "mtmsrd", "instructions"), scratch)}
The hypercall's figure (854 to 826 cycles for `sc 1`) cannot be had under emulation: pseries refuses `sc 1`
from problem state, and on powernv it is a plain system call. glibc since 2.33 does not enter by `sc` at all where
the kernel offers `scv`:

{table(("getppid", "instructions", "mtmsrd", "AMR", "IAMR", "entry flush", "exit flush"), entry)}
**restore_math.** Two FIFO tasks of one kind yield to each other; per context switch. `mtmsrd`: the call with
two `mtmsrd` around it, as before the seed's second patch; `call`: as 6.12 has it; `check`: decided before the
call, as after that patch. The seed reports about +5 % context switches per second. Since then
`__switch_to()` restores what the next task uses, so the call on the way out finds nothing to do.
Instructions are to the nearest ten: from one boot to the next the mode of two tasks differs by one or two.

{table(("restore_math=", "tasks use", "calls in __switch_to", "calls on the way out, oracle",
        "calls on the way out, kuaptrace", "mtmsrd", "instructions"), yields)}"""


def model_section(results):
    prices = {mmu: model.fit(results, mmu) for mmu in (seeds.RADIX, seeds.HASH)}
    if None in prices.values():
        return "\n## A model\n\nNot made: `percall` and `block` are not both measured.\n"
    rows = [[p.seed, p.mmu, p.anchor, p.row, f"{p.windows:g}", integer(round(p.predicted)),
             integer(p.reported), "-" if p.error is None else percent(p.error)]
            for p in model.predictions(results)]
    barrier = model.barrier_ns(results, seeds.RADIX)
    beside = "" if barrier is None else (
        f"Beside the model, and in none of its figures: the thread's own two rows with FP straight differ by "
        f"the barriers\ncounted above, which makes {barrier:.1f} ns a barrier on radix.\n")
    return f"""
## A model, and only that

One figure per MMU is fitted, on seed 000 alone: the time between its rows `linuxppc/next` and
`unsafe-signal64`, over the windows between `percall` and `block` as measured here. It is
**{prices[seeds.RADIX]:.1f} ns a window on radix, {prices[seeds.HASH]:.1f} ns on hash**. Everything else is predicted from
the first row of each table and the windows that a row has fewer. Nothing here was timed by us.

{table(("seed", "MMU", "from row", "to row", "fewer windows", "predicted /s", "reported /s", "error"), rows)}
What it assumes: all windows cost the same; the price contains whatever else went with a window in 000 (its
flush, its barrier, the copy function it saved, code that moved); one price fits the kernels and machines of
all four threads.

Where it is wrong: barriers have a cost that it does not know, so it predicts that 002's four versions are equal,
and its errors there are the barrier's price, plus the buffer's. 002's first table was taken on another
kernel, where the series gained less than in 000. KUAP turned off in 000 also took KUEP and its
costs away, and left the code of `percall`: a window without KUAP is not free.
{beside}"""


def render(doc, verdicts):
    """The document, whose bytes depend on DOC only."""
    results = Results(doc)
    head = HEAD.format(date=doc["date"], ops=integer(plan.OPS),
                       machines=f"It ran on QEMU {doc['qemu']}, one CPU:\n\n{machines(doc)}")
    return "".join((head, missing_list(doc), "\n## What is claimed\n\n", verdict_list(verdicts),
                    seed_000(results), seed_002(results), seed_003(results), seed_004(results),
                    model_section(results), matrix.section(results)))
