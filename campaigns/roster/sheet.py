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
from campaigns.roster.careers import GONE, facts_of, fold, holding, in_force
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit

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
    """A slot's line. `name`: its first holder, as the sheet was once written; `holder`: the present one, "": none."""

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
        held = select(Slot, Figure).join(Figure, col(Figure.slot_id) == Slot.id).where(Slot.unit_id == unit_id)
        rows = (await session.exec(held.order_by(col(Slot.number), col(Figure.id)))).all()
        slots, figures = list({slot.id: slot for slot, _ in rows}.values()), [figure for _, figure in rows]
        facts = await facts_of(session, [pk(figure.id) for figure in figures])
        fought = {fact.battle_id for line in facts.values() for fact in line if fact.kind == FactKind.FIELDED}
        in_battles = select(Battle).where(col(Battle.id).in_(fought)).order_by(col(Battle.number))
        battles = (await session.exec(in_battles)).all() if fought else ()
    order = [pk(battle.id) for battle in battles]
    return RosterSheet(
        unit=unit.name,
        base_colour=unit.base_colour,
        formed=unit.formed,
        battles=tuple(battle.title for battle in battles),
        rows=tuple(_row(slot, [f for f in figures if f.slot_id == slot.id], facts, order) for slot in slots),
    )


def _row(
    slot: Slot, holders: Sequence[Figure], facts: Mapping[int, Sequence[CareerFact]], battles: Sequence[int]
) -> Row:
    def titled(figure: Figure) -> str:
        return f"{fold(facts[pk(figure.id)]).rank} {figure.family}".strip()

    folded = [fold(facts[pk(figure.id)]) for figure in holders]
    last = holding(folded)
    present = [holders[last]] if holders and folded[last].status not in GONE else []
    return Row(
        number=slot.number,
        name=_as_he_came(holders[0], facts[pk(holders[0].id)]) if holders else "",
        holder=titled(present[0]) if present else "",
        cells=tuple(_cell(holders, facts, battle) for battle in battles),
    )


def _as_he_came(figure: Figure, facts: Sequence[CareerFact]) -> str:
    """With the rank that he had when the sheet was begun: what he has become since stands beside whom he leads now."""
    rank = next((fact.note for fact in in_force(facts) if fact.kind == FactKind.JOINED), "")
    return f"{rank} {figure.family}".strip()


def _cell(holders: Sequence[Figure], facts: Mapping[int, Sequence[CareerFact]], battle: int) -> str:
    for figure in holders:
        of_battle = [fact for fact in in_force(facts[pk(figure.id)]) if fact.battle_id == battle]
        kinds = {FactKind(fact.kind) for fact in of_battle}
        if FactKind.FIELDED in kinds:
            lost = sum(fact.men for fact in of_battle if fact.kind == FactKind.MEN_LOST)
            marks = [letter for kind, letter in _MARKS.items() if kind in kinds] + ([f"-{lost}"] if lost else [])
            return figure.family + "".join(f"({mark})" for mark in marks)
    return ABSENT
