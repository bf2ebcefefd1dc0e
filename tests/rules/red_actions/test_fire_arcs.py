"""Arcs, turns before fire, enfilade, priorities, observers, gas, rounds."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import fire_arcs as book
from rules.red_actions.book.ammunition import (
    CHARTS as ROUND_CHARTS,
)
from rules.red_actions.book.ammunition import (
    Refill,
    Rounds,
    counts_rounds,
    empty_bar,
    first_stock,
    refill,
    spend,
    supply_cart,
)
from rules.red_actions.book.fire_arcs import (
    allowance,
    enfiladed,
    enfilades,
    in_arc,
    may_turn,
    turn_to_fire,
)
from rules.red_actions.book.kinds import Arm, Light, StruckSide, Trait
from rules.red_actions.book.observing import (
    FireReach,
    LastRound,
    ends_march,
    gas_bar,
    gas_test,
    indirect_reach,
    observed,
    observer_bar,
)
from rules.red_actions.book.priorities import PossibleTarget, priority_bar, proper, ranked
from rules.red_actions.book.shooting import Band, Observed
from rules.red_actions.book.switches import House
from tests.charts import chart

TURRET, SPONSONS, FIXED = (Trait.TURRET,), (Trait.SPONSONS,), (Trait.ARC_45,)


def code(barred: RuleViolation | None) -> str:
    if barred is None:
        return ""
    assert barred.citation.startswith("RA-")
    assert barred.remedy
    return barred.code


@pytest.mark.rule("RA-arc.1", "RA-arc.2", "RA-arc.3", "RA-R133", "RA-R167", "RA-train.artillery.1", "RA-train.mg")
@chart(
    ("arm", "traits", "bearing", "weapon", "inside"),
    [
        (Arm.RIFLE, (), 22, 0, True), (Arm.RIFLE, (), 338, 0, True), (Arm.RIFLE, (), 23, 0, False),
        (Arm.SABRE, (), -22, 0, True), (Arm.GUN, (), 30, 0, False), (Arm.MG, (), 0, 0, True),
        (Arm.TACHANKA, (), 0, 0, False), (Arm.TACHANKA, (), 180, 0, True), (Arm.TACHANKA, (), 158, 0, True),
        (Arm.TACHANKA, (), 157, 0, False), (Arm.ARMOURED_CAR, TURRET, 179, 0, True),
        (Arm.TANK, SPONSONS, 90, 0, True), (Arm.TANK, SPONSONS, 180, 0, True), (Arm.TANK, SPONSONS, 300, 0, True),
        (Arm.FIELD_CAR, FIXED, 45, 0, True), (Arm.FIELD_CAR, FIXED, 46, 0, False),
        (Arm.MG_CAR, FIXED, 90, 90, True), (Arm.MG_CAR, FIXED, 135, 90, True), (Arm.MG_CAR, FIXED, 0, 90, False),
        (Arm.ARMOURED_CAR, (), 45, 0, True), (Arm.ARMOURED_CAR, (), 60, 0, False),
    ],
)  # fmt: skip
def test_arcs(arm: Arm, traits: tuple[Trait, ...], bearing: float, weapon: float, inside: bool) -> None:
    assert in_arc(arm, bearing, traits, weapon=weapon) is inside


@pytest.mark.rule("RA-train.artillery.1", "RA-R166")
@pytest.mark.parametrize(
    ("bearing", "ahead", "behind", "inside"),
    [
        (180, False, True, False), (160, False, True, False), (158, False, True, True), (202, False, True, True),
        (0, False, True, True), (0, True, True, False), (10, True, False, False), (180, True, False, True),
        (90, True, True, True),
    ],
)  # fmt: skip
def test_a_turret_does_not_fire_along_its_own_train(bearing: float, ahead: bool, behind: bool, inside: bool) -> None:
    assert in_arc(Arm.TURRET_CAR, bearing, TURRET, train_ahead=ahead, train_behind=behind) is inside


@pytest.mark.rule("RA-shoot.1", "RA-shoot.move.rifle", "RA-shoot.move.sabres", "RA-shoot.move.mg")
@pytest.mark.rule("RA-shoot.move.guns", "RA-shoot.move.ac", "RA-shoot.move.tanks")
@chart(
    ("arm", "traits", "bearing", "turn"),
    [
        (Arm.RIFLE, (), 10, 0), (Arm.RIFLE, (), 90, 90), (Arm.RIFLE, (), 70, 90), (Arm.RIFLE, (), 280, -90),
        (Arm.RIFLE, (), 45, None), (Arm.RIFLE, (), 180, 180), (Arm.SABRE, (), 180, 180), (Arm.SABRE, (), 30, None),
        (Arm.MG, (), 40, 18), (Arm.MG, (), 67, 45), (Arm.MG, (), 68, None), (Arm.GUN, (), -40, -18),
        (Arm.MORTAR, (), 320, -18), (Arm.TACHANKA, (), 140, -18), (Arm.TACHANKA, (), 0, None),
        (Arm.ARMOURED_CAR, (), 90, 45), (Arm.ARMOURED_CAR, (), 91, None), (Arm.ARMOURED_CAR, TURRET, 180, 0),
        (Arm.TANK, SPONSONS, 0, 0), (Arm.FIELD_CAR, FIXED, 60, None), (Arm.OFFICER, (), 90, None),
    ],
)  # fmt: skip
def test_the_turn_that_brings_a_target_into_arc(
    arm: Arm, traits: tuple[Trait, ...], bearing: float, turn: float | None
) -> None:
    assert turn_to_fire(arm, bearing, traits) == (None if turn is None else pytest.approx(turn))


@pytest.mark.rule("RA-shoot.1", "RA-R122")
def test_nobody_turns_when_charged_from_behind() -> None:
    assert may_turn(StruckSide.FRONT)
    assert not may_turn(StruckSide.FLANK)
    assert not may_turn(StruckSide.REAR)


@pytest.mark.rule("RA-shoot.move.rifle")
def test_only_riflemen_deploy_from_column_to_fire() -> None:
    assert {arm for arm in Arm if (row := allowance(arm)) and row.deploys} == {Arm.RIFLE}
    assert allowance(Arm.ENGINE) is None


@pytest.mark.rule("RA-enfilade.1", "RA-R133")
@pytest.mark.parametrize(
    ("right", "ahead", "inside"),
    [
        # A line 4 in wide and 0.5 in deep: tan 11° is 0.1944, so at 8 in to the right it is 10 x 0.1944 + 0.25 = 2.19.
        (8, 0, True), (8, 2.1, True), (8, 2.3, False), (-8, -2.1, True), (-8, -2.3, False), (0, 3, False),
        (1.9, 0, False), (20, 4.5, True), (20, 4.6, False),
    ],
)  # fmt: skip
def test_fire_along_a_line(right: float, ahead: float, inside: bool) -> None:
    assert enfilades(right, ahead, 4, 0.5) is inside


@pytest.mark.rule("RA-enfilade.1")
def test_the_bulk_of_the_shooters_is_over_half() -> None:
    along, before = (8.0, 0.0), (0.0, 5.0)
    assert enfiladed((along, along, before), 4, 0.5)
    assert not enfiladed((along, before), 4, 0.5)
    assert not enfiladed((), 4, 0.5)


GUNS = PossibleTarget("guns", threatens=True, close=False, in_open=False)
NEAR = PossibleTarget("company", threatens=False, close=True, in_open=True)
WOODS = PossibleTarget("men in woods", threatens=False, close=True, in_open=False)
FAR = PossibleTarget("column", threatens=False, close=False, in_open=True)
STAFF = PossibleTarget("staff", threatens=False, close=True, in_open=True, lone_officer=True, apart=False)
RIDER = PossibleTarget("rider", threatens=False, close=False, in_open=True, lone_officer=True)


@pytest.mark.rule("RA-priority.1", "RA-def.officer.senior-unit.2")
def test_the_order_of_targets() -> None:
    assert ranked((FAR, WOODS, NEAR, GUNS, STAFF)) == (GUNS, NEAR, WOODS, FAR)
    assert proper((FAR, NEAR, WOODS)) == (NEAR,)
    assert proper((FAR, RIDER)) == (FAR, RIDER)
    assert proper(()) == ()


@pytest.mark.rule("RA-priority.1", "RA-priority.4", "RA-def.officer.senior-unit.2")
@pytest.mark.parametrize(
    ("chosen", "others", "senior", "expected"),
    [
        (NEAR, (NEAR, FAR), False, ""),
        (FAR, (NEAR, FAR), False, "other-target-first"),
        (FAR, (NEAR, FAR), True, ""),
        (NEAR, (GUNS, NEAR), False, "other-target-first"),
        (WOODS, (WOODS, FAR), False, ""),
        (STAFF, (), True, "officer-not-apart"),
        (RIDER, (FAR,), False, ""),
        (RIDER, (NEAR,), False, "other-target-first"),
        (RIDER, (NEAR,), True, "other-target-first"),
    ],
)
def test_priorities(chosen: PossibleTarget, others: tuple[PossibleTarget, ...], senior: bool, expected: str) -> None:
    assert code(priority_bar(chosen, others, senior)) == expected


@pytest.mark.rule("RA-indirect.1", "RA-indirect.2", "RA-R28")
def test_first_and_later_turns_of_observed_fire() -> None:
    assert observed("bridge", "", None) is Observed.NO
    assert observed("bridge", "scout", None) is Observed.FIRST
    assert observed("bridge", "scout", LastRound("bridge", "scout")) is Observed.LATER
    assert observed("bridge", "scout", LastRound("farm", "scout")) is Observed.FIRST
    assert observed("bridge", "other", LastRound("bridge", "scout")) is Observed.FIRST


@pytest.mark.rule("RA-indirect.5", "RA-R29", "RA-R115")
def test_ranges_from_the_observer() -> None:
    everything = House((("indirect-range", "observer-for-everything"),))
    assert indirect_reach(100, 10, 120) == FireReach(10, Band.CLOSE)
    assert indirect_reach(100, 70, 120) == FireReach(70, Band.LONG)
    assert indirect_reach(130, 10, 120) == FireReach(10, Band.OUT)
    assert indirect_reach(130, 10, 120, house=everything) == FireReach(10, Band.CLOSE)
    assert indirect_reach(100, 10, 120, Light.DARK).band is Band.OUT


@pytest.mark.rule("RA-gas.1", "RA-R119")
def test_gas() -> None:
    assert code(gas_bar(Arm.GUN, (Trait.GAS,))) == ""
    assert code(gas_bar(Arm.GUN, ())) == "no-gas"
    assert code(gas_bar(Arm.TANK, (Trait.GAS,))) == "no-gas"
    assert gas_test(Arm.RIFLE, routing=False)
    assert not gas_test(Arm.RIFLE, routing=True)
    assert not gas_test(Arm.TANK, routing=False)
    assert not gas_test(Arm.OFFICER, routing=False)


@pytest.mark.rule("RA-harass", "RA-R118")
def test_harassing_fire_ends_a_march() -> None:
    assert [ends_march(far) for far in Band] == [True, True, True, False]
    assert [far.shoots for far in Band] == [True, True, False, False]


@pytest.mark.rule("RA-ammo.guns", "RA-ammo.mortars", "RA-R117")
def test_what_a_base_carries() -> None:
    assert first_stock(Arm.GUN) == Rounds(2, 6)
    assert first_stock(Arm.GUN, cart=False) == Rounds(2, 0)
    assert first_stock(Arm.MORTAR) == Rounds(3, 9)
    assert first_stock(Arm.RIFLE) == Rounds()
    assert counts_rounds(Arm.GUN)
    assert not counts_rounds(Arm.MG)
    assert not counts_rounds(Arm.GUN, House((("ammunition", "off"),)))


@pytest.mark.rule("RA-ammo.guns", "RA-R117")
def test_rounds_are_spent_from_the_limber_first() -> None:
    rounds = first_stock(Arm.GUN)
    seen = [rounds]
    while rounds.left:
        rounds = spend(rounds)
        seen.append(rounds)
    assert seen[:4] == [Rounds(2, 6), Rounds(1, 6), Rounds(0, 6), Rounds(0, 5)]
    assert len(seen) == 9, "eight turns of fire"
    assert code(empty_bar(rounds)) == "no-rounds"
    with pytest.raises(RuleViolation):
        spend(rounds)


@pytest.mark.rule("RA-ammo.carts", "RA-R117", "RA-R165")
def test_a_cart_fills_the_limber_again() -> None:
    assert refill(Arm.GUN, Rounds(0, 0), 6) == Refill(Rounds(2, 0), 4)
    assert refill(Arm.GUN, Rounds(1, 3), 6) == Refill(Rounds(2, 3), 5)
    assert refill(Arm.MORTAR, Rounds(0, 0), 2) == Refill(Rounds(2, 0), 0)
    assert refill(Arm.MORTAR, Rounds(0, 0), 9) == Refill(Rounds(3, 0), 6)
    assert refill(Arm.GUN, Rounds(2, 6), 6) == Refill(Rounds(2, 6), 6)
    assert (supply_cart(Arm.GUN), supply_cart(Arm.MORTAR)) == (6, 9)


@pytest.mark.rule("RA-shoot.move.rifle", "RA-arc.1", "RA-ammo.guns")
def test_the_charts_typed_once_more() -> None:
    charts = {chart.name: chart.rows for chart in (*book.CHARTS, *ROUND_CHARTS)}
    assert charts["turns-before-shooting"] == (
        ("riflemen", "turn 90° or 180°, or deploy from column"),
        ("sabres", "turn 90° or 180°"),
        ("machine-guns, tachankas, mortars", "pivot up to 45°"),
        ("guns", "pivot up to 45°"),
        ("armoured cars", "pivot up to 45°"),
        ("tanks", "pivot up to 45°"),
    )
    assert [row[1] for row in charts["fire-arcs"]] == [22, 22, 180, 90, 45, 11]
    assert [row[1:] for row in charts["ammunition"]] == [(2, 6), (3, 9)]


@pytest.mark.rule("RA-indirect.1", "RA-R168")
def test_only_guns_and_mortars_have_observers() -> None:
    served = {arm for arm in Arm if observer_bar(arm) is None}
    assert served == {Arm.GUN, Arm.MORTAR, Arm.FIELD_CAR, Arm.TURRET_CAR}
    assert code(observer_bar(Arm.MG)) == "no-indirect-fire"
