"""Sheets as PDF or as pictures, by Typst: no host's fonts, no files, no network; the same bytes for the same sheets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import cast

import typst

from bot.paper.sheets import PaperLeaf, PaperTable, data_of
from bot.talk.text import plain


class PaperSize(StrEnum):
    A4 = "a4"
    LETTER = "us-letter"


@lru_cache(maxsize=1)
def _template() -> bytes:
    return (files("bot.paper") / "templates" / "sheets.typ").read_bytes()


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, font_paths=[str(files("bot") / "fonts")])


SCREEN = "screen"
"""The paper of a picture: 12 cm wide and as high as what stands on it."""
PIXELS = 1080
"""How wide a picture is."""
_PER_INCH = PIXELS / (12 / 2.54)
HIGH_CARDS, HIGH_ROWS = 6, 26
"""Cards and rows of one picture: a phone shows so many at once."""
_SHORT = {"Number": "No."}
"""Heads that have no room on a phone."""
MOST = 9
"""Pictures that a post holds beside the file."""


def pdf(title: str, leaves: Sequence[PaperLeaf], size: PaperSize) -> bytes:
    """The sheets in one file, each on a page of its own. Takes its time."""
    made = typst.compile(
        _template(), format="pdf", font_paths=_fonts(), sys_inputs={"told": _told(title, leaves, size)}, timestamp=0
    )
    assert isinstance(made, bytes), "one document makes one file"
    return made


def pictures(title: str, leaves: Sequence[PaperLeaf]) -> list[bytes]:
    """The sheets as PNG, narrow enough for a phone, long ones in parts; the first `MOST` of them. Takes its time."""
    parts = [part for leaf in leaves for part in for_screen(leaf)][:MOST]
    if not parts:
        return []
    told = _told(title, parts, SCREEN)
    made = typst.compile(_template(), format="png", ppi=_PER_INCH, font_paths=_fonts(), sys_inputs={"told": told})
    pages = cast("bytes | list[bytes]", made)  # typst's types know of one page only
    return [pages] if isinstance(pages, bytes) else pages


def for_screen(leaf: PaperLeaf) -> list[PaperLeaf]:
    """A sheet in parts of one picture each, without the columns that wait for battles to come."""
    if leaf.table is not None:
        table = _filled(leaf.table)
        runs = [table.rows[at : at + HIGH_ROWS] for at in range(0, max(len(table.rows), 1), HIGH_ROWS)]
        below = for_screen(replace(leaf, table=None)) if leaf.cards else []
        return [*(replace(leaf, table=replace(table, rows=rows), cards=(), wide=False) for rows in runs), *below]
    starts = range(0, max(len(leaf.cards), 1), HIGH_CARDS)
    return [replace(leaf, cards=leaf.cards[at : at + HIGH_CARDS], wide=False) for at in starts]


def _filled(table: PaperTable) -> PaperTable:
    """Without columns that have no head and no cell, under short heads."""
    kept = [at for at, head in enumerate(table.head) if head or any(row[at] for row in table.rows)]
    return PaperTable(
        tuple(_SHORT.get(table.head[at], table.head[at]) for at in kept),
        tuple(tuple(row[at] for at in kept) for row in table.rows),
        tuple(table.weights[at] for at in kept),
    )


def in_words(leaf: PaperLeaf) -> str:
    """A sheet for whoever cannot see it."""
    rows = [", ".join(filter(None, row)) for row in leaf.table.rows] if leaf.table is not None else []
    cards = [f"{each.name}: {'; '.join((each.under, *each.lines))}" for each in leaf.cards]
    return f"{leaf.title} of {leaf.unit}. " + ". ".join((*rows, *cards))


def _told(title: str, leaves: Sequence[PaperLeaf], paper: str) -> str:
    return json.dumps({"title": plain(title), "paper": paper, "leaves": [data_of(leaf) for leaf in leaves]})
