"""Groups on the move as people: by a bridge, through a door, along a hedge, each man to his own place."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from rules.infantry_action.actions.movement import OrderGroup, PlaceMan
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.figures import Condition
from rules.infantry_action.play.movement.foreseeing import preview
from rules.infantry_action.play.movement.order_judging import judge_order, judge_post
from rules.infantry_action.state import ATTACKER, PeriodStep
from rules.kernel.violation import RuleViolation
from rules.table.board import Opening
from rules.table.measure import between
from tests.rules.infantry_action.field import ATTACK, area, carried_out, field, line, order, section, vehicle

CANAL = area("water", 0, 100, 600, 118, name="The canal")
BRIDGE = line("bridge", (100, 94), (100, 124), width=9.0, name="The bridge")


def periods(state, groups, count):
    """So many periods of the same orders, the first of which gives them."""
    course = carried_out(state, groups)
    for number in range(2, count + 1):
        course = carried_out(replace(course.state, period=number, drafts=()), {})
    return course.state


def wet(state, group) -> list[str]:
    """Who stands in the canal beside the bridge."""
    return [m.id for m in state.men(group) if 100 < m.at[1] < 118 and not 95.5 <= m.at[0] <= 104.5]


@pytest.mark.rule("IA-foot.walk", "IA-orders.content", "IA-R240")
def test_a_section_crosses_a_bridge_and_forms_up_behind_it() -> None:
    """Ten men, 10 m apart, from x = 60 to 150; the way leads over the bridge at x = 100 to 60 m beyond the canal. Their
    leader walks 50 m a period: 130 m take three, and those who come by the bridge close up in the fourth and fifth."""
    state = field(section("able", ATTACKER, 10, at=(60, 50)), features=(CANAL, BRIDGE))
    written = {"able": order(Pace.WALK, (100, 92), (100, 126), (100, 180))}
    for count in (1, 2, 3, 4):
        assert wet(periods(state, written, count), "able") == []
    over = periods(state, written, 6)
    assert all(man.at[1] > 118 for man in over.men("able"))
    assert {round(man.at[0]) for man in over.men("able")} == {100 + 10 * n for n in range(10)}
    assert over.group("able").order.path == ()


@pytest.mark.rule("IA-R240")
def test_a_section_goes_into_a_house_by_its_door() -> None:
    """20 by 20 m: all eight find a place within, none nearer than 2 m to another, none in a wall."""
    house = area("building", 90, 100, 110, 120, name="The mill", openings=(Opening("door", (99, 100), (101, 100)),))
    state = field(section("able", ATTACKER, 8, at=(70, 60)), features=(house,))
    inside = periods(state, {"able": order(Pace.WALK, (100, 96), (100, 110))}, 4)
    men = list(inside.men("able"))
    assert all(90 < man.at[0] < 110 and 100 < man.at[1] < 120 for man in men)
    assert all(between(a.at, b.at) >= 1.99 for a, b in combinations(men, 2))


@pytest.mark.rule("IA-R240")
def test_a_section_lines_a_narrow_trench() -> None:
    """30 by 4 m: ten men, 3 m apart along it, all within."""
    trench = area("trench", 90, 145, 120, 149, name="The trench")
    state = field(section("able", ATTACKER, 10, at=(100, 100)), features=(trench,))
    men = list(periods(state, {"able": order(Pace.WALK, (105, 147))}, 5).men("able"))
    assert all(90 < man.at[0] < 120 and 145 < man.at[1] < 149 for man in men)
    assert all(between(a.at, b.at) >= 1.99 for a, b in combinations(men, 2))
    assert max(man.at[0] for man in men) - min(man.at[0] for man in men) > 15.0


@pytest.mark.rule("IA-R240")
def test_a_section_lines_a_trench_that_runs_aslant() -> None:
    """28 m long and 2 m wide, from south-west to north-east."""
    trench = line("trench", (90, 130), (110, 150), width=2.0, name="The trench")
    state = field(section("able", ATTACKER, 10, at=(100, 100)), features=(trench,))
    men = list(periods(state, {"able": order(Pace.WALK, (100, 140))}, 5).men("able"))
    assert all(abs(man.at[1] - man.at[0] - 40) < 2**0.5 for man in men), "within a metre of its middle line"
    assert all(between(a.at, b.at) >= 1.99 for a, b in combinations(men, 2))


@pytest.mark.rule("IA-R240")
def test_the_preview_names_who_finds_no_room_in_a_trench() -> None:
    """8 by 2 m has room for three; the fourth stays outside."""
    pit = area("trench", 101, 145, 109, 147, name="The pit")
    state = replace(field(section("able", ATTACKER, 4, at=(100, 100)), features=(pit,)), step=PeriodStep.ORDERS)
    odds = preview(state, judge_order(state, OrderGroup(unit="able", pace="walk", to="105,146"), ATTACK))
    assert "Man able4 finds no room in The pit." in odds.notes
    men = list(periods(state, {"able": order(Pace.WALK, (105, 146))}, 4).men("able"))
    assert [101 < man.at[0] < 109 and 145 < man.at[1] < 147 for man in men] == [True, True, True, False]


@pytest.mark.rule("IA-R240")
@pytest.mark.parametrize(("formation", "places"), [
    ("line", {(90, 100), (100, 100), (110, 100)}),
    ("file", {(100, 100), (100, 90), (100, 80)}),
    ("wedge", {(100, 100), (92.9, 92.9), (107.1, 92.9)}),
    ("bunch", None),
])  # fmt: skip
def test_formations_are_taken_up(formation, places) -> None:
    """A base is 25 mm wide, 10 m: in line 10 m apart; a wedge's sides fall back at 45 degrees: 10 / √2 = 7.07."""
    state = field(section("able", ATTACKER, 3, at=(100, 50)))
    written = replace(order(Pace.WALK, (100, 100)), formation=formation)
    men = list(periods(state, {"able": written}, 2).men("able"))
    if places is None:
        assert max(between(a.at, b.at) for a, b in combinations(men, 2)) < 6.0
    else:
        assert {(round(m.at[0], 1), round(m.at[1], 1)) for m in men} == places
    assert {man.facing for man in men} == {0.0}


@pytest.mark.rule("IA-R240")
def test_men_line_a_hedge_on_their_side_of_it() -> None:
    hedge = line("hedge", (60, 102), (140, 102), width=2.0)
    state = field(section("able", ATTACKER, 4, at=(100, 60)), features=(hedge,))
    written = replace(order(Pace.WALK, (100, 100)), formation="along")
    men = list(periods(state, {"able": written}, 2).men("able"))
    assert {round(m.at[1]) for m in men} == {100}
    assert {round(m.at[0]) for m in men} == {80, 90, 100, 110} or {round(m.at[0]) for m in men} == {90, 100, 110, 120}


@pytest.mark.rule("IA-R240")
def test_the_preview_shows_every_man_and_names_who_cannot_follow() -> None:
    """A wall without a door around the second man."""
    cell = area("building", 105, 45, 115, 55, name="The cell", openings=(Opening("door", (1, 1), (2, 1), open=False),))
    state = replace(field(section("able", ATTACKER, 3, at=(100, 50)), features=(cell,)), step=PeriodStep.ORDERS)
    odds = preview(state, judge_order(state, OrderGroup(unit="able", pace="walk", to="100,100"), ATTACK))
    assert "Man able2 cannot follow: the walls of The cell." in odds.notes
    ends = [trace.points[-1] for trace in odds.traces[1:]]
    assert (100.0, 100.0) in ends
    assert (120.0, 100.0) in ends


@pytest.mark.rule("IA-R240")
def test_a_man_is_placed_by_hand_while_the_others_stand() -> None:
    state = replace(field(section("able", ATTACKER, 3, at=(100, 50))), step=PeriodStep.ORDERS)
    ready = judge_post(state, PlaceMan(unit="able", figure="able3", to="120,90"), ATTACK)
    men = list(periods(state, {"able": ready.order}, 1).men("able"))
    assert [man.at for man in men] == [(100.0, 50.0), (110.0, 50.0), (120.0, 90.0)]
    walled = field(section("able", ATTACKER, 3, at=(100, 50)), features=(CANAL,))
    with pytest.raises(RuleViolation, match="deep water is in his way"):
        judge_post(replace(walled, step=PeriodStep.ORDERS), PlaceMan(unit="able", figure="able3", to="120,150"), ATTACK)


@pytest.mark.rule("IA-veh.obstacle", "IA-R241")
def test_two_tanks_abreast_cross_a_bridge_one_behind_the_other_and_come_abreast_again() -> None:
    """20 m abreast; the second would drive into the canal."""
    one, two = vehicle("tank", ATTACKER, at=(100, 60)), vehicle("mate", ATTACKER, at=(120, 60))
    mate = replace(two.vehicles[0], group="tank")
    crew = tuple(replace(man, group="tank") for man in two.figures)
    both = replace(one, figures=(*one.figures, *crew), vehicles=(*one.vehicles, mate))
    state = field(both, features=(CANAL, BRIDGE))
    written = {"tank": order(Pace.DRIVE, (100, 92), (100, 126), (100, 180))}
    for count in range(1, 5):
        for each in periods(state, written, count).vehicles:
            assert not 100 < each.at[1] < 118 or abs(each.at[0] - 100) < 0.1
    over = periods(state, written, 5)
    assert over.vehicle("tank").at == (100.0, 180.0)
    assert over.vehicle("mate").at == (120.0, 180.0)


@pytest.mark.rule("IA-R241")
def test_a_vehicle_stops_before_a_wreck() -> None:
    """Both are 7 m long: its middle comes 7 m before the wreck's, less a hair."""
    lorry = vehicle("wreck", ATTACKER, at=(100, 120), condition=Condition.KNOCKED_OUT)
    tank = vehicle("tank", ATTACKER, at=(100, 60))
    over = periods(field(lorry, tank), {"tank": order(Pace.DRIVE, (100, 200))}, 3)
    assert over.vehicle("tank").at == pytest.approx((100.0, 113.0), abs=0.05)
