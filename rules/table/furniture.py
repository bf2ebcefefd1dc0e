"""What stands around a map: grid with letters and numbers, scale bar, north, wind, light, caption, key."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.table.board import Board
from rules.table.canvas import Canvas, element, number, path, turned
from rules.table.lettering import lettered, text_width
from rules.table.palette import GRID, INK, look
from rules.table.reference import column_name, size_in_squares

MARGIN = 34.0
HEAD = 44.0
NEWS = 62.0
"""The room for two lines of what has just happened."""
FOOT = 64.0
KEY_LINE = 30.0


@lru_cache(maxsize=32)
def grid(board: Board, canvas: Canvas) -> str:
    """Lines between the squares; thin enough to read the ground through them."""
    columns, rows = size_in_squares(board)
    d = ""
    for i in range(1, columns):
        x = i * board.square
        if canvas.frame.west < x < canvas.frame.east:
            d += canvas.line([(x, canvas.frame.south), (x, canvas.frame.north)])
    for i in range(1, rows):
        y = i * board.square
        if canvas.frame.south < y < canvas.frame.north:
            d += canvas.line([(canvas.frame.west, y), (canvas.frame.east, y)])
    return element("path", d=d, stroke=GRID, stroke_width=1.0, stroke_opacity="0.75", fill="none") if d else ""


@lru_cache(maxsize=32)
def margins(board: Board, canvas: Canvas) -> str:
    """Letters below and above, numbers left and right; where squares are small only every second is named."""
    columns, rows = size_in_squares(board)
    out: list[str] = []
    every = 1 if board.square * canvas.scale >= 34.0 else 2
    for i in range(0, columns, every):
        middle = min((i + 0.5) * board.square, (i * board.square + board.width) / 2)
        x, _ = canvas.to((middle, 0.0))
        if canvas.left + 6 < x < canvas.right - 6:
            out.append(lettered(column_name(i), x, canvas.bottom + 26.0, 18.0, colour=INK, anchor="middle", weight=1.2))
    for i in range(0, rows, every):
        middle = min((i + 0.5) * board.square, (i * board.square + board.depth) / 2)
        _, y = canvas.to((0.0, middle))
        if canvas.top + 6 < y < canvas.bottom - 6:
            name = str(i + 1)
            out.append(lettered(name, canvas.left - 8.0, y + 9.0, 18.0, colour=INK, anchor="end", weight=1.2))
    border = element(
        "rect", x=canvas.left, y=canvas.top, width=canvas.right - canvas.left, height=canvas.bottom - canvas.top,
        fill="none", stroke=INK, stroke_width=2.0,
    )  # fmt: skip
    return border + "".join(out)


@lru_cache(maxsize=32)
def foot(board: Board, canvas: Canvas, y: float) -> str:
    """Scale bar, north, wind, light and weather in one line below the map."""
    unit = board.short
    step = _bar_step(canvas)
    left, long = canvas.left + 2.0, step * canvas.scale
    out = ""
    for i in range(2):
        fill = INK if i == 0 else "#ffffff"
        out += element(
            "rect",
            x=left + i * long / 2,
            y=y - 8.0,
            width=long / 2,
            height=8.0,
            fill=fill,
            stroke=INK,
            stroke_width=1.6,
        )
    out += lettered(f"{step:g} {unit}", left + long + 10.0, y + 2.0, 18.0, weight=1.1)
    x = left + long + 10.0 + text_width(f"{step:g} {unit}", 18.0) + 44.0
    out += _arrow(x, y - 4.0, 0.0, 40.0, INK) + lettered("N", x + 14.0, y + 4.0, 18.0, weight=1.4)
    x += 72.0
    out += _arrow(x, y - 4.0, board.wind or 0.0, 36.0, "#4f7fa3") + lettered(
        "wind", x + 26.0, y + 4.0, 18.0, colour="#2f5f83"
    )
    words = [word for word in (_light(board.light), _weather(board.weather)) if word]
    if board.visibility is not None:
        words.append(f"sight {board.visibility:g} {unit}")
    return out + lettered(" · ".join(words), canvas.right, y + 3.0, 18.0, anchor="end", weight=1.1)


def _bar_step(canvas: Canvas) -> float:
    """A round length of about a fifth of the picture."""
    wanted = 190.0 / canvas.scale
    power = 10.0 ** math.floor(math.log10(wanted))
    return max((s * power for s in (1, 2, 4, 5, 6, 10) if s * power <= wanted), default=power)


def _arrow(x: float, y: float, direction: float, long: float, colour: str) -> str:
    tail, tip = turned(x, y, direction + 180.0, long / 2), turned(x, y, direction, long / 2)
    root = turned(*tip, direction + 180.0, 14.0)
    head = [turned(*root, direction - 90, 7.0), tip, turned(*root, direction + 90, 7.0)]
    return element("path", d=path([tail, root]), stroke=colour, stroke_width=3.0) + element(
        "path", d=path(head, closed=True), fill=colour
    )


def _light(light: str) -> str:
    return {"day": "", "moon": "moonlit night"}.get(light, light)


def _weather(weather: str) -> str:
    return "" if weather == "clear" else weather


def caption(text: str, canvas: Canvas) -> str:
    """One line over the map, shortened to its width."""
    size, wide = 23.0, canvas.right - canvas.left
    return lettered(_shortened(text, size, wide), canvas.left, HEAD - 14.0, size, weight=1.3)


def _shortened(text: str, size: float, wide: float) -> str:
    while text and text_width(text, size) > wide:
        text = text[:-2].rstrip() + "…"
    return text


def news(text: str, canvas: Canvas) -> str:
    """Up to two lines below the caption; what does not fit ends in dots."""
    size, wide = 19.0, canvas.right - canvas.left
    words, first = text.split(), ""
    while words and text_width(f"{first} {words[0]}", size) <= wide:
        first = f"{first} {words.pop(0)}".strip()
    lines = [first, _shortened(" ".join(words), size, wide)]
    return "".join(
        lettered(line, canvas.left, canvas.top - NEWS + 19.0 + 26.0 * place, size, weight=1.2)
        for place, line in enumerate(lines)
        if line
    )


@dataclass(frozen=True, slots=True)
class LegendLine:
    """A line of the key: its word, and its sign drawn around (0, 0)."""

    word: str
    sign: str


_PATCH = path([(-11, -11), (11, -11), (11, 11), (-11, 11)], closed=True)
FOG = LegendLine(
    "out of your sight",
    element("path", d=_PATCH, fill="#8d8878", fill_opacity="0.30", stroke="#8d8878", stroke_width=1.2)
    + element("path", d=_PATCH, fill="url(#h-unseen)"),
)


def patch(kind: str) -> LegendLine:
    """A kind of ground as the map draws it; its hatch is there wherever it is drawn."""
    shown = look(kind)
    sign = element(
        "path", d=_PATCH, fill=shown.fill, stroke=shown.stroke, stroke_width=1.2, stroke_dasharray=shown.dash
    )
    return LegendLine(kind, sign + (element("path", d=_PATCH, fill=f"url(#h-{shown.hatch})") if shown.hatch else ""))


LONGEST = 30
"""Characters of a word in the key."""


def key(entries: Sequence[LegendLine], canvas: Canvas, y: float) -> tuple[str, int]:
    """What signs on the map mean, on as many lines as it takes; and how many these are."""
    out, x, lines = "", canvas.left + 12.0, 1 if entries else 0
    for entry in entries:
        word = entry.word if len(entry.word) <= LONGEST else entry.word[: LONGEST - 1].rstrip() + "…"
        wide = 18.0 + text_width(word, 17.0)
        if x + wide > canvas.right and x > canvas.left + 12.0:
            x, y, lines = canvas.left + 12.0, y + KEY_LINE, lines + 1
        out += f'<g transform="translate({number(x)} {number(y - 6.0)})">{entry.sign}</g>'
        out += lettered(word, x + 18.0, y, 17.0)
        x += wide + 34.0
    return out, lines
