"""The roster sheet of the book: number, name, and a column per battle with the names and marks of those who fought.

Derived from career facts alone. Marks: W wounded, K killed, D decorated, and for what the book's sheet leaves out,
C captured and M missing; of a vehicle, gun or base H hit and damaged, O knocked out, X destroyed, and how many men were
lost. A dash where nobody of that number took part. BG-R113, BG-XIII.10.1, BG-XIII.10.2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest
from textwrap import wrap

from sqlmodel import col, select

from campaigns.database.store import Store
from campaigns.errors import no_unit
from campaigns.roster.careers import facts_of, fold, in_force, titles_of
from campaigns.roster.units import slot_view
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.roster import CareerFact, FactKind, Figure, Holding, Slot, Unit

ABSENT = "-"
BATTLES = 6
"""Columns of a leaf, as on the book's own sheet."""
TITLE = 14
"""Characters of a battle's title on one line."""
_MARKS = {
    FactKind.WOUNDED: "W",
    FactKind.KILLED: "K",
    FactKind.CAPTURED: "C",
    FactKind.MISSING: "M",
    FactKind.DAMAGED: "H",
    FactKind.KNOCKED_OUT: "O",
    FactKind.DESTROYED: "X",
    FactKind.DECORATED: "D",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A slot's line. `name`: its first holder with the slot's own rank, as the sheet was once written; `holder`: the
    present one, "": none."""

    number: int
    name: str
    holder: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RosterSheet:
    unit: str
    base_colour: str
    formed: date
    battles: tuple[str, ...]
    rows: tuple[Row, ...]

    def text(self) -> str:
        """The sheet in plain columns, as the book prints it; long titles of battles run over several lines."""
        heads = [("Number",), ("Name",), *(tuple(wrap(title, TITLE)) or ("",) for title in self.battles)]
        table = [tuple(line) for line in zip_longest(*heads, fillvalue="")]
        table += [(str(row.number), row.name, *row.cells) for row in self.rows]
        widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in table
        ]
        formed = f"{self.formed.day} {self.formed:%B %Y}"
        head = f"UNIT ROSTER FOR: {self.unit}\nBASE COLOUR: {self.base_colour or ABSENT}   FORMED: {formed}"
        return "\n".join([head, *lines])

    def leaves(self, room: int, battles: int = BATTLES) -> tuple[str, ...]:
        """The sheet in texts of at most `room` characters and `battles` columns each, the newest battles first; within
        a leaf they stand in the order in which they were fought. A single line longer than `room` stays whole."""
        ends = range(len(self.battles), 0, -battles)
        return tuple(text for end in ends for text in self._part(max(end - battles, 0), end)._halved(room))

    def _part(self, start: int, end: int) -> RosterSheet:
        rows = tuple(replace(row, cells=row.cells[start:end]) for row in self.rows)
        return replace(self, battles=self.battles[start:end], rows=rows)

    def _halved(self, room: int) -> tuple[str, ...]:
        text, middle = self.text(), (len(self.rows) + 1) // 2
        if len(text) <= room or len(self.rows) < 2:
            return (text,)
        halves = (replace(self, rows=self.rows[:middle]), replace(self, rows=self.rows[middle:]))
        return tuple(part for half in halves for part in half._halved(room))


async def sheet(store: Store, unit_id: int) -> RosterSheet:
    """The unit's roster sheet. Raises Refusal "unknown-unit"."""
    async with store.reading() as session:
        unit = await session.get(Unit, unit_id)
        if unit is None:
            raise no_unit()
        held = select(Slot, Figure).join(Holding, col(Holding.slot_id) == Slot.id)
        held = held.join(Figure, col(Figure.id) == Holding.figure_id).where(Slot.unit_id == unit_id)
        rows = (await session.exec(held.order_by(col(Slot.number), col(Holding.id)))).all()
        slots = {pk(slot.id): slot for slot, _ in rows}
        facts = await facts_of(session, {pk(figure.id) for _, figure in rows})
        fought = {(fact.slot_id, fact.battle_id) for line in facts.values() for fact in in_force(line)}
        ids = {battle for slot, battle in fought if slot in slots}
        in_battles = select(Battle).where(col(Battle.id).in_(ids)).order_by(col(Battle.number))
        battles = (await session.exec(in_battles)).all() if ids else ()
        titles = await titles_of(session, battles)
    lines: list[Row] = []
    for key, slot in slots.items():
        if slot.struck and not any(key == of for of, _ in fought):
            continue
        holders = [figure for of, figure in rows if of.id == key]
        cells = tuple(_cell(slot, holders, facts, pk(battle.id)) for battle in battles)
        holder = slot_view(slot, holders, facts).holder
        named = f"{holder.rank} {holder.family}".strip() if holder is not None else ""
        lines.append(Row(slot.number, f"{slot.rank} {holders[0].family}".strip(), named, cells))
    return RosterSheet(
        unit=unit.name,
        base_colour=unit.base_colour,
        formed=unit.formed,
        battles=tuple(titles[pk(battle.id)] for battle in battles),
        rows=tuple(lines),
    )


def _cell(slot: Slot, holders: Sequence[Figure], facts: Mapping[int, Sequence[CareerFact]], battle: int) -> str:
    """Who held the place in that battle, with the rank of then where it was not the place's own, and his marks."""
    for figure in holders:
        life = in_force(facts[pk(figure.id)])
        of_battle = [fact for fact in life if fact.battle_id == battle]
        fielded = next((fact for fact in of_battle if fact.kind == FactKind.FIELDED), None)
        if fielded is not None and fielded.slot_id == slot.id:
            kinds = {FactKind(fact.kind) for fact in of_battle}
            lost = sum(fact.men for fact in of_battle if fact.kind == FactKind.MEN_LOST)
            marks = [letter for kind, letter in _MARKS.items() if kind in kinds] + ([f"-{lost}"] if lost else [])
            rank = fold(life[: life.index(fielded)]).rank
            named = figure.family if rank in ("", slot.rank) else f"{rank} {figure.family}"
            return named + "".join(f"({mark})" for mark in marks)
    return ABSENT
