"""Pictures for Discord: SVG to PNG beside the event loop, in our own fonts, so that they look the same everywhere."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
from importlib.resources import files
from pathlib import Path

import resvg_py

from bot.pictures import rasterise
from bot.pictures.cards import strip
from rules.chance import Card
from rules.table import drawing
from rules.table.canvas import Frame
from rules.table.pixels import Picture
from rules.table.scene import Scene

LARGEST = 8 * 1024 * 1024
"""Bytes of one attachment that every server accepts."""
WIDE = 1200
"""Pixels of a map."""
PATIENCE = 30
"""Seconds that a picture may take."""
_FONTS = [str(files("bot") / "fonts" / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]
_PROGRAM = [sys.executable, "-I", "-S", rasterise.__file__, str(Path(resvg_py.__file__).parents[1])]


class NoPicture(Exception):
    """The picture could not be drawn. What it shows is told in words as well."""


async def png(svg: str, width: int) -> bytes:
    """The picture, at most `width` pixels wide and `LARGEST` bytes heavy. Raises NoPicture."""
    while True:
        picture = await _rasterised(svg, width)
        if len(picture) <= LARGEST or width <= 200:
            return picture
        width //= 2


async def map_of(
    scene: Scene,
    width: int = WIDE,
    *,
    frame: Frame | None = None,
    layers: Collection[str] = drawing.USUAL,
    background: Picture | None = None,
) -> bytes:
    """The battlefield as one viewer may see it, or a part of it. `background`: the picture that came with the board.
    Raises NoPicture."""
    svg = await asyncio.to_thread(drawing.draw, scene, frame=frame, layers=layers, background=background)
    return await png(svg, width)


async def cards(drawn: tuple[Card, ...]) -> bytes:
    """A strip of playing cards, in the order drawn. Raises NoPicture."""
    svg, width = strip(drawn)
    return await png(svg, width)


async def _rasterised(svg: str, width: int) -> bytes:
    try:
        program = await asyncio.create_subprocess_exec(
            *_PROGRAM,
            str(width),
            *_FONTS,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        raise NoPicture(f"the drawing program does not start: {error}") from None
    try:
        drawn, complaint = await asyncio.wait_for(program.communicate(svg.encode()), PATIENCE)
    except TimeoutError:
        raise NoPicture(f"the drawing program took more than {PATIENCE} s") from None
    finally:
        if program.returncode is None:
            program.kill()
    if program.returncode:
        raise NoPicture(complaint.decode(errors="replace").strip()[-300:])
    return drawn
