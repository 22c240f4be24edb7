# SPDX-License-Identifier: GPL-2.0-only
"""What is booted, and what runs in each boot: the one place that knows the matrix."""

import dataclasses

PROFILES = ("percall", "block", "fp-buffer+barrier", "fp-regs+barrier", "fp-buffer", "fp-regs",
            "readback", "single")
RESTORE_MATH = ("mtmsrd", "call", "check")
TASK_KINDS = ("none", "fp", "vmx", "both")
SIGNAL_MODES = ("signal1", "siginfo")

# The mode of so many operations; what the tool counts is exact with fewer.
OPS, OPS_TRACED = 1000, 300
# A task that stopped using FP or VMX keeps it for 255 restores, and two tasks take turns.
MATH_WARMUP = 1200


@dataclasses.dataclass(frozen=True)
class Boot:
    name: str
    image: str
    mmu: str
    kuap: bool

    def vm_options(self):
        """For kernel/vm. Only radix can repeat itself instruction by instruction."""
        options = ["--image", self.image, "--mmu", self.mmu]
        if not self.kuap:
            options.append("--no-kuap")
        if self.mmu == "radix":
            options.append("--icount")
        return options


BOOTS = (
    Boot("radix-kuap", "trace", "radix", True),
    Boot("hash-kuap", "trace", "hash", True),
    Boot("radix-nokuap", "trace", "radix", False),
    Boot("hash-nokuap", "trace", "hash", False),
    Boot("sc", "sc", "radix", True),
    Boot("sc-scratch", "sc-scratch", "radix", True),
)


@dataclasses.dataclass(frozen=True)
class Cell:
    """One measured thing of one boot; '-' is: not chosen."""
    mode: str
    profile: str = "-"
    rseq: str = "off"
    math: str = "-"
    kind: str = "-"

    @property
    def name(self):
        return ".".join((self.mode, self.profile, self.rseq, self.math, self.kind))


@dataclasses.dataclass(frozen=True)
class Run:
    """One execution of the workload: a cell untraced, or under kuaptrace with so many operations."""
    cell: Cell
    ops: int
    warmup: int
    traced: bool
    again: bool = False  # the same once more, last: does the order matter?

    @property
    def name(self):
        how = "again" if self.again else f"traced{self.ops}" if self.traced else "quiet"
        return f"{self.cell.name}.{how}"

    def line(self):
        c = self.cell
        return " ".join((self.name, c.mode, c.profile, c.rseq, c.math, c.kind, str(self.ops),
                         str(self.warmup), "1" if self.traced else "0"))


def signal_runs(profiles):
    for profile in profiles:
        for rseq in ("off", "on"):
            for mode in SIGNAL_MODES:
                cell = Cell(mode, profile, rseq)
                yield Run(cell, OPS, 100, False)
                yield Run(cell, OPS_TRACED, 0, True)


def syscall_runs():
    for mode in ("getppid", "getppid-sc"):
        yield Run(Cell(mode), OPS, 100, False)


def math_runs():
    """restore_math() counts by the difference of two traced runs: start and exit call it too."""
    for math in RESTORE_MATH:
        for kind in TASK_KINDS:
            cell = Cell("yield", "-", "off", math, kind)
            yield Run(cell, OPS, MATH_WARMUP, False)
            yield Run(cell, OPS_TRACED, MATH_WARMUP, True)
            yield Run(cell, 3 * OPS_TRACED, MATH_WARMUP, True)


def runs(boot, profiles):
    found = list(signal_runs(profiles)) if boot.image == "trace" else []
    found += syscall_runs()
    if boot.name == "radix-kuap":
        found += math_runs()
    return found + [dataclasses.replace(found[0], again=True)]


def boot_of(name):
    return next(boot for boot in BOOTS if boot.name == name)
