"""Fires, wire, foxholes; breakdown, recovery and capture of vehicles: worked by hand from pages 8 and 15."""

from __future__ import annotations

import pytest

from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import vehicles, works
from rules.red_actions.book.kinds import Mover
from rules.red_actions.book.switches import House
from rules.red_actions.book.terrain import BreakdownDie
from rules.red_actions.book.vehicles import Trouble
from rules.red_actions.book.works import WireCrossing

# ── Fire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-building.fire.1", "RA-R134", "RA-R103")
def test_setting_fire() -> None:
    """3 to 6."""
    assert [works.lights(die) for die in range(1, 7)] == [False, False, True, True, True, True]
    assert works.roll_light(0, Scripted("d6:2")) == (2, 0)
    assert works.roll_light(0, Scripted("d6:3")) == (3, 1)
    assert works.roll_light(2, Scripted("d6:6")) == (6, 3)


@pytest.mark.rule("RA-building.fire.2", "RA-building.fire.3", "RA-R103")
def test_a_fire_grows_to_five_markers() -> None:
    markers = [1]
    while not works.ruined(markers[-1]):
        markers.append(works.grown(markers[-1]))
    assert markers == [1, 2, 3, 4, 5]
    assert works.grown(5) == 5
    assert works.grown(0) == 0  # a fire that is out stays out


@pytest.mark.rule("RA-building.fire.4", "RA-R103")
@pytest.mark.parametrize(("die", "left"), [(1, 4), (2, 4), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_fighting_a_fire_of_four(die: int, left: int) -> None:
    assert works.roll_fight_fire(4, Scripted(f"d6:{die}")) == (die, left)
    assert works.fought(1, 6) == 0


@pytest.mark.rule("RA-building.fire.1", "RA-building.fire.4", "RA-R103")
def test_where_there_is_nothing_to_burn_or_fight() -> None:
    works.bar_light(True, 0)
    works.bar_fight_fire(True, 1)
    for refused, code in (
        (lambda: works.bar_light(False, 0), "out-of-touch"),
        (lambda: works.bar_light(True, 5), "ruined"),
        (lambda: works.bar_fight_fire(True, 0), "no-fire"),
        (lambda: works.bar_fight_fire(False, 2), "out-of-touch"),
    ):
        with pytest.raises(RuleViolation) as violation:
            refused()
        assert violation.value.code == code


# ── Wire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-wire.2", "RA-wire.3", "RA-R104")
@pytest.mark.parametrize(
    ("dice", "infantry", "engineers"),
    [
        ("d6:3,d6:4", WireCrossing.HELD, WireCrossing.HELD),
        ("d6:4,d6:4", WireCrossing.HELD, WireCrossing.LANE),
        ("d6:4,d6:5", WireCrossing.ACROSS, WireCrossing.LANE),
        ("d6:6,d6:6", WireCrossing.ACROSS, WireCrossing.LANE),
    ],
)
def test_in_the_wire(dice: str, infantry: WireCrossing, engineers: WireCrossing) -> None:
    assert works.roll_crossing(False, Scripted(dice))[1] is infantry
    assert works.roll_crossing(True, Scripted(dice))[1] is engineers


@pytest.mark.rule("RA-wire.1")
def test_who_goes_into_wire() -> None:
    works.bar_wire(Mover.INFANTRY)
    works.bar_wire(Mover.TANK)
    for mover in (Mover.SABRES, Mover.LIMBERED, Mover.ARMOURED_CAR):
        with pytest.raises(RuleViolation):
            works.bar_wire(mover)


@pytest.mark.rule("RA-wire.4", "RA-wire.5", "RA-R179")
def test_clearing_strips() -> None:
    """9 in are two strips of 4 in; 4+ crushes."""
    assert works.strips(9) == 2
    assert works.strips(3.9) == 0
    assert works.roll_strips(9, Scripted("d6:3,d6:4")) == ((3, False), (4, True))
    works.bar_strip(True)
    with pytest.raises(RuleViolation):
        works.bar_strip(False)


# ── Foxholes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-dig.1", "RA-dig.2", "RA-R62")
def test_digging() -> None:
    """With tools a column takes two segments, without four; three columns are the most."""
    assert works.columns(works.dug(0, tools=True)) == 0
    assert works.columns(works.dug(works.dug(0, tools=True), tools=True)) == 1
    assert works.columns(3) == 0
    assert works.columns(works.dug(3, tools=False)) == 1
    assert works.dug(11, tools=True) == 12
    assert works.shift(11) == -2
    assert works.shift(12) == -3
    works.bar_dig(True, 11)
    for infantry, quarters in ((False, 0), (True, 12)):
        with pytest.raises(RuleViolation):
            works.bar_dig(infantry, quarters)


# ── Vehicles ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-tank.speed", "RA-tank.obstacle", "RA-tank.wire", "RA-ac.speed", "RA-ac.obstacle")
@pytest.mark.parametrize(
    ("test", "die", "trouble"),
    [
        (BreakdownDie.SPEED, 1, Trouble.BROKEN), (BreakdownDie.SPEED, 2, Trouble.NONE),
        (BreakdownDie.OBSTACLE, 1, Trouble.FOR_GOOD), (BreakdownDie.OBSTACLE, 2, Trouble.STUCK),
        (BreakdownDie.OBSTACLE, 3, Trouble.NONE), (BreakdownDie.WIRE, 1, Trouble.STUCK), (BreakdownDie.WIRE, 2,
        Trouble.NONE),
    ],
)  # fmt: skip
def test_breakdown_dice(test: BreakdownDie, die: int, trouble: Trouble) -> None:
    thrown = vehicles.roll_breakdowns((test,), Scripted(f"d6:{die}"))
    assert vehicles.outcome(thrown) is trouble


@pytest.mark.rule("RA-R92", "RA-R179")
def test_dice_of_one_segment() -> None:
    tests = (BreakdownDie.OBSTACLE, BreakdownDie.OBSTACLE, BreakdownDie.SPEED)
    three = vehicles.roll_breakdowns(tests, Scripted("d6:3,d6:6,d6:1"))
    assert [each.die for each in three] == [3, 6, 1]
    assert vehicles.outcome(three) is Trouble.BROKEN
    one = vehicles.roll_breakdowns(tests, Scripted("d6:2"))
    assert len(one) == 1
    assert vehicles.outcome(one) is Trouble.STUCK
    assert vehicles.roll_breakdowns((), Scripted("")) == ()


@pytest.mark.rule("RA-R94", "RA-action.extra.vehicle", "RA-tank.fire-stuck", "RA-ac.fire-stuck")
def test_recovery() -> None:
    assert vehicles.roll_recovery(Trouble.STUCK, Scripted("d6:3")) == (3, Trouble.STUCK)
    assert vehicles.roll_recovery(Trouble.STUCK, Scripted("d6:4")) == (4, Trouble.NONE)
    assert vehicles.roll_recovery(Trouble.BROKEN, Scripted("d6:6")) == (6, Trouble.NONE)
    vehicles.bar_recovery(Trouble.BROKEN)
    for state in (Trouble.FOR_GOOD, Trouble.NONE):
        with pytest.raises(RuleViolation):
            vehicles.bar_recovery(state)


@pytest.mark.rule("RA-tank.capture", "RA-R99")
def test_a_captured_tank() -> None:
    assert vehicles.capture_penalty(70) == 70
    assert vehicles.capture_penalty(70, House((("tank-capture-penalty", "none"),))) == 0
    assert vehicles.capture_penalty(70, House((("tank-capture-penalty", "25"),))) == 25


def test_the_charts_typed_once_more() -> None:
    fire, wire, digging = works.CHARTS
    assert [row[1] for row in fire.rows] == ["3-6", 1, 5, 1, 2, 3]
    assert [row[2] for row in wire.rows] == [9, 8, 4]
    assert [row[1] for row in digging.rows] == ["1/2", "1/4", 3]
    (breakdown,) = vehicles.CHARTS
    assert breakdown.rows == (
        ("obstacle", "stuck for good", "stuck"),
        ("wire", "stuck", "no effect"),
        ("speed", "broken down", "no effect"),
    )
