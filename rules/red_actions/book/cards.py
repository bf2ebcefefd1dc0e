"""The book's pack of cards, and a group's own, laid over it and checked field by field.

RA-R01, RA-R02, RA-R04, RA-R05: the figures are not part of the text, so every one can be replaced.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import cast

from pydantic import ValidationError

from rules.red_actions.book.pack import ANY, Army, HitNumbers, OfficerToken, Pack, ShootingCells, TroopCard

__all__ = [
    "ANY",
    "BOOK_PACK",
    "COLUMNS",
    "ROWS",
    "Army",
    "HitNumbers",
    "OfficerToken",
    "Pack",
    "PackFault",
    "ShootingCells",
    "TroopCard",
    "cell_of",
    "checked_pack",
]  # fmt: skip

COLUMNS = 10
ROWS = tuple(range(2, 13))
_LISTS = {"card": "cards", "officer-token": "tokens", "army": "armies"}
_PARTS = ("Kill!", "2xTer", "Ter", "Ret", "S!", "Off")


def _book_pack() -> Pack:
    text = files("rules.red_actions.book").joinpath("cards.toml").read_text(encoding="utf-8")
    pack = Pack.model_validate(tomllib.loads(text))
    if faults := list(pack.faults()):
        raise PackFault(faults)
    return pack


class PackFault(ValueError):
    """A pack that does not fit: every fault with the place where it stands."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{where}: {what}" for where, what in self.faults))


BOOK_PACK: Pack = _book_pack()
"""The program's own cards, tokens and armies."""


def cell_of(text: str) -> str:
    """A cell of the shooting table in the one way of writing it: "-" for nothing, "Ter+Ret", "2xTer S! Off". Spaces and
    capitals do not matter. Raises ValueError with what may stand in a cell.

    >>> cell_of("2 x ter s! off"), cell_of("Ter + Ret"), cell_of("")
    ('2xTer S! Off', 'Ter+Ret', '-')
    """
    words = re.sub(r"\s*x\s*", "x", text.strip(), flags=re.IGNORECASE).replace("+", " ").split()
    known = {part.casefold(): part for part in _PARTS}
    found = [known.get(word.casefold(), "") for word in words if word not in ("-", "\u2013")]
    if not all(found) or len(set(found)) < len(found) or {"Ter", "2xTer"} <= set(found):
        raise ValueError(f"“{text[:40]}” isn't a result: write - or any of {', '.join(_PARTS)}, each once")
    markers = "+".join(part for part in ("2xTer", "Ter", "Ret") if part in found)
    parts = [part for part in ("Kill!", markers, "S!", "Off") if part and (part == markers or part in found)]
    return " ".join(parts) or "-"


def checked_pack(data: Mapping[str, object]) -> Pack:
    """The book's pack with what `data` says instead or in addition.

    `data` is a file read: `card`, `officer-token` and `army` are lists of entries by `id`: an entry that the book has
    need only hold what differs, a new one must be whole; a token with `count` 0 is taken out (RA-R153).
    `rally-infantry` names cards by army; `shooting` has `lower-bounds` (ten totals) and `rows` ("2" to "12", ten cells
    each). Raises PackFault with every field that is wrong.
    """
    faults = [(key[:40], "a pack has no such part; " + _parts()) for key in data if key not in _KNOWN]
    book = BOOK_PACK.model_dump(mode="json", by_alias=True)
    merged: dict[str, object] = {key: book[key] for key in (*_LISTS, "rally-infantry")}
    for key in _LISTS:
        if key in data:
            merged[key] = _laid_over(cast(list[dict[str, object]], book[key]), data[key], key, faults)
    own = data.get("rally-infantry", {})
    if isinstance(own, Mapping):
        merged["rally-infantry"] = {**book["rally-infantry"], **cast(Mapping[str, object], own)}
    else:
        faults.append(("rally-infantry", "it must be a table of army and card"))
    merged["shooting"] = _shooting(data.get("shooting", {}), faults)
    if faults:
        raise PackFault(faults)
    try:
        pack = Pack.model_validate(merged)
    except ValidationError as error:
        raise PackFault([(_place(merged, each["loc"]), each["msg"]) for each in error.errors()]) from error
    if found := list(pack.faults()):
        raise PackFault(found)
    return pack


_KNOWN = (*_LISTS, "rally-infantry", "shooting")


def _parts() -> str:
    return f"it may have {', '.join(_KNOWN)}"


def _laid_over(
    book: list[dict[str, object]], own: object, key: str, faults: list[tuple[str, str]]
) -> list[dict[str, object]]:
    entries = {str(entry["id"]): entry for entry in book}
    if not isinstance(own, Sequence) or isinstance(own, str):
        faults.append((key, f"write every entry under [[{key}]]"))
        return book
    named: set[str] = set()
    for number, entry in enumerate(cast(Sequence[object], own), 1):
        values: Mapping[str, object] = cast(Mapping[str, object], entry) if isinstance(entry, Mapping) else {}
        id = values.get("id")
        if not isinstance(id, str):
            faults.append((f"{key} number {number}", "it needs an id"))
        elif id in named:
            faults.append((f"{key} {id[:40]}", "it stands there twice"))
        else:
            named.add(id)
            entries[id] = {**entries.get(id, {}), **values}
    return list(entries.values())


def _shooting(own: object, faults: list[tuple[str, str]]) -> dict[str, object]:
    if not isinstance(own, Mapping):
        faults.append(("shooting", "it must be a table of lower-bounds and rows"))
        return {}
    given = cast(Mapping[str, object], own)
    faults += [(f"shooting, {key[:40]}", "it may have lower-bounds and rows") for key in given if key not in _TABLE]
    table: dict[str, object] = {}
    if "lower-bounds" in given:
        table["lower-bounds"] = _bounds(given["lower-bounds"], faults)
    if "rows" in given:
        table["rows"] = _rows(given["rows"], faults)
    return table


_TABLE = ("lower-bounds", "rows")


def _bounds(own: object, faults: list[tuple[str, str]]) -> tuple[int, ...]:
    """RA-R02"""
    bounds = tuple(cast(Sequence[object], own)) if isinstance(own, list | tuple) else ()
    numbers = tuple(bound for bound in bounds if type(bound) is int and bound >= 1)
    rising = all(one < other for one, other in pairwise(numbers))
    if len(bounds) != COLUMNS or len(numbers) != COLUMNS or not rising:
        faults.append(("shooting, lower-bounds", f"it needs {COLUMNS} whole numbers from 1 up, each above the last"))
    return numbers


def _rows(own: object, faults: list[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """RA-R01"""
    rows: Mapping[object, object] = cast(Mapping[object, object], own) if isinstance(own, Mapping) else {}
    given: dict[str, object] = {str(key): row for key, row in rows.items()}
    for key in given:
        if key not in map(str, ROWS):
            faults.append((f"shooting, rows, {key[:40]}", f"rows are {ROWS[0]} to {ROWS[-1]}"))
    table: list[tuple[str, ...]] = []
    for number in ROWS:
        row = given.get(str(number))
        cells = tuple(cast(Sequence[object], row)) if isinstance(row, list | tuple) else ()
        if len(cells) != COLUMNS:
            faults.append((f"shooting, rows, {number}", f"it needs {COLUMNS} cells and has {len(cells)}"))
        where = f"shooting, rows, {number}, column"
        table.append(tuple(_cell(cell, f"{where} {n}", faults) for n, cell in enumerate(cells, 1)))
    return tuple(table)


def _cell(cell: object, where: str, faults: list[tuple[str, str]]) -> str:
    try:
        return cell_of(str(cell))
    except ValueError as fault:
        faults.append((where, str(fault)))
        return "-"


def _place(merged: Mapping[str, object], loc: tuple[int | str, ...]) -> str:
    """ "card red-conscripts, move" instead of the number in a list."""
    key, *rest = loc
    if key in _LISTS and rest and isinstance(rest[0], int):
        entry = cast(list[dict[str, object]], merged[str(key)])[rest[0]]
        return ", ".join([f"{key} {str(entry['id'])[:40]}", *map(str, rest[1:])])
    return ", ".join(map(str, loc))
