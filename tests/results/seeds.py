# SPDX-License-Identifier: GPL-2.0-only
"""What the four mailing list threads reported, as they reported it; and the profiles that are it.

A profile is today's code with that one thing changed back, not the kernel that was measured then.
"""

import dataclasses

HASH, RADIX = "hash", "radix"


@dataclasses.dataclass(frozen=True)
class Row:
    """Operations per second, and the profile here; kuap False: the row had KUAP off."""
    name: str
    profile: str
    hash: int
    radix: int
    kuap: bool = True


COVER = (
    Row("linuxppc/next", "percall", 117288, 135555),
    Row("linuxppc/next w/o KUAP+KUEP", "percall", 224759, 227886, kuap=False),
    Row("unsafe-signal64", "block", 197378, 233528),
)

# October 2020: hash had no KUAP yet (the cover letter says when it landed).
REGS_FIRST = (
    Row("linuxppc/next", "percall", 289014, 158408),
    Row("unsafe-signal64", "fp-buffer+barrier", 298506, 253053),
    Row("unsafe-signal64-regs", "fp-regs+barrier", 254898, 220831),
)

REGS = (
    Row("unsafe-signal64-v5", "fp-buffer+barrier", 194533, 230089),
    Row("unsafe-signal64-v6", "fp-regs+barrier", 176739, 202840),
    Row("unsafe-signal64-v5+barrier patch", "fp-buffer", 203037, 234936),
    Row("unsafe-signal64-v6+barrier patch", "fp-regs", 205484, 241030),
)

READBACK = (
    Row("before", "readback", None, 229777),
    Row("after", "block", None, 239766),
)

# Cycles of one getppid() on POWER8.
SCRATCH = (("before bc3551257a", 307, None), ("with the scratch SPR", 358, "sc-scratch"),
           ("without it", 320, "sc"))

# Seed 002 has a barrier in each unsafe_get_user(). How many one signal return makes is counted in
# arch/powerpc/kernel/signal_64.c, __unsafe_restore_sigcontext(), for a task that has used VMX and VSX, as
# every one has whose C library was built for POWER8. What is copied whole (GPRs, VMX, the buffers) is one
# __copy_tofrom_user() each in both versions, which has no barrier: signal_profiles/fp.h.
GETS = (
    ("nip, msr, orig_gpr3, ctr, link, xer, ccr, dar, dsisr, result", 10),
    ("v_regs", 1),
    ("vrsave", 1),
)
# Straight into the thread: unsafe_copy_fpr_from_user() is 32 FPRs and the FPSCR, and
# unsafe_copy_vsx_from_user() the other halves of 32 VSRs.
GETS_REGS = (("FP, 32 registers and FPSCR", 33), ("VSX, 32 lower halves", 32))


def gets(straight):
    """unsafe_get_user() calls of one signal return, with FP and VSX straight or through a buffer."""
    return sum(n for _, n in GETS + (GETS_REGS if straight else ()))
