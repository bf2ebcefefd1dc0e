"""Seats, wheels without a driver, eyes and guns aboard, gas that comes and lets go: in battles on a board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.fire import Fire, Throw
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave
from rules.five56mm.book.injury import Level
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import CloudLeft, Gassed, Hurt
from rules.five56mm.events.vehicles import RolledOut
from rules.five56mm.play.fire.targets import DeclaredShot, guns, shot_at
from rules.five56mm.play.ground import field
from rules.five56mm.play.harm.blasts import explode
from rules.five56mm.play.harm.harm import die
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED, Cloud
from rules.kernel.action import Action
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


def crewed(*people, vehicle=None, board=None, **more) -> Skirmish:
    car = vehicle or truck(at=(30, 10), mounts=("m60",))
    others = (man("Red", RED, (30, 38)), *people)
    return Skirmish(
        aboard(man("Driver", BLACK, **more), car, "driver"), aboard(man("Gunner", BLACK), car, "gunner"), *others,
        vehicles=[car], board=board or Board(60, 40),
    )  # fmt: skip


# ── Wheels and seats ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.24.4", "MM-12.1.2", "MM-R59", "MM-R205")
def test_a_vehicle_whose_driver_is_killed_stands_at_the_end_of_the_turn() -> None:
    fast = truck(at=(30, 10), moved=20.0, full_speed=True)
    battle = crewed(vehicle=fast)
    course = Course(battle.state, Scripted([]))
    die(course, "driver", "a shot")
    battle.state = course.state
    assert battle.state.vehicle("truck").moved == 20.0
    assert one(battle.end_turn(), RolledOut).vehicle == "truck"
    now = battle.state.vehicle("truck")
    assert (now.moved, now.full_speed) == (0.0, False)
    battle.card("gunner")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 5  # 28 in, Long, from a standstill


@pytest.mark.rule("MM-12.1.1", "MM-12.3.1", "MM-R205")
def test_a_mortally_wounded_driver_is_moved_over_and_the_vehicle_drives_on() -> None:
    battle = crewed(wounds=[Level.MORTAL])
    battle.card("gunner")
    battle.do(BoardVehicle(vehicle="truck", place="driver"))
    assert (battle["gunner"].place, battle["driver"].place) == ("driver", "gunner")
    battle.end_turn()
    battle.card("gunner")
    battle.do(Drive(to="30,16"))
    assert battle.state.vehicle("truck").at == (30, 16)


@pytest.mark.rule("MM-12.1.1", "MM-R205")
def test_nobody_takes_the_seat_of_one_who_is_able() -> None:
    battle = crewed()
    battle.card("gunner")
    assert refused(battle, BoardVehicle(vehicle="truck", place="driver")) == "no-room"


@pytest.mark.rule("MM-12.1.1", "MM-R87", "MM-R206")
def test_an_abandoned_enemy_vehicle_is_taken_by_whoever_reaches_it() -> None:
    jeep = truck("Jeep", RED, (30, 20), "jeep")
    battle = Skirmish(man("Alpha", BLACK, (30, 17.5)), man("Red", RED, (5, 38)), vehicles=[jeep])
    battle.card("alpha")
    battle.do(BoardVehicle(vehicle="jeep", place="driver"))
    assert (battle["alpha"].vehicle, battle.state.vehicle("jeep").side) == ("jeep", BLACK)


# ── Eyes and guns ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-2.0.2", "MM-R207")
def test_a_gunner_looks_where_he_has_fired_and_turns_with_the_vehicle() -> None:
    behind = man("Behind", RED, (30, 2), facing=0.0)
    battle = crewed(behind)
    battle.card("gunner")
    battle.do(Fire(target="behind"), "1")
    assert field.sees(battle.state, "gunner", "behind")
    assert not field.sees(battle.state, "gunner", "red")
    assert not field.sees(battle.state, "driver", "behind")
    battle.end_turn()
    battle.card("driver")
    battle.do(Drive(to="34,14"))  # 45 degrees to the right
    assert battle["gunner"].facing == pytest.approx(225.0)


@pytest.mark.rule("MM-12.4.1", "MM-R210")
def test_a_mounted_gun_is_fired_by_one_man_in_a_turn() -> None:
    car = truck(at=(30, 10), mounts=("m60",))
    battle = crewed(aboard(man("Rider", BLACK), car), vehicle=car)
    battle.card("gunner")
    battle.do(Fire(target="red", weapon="m60"), "1")
    assert "m60" in [gun.profile.key for gun in guns(battle.state, battle["gunner"])]
    assert [gun.profile.key for gun in guns(battle.state, battle["rider"])] == ["m16"]
    battle.end_turn()
    assert "m60" in [gun.profile.key for gun in guns(battle.state, battle["rider"])]


@pytest.mark.rule("MM-3.2.12", "MM-3.2.13", "MM-R211")
def test_a_shot_and_a_grenade_of_one_go_have_one_target() -> None:
    def go() -> Skirmish:
        people = (man("Red", RED, (30, 16)), man("Mate", RED, (36, 14)))
        battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag"), *people)
        battle.card("alpha")
        return battle

    shot = go()
    shot.do(Fire(target="red"), "1")
    assert refused(shot, Throw(target="mate", hold=True)) == "same-target"
    assert refused(shot, Throw(at="36,14.5", hold=True)) == "same-target"
    shot.do(Throw(at="30,16.8", hold=True), "6,1,6")
    thrown = go()
    thrown.do(Throw(at="36,7", hold=True), "6")
    assert refused(thrown, Fire(target="red")) == "same-target"


@pytest.mark.rule("MM-7.9.4", "MM-R211")
def test_a_burst_on_the_ground_does_not_reach_a_helicopter_in_flight() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True)
    battle = Skirmish(aboard(man("Pilot", BLACK), hawk, "pilot"), man("Red", RED, (5, 38)), vehicles=[hawk])
    course = Course(battle.state, Scripted([]))
    explode(course, "rpg", (30, 20))
    assert [type(event).__name__ for event in course.events] == ["Exploded"]


@pytest.mark.rule("MM-8.0.15", "MM-8.0.16", "MM-R209")
def test_a_thermal_sight_shoots_at_what_shows() -> None:
    """A wall hides the lower half and more of him: a plain shot at what shows, and through it only if he says so."""
    wall = Board(60, 40, features=(Feature("wall", ((20, 19), (40, 19)), height=0.6, width=0.3),))
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), Arm("m16", sights=(WeaponSight.THERMAL,))), man("Red", RED, (30, 20)), board=wall
    )
    battle.card("alpha")
    shown = battle.state
    plain = shot_at(shown, battle["alpha"], battle["red"], None, DeclaredShot())
    assert (plain.shot.through, plain.shot.mark.look.obscured > 0) == (None, True)
    meant = shot_at(shown, battle["alpha"], battle["red"], None, DeclaredShot(through="heavy"))
    assert meant.shot.through == "heavy"
    assert one(battle.do(Fire(target="red"), "6,6,1"), Hurt).injury.roll is not None


# ── Gas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_gas(battle: Skirmish, at: tuple[float, float], *inside: str) -> None:
    battle.state = replace(battle.state, clouds=(Cloud(1, at, inside),))


@pytest.mark.rule("MM-7.8.7", "MM-7.8.8", "MM-R208")
def test_whoever_is_driven_into_gas_breathes_it_and_out_of_it_is_let_go() -> None:
    battle = crewed()
    in_gas(battle, (30, 20))
    battle.card("driver")
    events = battle.do(Drive(to="30,18"), "1,6,1,6")
    assert {each.character for each in all_of(events, Gassed)} == {"driver", "gunner"}
    battle.end_turn()
    battle.card("driver")
    events = battle.do(Drive(to="30,26"))
    assert {each.character for each in all_of(events, CloudLeft)} == {"driver", "gunner"}


@pytest.mark.rule("MM-7.8.7", "MM-4.8.1", "MM-R208")
def test_whoever_ropes_down_or_gets_out_into_gas_breathes_it() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, hover=0)
    crew = (aboard(man("Pilot", BLACK), hawk, "pilot"), aboard(man("Ranger", BLACK), hawk))
    battle = Skirmish(*crew, man("Red", RED, (5, 38)), vehicles=[hawk])
    in_gas(battle, (30, 21))
    battle.card("ranger")
    assert one(battle.do(FastRope(), "6,1,6"), Gassed).character == "ranger"
    rider = crewed()
    in_gas(rider, (30, 10))
    rider.card("gunner")
    assert one(rider.do(Leave(), "1,6"), Gassed).character == "gunner"
