"""What unseen troops change near houses, and near what the enemy takes: nothing, until the enemy finds them. VI.3.3,
IX.4.3, XIII.1, BG-R291, BG-R292.

Two worlds each time, which differ only in where a hidden unit is: in the mill or by the booty, or far away.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.combat import Capture
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.course import Course
from rules.book_and_gun.play.combat.booty import take_vehicles
from rules.book_and_gun.play.combat.capture import left_behind, take_prisoners
from rules.book_and_gun.play.ground import housing
from rules.book_and_gun.state import ARMY, INSURGENTS, Run, State
from rules.book_and_gun.units import Phase, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Card, Scripted
from rules.kernel.event import Event
from rules.seam.viewing import Viewer
from rules.table.board import Opening
from rules.table.fog import Glimpse, Knowledge

from .field import SOUTH, army, battle, cell, hurt, only
from .motor import motorised, vehicle
from .ordnance import with_gun
from .stable import afoot
from .test_housing import DOOR, WINDOW, house, on
from .war import War, dice, moving

FAR = (44, 33)
NORTH_DOOR = Opening("door", (19.4, 25), (20.6, 25))


def hidden(at: tuple[float, float], size: int = 1, name: str = "hid") -> Unit:
    return replace(cell(name, size=size, at=at, facing=SOUTH, spacing=1.0), concealed=True)


def mill(opening: Opening, lurking: Unit, *more: Unit, able: Unit | None = None) -> War:
    """One man before the south wall of a house of three rooms, 4 wide and 12 deep."""
    first = able or army(size=1, at=(20, 12.4))
    return moving(battle(first, cell(size=1, at=(4, 34)), lurking, *more, board=on(house(opening, deep=12.0))))


def until_found(events: list[Event]) -> list[Event]:
    """What happens before anybody hidden is found."""
    at = next((n for n, event in enumerate(events) if event.kind == "unit-revealed"), len(events))
    return events[:at]


def said(state: State, events: list[Event], side: str) -> list[object]:
    return [RULES.battle.tell(state, event, Viewer(side)) for event in events]


# ── At the door ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IX.4.3b", "BG-IX.4.4a", "BG-VI.3.3", "BG-R291")
@pytest.mark.parametrize("opening", [DOOR, WINDOW])
@pytest.mark.parametrize(("at", "found"), [((20, 23), False), ((20, 18.4), True)])
def test_a_move_into_a_house_is_the_same_whoever_hides_in_it(
    opening: Opening, at: tuple[float, float], found: bool
) -> None:
    """He goes in to 14.4, or stops behind the window at 13.55; 4 inches from there he sees them."""
    here, away = mill(opening, hidden(at)), mill(opening, hidden(FAR))
    goes = Move(unit="able", to="20,14.4")
    happened, otherwise = here.do(goes, dice(6, 6, 6)), away.do(goes, dice(6, 6, 6))
    assert not any(event.kind == "unit-revealed" for event in otherwise)
    assert until_found(happened) == until_found(otherwise)[: len(until_found(happened))]
    assert said(here.state, until_found(happened), ARMY)
    assert here.at("able1") == away.at("able1")
    assert here.at("able1")[1] > 13
    assert any(event.kind == "unit-revealed" for event in happened) == (found and opening is DOOR)


@pytest.mark.rule("BG-IX.4.2a", "BG-R291")
def test_hidden_people_take_no_room_from_those_who_do_not_know_of_them() -> None:
    """Twelve fill the three rooms; none is within 4 inches of who comes in."""
    crowd = replace(hidden((18.7, 20), size=12), figures=tuple(
        replace(f, at=(18.6 + 0.9 * (f.number % 4), 20.0 + f.number // 4)) for f in hidden(FAR, size=12).figures
    ))  # fmt: skip
    entered = [mill(DOOR, lurking) for lurking in (crowd, hidden(FAR, size=12))]
    for war in entered:
        war.do(Move(unit="able", to="20,14.4"), dice(6, 6, 6))
        assert war.at("able1") == (20, 14.4)
    seen = mill(DOOR, replace(crowd, concealed=False), army("guest", size=1, at=(20, 24)))
    seen.do(Move(unit="able", to="20,14.4"), dice(6, 6, 6))
    assert seen.at("able1")[1] < 13, "a house that is seen to be full stays so"


@pytest.mark.rule("BG-IX.4.3b", "BG-R206", "BG-R291")
def test_once_they_are_seen_they_hold_the_house() -> None:
    war = mill(DOOR, replace(hidden((20, 23)), concealed=False))
    assert [each.name for each in housing.held_against(war.state, ARMY)] == ["mill"]
    war.do(Move(unit="able", to="20,14.4"), dice(6, 6, 6))
    assert war.at("able1")[1] < 13


@pytest.mark.rule("BG-R183", "BG-R291")
def test_in_the_fog_of_war_a_side_is_kept_out_by_those_whom_it_sees() -> None:
    foe = replace(hidden((20, 23)), concealed=False)
    state = replace(mill(DOOR, foe).state, options=(("fog", "on"),))
    assert housing.held_against(state, ARMY) == ()
    seen = Knowledge(ARMY, now=(Glimpse("hid", (20.0, 23.0), SOUTH, 2, "1"),))
    watched = replace(state, knowledge=(seen,))
    assert [each.name for each in housing.held_against(watched, ARMY)] == ["mill"]


@pytest.mark.rule("BG-R203", "BG-VIII.1.41a", "BG-R291")
def test_a_charge_through_a_house_is_offered_and_judged_alike_whoever_hides_in_it() -> None:
    """From one door to the other it is open; who hides beside the way bars neither."""
    through = house(DOOR, NORTH_DOOR, deep=12.0)
    wars = [
        moving(battle(army(size=1, at=(20, 12.0)), cell(size=1, at=(20, 27), facing=SOUTH), lurking, board=on(through)))
        for lurking in (hidden((18.6, 19)), hidden(FAR))
    ]
    offered = [RULES.battle.offers(war.state, ARMY, "able") for war in wars]
    assert offered[0] == offered[1]
    charge = ChargeEnemy(unit="able", target="red")
    known = [RULES.battle.odds(war.state, charge, Actor.player(ARMY)) for war in wars]
    assert known[0] == known[1]


# ── Booty and prisoners ───────────────────────────────────────────────────────────────────────────────────────────


NEAR_BY = (10.0, 5.0)
"""5 inches from the one who lies at (10, 10), and 6 from the enemy there: more than the 4 that find hidden men."""


def fellow(at: tuple[float, float], *, seen: bool = False) -> Unit:
    return replace(army("bravo", size=1, at=at), concealed=not seen)


def wounded(friend: Unit) -> State:
    able = hurt(army(size=1, at=(10, 10)), Status.WOUNDED, 1)
    return battle(able, cell(size=2, at=(10, 11)), friend)


def after_combat(state: State) -> list[Event]:
    course = Course(state, Scripted(""))
    take_prisoners(course)
    take_vehicles(course)
    return course.events


@pytest.mark.rule("BG-XIII.1.1a", "BG-R135", "BG-R292")
def test_a_wounded_man_falls_to_the_enemy_whoever_hides_near_him() -> None:
    here, away, seen = (
        after_combat(wounded(each)) for each in (fellow(NEAR_BY), fellow(FAR), fellow(NEAR_BY, seen=True))
    )
    assert here == away
    assert [(event.kind, event.figure) for event in only(here, "figure-captured")] == [("figure-captured", "able1")]
    assert seen == []


@pytest.mark.rule("BG-XIII.1.1a", "BG-VI.3.3", "BG-R292")
def test_a_word_to_take_him_is_refused_only_for_a_fellow_who_is_seen() -> None:
    cards = tuple(Card(f"{n}H") for n in "2345")
    here, away, seen = (
        War(replace(wounded(each), phase=Phase.MOVEMENT, run=Run(INSURGENTS, cards)))
        for each in (fellow(NEAR_BY), fellow(FAR), fellow(NEAR_BY, seen=True))
    )
    takes, by = Capture(unit="red", figure="able1"), Actor.player(INSURGENTS)
    assert here.do(takes, by=by) == away.do(takes, by=by)
    assert seen.refuses(takes, by=by) == "not-captured"


@pytest.mark.rule("BG-XI.5.2a", "BG-R64", "BG-R292")
def test_after_a_close_combat_nobody_hidden_keeps_the_losers_wounded() -> None:
    """A fellow 1.5 inches off keeps him only where the winners see the fellow."""
    found = []
    for friend in (fellow((11.5, 10)), fellow(FAR), fellow((11.5, 10), seen=True)):
        course = Course(wounded(friend), Scripted(""))
        left_behind(course, ["able"], ["red"])
        found.append(course.events)
    assert found[0] == found[1]
    assert [event.kind for event in found[0]] == ["figure-captured"]
    assert found[2] == []


@pytest.mark.rule("BG-XIII.1.1a", "BG-R273", "BG-R292")
def test_a_vehicle_falls_to_whoever_stands_at_it_whoever_hides_near_it() -> None:
    """A fellow 5.4 inches from the hull, whose west side is at 19.4."""
    found = []
    for friend in (fellow((14, 10)), fellow(FAR), fellow((14, 10), seen=True)):
        own, body = vehicle("own", "gun-jeep", at=(20.0, 10.0))
        own = replace(own, figures=tuple(replace(f, status=Status.KILLED) for f in own.figures))
        found.append(after_combat(motorised([own, cell(size=1, at=(21.1, 10)), friend], [body])))
    assert found[0] == found[1]
    assert [event.kind for event in found[0]] == ["vehicle-taken"]
    assert found[2] == []


@pytest.mark.rule("BG-XIII.1.1a", "BG-R245", "BG-R292")
def test_so_do_a_gun_and_led_horses() -> None:
    for friend, falls in ((fellow((24, 10)), True), (fellow((24, 10), seen=True), False)):
        state = with_gun("medium-gun", cell("red", size=2, at=(20, 11), facing=SOUTH), friend)
        crew = state.unit("gun")
        state = state.with_unit(
            replace(crew, figures=tuple(replace(f, status=Status.KILLED) for f in crew.figures))
        )  # fmt: skip
        assert [event.kind for event in after_combat(state)] == ["gun-taken"] * falls

        led = afoot(3, foes=(cell("red", size=1, at=(16.0, 9.0), facing=SOUTH), friend))
        for n in (1, 2, 3):
            led.state = led.state.with_figure(replace(led.figure(f"able{n}"), status=Status.KILLED))
        horse = led.state.led_by("able")[0]
        at = horse.at
        assert at is not None
        led.state = led.state.with_figure(replace(led.figure("red1"), at=(at[0], at[1] + 1.0)))
        led.state = led.state.with_figure(replace(led.figure("bravo1"), at=(at[0], at[1] - 5.0)))
        assert bool(only(after_combat(led.state), "horses-taken")) == falls
