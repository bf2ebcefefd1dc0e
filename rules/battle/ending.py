"""The end of a battle, whatever its rule set: by its own rules, by the umpire's word, or by a script's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeVar, cast

from pydantic import Field, model_validator

from rules.battle.deed import Deed
from rules.battle.umpire import ByUmpire
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.seam.viewing import Result, Tally
from rules.telling.told import Gravity, Told, Upshot

W = TypeVar("W", bound=str)
S = TypeVar("S")

REASON = 200
"""Characters of a reason."""


# ── How it has ended ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ended:
    """`winner` None: a draw. `lines`: what else there is to say; of battles that ended before there were tallies, those
    too."""

    winner: SideId | None
    reason: str
    lines: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = ()
    alone: bool = False
    """The winner alone has anybody left who can act."""

    @property
    def result(self) -> Result:
        return Result(self.winner, self.reason, self.tallies, self.lines, self.alone)


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleEnded(Event):
    """By the rules or by the umpire's word. `tallies`: kept by books that count once and for all."""

    kind: Literal["battle-ended"] = "battle-ended"
    winner: SideId | None
    reason: str
    lines: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = ()
    alone: bool = False

    @property
    def ended(self) -> Ended:
        return Ended(self.winner, self.reason, self.lines, self.tallies, self.alone)

    @model_validator(mode="before")
    @classmethod
    def _of_old(cls, stored: object) -> object:
        """As Infantry Action stored it at first: in a field of its own."""
        if not isinstance(stored, dict):
            return stored
        old = cast("dict[str, Any]", stored)
        return {**old, **old["ended"]} if "ended" in old else old


def battle_ended(ended: Ended, *citations: str) -> BattleEnded:
    return BattleEnded(
        winner=ended.winner,
        reason=ended.reason,
        lines=ended.lines,
        tallies=ended.tallies,
        alone=ended.alone,
        citations=citations,
    )


class FoughtState(Protocol):
    """A state that knows how its battle has ended; None: it goes on."""

    @property
    def ended(self) -> Ended | None: ...


def over(state: FoughtState) -> bool:
    return state.ended is not None


def result(state: FoughtState) -> Result | None:
    """None while it goes on."""
    return None if state.ended is None else state.ended.result


def ended_words(ended: Ended, name: Callable[[SideId], str]) -> Told:
    """`name`: what a side is called."""
    who = "A draw" if ended.winner is None else f"{name(ended.winner)} has won"
    over = Upshot("", f"{who}: {ended.reason}".rstrip("."), Gravity.END)
    return Told(f"{who}: {ended.reason}", ended.result.told, important=True, upshots=(over,))


# ── The umpire's word ─────────────────────────────────────────────────────────────────────────────────────────────


class _Ending(ByUmpire, Generic[W]):
    """The umpire ends the battle. A rule set says which words there are for who has won; "draw" is always one."""

    asked_last: ClassVar[tuple[str, ...]] = ("reason",)
    winner: Annotated[W, Field(description="side that has won, or a draw")]
    reason: Annotated[str, Field(max_length=REASON, description="why the battle ends, for everybody to read")] = (
        "the umpire's decision"
    )


class DeclareEnd(_Ending[W]):
    """The umpire declares the result."""

    title: ClassVar[str] = "Declare result"
    summary: ClassVar[str] = "Umpire: end the battle"
    verb: Literal["declare-end"] = "declare-end"


class DeclareEndOrCount(_Ending[Literal["attacker", "defender", "draw", "points"]]):
    """The umpire ends the battle; how it stands is counted unless he names a winner."""

    title: ClassVar[str] = "End the battle"
    verb: Literal["declare-end", "end-battle"] = "declare-end"  # the second: in journals of old
    winner: Annotated[
        Literal["attacker", "defender", "draw", "points"], Field(description="who has won; points: as they are counted")
    ] = "points"
    reason: Annotated[str, Field(max_length=REASON, description="why, for everybody to read")] = "called by the umpire"


A = TypeVar("A", bound=_Ending[Any])


def _uncounted(state: object, reason: str) -> Ended:
    return Ended(None, reason)


def _as_named(state: object, word: str) -> SideId:
    return word


def declared_end(
    action: type[A],
    end: Callable[[S, Ended, Chance], Sequence[Event]],
    *,
    counted: Callable[[S, str], Ended] = _uncounted,
    named: Callable[[S, str], SideId] = _as_named,
) -> Deed[S, A, Ended]:
    """The deed of it. `end`: what happens at the end of a battle, however it comes; `counted`: how it stands by the
    book's own count, for the reason given; `named`: the side that is meant by the word for the winner."""

    def judge(state: S, action: A, by: Actor) -> Ended:
        ended, word = counted(state, action.reason), str(action.winner)
        return ended if word == "points" else replace(ended, winner=None if word == "draw" else named(state, word))

    judge.__annotations__["action"] = action  # of this row it judges no other
    return Deed(action=action, judge=judge, carry_out=end)


def scripted_end(action: type[A]) -> Callable[[SideId | None, str], A]:
    """The same by the word of a script, whose reason may be longer."""

    def end(winner: SideId | None, reason: str) -> A:
        return action.model_validate({"winner": winner or "draw", "reason": reason[:REASON]})

    return end
