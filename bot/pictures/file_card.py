"""The card of a figure as one SVG: who, where, how, in four numbers, with a portrait and the ribbons."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from campaigns.story.variety import drawn
from rules.language.naming import revealed
from rules.table.canvas import tint
from rules.table.symbols import symbol

WIDE, HIGH = 900, 360
"""Size in picture units, and its width in pixels."""
RIBBONS = 12
"""Decorations that are drawn; the others are counted."""
_INK, _PAPER, _SOFT = "#23211d", "#f7f4ea", "#6d675b"
_RIBBON = ("#8c2f1b", "#1f4e79", "#c9a227", "#3f6b3a", "#5b3a6e", "#d9d3c3", "#2b2b2b")
_BRANCHES = {
    "figure": "121100",
    "vehicle": "120500",
    "gun": "130300",
    "base": "121100",
    "animal": "121100",
    "body": "121100",
}
_AFFILIATIONS = {"friend": "3", "hostile": "6", "neutral": "4"}


@dataclass(frozen=True, slots=True)
class CardFace:
    """What stands on a card. `tallies`: number and word; `ribbons`: the name of each honour with the stripes of its
    ribbon, colour and width, none of one that is free; `portrait`: a PNG; `kind`: of its slot; `dead`: the card has a
    black edge."""

    name: str
    under: str
    place: str
    status: str
    tallies: Sequence[tuple[str, str]]
    ribbons: Sequence[tuple[str, Sequence[tuple[str, int]]]]
    colour: str
    affiliation: str
    kind: str = "figure"
    """"body" of several."""
    portrait: bytes | None = None
    dead: bool = False


def card_of(face: CardFace) -> str:
    """The drawing."""
    edge = _INK if face.dead else face.colour
    parts = [
        f'<rect width="{WIDE}" height="{HIGH}" rx="14" fill="{_PAPER}"/>',
        f'<rect x="5" y="5" width="{WIDE - 10}" height="{HIGH - 10}" rx="11" fill="none" stroke="{edge}" '
        f'stroke-width="{8 if face.dead else 4}"/>',
        _portrait(face),
        _text(face.name, 300, 78, 40, bold=True, room=570),
        _text(face.under, 300, 116, 23, _SOFT, room=570),
        _text(face.place, 300, 150, 23, room=570),
        _text(face.status, 300, 184, 23, edge, bold=True, room=570),
        *(_tally(300 + 146 * at, number, word) for at, (number, word) in enumerate(face.tallies[:4])),
        *_ribbons(face.ribbons),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" font-family="DejaVu Sans">{"".join(parts)}</svg>'
    )


def _portrait(face: CardFace) -> str:
    """The picture that somebody gave, else the symbol of such a unit in the side's colour over what it looks like."""
    frame = (
        f'<rect x="30" y="40" width="240" height="280" rx="8" fill="{tint(face.colour, 0.8)}" stroke="{face.colour}" '
        'stroke-width="2"/>'
    )
    if face.portrait is not None:
        data = b64encode(face.portrait).decode()
        return (
            f'{frame}<image x="34" y="44" width="232" height="272" preserveAspectRatio="xMidYMid slice" '
            f'xlink:href="data:image/png;base64,{data}"/>'
        )
    code = f"100{_AFFILIATIONS.get(face.affiliation, '1')}100000{_BRANCHES.get(face.kind, '121100')}0000"
    (x, y, wide, high), body = symbol(code, face.colour)
    scale = min(120 / wide, 90 / high)
    at = f"translate({150 - scale * (x + wide / 2)} {104 - scale * (y + high / 2)}) scale({scale})"
    return f'{frame}{_figure(face)}<g transform="{at}">{body}</g>'


def _figure(face: CardFace) -> str:
    fill = tint(face.colour, 0.35)
    match face.kind:
        case "body" | "base":
            return "".join(_man(x, y, 0.62, face.colour, fill) for x, y in ((44, 96), (164, 96), (104, 122)))
        case "vehicle":
            return (
                f'<rect x="66" y="226" width="168" height="44" rx="10" fill="{fill}"/>'
                f'<rect x="112" y="192" width="76" height="40" rx="6" fill="{fill}"/>'
                f'<circle cx="96" cy="280" r="16" fill="{_INK}"/><circle cx="204" cy="280" r="16" fill="{_INK}"/>'
            )
        case "gun":
            return (
                f'<path d="M60 300 L150 250 L250 204 L254 214 L160 264 L66 308Z" fill="{_INK}"/>'
                f'<path d="M146 200 L164 200 L176 262 L158 262Z" fill="{fill}"/>'
                f'<circle cx="150" cy="272" r="30" fill="none" stroke="{_INK}" stroke-width="8"/>'
                f'<circle cx="150" cy="272" r="7" fill="{_INK}"/>'
            )
        case "animal":
            return (
                f'<path d="M84 312 L80 244 C80 226 96 220 120 222 L184 222 L206 196 L210 180 L222 192 L246 204 '
                f'C248 214 236 218 222 218 L212 240 L210 312 L196 312 L192 264 L116 264 L102 312Z" '
                f'fill="{fill}" stroke="{face.colour}" stroke-width="2"/>'
                f'<path d="M82 236 C66 226 60 208 62 192" fill="none" stroke="{fill}" stroke-width="9" '
                f'stroke-linecap="round"/><circle cx="222" cy="202" r="3" fill="{_INK}"/>'
            )
        case _:
            return _man(0, 0, 1, face.colour, fill)


def _man(x: float, y: float, scale: float, colour: str, fill: str) -> str:
    """A bust with a cap."""
    return (
        f'<g transform="translate({x - 44 * (scale < 1)} {y}) scale({scale})">'
        f'<path d="M70 316 C70 262 108 246 150 246 C192 246 230 262 230 316Z" fill="{fill}"/>'
        '<circle cx="150" cy="212" r="36" fill="#d8c3a5"/>'
        f'<path d="M108 208 C108 168 192 168 192 208 L198 214 L102 214Z" fill="{colour}"/></g>'
    )


def _tally(x: float, number: str, word: str) -> str:
    return _text(number, x, 246, 38, bold=True, room=140) + _text(word, x, 272, 17, _SOFT, room=140)


def _ribbons(given: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> list[str]:
    """A bar for each decoration, in the stripes of its award; of a free one as its name has it, alike for all of one
    name."""
    parts: list[str] = []
    for at, (name, own) in enumerate(given[:RIBBONS]):
        x = 300 + at * 46
        seed = drawn("ribbon", name)
        stripes = [_RIBBON[(seed >> (3 * each)) % len(_RIBBON)] for each in range(3)]
        bars = list(own) or [(colour, 1) for colour in (*stripes, *stripes[1::-1])]
        whole, left = sum(width for _, width in bars), float(x)
        for colour, width in bars:
            wide = 40 * width / whole
            parts.append(f'<rect x="{left:g}" y="292" width="{wide:g}" height="22" fill="{colour}"/>')
            left += wide
        parts.append(f'<rect x="{x}" y="292" width="40" height="22" fill="none" stroke="{_INK}" stroke-width="1"/>')
    if len(given) > RIBBONS:
        parts.append(_text(f"+{len(given) - RIBBONS}", 300 + RIBBONS * 46, 310, 18, _SOFT, room=60))
    return parts


def _text(words: str, x: float, y: float, size: float, ink: str = _INK, *, bold: bool = False, room: float) -> str:
    """One line; what is too long for its room is written smaller, and cut where that is not enough."""
    shown = " ".join(revealed(words).split())
    wide = len(shown) * size * (0.68 if bold else 0.6)
    size = max(size * min(1.0, room / wide), 13) if wide else size
    most = int(room / (size * (0.68 if bold else 0.6)))
    shown = shown if len(shown) <= most else shown[: most - 1] + "…"
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size:g}"{weight} fill="{ink}">{escape(shown)}</text>'
