"""SVG on standard input, PNG on standard output. A program of its own: resvg keeps Python's lock while it draws, so
that even in a thread it would hold up the bot for a second and more.

Usage: python -I -S rasterise.py PACKAGES WIDTH FONT…
PACKAGES is where resvg is installed: looking for installed packages would take Python longer than all the rest of its
start.
"""

from __future__ import annotations

import sys


def png(svg: str, width: int, fonts: list[str]) -> bytes:
    """The picture, `width` pixels wide, in these fonts and none of the host's."""
    import resvg_py

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
    return bytes(data)


if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    sys.stdout.buffer.write(png(sys.stdin.buffer.read().decode(), int(sys.argv[2]), sys.argv[3:]))
