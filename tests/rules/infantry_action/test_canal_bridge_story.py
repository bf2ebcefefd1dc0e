"""A morning at the canal bridge, played by the rules with seeded chance: a section over the bridge in file, one in the
Lock house, and a runner of the guard."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.movement import OrderGroup, SendRunner
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import Actor
from rules.table.measure import between
from tests.rules.infantry_action.test_canal_bridge import Begun

ATTACK, DEFENCE = Actor.player(ATTACKER), Actor.player(DEFENDER)


class Morning(Begun):
    """Both sides hold their fire, so that only the barrage of the second period is left to chance."""

    def __init__(self) -> None:
        super().__init__()
        for by in (ATTACK, DEFENCE):
            self.do(Instruct(ask_fire=False, fire="hold"), by)

    def period(self) -> None:
        for by in (ATTACK, DEFENCE):
            self.do(SealOrders(), by)

    def places(self, group: str) -> list[tuple[float, float]]:
        return [man.at for man in self.state.men(group) if man.at is not None]


@pytest.mark.rule("IA-foot.walk", "IA-R240", "IA-R246", "IA-R248")
def test_a_morning_at_the_bridge() -> None:
    """2 Section stands 320 m from the far bank: six periods at 50 m. The guard's runner has 140 m over the same bridge:
    75 in the second period, 50 in the third; at the opening of the fourth he is within 50 m of East section."""
    morning = Morning()
    morning.do(OrderGroup(unit="one-section", pace="walk", to="270,263", formation="file"), ATTACK)
    morning.do(OrderGroup(unit="two-section", pace="walk", to="243,345", formation="file"), ATTACK)
    morning.do(OrderGroup(unit="east", pace="halt"), DEFENCE)
    morning.period()

    morning.do(SendRunner(unit="east", pace="walk", to="300,262"), DEFENCE)
    (runner,) = [group.id for group in morning.state.groups_of(DEFENDER) if group.name.startswith("Runner")]
    east = morning.places("east")
    for _ in (2, 3):
        morning.period()
        assert morning.places("east") == east, "nobody has told it yet"
    morning.period()
    assert morning.state.anchor("east") == (300, 262)

    wet = []
    for _ in (5, 6, 7, 8):
        morning.period()
        wet += [(x, y) for x, y in morning.places("two-section") if 287 < y < 297 and not 237 < x < 246.5]
    assert wet == [], "nobody is beside the bridge"
    over = sorted(morning.places("two-section"), key=lambda at: at[1])
    assert all(y > 304 or 237 < x < 247 for x, y in over)
    assert all(between(a, b) < 10.5 for a, b in pairwise(over)), "in file, a base behind each other"
    house = morning.places("one-section")
    assert len(house) == 10
    assert all(262 < x < 278 and 256 < y < 270 for x, y in house), "in the Lock house"
    assert runner not in [group.id for group in morning.state.groups_of(DEFENDER)]
    assert sum(1 for _ in morning.state.men("headquarters-guard")) == 5, "he is back"
