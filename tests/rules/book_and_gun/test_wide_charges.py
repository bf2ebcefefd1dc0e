"""A wide line that forms a mass for its charge comes home where its roll says so. VIII.1.4, BG-R36, BG-R260."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.state import INSURGENTS, Run
from rules.book_and_gun.units import Phase
from rules.kernel.action import Actor
from rules.kernel.chance import Card, Seeded
from rules.table.measure import between

from .field import NORTH, SOUTH, army, battle, cell, only


def charging(at):
    """Twelve in open order along y = 10 from x = 8 to 30; three of the army look at them from `at`."""
    state = battle(cell(size=12, at=(8, 10), facing=NORTH), army(at=at, facing=SOUTH, size=3), phase=Phase.MOVEMENT)
    return replace(state, run=Run(INSURGENTS, (Card("2H"),)))


@pytest.mark.rule("BG-VIII.1.4", "BG-R36", "BG-R203", "BG-R260")
@pytest.mark.parametrize(("at", "distance"), [((18, 18), 80**0.5 - 1), ((8, 18), 7)])
def test_whenever_the_roll_reaches_the_target_the_charge_halts_two_inches_away(at, distance):
    state = charging(at)
    # Those within 6 inches of the leader at x = 8 charge, the last of them from x = 14: 4 inches aside and 8 ahead of
    # him stands the first of the army, or 8 straight ahead of the leader; less an inch for the two bases.
    for seed in range(6):
        charge = ChargeEnemy(unit="red", target="able")
        events = RULES.battle.decide(state, charge, Actor.player(INSURGENTS), Seeded(b"wide", seed))
        (moved,) = only(events, "unit-moved")
        (declared,) = only(events, "charge-declared")
        assert declared.distance == pytest.approx(distance, abs=0.01)
        assert (declared.charge is not None) == (moved.allowance >= distance)
        if declared.charge is None:
            continue
        foes = [f.at for f in state.unit("able").figures]
        gaps = [between(p.at, foe) - 1.0 for p in moved.placed for foe in foes]
        assert 1.94 <= min(gaps) <= 2.5  # half an inch is the unevenness of placing
        spots = [p.at for p in moved.placed]
        assert all(between(a, b) >= 0.99 for n, a in enumerate(spots) for b in spots[:n])
        stood = {f.id: f.at for f in state.unit("red").figures}
        assert all(between(stood[p.figure], p.at) <= moved.allowance + 0.01 for p in moved.placed)
