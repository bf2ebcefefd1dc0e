"""A poster: a heading, a map, and what is to be said of it in words, on one sheet that a phone shows readably.

The same words always give the same text, byte for byte; like a map it needs no fonts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.table.canvas import element
from rules.table.lettering import lettered, text_width
from rules.table.palette import INK, PAPER

WIDE, MARGIN, GAP = 1000.0, 34.0, 32.0
"""Units of the paper: its width, its edge, and what stands between two columns."""
HEADING, SAID, LINE = 33.0, 19.0, 1.75
"""Heights of a capital letter of the heading and of all other words; a line as a multiple of its letters."""
GAUGE = 3.0
"""Where a gauge ends, to both sides."""
_BAND, _ON_BAND, _SOFT = "#2b2f36", "#f6f1e4", "#5c574c"
_SIZE = re.compile(r'<svg [^>]*?viewBox="0 0 (\S+) (\S+)"[^>]*?>')


@dataclass(frozen=True, slots=True)
class Block:
    """A title, what stands below it, and where on a gauge it is (None: it has none), 0 in the middle. `lines` are
    broken where the paper ends."""

    title: str
    lines: tuple[str, ...] = ()
    colour: str = INK
    gauge: float | None = None


def poster(title: str, lines: Sequence[str], map_: str, above: Sequence[Block], beside: Sequence[Block]) -> str:
    """The sheet as SVG text. `map_`: SVG of a map, "" for none; `above`: blocks as wide as the sheet; `beside`: two of
    them in a row, below these."""
    full = WIDE - 2 * MARGIN
    head, top = _band(title, lines, full)
    drawn, high = _inset(map_, top)
    top += high
    out = head + drawn
    for block in above:
        said, high = _block(block, MARGIN, top + 14.0, full)
        out, top = out + said, top + high + 14.0
    half = (full - GAP) / 2
    for place in range(0, len(beside), 2):
        row = beside[place : place + 2]
        made = [_block(one, MARGIN + at * (half + GAP), top + 14.0, half) for at, one in enumerate(row)]
        out += "".join(said for said, _ in made)
        top += max(high for _, high in made) + 14.0
    height = round(top + MARGIN)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {height}" width="{WIDE:g}" height="{height}">'
        f'<rect width="{WIDE:g}" height="{height}" fill="{PAPER}"/>{out}</svg>'
    )


def broken(text: str, size: float, wide: float) -> list[str]:
    """The text in lines of at most that width; a word that is longer has a line of its own."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _band(title: str, lines: Sequence[str], wide: float) -> tuple[str, float]:
    """The heading on its dark ground, and where it ends."""
    y, out = MARGIN, ""
    for line in broken(title, HEADING, wide):
        y += HEADING
        out += lettered(line, MARGIN, y, HEADING, colour=_ON_BAND, weight=1.5)
        y += 0.6 * HEADING
    for line in (part for text in lines for part in broken(text, SAID, wide)):
        y += SAID
        out += lettered(line, MARGIN, y, SAID, colour=_ON_BAND, weight=1.1)
        y += (LINE - 1) * SAID
    high = y + 10.0
    return element("rect", x=0.0, y=0.0, width=WIDE, height=high, fill=_BAND) + out, high


def _inset(map_: str, top: float) -> tuple[str, float]:
    """The map as wide as the sheet, and how high it is."""
    found = _SIZE.match(map_)
    if found is None:
        return "", 0.0
    wide, high = float(found[1]), float(found[2])
    tall = high * WIDE / wide
    head = f'<svg x="0" y="{top:.1f}" width="{WIDE:g}" height="{tall:.1f}" viewBox="0 0 {wide:g} {high:g}">'
    return head + map_[found.end() :], tall


def _block(block: Block, x: float, y: float, wide: float) -> tuple[str, float]:
    """What it says, and how high it is."""
    out, top = "", y
    for line in broken(block.title, SAID, wide - 24.0):
        y += SAID
        out += lettered(line, x + 24.0, y, SAID, colour=INK, weight=1.7)
        y += (LINE - 1) * SAID
    out += element("rect", x=x, y=top, width=10.0, height=max(y - top - 6.0, 10.0), fill=block.colour)
    if block.gauge is not None:
        out += _gauge(block.gauge, block.colour, x, y + 12.0, wide)
        y += 34.0
    for line in block.lines:
        for part in broken(line, SAID, wide):
            y += SAID
            out += lettered(part, x, y, SAID, colour=_SOFT if block.gauge is not None else INK, weight=1.1)
            y += (LINE - 1) * SAID
    return out, y - top


def _gauge(at: float, colour: str, x: float, y: float, wide: float) -> str:
    """A bar from unlucky to lucky with its middle marked, filled from there to where it stands."""
    middle, reach = x + wide / 2, wide / 2
    end = middle + max(-GAUGE, min(at, GAUGE)) / GAUGE * reach
    left, right = min(middle, end), max(middle, end)
    bar = element("rect", x=x, y=y - 7.0, width=wide, height=14.0, fill="#ded6c2")
    bar += element("rect", x=left, y=y - 7.0, width=max(right - left, 2.0), height=14.0, fill=colour)
    return bar + element("rect", x=middle - 1.5, y=y - 12.0, width=3.0, height=24.0, fill=INK)
