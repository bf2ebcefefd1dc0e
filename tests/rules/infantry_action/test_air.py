"""Air Landed Troops."""

from __future__ import annotations

import pytest

from rules.infantry_action.book import air
from rules.infantry_action.book.air import Aircraft, AirState, Hazard, Passenger
from rules.infantry_action.book.foot import allowance
from rules.infantry_action.book.kinds import Pace, Weapon
from rules.infantry_action.book.switches import House
from rules.kernel.chance import Scripted, ScriptError
from rules.kernel.violation import RuleViolation


@pytest.mark.rule("IA-air.para-drop")
@pytest.mark.parametrize(
    ("dice", "lands"),
    [
        ("d12:12,d6:3,d6:4", (500, 470)),  # 70 m up the table
        ("d12:3,d6:1,d6:1", (520, 400)),
        ("d12:6,d6:6,d6:6", (500, 280)),
        ("d12:9,d6:2,d6:3", (450, 400)),
        ("d12:1,d6:6,d6:4", (550, 486.603)),  # 100 m at 30 degrees: 50 aside, 86.603 up
    ],
)
def test_drift(dice: str, lands: tuple[float, float]) -> None:
    chance = Scripted(dice)
    drop = air.drop((500, 400), chance)
    chance.finish()
    assert drop.at == pytest.approx(lands)


@pytest.mark.rule("IA-air.para-drop")
def test_real_markers_under_the_house_rule() -> None:
    declared = House((("para-drop", "declared"),))
    drop = air.drop((500, 400), Scripted(""), "Smith", declared, (512, 388))
    assert (drop.at, drop.clock, drop.metres) == ((512, 388), None, 0)
    with pytest.raises(RuleViolation, match="where Smith fell"):
        air.drop((500, 400), Scripted(""), "Smith", declared)


@pytest.mark.rule("IA-air.para-off-table")
def test_off_the_table() -> None:
    assert not air.off_table((0, 400), 600, 400)
    assert air.off_table((-0.1, 10), 600, 400)
    assert air.off_table((10, 401), 600, 400)


@pytest.mark.rule("IA-air.para-hazard")
def test_one_die_on_dangerous_ground() -> None:
    assert air.hurt_landing({Hazard.WOODS}, Scripted("1"))
    assert not air.hurt_landing({Hazard.BUILT_UP}, Scripted("2"))
    both = Scripted("1")
    assert air.hurt_landing({Hazard.WATER, Hazard.WOODS}, both)
    both.finish()
    assert not air.hurt_landing((), Scripted(""))


@pytest.mark.rule("IA-air.para-water-weapons")
def test_weapons_in_water() -> None:
    assert air.weapon_lost({Hazard.WATER, Hazard.WOODS})
    assert not air.weapon_lost({Hazard.WOODS})


@pytest.mark.rule("IA-air.para-first-period", "IA-air.para-target", "IA-air.para-second-period")
def test_the_first_periods_on_the_ground() -> None:
    for heavy in (False, True):
        first = air.after_drop(1, heavy=heavy)
        assert (first.fires, first.grenades, first.moves, first.erect, first.one_target) == (
            False, False, False, True, True,
        )  # fmt: skip
    second = air.after_drop(2)
    assert (second.fires, second.grenades, second.moves, second.erect, second.one_target) == (
        True, True, True, False, False,
    )  # fmt: skip
    assert not air.after_drop(2, heavy=True).fires
    assert air.after_drop(2, heavy=True).moves
    assert air.after_drop(3, heavy=True).fires


@pytest.mark.rule("IA-air.glider-run", "IA-air.helicopter-space")
def test_landing_places() -> None:
    air.judge_run(100)
    air.judge_space(2)
    with pytest.raises(RuleViolation, match="99 m"):
        air.judge_run(99)
    with pytest.raises(RuleViolation) as refused:
        air.judge_space(1.9)
    assert refused.value.remedy == "Land elsewhere, or hover and let 5 men a period down by rope."


@pytest.mark.rule("IA-air.helicopter-rope")
def test_five_men_a_period() -> None:
    assert [air.roped(aboard) for aboard in (0, 4, 5, 8)] == [0, 4, 5, 5]


@pytest.mark.rule("IA-air.leaving")
def test_leaving_on_the_ground_costs_ten_metres() -> None:
    assert allowance(Pace.WALK, air.leaving(AirState.LANDED)).metres == 40
    assert allowance(Pace.WALK, air.leaving(AirState.HOVERING)).metres == 50


@pytest.mark.rule("IA-air.fire-on-aircraft")
def test_what_fires_on_aircraft() -> None:
    may = {weapon for weapon in Weapon if air.may_fire_on_aircraft(weapon)}
    assert may == {
        Weapon.PISTOL, Weapon.SMG, Weapon.RIFLE, Weapon.ASSAULT_RIFLE, Weapon.MAGAZINE_LMG, Weapon.BELT_LMG,
        Weapon.TRIPOD_MG, Weapon.PIVOT_MG, Weapon.TURRET_MG,
    }  # fmt: skip


@pytest.mark.rule("IA-air.fire-on-aircraft")
def test_men_aboard_as_a_target() -> None:
    found = [(air.as_target(flight).erect, air.as_target(flight).exposed) for flight in AirState]
    assert found == [(True, False), (True, True), (True, True)]


@pytest.mark.rule("IA-air.helicopter-reply")
@pytest.mark.parametrize(
    ("heading", "target", "door"),
    [
        (0.0, (-100.0, 0.0), "left"),
        (0.0, (100.0, 41.0), "right"),
        (0.0, (100.0, 42.0), None),
        (0.0, (0.0, 100.0), None),
        (90.0, (0.0, 100.0), "left"),
        (90.0, (0.0, -100.0), "right"),
    ],
)
def test_a_gun_in_each_door(heading: float, target: tuple[float, float], door: str | None) -> None:
    assert air.door_towards((0, 0), heading, target) == door


@pytest.mark.rule("IA-air.brought-down")
def test_a_die_for_each_man_hit() -> None:
    assert air.brought_down(3, Scripted("6,1,1")).down
    assert not air.brought_down(3, Scripted("6,2,3")).down
    assert not air.brought_down(0, Scripted("")).down
    with pytest.raises(ScriptError):
        air.brought_down(2, Scripted("6"))


@pytest.mark.rule("IA-air.crash-survival")
def test_who_survives_a_crash() -> None:
    pilot = Passenger("pilot", crew=True, weapons=(Weapon.SMG,))
    rifleman = Passenger("rifleman", weapons=(Weapon.RIFLE, Weapon.GRENADE))
    gunner = Passenger("gunner", weapons=(Weapon.PISTOL,))
    chance = Scripted("4,5,3")
    crash = air.crash((pilot, rifleman, gunner), chance)
    chance.finish()
    assert [(man.id, man.weapons) for man in crash.survivors] == [
        ("pilot", (Weapon.PISTOL,)),
        ("rifleman", (Weapon.RIFLE, Weapon.GRENADE)),
    ]
    assert crash.dead == (("gunner", 3),)
    assert air.CREW == {Aircraft.GLIDER: 2, Aircraft.HELICOPTER: 4}


@pytest.mark.rule("IA-air.crash-survival")
def test_heavy_weapons_are_lost_in_a_crash() -> None:
    assert air.personal((Weapon.RIFLE, Weapon.TRIPOD_MG, Weapon.MISSILE)) == (Weapon.RIFLE,)
