"""What a journal says of each person and thing in a battle: moments, as data, for the story of a life.

An account is made of events alone, as `RuleSet.service` is, so whoever may know fewer events gets an account of fewer
moments. Nothing in it is prose but the book's own words for weapons, tests and states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.kernel.action import SideId
from rules.table.board import Board, Point
from rules.table.reference import square_of


class MomentKind(StrEnum):
    """What a moment is. `other` is whom it was done to, or of what befell somebody whoever did it."""

    STOOD = "stood"
    """Took the field. `note`: the square."""
    ENDED = "ended"
    """Where they were when it was over. `note`: the square."""
    FIRED = "fired"
    """`count` shots or dice with a `weapon`, of which `hits` hit; -1: nobody counts them."""
    HURT = "hurt"
    """`note`: "killed", "wounded", or the grade of the wound."""
    FOUGHT = "fought"
    """Hand to hand. `good`: they won it."""
    TREATED = "treated"
    """`good`: it helped."""
    CARRIED = "carried"
    TESTED = "tested"
    """A test of nerve. `note`: what they did, in the book's words and the past tense; `good`: passed."""
    BROKE = "broke"
    """`note`: what they did then: "was pinned"."""
    RALLIED = "rallied"
    """`note`: "was steady again"."""
    TAKEN = "taken"
    FREED = "freed"
    LEFT = "left"
    """`note`: why."""
    HEALED = "healed"
    LOST = "lost"
    """A body lost `count` of its bases."""
    CLAIMED = "claimed"
    """A body took or destroyed `count` bases of another."""
    ROSE = "rose"
    """Promoted in the field. `note`: to what."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Somebody or something, or a body of several, as a battle called it. `body`: the ref of the unit that it belongs
    to; "" of a body."""

    ref: str
    name: str
    side: SideId
    body: str = ""
    thing: bool = False
    """A vehicle, a gun, a base: no person."""


@dataclass(frozen=True, slots=True)
class LifeMoment:
    """One thing that happened. `who`: a person or a body; `members`: of a body, who was in it and stood."""

    act: MomentKind
    who: str
    turn: int = 0
    other: str = ""
    weapon: str = ""
    note: str = ""
    count: int = 0
    hits: int = 0
    good: bool = False
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleStory:
    """What may be told of a battle. `turns`: how many began; `turn`: what the book calls one."""

    named: tuple[Recorded, ...] = ()
    moments: tuple[LifeMoment, ...] = ()
    turns: int = 0


def untold(events: Iterable[object]) -> BattleStory:
    """The account of a rule set that gives none."""
    return BattleStory()


@dataclass(slots=True)
class Recorder:
    """Writes an account down, event by event."""

    board: Board | None = None
    turn: int = 0
    _named: dict[str, Recorded] = field(default_factory=dict[str, Recorded])
    _members: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    _out: set[str] = field(default_factory=set[str])
    _places: dict[str, Point] = field(default_factory=dict[str, Point])
    _moments: list[LifeMoment] = field(default_factory=list[LifeMoment])

    def body(self, ref: str, name: str, side: SideId) -> None:
        self._named[ref] = Recorded(ref, name, side)
        self._members.setdefault(ref, [])

    def member(self, ref: str, name: str, side: SideId, body: str, *, thing: bool = False) -> None:
        self._named[ref] = Recorded(ref, name, side, body, thing)
        self._members.setdefault(body, []).append(ref)

    def regroup(self, refs: Iterable[str], body: str, name: str, side: SideId) -> None:
        """These are a body of their own from now on. Whom they belonged to on the roster stays as it was."""
        gone = set(refs)
        if body not in self._named:
            self._named[body] = Recorded(body, name, side)
        for members in self._members.values():
            members[:] = [ref for ref in members if ref not in gone]
        self._members.setdefault(body, []).extend(sorted(gone))

    def side_of(self, ref: str) -> SideId:
        """Whose somebody is; "" of nobody who is known."""
        return self._named[ref].side if ref in self._named else ""

    def members_of(self, body: str) -> tuple[str, ...]:
        """Those of a body who are still in the battle."""
        return tuple(ref for ref in self._members.get(body, ()) if ref not in self._out)

    def everybody(self, body: str) -> tuple[str, ...]:
        return tuple(self._members.get(body, ()))

    def note(
        self,
        act: MomentKind,
        who: str,
        *,
        other: str | None = "",
        weapon: str = "",
        note: str = "",
        count: int = 0,
        hits: int = 0,
        good: bool = False,
    ) -> None:
        """Write a moment down, also of somebody of whom these events name nothing else."""
        named = self._named.get(who)
        members = () if named is None or named.body else self.members_of(who)
        moment = LifeMoment(act, who, self.turn, other or "", weapon, note, count, hits, good, members)
        self._moments.append(moment)

    def out(self, who: str) -> None:
        """They take no further part."""
        self._out.add(who)

    def back(self, who: str) -> None:
        self._out.discard(who)

    def stands(self, who: str, at: Point | None) -> None:
        """Where somebody is now; the first time it is where they took the field."""
        if at is None or self.board is None or who not in self._named:
            return
        if who not in self._places:
            self.note(MomentKind.STOOD, who, note=square_of(self.board, at))
        self._places[who] = at

    def over(self) -> None:
        """The battle has ended: where each of those who are still in it is."""
        if self.board is not None:
            for who, at in self._places.items():
                if who not in self._out:
                    self.note(MomentKind.ENDED, who, note=square_of(self.board, at))

    def settle(self, who: str, fate: str) -> bool:
        """What became of somebody who was hurt before is known now. False: nobody had written that down."""
        for at in reversed(range(len(self._moments))):
            moment = self._moments[at]
            if moment.who == who and moment.act is MomentKind.HURT:
                self._moments[at] = replace(moment, note=fate)
                return True
        return False

    def never(self, who: str) -> None:
        """That somebody was hurt, taken or gone never happened."""
        out = (MomentKind.HURT, MomentKind.TAKEN, MomentKind.LEFT)
        self._moments = [each for each in self._moments if each.who != who or each.act not in out]
        self.back(who)

    def account(self) -> BattleStory:
        return BattleStory(tuple(self._named.values()), tuple(self._moments), self.turn)
