"""What lasts ends in battles: each state on foot and aboard, with its owner killed, struck down, carried off, roped
out, replaced, robbed of his vehicle, or out by the edge, each by the action that does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import CoveringFire, Fire
from rules.five56mm.actions.foot import Carry, Engage, Hide, Move, Sprint, Stealth
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, FastRope, Leave, Pilot
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.characters import Character, Poison
from rules.five56mm.events.vehicles import RolledOut
from rules.five56mm.play.fire.targets import guns, platform
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import BLACK, RED, Cloud, Life, Stance
from rules.kernel.action import Action
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, truck


def goes(battle: Skirmish, who: str, *actions: tuple[Action, str]) -> None:
    """His card, these actions with their dice, and the end of his go."""
    battle.card(who)
    for action, dice in actions:
        battle.do(action, dice)
    if battle.state.go is not None and actions_left(battle.state):
        battle.do(EndGo())
    battle.run()


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Kept:
    """What he does so that it lasts, with its dice; whether it lasts."""

    action: Action | None
    dice: str
    holds: Callable[[Skirmish], bool]
    fights: bool = False


def _stance(stance: Stance) -> Callable[[Skirmish], bool]:
    return lambda battle: battle["owner"].stance is stance


KEPT = {
    "Stealth": Kept(Stealth(), "", _stance(Stance.STEALTH)),
    "Hide": Kept(Hide(), "", _stance(Stance.HIDDEN)),
    "Sprint": Kept(Sprint(to="30,2.2"), "1", _stance(Stance.SPRINTING)),
    "Covering Fire": Kept(CoveringFire(toward="50,2"), "", lambda battle: bool(battle.state.watches)),
    "Carry": Kept(
        Carry(patient="hurt", to="30,2.6"), "6", lambda battle: any(who.partner for who in battle.state.characters)
    ),
    "Engage": Kept(Engage(target="foe"), "6,1", lambda battle: bool(battle.state.combats), fights=True),
    "gas": Kept(None, "", lambda battle: any("owner" in cloud.inside for cloud in battle.state.clouds)),
}


def begun(name: str) -> Skirmish:
    """Owner by the south edge with a hurt friend and a bearer; Foe at arm's length, Far up north. He has done it."""
    kept = KEPT[name]
    people = [
        man("Owner", BLACK, (30, 2)), man("Hurt", BLACK, (30.7, 2), wounds=[Level.MORTAL]),
        man("Bearer", BLACK, (29.3, 2), strength=3), man("Far", RED, (30, 20), "m60", aim=3),
        man("Third", BLACK, (5, 5)),
    ]  # fmt: skip
    people += [man("Foe", RED, (30, 2.9), "m9")] if kept.fights else []
    battle = Skirmish(*people)
    if kept.action is None:
        battle.state = replace(battle.state, clouds=(Cloud(1, (30, 3), ("owner", "bearer", "hurt")),))
        battle.put(replace(battle["owner"], poison=Poison(4)))
    else:
        goes(battle, "owner", (kept.action, kept.dice))
    assert kept.holds(battle)
    return battle


def killed(battle: Skirmish) -> None:
    """18 in: Medium for the M60. A hit, 6 + 5 against 1: dead. Whoever is within 2 in keeps his nerve."""
    battle.card("far")
    battle.do(Fire(target="owner", obscured=0, not_closest=False), "6,6,1")
    assert battle["owner"].life is Life.DEAD
    while battle.state.frights:
        battle.run(",".join("6" * len(battle.state.frights)), until_card=False)


def struck_down(battle: Skirmish) -> None:
    """5 + 5 against 6: a Mortal Wound, and D6+1 turns to live."""
    battle.card("far")
    battle.do(Fire(target="owner", obscured=0, not_closest=False), "6,5,6,1")
    assert battle["owner"].down


def carried_off(battle: Skirmish) -> None:
    """He cannot stand, and the bearer brings him over the edge."""
    battle.put(replace(battle["owner"], wounds=man("x", BLACK, None, wounds=[Level.MORTAL]).wounds))
    goes(battle, "bearer", (Carry(patient="owner", to="30,0", off=True), "6"))
    assert battle["owner"].life is Life.LEFT


def out_by_the_edge(battle: Skirmish) -> None:
    battle.end_turn()
    goes(battle, "owner", (Move(to="30,0", off=True), ""))
    assert battle["owner"].life is Life.LEFT


ON_FOOT = {"killed": killed, "carried off": carried_off, "out by the edge": out_by_the_edge}


@pytest.mark.parametrize("end", list(ON_FOOT))
@pytest.mark.parametrize("name", [name for name, kept in KEPT.items() if not kept.fights])
def test_what_he_keeps_doing_ends_with_him(name: str, end: str) -> None:
    battle = begun(name)
    ON_FOOT[end](battle)
    assert not KEPT[name].holds(battle)
    assert battle["owner"].stance is Stance.NONE


@pytest.mark.parametrize("end", [killed, struck_down])
def test_a_combat_ends_with_either(end: Callable[[Skirmish], None]) -> None:
    battle = begun("Engage")
    end(battle)
    assert battle.state.combats == ()


@pytest.mark.parametrize("name", ["Stealth", "Hide", "Covering Fire", "Carry"])
def test_whoever_is_struck_down_does_it_no_more(name: str) -> None:
    battle = begun(name)
    struck_down(battle)
    assert not KEPT[name].holds(battle)


@pytest.mark.rule("MM-3.6.1", "MM-4.5.5")
def test_a_watch_ends_with_whoever_helps_to_carry() -> None:
    """His watch of the turn before lasts until his card; before it he gives up his go to carry."""
    people = (man("Owner", BLACK, (30.8, 10)), man("Bearer", BLACK, (29.2, 10)))
    battle = Skirmish(*people, man("Hurt", BLACK, (30, 10), wounds=[Level.MORTAL]), man("Far", RED, (30, 30)))
    goes(battle, "owner", (CoveringFire(), ""))
    battle.end_turn()
    goes(battle, "bearer", (Carry(patient="hurt", second="owner", to="30,6"), ""))
    assert battle.state.watches == ()
    goes(battle, "far", (Move(to="30,27"), ""))
    assert battle["owner"].stance is Stance.CARRYING


# ── At the wheel ──────────────────────────────────────────────────────────────────────────────────────────────────


def under_way() -> Skirmish:
    """Owner has driven at Full Speed; Mate is beside him, Enemy stands by the way's end, Far has a rifle."""
    car = truck(at=(30, 4), mounts=("m60",))
    people = (
        aboard(man("Owner", BLACK, skills=[Skill.DRIVER]), car, "driver"), aboard(man("Mate", BLACK), car, "gunner"),
        man("Far", RED, (30, 39), "m60", aim=3),
    )  # fmt: skip
    battle = Skirmish(*people, vehicles=[car])
    goes(battle, "owner", (Drive(to="30,22", task="full-speed"), "1"))
    assert battle.state.vehicle("truck").full_speed
    assert platform(battle.state, battle["mate"]).motion == "full-speed"
    return battle


def driver_killed(battle: Skirmish) -> None:
    """15 in to him, Medium for the M60: 4, +1 Full Speed, +1 for who is nearer; 6 + 5 against 1."""
    battle.card("far")
    battle.do(Fire(target="owner", obscured=0, not_closest=False), "6,6,1")
    assert battle["owner"].life is Life.DEAD
    battle.run("6" if battle.state.frights else "")


def driver_jumps(battle: Skirmish) -> None:
    """In his second go of the turn: 20 in, D6+2 = 3 against 6."""
    battle.put(replace(battle["owner"], goes=0))
    state = battle.state
    battle.state = replace(state, deck=(*state.deck, battle["owner"].cards[0]))
    vehicle = state.vehicle("truck")
    battle.card("owner")  # a new card of the driver's ends its speed
    battle.state = battle.state.with_vehicle(vehicle)
    battle.do(Leave(), "1,6")
    battle.do(EndGo())
    battle.run()
    assert battle["owner"].vehicle is None


@pytest.mark.rule("MM-R205", "MM-3.24.5", "MM-12.1.2")
@pytest.mark.parametrize("end", [driver_killed, driver_jumps])
def test_a_vehicle_without_a_driver_stands_at_the_turns_end(end: Callable[[Skirmish], None]) -> None:
    battle = under_way()
    end(battle)
    assert [event.vehicle for event in all_of(battle.end_turn(), RolledOut)] == ["truck"]
    assert platform(battle.state, battle["mate"]).motion == "still"
    battle.card("mate")
    battle.do(Leave())  # from a standstill nobody is hurt
    assert battle["mate"].wounds == ()


@pytest.mark.rule("MM-R205", "MM-12.1.1")
def test_a_driver_who_is_replaced_leaves_no_speed_behind() -> None:
    battle = under_way()
    battle.put(replace(battle["owner"], wounds=man("x", BLACK, None, wounds=[Level.MORTAL]).wounds))
    goes(battle, "mate", (BoardVehicle(vehicle="truck", place="driver"), ""))
    assert (battle["mate"].place, battle["owner"].place) == ("driver", "gunner")
    battle.end_turn()
    assert battle.state.vehicle("truck").moved == 18.0  # somebody has it in hand: until his card
    battle.card("mate")
    assert (battle.state.vehicle("truck").moved, battle.state.vehicle("truck").full_speed) == (0.0, False)


@pytest.mark.rule("MM-R205", "MM-R206")
def test_a_vehicle_that_the_enemy_takes_has_neither_its_speed_nor_its_guns_hands() -> None:
    car = truck(at=(30, 20), moved=20.0, full_speed=True, mounts=("m60",))
    people = (aboard(man("Owner", BLACK), car, "driver"), man("Taker", RED, (30, 23)), man("Mate", BLACK, (5, 5)))
    battle = Skirmish(*people, vehicles=[car])
    battle.card("owner")
    battle.do(Leave())
    assert battle.state.vehicle("truck").moved == 0.0  # his card has ended his drive
    battle.do(EndGo())
    battle.run()
    goes(battle, "taker", (BoardVehicle(vehicle="truck", place="gunner"), ""))
    assert battle.state.vehicle("truck").side == RED
    assert "m60" in [gun.profile.key for gun in guns(battle.state, battle["taker"])]
    battle.end_turn()
    assert (battle.state.vehicle("truck").moved, battle.state.vehicle("truck").full_speed) == (0.0, False)


@pytest.mark.rule("MM-R215")
def test_a_vehicle_that_drives_off_takes_all_that_lasts_with_it() -> None:
    car = truck(at=(30, 33), mounts=("m60",))
    people = (aboard(man("Owner", BLACK), car, "driver"), aboard(man("Mate", BLACK), car, "gunner"))
    battle = Skirmish(*people, man("Third", BLACK, (5, 5)), man("Far", RED, (58, 20)), vehicles=[car])
    goes(battle, "mate", (CoveringFire(toward="30,39"), ""))
    assert battle.state.watches
    battle.state = replace(battle.state, clouds=(Cloud(1, (30, 33), ("owner", "mate")),))
    goes(battle, "owner", (Drive(to="30,38.5", off=True), ""))
    now = battle.state.vehicle("truck")
    assert (now.at, now.moved, now.full_speed) == (None, 0.0, False)
    assert battle.state.watches == ()
    assert battle.state.clouds[0].inside == ()
    assert {battle[who].life for who in ("owner", "mate")} == {Life.LEFT}


# ── In the air ────────────────────────────────────────────────────────────────────────────────────────────────────


def hovering(*more: Character) -> Skirmish:
    """Owner holds the Black Hawk in a Hover; Ranger and the Gunner are aboard."""
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, mounts=("m60",))
    people = (
        aboard(man("Owner", BLACK, skills=[Skill.PILOT], morale=3), hawk, "pilot"),
        aboard(man("Gunner", BLACK, movement=3), hawk, "gunner"), aboard(man("Ranger", BLACK, movement=3), hawk),
    )  # fmt: skip
    seconds = (aboard(each, hawk, "co-pilot") for each in more)
    battle = Skirmish(*people, *seconds, man("Far", RED, (50, 20)), vehicles=[hawk])
    goes(battle, "owner", (Pilot(task="hover", to="30,21"), "4"))
    assert battle.state.vehicle("hawk").hover == 0
    return battle


def pilot_down(battle: Skirmish) -> None:
    """A Mortal Wound."""
    battle.put(replace(battle["owner"], wounds=man("x", BLACK, None, wounds=[Level.MORTAL]).wounds))


@pytest.mark.rule("MM-4.73.3", "MM-4.8.1", "MM-R219", "MM-R59")
def test_a_hover_ends_with_its_pilot() -> None:
    battle = hovering()
    assert platform(battle.state, battle["gunner"]).hover == 0
    pilot_down(battle)
    assert platform(battle.state, battle["gunner"]).hover == 1
    battle.card("ranger")
    assert refused(battle, FastRope()) == "not-hovering"


@pytest.mark.rule("MM-12.9.2", "MM-4.8.1", "MM-R219")
def test_a_co_pilot_holds_it() -> None:
    battle = hovering(man("Second", BLACK))
    pilot_down(battle)
    goes(battle, "ranger", (FastRope(), "6"))
    assert battle["ranger"].vehicle is None


@pytest.mark.rule("MM-4.7.3", "MM-4.8.1")
def test_a_hover_ends_with_its_pilots_next_card() -> None:
    battle = hovering()
    battle.end_turn()
    assert battle.state.vehicle("hawk").hover == 0
    goes(battle, "owner", (Pilot(to="30,30"), ""))
    battle.card("ranger")
    assert refused(battle, FastRope()) == "not-hovering"


@pytest.mark.rule("MM-12.4.1", "MM-R210", "MM-4.8.1")
def test_whoever_ropes_out_keeps_neither_the_gun_nor_a_watch_of_it() -> None:
    battle = hovering()
    goes(battle, "gunner", (CoveringFire(toward="Far"), ""))
    battle.end_turn()
    goes(battle, "owner", (Pilot(task="hover", to="30,21"), "4"))
    goes(battle, "gunner", (FastRope(to="32,21"), "6"))
    assert battle.state.watches == ()
    assert [gun.profile.key for gun in guns(battle.state, battle["gunner"])] == ["m16"]
    assert "m60" in [gun.profile.key for gun in guns(battle.state, battle["ranger"])]
    battle.card("ranger")
    battle.do(BoardVehicle(vehicle="hawk", place="gunner"))
    assert battle["ranger"].place == "gunner"
