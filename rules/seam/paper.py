"""How a book has its units on paper: the roll with a column for each battle, a card for each person, a table of them,
or a card for each unit. A campaign knows who is in a unit; the book says what stands beside their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class PaperForm(StrEnum):
    """The form of a book's own sheet."""

    ROLL = "roll"
    """Number, name, and a column for each battle with names and marks."""
    CARDS = "cards"
    """A card for each person: what they can do and carry, with boxes to tick."""
    SECTION = "section"
    """A line for each person: rank, what they carry, points."""
    UNIT = "unit"
    """A card for the unit with the numbers of its bases, and one for its officer."""


Numbers = tuple[tuple[str, str], ...]
"""What stands in the boxes of a card: word and value."""


def no_numbers(key: str) -> Numbers:
    """Of a book whose elements have no numbers on their sheet."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A book's own sheet. `battles`: columns of one leaf; `blank`: lines of its empty form, 0: it has none; `ticks`:
    what players tick by hand for each person; `columns`: the heads of what growth says of a person, line by line;
    `numbers`: what a card says of an element, by the key of its type."""

    title: str
    kind: PaperForm
    battles: int = 6
    blank: int = 0
    ticks: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    numbers: Callable[[str], Numbers] = no_numbers


ROLL = Paper(title="Unit roster", kind=PaperForm.ROLL)
"""Of a book that says nothing of its own."""
