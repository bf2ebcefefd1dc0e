"""Words that every telling shares: whose name the reader may know, places, directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle import telling
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.knowledge import UNSEEN, may_name, may_see
from rules.infantry_action.state import State
from rules.infantry_action.view import place_words
from rules.kernel.action import SideId
from rules.table.board import Point
from rules.telling.told import Gravity


@dataclass(frozen=True, slots=True)
class Words(telling.Words[State]):
    """Whose names the reader may know, and how places are named."""

    def side(self, key: SideId) -> str:
        return self.state.side(key).name

    def bodies(self) -> Iterator[str]:
        yield from (each.name for each in (*self.state.groups, *self.state.sides))

    def sees(self, group: str) -> bool:
        return may_see(self.state, self.viewer, group)

    def knows(self, group: str) -> bool:
        return may_name(self.state, self.viewer, group)

    def group(self, id_: str) -> str:
        """A group's name, or that it is an unseen enemy's."""
        found = self.state.find_group(id_)
        return found.name if found is not None and self.knows(id_) else UNSEEN

    def ref(self, id_: str) -> str:
        """What a picture finds a group by; "" for one whose name he may not know."""
        return id_ if self.state.find_group(id_) is not None and self.knows(id_) else ""

    def target(self, ref: str) -> str:
        """What was fired at: a group, or a vehicle that stands empty; "" for a place. IA-R093"""
        if self.state.find_group(ref) is not None:
            return self.group(ref)
        vehicle = self.state.find_vehicle(ref)
        return vehicle.name if vehicle is not None else ""

    def figure(self, id_: str) -> str:
        """A man's name, with his rank where he leads."""
        return self.state.figure(id_).called

    def gravity(self, id_: str) -> Gravity:
        """How grave it is that this man is out, as far as the reader may know who he is."""
        man = self.state.figure(id_)
        if not man.rank.leads or not self.knows(man.group):
            return Gravity.MEN
        return Gravity.COMMANDER if man.rank is Rank.OFFICER else Gravity.LEADER

    def vehicle(self, id_: str) -> str:
        return self.state.vehicle(id_).name

    def place(self, at: Point) -> str:
        """As squares and metres; what fell off the table is said to have."""
        board = self.state.board
        if board is None or board.holds(*at):
            return place_words(self.state, at)
        return f"{place_words(self.state, self.state.on_table(at))}, beyond the edge"
