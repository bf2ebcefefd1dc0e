"""What the list of standing orders says while fire is declared: the fire that is written, not the way of the period."""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.groups import FirePlan, GroupOrder
from rules.infantry_action.ordering import standing, would_do
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from tests.rules.infantry_action.field import SOUTH, changed, field, located, section


def platoon(step: PeriodStep) -> State:
    state = field(
        section("able", ATTACKER, at=(100, 50)),
        section("baker", ATTACKER, at=(200, 50)),
        section("red", DEFENDER, at=(100, 200), facing=SOUTH),
    )
    state = located(changed(state, "able", order=GroupOrder(Pace.WALK, ((100.0, 180.0),))), "able", "red")
    return replace(state, step=step, plans=())


def test_orders_stand_while_they_are_written() -> None:
    state = platoon(PeriodStep.ORDERS)
    assert [one.units for one in standing(state, ATTACKER)] == [("able",)]
    assert standing(state, ATTACKER)[0].words.startswith("walk")


def test_fire_that_is_written_stands_while_fire_is_declared() -> None:
    state = platoon(PeriodStep.DECLARATION)
    assert standing(state, ATTACKER) == ()
    aimed = replace(state, plans=(FirePlan("baker1", target="red"), FirePlan("able1", "hold")))
    found = standing(aimed, ATTACKER)
    assert [(one.units, one.words) for one in found] == [
        (("able",), "holds fire"),
        (("baker",), f"fires at {state.group('red').name}"),
    ]
    by_group = {would.unit: would for would in would_do(aimed, ATTACKER)}
    assert {one.units[0]: one.number for one in found} == {
        unit: would.order for unit, would in by_group.items() if would.order is not None
    }
    assert standing(aimed, DEFENDER) == ()
