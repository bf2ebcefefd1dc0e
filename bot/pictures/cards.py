"""Playing cards drawn as one SVG strip, in our own design: rank in the corner, the suit large, crowns at court."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.chance import JOKERS, STANDARD, Card, is_red

WIDE, HIGH, GAP, ACROSS = 88, 124, 10, 9
"""Size of a card, the space between two, and how many stand in a row."""

_RED, _BLACK, _PAPER, _EDGE = "#b3261e", "#1c1f24", "#fbf8f1", "#cfc8b8"

# Each suit fills a box of 100 by 100.
SUIT_PATHS = {
    "H": "M50 92 C20 68 4 50 4 30 C4 14 16 6 28 6 C38 6 46 12 50 22 C54 12 62 6 72 6 C84 6 96 14 96 30 "
    "C96 50 80 68 50 92Z",
    "D": "M50 4 C60 22 72 36 88 50 C72 64 60 78 50 96 C40 78 28 64 12 50 C28 36 40 22 50 4Z",
    "S": "M50 4 C58 22 94 40 94 62 C94 76 84 82 74 82 C66 82 60 78 56 72 C57 82 60 90 68 96 L32 96 C40 90 43 82 44 72 "
    "C40 78 34 82 26 82 C16 82 6 76 6 62 C6 40 42 22 50 4Z",
    "C": "M50 4 A21 21 0 0 1 66 38 A21 21 0 1 1 56 68 C57 80 60 90 68 96 L32 96 C40 90 43 80 44 68 A21 21 0 1 1 34 38 "
    "A21 21 0 0 1 50 4Z",
}
_CROWN = "M6 86 L2 30 L28 54 L50 12 L72 54 L98 30 L94 86Z"
_STAR = "M50 2 L61 36 L97 36 L68 57 L79 92 L50 71 L21 92 L32 57 L3 36 L39 36Z"


def strip(cards: Sequence[Card]) -> tuple[str, int]:
    """The SVG and its natural width in pixels. Unknown cards (a rule set's own decks) show their name."""
    rows = -(-len(cards) // ACROSS)
    columns = min(len(cards), ACROSS)
    width = columns * (WIDE + GAP) + GAP
    height = rows * (HIGH + GAP) + GAP
    placed = "".join(
        f'<g transform="translate({GAP + index % ACROSS * (WIDE + GAP)} {GAP + index // ACROSS * (HIGH + GAP)})">'
        f"{_card(card)}</g>"
        for index, card in enumerate(cards)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="DejaVu Sans">{placed}</svg>',
        width,
    )


def _card(card: Card) -> str:
    ink = _RED if card in (*STANDARD, *JOKERS) and is_red(card) else _BLACK
    paper = (
        f'<rect width="{WIDE}" height="{HIGH}" rx="9" fill="{_PAPER}" stroke="{_EDGE}" stroke-width="1.5"/>'
        f'<rect x="4" y="4" width="{WIDE - 8}" height="{HIGH - 8}" rx="6" fill="none" stroke="{ink}" '
        'stroke-opacity=".18"/>'
    )
    if card in JOKERS:
        return paper + _shape(_STAR, ink, 17, 22, 54) + _words("JOKER", WIDE / 2, 104, 15, ink)
    if card not in STANDARD:
        return paper + _words(_safe(card)[:9], WIDE / 2, HIGH / 2 + 5, 14, ink)
    rank, suit = "10" if card[0] == "T" else card[0], SUIT_PATHS[card[1]]
    corner = _words(rank, 19, 28, 20, ink) + _shape(suit, ink, 11, 33, 16)
    face = (
        _shape(_CROWN, ink, 31, 40, 36) + _shape(suit, ink, 31, 76, 36)
        if rank in "JQK"
        else _shape(suit, ink, 24, 48, 50)
    )
    if rank == "A":
        face = _shape(suit, ink, 18, 42, 60)
    return paper + face + corner


def _shape(path: str, ink: str, x: float, y: float, size: float) -> str:
    return f'<path d="{path}" fill="{ink}" transform="translate({x} {y}) scale({size / 100})"/>'


def _words(text: str, x: float, y: float, size: int, ink: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" fill="{ink}" text-anchor="middle">{text}</text>'
    )


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
