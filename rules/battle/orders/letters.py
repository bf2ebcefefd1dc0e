"""A letter before it is sent: the same state as if all its lines had been given, what each unit would then do first,
and which lines cannot be given. Nothing is carried out and no die is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.action import Action, Actor, SideId
from rules.chance import Scripted
from rules.ordering import Ordering, WouldDo
from rules.planning import BattleAim, Intent, LetterWarning, WarningKind
from rules.ruleset import Battle
from rules.violation import RuleViolation
from rules.words import counted

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that cannot be given, by its place among the letter's actions, and why."""

    place: int
    action: Action
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class LetterShown:
    """What comes of a letter: what every unit would do first, which lines are refused, what is warned of."""

    now: tuple[WouldDo, ...]
    refused: tuple[RefusedLine, ...]
    warnings: tuple[LetterWarning, ...]

    @property
    def lawful(self) -> bool:
        return not self.refused


def supposed(battle: Battle[S], state: S, side: SideId, actions: Sequence[Action]) -> tuple[S, tuple[RefusedLine, ...]]:
    """The state as if the side had given these orders one after the other, and those that it cannot give.

    Orders need no chance: one that draws any raises ScriptError.
    """
    refused: list[RefusedLine] = []
    for place, action in enumerate(actions):
        try:
            events = battle.decide(state, action, Actor.player(side), Scripted(""))
        except RuleViolation as why:
            refused.append(RefusedLine(place, action, why))
            continue
        state = battle.fold(events, state)
    return state, tuple(refused)


def shown(
    battle: Battle[Any],
    ordering: Ordering[Any],
    state: Any,
    side: SideId,
    aims: Sequence[BattleAim],
    intent: Intent,
    actions: Sequence[Action],
) -> LetterShown:
    """The letter as its writer reads it."""
    after, refused = supposed(battle, state, side, actions)
    now = ordering.would_do(after, side)
    given = [action for place, action in enumerate(actions) if place not in {line.place for line in refused}]
    own = ordering.planning.warnings(state, side, aims, intent, given) if ordering.planning is not None else ()
    return LetterShown(now, refused, (*own, *_of_lines(now, bool(actions))))


def _of_lines(now: Sequence[WouldDo], written: bool) -> tuple[LetterWarning, ...]:
    """What shows in what the units would do: who has no orders, whose list can do nothing now."""
    without = [one for one in now if one.order is None and one.asks]
    vain = [one for one in now if one.order is not None and one.action is None and one.vain]
    found: list[LetterWarning] = []
    if without and written:
        names = tuple(one.unit for one in without)
        found.append(
            LetterWarning(WarningKind.WITHOUT_ORDERS, f"{counted(len(without), 'unit')} without orders", names)
        )
    if vain:
        names = tuple(one.unit for one in vain)
        first = vain[0].name if len(vain) == 1 else counted(len(vain), "unit")
        found.append(LetterWarning(WarningKind.DOES_NOTHING, f"{first} can do nothing of that now", names))
    return tuple(found)
