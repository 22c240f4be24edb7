# SPDX-License-Identifier: GPL-2.0-only
"""measure.py NAME CMD..: the best of three runs: seconds, CPU seconds and peak resident memory."""
import os
import sys
import time


def once(cmd):
    start = time.monotonic()
    pid = os.fork()
    if not pid:
        null = os.open("/dev/null", os.O_WRONLY)
        os.dup2(null, 1)
        os.execvp(cmd[0], cmd)
    _, status, usage = os.wait4(pid, 0)
    if status:
        sys.exit(f"measure.py: {' '.join(cmd)}: status {status}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    runs = [once(sys.argv[2:]) for _ in range(3)]
    wall, cpu, rss = (min(r[i] for r in runs) for i in range(3))
    print(f"{sys.argv[1]:<44}{wall:9.3f} s{cpu:9.3f} s{rss / 1024:9.1f} MB")


main()
