"""Lettering of pictures: text as strokes, so that it looks the same on a host with no fonts at all.

Latin letters with their accents are drawn from `lettering.toml`. A text with other letters (Cyrillic, Arabic …) is
left to the viewer's fonts as an SVG text element. Sizes are heights of a capital letter.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from tomllib import loads
from xml.sax.saxutils import escape

from pydantic import BaseModel, ConfigDict

CAPITAL = 14.0
_SPACING = 3.0
_START = re.compile(r"M(-?[\d.]+),(-?[\d.]+)")


class _Sheet(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    glyphs: dict[str, tuple[float, str]]
    accents: dict[str, str]


_SHEET = _Sheet.model_validate(loads((files("rules.table") / "lettering.toml").read_text("utf-8")))


_UNWRITTEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def written(text: str) -> str:
    """A text as it may stand in an XML document: escaped, and without the characters that no document may hold."""
    return escape(_UNWRITTEN.sub("", text))


def covers(text: str) -> bool:
    """Whether every letter of a text can be drawn as strokes."""
    return all(c in _SHEET.glyphs or c in _SHEET.accents for c in _parts(text))


@lru_cache(maxsize=4096)
def text_width(text: str, size: float) -> float:
    """How wide a text is when a capital letter is `size` high."""
    units = 0.0
    for c in _parts(text):
        if c not in _SHEET.accents:
            units += (_SHEET.glyphs[c][0] if c in _SHEET.glyphs else 9.0) + _SPACING
    return max(0.0, units - _SPACING) * size / CAPITAL


def lettered(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = "#222",
    anchor: str = "start",
    weight: float = 1.0,
    halo: str = "",
    halo_width: float = 3.2,
) -> str:
    """A text as SVG with its baseline at `y`; `anchor` is start, middle or end. `halo` is a colour around the strokes
    that keeps the text readable on any ground."""
    if not text.strip():
        return ""
    if anchor != "start":
        x -= text_width(text, size) / (2 if anchor == "middle" else 1)
    if not covers(text):
        return _by_font(text, x, y, size, colour, weight, halo)
    scale = size / CAPITAL
    d = _strokes(text)
    stroke = 1.75 * weight
    place = f'transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})"'
    head = f'<g {place} fill="none" stroke-linecap="round" stroke-linejoin="round">'
    under = f'<path d="{d}" stroke="{halo}" stroke-width="{stroke + halo_width:.2f}"/>' if halo else ""
    return f'{head}{under}<path d="{d}" stroke="{colour}" stroke-width="{stroke:.2f}"/></g>'


def _by_font(text: str, x: float, y: float, size: float, colour: str, weight: float, halo: str) -> str:
    bold = ' font-weight="bold"' if weight > 1.2 else ""
    edge = f' stroke="{halo}" stroke-width="{size / 4:.1f}" paint-order="stroke"' if halo else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="{size * 1.38:.1f}"'
        f'{bold}{edge} fill="{colour}">{written(text)}</text>'
    )


def _parts(text: str) -> str:
    """Letters and accents apart, but for letters that have a shape of their own."""
    return "".join(c if c in _SHEET.glyphs else unicodedata.normalize("NFD", c) for c in text)


@lru_cache(maxsize=2048)
def _strokes(text: str) -> str:
    parts = _parts(text)
    paths: list[str] = []
    x, width, raised = 0.0, 0.0, False
    for index, c in enumerate(parts):
        if c in _SHEET.accents:
            paths.append(_moved(_SHEET.accents[c], x - _SPACING - width / 2, -4.0 if raised and c < "\u0320" else 0.0))
            continue
        accented = index + 1 < len(parts) and parts[index + 1] in _SHEET.accents
        width, shape = _SHEET.glyphs["ı" if c == "i" and accented else c]
        raised = c.isupper() or c in "bdfhklt"
        if shape:
            paths.append(_moved(shape, x, 0.0))
        x += width + _SPACING
    return " ".join(paths)


def _moved(shape: str, x: float, y: float) -> str:
    """Only the starts of strokes are absolute, so moving a glyph means moving these."""
    return _START.sub(lambda m: f"M{float(m[1]) + x:.1f},{float(m[2]) + y:.1f}", shape)
