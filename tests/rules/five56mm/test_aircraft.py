"""4.7 Pilot, 4.8 Fast Rope and 12.9: helicopters in the air, on the rope, on the ground and in pieces."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.vehicles import FastRope, Leave, Pilot
from rules.five56mm.book.collisions import leaving_harm
from rules.five56mm.book.driving import Hands, attempt, fast_rope, landing_harm, task_number
from rules.five56mm.book.injury import Harm, Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import VEHICLES, Dice
from rules.five56mm.book.travel import Means, travel, turn_cost
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import Died, Hurt, Moved
from rules.five56mm.events.vehicles import Crashed, Drifted, GotOut, Travelled, VehicleDamaged, VehicleHit
from rules.five56mm.play.harm.wrecks import driver_of, hit_vehicle
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

HAWK = VEHICLES["black-hawk"]
SLOW = HAWK.model_copy(update={"speed": 0, "manoeuvre": 0})
"""A helicopter without abilities, so that a die shows every row."""
ACE = Hands(0, (Skill.PILOT,))

# ── Tasks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.7.1", "MM-10.P.1", "MM-R102")
def test_without_the_skill_every_task_is_at_plus_two() -> None:
    assert task_number("bank", HAWK, ACE)[0].value == 4
    assert task_number("bank", HAWK, Hands(0))[0].value == 6
    assert task_number("bank", HAWK, Hands(0, (Skill.DRIVER,)))[0].value == 6


@pytest.mark.rule("MM-4.7.2", "MM-R54", "MM-R55")
def test_tasks_and_their_abilities() -> None:
    found = {}
    for task in ("land", "hover", "full-speed", "bank"):
        number, bonus = task_number(task, HAWK, ACE)
        found[task] = (number.value, bonus.items[-1].reason, bonus.value)
    assert found == {
        "land": (7, "Speed", 10), "hover": (5, "Manoeuvre", 2), "full-speed": (3, "Speed", 10),
        "bank": (4, "Manoeuvre", 2),
    }  # fmt: skip
    house = House((("land-ability", "manoeuvre"),))
    assert task_number("land", HAWK, ACE, house=house)[1].value == 2


@pytest.mark.rule("MM-12.9.2")
def test_a_co_pilot_flies_at_plus_one() -> None:
    assert task_number("bank", HAWK, Hands(0, (Skill.PILOT,), co_pilot=True))[0].value == 4 + 1


@pytest.mark.rule("MM-4.74.1", "MM-R53")
@pytest.mark.parametrize(("margin", "inches"), [(0, 4), (1, 8), (2, 12), (3, 16), (4, 16), (5, 20), (6, 24), (9, 24)])
def test_full_speed_in_the_air(margin: int, inches: float) -> None:
    quick = SLOW.model_copy(update={"speed": margin})
    assert attempt("full-speed", quick, ACE, Scripted("d6:3")).inches == inches


@pytest.mark.rule("MM-R53")
def test_by_house_rule_plus_four_is_twenty_inches() -> None:
    quick = SLOW.model_copy(update={"speed": 4})
    house = House((("helicopter-full-speed-at-plus-4", "20"),))
    assert attempt("full-speed", quick, ACE, Scripted("d6:3"), house=house).inches == 20


@pytest.mark.rule("MM-4.75.1", "MM-R52")
@pytest.mark.parametrize(("margin", "turns"), [(-1, 0), (0, 1), (1, 1), (2, 2), (4, 3), (6, 4), (7, 4)])
def test_banking(margin: int, turns: int) -> None:
    nimble = SLOW.model_copy(update={"manoeuvre": margin + 1})
    assert attempt("bank", nimble, ACE, Scripted("d6:3")).turns == turns


@pytest.mark.rule("MM-4.73.1", "MM-4.73.2", "MM-R93", "MM-R94")
@pytest.mark.parametrize(
    ("margin", "dice", "overshoot", "aboard_"),
    [
        (0, "", 0, 0),
        (2, "", 0, 0),
        (-1, "", 0, 1),
        (-2, ",d6:4", 2, 1),
        (-3, ",d6:4", 4, 2),
        (-4, ",d6:4", 5, 3),
        (-7, ",d6:6", 7, 3),
    ],
)
def test_hovering(margin: int, dice: str, overshoot: int, aboard_: int) -> None:
    helicopter = SLOW.model_copy(update={"manoeuvre": margin + 4})
    task = attempt("hover", helicopter, ACE, Scripted(f"d6:1{dice}"))
    assert (task.overshoot, task.aboard) == (overshoot, aboard_)


@pytest.mark.rule("MM-4.72.1", "MM-4.72.2", "MM-4.72.3", "MM-4.72.4", "MM-4.72.5", "MM-R56")
@pytest.mark.parametrize(
    ("margin", "dice", "overshoot", "result", "inside", "near"),
    [
        (0, "", 0, "", None, None),
        (-1, ",d6:5", 3, "", None, None),
        (-2, ",d6:5", 4, "", None, None),
        (-3, ",d6:5", 6, "", None, None),
        (-4, ",d6:5", 6, "damaged", "D6+2", None),
        (-5, ",d6:5", 6, "immobilised", "D6+4", None),
        (-6, ",d6:5", 6, "destroyed", "D6+8", "D6+4"),
        (-9, ",d6:5", 6, "destroyed", "D6+8", "D6+4"),
    ],
)
def test_landing(margin: int, dice: str, overshoot: int, result: str, inside: str | None, near: str | None) -> None:
    helicopter = SLOW.model_copy(update={"speed": margin + 6})
    task = attempt("land", helicopter, ACE, Scripted(f"d6:1{dice}"))
    assert (task.overshoot, task.result) == (overshoot, result)
    found = [landing_harm(margin, each) for each in (True, False)]
    assert [str(harm.dice) if harm else None for harm in found] == [inside, near]


# ── Routes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.7.3", "MM-4.7.4", "MM-4.7.5")
def test_the_allowance_in_the_air() -> None:
    assert travel(HAWK, ((0, 0), (0, 60)), 0, Means(24)).moved == 24
    bent = travel(HAWK, ((0, 0), (0, 10), (10, 20)), 0, Means(24))
    assert bent.moved == pytest.approx(22)  # two inches for the turn
    assert travel(HAWK, ((0, 30), (0, 0)), 0, Means(24, reverse=True)).moved == 6


@pytest.mark.rule("MM-4.74.2", "MM-4.75.1")
def test_turns_at_full_speed_cost_four_and_banks_two() -> None:
    assert (turn_cost(HAWK), turn_cost(HAWK, full_speed=True)) == (2, 4)
    fast = travel(HAWK, ((0, 0), (0, 24), (4, 30)), 0, Means(24, extra=8))
    assert fast.moved == pytest.approx(24 + 4)
    banked = travel(HAWK, ((0, 0), (0, 10), (12, 10)), 0, Means(24, right_angles=1))
    assert banked.moved == 22


# ── In a battle ───────────────────────────────────────────────────────────────────────────────────────────────────


def heliborne(*, flying: bool = True, hover: int | None = None) -> Skirmish:
    vehicle = truck("Hawk", BLACK, (30, 10), "black-hawk", mounts=("minigun",), flying=flying, hover=hover)
    return Skirmish(
        aboard(man("Pilot", BLACK, None, morale=2, skills=[Skill.PILOT]), vehicle, "pilot"),
        aboard(man("Second", BLACK, None, morale=1, skills=[Skill.PILOT]), vehicle, "co-pilot"),
        aboard(man("Gunner", BLACK, None, aim=2, skills=[Skill.MACHINE_GUNNER]), vehicle, "gunner"),
        aboard(man("Ranger", BLACK, None, movement=1), vehicle),
        man("Red", RED, (30, 34)),
        man("Guard", RED, (5, 38)),
        vehicles=[vehicle],
    )


@pytest.mark.rule("MM-4.7.3", "MM-4.7.6", "MM-4.73.1", "MM-4.73.3", "MM-R54")
def test_the_books_pilot_hovers_over_the_street() -> None:
    battle = heliborne()
    battle.card("pilot")
    # The whole allowance; a 1, Morale 2 and Manoeuvre 2 just reach 5.
    travelled = one(battle.do(Pilot(to="30,34", task="hover"), "1"), Travelled)
    assert (travelled.moved, travelled.hover, travelled.flying) == (24, 0, True)
    battle.run()
    battle.card("second")
    with pytest.raises(RuleViolation):
        battle.do(Pilot(to="30,20"))


@pytest.mark.rule("MM-4.7.6")
def test_one_pilot_action_a_turn() -> None:
    battle = heliborne()
    battle.card("pilot")
    battle.do(Pilot(to="30,20"))
    assert battle.state.vehicles[0].flown_turn == 1
    battle.run()
    battle.put(replace(battle["pilot"], wounds=man("x", BLACK, wounds=[Level.SERIOUS]).wounds))
    battle.card("second")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Pilot(to="30,30"))
    assert refused.value.citation == "MM-4.7.6"


@pytest.mark.rule("MM-R59")
def test_any_use_of_the_allowance_lifts_it() -> None:
    battle = heliborne(flying=False)
    battle.card("pilot")
    battle.do(Pilot(to="30,14"))
    assert battle.state.vehicles[0].flying


@pytest.mark.rule("MM-12.9.2", "MM-R59")
def test_the_co_pilot_takes_over_from_a_pilot_who_is_hurt() -> None:
    battle = heliborne()
    battle.card("second")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Pilot(to="30,20"))
    assert refused.value.citation == "MM-12.9.2"
    battle.put(replace(battle["pilot"], wounds=man("x", BLACK, wounds=[Level.SERIOUS]).wounds))
    travelled = one(battle.do(Pilot(to="30,20", task="bank"), "6"), Travelled)
    assert travelled.task is not None
    assert travelled.task.roll.number.value == 4 + 1
    vehicle = battle.state.vehicles[0]
    driver = driver_of(battle.state, vehicle)
    assert driver is not None
    assert driver.id == "second"


@pytest.mark.rule("MM-4.72.1", "MM-4.72.6", "MM-3.24.15")
def test_landed_it_is_no_longer_in_flight() -> None:
    def shot_number() -> int:
        battle.put(replace(battle["red"], at=(30, 24)))
        battle.card("red")
        return one(battle.do(Fire(target="hawk", not_closest=False), "1"), Shot).roll.number.value

    battle = heliborne()
    in_flight = shot_number()
    battle = heliborne()
    battle.card("pilot")
    landed = one(battle.do(Pilot(task="land"), "1"), Travelled)
    assert (landed.flying, landed.moved, landed.citations) == (False, 0, ("MM-4.7.2",))
    battle.run()
    assert shot_number() == in_flight - 1


@pytest.mark.rule("MM-4.72.2", "MM-R56")
def test_it_overshoots_straight_on_along_its_course() -> None:
    battle = heliborne()
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], profile=SLOW))
    battle.card("pilot")
    travelled = one(battle.do(Pilot(to="30,14", task="land"), "4,5"), Travelled)  # 4 + 2 against 7: D3 = 3 in beyond
    assert travelled.to == (30, 17)


@pytest.mark.rule("MM-4.72.3", "MM-4.72.5", "MM-R56", "MM-R24")
def test_bad_landings_hurt_everyone_inside() -> None:
    battle = heliborne()
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], profile=SLOW))
    battle.card("pilot")
    events = battle.do(Pilot(to="30,14", task="land"), "1,1," + ",".join(["1,6"] * 4))  # 1 + 2 against 7: -4
    assert one(events, VehicleDamaged).damage is Damage.MAJOR
    assert [h.character for h in all_of(events, Hurt)] == ["pilot", "second", "gunner", "ranger"]
    battle = heliborne()
    slower = SLOW.model_copy(update={"speed": -2})
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], profile=slower))
    battle.put(replace(battle["red"], at=(33, 18)))
    battle.card("pilot")
    events = battle.do(Pilot(to="30,14", task="land"), "1,1," + ",".join(["1,6"] * 4) + ",1,6")  # -6, 2 in beyond
    assert one(events, VehicleDamaged).damage is Damage.DESTROYED
    hurts = all_of(events, Hurt)
    assert [h.injury.roll.number.value for h in hurts if h.injury.roll] == [9, 9, 9, 9, 5]
    assert hurts[-1].character == "red"
    assert all_of(events, Crashed) == []


@pytest.mark.rule("MM-R56")
def test_by_house_rule_a_crash_landing_is_minor_damage() -> None:
    vehicle = truck("Hawk", BLACK, (30, 10), "black-hawk", flying=True)
    battle = Skirmish(
        aboard(man("Pilot", BLACK, None, morale=2, skills=[Skill.PILOT]), vehicle, "pilot"),
        man("Red", RED, (30, 34)),
        vehicles=[replace(vehicle, profile=SLOW)],
        options=[("land-damaged", "minor")],
    )
    battle.card("pilot")
    events = battle.do(Pilot(task="land"), "1,1,1,6")
    assert one(events, VehicleDamaged).damage is Damage.MINOR


@pytest.mark.rule("MM-4.73.2", "MM-R57")
def test_those_aboard_fire_by_the_quality_of_the_hover() -> None:
    battle = heliborne(hover=2)
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=20.0))
    battle.put(replace(battle["red"], at=(30, 24)))
    battle.card("gunner")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + 2


# ── Fast Rope and leaving ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.8.1", "MM-4.81.1", "MM-4.81.2", "MM-R58")
@pytest.mark.parametrize(
    ("die", "inches", "fall"),
    [(1, 0, "D6+3"), (2, 0, "D6+1"), (3, 0, "D6-1"), (4, 1, None), (5, 2, None), (6, 3, None)],
)
def test_down_the_rope(die: int, inches: float, fall: str | None) -> None:
    _, reach, harm = fast_rope(0, 0, Scripted(f"d6:{die}"))
    assert (reach, str(harm.dice) if harm else None) == (inches, fall)
    assert fast_rope(3, 0, Scripted("d6:6"))[1] == 3


@pytest.mark.rule("MM-4.8.1", "MM-4.73.3", "MM-4.73.2", "MM-12.1.4")
def test_a_ranger_ropes_down_from_a_hover_only() -> None:
    battle = heliborne()
    battle.card("ranger")
    with pytest.raises(RuleViolation) as refused:
        battle.do(FastRope(to="33,10"))
    assert refused.value.citation == "MM-4.8.1"
    battle = heliborne(hover=1)
    battle.card("ranger")
    events = battle.do(FastRope(to="40,10"), "5")  # 5 + 1 against 4 + 1: 2 in
    assert one(events, GotOut).jumped is False
    assert one(events, Moved).to == (32, 10)
    assert battle.state.vehicles[0].flying


@pytest.mark.rule("MM-4.8.1")
def test_the_odds_of_coming_down_safely_are_those_of_the_rope() -> None:
    """4 with Movement +1: a 3 and more."""
    battle = heliborne(hover=0)
    battle.card("ranger")
    odds = RULES.battle.odds(battle.state, FastRope(), Actor.player(BLACK))
    assert list(map(tuple, odds.chances)) == [("safely down", Fraction(2, 3))]


@pytest.mark.rule("MM-4.81.2")
def test_a_lost_grip_hurts() -> None:
    battle = heliborne(hover=0)
    battle.card("ranger")
    events = battle.do(FastRope(), "2,4,1")  # -1: D6-1 = 3 against 1
    assert one(events, Hurt).injury.level is Level.SERIOUS


@pytest.mark.rule("MM-12.1.4", "MM-12.1.5", "MM-R82")
@pytest.mark.parametrize(
    ("speed", "air", "dice"),
    [(0, False, None), (0, True, "D6+6"), (8, True, "4"), (12, True, "D6+4"), (24, True, "D6+6")],
)
def test_leaving_a_helicopter(speed: float, air: bool, dice: str | None) -> None:
    harm = leaving_harm(HAWK, speed, air)
    assert (str(harm.dice) if harm else None) == dice


@pytest.mark.rule("MM-12.1.5")
def test_a_jump_out_of_the_air_is_a_fall() -> None:
    battle = heliborne(hover=0)
    battle.card("ranger")
    events = battle.do(Leave(), "6,1")  # standing in the air: D6+6
    assert one(events, Died).character == "ranger"


# ── Shot down ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.51.5", "MM-12.6.4", "MM-12.6.5", "MM-R80", "MM-R81")
def test_an_immobilised_helicopter_crashes_by_the_distance_it_flew() -> None:
    battle = heliborne(hover=0)
    state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=16.0))
    # The book's RPG: 16 against Armour 10 and a 2: -4. The gun 1. Inside D6+6 four times, itself D6+8 and +6.
    dice = ["6", "2", "1", *["1", "6"] * 4, "1", "5"]
    course = Course(state, Scripted([f"d6:{d}" for d in dice]))
    hit_vehicle(course, "hawk", Harm("RPG", Dice(6, 10)), by="red")
    first, itself = all_of(course.events, VehicleHit)
    assert first.test.damage is Damage.IMMOBILISED
    assert one(course.events, Crashed).speed == 16
    assert [h.injury.roll.number.value for h in all_of(course.events, Hurt) if h.injury.roll] == [7, 7, 7, 7]
    assert (itself.test.roll.number.value, itself.test.damage) == (1 + 8 + 6, Damage.NONE)


@pytest.mark.rule("MM-R80")
def test_the_books_own_dice_only_cripple_it() -> None:
    battle = heliborne(hover=0)
    course = Course(battle.state, Scripted("d6:6,d6:3"))
    test = hit_vehicle(course, "hawk", Harm("RPG", Dice(6, 10)))
    assert test is not None
    assert test.damage is Damage.CRIPPLING


@pytest.mark.rule("MM-R59")
def test_with_nobody_to_fly_it_it_crashes_at_the_end_of_the_turn() -> None:
    battle = heliborne()
    for who in ("pilot", "second"):
        battle.put(replace(battle[who], wounds=man("x", BLACK, wounds=[Level.MORTAL]).wounds))
    # Inside D6+1 each (speed 0 counts as the first row), itself D6+2 against Armour.
    events = battle.end_turn(",".join(["1,6"] * 4) + ",1,6")
    assert one(events, Crashed).vehicle == "hawk"
    vehicle = battle.state.vehicles[0]
    assert Damage.IMMOBILISED in vehicle.damage
    assert not vehicle.flying
    told = [RULES.battle.tell(battle.state, hurt, PUBLIC) for hurt in all_of(events, Hurt)]
    assert all(words is not None and "crash" in words.headline for words in told)


@pytest.mark.rule("MM-R59")
def test_an_idle_pilot_lets_it_drift_at_plus_one_for_those_aboard() -> None:
    battle = heliborne()
    events = battle.end_turn()
    assert one(events, Drifted).vehicle == "hawk"
    battle.put(replace(battle["red"], at=(30, 24)))
    battle.card("gunner")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + 1
    battle.do(EndGo())
