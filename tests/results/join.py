# SPDX-License-Identifier: GPL-2.0-only
"""Joins what a boot brought back: run by run, the oracle's result with the tool's run file.

Only what is the same in every repetition is kept: modes, and counts that are whole numbers per
operation. What is not is named in "unstable", never rounded away.
"""

import bisect
import collections
import json
import os

import plan
from elf import Vmlinux

KERNEL = 0xC000000000000000
WATCHED = ("do_uaccess_flush", "entry_flush_fallback", "scv_entry_flush_fallback", "rfi_flush_fallback",
           "hrfi_flush_fallback", "rfscv_flush_fallback")
# How far from a whole number per operation interrupts may carry a count.
NOISE = 0.1
METRICS = ("instructions", "amr_writes", "iamr_writes", "mtmsrd", "sprg2")


class Unusable(Exception):
    """A boot's files cannot be read as what they should be."""


class Image:
    """What the addresses that the oracle counts are, in this kernel."""

    def __init__(self, directory):
        elf = Vmlinux(os.path.join(directory, "vmlinux"))
        self.entry = {name: elf.entry(name) for name in WATCHED}
        self.barrier = elf.fixups("barrier_nospec")
        self.entry_flush = elf.fixups("entry_flush") | elf.fixups("scv_entry_flush")
        self.exit_flush = elf.fixups("rfi_flush")
        self.symbols = sorted((addr, name) for name, (addr, _) in elf.symbols.items()
                              if name and not name.startswith((".", "$")))

        # The one call in __switch_to() restores; the others are on the way out to user space.
        calls = elf.calls("restore_math")
        self.math_switch = {addr for addr in calls if self.function(addr) == "__switch_to"}
        self.math_exit = set(calls) - self.math_switch

    def watch_options(self):
        watched = [addr for addr in self.entry.values() if addr]
        watched += sorted(self.math_switch | self.math_exit)
        return "".join(f",watch={addr:x}" for addr in watched)

    def watched(self, *names):
        return {self.entry[name] for name in names}

    def function(self, addr):
        at = bisect.bisect_right(self.symbols, (addr, "\U0010ffff")) - 1
        return self.symbols[at][1] if at >= 0 else hex(addr)


def load(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError) as err:
        raise Unusable(f"{path}: {err}") from err


class PerOp:
    """One oracle result, per operation."""

    def __init__(self, doc, image, ops):
        self.count, self.unstable = doc["ops"]["count"], []
        if not doc.get("complete") or self.count != ops or doc["runs"] != 1 or doc["runs_open"] \
                or doc["run_mismatch"] or not doc["op_exact"] or doc["lost"]:
            raise Unusable(f"the oracle saw {self.count} operations of {ops}, "
                           f"{doc['op_mismatch']} mixed, {doc['lost']} lost")
        self.doc, self.image = doc, image
        self.sites = [(int(site["addr"], 16) | KERNEL, site["op"], site["in_op"])
                      for site in doc["counts"]]

    def whole(self, count, what):
        n = round(count / self.count)
        if abs(count / self.count - n) > NOISE:
            self.unstable.append(f"{what}: {count} in {self.count} operations")
        return n

    def at(self, addresses, op, what):
        """Executions per operation of the instructions OP at these addresses."""
        return sum(self.whole(n, what) for addr, kind, n in self.sites
                   if kind == op and addr in addresses)

    def mode(self, metric):
        hist = self.doc["ops"][metric]
        if hist["mode_share"] <= 0.5:
            self.unstable.append(f"{metric}: no value has half of the operations")
        return hist["mode"]

    def by_function(self, op):
        count = collections.Counter()
        for addr, kind, n in self.sites:
            if kind == op and round(n / self.count):
                count[self.image.function(addr)] += self.whole(n, op)
        return dict(sorted(count.items()))

    def summary(self):
        image = self.image
        out = {metric: self.mode(metric) for metric in METRICS}
        out["barriers"] = self.at(image.barrier, "ori31", "barriers")
        out["uaccess_flushes"] = self.at(image.watched("do_uaccess_flush"), "watch", "uaccess flushes")
        out["entry_flushes"] = (
            self.at(image.entry_flush, "ori31", "entry flushes") +
            self.at(image.watched("entry_flush_fallback", "scv_entry_flush_fallback"), "watch",
                    "entry flushes"))
        out["exit_flushes"] = (
            self.at(image.exit_flush, "ori31", "exit flushes") +
            self.at(image.watched("rfi_flush_fallback", "hrfi_flush_fallback",
                                  "rfscv_flush_fallback"), "watch", "exit flushes"))
        out["math_switch"] = self.at(image.math_switch, "watch", "restore_math")
        out["math_exit"] = self.at(image.math_exit, "watch", "restore_math")
        out["amr_by_function"] = self.by_function("mtspr_amr")
        if sum(out["amr_by_function"].values()) != out["amr_writes"]:
            self.unstable.append("amr_writes: the functions do not add up to the mode")
        return out


def tool_summary(path, run, boot):
    doc = load(path)
    host, cell = doc["host"], run.cell
    if not doc.get("complete") or doc["losses"]["total"]:
        raise Unusable(f"{path}: incomplete or lossy: {doc['losses']}")
    if (host["mmu"], host["kuap"]) != (boot.mmu, boot.kuap):
        raise Unusable(f"{path}: recorded on {host['mmu']}, KUAP {host['kuap']}")
    if cell.profile not in ("-", host["variant"]):
        raise Unusable(f"{path}: recorded with profile {host['variant']}, not {cell.profile}")
    by_function = collections.Counter()
    if cell.mode in plan.SIGNAL_MODES:
        if doc["totals"]["sigreturns"] != run.ops or doc["totals"]["setups_failed"]:
            raise Unusable(f"{path}: {doc['totals']['sigreturns']} sigreturns of {run.ops}")
        for site in doc["sites"]:
            if site["phase"] != "other":
                by_function[site["symbol"].split("+")[0]] += site["windows"]
    return {"windows": doc["per_signal"]["windows"], "amr_writes": doc["per_signal"]["amr_writes"],
            "math_exit": doc["totals"]["restore_math"],
            "by_function": {name: n / run.ops for name, n in sorted(by_function.items())}}


def facts(path):
    """The guest's own words about itself: 'key value..', one a line."""
    out = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            key, _, value = line.strip().partition(" ")
            out[key.rstrip(":")] = value.strip()
    return out


def put(cells, run, summary, unstable):
    """One run's share of its cell."""
    cell = cells.setdefault(run.cell, {"oracle": None, "tool": None, "unstable": []})
    cell["unstable"] += [f"{run.name}: {text}" for text in unstable]
    if run.again:
        cell["unstable"] += [f"{run.name}: {key} was {cell['oracle'][key]}, is {value}"
                             for key, value in summary.items() if cell["oracle"][key] != value]
    elif not run.traced:
        cell["oracle"] = summary
    elif run.cell.mode in plan.SIGNAL_MODES:
        del summary["math_exit"]  # start and exit of the workload are in it
        cell["tool"] = summary
    elif cell["tool"] is None:
        cell["tool"] = {"first": (run.ops, summary["math_exit"])}
    else:
        ops, calls = cell["tool"]["first"]
        per_op = (summary["math_exit"] - calls) / (run.ops - ops)
        cell["tool"] = {"math_exit": round(per_op)}
        if abs(per_op - round(per_op)) > NOISE:
            cell["unstable"].append(f"{run.name}: restore_math: {per_op:.3f} per operation")


def join_boot(boot, directory, profiles, image):
    """(facts, {cell: figures}, [what is missing]) of one boot."""
    oracle = load(os.path.join(directory, "oracle.json"))
    if oracle.get("schema") != "kuaptrace.oracle-runs/1" or not oracle.get("complete"):
        raise Unusable(f"{directory}/oracle.json: not the oracle's, or cut")
    runs = {run.name: run for run in plan.runs(boot, profiles)}
    cells, missing, results = {}, [], iter(oracle["runs"])
    with open(os.path.join(directory, "ran"), encoding="utf-8") as f:
        lines = [line.split() for line in f]
    if {words[0] for words in lines} != set(runs):
        raise Unusable(f"{directory}: ran something else than the plan")
    for name, what, *rest in lines:
        run = runs[name]
        if what == "missing":
            missing.append(f"{rest[0]} '{rest[1]}' in image {boot.image}")
            continue
        if rest != ["0"]:
            raise Unusable(f"{directory}: {name} ended with {rest[0]}: see {directory}/log")
        doc = next(results, None)
        if doc is None:
            raise Unusable(f"{directory}/oracle.json: has fewer runs than the guest ran")
        per_op = PerOp(doc, image, run.ops)
        if run.traced:
            summary = tool_summary(os.path.join(directory, name + ".json"), run, boot)
            summary["oracle_amr_writes"] = per_op.mode("amr_writes")
        else:
            summary = per_op.summary()
        put(cells, run, summary, per_op.unstable)
    if next(results, None) is not None:
        raise Unusable(f"{directory}/oracle.json: has more runs than the guest ran")
    about = facts(os.path.join(directory, "facts"))
    missing += [f"profile '{name}': image {boot.image} has it, tests/results/plan.py does not"
                for name in about.get("signal_uaccess_available", "").split()
                if name not in plan.PROFILES]
    return about, cells, missing


def entry_exit(figures):
    """AMR writes of functions that open no window: what entry and exit write on hash."""
    windows = figures["tool"]["by_function"]
    return sum(n for name, n in figures["oracle"]["amr_by_function"].items() if name not in windows)


def join(raw, boots, profiles, kernels, info):
    """The whole document, from the boots' directories."""
    doc = {"schema": "kuaptrace.results/1", **info, "profiles": list(profiles),
           "boots": {}, "missing": [], "cells": []}
    images = {}
    for boot in boots:
        directory = os.path.join(raw, boot.name)
        try:
            with open(os.path.join(directory, "status"), encoding="utf-8") as f:
                status = f.read().strip()
        except OSError:
            doc["missing"].append(f"image '{boot.image}': kernel/build cannot make it")
            continue
        if status != "0":
            doc["missing"].append(f"boot '{boot.name}': kernel/vm ended with {status}")
            continue
        if boot.image not in images:
            images[boot.image] = Image(os.path.join(kernels, boot.image))
        try:
            about, cells, missing = join_boot(boot, directory, profiles, images[boot.image])
        except Unusable as err:
            doc["missing"].append(f"boot '{boot.name}': {err}")
            continue
        doc["boots"][boot.name] = about
        doc["missing"] += missing
        for cell, figures in cells.items():
            if cell.mode in plan.SIGNAL_MODES:
                figures["oracle"]["entry_exit"] = entry_exit(figures)
            doc["cells"].append({"boot": boot.name, "mode": cell.mode, "profile": cell.profile,
                                 "rseq": cell.rseq, "math": cell.math, "kind": cell.kind, **figures})
    doc["missing"] = list(dict.fromkeys(doc["missing"]))
    return doc
