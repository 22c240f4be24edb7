# SPDX-License-Identifier: GPL-2.0-only
"""Symbols and fixup tables of a ppc64le vmlinux, without tools that a test machine may lack."""

import array
import struct

SHT_SYMTAB, SHT_NOBITS, SHF_EXECINSTR = 2, 8, 4


class Vmlinux:
    """What is asked of an image: where a symbol is, where calls enter it, what a table lists."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError(f"{path}: not a little-endian 64-bit ELF file")
        shoff, = struct.unpack_from("<Q", self.data, 40)
        size, count = struct.unpack_from("<HH", self.data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", self.data, shoff + i * size)
                         for i in range(count)]
        self.symbols = dict(self._symbols())

    def _symbols(self):
        for _, kind, _, _, offset, size, link, *_ in self.sections:
            if kind != SHT_SYMTAB:
                continue
            strings = self.sections[link][4]
            for name, _, other, _, value, _ in struct.iter_unpack(
                    "<IBBHQQ", self.data[offset:offset + size]):
                end = self.data.index(b"\0", strings + name)
                yield self.data[strings + name:end].decode(), (value, other)

    def _read(self, addr, size):
        for _, kind, _, start, offset, length, *_ in self.sections:
            if kind != SHT_NOBITS and start and start <= addr and addr + size <= start + length:
                return self.data[offset + addr - start:offset + addr - start + size]
        raise ValueError(f"{addr:#x} is in no section")

    def entry(self, name):
        """Where a call from within the image enters NAME (ELFv2: past the TOC setup), or None."""
        if name not in self.symbols:
            return None
        addr, other = self.symbols[name]
        local = other >> 5
        return addr + (1 << local if local > 1 else 0)

    def calls(self, name):
        """The addresses of the direct calls of NAME: who called is asked of these, not of it."""
        target, found = self.entry(name), []
        for _, kind, flags, start, offset, length, *_ in self.sections:
            if kind == SHT_NOBITS or not flags & SHF_EXECINSTR or target is None:
                continue
            words = array.array("I", self.data[offset:offset + length - length % 4])
            for i, word in enumerate(words):
                if word & 0xFC000003 == 0x48000001:
                    rel = (word & 0x03FFFFFC ^ 0x02000000) - 0x02000000
                    if start + 4 * i + rel == target:
                        found.append(start + 4 * i)
        return found

    def fixups(self, name):
        """The instructions that a feature-fixup table names: each entry is relative to itself."""
        try:
            start = self.symbols[f"__start___{name}_fixup"][0]
            stop = self.symbols[f"__stop___{name}_fixup"][0]
        except KeyError as err:
            raise ValueError(f"the image has no table of {name} fixups") from err
        raw = self._read(start, stop - start) if stop > start else b""
        return {start + 8 * i + rel for i, (rel,) in enumerate(struct.iter_unpack("<q", raw))}
