# SPDX-License-Identifier: GPL-2.0-only
"""The full matrix: every profile, MMU, KUAP and rseq."""

import plan
from tables import cell_text, table

COLUMNS = (("windows", "tool.windows"), ("AMR, kuaptrace", "tool.amr_writes"),
           ("AMR, oracle", "oracle.amr_writes"), ("entry/exit", "oracle.entry_exit"),
           ("IAMR", "oracle.iamr_writes"), ("barriers", "oracle.barriers"),
           ("uaccess flush", "oracle.uaccess_flushes"), ("entry flush", "oracle.entry_flushes"),
           ("exit flush", "oracle.exit_flushes"), ("mtmsrd", "oracle.mtmsrd"),
           ("instructions", "oracle.instructions"))


def rows(results, mmu, mode):
    for kuap in ("kuap", "nokuap"):
        for rseq in ("off", "on"):
            for profile in results.doc["profiles"]:
                cell = results.cell(f"{mmu}-{kuap}", mode, profile, rseq)
                yield ["on" if kuap == "kuap" else "off", rseq, f"`{profile}`",
                       *(cell_text(cell, path) for _, path in COLUMNS)]


def section(results):
    """Per operation: a signal sent, delivered and returned from."""
    parts = ["\n## Everything\n\nPer operation: a signal sent, delivered and returned from.\n"]
    for mode in plan.SIGNAL_MODES:
        for mmu in ("radix", "hash"):
            parts.append(f"\n### {mode}, {mmu}\n\n")
            parts.append(table(("KUAP", "rseq", "profile", *(title for title, _ in COLUMNS)),
                               list(rows(results, mmu, mode))))
    return "".join(parts)
