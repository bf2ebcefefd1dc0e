"""What lasts ends: every state that holds for a while, until when it holds, and that it ends with whoever it hangs on.

A new field of a character, a vehicle or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import pytest

from rules.five56mm.actions.battle import PlaceUnit, RemoveCharacter, RestoreCharacter
from rules.five56mm.actions.hand import Kill, WoundByUmpire
from rules.five56mm.characters import Burning, Character, Poison, Vehicle
from rules.five56mm.events.battle import LeftTable
from rules.five56mm.events.vehicles import GotOut, SeatTaken, VehicleLeft, VehicleSet
from rules.five56mm.evolve import evolve
from rules.five56mm.pending import Cloud, Combat, Watch
from rules.five56mm.play.harm.harm import die
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED, Fright, Stance, State
from rules.kernel.chance import Scripted
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, truck

# ── The list ──────────────────────────────────────────────────────────────────────────────────────────────────────

LASTS = {
    Character: {
        "stance": "until his next card",
        "partner": "until the carrier's next card",
        "lost_actions": "until his next go",
        "threw_back_turn": "until the end of the turn",
        "gave_up_turn": "until the end of the turn",
        "acted_turn": "until the end of the turn",
        "fired_turn": "until the end of the next turn, or until he moves",
        "moved_since": "until he fires",
        "goes": "until the end of the turn",
        "goes_turn": "until the end of the turn",
        "escape_penalty": "until the end of the turn",
        "escape_turn": "until the end of the turn",
        "luck_turn": "until the end of the turn",
        "luck_armed": "until his roll, or the end of his go",
        "poison": "until he shakes it off",
        "burning": "until it has burned once more, or care puts it out",
        "courage": "until he rallies or has calmed down",
        "failed_rallies": "until he rallies",
        "vehicle": "until he gets out",
        "place": "until he takes another",
    },
    Vehicle: {
        "moved": "until its driver's next go",
        "full_speed": "until its driver's next go",
        "hover": "until its pilot's next go",
        "flying": "until it lands or crashes",
        "unattended": "until somebody flies it",
        "flown_turn": "until the end of the turn",
        "fired": "until the end of the turn",
        "fired_turn": "until the end of the turn",
    },
    State: {
        "go": "until the go is over",
        "intent": "until it is carried out",
        "cleared": "until it is carried out",
        "window": "until the last has had his chance",
        "question": "until it is answered",
        "held": "until it is answered",
        "grenade": "until it explodes",
        "combats": "until one is dead, down or away",
        "frights": "until the test is taken",
        "watches": "until his next card, or his shot",
        "awaited": "until they come",
        "orders": "until they are carried out or stop",
        "sealed_turns": "until one of these orders stops, or the side takes them back",
        "envelope": "until it is opened",
        "ruled": "as the umpire says",
        "shown": "until the next action",
    },
}
STAYS = {
    Character: {
        "id", "name", "number", "rank", "side", "squad", "traits", "cards", "arms", "at", "level", "facing", "life",
        "left", "wounds", "spent", "luck",
    },
    Vehicle: {
        "id", "name", "side", "profile", "at", "facing", "mounts", "door", "weapons_work", "damage", "left",
    },
    State: {
        "title", "sides", "squads", "characters", "vehicles", "board", "options", "light", "turn_limit", "turn",
        "closed_turn", "deck", "removed", "jokers", "radio", "questions", "clouds", "standing", "care", "settled",
        "ended", "under_fire",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", list(LASTS))
def test_everything_that_lasts_is_listed(kind: type) -> None:
    assert {each.name for each in fields(kind)} == set(LASTS[kind]) | STAYS[kind]
    assert not set(LASTS[kind]) & STAYS[kind]


# ── Whoever it hangs on ───────────────────────────────────────────────────────────────────────────────────────────


def battle() -> Skirmish:
    """Owner with Mate and Third beside him, Foe at arm's length; each with what the states want."""
    return Skirmish(
        man("Owner", BLACK, (30, 10)), man("Mate", BLACK, (30.8, 10)), man("Third", BLACK, (29.2, 10)),
        man("Foe", RED, (30, 10.8)), man("Far", RED, (5, 38)),
    )  # fmt: skip


@dataclass(frozen=True)
class Hold:
    """A state that lasts: how it comes about, and whether it still holds. `stays`: ends that leave it as it is."""

    set: Callable[[State], State]
    holds: Callable[[State], bool]
    stays: frozenset[str] = frozenset()


def _with(state: State, who: str, **more: object) -> State:
    return state.with_character(replace(state.character(who), **more))


def _stance(stance: Stance) -> Hold:
    kept = frozenset() if stance not in (Stance.STEALTH, Stance.HIDDEN, Stance.SPRINTING) else frozenset({"placed"})
    return Hold(
        lambda state: _with(state, "owner", stance=stance),
        lambda state: state.character("owner").stance is stance,
        kept,
    )


def _watching(state: State) -> State:
    return replace(_with(state, "owner", stance=Stance.COVERING), watches=(Watch("owner", "anyone", "fire"),))


def _carries(state: State) -> State:
    state = _with(state, "owner", stance=Stance.CARRYING, partner="mate")
    state = _with(state, "mate", stance=Stance.CARRIED, partner="owner")
    return _with(state, "third", stance=Stance.CARRYING, partner="owner")


def _is_carried(state: State) -> State:
    state = _with(state, "mate", stance=Stance.CARRYING, partner="owner")
    state = _with(state, "owner", stance=Stance.CARRIED, partner="mate")
    return _with(state, "third", stance=Stance.CARRYING, partner="mate")


def _any_carrying(state: State) -> bool:
    return any(each.partner or each.stance in (Stance.CARRYING, Stance.CARRIED) for each in state.characters)


HOLDS = {
    "Stealth": _stance(Stance.STEALTH),
    "Hiding": _stance(Stance.HIDDEN),
    "Sprinting": _stance(Stance.SPRINTING),
    "Covering Fire": Hold(_watching, lambda state: bool(state.watches), frozenset({"placed"})),
    "carrying": Hold(_carries, _any_carrying),
    "carried": Hold(_is_carried, _any_carrying, frozenset({"struck down"})),
    "hand-to-hand combat": Hold(
        lambda state: replace(state, combats=(Combat("owner", "foe"),)), lambda state: bool(state.combats)
    ),
    "a fright": Hold(
        lambda state: replace(state, frights=(Fright("owner", "shot at", "MM-9.4.3"),)),
        lambda state: bool(state.frights), frozenset({"struck down", "placed"}),
    ),
    "in the gas": Hold(
        lambda state: replace(state, clouds=(Cloud(1, (30.0, 10.0), ("owner",)),)),
        lambda state: any("owner" in cloud.inside for cloud in state.clouds), frozenset({"struck down"}),
    ),
}  # fmt: skip
RESTORED = {
    "Stealth", "Hiding", "Sprinting", "Covering Fire", "carrying", "carried",
}  # fmt: skip


def killed(fight: Skirmish) -> None:
    course = Course(fight.state, Scripted([]))
    die(course, "owner", "a shot")
    fight.state = course.state


def by_the_edge(fight: Skirmish) -> None:
    fight.state = evolve(fight.state, LeftTable(character="owner", reason="left", edge="south"))


ENDS: dict[str, Callable[[Skirmish], object]] = {
    "killed": killed,
    "killed by the umpire": lambda fight: fight.do(Kill(character="owner", reason="A test")),
    "struck down": lambda fight: fight.do(WoundByUmpire(character="owner", grade="mortal", turns=3, reason="A test")),
    "left by the edge": by_the_edge,
    "taken off": lambda fight: fight.do(RemoveCharacter(character="owner", reason="A test")),
    "placed": lambda fight: fight.do(PlaceUnit(unit="owner", to="50,30")),
}


@pytest.mark.parametrize("end", list(ENDS))
@pytest.mark.parametrize("name", list(HOLDS))
def test_it_ends_with_its_owner(name: str, end: str) -> None:
    hold, fight = HOLDS[name], battle()
    fight.state = hold.set(fight.state)
    assert hold.holds(fight.state)
    if fight.state.frights and end not in ("killed", "left by the edge"):
        pytest.skip("a fright is tested before the umpire's next word")
    ENDS[end](fight)
    assert hold.holds(fight.state) is (end in hold.stays)


@pytest.mark.parametrize("name", sorted(RESTORED))
def test_whoever_is_made_whole_does_nothing_of_what_he_did(name: str) -> None:
    hold, fight = HOLDS[name], battle()
    fight.state = hold.set(fight.state)
    fight.do(RestoreCharacter(character="owner"))
    assert not hold.holds(fight.state)


def test_every_stance_is_tried() -> None:
    tried = {name for name in HOLDS if name in {stance.value for stance in Stance}} | {"Carrying"}
    assert {stance.value for stance in Stance if stance is not Stance.NONE} == tried


# ── Whoever drives ────────────────────────────────────────────────────────────────────────────────────────────────


def under_way() -> Skirmish:
    """At full speed; the driver, the gunner and a rider aboard."""
    car = truck(at=(30, 20), moved=20.0, full_speed=True, mounts=("m60",))
    return Skirmish(
        aboard(man("Owner"), car, "driver"), aboard(man("Mate"), car, "gunner"), man("Red", RED, (5, 38)),
        vehicles=[car],
    )  # fmt: skip


WHEELS: dict[str, Callable[[Skirmish], object]] = {
    **{end: ENDS[end] for end in ("killed", "killed by the umpire", "struck down", "left by the edge", "taken off")},
    "placed": ENDS["placed"],
    "got out": lambda fight: _happens(fight, GotOut(character="owner", vehicle="truck", at=(30, 15), jumped=True)),
    "at another place": lambda fight: _happens(fight, SeatTaken(character="owner", vehicle="truck", place="passenger")),
}


def _happens(fight: Skirmish, event: object) -> None:
    fight.state = evolve(fight.state, event)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("end", list(WHEELS))
def test_what_nobody_drives_stands_when_the_turn_is_over(end: str) -> None:
    fight = under_way()
    WHEELS[end](fight)
    assert fight.state.vehicle("truck").moved == 20.0
    fight.run("6" if end == "killed by the umpire" else "")  # his friend keeps his nerve
    fight.end_turn()
    now = fight.state.vehicle("truck")
    assert (now.moved, now.full_speed) == (0.0, False)


def test_what_somebody_else_has_taken_over_keeps_its_speed_until_his_card() -> None:
    fight = under_way()
    _happens(fight, SeatTaken(character="owner", vehicle="truck", place="passenger"))
    _happens(fight, SeatTaken(character="mate", vehicle="truck", place="driver"))
    assert fight.state.vehicle("truck").moved == 20.0
    fight.card("mate")
    assert fight.state.vehicle("truck").moved == 0.0


def test_a_vehicle_that_is_gone_or_taken_neither_moves_nor_hovers() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, hover=0, moved=12.0)
    fight = Skirmish(aboard(man("Owner"), hawk, "pilot"), man("Red", RED, (5, 38)), vehicles=[hawk])
    _happens(fight, VehicleLeft(vehicle="hawk", edge="south"))
    now = fight.state.vehicle("hawk")
    assert (now.at, now.moved, now.hover, now.flying) == (None, 0.0, None, False)
    fight = under_way()
    _happens(fight, VehicleSet(vehicle="truck", to="immobilised", side=BLACK))
    assert fight.state.vehicle("truck").moved == 0.0


def test_poison_and_fire_are_his_own() -> None:
    """They burn in nobody else, and are gone when the umpire makes him whole."""
    fight = battle()
    fight.state = _with(fight.state, "owner", poison=Poison(6), burning=Burning(1.0, 1), lost_actions=1)
    fight.do(RestoreCharacter(character="owner"))
    owner = fight["owner"]
    assert (owner.poison, owner.burning, owner.lost_actions) == (None, None, 0)
