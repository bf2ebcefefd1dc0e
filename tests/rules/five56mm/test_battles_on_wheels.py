"""4.6 Drive, 4.7 Pilot and 12.5 vehicle damage in battles: how far each margin brings a vehicle on the board, what
a hit makes of it, and what that costs its driver."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.fire import AutoFire, Fire
from rules.five56mm.actions.vehicles import Drive, Pilot
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import Hurt
from rules.five56mm.events.vehicles import Travelled, VehicleHit
from rules.five56mm.state import BLACK, RED
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

STAIR = "10,11; 11,11; 11,12; 12,12; 12,13"
"""Four right angles, an inch between each two."""


def wheels(at=(30, 2), *, skilled: bool = True, facing: float = 0.0, morale: int = 0, damage=(), **profile) -> Skirmish:
    """A HMMV with its driver, whose card is up; `profile`: what is otherwise with it."""
    car = truck(at=at, facing=facing)
    car = _changed(car, damage, profile)
    skills = [Skill.DRIVER] if skilled else []
    driver = aboard(man("Driver", BLACK, skills=skills, morale=morale), car, "driver")
    battle = Skirmish(driver, man("Far", RED, (58, 38)), vehicles=[car])
    battle.card("driver")
    return battle


def rotor(at=(3, 20), *, skilled: bool = True, facing: float = 90.0, damage=(), **profile) -> Skirmish:
    """A Black Hawk in the air with its pilot, whose card is up."""
    hawk = truck("Hawk", BLACK, at, "black-hawk", flying=True, facing=facing)
    hawk = _changed(hawk, damage, profile)
    pilot = aboard(man("Pilot", BLACK, skills=[Skill.PILOT] if skilled else []), hawk, "pilot")
    battle = Skirmish(pilot, man("Far", RED, (58, 38)), vehicles=[hawk])
    battle.card("pilot")
    return battle


def _changed(vehicle, damage, profile):
    return replace(vehicle, damage=tuple(damage), profile=vehicle.profile.model_copy(update=profile))


def task(events):
    found = one(events, Travelled).task
    assert found is not None
    return found.roll


# ── Wheels ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.6.2", "MM-4.6.7", "MM-10.D.1", "MM-4.6.1")
@pytest.mark.parametrize(
    ("skilled", "die", "inches"),
    [(False, 1, 4), (False, 2, 6), (True, 1, 8), (True, 2, 10), (True, 3, 12), (True, 4, 14), (True, 6, 14)],
)
def test_full_speed_by_its_margin(skilled: bool, die: int, inches: float) -> None:
    """3 to reach, 5 without the skill; the HMMV's Speed is 4, its allowance 12."""
    battle = wheels(skilled=skilled)
    events = battle.do(Drive(to="30,37", task="full-speed"), str(die))
    roll = task(events)
    assert one(events, Travelled).citations == ("MM-4.6.3",)
    assert (roll.number.value, roll.bonus.value) == (3 if skilled else 5, 4)
    car = battle.state.vehicle("truck")
    assert (car.at, car.moved, car.full_speed) == ((30, 14 + inches), 12 + inches, True)


@pytest.mark.rule("MM-4.6.2")
def test_the_drivers_morale_is_in_it() -> None:
    roll = task(wheels(morale=2).do(Drive(to="30,37", task="full-speed"), "1"))
    assert (roll.bonus.value, roll.margin) == (6, 4)


@pytest.mark.rule("MM-4.6.9", "MM-10.D.1")
@pytest.mark.parametrize(("die", "end"), [(1, (11, 11)), (2, (11, 12)), (4, (12, 12)), (6, (12, 13))])
def test_right_angles_by_the_margin_of_a_turn(die: int, end: tuple[float, float]) -> None:
    """4 to reach, Manoeuvre 4: +1, +2, +4, +6 win one, two, three and four."""
    battle = wheels((10, 10))
    assert task(battle.do(Drive(to=STAIR, task="turn"), str(die))).number.value == 4
    assert battle.state.vehicle("truck").at == end


@pytest.mark.rule("MM-4.6.8")
@pytest.mark.parametrize(
    ("to", "end"),
    [
        ("30,14; 32,16; 32,19; 34,21", (32, 19)),  # the third turn is one too many
        ("30,14; 34,14", (30, 14)),  # and no right angle
        ("30,14; 32,16; 32,19", (32, 19)),
    ],
)
def test_at_full_speed_it_turns_twice_and_never_sharply(to: str, end: tuple[float, float]) -> None:
    """12 in of allowance to 30,14; all that follows is Full Speed, 14 in of it."""
    battle = wheels()
    battle.do(Drive(to=to, task="full-speed"), "4")
    car = battle.state.vehicle("truck")
    assert (car.at, car.full_speed) == (end, True)


# ── Rotors ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.7.1", "MM-10.P.1")
@pytest.mark.parametrize(("skilled", "number", "hover"), [(True, 5, 0), (False, 7, 1)])
def test_who_has_not_learned_to_fly_has_two_more_to_reach(skilled: bool, number: int, hover: int) -> None:
    """Manoeuvre 2 and a 4: 6. Two short of 7 would be +2; one short is +1 for all aboard."""
    battle = rotor(skilled=skilled)
    roll = task(battle.do(Pilot(to="10,20", task="hover"), "4"))
    assert (roll.number.value, roll.bonus.value) == (number, 2)
    assert battle.state.vehicle("hawk").hover == hover


@pytest.mark.rule("MM-4.74.1")
@pytest.mark.parametrize(("speed", "inches"), [(2, 4), (3, 8), (4, 12), (5, 16), (6, 16), (7, 20), (8, 24)])
def test_full_speed_in_the_air_by_its_margin(speed: int, inches: float) -> None:
    """A 1 and the Speed against 3; the allowance is 24 in. There is no row for +4."""
    battle = rotor(speed=speed)
    battle.do(Pilot(to="57,20", task="full-speed"), "1")
    hawk = battle.state.vehicle("hawk")
    assert (hawk.at, hawk.moved, hawk.full_speed) == ((27 + inches, 20), 24 + inches, True)


@pytest.mark.rule("MM-4.75.1")
@pytest.mark.parametrize(
    ("die", "manoeuvre", "end"), [(2, 2, (11, 11)), (4, 2, (11, 12)), (6, 2, (12, 12)), (6, 4, (12, 13))]
)
def test_right_angles_by_the_margin_of_a_bank(die: int, manoeuvre: int, end: tuple[float, float]) -> None:
    battle = rotor((10, 10), facing=0.0, manoeuvre=manoeuvre)
    battle.do(Pilot(to=STAIR, task="bank"), str(die))
    assert battle.state.vehicle("hawk").at == end


@pytest.mark.rule("MM-4.72.4", "MM-4.7.1")
def test_a_landing_that_fails_by_5_is_a_crash() -> None:
    """7 to reach, +2 without the skill; a 4 with no Speed: -5. D6+1 = 4 in too far; D6+4 = 5 against 5."""
    battle = rotor(skilled=False, speed=0)
    events = battle.do(Pilot(to="20,20", task="land"), "4,3,1,5")
    hawk = battle.state.vehicle("hawk")
    assert (hawk.at, hawk.flying, hawk.damage) == ((24, 20), False, (Damage.IMMOBILISED,))
    hurt = one(events, Hurt)
    assert hurt.injury.roll is not None
    assert (hurt.character, hurt.injury.roll.number.value) == ("pilot", 5)


# ── Hits ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def under_fire(weapon: str, dice: str, *, damage=()) -> Skirmish:
    """Red fires once at the HMMV, 12 in before him; then damage against Armour 8. It is the driver's go."""
    car = _changed(truck(at=(30, 10)), damage, {})
    skills = [Skill.SNIPER, Skill.MACHINE_GUNNER]
    driver = aboard(man("Driver", BLACK, skills=[Skill.DRIVER]), car, "driver")
    battle = Skirmish(driver, man("Red", RED, (30, 24), weapon, skills=skills), vehicles=[car])
    battle.card("red")
    hit = one(battle.do(Fire(target="truck", weapon=weapon), f"6,{dice}"), VehicleHit)
    assert hit.test.roll.bonus.value == 8
    battle.end_turn()
    battle.card("driver")
    return battle


@pytest.mark.rule("MM-12.5.1", "MM-12.51.1", "MM-12.51.2", "MM-12.51.3")
@pytest.mark.parametrize(
    ("weapon", "dice", "damage", "number", "way"),
    [
        ("m16", "5,1", (), 3, 12),  # 9 against 9
        ("m16", "6,1", (Damage.MINOR,), 3, 12),  # 10 against 9
        ("m60", "6,1", (Damage.MAJOR,), 4, 8),  # 11 against 9
        ("m82", "4,1", (Damage.CRIPPLING,), 5, 4),  # 12 against 9
    ],
)
def test_what_a_hit_makes_of_a_vehicle(
    weapon: str, dice: str, damage: tuple[Damage, ...], number: int, way: float
) -> None:
    battle = under_fire(weapon, dice)
    assert battle.state.vehicle("truck").damage == damage
    roll = task(battle.do(Drive(to="30,21", task="turn"), "1"))
    assert roll.number.value == number + 1  # Turn 4
    assert battle.state.vehicle("truck").at == (30, 10 + min(way, 11))  # so far as he wishes


@pytest.mark.rule("MM-12.51.1")
def test_a_second_minor_damage_is_a_major_one() -> None:
    battle = under_fire("m16", "6,1", damage=(Damage.MINOR,))
    assert battle.state.vehicle("truck").damage == (Damage.MINOR, Damage.MAJOR)


# ── Mounted weapons ───────────────────────────────────────────────────────────────────────────────────────────────


def gunner(profile: str, mount: str, *others) -> Skirmish:
    """The gunner of a vehicle that stands, 12 in from Red; his card is up."""
    car = truck("Car", BLACK, (30, 10), profile, mounts=(mount,), facing=0.0)
    hand = aboard(man("Gunner", BLACK, skills=[Skill.MACHINE_GUNNER]), car, "gunner")
    battle = Skirmish(hand, man("Red", RED, (42, 10)), *others, vehicles=[car])
    battle.card("gunner")
    return battle


@pytest.mark.rule("MM-12.4.4", "MM-7.7.5")
def test_a_mounted_m2_fires_singly_or_two_shots_without_a_penalty() -> None:
    battle = gunner("hmmv", "m2", man("Wide", RED, (42, 13)))
    assert one(battle.do(Fire(target="red", weapon="m2"), "1"), Shot).roll.number.value == 4
    assert battle.state.vehicle("car").fired == (("m2", "gunner"),)
    battle.end_turn()
    battle.card("gunner")
    shots = all_of(battle.do(AutoFire(target="red", others=("wide",), not_closest=False), "1,1"), Shot)
    assert [(each.weapon, each.roll.number.value) for each in shots] == [("m2", 4), ("m2", 4)]
    assert dict(battle.state.under_fire) == {"red": 2, "wide": 1}  # with the single one
    with pytest.raises(RuleViolation):
        battle.do(AutoFire(target="red", weapon="m9"))


@pytest.mark.rule("MM-12.4.4", "MM-7.7.8")
def test_a_minigun_fires_seven_shots() -> None:
    """The normal one, two without a penalty, two at +1, two at +2; 12 in is its Medium range."""
    battle = gunner("black-hawk", "minigun")
    shots = all_of(battle.do(AutoFire(target="red"), ",".join("1" * 7)), Shot)
    base = shots[0].roll.number.value
    assert [each.roll.number.value - base for each in shots] == [0, 0, 0, 1, 1, 2, 2]
    assert dict(battle.state.under_fire) == {"red": 7}
