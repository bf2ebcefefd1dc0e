"""Belts that are marked on the table, and dummies; high river banks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action import RULES
from rules.infantry_action.actions.umpire import LayMines
from rules.infantry_action.book.kinds import Gear, Pace
from rules.infantry_action.book.mines import Mine
from rules.infantry_action.forces.ground import defence_costs, prepared
from rules.infantry_action.forces.scenario import BeltPlan, ScenarioPlan
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.view import view
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Scripted
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.infantry_action.field import (
    PLAIN,
    TANK,
    TRUCK,
    carried_out,
    changed,
    field,
    happened,
    line,
    mined,
    order,
    section,
    task,
    vehicle,
)

DUMMY = replace(mined(10, 6, people=False), shown=True)
SHOWN = replace(mined(10, 6), shown=True)
SECRET = mined(10, 6)


def lying(*mines) -> State:
    return field(section("able", ATTACKER, 1, at=(105, 50)), section("red", DEFENDER, 1, at=(500, 390)), mines=mines)


def drawn(state: State, viewer: Viewer):
    scene = view(state, viewer).scene
    assert scene is not None
    return [(feature.name, feature.outline[0]) for feature in scene.board.features if feature.kind == "mines"]


@pytest.mark.rule("IA-mine.record", "IA-R249")
@pytest.mark.parametrize("viewer", [Viewer(ATTACKER), PUBLIC])
def test_nobody_but_its_own_side_tells_a_dummy_from_a_belt(viewer: Viewer) -> None:
    assert view(lying(DUMMY), viewer) == view(lying(SHOWN), viewer)
    assert drawn(lying(DUMMY), viewer) == [("", (100, 60))]
    assert drawn(lying(DUMMY), Viewer(DEFENDER)) == [("dummy", (100, 60))]
    assert drawn(lying(SHOWN), Viewer(DEFENDER)) == [("", (100, 60))]
    assert drawn(lying(SECRET), viewer) == []


@pytest.mark.rule("IA-mine.record", "IA-mine.ap-foot", "IA-R249")
def test_a_dummy_harms_nobody_and_a_marked_belt_does() -> None:
    go = {"able": order(Pace.WALK, (105, 90))}
    assert carried_out(lying(DUMMY), go).state.figure("able1").at == (105, 90)
    assert not carried_out(lying(SHOWN), go, "d6:1").state.figure("able1").fit


@pytest.mark.rule("IA-mine.mark-detector", "IA-R249")
def test_whoever_searches_a_dummy_knows_it_and_keeps_it_to_his_side() -> None:
    state = changed(lying(DUMMY), "able1", specialities=("engineer",), gear=(Gear.MINE_DETECTOR,), at=(105.0, 55.0))
    course = carried_out(state, {"able": task("mark-mines", spot=(105.0, 65.0))})
    assert [(event.found, event.audience) for event in happened(course, "mines-worked")] == [(False, (ATTACKER,))]
    assert drawn(course.state, Viewer(ATTACKER)) == []
    assert drawn(course.state, PUBLIC) == [("", (100, 60))]
    assert drawn(course.state, Viewer(DEFENDER)) == [("dummy", (100, 60))]


@pytest.mark.rule("IA-mine.record", "IA-opt.mine-belt-cost", "IA-R016", "IA-R249")
def test_a_scenario_lays_belts_for_all_to_see_and_dummies_that_cost_nothing() -> None:
    """A belt 5 m wide along y = 65 from 100 to 120 lies in columns 10 and 11 of row 6; 20 m cost 4 times 5 points."""
    real = BeltPlan(side=DEFENDER, kinds=(Mine.ANTI_PERSONNEL,), shown=True, start=(101.0, 65.0), end=(119.0, 65.0))
    for plan, people, cost in ((real, True, 20), (real.model_copy(update={"dummy": True}), False, 0)):
        scenario = ScenarioPlan(defender=DEFENDER, belts=(plan,))
        made = prepared(PLAIN, scenario, DEFENDER, {})
        assert made is not None
        assert [(m.column, m.row, m.anti_personnel, m.shown) for m in made.mines] == [
            (10, 6, people, True),
            (11, 6, people, True),
        ]
        assert sum(each.value for each in defence_costs(scenario, DEFENDER)) == cost


@pytest.mark.rule("IA-mine.record", "IA-R249")
@pytest.mark.parametrize(
    ("what", "shown", "public"), [("anti-personnel", False, 0), ("both", True, 2), ("dummy", False, 2)]
)
def test_the_umpire_lays_a_belt(what, shown, public) -> None:
    action = LayMines(side="defender", what=what, start="101,65", end="119,65", shown=shown)
    before = lying()
    events = RULES.battle.decide(before, action, UMPIRE, Scripted(""))
    state = RULES.battle.fold(events, before)
    assert len(drawn(state, PUBLIC)) == public
    assert len(drawn(state, Viewer(DEFENDER))) == 2
    assert [mine.anti_personnel for mine in state.mines] == [what != "dummy"] * 2
    assert [event.audience for event in events] == [None if public else (DEFENDER,)]


@pytest.mark.rule("IA-foot.deduct-10", "IA-veh.obstacle")
def test_a_high_river_bank_costs_men_10_m_tanks_40_and_stops_lorries() -> None:
    """A walk of 50 m less 10. A running tank drives 120 m less 40; a lorry stops at the bank."""
    bank = line("bank", (0, 70), (600, 70))
    go = order(Pace.DRIVE, (200, 390))
    state = field(
        section("able", ATTACKER, 1, at=(100, 50)),
        vehicle("tank", ATTACKER, TANK, at=(200, 50), running=True, halted_in=-1),
        vehicle("lorry", ATTACKER, TRUCK, at=(300, 50), running=True, halted_in=-1),
        features=(bank,),
    )
    orders = {"able": order(Pace.WALK, (100, 390)), "tank": go, "lorry": replace(go, path=((300.0, 390.0),))}
    after = carried_out(state, orders).state
    assert after.figure("able1").at == (100, 90)
    assert after.vehicle("tank").at == (200, 130)
    assert (after.vehicle("lorry").at or (0, 99))[1] < 70
