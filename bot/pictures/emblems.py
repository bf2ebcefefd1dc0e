"""The bot's emblems, drawn: square pictures that stand in a line of text. In our own design; a state looks as on the
map, an arm as its NATO symbol does."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache

from bot.pictures.cards import SUIT_PATHS
from bot.talk.emblems import ARMS, PREFIX, STATES
from rules.table.symbols import BADGES, badge, symbol

SIDE = 128
"""Pixels of an emblem."""
_RED, _BLACK, _PAPER = "#c9332a", "#23272e", "#fbf8f1"
_SUITS = {"hearts": ("H", _RED), "diamonds": ("D", _RED), "spades": ("S", _BLACK), "clubs": ("C", _BLACK)}
_PIPS = ((30, 30), (98, 30), (30, 64), (98, 64), (30, 98), (98, 98))
_ARM = "#8fa7bf"


@cache
def drawn() -> Mapping[str, str]:
    """The SVG of each emblem, by its key."""
    pictures = {key: _suit(*suit) for key, suit in _SUITS.items()}
    pictures["d6"] = _d6()
    pictures["d20"] = _d20()
    pictures |= {key: _state(state) for state, key in reversed(list(STATES.items()))}
    pictures |= {key: _arm(branch) for branch, key in ARMS.items()}
    return pictures


def name_of(key: str) -> str:
    """What an emblem is called at Discord: another name for another drawing."""
    return f"{PREFIX}{key}_{hashlib.sha256(drawn()[key].encode()).hexdigest()[:6]}"


def _svg(body: str, box: str = f"0 0 {SIDE} {SIDE}") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{SIDE}" height="{SIDE}">{body}</svg>'


def _suit(suit: str, ink: str) -> str:
    """On a light card, so that black shows on a dark page."""
    card = f'<rect x="6" y="6" width="116" height="116" rx="22" fill="{_PAPER}"/>'
    return _svg(f'{card}<path d="{SUIT_PATHS[suit]}" fill="{ink}" transform="translate(20 20) scale(.88)"/>')


def _d6() -> str:
    body = f'<rect x="6" y="6" width="116" height="116" rx="22" fill="{_PAPER}" stroke="{_BLACK}" stroke-width="6"/>'
    return _svg(body + "".join(f'<circle cx="{x}" cy="{y}" r="11" fill="{_BLACK}"/>' for x, y in _PIPS))


def _d20() -> str:
    outline = "M64 4 L116 34 V94 L64 124 L12 94 V34Z"
    edges = "M64,30 L100,88 H28Z M64,30 V4 M100,88 L116,94 M28,88 L12,94"
    edges += " M64,30 L116,34 M64,30 L12,34 M100,88 L116,34 M28,88 L12,34 M100,88 L64,124 M28,88 L64,124"
    line = f'stroke="{_PAPER}" stroke-width="5" stroke-linejoin="round"'
    return _svg(f'<path d="{outline}" fill="{_RED}" {line}/><path d="{edges}" fill="none" {line}/>')


def _state(state: str) -> str:
    return _svg(badge(*BADGES[state]), "-11.5 -11.5 23 23")


def _arm(branch: str) -> str:
    """Its symbol in a square, whatever its own shape."""
    (x, y, wide, high), body = symbol(f"1003100000{branch:0<6}0000", _ARM)
    side = max(wide, high)
    return _svg(body, f"{x - (side - wide) / 2:g} {y - (side - high) / 2:g} {side:g} {side:g}")
