"""The staff plays a side: it answers what the side is asked by the first of its plans, as the side's player might."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.battle.deed import lawful
from rules.battle.orders.letters import supposed
from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import Action, Actor, SideId
from rules.seam.asking import Ask
from rules.seam.planning import Intent
from rules.seam.ruleset import Battle


def answer_to(
    battle: Battle[Any], state: Any, side: SideId, ask: Ask, intent: Intent, *, written: bool
) -> tuple[Action, ...]:
    """What is done to what the side is asked: a letter (with its seal, where one is asked for), or one answer.

    `written`: a letter has answered this very question already, so that it is answered by hand now. Never empty; made
    from nothing but what the side may see.
    """
    ordering = battle.ordering
    planning = None if ordering is None else ordering.planning
    seal = (ask.default,) if isinstance(ask.default, SealOrders) else ()
    if planning is None or ask.umpire:
        return (ask.default,)
    aims = planning.aims(state, side)
    plans = () if written else planning.plans(state, side, aims, intent)
    lines = tuple(line.action for line in plans[0].lines) if plans else ()
    given, after = _lawful_lines(battle, state, side, lines)
    if seal or (given and not _stands(battle.prompt(after).for_side(side), ask)):
        return (*given, *seal)
    by_hand = planning.answer(state, side, aims, intent)
    if by_hand is not None and lawful(battle.odds, state, by_hand, Actor.player(side)):
        return (by_hand,)
    return (ask.default,)


def _lawful_lines(
    battle: Battle[Any], state: Any, side: SideId, lines: Sequence[Action]
) -> tuple[tuple[Action, ...], Any]:
    """Those lines that can be given one after the other, and the state after them."""
    after, refused = supposed(battle, state, side, lines)
    out = {line.place for line in refused}
    return tuple(line for place, line in enumerate(lines) if place not in out), after


def _stands(now: Ask | None, before: Ask) -> bool:
    """Whether the same question is asked still: no order answers it."""
    return now is not None and now.key == before.key
