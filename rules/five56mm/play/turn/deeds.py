"""What deeds are made of here: an action of somebody's go, judged by its chapter and carried out on a course."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.battle.deed import Deed
from rules.five56mm.actions import AnyGoAction
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.foot import FaceAbout
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.goes import acting, actions_left
from rules.five56mm.state import Character, State
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.seam.asking import Odds, Offer

A = TypeVar("A", bound=AnyGoAction | FaceAbout | EndGo)
F = TypeVar("F")
R = TypeVar("R")
Check = Callable[[State, A, Character], F]
"""A chapter's judgment. Raises RuleViolation."""


@dataclass(frozen=True, slots=True)
class Ready(Generic[A, F]):
    """An action of a go that may be carried out: whose it is, and what his chapter has found out."""

    action: A
    who: Character
    found: F


def on_course(do: Callable[[Course, R], object]) -> Callable[[State, R, Chance], Sequence[Event]]:
    """Events that happen one after the other, each seen by what follows it."""

    def carry_out(state: State, ready: R, chance: Chance) -> Sequence[Event]:
        course = Course(state, chance)
        do(course, ready)
        return course.events

    return carry_out


def of_go(
    action: type[A],
    check: Check[A, F],
    do: Callable[[Course, Ready[A, F]], None],
    *,
    odds: Callable[[State, Ready[A, F]], Odds] | None = None,
    offers: Callable[[State, Character], Iterable[Offer]] | None = None,
) -> Deed[State, A, Ready[A, F]]:
    """The deed of an action that the character whose card is up may take. MM-2.3T.5."""

    def judge(state: State, asked: A, by: Actor) -> Ready[A, F]:
        who = acting(state, asked.character, by)
        return Ready(asked, who, check(state, asked, who))

    return Deed(
        action=action,
        judge=judge,
        carry_out=on_course(do),
        odds=no_odds if odds is None else odds,
        offers=nothing if offers is None else in_his_go(offers),
    )


def no_odds(state: State, ready: object) -> Odds:
    return Odds()


def nothing(state: State, side: SideId, unit: str) -> Iterable[Offer]:
    return ()


def in_his_go(
    offers: Callable[[State, Character], Iterable[Offer]],
) -> Callable[[State, SideId, str], Iterable[Offer]]:
    """What is offered to him whose card is up, while he can still act."""

    def his(state: State, side: SideId, unit: str) -> Iterable[Offer]:
        go = state.go
        if go is None or go.character != unit or state.question is not None or state.intent is not None:
            return ()
        who = state.character(unit)
        return offers(state, who) if who.side == side and actions_left(state) > 0 else ()

    return his
