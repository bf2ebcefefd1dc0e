"""The minutes to a first shot that a scenario's list promises, reckoned again: both sides play the staff's first
proposals, at the pace of people who sit at it together."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Seeded
from rules.registry import rule_set
from rules.scenario import Scenario
from rules.scenario.rehearsal import stand_ins
from rules.seam.viewing import Viewer
from tests.bench.balance import first_allowed
from tests.bench.staffed import StaffHands
from tests.scenarios import LIBRARY, RULES

READING = 5.0
"""Minutes in which everybody reads the briefing and looks at the map."""
A_QUESTION, AN_ORDER = 1.0, 0.5
"""Minutes to read a question, and to give one of the orders that answer it."""
MOST = 400
NEAR = 2.0
"""What is promised is at most so many times as long as what is reckoned, and the other way about."""


def minutes(scenario: Scenario, number: int) -> float:
    """To the first attack that everybody hears of, in a battle of its own dice. Sides that are asked at once answer at
    once: the time of the slower counts."""
    rules = rule_set(scenario.rules)
    key = hashlib.sha256(f"first shot {scenario.key} {number}".encode()).digest()
    state: Any = rules.battle.fold(rules.battle.muster(stand_ins(scenario), Seeded(key, 0)))
    hands = {side.key: StaffHands() for side in scenario.sides}
    spent, together, asked = READING, dict.fromkeys(hands, 0.0), dict.fromkeys(hands, "")
    for step in range(1, MOST):
        asks = rules.battle.prompt(state).asks
        engine = rules.battle.proceed(state)
        if asks:
            side = asks[0].side
            if side not in hands:
                by, wishes = Actor.player(side), iter((asks[0].default,))
            else:
                by, wishes = Actor.player(side), hands[side].wishes(rules, state, asks[0])
                together[side] += AN_ORDER + A_QUESTION * (asks[0].key != asked[side])
                asked[side] = asks[0].key
        elif engine is not None:
            by, wishes = ENGINE, iter((engine,))
        else:
            break
        if engine is not None or len(asks) == 1:
            spent += max(together.values()) if engine is not None else sum(together.values())
            together = dict.fromkeys(hands, 0.0)
        events = first_allowed(rules, state, wishes, by, Seeded(key, step))
        for event in events:
            state = rules.battle.evolve(state, event)
            told = rules.battle.tell(state, event, Viewer(umpire=True))
            if told is not None and (
                told.strike is not None or "fires at" in told.headline or " fire at" in told.headline
            ):
                return spent + sum(together.values())
    return float("inf")


@pytest.mark.parametrize("key", RULES)
def test_what_the_list_promises_is_what_it_takes(key: str) -> None:
    scenario = LIBRARY[key]
    assert scenario.first_shot is not None, "every scenario of the library says so"
    assert f"first shot in about {scenario.first_shot} minutes" in scenario.about
    reckoned = minutes(scenario, 0)
    assert reckoned / NEAR <= scenario.first_shot <= max(reckoned * NEAR, 5.0), reckoned
