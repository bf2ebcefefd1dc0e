"""12.4 Where the weapons of a vehicle bear: doors to their own side, turrets all round, hulls to the front."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, CoveringFire, Fire
from rules.five56mm.actions.foot import Move
from rules.five56mm.actions.vehicles import Pilot
from rules.five56mm.events.fire import Shot
from rules.five56mm.offers import offers
from rules.five56mm.play.ground import field
from rules.five56mm.state import BLACK, RED, Vehicle
from rules.kernel.violation import RuleViolation
from rules.table.board import Board
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck


def helicopter(door: str = "right", *weapons: str, mounts: tuple[str, ...] = ("m2",)) -> Skirmish:
    """It hovers and looks north; an enemy on each hand, one ahead and one behind, all 15 in away."""
    hawk = replace(truck("Hawk", BLACK, (30, 20), "black-hawk", mounts=mounts, flying=True, hover=0), door=door)
    return Skirmish(
        aboard(man("Pilot"), hawk, "pilot"), aboard(man("Gunner", BLACK, None, *weapons, aim=2), hawk, "gunner"),
        man("East", RED, (45, 20)), man("West", RED, (15, 20)),
        man("Ahead", RED, (31, 35)), man("Behind", RED, (31, 5)),
        vehicles=[hawk], board=Board(60, 40),
    )  # fmt: skip


def refused(battle: Skirmish, action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


@pytest.mark.rule("MM-12.4.1", "MM-12.9.1", "MM-R213")
@pytest.mark.parametrize(
    ("door", "bears"),
    [("right", {"east", "ahead", "behind"}), ("left", {"west"})],
)
def test_a_door_gun_covers_its_own_side(door: str, bears: set[str]) -> None:
    for target in ("east", "west", "ahead", "behind"):
        battle = helicopter(door)
        battle.card("gunner")
        if target in bears:
            assert one(battle.do(Fire(target=target, weapon="m2"), "1"), Shot).weapon == "m2"
        else:
            assert refused(battle, Fire(target=target, weapon="m2")) == "does-not-bear"


@pytest.mark.rule("MM-12.4.1", "MM-R213")
def test_what_the_door_gun_does_not_reach_is_shot_at_with_his_own_rifle() -> None:
    battle = helicopter("right", "m16")
    battle.card("gunner")
    assert one(battle.do(Fire(target="west"), "1"), Shot).weapon == "m16"


@pytest.mark.rule("MM-12.4.1", "MM-R213")
def test_the_other_side_comes_into_its_arc_when_the_helicopter_has_turned() -> None:
    battle = helicopter()
    battle.put(replace(battle["west"], at=(20.0, 30.0)))
    battle.card("gunner")
    assert refused(battle, Fire(target="west", weapon="m2")) == "does-not-bear"
    battle.do(EndGo())
    battle.run()
    battle.card("pilot")
    battle.do(Pilot(to="24,20", task="bank"), "6")  # west: its right hand points north
    battle.end_turn()
    battle.card("gunner")
    assert one(battle.do(Fire(target="west", weapon="m2"), "1"), Shot).weapon == "m2"


@pytest.mark.rule("MM-4.3.3", "MM-12.4.1", "MM-R213")
def test_a_burst_of_the_door_gun_stays_on_its_side() -> None:
    battle = helicopter(mounts=("minigun",))
    near = replace(battle["west"], at=(29.0, 5.5))
    battle.put(near)
    battle.card("gunner")
    assert refused(battle, AutoFire(target="behind", others=("west",), weapon="minigun")) == "does-not-bear"


@pytest.mark.rule("MM-12.4.1", "MM-R213")
def test_shots_are_offered_only_where_a_weapon_bears() -> None:
    battle = helicopter("right", "m16")
    battle.put(replace(battle["gunner"], arms=()))
    battle.card("gunner")
    found = {each.action.target for each in offers(battle.state, BLACK, "gunner") if isinstance(each.action, Fire)}
    assert found == {"east", "ahead", "behind"}


@pytest.mark.rule("MM-3.6.3", "MM-12.4.1", "MM-R213")
def test_covering_fire_with_the_door_gun_stays_on_its_side() -> None:
    battle = helicopter("right", "m16")
    battle.put(replace(battle["gunner"], arms=()))
    battle.card("gunner")
    battle.do(CoveringFire(toward="15,20", orders="ask"))
    battle.run()
    battle.card("west")
    battle.do(Move(to="15,22"))
    assert battle.state.question is None  # he watches west, and his gun points east


@pytest.mark.rule("MM-12.8.2", "MM-R213")
def test_a_turret_fires_all_round_and_a_hull_gun_to_the_front() -> None:
    for mounting, bears in (("turret", {"east", "west", "ahead", "behind"}), ("hull", {"ahead"})):
        for target in ("east", "west", "ahead", "behind"):
            car = truck(at=(30, 20), mounts=("m2",))
            car = replace(car, profile=replace_profile(car, mounting))
            battle = Skirmish(
                aboard(man("Gunner", BLACK, aim=2), car, "gunner"), man("East", RED, (45, 20)),
                man("West", RED, (15, 20)), man("Ahead", RED, (31, 35)), man("Behind", RED, (31, 5)),
                vehicles=[car], board=Board(60, 40),
            )  # fmt: skip
            battle.card("gunner")
            if target in bears:
                battle.do(Fire(target=target, weapon="m2"), "1")
            else:
                assert refused(battle, Fire(target=target, weapon="m2")) == "does-not-bear"


def replace_profile(vehicle: Vehicle, mounting: str):
    return vehicle.profile.model_copy(update={"mounting": mounting})


@pytest.mark.rule("MM-2.0.2", "MM-3.25.2", "MM-R207")
def test_whoever_fired_backwards_is_aware_of_what_is_behind_the_vehicle() -> None:
    """+1 to hit goes with a target that does not see its firer: not here, though the helicopter looks the other way."""
    battle = helicopter()
    battle.card("gunner")
    battle.do(Fire(target="behind", weapon="m2"), "1")
    assert field.sees(battle.state, "gunner", "behind")
    battle.do(EndGo())
    battle.run()
    battle.card("behind")
    shot = one(battle.do(Fire(target="gunner"), "1"), Shot)
    assert not any("line of sight" in item.reason for item in shot.roll.bonus.items)
