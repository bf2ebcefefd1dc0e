"""Careers: what the roll after a battle says of men and vehicles."""

from __future__ import annotations

from dataclasses import replace

from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import Fired, ManDie, MenDiced, ShotsFired
from rules.infantry_action.events.movement import ManLost, VehicleHarmed
from rules.infantry_action.events.turn import RollCalled, Wreck
from rules.infantry_action.events.umpire import FigureRestored
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Condition, Life
from rules.infantry_action.forces.muster import muster
from rules.infantry_action.forces.service import condition_after, service
from rules.infantry_action.play.victory.roll_call import call_roll
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.seam.ruleset import Service
from tests.rules.infantry_action.mustering import call, unit

FOE = "defender-de44-gruppe-1"
GUNNER = "attacker-gb44-section-1.9"


def begun() -> tuple[list[Event], State]:
    own = (unit(ATTACKER, "gb44-hq"), unit(ATTACKER, "gb44-section"), unit(ATTACKER, "gb44-sherman"))
    events = list(muster(call(own), Seeded(b"service", 1)))
    state = State()
    for event in events:
        state = evolve(state, event)
    return events, state


def lost(number: int, life: Life = Life.CASUALTY, *, killed: bool = False) -> ManLost:
    return ManLost(figure=f"{FOE}.{number}", life=life, cause="mine", killed=killed)


def called(events: list[Event], *dice: str, options: tuple[tuple[str, str], ...] = ()) -> list[Event]:
    state = State()
    for event in events:
        state = evolve(state, event)
    course = Course(replace(state, options=options), Scripted(list(dice)))
    call_roll(course)
    return [*events, *course.events]


def of(events: list[Event], figure: str) -> list[str]:
    return [each.what for each in service(events) if each.of == figure and each.what != "fielded"]


def test_everybody_and_everything_that_took_the_field_is_in_it() -> None:
    events, state = begun()
    came = [each.of for each in service(events)]

    assert sorted(came) == sorted(one.id for one in (*state.figures, *state.guns, *state.vehicles))


def test_a_die_tells_who_of_the_casualties_lives() -> None:
    """IA-R201: 2 was killed, 3 is wounded."""
    events, _ = begun()
    after = called([*events, lost(1), lost(2)], "d6:2", "d6:3")

    assert of(after, f"{FOE}.1") == ["killed"]
    assert of(after, f"{FOE}.2") == ["wounded"]
    assert condition_after(after)[f"{FOE}.2"] == "wounded"
    assert f"{FOE}.1" not in condition_after(after)
    assert condition_after(after)[f"{FOE}.3"] == ""


def test_the_house_may_spare_the_dice_and_the_umpire_has_the_last_word() -> None:
    events, _ = begun()
    both = [*events, lost(1), lost(2, killed=True)]

    assert of(called(both, options=(("casualty-fate", "wounded"),)), f"{FOE}.1") == ["wounded"]
    assert of(called(both, options=(("casualty-fate", "wounded"),)), f"{FOE}.2") == ["killed"]
    assert of(called(both, options=(("casualty-fate", "killed"),)), f"{FOE}.1") == ["killed"]


def test_prisoners_and_runaways() -> None:
    """IA-R202"""
    events, _ = begun()
    after = called([*events, lost(1, Life.PRISONER), lost(2, Life.LOST), lost(3, Life.WITHDRAWN)])

    assert [of(after, f"{FOE}.{n}") for n in (1, 2, 3)] == [["captured"], ["missing"], []]


def test_whom_the_umpire_restores_was_never_hit() -> None:
    events, _ = begun()
    after = called([*events, lost(1), FigureRestored(figure=f"{FOE}.1")])

    assert of(after, f"{FOE}.1") == []


def test_a_kill_is_credited_to_the_only_weapon_that_fired() -> None:
    """IA-R203"""
    events, _ = begun()
    alone = Fired(GUNNER, "attacker-gb44-section-1", "magazine LMG", FOE, (0.0, 0.0), 100.0, men=(GUNNER,))
    rifleman = "attacker-gb44-section-1.2"
    other = Fired(rifleman, "attacker-gb44-section-1", "rifle", FOE, (0.0, 0.0), 100.0, men=(rifleman,))
    hit = MenDiced(target=FOE, dice=(ManDie(f"{FOE}.4", 1, 3),), casualties=(f"{FOE}.4",))

    by_one = called([*events, ShotsFired(side=ATTACKER, shots=(alone,)), hit], "d6:1")
    assert Service(GUNNER, "kill-credited", f"{FOE}.4", "magazine LMG") in service(by_one)
    by_two = called([*events, ShotsFired(side=ATTACKER, shots=(alone, other)), hit], "d6:1")
    assert not [each for each in service(by_two) if each.what == "kill-credited"]


def test_vehicles_come_home_or_not() -> None:
    """IA-R202: knocked out, but burning is destroyed; immobilised is damaged with its crew aboard."""
    events, state = begun()
    tank = state.vehicles[0].id

    def fate(condition: Condition, *, burning: bool = False) -> list[str]:
        harmed = VehicleHarmed(vehicle=tank, condition=condition, cause="shot", burning=burning)
        return of(called([*events, harmed]), tank)

    assert fate(Condition.KNOCKED_OUT) == ["knocked-out"]
    assert fate(Condition.KNOCKED_OUT, burning=True) == ["destroyed"]
    assert fate(Condition.IMMOBILISED) == ["damaged"]


def test_what_is_left_behind_is_captured() -> None:
    """IA-R202: nobody within 10 m of the gun, Germans on the table."""
    events, state = begun()
    crew = [man.id for man in state.figures if man.side == ATTACKER]
    gone = [ManLost(figure=who, life=Life.WITHDRAWN, cause="order") for who in crew]
    final = called([*events, *gone])
    roll = next(event for event in final if isinstance(event, RollCalled))

    assert Wreck(state.guns[0].id, "captured") in roll.wrecks
    assert {man.side for man in state.figures} == {ATTACKER, DEFENDER}


def test_before_the_roll_the_fallen_are_wounded() -> None:
    events, _ = begun()

    assert of([*events, lost(1)], f"{FOE}.1") == ["wounded"]


def test_until_the_roll_is_called_he_is_hit_and_no_more() -> None:
    """IA-R201: whether he lives is not known before; a prisoner is one at once."""
    events, _ = begun()
    before = [*events, lost(1), lost(2, Life.PRISONER)]
    told = {each.of: each.told for each in service(before) if each.what != "fielded"}
    assert told == {f"{FOE}.1": "hit", f"{FOE}.2": ""}
    after = called(before, "d6:3")
    assert {each.told for each in service(after)} == {""}
