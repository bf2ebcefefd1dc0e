"""Reds who charge Whites, with given dice.

Reds stand at 30,10 and look north; Whites at 30,16 look at them. Four bases of 1.2 in are 4.8 in wide, foot 0.8 deep:
between their fronts are 5.2 in, and in contact the Reds' middle is at 15.2.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Charge
from rules.red_actions.course import Course
from rules.red_actions.play.charge.deeds import CHARGE_DEEDS
from rules.red_actions.play.engine.agenda import settle
from rules.red_actions.play.engine.deeds import FIRST_DEEDS
from rules.red_actions.state import DEFENDER, State
from tests.rules.red_actions import field as fields
from tests.rules.red_actions.field import (
    ATTACK,
    answering,
    course,
    junior,
    unit,
)

DEED, ANSWER = CHARGE_DEEDS[0], FIRST_DEEDS[0]
REDS, WHITES, HORSE, COSSACKS = "red-regulars", "white-volunteers", "red-cavalry", "white-cossacks"
CHARGE = Charge(unit="reds", target="whites")


def battle(*parts: Any, **changes: Any) -> State:
    """Small battles of large armies, which do not break for the loss of a unit."""
    state = fields.battle(*parts, **changes)
    return replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))


def field(card: str = REDS, foe: str = WHITES, **whites: Any) -> State:
    reds = unit("reds", card=card, at=(30, 10))
    them = unit("whites", DEFENDER, foe, **{"at": (30, 16), **whites})
    return battle(
        reds, them, junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain")
    )


def charged(state: State, *dice: int, action: Charge = CHARGE, answer: str = "stand") -> Course:
    """The charge, with its dice; the target's side answers so."""
    state = answering(state, DEFENDER, charged=answer)
    c = course(state, *dice)
    for event in DEED.carry_out(state, DEED.judge(state, action, ATTACK), c.chance):
        c.note(event)
    settle(c)
    return c


def of(c: Course, kind: type) -> list[Any]:
    return [event for event in c.events if isinstance(event, kind)]


def at(c: Course, ref: str) -> tuple[float, float]:
    place = c.state.unit(ref).at
    assert place is not None
    return place


def refused(state: State, words: str, action: Charge = CHARGE) -> None:
    with pytest.raises(RuleViolation, match=words):
        DEED.judge(state, action, ATTACK)


def asked(state: State, *dice: int) -> Course:
    """The charge without standing answers; its test passes."""
    c = course(state, 3, 4, *dice, 6, 6, 6, 6)
    for event in DEED.carry_out(state, DEED.judge(state, CHARGE, ATTACK), c.chance):
        c.note(event)
    settle(c)
    return c
