# SPDX-License-Identifier: GPL-2.0-only
"""User access windows per signal from perf.data: a run file for kuaptrace report, compare, check.

perf script -i perf.data -s kuap-signal.py [out=FILE] [kallsyms=FILE] [host=FILE] [comm=NAME] [pid=N]

out=       where the run file goes (standard output)
kallsyms=  /proc/kallsyms of the machine that was recorded (perf.data.kallsyms, which
           kuap-signal-record writes; also perf's own --kallsyms)
host=      what of that machine moves counts (perf.data.host, by kuap-signal-record too)
comm=, pid=  count only tasks of this name, this process

A second source beside kuaptrace's own programs, with the same attribution. Exit status: 2 usage, 3 the
data is incomplete or the names are another machine's, 4 this perf.data cannot be read."""

import json
import os
import struct
import sys

PHASES = ("other", "setup", "sigreturn")
DIRS = ("unknown", "read", "write", "both")
KINDS = ("rt64", "rt32", "nonrt32")
LOSSES = ("task_map_full", "cell_map_full", "pid_reuse", "unmatched_end", "clock_backwards", "time_over",
          "tid_range", "recursion", "buffer_full", "frames_full")
HISTS = ("window", "setup", "sigreturn", "interrupted")
NESTED, INTERRUPTED = 4, 8
SA_SIGINFO = 4
MSR = {"restored_fp": 0x2000, "restored_vsx": 0x800000, "restored_vmx": 0x2000000}
LIMIT, SHIFT = 1 << 33, 24  # as include/kt_hist.h
UNSEEN = (1 << 64) - 1
HINT = "give kallsyms=FILE, saved from /proc/kallsyms of the machine and boot that was recorded"


def die(status, text, hint=None):
    print(f"kuap-signal: error: {text}", file=sys.stderr)
    if hint:
        print(f"kuap-signal: hint: {hint}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(status)  # perf would go on after a mere exception


class PerfData:
    """What perf does not hand to scripts: lost records, where the kernel's text lay, whose it was."""

    def __init__(self, path):
        try:
            with open(path, "rb") as f:
                self.raw = f.read()
        except OSError as e:
            die(4, f"cannot read '{path}': {e.strerror}", "record to a file, not to a pipe")
        self.lost = self.samples = 0
        self.text = None
        self.order = {b"PERFILE2": "<", b"2ELIFREP": ">"}.get(self.raw[:8])
        if not self.order or len(self.raw) < 104:
            die(4, f"'{path}' is no perf.data file")
        self.path = path
        self.data = self.unpack("QQ", 40)
        self.records()
        self.features()

    def unpack(self, form, at):
        try:
            return struct.unpack_from(self.order + form, self.raw, at)
        except struct.error:
            die(3, f"'{self.path}' is cut short", "copy or record it again")

    def records(self):
        at, end, told, read = self.data[0], self.data[0] + self.data[1], 0, 0
        if end > len(self.raw):
            die(3, f"'{self.path}' is cut short", "copy or record it again")
        while at + 8 <= end:
            kind, _, size = self.unpack("IHH", at)
            if size < 8:
                die(3, f"'{self.path}' is damaged at byte {at}")
            if kind == 81:
                die(4, f"'{self.path}' is compressed", "record it without -z")
            if kind == 2:  # told with the next record that found room
                told += self.unpack("Q", at + 16)[0]
            elif kind == 13:  # all of them again, read from the kernel at the end
                read += self.unpack("Q", at + 8)[0]
            elif kind == 9:
                self.samples += 1
            elif kind == 1 and self.raw[at + 40:at + 56] == b"[kernel.kallsyms":
                self.text = self.unpack("Q", at + 16)[0], self.unpack("Q", at + 32)[0]
            at += size
        self.lost = max(told, read)

    def features(self):
        """osrelease, nrcpus and cmdline, from the table behind the data."""
        self.feature = {}
        at = self.data[0] + self.data[1]
        flags = self.unpack("4Q", 72)
        for bit in range(256):
            if flags[bit // 64] >> (bit % 64) & 1:
                self.feature[bit] = self.unpack("QQ", at)[0]
                at += 16

    def string_at(self, at):
        size = self.unpack("I", at)[0]
        return at + 4 + size, self.raw[at + 4:at + 4 + size].split(b"\0")[0]

    def string(self, bit):
        return self.string_at(self.feature[bit])[1] if bit in self.feature else b""

    def command(self):
        if 11 not in self.feature:
            return b""
        n, at, words = self.unpack("I", self.feature[11])[0], self.feature[11] + 4, []
        for _ in range(n):
            at, word = self.string_at(at)
            words.append(word)
        return b" ".join(words)

    def cpus(self):
        return self.unpack("I", self.feature[7])[0] if 7 in self.feature else 0


class Symbols:
    """The recorded machine's names. An address belongs to the last function that starts below it."""

    def __init__(self, path, data):
        self.names, entries, marks = [], [], {}
        try:
            with open(path, encoding="utf-8", errors="backslashreplace") as f:
                for line in f:
                    word = line.split()
                    if len(word) < 3:
                        continue
                    addr = int(word[0], 16)
                    if len(word) == 3 and word[2] in ("_text", "_stext"):
                        marks[word[2]] = addr
                    if word[1] not in "tTwW":
                        continue
                    name = word[2] + (" " + word[3] if len(word) > 3 else "")
                    if addr:
                        entries.append((addr, word[1] != "T", name))
        except (OSError, ValueError) as e:
            die(3, f"cannot read the names in '{path}': {e}",
                "save /proc/kallsyms as root on the machine that was recorded, give it as kallsyms=FILE")
        entries.sort()
        self.addrs = [e[0] for e in entries]
        self.names = [e[2] for e in entries]
        self.first = {}
        for i, addr in enumerate(self.addrs):
            self.first.setdefault(addr, i)
        self.refuse_foreign(path, data, marks)

    def refuse_foreign(self, path, data, marks):
        if not self.addrs:
            die(3, f"'{path}' has no addresses", HINT)
        if not data.text:
            die(3, f"'{data.path}' does not say where the kernel lay: its names cannot be checked", HINT)
        start, reference = data.text
        text_at = marks.get("_text", marks.get("_stext"))
        if not {text_at, marks.get("_stext")} & {start, reference}:
            die(3, f"'{path}' is of another kernel: its text starts at {text_at or 0:#x}, "
                   f"that of the recording at {start:#x}", HINT)

    def refuse_others(self, path, emitters):
        """Two kernels of one kind begin alike; but who emits the event is at its own place in each."""
        for ip in sorted(emitters):
            if "uaccess" not in self.name(ip) or "_end" not in self.name(ip):
                die(3, f"'{path}' is of another kernel: it has {self.name(ip)} where the recording's "
                       "uaccess_end comes from", HINT)

    def name(self, ip):
        lo, hi = 0, len(self.addrs)
        while lo < hi:
            mid = (lo + hi) // 2
            if self.addrs[mid] < ip:
                lo = mid + 1
            else:
                hi = mid
        return self.names[self.first[self.addrs[lo - 1]]] if lo else f"{ip:#x}"


def slot_of(v):
    if v < 8:
        return v
    e = v.bit_length() - 1
    return 8 * (e - 2) + (v >> (e - 3) & 7)


def slot_lo(slot):
    return slot if slot < 8 else (8 + (slot & 7)) << (slot // 8 - 1)


def text(raw):
    """docs/run-file.md: a stray byte is \\xNN, a backslash is two."""
    if isinstance(raw, str):
        raw = raw.encode("utf-8", "surrogateescape")
    out = ""
    for c in raw.decode("utf-8", "surrogateescape"):
        code = ord(c)
        out += "\\\\" if c == "\\" else f"\\x{code - 0xdc00:02x}" if 0xdc80 <= code <= 0xdcff else c
    return out


class Hist:
    def __init__(self):
        self.ticks = self.count = 0
        self.slots = {}

    def write(self, run):
        slots = [[slot_lo(s), slot_lo(s + 1), n] for s, n in sorted(self.slots.items())]
        return {"unit": "ns", "sum": run.ns(self.ticks), "count": self.count, "slots": slots}


class Run:
    def __init__(self):
        self.totals = dict.fromkeys(
            ("restore_math", "restored_any", "restored_fp", "restored_vmx", "restored_vsx", "nested",
             "interrupted", "setups_failed", "windows_failed", "own_windows", "pid_wraps", "amr_open",
             "amr_close", "amr_irq_restore", "amr_restart"), 0)
        self.losses = dict.fromkeys(LOSSES, 0)
        self.phases = dict.fromkeys(PHASES, 0)
        self.kinds = dict.fromkeys(KINDS, 0)
        self.hist = {name: Hist() for name in HISTS}
        self.sites, self.tasks, self.signals, self.cur = {}, {}, {}, {}
        self.setups = self.seen = 0
        self.first = self.last = None
        self.emitters = set()
        self.mult = 1 << SHIFT

    def ns(self, ticks):
        return ((ticks >> 32) * self.mult << (32 - SHIFT)) + ((ticks & 0xffffffff) * self.mult >> SHIFT)

    def time(self, name, ticks):
        if ticks >> 63:
            self.losses["clock_backwards"] += 1
            return False
        hist, ns = self.hist[name], self.ns(ticks)
        hist.ticks += ticks
        hist.count += 1
        if ns >= LIMIT:
            self.losses["time_over"] += 1
        else:
            hist.slots[slot_of(ns)] = hist.slots.get(slot_of(ns), 0) + 1
        return True

    def task(self, who):
        """who: pid, tid, comm; the last name stands. None: not asked for."""
        self.seen += 1
        pid, tid, comm = who
        if (want_comm and comm != want_comm) or (want_pid and pid != want_pid):
            return None
        t = self.tasks.setdefault((pid, tid), {"windows": 0, "signals": 0, "siginfo": 0, "sigreturns": 0})
        t["comm"] = comm
        return t


def add_window(who, ip, caller, direction, flags, ticks):
    t = run.task(who)
    if t is None:
        return
    if who[2] == "perf":  # what recording itself did
        run.totals["own_windows"] += 1
        run.tasks.pop(who[:2], None)
        return
    if not ip:
        run.losses["unmatched_end"] += 1
        return
    nested, phase = bool(flags & NESTED), flags & 3
    phase = 0 if nested or phase > 2 else phase
    site = run.sites.setdefault((ip, caller, phase, direction if direction <= 3 else 0, nested), [0, 0])
    site[0] += 1
    if nested:
        run.totals["nested"] += 1
        return
    run.phases[PHASES[phase]] += 1
    t["windows"] += 1
    if phase == 1 and who[1] in run.cur:
        run.cur[who[1]][1] += 1
    elif phase == 1:
        run.cur[who[1]] = [None, 1]
    interrupted = bool(flags & INTERRUPTED)
    run.totals["interrupted"] += interrupted
    if run.time("interrupted" if interrupted else "window", ticks) and not interrupted:
        site[1] += ticks


def setup_entry(who, sig, flags):
    if run.task(who) is None:
        return
    siginfo = bool(flags & SA_SIGINFO)
    s = run.signals.setdefault(sig if 0 < sig <= 64 else 0, [0, 0])
    s[0] += 1
    s[1] += siginfo
    run.cur[who[1]] = [siginfo, 0]


def setup_exit(who, failed, ticks):
    t = run.task(who)
    if t is None:
        return
    siginfo, windows = run.cur.pop(who[1], [None, 0])
    if siginfo is None or ticks == UNSEEN:
        run.totals["windows_failed"] += windows
        run.losses["unmatched_end"] += 1
    elif failed:
        run.totals["setups_failed"] += 1
        run.totals["windows_failed"] += windows
    else:
        run.setups += 1
        t["signals"] += 1
        t["siginfo"] += siginfo
        run.time("setup", ticks)


def sigreturn_exit(who, kind, ticks):
    t = run.task(who)
    if t is None:
        return
    if ticks == UNSEEN:
        run.losses["unmatched_end"] += 1
        return
    t["sigreturns"] += 1
    if kind < 3:
        run.kinds[KINDS[kind]] += 1
    run.time("sigreturn", ticks)


def restore_math(who, before, after):
    if run.task(who) is None:
        return
    run.totals["restore_math"] += 1
    run.totals["restored_any"] += before != after
    for name, bit in MSR.items():
        run.totals[name] += bool(after & ~before & bit)


# --- perf's side: one function an event, then trace_begin and trace_end ---------------------------

def who_is(comm, tid, secs, nsecs, sample):
    now = secs * 1000000000 + nsecs
    run.first = now if run.first is None else run.first
    run.last = now
    return sample["sample"]["pid"], tid, comm


def powerpc__uaccess_end(_name, _ctx, _cpu, secs, nsecs, tid, comm, _chain, ip, caller, direction,
                         phase_flags, ticks, sample):
    run.emitters.add(sample["sample"]["ip"])
    add_window(who_is(comm, tid, secs, nsecs, sample), ip, caller, direction, phase_flags, ticks)


def powerpc__signal_setup_entry(_name, _ctx, _cpu, secs, nsecs, tid, comm, _chain, sig, flags, sample):
    setup_entry(who_is(comm, tid, secs, nsecs, sample), sig, flags)


def powerpc__signal_setup_exit(_name, _ctx, _cpu, secs, nsecs, tid, comm, _chain, _sig, ret, ticks,
                               sample):
    setup_exit(who_is(comm, tid, secs, nsecs, sample), ret, ticks)


def powerpc__sigreturn_exit(_name, _ctx, _cpu, secs, nsecs, tid, comm, _chain, kind, _ret, ticks, sample):
    sigreturn_exit(who_is(comm, tid, secs, nsecs, sample), kind, ticks)


def powerpc__restore_math(_name, _ctx, _cpu, secs, nsecs, tid, comm, _chain, msr_before, msr_after,
                          sample):
    restore_math(who_is(comm, tid, secs, nsecs, sample), msr_before, msr_after)


def trace_unhandled(_name, _context, _fields, _sample=None):
    run.seen += 1


def perf_option(short, long, default):
    """An option of perf itself: this runs inside perf, whose command line that is."""
    with open("/proc/self/cmdline", "rb") as f:
        words = [os.fsdecode(w) for w in f.read().split(b"\0")]
    for i, word in enumerate(words):
        if word.startswith(f"--{long}="):
            return word.split("=", 1)[1]
        if word in (f"--{long}", short) and i + 1 < len(words):
            return words[i + 1]
        if short and word.startswith(short) and not word.startswith("--"):
            return word[len(short):]
    return default


def read_host(path):
    facts = {}
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as f:
            for line in f:
                key, _, value = line.rstrip("\n").partition(" ")
                facts[key] = value
    except OSError as e:
        die(3, f"cannot read what machine was recorded in '{path}': {e.strerror}",
            "record with kuap-signal-record, or give host=FILE")
    return facts


def host():
    tri = {"on": True, "off": False}
    size = facts.get("page_size", "0").split(" * ")
    return {"kernel": text(data.string(4)), "variant": text(facts.get("variant", "")),
            "mmu": facts.get("mmu", "unknown"), "kuap": tri.get(facts.get("kuap")),
            "flush": facts.get("flush", "unknown"), "tm": tri.get(facts.get("tm")),
            "page_size": int(size[0] or 0) * (int(size[1]) if len(size) > 1 else 1),
            "cpu": text(facts.get("cpu", "")), "cpus": data.cpus(), "tick_ns": tick_ns,
            "source": "perf"}


def sites():
    named = {}
    for (ip, caller, phase, direction, nested), (n, ticks) in run.sites.items():
        key = symbols.name(ip), symbols.name(caller), phase, direction, nested
        old = named.get(key, (0, 0))
        named[key] = old[0] + n, old[1] + run.ns(ticks)
    per = {0: 0, 1: run.setups, 2: sum(run.kinds.values())}
    order = sorted(named, key=lambda k: (-named[k][0], *(s.encode() for s in k[:2]), *k[2:]))
    return [{"symbol": text(k[0]), "caller": text(k[1]), "phase": PHASES[k[2]], "dir": DIRS[k[3]],
             "windows": named[k][0], "per_signal": ratio(named[k][0], per[k[2]]), "ns": named[k][1],
             "nested": k[4]} for k in order]


def tasks():
    out = [{"pid": pid, "tid": tid, "comm": text(t["comm"]), "start_ns": 0, "windows": t["windows"],
            "signals": t["signals"], "siginfo": t["siginfo"], "sigreturns": t["sigreturns"]}
           for (pid, tid), t in run.tasks.items()]
    return sorted(out, key=lambda t: (-t["windows"], t["pid"], t["tid"]))


def ratio(a, b):
    return a / b if b else None


def add(a, b):
    return b if a is None else a if b is None else a + b


def document():
    returns, all_windows = sum(run.kinds.values()), sum(run.phases.values())
    machine = host()
    factor = {True: 2, False: 0, None: None}[machine["kuap"]]
    per_setup = ratio(run.phases["setup"] - run.totals["windows_failed"], run.setups)
    per_return = ratio(run.phases["sigreturn"], returns)
    per_signal = add(per_setup, per_return)
    run.losses["total"] = sum(run.losses.values())
    return {
        "schema": "kuaptrace.run/1", "host": machine,
        "workload": {"command": text(data.command()), "exit": None, "start": facts.get("start", ""),
                     "seconds": (run.last - run.first) / 1e9 if run.seen and run.last else 0},
        "totals": {"windows": all_windows, "amr_writes": None if factor is None else factor * all_windows,
                   "signals": run.setups, "siginfo": sum(s[1] for s in run.signals.values()),
                   "sigreturns": returns, "sigreturn_kinds": run.kinds, "phases": run.phases,
                   **run.totals},
        "per_signal": {"windows": per_signal,
                       "amr_writes": None if None in (per_signal, factor) else factor * per_signal},
        "per_setup": {"windows": per_setup}, "per_sigreturn": {"windows": per_return},
        "hist": {name: run.hist[name].write(run) for name in HISTS},
        "sites": sites(), "losses": run.losses,
        "signals": [{"signal": s, "entered": n[0], "siginfo": n[1]} for s, n in sorted(run.signals.items())],
        "tasks": tasks(), "complete": True,
    }


def trace_end():
    for _, windows in run.cur.values():  # a frame that was never finished is no setup
        run.totals["windows_failed"] += windows
    run.losses["buffer_full"] = data.lost
    symbols.refuse_others(names_of, run.emitters)
    if run.seen != data.samples:
        die(3, f"perf handed over {run.seen} of {data.samples} samples: a filter such as --time or --pid?",
            "filter with comm= or pid=, or record less")
    if data.lost:
        print(f"kuap-signal: warning: perf lost {data.lost} events: record with a larger -m",
              file=sys.stderr)
    try:
        with open(words.get("out", "/dev/stdout"), "w", encoding="utf-8") as f:
            json.dump(document(), f, indent=1, ensure_ascii=False)
            f.write("\n")
    except OSError as e:
        die(5, f"cannot write the run file: {e.strerror}")


run = Run()
words = {}
for argument in sys.argv[1:]:
    name, eq, value = argument.partition("=")
    if not eq or name not in ("out", "kallsyms", "host", "comm", "pid"):
        die(2, f"'{argument}' is none of out=, kallsyms=, host=, comm=, pid=")
    words[name] = value
want_comm, want_pid = words.get("comm"), words.get("pid")
if want_pid is not None and not want_pid.isdigit():
    die(2, f"pid={want_pid} is no number")
want_pid = int(want_pid) if want_pid else None
source = perf_option("-i", "input", "perf.data")
data = PerfData(source)
facts = read_host(words.get("host", source + ".host"))
names_of = words.get("kallsyms", perf_option("", "kallsyms", source + ".kallsyms"))
symbols = Symbols(names_of, data)
timebase = facts.get("timebase", "")
tick_ns = 1e9 / float(timebase) if timebase.isdigit() and int(timebase) else 1.0
run.mult = int(tick_ns * (1 << SHIFT) + 0.5)
