"""The table for a battle, from the few words of a command."""

from __future__ import annotations

import re

from campaigns.errors import Refusal
from rules.ruleset import AnyRuleSet
from rules.table import boards
from rules.table.board import Board

NONE, DEFAULT = "none", "fields"
KINDS = (DEFAULT, *(kind for kind in boards.KINDS if kind != DEFAULT), NONE)
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*[x×*, ]\s*(\d+(?:\.\d+)?)\s*$", re.IGNORECASE)
_USUAL = (36.0, 24.0)
"""Inches: lines that advance come within short and medium range of each other."""
_METRES_AN_INCH = 1.7


def board_for(rules: AnyRuleSet, kind: str, size: str, seed: str) -> Board | None:
    """The board of that kind; None for "none". The first playable side deploys in the south, the second in the north.

    Raises Refusal "bad-board".
    """
    if kind == NONE:
        return None
    scale = 1.0 if rules.measure == "inches" else _METRES_AN_INCH
    width, depth = (extent * scale for extent in _USUAL)
    if size.strip():
        match = _SIZE.match(size)
        if match is None:
            raise Refusal("bad-board", f"{size!r} is no size of a table.", "Write width x depth, such as 48x36.")
        width, depth = float(match[1]), float(match[2])
    edges = tuple(zip((side.key for side in rules.sides if side.playable), ("south", "north"), strict=False))
    try:
        return boards.generate(kind, seed, width=width, depth=depth, measure=rules.measure, edges=edges)
    except ValueError as error:
        raise Refusal(
            "bad-board", f"{str(error)[:1].upper()}{str(error)[1:]}.", "Choose another board or size."
        ) from None
