"""Pictures for Discord: SVG to PNG beside the event loop, in our own fonts, so that they look the same everywhere."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import PIL
import resvg_py

from bot.pictures import animate, rasterise
from bot.pictures.cards import strip
from rules.kernel.chance import Card
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
_PACKAGES = str(Path(resvg_py.__file__).parents[1])
_PROGRAM = [sys.executable, "-I", "-S", rasterise.__file__, _PACKAGES]
_ANIMATOR = [sys.executable, "-I", "-S", animate.__file__, _PACKAGES, str(Path(PIL.__file__).parents[1])]
MOVING = 1_000_000
"""Bytes of an animation: what a phone loads at once."""
MOVING_WIDTHS = (780, 640, 520, 390)
"""Pixels of an animation; the next where it would be too heavy."""


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


@dataclass(frozen=True, slots=True)
class Still:
    """One picture of an animation, and how long it stands."""

    svg: str
    milliseconds: int


async def moving(stills: Sequence[Still]) -> bytes:
    """These pictures one after the other, over and over, as WebP of at most `MOVING` bytes; all of one size. Raises
    NoPicture, also where they are too heavy even when small."""
    made = await _animated(stills)
    if not made:
        raise NoPicture(f"the animation takes more than {MOVING} bytes")
    return made


async def _animated(stills: Sequence[Still]) -> bytes:
    frames = [{"svg": still.svg, "milliseconds": still.milliseconds} for still in stills]
    asked = json.dumps({"widths": MOVING_WIDTHS, "frames": frames})
    return await _drawn([*_ANIMATOR, str(MOVING), *_FONTS], asked, 2 * PATIENCE)


async def _rasterised(svg: str, width: int) -> bytes:
    return await _drawn([*_PROGRAM, str(width), *_FONTS], svg, PATIENCE)


async def _drawn(command: Sequence[str], asked: str, patience: float) -> bytes:
    """What the drawing program makes of what it is asked for."""
    try:
        program = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        raise NoPicture(f"the drawing program does not start: {error}") from None
    try:
        drawn, complaint = await asyncio.wait_for(program.communicate(asked.encode()), patience)
    except TimeoutError:
        raise NoPicture(f"the drawing program took more than {patience:g} s") from None
    finally:
        if program.returncode is None:
            program.kill()
    if program.returncode:
        raise NoPicture(complaint.decode(errors="replace").strip()[-300:])
    return drawn
