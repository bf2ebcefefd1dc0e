"""Two units that face each other, and a shooting carried through to its dice."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.pending.fire import CarryOutShooting, Shot
from rules.red_actions.play.fire.aiming import aimed_volley
from rules.red_actions.play.fire.shooting import step_shoot
from rules.red_actions.state import DEFENDER, State
from tests.rules.red_actions.field import (
    answering,
    battle,
    course,
    junior,
    unit,
)

REGULARS = "red-regulars"
VOLUNTEERS = "white-volunteers"


def facing_off(apart: float, *, card=REGULARS, target=VOLUNTEERS, bases=4, **changes) -> State:
    """Reds at (30, 10) and Whites so many inches in front of them, nearest points of foot bases 0.4 in from their
    middles. Whites answer no question."""
    reds = unit("reds", card=card, bases=bases, at=(30, 10))
    whites = unit("whites", DEFENDER, target, at=(30, 10 + apart), **changes)
    officers = (junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain"))
    return answering(battle(reds, whites, *officers), DEFENDER, mode="normal", return_fire="no")


def shot(state: State, unit_id="reds", target="whites", **changes):
    return aimed_volley(state, Shot(unit_id, target, **changes))


def fired(state: State, task: CarryOutShooting, *dice: int):
    went = course(state, *dice)
    went.push(task)
    while went.state.agenda and isinstance(went.state.agenda[-1], CarryOutShooting) and went.state.question is None:
        step_shoot(went, went.state.agenda[-1])
    return went


def tasks(went) -> list[object]:
    return list(reversed(went.state.agenda))


def refused(call) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        call()
    return caught.value
