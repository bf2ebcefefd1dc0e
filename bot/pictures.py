"""Pictures for Discord: SVG to PNG, off the event loop, in our own fonts, so that they look the same everywhere."""

from __future__ import annotations

import asyncio
from importlib.resources import files

import resvg_py

from bot.cards import strip
from rules.chance import Card
from rules.table import drawing
from rules.table.scene import Scene

LARGEST = 8 * 1024 * 1024
"""Bytes of one attachment that every server accepts."""
_WIDEST = 1600
_FONTS = [str(files("bot") / "fonts" / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]


def png(svg: str, width: int) -> bytes:
    """The picture, `width` pixels wide at most `LARGEST` bytes heavy: a heavier one is drawn smaller. Slow: call it
    in a thread."""
    while True:
        data = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=_FONTS,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans",
        )
        picture = bytes(data)
        if len(picture) <= LARGEST or width <= 200:
            return picture
        width //= 2


async def map_of(scene: Scene, width: int = _WIDEST) -> bytes:
    """The battlefield as one viewer may see it."""
    return await asyncio.to_thread(lambda: png(drawing.draw(scene), width))


async def cards(drawn: tuple[Card, ...]) -> bytes:
    """A strip of playing cards, in the order drawn."""
    svg, width = strip(drawn)
    return await asyncio.to_thread(png, svg, width)
