# SPDX-License-Identifier: GPL-2.0-only
"""Markdown tables, and figures as text: the same bytes for the same figures."""

MISSING = "missing"


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def integer(n):
    """12345 -> '12,345'; None -> '-'."""
    return "-" if n is None else f"{n:,}"


def percent(share):
    return f"{100 * share:+.1f} %"


def figure(value):
    return integer(value) if isinstance(value, int) else f"{value:,g}"


def look_up(cell, path):
    for key in path.split("."):
        cell = cell[key]
    return cell


def cell_text(cell, path):
    """One figure of a measured cell, or that there is none."""
    return MISSING if cell is None else figure(look_up(cell, path))


def amr_text(cell, _):
    """AMR writes as the oracle counts them, and how many of them are entry's and exit's."""
    if cell is None:
        return MISSING
    oracle = cell["oracle"]
    return figure(oracle["amr_writes"]) + (f" ({oracle['entry_exit']})" if oracle["entry_exit"] else "")


def per_switch(cell, path):
    """An operation of the yield workload is to the other task and back: two switches."""
    return MISSING if cell is None else figure(look_up(cell, path) / 2)
