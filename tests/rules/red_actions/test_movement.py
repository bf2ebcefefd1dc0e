"""How far units move, when they march, what a turn costs: worked by hand from the book."""

from __future__ import annotations

from math import pi

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import movement
from rules.red_actions.book.kinds import Arm, Mover, UnitFormation, Weather
from rules.red_actions.book.movement import Moving, allowance
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.play.ground.layout import depth_of
from rules.red_actions.play.ground.ways import swing
from tests.charts import chart
from tests.rules.red_actions.field import NORTH, SOUTH, battle, unit

METRES = House((("officer-move-mounted", "16"),))


def inches(arm: Arm, mover: Mover, move: int, house: House = BOOK, **facts: object) -> float:
    return allowance(Moving(arm, mover, move, **facts), house).inches  # type: ignore[arg-type]


@pytest.mark.rule("RA-move.1", "RA-evade.1", "RA-march.1", "RA-terrain.road.2", "RA-R124")
@chart(
    ("facts", "expected"),
    [
        ({}, 8),
        ({"evading": True}, 4),
        ({"marching": True}, 16),
        ({"marching": True, "road": True}, 18),  # the ruling's own example
        ({"road": True}, 10),
        ({"evading": True, "road": True}, 6),
        ({"fired": True}, 8),  # rifles: full speed
        ({"fired": True, "evading": True}, 4),
        ({"charging": True, "road": True}, 10),
        ({"charging": True, "ambush": True}, 10),
        ({"charging": True, "ambush": True, "road": True}, 12),
        ({"road": True, "weather": Weather.RAIN}, 8),
        ({"marching": True, "road": True, "weather": Weather.RAIN}, 16),
    ],
)
def test_riflemen_with_move_8_and_evasive_speed_4(facts: dict[str, object], expected: float) -> None:
    assert inches(Arm.RIFLE, Mover.INFANTRY, 8, evade=4, **facts) == expected


@pytest.mark.rule("RA-weather.rain", "RA-R125", "RA-ambush.benefit.2", "RA-charge.legal.reach", "RA-R79")
def test_the_lines_of_an_allowance() -> None:
    found = allowance(Moving(Arm.SABRE, Mover.SABRES, 16, charging=True, ambush=True, road=True))
    assert [(line.inches, line.citation) for line in found.lines] == [
        (16, "RA-move.1"), (2, "RA-ambush.benefit.2"), (2, "RA-terrain.road.2"),
    ]  # fmt: skip
    assert str(found) == "20 in: +16 move of the card, +2 surprise, +2 by road all the way"


@pytest.mark.rule(
    "RA-shoot.move.rifle", "RA-shoot.move.sabres", "RA-shoot.move.mg", "RA-shoot.move.guns", "RA-shoot.move.ac",
    "RA-shoot.move.tanks", "RA-shoot.5", "RA-note.tachanka", "RA-R123", "RA-action.move",
)  # fmt: skip
@pytest.mark.parametrize(
    ("arm", "mover", "move", "left"),
    [
        (Arm.RIFLE, Mover.INFANTRY, 8, 8),
        (Arm.SABRE, Mover.SABRES, 16, 8),
        (Arm.MG, Mover.INFANTRY, 6, 0),
        (Arm.TACHANKA, Mover.LIMBERED, 14, 0),
        (Arm.MORTAR, Mover.INFANTRY, 5, 0),
        (Arm.ARMOURED_CAR, Mover.ARMOURED_CAR, 14, 7),
        (Arm.TANK, Mover.TANK, 5, 0),
    ],
)
def test_what_is_left_after_shooting(arm: Arm, mover: Mover, move: int, left: float) -> None:
    assert inches(arm, mover, move, fired=True) == left
    assert inches(arm, mover, move) == move


@pytest.mark.rule("RA-shoot.move.guns", "RA-R174", "RA-R123", "RA-form.limber")
def test_guns() -> None:
    """Unlimbered they are pushed an inch, having fired or not."""
    assert inches(Arm.GUN, Mover.LIMBERED, 8, unlimbered=True, fired=True) == 1
    assert inches(Arm.GUN, Mover.LIMBERED, 8, unlimbered=True) == 1
    assert inches(Arm.GUN, Mover.LIMBERED, 8) == 8
    assert movement.limbers(Arm.GUN)
    assert not movement.limbers(Arm.MORTAR)
    assert not movement.limbers(Arm.TACHANKA)


@pytest.mark.rule("RA-horse-artillery")
def test_horse_artillery_limbers_and_moves_half() -> None:
    assert inches(Arm.GUN, Mover.LIMBERED, 14, limbers=True) == 7
    assert inches(Arm.GUN, Mover.LIMBERED, 14, limbers=True, road=True) == 9


@pytest.mark.rule("RA-move.officer", "RA-R105", "RA-march.4")
def test_officers() -> None:
    assert inches(Arm.OFFICER, Mover.SABRES, 20) == 20
    assert inches(Arm.OFFICER, Mover.SABRES, 20, METRES) == 16
    assert inches(Arm.OFFICER, Mover.INFANTRY, 10) == 10
    assert inches(Arm.OFFICER, Mover.SABRES, 20, marching=True) == 40
    assert inches(Arm.OFFICER, Mover.INFANTRY, 10, marching=True, road=True) == 22


@pytest.mark.rule("RA-R79", "RA-R144", "RA-R175")
@pytest.mark.parametrize(
    ("moving", "citation"),
    [
        (Moving(Arm.SABRE, Mover.SABRES, 16, evading=True), "RA-evade.1"),
        (Moving(Arm.RIFLE, Mover.INFANTRY, 8, 4, evading=True, charging=True), "RA-R79"),
        (Moving(Arm.RIFLE, Mover.INFANTRY, 8, 4, charging=True, marching=True), "RA-R79"),
        (Moving(Arm.RIFLE, Mover.INFANTRY, 8, 4, evading=True, marching=True), "RA-march.1"),
        (Moving(Arm.RIFLE, Mover.INFANTRY, 8, 4, charging=True, fired=True), "RA-R144"),
        (Moving(Arm.RIFLE, Mover.INFANTRY, 8, 4, marching=True, fired=True), "RA-R175"),
        (Moving(Arm.TANK, Mover.TANK, 5, marching=True), "RA-R175"),
        (Moving(Arm.GUN, Mover.LIMBERED, 8, marching=True, unlimbered=True), "RA-R175"),
    ],
)
def test_what_does_not_go_together(moving: Moving, citation: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        allowance(moving)
    assert refused.value.citation == citation
    assert refused.value.remedy


@pytest.mark.rule("RA-march.1", "RA-march.2")
@pytest.mark.parametrize(
    ("column", "enemy", "shot_at", "code"),
    [
        (True, None, False, ""),
        (True, 40.5, False, ""),
        (True, 40.0, False, "enemy-near"),  # within includes the distance
        (True, 12.0, False, "enemy-near"),
        (True, 60.0, True, "shot-at"),
        (False, None, False, "column-needed"),
    ],
)
def test_when_troops_march(column: bool, enemy: float | None, shot_at: bool, code: str) -> None:
    if not code:
        movement.bar_march(column, enemy, shot_at)
        return
    with pytest.raises(RuleViolation) as refused:
        movement.bar_march(column, enemy, shot_at)
    assert refused.value.code == code


@pytest.mark.rule("RA-R118", "RA-harass")
def test_how_long_fire_keeps_a_unit_from_marching() -> None:
    assert movement.still_shot_at(True, this_turn=True, nearest_enemy=None)
    assert movement.still_shot_at(True, this_turn=False, nearest_enemy=40)
    assert not movement.still_shot_at(True, this_turn=False, nearest_enemy=41)
    assert not movement.still_shot_at(True, this_turn=False, nearest_enemy=None)
    assert not movement.still_shot_at(False, this_turn=False, nearest_enemy=5)


@pytest.mark.rule("RA-move.2", "RA-charge.legal.wheel")
def test_inclines_and_wheels_of_a_charge() -> None:
    assert movement.inclines(20)
    assert movement.inclines(-20)
    assert not movement.inclines(21)
    movement.bar_charge_wheel(45)
    with pytest.raises(RuleViolation):
        movement.bar_charge_wheel(-46)


@pytest.mark.rule("RA-move.3")
def test_a_wheel_costs_the_outer_way() -> None:
    """A front of 4 in through a right angle: a quarter of a circle with radius 4, 2 x pi."""
    assert movement.wheel(4, 90) == pytest.approx(2 * pi)
    assert movement.wheel(4, -90) == pytest.approx(2 * pi)
    assert movement.wheel(4, 0) == 0


@pytest.mark.rule("RA-move.tachanka", "RA-move.4", "RA-arc.2")
@pytest.mark.parametrize(
    ("horses_to_enemy", "towards", "end_to_enemy", "turns"),
    [
        (True, True, False, 1),  # up to the enemy and turn to fire
        (False, True, False, 2),  # from the firing position forward and into it again
        (False, False, False, 0),  # falls back at full speed, still ready to fire
        (True, True, True, 0),
        (True, False, True, 2),
        (True, None, False, 1),  # turns on the spot
        (False, None, False, 0),
    ],
)
def test_turns_of_tachankas(horses_to_enemy: bool, towards: bool | None, end_to_enemy: bool, turns: int) -> None:
    """The note of page 6. A unit 2 in deep pays 2 in for each."""
    state = battle(unit("reds", card="tachanka", bases=1))
    front = NORTH if horses_to_enemy else SOUTH  # the enemy is in the north
    spent = 0.0
    if towards is not None:
        off = swing(state, state.unit("reds"), UnitFormation.LINE, front, NORTH if towards else SOUTH, incline=True)
        spent, front = off.inches, off.facing
    end = NORTH if end_to_enemy else SOUTH
    spent += swing(state, state.unit("reds"), UnitFormation.LINE, front, end, incline=False).inches
    assert spent == turns * depth_of(state.card(state.unit("reds")))
    assert movement.turning(Arm.TACHANKA, turns, 2.0) == 2 * turns
    assert movement.turning(Arm.RIFLE, turns, 2.0) == 0


@pytest.mark.rule("RA-move.8")
def test_two_inches_from_the_enemy() -> None:
    movement.bar_approach(before=8, nearest=2)
    movement.bar_approach(before=1, nearest=1)
    movement.bar_approach(before=1, nearest=1.5)
    with pytest.raises(RuleViolation) as refused:
        movement.bar_approach(before=8, nearest=1.9)
    assert refused.value.code == "too-near"
    with pytest.raises(RuleViolation):
        movement.bar_approach(before=1.5, nearest=1)


@pytest.mark.rule("RA-move.7", "RA-form.cavalry.1", "RA-form.cavalry.2")
def test_formed_cavalry() -> None:
    assert movement.passes_through(False, False)
    assert not movement.passes_through(True, False)
    assert not movement.passes_through(False, True)
    movement.bar_formed(True, UnitFormation.LINE)
    with pytest.raises(RuleViolation) as refused:
        movement.bar_formed(False, UnitFormation.LINE)
    assert refused.value.code == "loose"
    with pytest.raises(RuleViolation) as refused:
        movement.bar_formed(True, UnitFormation.COLUMN)
    assert refused.value.code == "no-line"


@pytest.mark.rule("RA-move.2", "RA-move.5", "RA-move.6")
def test_forming_up() -> None:
    movement.bar_mixed(False)
    with pytest.raises(RuleViolation):
        movement.bar_mixed(True)
    movement.bar_forming_up(mixed=True, keeps_a_base=True, by_terrain=False, just_outside=False)
    movement.bar_forming_up(mixed=True, keeps_a_base=False, by_terrain=True, just_outside=True)
    movement.bar_forming_up(mixed=False, keeps_a_base=False, by_terrain=False, just_outside=False)
    with pytest.raises(RuleViolation) as refused:
        movement.bar_forming_up(mixed=True, keeps_a_base=False, by_terrain=False, just_outside=True)
    assert refused.value.citation == "RA-move.5"
    with pytest.raises(RuleViolation) as refused:
        movement.bar_forming_up(mixed=True, keeps_a_base=False, by_terrain=True, just_outside=False)
    assert refused.value.citation == "RA-move.6"


def test_the_charts_typed_once_more() -> None:
    figures, after = movement.CHARTS
    assert [row[1] for row in figures.rows] == [20, 10, 2, 40, 2, 2, 20, 45, 2, "1/2"]
    assert dict(after.rows) == {
        "rifle": "full speed", "sabre": "half speed", "mg": "none", "tachanka": "none", "mortar": "none",
        "gun": "1 in, forwards or backwards", "armoured-car": "half speed", "tank": "none",
    }  # fmt: skip
