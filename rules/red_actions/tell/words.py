"""Words that every telling shares: whose name the reader may know, officers, places, lengths, markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle import telling
from rules.kernel.action import SideId
from rules.kernel.facts import Item, Itemised
from rules.language.words import counted, listed
from rules.red_actions.knowledge import may_see, name_for
from rules.red_actions.state import State
from rules.red_actions.units import Officer, Point
from rules.table.reference import square_of


@dataclass(frozen=True, slots=True)
class Words(telling.Words[State]):
    """Whose names the reader may know, and how places are named."""

    def side(self, key: SideId) -> str:
        return self.state.side(key).name

    def bodies(self) -> Iterator[str]:
        yield from (each.name for each in (*self.state.units, *self.state.sides))

    def sees(self, unit: str) -> bool:
        """Whether he is shown the unit."""
        return may_see(self.state, self.viewer, unit)

    def unit(self, ref: str, known: str = "") -> str:
        """A unit's name, its marker's, or that it is an unseen enemy's. `known`: the name of one that is gone, as the
        event tells it."""
        if self.state.find(ref) is None and known:
            return known
        return name_for(self.state, self.viewer, ref)

    def ref(self, unit: str) -> str:
        """What a picture finds the unit by; "" for one whom he is not shown."""
        return unit if self.sees(unit) else ""

    def units(self, refs: tuple[str, ...]) -> str:
        return listed([self.unit(ref) for ref in refs])

    def officer(self, id_: str) -> str:
        return self.state.officer(id_).name

    def mans(self, officer: Officer) -> str:
        """ "Captain Orlov of 2nd Company"."""
        return officer.name if officer.rank == "senior" else f"{officer.name} of {self.unit(officer.unit)}"

    def place(self, at: Point) -> str:
        """ "G7"."""
        board = self.state.board
        return square_of(board, at) if board is not None else f"{at[0]:g},{at[1]:g}"


def about_charge(charger: str) -> str:
    """The key by which a charge and its outcome belong together."""
    return f"charge:{charger}"


def markers(terror: int = 0, humiliated: int = 0, pinned: bool = False) -> str:
    """ "2 terror markers and a pinned marker"."""
    parts = [counted(terror, "terror marker")] if terror else []
    parts += [counted(humiliated, "humiliated marker")] if humiliated else []
    parts += ["a pinned marker"] if pinned else []
    return listed(parts, "no marker")


def number(items: tuple[Item, ...], label: str = "success number") -> str:
    """ "success number 8 = 7 fear, Red Regulars · +1 junior officer"."""
    return str(Itemised(items, label=label))
