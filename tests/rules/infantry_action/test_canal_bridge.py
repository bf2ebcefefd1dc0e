"""The canal bridge as its players meet it: everybody can be ordered, and a section gets over the bridge."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from rules.infantry_action import RULES
from rules.infantry_action.actions.movement import OrderGroup
from rules.infantry_action.play.command.reach import in_touch
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.scenario.library import library
from rules.scenario.rehearsal import stand_ins


class Begun:
    """The scenario by the rules alone, with made-up people."""

    def __init__(self) -> None:
        canal = next(each for each in library("infantry-action") if each.key == "canal-bridge")
        muster = stand_ins(canal)
        self.state: Any = RULES.battle.fold(RULES.battle.muster(muster, Seeded(b"canal", 0)))
        self.step = 0
        self.go_on()

    def do(self, action: Action, by: Actor) -> None:
        self.step += 1
        events = RULES.battle.decide(self.state, action, by, Seeded(b"canal", self.step))
        self.state = RULES.battle.fold(events, self.state)
        self.go_on()

    def go_on(self) -> None:
        while not RULES.battle.prompt(self.state) and (step := RULES.battle.proceed(self.state)) is not None:
            self.step += 1
            events = RULES.battle.decide(self.state, step, ENGINE, Seeded(b"canal", self.step))
            self.state = RULES.battle.fold(events, self.state)


@pytest.mark.rule("IA-orders.communication", "IA-R243")
def test_every_group_can_be_ordered_in_the_first_period() -> None:
    begun = Begun()
    for side, where in ((ATTACKER, "240,200"), (DEFENDER, "240,340")):
        groups = [group for group in begun.state.groups_of(side) if not begun.state.vehicles_of(group.id)]
        assert groups
        for group in groups:
            if not begun.state.guns_of(group.id):
                begun.do(OrderGroup(unit=group.id, pace="walk", to=where), Actor.player(side))


@pytest.mark.rule("IA-orders.communication", "IA-R204")
def test_the_attacker_begins_with_everybody_in_reach_of_his_officer() -> None:
    """He stands in the middle of his line; every group but the reserve, which is not there yet, can be told anything in
    the second period too."""
    begun = Begun()
    line = sorted(man.at for man in begun.state.men("headquarters") if man.at is not None)
    assert begun.state.figure("headquarters.1").at == line[len(line) // 2]
    assert [group.name for group in begun.state.groups_of(ATTACKER) if in_touch(begun.state, group) is None] == []


@pytest.mark.rule("IA-foot.walk", "IA-R240")
def test_a_section_is_shown_its_way_over_the_bridge_man_by_man() -> None:
    """Ten men; the way ends 30 m beyond the canal, which only the bridge crosses."""
    begun = Begun()
    over = OrderGroup(unit="one-section", pace="walk", to="240,200; 241,272; 242,312; 243,335")
    odds = RULES.battle.odds(begun.state, over, Actor.player(ATTACKER))
    assert not [note for note in odds.notes if "cannot follow" in note]
    ways = [trace.points for trace in odds.traces if trace.kind == "later"][1:]
    assert len(ways) == 10
    assert all(way[-1][1] > 304 for way in ways), "everybody is over"
    for way in ways:
        crossing = [x for (x, y), (_, up) in pairwise(way) if y < 292 < up]
        assert crossing
        assert all(236 < x < 247 for x in crossing), "by the bridge"
