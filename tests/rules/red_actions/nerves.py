"""Reds and Whites whose nerves are tried: tasks and deeds carried through with given dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.morale.deeds import MORALE_DEEDS
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Rout
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import (
    ATTACK,
    changed,
    course,
    junior,
    unit,
)

DEEDS = {deed.action: deed for deed in MORALE_DEEDS}
REDS, WHITES = "red-regulars", "white-volunteers"


def ran(state: State, *tasks: object, dice: tuple[int, ...] = ()) -> State:
    """The state when these tasks and all that follows from them are done."""
    return went(state, *tasks, dice=dice).state


def went(state: State, *tasks: object, dice: tuple[int, ...] = ()):
    c = course(state, *dice)
    c.push(*tasks)  # type: ignore[arg-type]
    settle(c)
    return c


def battle(*parts: Any, **changes: Any) -> State:
    """Small battles of large armies, which do not break for the loss of a unit."""
    state = fields.battle(*parts, **changes)
    return replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))


def field(**changes: object) -> State:
    """Reds in the south at 30,20 look north; Whites 10 in north of them."""
    reds = unit("reds", card=REDS, at=(30, 20), **changes)
    return battle(reds, unit("whites", DEFENDER, WHITES, at=(30, 30)), junior("reds", token="red-zero-plain"))


def run_deed(state: State, action, *dice: int, by=ATTACK) -> State:
    deed = DEEDS[type(action)]
    c = course(state, *dice)
    ready = deed.judge(state, action, by)
    for event in deed.carry_out(state, ready, c.chance):
        c.note(event)
    settle(c)
    return c.state


def routing(**changes: object) -> State:
    """Reds have run since turn 1 and it is turn 2."""
    state = field(rout=Rout(1, "whites", began_at=(30, 20)), terror=2, **changes)
    return replace(changed(state, "reds", acted=1), turn=2)
