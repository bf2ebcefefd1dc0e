"""4.6 Drive and 12 Vehicles: driving, boarding, leaving, ramming, weapons, damage, crashes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, Fire
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, Leave
from rules.five56mm.book.collisions import crash_harm, dodge, leaving_harm, ramming_harm
from rules.five56mm.book.driving import Hands, attempt, task_number
from rules.five56mm.book.fire import shot_harm
from rules.five56mm.book.injury import Harm, Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import VEHICLES, WEAPONS, Category, Dice
from rules.five56mm.book.travel import DeclaredDrive, Means, declared_travel, travel, turn_cost
from rules.five56mm.book.vehicle_damage import (
    Damage,
    allowance,
    armour_test,
    damage_penalty,
    vehicle_damage,
    weapons_work,
)
from rules.five56mm.events.fire import Exploded, Shot
from rules.five56mm.events.foot import Died, Hurt, Moved
from rules.five56mm.events.vehicles import (
    Boarded,
    Collided,
    ControlTested,
    Crashed,
    GotOut,
    RunAt,
    Travelled,
    VehicleHit,
    WeaponsChecked,
)
from rules.five56mm.play.harm.wrecks import crash, hit_vehicle
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED, State
from rules.five56mm.tell import tell
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

HMMV, JEEP, HAWK = VEHICLES["hmmv"], VEHICLES["jeep"], VEHICLES["black-hawk"]
TRAINED = Hands(1, (Skill.DRIVER,))

# ── Tasks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.6.1", "MM-10.D.1", "MM-R102")
def test_without_the_skill_every_task_is_at_plus_two() -> None:
    assert task_number("turn", HMMV, TRAINED)[0].value == 4
    assert task_number("turn", HMMV, Hands(1))[0].value == 6
    assert task_number("turn", HMMV, Hands(1, (Skill.PILOT,)))[0].value == 6
    tracked = HMMV.model_copy(update={"wheeled": False})
    assert task_number("turn", tracked, TRAINED)[0].value == 6


@pytest.mark.rule("MM-4.6.2", "MM-4.6.6")
def test_a_task_adds_morale_and_the_vehicles_ability() -> None:
    number, bonus = task_number("full-speed", JEEP, TRAINED)
    assert (number.value, [item.reason for item in bonus.items], bonus.value) == (3, ["Morale", "Speed"], 1 + 3)
    number, bonus = task_number("turn", JEEP, TRAINED)
    assert (number.value, bonus.items[1].reason, bonus.value) == (4, "Manoeuvre", 1 + 5)


@pytest.mark.rule("MM-4.6.7", "MM-R52")
@pytest.mark.parametrize(("margin", "inches"), [(0, 4), (1, 6), (2, 8), (3, 10), (4, 12), (5, 14)])
def test_full_speed_on_land(margin: int, inches: float) -> None:
    slow = HMMV.model_copy(update={"speed": 0})
    hands = Hands(0, (Skill.DRIVER,))
    if margin <= 3:
        assert attempt("full-speed", slow, hands, Scripted(f"d6:{3 + margin}")).inches == inches
    assert attempt("full-speed", HMMV, hands, Scripted(f"d6:{max(1, margin - 1)}")).inches == max(inches, 8)
    assert attempt("full-speed", slow, hands, Scripted("d6:2")).inches == 0


@pytest.mark.rule("MM-4.6.9", "MM-R52")
@pytest.mark.parametrize(("die", "turns"), [(3, 0), (4, 1), (5, 1), (6, 2)])
def test_right_angle_turns_on_land(die: int, turns: int) -> None:
    heavy = HMMV.model_copy(update={"manoeuvre": 0})
    assert attempt("turn", heavy, Hands(0, (Skill.DRIVER,)), Scripted(f"d6:{die}")).turns == turns
    assert attempt("turn", JEEP, Hands(3, (Skill.DRIVER,)), Scripted("d6:2")).turns == 4  # 2 + 3 + 5 against 4


@pytest.mark.rule("MM-12.51.2", "MM-12.51.3", "MM-R84")
def test_damage_hampers_tasks_and_shortens_the_allowance() -> None:
    damage = (Damage.MINOR, Damage.MAJOR, Damage.CRIPPLING)
    assert damage_penalty(damage) == 3
    assert [allowance(HMMV, d) for d in ((), (Damage.MAJOR,), (Damage.CRIPPLING,), damage)] == [12, 8, 4, 0]
    assert [allowance(HAWK, d) for d in ((), (Damage.MAJOR,), (Damage.CRIPPLING,))] == [24, 16, 8]
    assert allowance(HMMV, (Damage.IMMOBILISED,)) == 0
    assert task_number("turn", HMMV, TRAINED, damage)[0].value == 4 + 3


# ── Routes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.6.3", "MM-4.6.4", "MM-4.6.5")
def test_the_allowance_pays_for_inches_turns_and_reversing() -> None:
    straight = travel(HMMV, ((0, 0), (0, 20)), 0, Means(12))
    assert (straight.moved, straight.complete) == (12, False)
    bent = travel(HMMV, ((0, 0), (0, 5), (5, 10)), 0, Means(12))
    assert bent.moved == pytest.approx(11)  # one inch for the turn of 45 degrees
    back = travel(HMMV, ((0, 10), (0, 0)), 0, Means(12, reverse=True))
    assert (back.moved, back.facing) == (6, 0)
    assert declared_travel(HMMV, DeclaredDrive(20, back=2, turns=3), Means(12)) == 2 + 5


@pytest.mark.rule("MM-4.6.4", "MM-4.6.9")
def test_a_sharper_turn_needs_the_task() -> None:
    corner = ((0, 0), (0, 4), (6, 4))
    assert travel(HMMV, corner, 0, Means(12)).stopped_by == "a right-angle turn"
    assert travel(HMMV, corner, 0, Means(12, right_angles=1)).complete
    assert travel(HMMV, ((0, 0), (0, 4), (3, 0)), 0, Means(12, right_angles=4)).stopped_by == "too sharp a turn"
    with pytest.raises(RuleViolation):
        declared_travel(HMMV, DeclaredDrive(0, turns=13), Means(12))


@pytest.mark.rule("MM-4.6.8", "MM-R52")
def test_at_full_speed_only_two_gentle_turns() -> None:
    snake = ((0, 0), (0, 12), (2, 16), (2, 18), (4, 22), (4, 30))
    fast = travel(HMMV, snake, 0, Means(12, extra=14))
    assert fast.stopped_by == "a third turn at Full Speed"
    assert turn_cost(HMMV, full_speed=True) == 1


def crew() -> Skirmish:
    vehicle = truck(at=(30, 10), mounts=("m2",))
    battle = Skirmish(
        aboard(man("Driver", BLACK, None, skills=[Skill.DRIVER], morale=1), vehicle, "driver"),
        aboard(man("Gunner", BLACK, None, aim=2, skills=[Skill.MACHINE_GUNNER]), vehicle, "gunner"),
        aboard(man("Rider", BLACK), vehicle),
        man("Walker", BLACK, (26, 10)),
        man("Red", RED, (30, 38)),
        man("Guard", RED, (5, 38)),
        vehicles=[vehicle],
    )
    return battle


@pytest.mark.rule("MM-4.6.3", "MM-4.6.6", "MM-12.6.5", "MM-3.24.12")
def test_driving_at_full_speed() -> None:
    battle = crew()
    battle.card("driver")
    travelled = one(battle.do(Drive(to="30,30", task="full-speed"), "1"), Travelled)  # 1 + 1 + 4 against 3: +3
    assert (travelled.moved, travelled.full_speed, travelled.to) == (20, True, (30, 30))
    truck_ = battle.state.vehicles[0]
    assert (truck_.moved, truck_.full_speed) == (20, True)
    # Squares of 4 inches: (30, 30) lies in the eighth from the west, H, and the eighth from the south.
    told = tell(battle.state, travelled, Viewer())
    bare = tell(replace(battle.state, board=None), travelled, Viewer())
    assert told is not None
    assert bare is not None
    assert (told.headline, bare.headline) == (
        "Truck goes to H8: 20 in, full speed",
        "Truck goes: 20 in, full speed",
    )
    battle.run()
    battle.end_turn()
    battle.card("driver")
    assert (battle.state.vehicles[0].moved, battle.state.vehicles[0].full_speed) == (0, False)


@pytest.mark.rule("MM-4.6.1", "MM-2.2.3")
def test_only_the_driver_drives() -> None:
    battle = crew()
    battle.card("rider")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Drive(to="30,20"))
    assert refused.value.code == "not-at-the-wheel"


@pytest.mark.rule("MM-12.51.4")
def test_an_immobilised_vehicle_drives_no_more() -> None:
    battle = crew()
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], damage=(Damage.IMMOBILISED,)))
    battle.card("driver")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Drive(to="30,20"))
    assert refused.value.citation == "MM-12.51.4"


# ── In and out ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.1.1", "MM-12.3.1", "MM-12.8.2")
def test_boarding_within_a_move() -> None:
    battle = crew()
    battle.card("walker")
    with pytest.raises(RuleViolation) as taken:
        battle.do(BoardVehicle(vehicle="truck", place="gunner"))
    assert taken.value.citation == "MM-12.3.1"
    events = battle.do(BoardVehicle(vehicle="truck"))
    assert one(events, Boarded).place == "passenger"
    assert (battle["walker"].vehicle, battle["walker"].at) == ("truck", None)


@pytest.mark.rule("MM-12.1.1")
def test_who_cannot_reach_the_entrance_has_only_come_nearer() -> None:
    battle = crew()
    battle.put(replace(battle["walker"], at=(20, 10)))
    battle.card("walker")
    events = battle.do(BoardVehicle(vehicle="truck"))
    assert all_of(events, Boarded) == []
    assert one(events, Moved).inches == 4


@pytest.mark.rule("MM-12.3.1", "MM-12.8.2")
def test_a_turret_costs_two_places() -> None:
    battle = crew()
    riders = [aboard(man(f"Extra{n}", BLACK), battle.state.vehicles[0]) for n in range(2)]
    battle.state = replace(battle.state, characters=(*battle.state.characters, *riders))
    battle.card("walker")
    with pytest.raises(RuleViolation) as full:
        battle.do(BoardVehicle(vehicle="truck"))
    assert full.value.citation == "MM-12.3.1"


@pytest.mark.rule("MM-12.1.2")
def test_leaving_a_standing_vehicle() -> None:
    battle = crew()
    battle.card("rider")
    events = battle.do(Leave(to="40,10"))
    assert one(events, GotOut).jumped is False
    assert one(events, Moved).inches == 4
    assert battle["rider"].vehicle is None


@pytest.mark.rule("MM-12.1.3", "MM-R82")
@pytest.mark.parametrize(
    ("speed", "dice"),
    [(0, None), (8, None), (10, None), (12, "D6"), (18, "D6+1"), (24, "D6+2"), (30, "D6+4"), (31, "D6+6")],
)
def test_jumping_off_by_speed(speed: float, dice: str | None) -> None:
    harm = leaving_harm(HMMV, speed, in_the_air=False)
    assert (str(harm.dice) if harm else None) == dice


@pytest.mark.rule("MM-12.1.3")
def test_a_jump_from_a_moving_vehicle_hurts() -> None:
    battle = crew()
    battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=12.0))
    battle.card("rider")
    events = battle.do(Leave(), "3,2")
    assert (one(events, GotOut).jumped, one(events, Hurt).injury.level) == (True, Level.MINOR)


# ── Ramming ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.2.1", "MM-R43", "MM-R86")
def test_a_man_jumps_clear_of_the_drivers_number() -> None:
    jump = dodge(1, HMMV, 2, Scripted("d6:1,d6:4"))
    assert (jump.roll.number.value, jump.roll.passed) == (1 + 1 + 4, True)
    assert not dodge(1, HMMV, 2, Scripted("d6:2,d6:4")).roll.passed


@pytest.mark.rule("MM-12.2.2", "MM-12.2.4", "MM-R82")
@pytest.mark.parametrize(
    ("speed", "hit", "aboard_"),
    [(4, None, None), (5, "D6", None), (10, "D6", None), (15, "D6+1", "D6"), (20, "D6+2", "D6+1"), (25, "D6+4", "D6+2"),
     (30, "D6+8", "D6+4"), (40, "D6+12", "D6+8")],
)  # fmt: skip
def test_ramming_by_speed(speed: float, hit: str | None, aboard_: str | None) -> None:
    harm, inside = ramming_harm(speed), ramming_harm(speed, aboard=True)
    assert (str(harm.dice) if harm else None, str(inside.dice) if inside else None) == (hit, aboard_)


@pytest.mark.rule("MM-12.2.1", "MM-12.2.2", "MM-R86")
def test_everybody_in_the_path_is_run_at_friend_or_enemy() -> None:
    battle = crew()
    battle.put(replace(battle["walker"], at=(30, 16)))
    battle.put(replace(battle["red"], at=(30.5, 20)))
    battle.card("driver")
    events = battle.do(Drive(to="30,22"), "1,6,6,1,3,1")
    # 1 + 1 + 4 = 6: Walker jumps with a 6. Red faces 11 and is run over at 12 in: D6+1 = 4 against 1: -3.
    ran = [(event.character, event.dodge.roll.passed) for event in all_of(events, RunAt)]
    assert ran == [("walker", True), ("red", False)]
    assert (one(events, Hurt).character, one(events, Hurt).injury.level) == ("red", Level.CRITICAL)


@pytest.mark.rule("MM-12.2.3", "MM-12.2.4", "MM-R86")
def test_a_vehicle_rams_a_vehicle() -> None:
    jeep = truck("Jeep", RED, (30, 26), "jeep")
    vehicle = truck(at=(30, 10))
    battle = Skirmish(
        aboard(man("Driver", BLACK, None, skills=[Skill.DRIVER]), vehicle, "driver"),
        aboard(man("Red", RED), jeep, "driver"),
        vehicles=[vehicle, jeep],
    )
    battle.card("driver")
    # 12 in: both vehicles D6+1, all aboard both D6, in this order.
    events = battle.do(Drive(to="30,30"), "1,6,1,6,2,6,2,6")
    assert one(events, Collided).other == "jeep"
    told = tell(battle.state, one(events, Collided), Viewer(side=BLACK))
    assert told is not None
    assert (told.headline, told.important) == ("Truck rams Jeep at 12 in", True)
    assert [event.vehicle for event in all_of(events, VehicleHit)] == ["truck", "jeep"]
    assert [event.test.roll.number.value for event in all_of(events, VehicleHit)] == [2, 2]
    assert [event.character for event in all_of(events, Hurt)] == ["driver", "red"]
    assert [h.injury.roll.number.value for h in all_of(events, Hurt) if h.injury.roll] == [2, 2]
    assert [event.weapon for event in all_of(events, Hurt)] == ["ramming"] * 2


# ── Weapons aboard, people as targets ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.4.1", "MM-12.4.4", "MM-R97", "MM-R79")
def test_the_gunner_uses_the_mounted_gun_and_the_driver_fires_nothing() -> None:
    battle = crew()
    battle.put(replace(battle["red"], at=(30, 24)))
    battle.put(replace(battle["guard"], at=(31, 24)))
    battle.card("gunner")
    events = battle.do(AutoFire(target="red", others=("guard",)), "1,1")
    assert [(shot.weapon, shot.vehicle) for shot in all_of(events, Shot)] == [("m2", "truck")] * 2
    assert [shot.roll.number.value for shot in all_of(events, Shot)] == [4, 4]
    battle.run()
    battle.card("driver")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red"))
    assert refused.value.citation == "MM-12.4.1"
    battle.do(EndGo())
    battle.run()
    battle.card("rider")
    assert one(battle.do(Fire(target="red"), "1"), Shot).weapon == "m16"


@pytest.mark.rule("MM-12.4.2", "MM-12.4.3", "MM-12.4.1")
def test_anybody_else_aboard_may_use_the_mounted_gun_at_plus_one() -> None:
    """Beside its gunner, or when he is gone: the book lets any character in the vehicle use it."""
    for gunner_aboard in (True, False):
        battle = crew()
        battle.put(replace(battle["red"], at=(30, 24)))
        if not gunner_aboard:
            battle.put(replace(battle["gunner"], vehicle=None, place="", at=(5, 5)))
        battle.card("rider")
        shot = one(battle.do(Fire(target="red", weapon="m2"), "1"), Shot)
        assert shot.roll.number.value == 4 + 1


@pytest.mark.rule("MM-3.24.4", "MM-3.24.5")
def test_a_moving_platform_hampers_the_gunner() -> None:
    for full_speed, amount in ((False, 1), (True, 2)):
        battle = crew()
        battle.state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=12.0, full_speed=full_speed))
        battle.put(replace(battle["red"], at=(30, 24)))
        battle.card("gunner")
        assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + amount


@pytest.mark.rule("MM-12.7.1", "MM-12.7.2", "MM-12.7.3", "MM-12.7.4")
def test_shooting_at_the_vehicle_or_at_those_inside() -> None:
    battle = crew()
    battle.put(replace(battle["red"], at=(30, 20)))
    battle.card("red")
    vehicle = one(battle.do(Fire(target="truck", not_closest=False), "1,1,1"), Shot)
    assert (vehicle.roll.number.value, vehicle.roll.bonus.value) == (3, 2)  # 8 in: Short
    battle.run()
    battle = crew()
    battle.put(replace(battle["red"], at=(30, 20)))
    battle.card("red")
    events = battle.do(Fire(target="driver", not_closest=False), "6,2,2")
    # Half of him shows: full concealment; 10 in: Medium.
    assert one(events, Shot).roll.number.value == 4 + 2
    roll = one(events, Hurt).injury.roll
    assert roll is not None
    assert "armoured glass" in {item.reason for item in roll.bonus.items}


@pytest.mark.rule("MM-12.7.1")
def test_people_who_cannot_be_seen_cannot_be_shot_at() -> None:
    battle = crew()
    battle.put(replace(battle["red"], at=(30, 20)))
    battle.card("red")
    with pytest.raises(RuleViolation) as hidden:
        battle.do(Fire(target="rider", obscured=100))
    assert hidden.value.citation == "MM-12.7.1"


# ── Damage ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.5.1")
def test_damage_against_armour() -> None:
    rpg = Harm("RPG", Dice(6, 10))
    test = armour_test(rpg, HAWK, (), Scripted("d6:6,d6:6"))
    assert (test.roll.number.value, test.roll.total, test.damage) == (16, 16, Damage.NONE)


@pytest.mark.rule("MM-12.51.1", "MM-12.51.2", "MM-12.51.3", "MM-12.51.4", "MM-12.51.8", "MM-R84")
def test_the_grade_by_the_margin() -> None:
    assert [vehicle_damage(m, ()) for m in (0, -1, -2, -3, -4, -5, -8)] == [
        Damage.NONE, Damage.MINOR, Damage.MAJOR, Damage.CRIPPLING, Damage.IMMOBILISED, Damage.DESTROYED,
        Damage.DESTROYED,
    ]  # fmt: skip
    assert vehicle_damage(-1, (Damage.MINOR,)) is Damage.MAJOR
    assert vehicle_damage(-4, (Damage.IMMOBILISED,)) is Damage.NONE


@pytest.mark.rule("MM-12.51.7", "MM-R84")
def test_an_immobilised_vehicle_tests_at_plus_six() -> None:
    assert armour_test(Harm("x", Dice(6, 0)), HMMV, (Damage.IMMOBILISED,), Scripted("d6:1,d6:1")).roll.number.value == 7


@pytest.mark.rule("MM-12.51.6")
def test_mounted_weapons_of_an_immobilised_vehicle() -> None:
    assert [weapons_work(Scripted(f"d6:{die}"))[1] for die in (3, 4)] == [False, True]


def struck(state: State, damage: int, dice: str) -> Course:
    course = Course(state, Scripted([f"d6:{d}" for d in dice.split(",")]))
    hit_vehicle(course, "truck", Harm("shell", Dice(6, damage)), by="red")
    return course


@pytest.mark.rule("MM-12.51.4", "MM-12.51.5", "MM-12.51.6", "MM-R83", "MM-R93")
def test_an_immobilised_vehicle_under_way_must_be_kept_under_control() -> None:
    battle = crew()
    state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=12.0))
    # Damage 1 + 12 = 13 against 1 + 8: -4. Control: 1 + Morale 1 + Manoeuvre 4 = 6. The gun: 4.
    course = struck(state, 12, "1,1,1,4")
    assert [type(event) for event in course.events] == [VehicleHit, ControlTested, WeaponsChecked]
    control = one(course.events, ControlTested)
    assert control.roll is not None
    assert (control.roll.number.value, control.roll.total) == (6, 6)
    assert course.state.vehicles[0].weapons_work


@pytest.mark.rule("MM-12.51.5", "MM-R83")
def test_a_vehicle_that_stands_does_not_crash() -> None:
    course = struck(crew().state, 12, "1,1,1")
    assert [type(event) for event in course.events] == [VehicleHit, WeaponsChecked]
    assert not course.state.vehicles[0].weapons_work


@pytest.mark.rule("MM-12.51.5", "MM-R83", "MM-12.6.1", "MM-12.6.2", "MM-12.6.3", "MM-R93")
def test_without_a_driver_it_crashes_those_inside_first() -> None:
    battle = crew()
    battle.put(replace(battle["driver"], wounds=(), vehicle=None, place="", at=(5, 5)))
    state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=12.0))
    # Nobody at the wheel; the gun 4; 12 in: those inside D6+2, the vehicle D6+4 and +6.
    course = struck(state, 12, "1,1,4,1,6,1,6,1,6")
    assert one(course.events, ControlTested).roll is None
    assert one(course.events, Crashed).speed == 12
    hurts = all_of(course.events, Hurt)
    assert [(h.character, h.injury.roll.number.value) for h in hurts if h.injury.roll] == [("gunner", 3), ("rider", 3)]
    itself = all_of(course.events, VehicleHit)[1]
    assert itself.test.roll.number.value == 1 + 4 + 6


@pytest.mark.rule("MM-12.51.8", "MM-12.51.9", "MM-R85")
def test_a_destroyed_vehicle_kills_all_inside_and_endangers_all_near() -> None:
    battle = crew()
    battle.put(replace(battle["walker"], at=(27, 10)))
    course = struck(battle.state, 14, "1,1,1,6")
    assert [event.character for event in all_of(course.events, Died)] == ["driver", "gunner", "rider"]
    near = one(course.events, Hurt)
    assert near.injury.roll is not None
    assert (near.character, near.injury.roll.number.value) == ("walker", 1 + 4)
    assert one(course.events, Exploded).of == "vehicle"
    assert course.state.vehicles[0].wreck


@pytest.mark.rule("MM-7.6.7", "MM-7.6.8", "MM-R98", "MM-7.6.5")
def test_a_heap_round_pierces_and_bursts_inside() -> None:
    battle = crew()
    battle.put(replace(battle["red"], at=(30, 24), arms=man("x", RED, None, "m82").arms))
    battle.card("red")
    # 12 in, Medium 4, +2 unskilled; 4 + 2 hits. D6+9 = 10 against 1 + 8: Minor; inside D6+3 each.
    events = battle.do(Fire(target="truck", weapon="m82-heap", not_closest=False), "4,1,1,1,6,1,6,1,6")
    assert one(events, VehicleHit).test.damage is Damage.MINOR
    hurts = all_of(events, Hurt)
    assert [h.character for h in hurts] == ["driver", "gunner", "rider"]
    assert {h.injury.roll.number.value for h in hurts if h.injury.roll} == {4}
    heap = WEAPONS["m82-heap"]
    assert (shot_harm(heap, Category.LONG).dice.plus, shot_harm(heap, Category.LONG, at_vehicle=True).dice.plus) == (
        8,
        9,
    )


# ── Crashes ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.6.2", "MM-12.6.3", "MM-12.6.4", "MM-R81", "MM-R82")
@pytest.mark.parametrize(
    ("profile", "speed", "inside", "itself"),
    [
        (HMMV, 4, None, None), (HMMV, 5, "D6+1", "D6+2"), (HMMV, 16, "D6+4", "D6+6"), (HMMV, 40, "D6+12", "D6+12"),
        (HAWK, 0, "D6+1", "D6+2"), (HAWK, 16, "D6+6", "D6+8"), (HAWK, 40, "D6+12", "D6+12"),
    ],
)  # fmt: skip
def test_crash_damage_by_speed(profile: object, speed: float, inside: str | None, itself: str | None) -> None:
    assert profile in (HMMV, HAWK)
    chosen = HMMV if profile is HMMV else HAWK
    found = [crash_harm(chosen, speed, itself=each) for each in (False, True)]
    assert [str(harm.dice) if harm else None for harm in found] == [inside, itself]


@pytest.mark.rule("MM-R81")
def test_by_house_rule_only_the_helicopter_itself_counts_faster() -> None:
    house = House((("helicopter-crash-step", "vehicle-only"),))
    found = [crash_harm(HAWK, 16, itself=each, house=house) for each in (False, True)]
    assert [str(harm.dice) if harm else None for harm in found] == ["D6+4", "D6+8"]


@pytest.mark.rule("MM-12.6.1", "MM-12.6.5")
def test_a_crashed_vehicle_stands_still() -> None:
    battle = crew()
    state = battle.state.with_vehicle(replace(battle.state.vehicles[0], moved=7.0, full_speed=True))
    course = Course(state, Scripted([f"d6:{d}" for d in ["1", "6", "1", "6", "1", "6", "1", "6"]]))
    crash(course, "truck", 7.0)
    assert (course.state.vehicles[0].moved, course.state.vehicles[0].full_speed) == (0, False)
