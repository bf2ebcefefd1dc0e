"""Groups that part and join at the start of a period, and what the other side is shown of it. IA-R158"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.movement import Join, OrderGroup, Split
from rules.infantry_action.book.kinds import Pace, Weapon
from rules.infantry_action.decide import decide
from rules.infantry_action.evolve import evolve
from rules.infantry_action.groups import GroupOrder, LastSeen, Located
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.view import view
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import (
    ATTACK,
    SOUTH,
    carried_out,
    changed,
    field,
    happened,
    located,
    officer,
    section,
    team,
    vehicle,
)


def asked(state: State, action, by=ATTACK) -> State:
    for event in decide(state, action, by, Scripted("")):
        state = evolve(state, event)
    return state


def platoon(**changes) -> State:
    """An officer beside a section of four, an enemy 150 m north who has located it."""
    state = field(
        officer("hq", ATTACKER, at=(90, 50)),
        section("able", ATTACKER, at=(100, 50)),
        section("red", DEFENDER, at=(100, 200), facing=SOUTH),
        **changes,
    )
    return located(state, "red", "able")


@pytest.mark.rule("IA-R158", "IA-units.group", "IA-reaction.split-memory")
def test_two_men_part_with_the_memory_of_the_whole_and_are_ordered_in_the_same_period() -> None:
    state = changed(platoon(), "able", lost=("able9",))
    state = asked(state, Split(unit="able", figures=("able3", "able4"), called="Flank"))
    new = state.group("able-2")
    assert (new.name, new.lost, new.order) == ("Flank", ("able9",), None)
    assert [man.id for man in state.men("able")] == ["able1", "able2"]
    assert [man.id for man in state.men("able-2")] == ["able3", "able4"]
    state = asked(state, OrderGroup(unit="able-2", pace="walk", to="120,90"))
    draft = state.draft_of("able-2")
    assert draft is not None
    assert draft.pace is Pace.WALK


@pytest.mark.rule("IA-R158", "IA-R157", "IA-R021")
def test_the_enemy_sees_one_group_until_the_orders_are_opened() -> None:
    before = platoon()
    enemy = Viewer(side=DEFENDER)
    after = asked(before, Split(unit="able", figures=("able3", "able4")))
    assert view(after, enemy) == view(before, enemy)
    opened = replace(after, step=PeriodStep.MOVEMENT)
    assert {unit.ref for unit in view(opened, enemy).units} >= {"able", "able-2"}
    assert {unit.ref for unit in view(after, Viewer(side=ATTACKER)).units} >= {"able", "able-2"}


@pytest.mark.rule("IA-R158")
@pytest.mark.parametrize(
    ("figures", "code"), [(("able1", "able2", "able3", "able4"), "nobody-left"), (("red1",), "unknown-figure")]
)
def test_every_part_needs_a_man_and_only_its_own_go(figures, code) -> None:
    with pytest.raises(RuleViolation) as refused:
        asked(platoon(), Split(unit="able", figures=figures))
    assert refused.value.code == code


@pytest.mark.rule("IA-R158", "IA-orders.communication")
def test_a_group_that_nobody_reaches_neither_parts_nor_joins() -> None:
    state = changed(changed(platoon(), "hq1", at=(500.0, 50.0)), "able", ordered=True)
    for action in (Split(unit="able", figures=("able3",)), Join(unit="able", other="hq")):
        with pytest.raises(RuleViolation) as refused:
            asked(state, action)
        assert refused.value.code == "out-of-touch"


@pytest.mark.rule("IA-R158")
def test_crews_stay_with_their_vehicle() -> None:
    state = field(officer("hq", ATTACKER, at=(90, 50)), vehicle("tank", ATTACKER, at=(100, 50)))
    with pytest.raises(RuleViolation) as refused:
        asked(state, Split(unit="tank", figures=("tank4",)))
    assert refused.value.code == "crew"


@pytest.mark.rule("IA-R158")
def test_a_gun_goes_with_its_whole_crew_and_stays_otherwise() -> None:
    mg = team("mg", ATTACKER, Weapon.TRIPOD_MG, 3, at=(100, 50))
    state = field(officer("hq", ATTACKER, at=(90, 50)), mg)
    state = asked(state, Split(unit="mg", figures=("mg3",)))
    assert state.gun("mg-gun").group == "mg"
    assert state.figure("mg3").serves is None
    assert [man.id for man in state.crew("mg-gun")] == ["mg1", "mg2"]


@pytest.mark.rule("IA-R158", "IA-reaction.merge-memory")
def test_groups_join_at_the_opening_with_the_losses_of_both() -> None:
    """The officer stands at 115 m, the others at 100 to 130: all within 30 m of each other."""
    state = changed(platoon(), "able", lost=("able9",), order=GroupOrder(Pace.WALK, ((300.0, 50.0),)))
    state = changed(state, "hq1", at=(115.0, 50.0))
    state = asked(state, Join(unit="able", other="hq"))
    assert len(list(state.men("hq"))) == 1, "only when both sides' orders are opened"
    course = carried_out(state, dict(state.drafts))
    (event,) = happened(course, "group-joined")
    assert (event.group, event.other) == ("able", "hq")
    assert [man.id for man in course.state.men("hq")] == ["hq1", "able1", "able2", "able3", "able4"]
    assert course.state.group("hq").lost == ("able9",)
    assert not any(group.id == "able" for group in course.state.groups_of(ATTACKER))
    assert course.state.group("able").order is None, "nobody is left to carry it out"


@pytest.mark.rule("IA-R158")
@pytest.mark.parametrize(("east", "joins"), [(130.0, True), (130.1, False)])
def test_30_m_is_near_enough(east: float, joins: bool) -> None:
    state = field(officer("hq", ATTACKER, at=(100, 50)), section("able", ATTACKER, 1, at=(east, 50)))
    if joins:
        assert asked(state, Join(unit="able", other="hq")).drafts
        return
    with pytest.raises(RuleViolation) as refused:
        asked(state, Join(unit="able", other="hq"))
    assert refused.value.code == "too-far"


@pytest.mark.rule("IA-R158")
def test_parts_without_a_name_are_called_after_the_whole() -> None:
    """A part of a part too; a number that a player has given away is not given twice."""
    state = asked(platoon(), Split(unit="able", figures=("able3", "able4")))
    whole = state.group("able").name
    assert state.group("able-2").name == f"{whole}, part 2"
    state = asked(state, Split(unit="able-2", figures=("able4",)))
    assert state.group("able-2-2").name == f"{whole}, part 3"
    state = asked(state, Split(unit="able", figures=("able2",), called=f"{whole}, part 5"))
    assert state.group("able-3").name == f"{whole}, part 5"


@pytest.mark.rule("IA-R158")
def test_the_new_part_has_located_whom_the_whole_had_and_is_located_by_whoever_had_it() -> None:
    """So both may fire at once, and both may be fired at; what the enemy last saw of the whole it saw of both."""
    state = located(platoon(), "able", "red")
    state = replace(
        state,
        first_located=(Located("able", "red", (100, 200), 1), Located("red", "able", (100, 50), 1)),
        glimpses=(LastSeen(DEFENDER, "able", (100, 50), 1, 4), LastSeen(ATTACKER, "red", (100, 200), 1, 4)),
    )
    state = asked(state, Split(unit="able", figures=("able3", "able4")))
    pairs = {("able", "red"), ("able-2", "red"), ("red", "able"), ("red", "able-2")}
    assert {(each.by, each.target) for each in state.sightings} == pairs
    assert {(each.by, each.target) for each in state.first_located} == pairs
    assert [state.located_before(by, target, 1) for by, target in sorted(pairs)] == [True] * 4
    assert {(each.side, each.target, each.men) for each in state.glimpses} == {
        (DEFENDER, "able", 4), (DEFENDER, "able-2", 4), (ATTACKER, "red", 4),
    }  # fmt: skip


@pytest.mark.rule("IA-R021")
def test_a_side_sees_each_man_of_its_own_groups_and_none_of_the_enemys() -> None:
    state = platoon()
    own, enemy = (
        next(unit for unit in view(state, Viewer(side=side)).units if unit.ref == "able")
        for side in (ATTACKER, DEFENDER)
    )
    assert [figure.id for figure in own.figures] == ["able1", "able2", "able3", "able4"]
    assert (enemy.figures, own.original, enemy.original) == ((), 4, None)
