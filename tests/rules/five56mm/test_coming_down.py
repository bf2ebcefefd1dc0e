"""Helicopters come down where there is room, on nobody and on nothing; what burns on a roof stays above it; gas takes
those who get into it, and lets go of those who are put elsewhere; a combat ends with the distance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import PlaceUnit
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Carry
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, Pilot
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.foot import Died, Gassed, Hurt
from rules.five56mm.events.vehicles import VehicleDamaged
from rules.five56mm.play.ground import field
from rules.five56mm.play.harm.wrecks import blow_up, crash
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED, Cloud, Combat, Poison
from rules.kernel.action import Action
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature, Opening
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

HOUSE = Feature(
    "building", ((20, 15), (40, 15), (40, 25), (20, 25)), "The house", height=3.0, floors=2,
    openings=(Opening("door", (29, 15), (31, 15)),),
)  # fmt: skip
HUT = Feature("building", ((30, 30), (31.5, 30), (31.5, 31.5), (30, 31.5)), "Hut", height=1.5)
WALL = Feature("wall", ((50, 10), (50, 30)), height=2.0, width=0.3)
POND = Feature("water", ((5, 5), (15, 5), (15, 12), (5, 12)), "Pond")
TOWN = Board(60, 40, features=(HOUSE, HUT, WALL, POND))


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


# ── Landing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def flight(at: tuple[float, float], *others, board: Board = TOWN, vehicles=(), facing: float = 90.0) -> Skirmish:
    """A pilot who cannot miss: +6 with Morale and Speed, 7 to reach."""
    hawk = truck("Hawk", BLACK, at, "black-hawk", flying=True, facing=facing)
    pilot = aboard(man("Pilot", BLACK, skills=[Skill.PILOT], morale=3), hawk, "pilot")
    battle = Skirmish(pilot, *others, man("Far", RED, (2, 38)), vehicles=[hawk, *vehicles], board=board)
    battle.card("pilot")
    return battle


@pytest.mark.rule("MM-4.72.1", "MM-R218")
@pytest.mark.parametrize(
    "to",
    ["30,14", "50,20", "10,11", "30.8,30.7"],
    ids=["half in a house", "on a wall", "in deep water", "on a roof that is too small"],
)
def test_nobody_lands_where_the_helicopter_has_no_room(to: str) -> None:
    x, y = (float(each) for each in to.split(","))
    battle = flight((x - 4, y))
    assert refused(battle, Pilot(task="land", to=to)) == "no-room"
    battle.do(Pilot(to=to))  # over it he flies
    assert battle.state.vehicle("hawk").at == (x, y)


@pytest.mark.rule("MM-4.72.1", "MM-R218")
def test_nobody_lands_on_a_vehicle_or_a_wreck() -> None:
    battle = flight((10, 20), vehicles=[truck("Jeep", RED, (17, 20), "jeep")])
    assert refused(battle, Pilot(task="land", to="16,21")) == "no-room"
    battle.do(Pilot(task="land", to="12,20"), "6")
    hawk = battle.state.vehicle("hawk")
    assert (hawk.at, hawk.flying) == ((12, 20), False)


@pytest.mark.rule("MM-4.72.1", "MM-R218", "MM-R229")
def test_it_lands_on_a_roof_that_bears_it_whole() -> None:
    battle = flight((26, 20))
    battle.do(Pilot(task="land", to="30,20"), "6")
    assert field.landed_level(TOWN, battle.state.vehicle("hawk")) == 2
    assert refused(flight((32, 20)), Pilot(task="land", to="39,20")) == "no-room"  # its nose over the edge


@pytest.mark.rule("MM-4.72.2", "MM-R56", "MM-R218")
def test_what_overshoots_onto_something_comes_down_before_it() -> None:
    """7 to reach, +10 Speed and 3 Morale: nobody unskilled misses, so the number is raised by damage and wounds."""
    battle = flight((40, 32), vehicles=[truck("Jeep", RED, (52, 32), "jeep", facing=0)])
    pilot = battle["pilot"]
    battle.put(replace(pilot, traits=replace(pilot.traits, morale=0, skills=()), poison=Poison(9)))
    hawk = battle.state.vehicle("hawk")
    battle.state = battle.state.with_vehicle(replace(hawk, profile=hawk.profile.model_copy(update={"speed": 1})))
    # TN 7, +2 without the skill, +2 poison = 11; 6 + 1 = 7: -4, D6+1 = 7 in beyond; damaged, a landing of D6+2
    battle.do(Pilot(task="land", to="45,32"), "6,6,1,6")
    hawk = battle.state.vehicle("hawk")
    assert hawk.at is not None
    assert hawk.at[0] == pytest.approx(49.0, abs=0.11)  # its nose at 51, where the jeep's side is
    assert not hawk.flying


@pytest.mark.rule("MM-4.72.1", "MM-R218")
def test_whoever_stands_under_it_goes_aside() -> None:
    battle = flight((10, 20), man("Red", RED, (16, 20)), man("Down", RED, (17, 20.5), wounds=[Level.MORTAL]))
    battle.do(Pilot(task="land", to="16,20"), "6")
    hawk = battle.state.vehicle("hawk")
    assert hawk.at == (16, 20)
    for who in ("red", "down"):
        inches = field.distance(battle.state, who, "hawk")
        assert inches is not None
        assert 0.5 - 1e-6 <= inches < 3, who


@pytest.mark.rule("MM-12.6.1", "MM-12.51.4", "MM-7.8.7", "MM-R218", "MM-R208")
def test_nobody_stands_in_the_wreck_of_one_that_is_shot_down_and_it_may_fall_into_gas() -> None:
    """5 + 8 of the M82 against 1 + 8 of Armour: immobilised, and it comes down from a standstill."""
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True)
    hawk = replace(hawk, profile=hawk.profile.model_copy(update={"armour": 8}))
    people = (man("Under", RED, (30, 20.5)), man("Hunter", RED, (50, 20), "m82", skills=[Skill.SNIPER], aim=3))
    battle = Skirmish(aboard(man("Pilot", BLACK, strength=3), hawk, "pilot"), *people, man("Mate", BLACK, (2, 2)),
                      vehicles=[hawk])  # fmt: skip
    battle.state = replace(battle.state, clouds=(Cloud(1, (30, 23), ("under",)),))
    battle.card("hunter")
    # After the hit: the gas against the pilot, the crash against the pilot, the crash against the hull.
    events = battle.do(Fire(target="hawk", weapon="m82", not_closest=False), "6,5,1,1,6,1,6,1,6")
    assert battle.state.vehicle("hawk").wreck or battle.state.vehicle("hawk").stopped
    inches = field.distance(battle.state, "under", "hawk")
    assert inches is not None
    assert inches >= 0.5 - 1e-6
    assert [event.character for event in all_of(events, Gassed)] == ["pilot"]


# ── Roofs ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.51.8", "MM-12.51.9", "MM-R230")
def test_a_helicopter_that_explodes_on_a_roof_kills_nobody_below() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk")
    people = (man("Top", RED, (33, 20)), man("Below", RED, (30, 20)))
    battle = Skirmish(aboard(man("Pilot", BLACK), hawk, "pilot"), *people, vehicles=[hawk], board=TOWN)
    battle.put(replace(battle["top"], level=2))
    battle.put(replace(battle["below"], level=1))
    course = Course(battle.state, Scripted(["d6:1", "d6:6"]))
    blow_up(course, "hawk")
    assert [event.character for event in all_of(course.events, Hurt)] == ["top"]
    assert [event.character for event in all_of(course.events, Died)] == ["pilot"]


@pytest.mark.rule("MM-4.5.1", "MM-7.8.7", "MM-R212", "MM-R229", "MM-R230")
def test_the_hurt_are_carried_out_onto_the_roof_and_gas_below_is_not_theirs() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk")
    crew = (aboard(man("Mate", BLACK), hawk), aboard(man("Hurt", BLACK, wounds=[Level.MORTAL]), hawk))
    battle = Skirmish(*crew, man("Far", RED, (2, 38)), vehicles=[hawk], board=TOWN)
    battle.state = replace(battle.state, clouds=(Cloud(1, (30, 20)),))
    battle.card("mate")
    battle.do(Carry(patient="hurt", to="36,20"), "6")
    assert [(battle[who].level, battle[who].vehicle) for who in ("mate", "hurt")] == [(2, None), (2, None)]
    assert battle.state.clouds[0].inside == ()


# ── Gas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.8.7", "MM-4.72.1", "MM-R208")
def test_whoever_flies_over_gas_and_lands_beyond_it_breathes_none() -> None:
    beyond = flight((10, 20), board=Board(60, 40))
    beyond.state = replace(beyond.state, clouds=(Cloud(1, (20, 20)),))
    assert not all_of(beyond.do(Pilot(task="land", to="30,20"), "6"), Gassed)
    within = flight((10, 20), board=Board(60, 40))
    within.state = replace(within.state, clouds=(Cloud(1, (20, 20)),))
    assert one(within.do(Pilot(task="land", to="22,20"), "6,1,6"), Gassed).character == "pilot"


@pytest.mark.rule("MM-7.8.7", "MM-12.1.1", "MM-R208")
def test_whoever_gets_into_a_vehicle_that_stands_in_gas_breathes_it() -> None:
    """He stands 6.4 in from the gas, the vehicle's middle 3.8."""
    car = truck(at=(30, 10))
    battle = Skirmish(man("Mate", BLACK, (30, 12.6)), man("Far", RED, (2, 38)), vehicles=[car])
    battle.state = replace(battle.state, clouds=(Cloud(1, (30, 6.2)),))
    battle.card("mate")
    assert one(battle.do(BoardVehicle(vehicle="truck", place="driver"), "1,6"), Gassed).character == "mate"
    assert battle.state.clouds[0].inside == ("mate",)


@pytest.mark.rule("MM-7.8.8", "MM-R208")
def test_gas_lets_go_of_whoever_the_umpire_puts_elsewhere() -> None:
    car = truck(at=(31, 10))
    battle = Skirmish(
        man("Afoot", BLACK, (30, 10)), aboard(man("Rider", BLACK), car), man("Far", RED, (2, 38)), vehicles=[car]
    )
    battle.state = replace(battle.state, clouds=(Cloud(1, (30, 10), ("afoot", "rider")),))
    battle.do(PlaceUnit(unit="afoot", to="33,10"))
    assert battle.state.clouds[0].inside == ("afoot", "rider")
    battle.do(PlaceUnit(unit="afoot", to="50,30"))
    assert battle.state.clouds[0].inside == ("rider",)
    battle.do(PlaceUnit(unit="truck", to="50,20"))
    assert battle.state.clouds[0].inside == ()


# ── Combats ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.7.1", "MM-12.2.1", "MM-R203")
def test_a_vehicle_that_drives_two_fighters_apart_ends_their_combat() -> None:
    """One jumps clear, the other is run over and lies where he was, more than an inch away."""
    car = truck(at=(30, 10))
    fighters = (man("Mate", BLACK, (30.4, 17)), man("Red", RED, (30.4, 17.8)))
    battle = Skirmish(aboard(man("Driver", BLACK), car, "driver"), *fighters, vehicles=[car])
    battle.state = replace(battle.state, combats=(Combat("red", "mate"),))
    battle.card("driver")
    # TN 1 + Manoeuvre 4 = 5 against 6; then 10 against 1, and a Minor Wound at most: D6+1 = 2 against 6
    battle.do(Drive(to="30,22"), "1,6,6,1,1,6")
    assert field.distance(battle.state, "mate", "red") == pytest.approx(1.6, abs=0.1)
    assert battle.state.combats == ()


@pytest.mark.rule("MM-R59", "MM-12.6.3")
@pytest.mark.parametrize(("before", "told"), [((), 1), ((Damage.IMMOBILISED,), 0)])
def test_what_has_come_down_flies_no_more(before: tuple[Damage, ...], told: int) -> None:
    """At 16 in the pilot takes D6+6 against a 6, and the machine 1 + 8 against its armour and a 6: it withstands that,
    and yet does not fly. Where it was immobilised already there is nothing to tell."""
    battle = flight((30, 35))
    hawk = replace(battle.state.vehicle("hawk"), damage=before)
    course = Course(battle.state.with_vehicle(hawk), Scripted("d6:1,d6:6,d6:1,d6:6"))
    crash(course, "hawk", 16.0)
    assert [event.damage for event in all_of(course.events, VehicleDamaged)] == [Damage.IMMOBILISED] * told
    assert Damage.IMMOBILISED in course.state.vehicle("hawk").damage
