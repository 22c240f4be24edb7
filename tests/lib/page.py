# SPDX-License-Identifier: GPL-2.0-only
"""What a screen reader, a keyboard and an enemy find in a page: page.py FILE..; a line each for
what is wrong. page.py --png FILE: how bright the picture is and how many colours it has."""
import html.parser
import re
import struct
import sys
import zlib

VOID = {"meta", "rect", "path", "br"}


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.stack, self.wrong, self.ids, self.links = [], [], [], []
        self.count, self.text, self.level = {}, [], 0
        self.feed(text)
        for tag in self.stack:
            self.wrong.append(f"<{tag}> is not closed")

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.count[tag] = self.count.get(tag, 0) + 1
        if tag not in VOID:
            self.stack.append(tag)
        self.ids += [a["id"]] if "id" in a else []
        self.links += [a["href"]] if "href" in a else []
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "action", "data"):
                self.wrong.append(f"<{tag} {name}>")
            if re.search(r"https?:|javascript:|url\(|@import", value or ""):
                self.wrong.append(f"{name} reaches out: {value}")
        if tag == "th" and "scope" not in a:
            self.wrong.append("a th without scope")
        if tag == "svg" and not (a.get("role") == "img" and a.get("aria-label")):
            self.wrong.append("a picture without words")
        if tag == "table" and "tabindex" not in self.scroll:
            self.wrong.append("a table that no keyboard scrolls")
        if tag == "div":
            self.scroll = a
        if re.fullmatch("h[1-6]", tag):
            if int(tag[1]) > self.level + 1:
                self.wrong.append(f"<{tag}> after h{self.level}")
            self.level = int(tag[1])
        if tag in ("script", "iframe", "img", "link", "object", "form"):
            self.wrong.append(f"<{tag}>")

    scroll = {}

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.stack or self.stack.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)


def luminance(colour):
    if len(colour) == 4:
        colour = "#" + "".join(2 * c for c in colour[1:])
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    x, y = sorted((luminance(a), luminance(b)))
    return (y + 0.05) / (x + 0.05)


def themes(text):
    """WCAG: 7 for text, 3 for what is drawn, on the page's ground, light and dark."""
    found = re.findall(r":root\{([^}]*)\}", text)
    if len(found) != 2:
        yield f"{len(found)} colour schemes, not 2"
    for i, rules in enumerate(found):
        c = dict(re.findall(r"--([a-z]+):(#[0-9a-f]+)", rules))
        for name, least in (("fg", 7), ("dim", 7), ("good", 7), ("bad", 7), ("before", 3),
                            ("after", 3)):
            if contrast(c[name], c["bg"]) < least:
                yield f"scheme {i}: --{name} has a contrast of {contrast(c[name], c['bg']):.1f}"


def check(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    page = Page(text)
    yield from page.wrong
    yield from themes(text)
    for tag, n in (("h1", 1), ("main", 1), ("title", 1)):
        if page.count.get(tag) != n:
            yield f"{page.count.get(tag, 0)} <{tag}>"
    if page.count["table"] != page.count["caption"]:
        yield "a table without a caption"
    if len(set(page.ids)) != len(page.ids):
        yield "an id twice"
    for link in page.links:
        if link[0] != "#" or link[1:] not in page.ids:
            yield f"a link to nowhere: {link}"
    if not re.search("<html lang=.en.>", text):
        yield "no language"
    if "default-src 'none'" not in text:
        yield "no policy against scripts and network"
    if re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", text):
        yield "control bytes"


def pixels(path):
    with open(path, "rb") as f:
        data = f.read()
    at, idat, size = 8, b"", (0, 0, 0, 0)
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            size = struct.unpack(">IIBB", data[at + 8:at + 18])
        if kind == b"IDAT":
            idat += data[at + 8:at + 8 + n]
        at += n + 12
    width, height, _, kind = size
    bpp = {2: 3, 6: 4}[kind]
    raw, stride, prev = zlib.decompress(idat), width * bpp + 1, bytes(width * bpp)
    for y in range(height):
        filt, line = raw[y * stride], bytearray(raw[y * stride + 1:(y + 1) * stride])
        for i in range(len(line) if filt else 0):
            left = line[i - bpp] if i >= bpp else 0
            up, corner = prev[i], prev[i - bpp] if i >= bpp else 0
            if filt == 4:
                p = left + up - corner
                pred = min((abs(p - left), 0, left), (abs(p - up), 1, up),
                           (abs(p - corner), 2, corner))[2]
            else:
                pred = (0, left, up, (left + up) // 2)[filt]
            line[i] = (line[i] + pred) & 255
        prev = bytes(line)
        yield [tuple(line[i:i + 3]) for i in range(0, len(line), bpp * 4)]


def main():
    if sys.argv[1] == "--png":
        seen = {}
        for row in pixels(sys.argv[2]):
            for p in row:
                seen[p] = seen.get(p, 0) + 1
        ground = max(seen, key=seen.get)
        print(f"{'light' if sum(ground) > 384 else 'dark'} {len(seen)}")
        return
    for path in sys.argv[1:]:
        for wrong in check(path):
            print(f"{path}: {wrong}")


main()
