"""Who may charge whom, what follows on contact, pursuit."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import charging as book
from rules.red_actions.book.charging import (
    AtContact,
    Caught,
    ChargeStep,
    Chase,
    GoesOn,
    against_vehicle,
    at_contact,
    catches_later,
    caught,
    charge_bar,
    charge_fire_distance,
    chase,
    chase_catches,
    contact_terror,
    counter_charge_bar,
    fear_tested,
    flight_bar,
    goes_on,
    halts_pursuit,
    immobilises,
    needs_charge_test,
    pursues,
)
from rules.red_actions.book.kinds import Arm, StruckSide, Trait
from rules.red_actions.book.switches import House
from tests.charts import chart

FRONT, FLANK, REAR = StruckSide.FRONT, StruckSide.FLANK, StruckSide.REAR


def code(barred: RuleViolation | None) -> str:
    """The reason, or nothing; whatever is refused names a rule and a remedy."""
    if barred is None:
        return ""
    assert barred.citation.startswith("RA-")
    assert barred.remedy
    return barred.code


@pytest.mark.rule("RA-charge.target.sabres", "RA-charge.target.riflemen", "RA-charge.target.vehicles")
@pytest.mark.rule("RA-charge.target.none", "RA-R151", "RA-R127")
@chart(
    ("charger", "target", "facing", "routing", "expected"),
    [
        (Arm.SABRE, Arm.RIFLE, FRONT, False, ""),
        (Arm.SABRE, Arm.SABRE, FRONT, False, ""),
        (Arm.SABRE, Arm.GUN, FRONT, False, ""),
        (Arm.SABRE, Arm.OFFICER, FRONT, False, ""),
        (Arm.SABRE, Arm.TANK, REAR, False, "vehicle-not-charged"),
        (Arm.SABRE, Arm.OTHER_CAR, FLANK, False, "vehicle-not-charged"),
        (Arm.RIFLE, Arm.RIFLE, FRONT, False, ""),
        (Arm.RIFLE, Arm.MG, FRONT, False, ""),
        (Arm.RIFLE, Arm.TACHANKA, FRONT, False, ""),
        (Arm.RIFLE, Arm.SABRE, FRONT, False, "front-of-sabres"),
        (Arm.RIFLE, Arm.SABRE, FLANK, False, ""),
        (Arm.RIFLE, Arm.SABRE, REAR, False, ""),
        (Arm.RIFLE, Arm.SABRE, FRONT, True, ""),
        (Arm.RIFLE, Arm.ARMOURED_CAR, REAR, False, "vehicle-not-charged"),
        (Arm.TANK, Arm.RIFLE, FRONT, False, ""),
        (Arm.TANK, Arm.TANK, FRONT, False, "vehicle-not-charged"),
        (Arm.ARMOURED_CAR, Arm.SABRE, FRONT, False, ""),
        (Arm.ARMOURED_CAR, Arm.ENGINE, FRONT, False, "vehicle-not-charged"),
        (Arm.ENGINE, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.MG_CAR, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.TACHANKA, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.MG, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.MORTAR, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.GUN, Arm.RIFLE, FRONT, False, "may-not-charge"),
        (Arm.OFFICER, Arm.RIFLE, FRONT, False, "may-not-charge"),
    ],
)
def test_who_may_charge_whom(charger: Arm, target: Arm, facing: StruckSide, routing: bool, expected: str) -> None:
    assert code(charge_bar(charger, target, facing, routing)) == expected


@pytest.mark.rule("RA-charge.flank.2", "RA-charge.rear.2", "RA-R11")
def test_markers_for_flank_and_rear() -> None:
    assert [contact_terror(facing) for facing in (FRONT, FLANK, REAR)] == [0, 1, 3]


@pytest.mark.rule("RA-charge.test", "RA-ambush.benefit.1", "RA-R87")
def test_the_charge_test() -> None:
    assert needs_charge_test(from_ambush=False)
    assert not needs_charge_test(from_ambush=True)
    assert not needs_charge_test(from_ambush=False, pursuing=True)


@pytest.mark.rule("RA-charge.fear", "RA-charge.mortars", "RA-R127", "RA-R120")
def test_the_fear_test() -> None:
    assert fear_tested(Arm.RIFLE, routing=False)
    assert fear_tested(Arm.GUN, routing=False)
    assert not fear_tested(Arm.RIFLE, routing=True)
    assert not fear_tested(Arm.MORTAR, routing=False)
    assert not fear_tested(Arm.OFFICER, routing=False)


@pytest.mark.rule("RA-charge.flee", "RA-preempt.charged", "RA-R71")
def test_flight_by_choice() -> None:
    front_only = House((("voluntary-flight", "front-only"),))
    assert code(flight_bar(FRONT, acted=False)) == ""
    assert code(flight_bar(FRONT, acted=True)) == "has-acted"
    assert code(flight_bar(FRONT, acted=True, house=front_only)) == ""
    assert code(flight_bar(FLANK, acted=False)) == "charged-behind"
    assert code(flight_bar(REAR, acted=False, house=front_only)) == "charged-behind"


@pytest.mark.rule("RA-charge.counter", "RA-R77")
def test_counter_charges() -> None:
    assert code(counter_charge_bar(Arm.SABRE, Arm.SABRE, FRONT)) == ""
    assert code(counter_charge_bar(Arm.SABRE, Arm.SABRE, FLANK)) == "no-counter-charge"
    assert code(counter_charge_bar(Arm.SABRE, Arm.SABRE, FRONT, shot=True)) == "no-counter-charge"
    assert code(counter_charge_bar(Arm.RIFLE, Arm.SABRE, FRONT)) == "no-counter-charge"
    assert code(counter_charge_bar(Arm.SABRE, Arm.TACHANKA, FRONT)) == "no-counter-charge"


@pytest.mark.rule("RA-charge.shoot", "RA-R75")
def test_the_distance_of_fire_at_chargers() -> None:
    close = House((("charge-fire-range", "close"),))
    assert charge_fire_distance(10, 12) == 10
    assert charge_fire_distance(10, 12, close) == 6
    assert charge_fire_distance(4, 12, close) == 4


@pytest.mark.rule("RA-charge.shoot", "RA-R74", "RA-R76")
@pytest.mark.parametrize(
    ("retired", "routed", "pinned", "choice", "expected"),
    [
        (False, False, False, "test", GoesOn.YES),
        (True, False, False, "test", GoesOn.NO),
        (False, True, False, "test", GoesOn.NO),
        (False, False, True, "test", GoesOn.RALLY),
        (False, False, True, "continues", GoesOn.YES),
        (False, False, True, "cancelled", GoesOn.NO),
        (True, False, True, "continues", GoesOn.NO),
    ],
)
def test_whether_the_charge_goes_on(retired: bool, routed: bool, pinned: bool, choice: str, expected: GoesOn) -> None:
    assert goes_on(retired, routed, pinned, House((("pinned-charge", choice),))) is expected


@pytest.mark.rule("RA-R80")
def test_the_order_of_a_charge() -> None:
    assert [step.name for step in ChargeStep] == [
        "DECLARE", "LEGAL", "CHARGE_TEST", "MORTARS", "FEAR_TEST", "FIRE", "CHARGERS", "COUNTER_CHARGE", "CONTACT",
        "COMBAT", "OFFICERS", "PURSUIT",
    ]  # fmt: skip


@pytest.mark.rule("RA-charge.guns", "RA-tank.charge.1", "RA-ac.charge.1", "RA-R78", "RA-R89", "RA-R120", "RA-R127")
@pytest.mark.parametrize(
    ("charger", "target", "routing", "expected"),
    [
        (Arm.RIFLE, Arm.RIFLE, False, AtContact.COMBAT),
        (Arm.SABRE, Arm.TACHANKA, False, AtContact.COMBAT),
        (Arm.SABRE, Arm.GUN, False, AtContact.SURRENDERS),
        (Arm.TANK, Arm.GUN, False, AtContact.SURRENDERS),
        (Arm.TANK, Arm.RIFLE, False, AtContact.ROUTS),
        (Arm.ARMOURED_CAR, Arm.SABRE, False, AtContact.ROUTS),
        (Arm.RIFLE, Arm.SABRE, True, AtContact.CAUGHT),
        (Arm.TANK, Arm.RIFLE, True, AtContact.CAUGHT),
        (Arm.SABRE, Arm.OFFICER, False, AtContact.CAPTURED),
    ],
)
def test_contact(charger: Arm, target: Arm, routing: bool, expected: AtContact) -> None:
    assert at_contact(charger, target, routing) is expected


@pytest.mark.rule("RA-tank.charge.2", "RA-tank.charge.3", "RA-ac.charge.2", "RA-R89")
@pytest.mark.parametrize(
    ("die", "grenadiers", "stops"),
    [(5, False, False), (6, False, True), (3, True, False), (4, True, True), (6, True, True), (1, False, False)],
)
def test_the_die_against_a_vehicle(die: int, grenadiers: bool, stops: bool) -> None:
    score = against_vehicle(die, (Trait.GRENADIERS,) if grenadiers else ())
    assert score.value == die + (2 if grenadiers else 0)
    assert immobilises(score.value) is stops


@pytest.mark.rule("RA-pursuit.3", "RA-pursuit.4", "RA-R86")
@pytest.mark.parametrize(
    ("pursuer", "router", "arm", "expected"),
    [
        (16, 8, Arm.RIFLE, Chase.CAUGHT),
        (16, 14, Arm.TACHANKA, Chase.CAUGHT),
        (16, 16, Arm.SABRE, Chase.ROLL),
        (14, 14, Arm.TACHANKA, Chase.ROLL),
        (14, 14, Arm.GUN, Chase.ESCAPED),
        (14, 16, Arm.SABRE, Chase.ESCAPED),
    ],
)
def test_who_is_caught(pursuer: int, router: int, arm: Arm, expected: Chase) -> None:
    assert chase(pursuer, router, arm) is expected


@pytest.mark.rule("RA-pursuit.4")
def test_the_die_of_a_chase() -> None:
    assert [chase_catches(die) for die in range(1, 7)] == [False, False, False, True, True, True]


@pytest.mark.rule("RA-pursuit.1", "RA-pursuit.2", "RA-pursuit.5")
def test_who_pursues_and_who_stops_it() -> None:
    assert pursues(Arm.SABRE, foe_routed_in_combat=True)
    assert not pursues(Arm.SABRE, foe_routed_in_combat=False)
    assert not pursues(Arm.RIFLE, foe_routed_in_combat=True)
    assert not catches_later(Arm.RIFLE, flight_blocked=False)
    assert catches_later(Arm.RIFLE, flight_blocked=True)
    assert halts_pursuit(2, faces=True, can_fight=True)
    assert not halts_pursuit(2.1, faces=True, can_fight=True)
    assert not halts_pursuit(1, faces=False, can_fight=True)
    assert not halts_pursuit(1, faces=True, can_fight=False)


@pytest.mark.rule("RA-pursuit.6", "RA-R88", "RA-R73")
@pytest.mark.parametrize(("bases", "destroyed", "prisoners"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (5, 3, 2), (6, 3, 3)])
def test_caught(bases: int, destroyed: int, prisoners: int) -> None:
    assert caught(bases) == Caught(destroyed, prisoners)


def test_the_charts_typed_once_more() -> None:
    charts = {chart.name: [list(row[1:]) for row in chart.rows] for chart in book.CHARTS}
    assert [row[0] for row in charts["charge-contact"]] == [0, 1, 3]
    assert len(charts["charge-order"]) == 12
    assert charts["pursuit"][1] == ["caught on a d6 of 4 or more"]
    assert charts["charge-targets"][1] == ["anything except vehicles and the front of sabres"]
    against = next(chart for chart in book.CHARTS if chart.name == "against-vehicles")
    assert against.rows[0][0] == "6 or more"
    assert against.notes[0].startswith("Grenadiers add 2")
