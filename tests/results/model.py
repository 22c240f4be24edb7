# SPDX-License-Identifier: GPL-2.0-only
"""What a window costs by seed 000 alone, and what that predicts of the other seeds."""

import dataclasses

import seeds


@dataclasses.dataclass(frozen=True)
class Prediction:
    seed: str
    row: str
    mmu: str
    anchor: str
    windows: int  # that the row has fewer than its anchor
    predicted: float
    reported: int

    @property
    def error(self):
        return None if not self.reported else self.predicted / self.reported - 1


def ns(rate):
    return 1e9 / rate


def windows(results, mmu, profile, mode="signal1"):
    """Windows per signal as measured here, KUAP on and rseq off as glibc was in 2021; or None."""
    cell = results.cell(f"{mmu}-kuap", mode, profile)
    return cell and cell["tool"]["windows"]


def fit(results, mmu):
    """ns per window: the time between seed 000's rows over the windows between them; or None."""
    before, _, after = seeds.COVER
    opened = [windows(results, mmu, row.profile) for row in (before, after)]
    if None in opened or opened[0] == opened[1]:
        return None
    return (ns(getattr(before, mmu)) - ns(getattr(after, mmu))) / (opened[0] - opened[1])


def predict(results, price, seed, mmu, anchor, row, mode="signal1"):
    """One row from its table's anchor; None when a profile was not measured."""
    opened = [windows(results, mmu, r.profile, mode) for r in (anchor, row)]
    if None in opened or price is None:
        return None
    saved = opened[0] - opened[1]
    if not row.kuap:
        saved = opened[0]
    rate = getattr(anchor, mmu)
    return Prediction(seed, row.name, mmu, anchor.name, saved, 1e9 / (ns(rate) - saved * price),
                      getattr(row, mmu))


def predictions(results):
    """All rows that were not fitted, in the seeds' order."""
    out = []
    for mmu in (seeds.RADIX, seeds.HASH):
        price = fit(results, mmu)
        # Hash without KUAP: a window is a compare and a branch.
        early = price if mmu == seeds.RADIX else (price and 0.0)
        out.append(predict(results, price, "000", mmu, seeds.COVER[0], seeds.COVER[1]))
        for row in seeds.REGS_FIRST[1:]:
            out.append(predict(results, early, "002, October 2020", mmu, seeds.REGS_FIRST[0], row))
        for row in seeds.REGS[1:]:
            out.append(predict(results, price, "002, February 2021", mmu, seeds.REGS[0], row))
        if mmu == seeds.RADIX:
            before, after = seeds.READBACK
            out.append(predict(results, price, "003", mmu, before, after, "siginfo"))
            beyond = seeds.Row("`single` (nobody has measured it)", "single", None, None)
            out.append(predict(results, price, "beyond 003", mmu, after, beyond, "siginfo"))
    return [p for p in out if p]


def barrier_ns(results, mmu):
    """What the seed's own rows say of one barrier: not in the model, only beside it; or None."""
    cells = [results.cell(f"{mmu}-kuap", "signal1", p) for p in ("fp-regs+barrier", "fp-regs")]
    if None in cells:
        return None
    n = cells[0]["oracle"]["barriers"] - cells[1]["oracle"]["barriers"]
    if n <= 0:
        return None
    return (ns(getattr(seeds.REGS[1], mmu)) - ns(getattr(seeds.REGS[3], mmu))) / n
