"""Drawings in SVG on standard input, one animated WebP on standard output: a program of its own, as `rasterise.py` is.

Usage: python -I -S animate.py PACKAGES PACKAGES MOST FONT…
PACKAGES is where resvg is installed, and where Pillow is; MOST how many bytes the animation may have. What comes in is
JSON: `widths`, the largest first, and `frames` of an `svg` and its `milliseconds` each.
"""

from __future__ import annotations

import io
import json
import sys
from typing import Any

QUALITY = 80


def webp(frames: list[tuple[str, int]], width: int, fonts: list[str]) -> bytes:
    """The animation, `width` pixels wide, over and over again."""
    import resvg_py
    from PIL import Image

    drawn: list[Any] = []
    for svg, _ in frames:
        data = resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=fonts,
            font_family="DejaVu Sans",
            sans_serif_family="DejaVu Sans",
            serif_family="DejaVu Sans",
            monospace_family="DejaVu Sans",
        )
        drawn.append(Image.open(io.BytesIO(bytes(data))).convert("RGB"))
    out = io.BytesIO()
    times = [milliseconds for _, milliseconds in frames]
    drawn[0].save(
        out, "WEBP", save_all=True, append_images=drawn[1:], duration=times, loop=0, quality=QUALITY, method=3
    )
    return out.getvalue()


def fitting(frames: list[tuple[str, int]], widths: list[int], most: int, fonts: list[str]) -> bytes:
    """The widest of these that is light enough; nothing where even the narrowest is too heavy."""
    for width in widths:
        made = webp(frames, width, fonts)
        if len(made) <= most:
            return made
    return b""


if __name__ == "__main__":
    sys.path += sys.argv[1:3]
    asked = json.load(sys.stdin)
    told = [(frame["svg"], frame["milliseconds"]) for frame in asked["frames"]]
    sys.stdout.buffer.write(fitting(told, asked["widths"], int(sys.argv[3]), sys.argv[4:]))
