"""What lasts ends: every state that holds for a while, until when it holds, and that it ends with whoever it hangs on.

A new field of a figure, a unit or the battle must be put among those that last or those that do not.
"""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from rules.book_and_gun.actions.battle import RemoveFigure
from rules.book_and_gun.actions.hand import Kill
from rules.book_and_gun.course import Course
from rules.book_and_gun.decide import decide
from rules.book_and_gun.events.battle import FigureCaptured, FigureFell, FigureHealed, FigureLeft, TurnBegan
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.combat.capture import take_prisoners
from rules.book_and_gun.play.combat.melee import fight_out
from rules.book_and_gun.state import ARMY, Combat, State
from rules.book_and_gun.units import Contact, Figure, Spotted, Status, Unit
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Scripted

from .field import army, battle, cell, hurt

# ── The list ──────────────────────────────────────────────────────────────────────────────────────────────────────

LASTS = {
    Figure: {
        "posture": "until he stands up or lies down",
        "scout": "until he is with his unit again, or out",
        "carries": "until he puts him down, or one of the two is out",
        "carried_turn": "until the end of the turn",
        "move_turn": "until the end of the turn",
        "fire_turn": "until the end of the turn",
        "fired_turn": "until the end of the turn",
        "fired_prone_turn": "until the end of the next turn",
        "charged_turn": "until the end of the turn",
        "seat": "until it gets out, or the vehicle is destroyed",
        "boarded_turn": "until the end of the turn",
        "work_turn": "until the end of the turn",
        "device_turn": "until the end of the turn",
        "swept_turn": "until the end of the turn",
        "steed": "until it dismounts, or is out",
        "holds": "until it mounts, is out, or has no horse left to hold",
        "empty": "until he has fetched ammunition",
        "restock_turn": "for two full turns, or until he is out",
        "reload": "until the gun is loaded",
        "stunned_until": "until the end of that turn",
        "rally_turn": "until the end of the turn",
        "out_turn": "until the end of the turn",
        "captor": "until his guards are gone, or he is whole again",
    },
    Unit: {
        "formation": "until it forms up again",
        "order": "until it forms up again",
        "morale": "until it rallies, or by its next test",
        "morale_turn": "until the end of the turn",
        "retreat_turn": "until the end of the turn",
        "surrounded_turn": "until the end of the turn",
        "hit_while_shaken_turn": "until the end of the turn",
        "concealed": "until it is found, fires or moves in sight",
        "reserve": "until it enters",
        "entered_turn": "until the end of the turn",
        "spotted": "until it is out of sight again",
        "lost_by": "until it fires at that side or fights it again",
        "spot_attempts": "until the end of the turn",
        "moved_turn": "until the end of the turn",
        "moved_inches": "until the end of the turn",
        "turned_turn": "until the end of the turn",
        "charged_turn": "until the end of the turn",
        "fired_turn": "until the end of the turn",
        "fired_at": "until the end of the turn",
        "under_fire": "until the end of the turn",
        "fought": "until the end of the turn",
        "fire_as": "until the end of the turn",
        "fire_as_turn": "until the end of the turn",
        "joker": "until the end of its phase",
        "disordered_turn": "until the end of the turn",
        "away": "until the portion is with its unit again",
        "flight_turn": "until the end of the turn",
        "evasion_turn": "until the end of the turn",
        "baulked_turn": "until the end of the turn",
    },
    State: {
        "devices": "until they go off",
        "next_card": "until it is played",
        "run": "until the phase is over",
        "ruled": "as the umpire says",
        "markers": "until whoever lies under it is found",
        "knowledge": "until they are out of sight and found gone",
        "questions": "until they are answered",
        "charges": "until the combat is over, or the turn",
        "combats": "until one side has nobody left in it",
        "phase_steps": "until the phase is over",
        "last": "until the next action",
        "awaited": "until they come",
        "screens": "for two turns, or three",
        "envelope": "until it is opened",
        "orders": "until they are carried out or stop",
        "vehicles": "for good, wrecks too",
        "steeds": "for good, lost ones too",
        "hunts": "until the dog has fought, or whoever it was sent at has gone",
        "hostages": "until each has been brought to safety",
        "pieces": "until it is destroyed, or taken by the enemy",
        "cycles": "until whoever has one leaves on it",
        "startled": "until it is rolled whether they run",
        "laid": "until it fires elsewhere, moves or does not fire for a turn",
        "messages": "until their mission falls, or the turn is over",
        "sealed_turns": "until one of these orders stops, or the side takes them back",
    },
}
STAYS = {
    Figure: {
        "id", "number", "name", "rank", "role", "traits", "status", "at", "facing", "wrecked", "fell_openly",
        "of_crew",
    },
    Unit: {
        "id", "name", "side", "organisation", "nation", "traits", "figures", "facing", "munitions", "casualty_order",
        "home",
    },
    State: {
        "title", "turn", "phase", "sides", "units", "board", "options", "turn_limit", "conditions", "civilian_attitude",
        "deck", "casualty_deck", "ended", "missions", "outfits",
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", LASTS)
def test_every_field_is_known_to_last_or_to_end(kind) -> None:
    known = set(LASTS[kind]) | STAYS[kind]
    assert {each.name for each in fields(kind)} == known
    assert not set(LASTS[kind]) & STAYS[kind]


# ── The owner's ends ──────────────────────────────────────────────────────────────────────────────────────────────

ENDS = {
    "killed": FigureFell(unit="able", figure="able2", status=Status.KILLED, cause="fire"),
    "wounded": FigureFell(unit="able", figure="able2", status=Status.WOUNDED, cause="fire"),
    "captured": FigureCaptured(unit="able", figure="able2", captor="red"),
    "off the table": FigureLeft(unit="able", figure="able2", reason="routed off the field"),
}


def changed(state: State, figure: str, **changes) -> State:
    unit = state.unit_of(figure)
    return state.with_unit(unit.with_figure(replace(unit.figure(figure), **changes)))


def field() -> State:
    """Able's second man carries the first, who is wounded; red is a hand's breadth away."""
    able = hurt(army(size=5, at=(10, 10)), Status.WOUNDED, 1)
    return changed(battle(able, cell(size=3, at=(12, 11))), "able2", carries="able1", scout=True, restock_turn=2)


@pytest.mark.rule("BG-VIII.4.4a", "BG-R44", "BG-X.2.1b")
@pytest.mark.parametrize("end", ENDS)
def test_what_a_man_does_ends_with_him(end: str) -> None:
    after = evolve(field(), ENDS[end]).figure("able2")
    assert (after.carries, after.scout, after.restock_turn) == (None, False, 0)


@pytest.mark.rule("BG-VIII.4.4a", "BG-R44")
@pytest.mark.parametrize("end", ["killed", "captured", "off the table"])
def test_whoever_is_carried_and_is_gone_is_put_down(end: str) -> None:
    assert evolve(field(), replace(ENDS[end], figure="able1")).figure("able2").carries is None


@pytest.mark.rule("BG-VIII.4.4a", "BG-R44")
@pytest.mark.parametrize("action", [Kill(figure="able2", reason="a shell"), RemoveFigure(figure="able2")])
def test_the_umpires_hand_ends_it_too(action) -> None:
    state = field()
    for event in decide(state, action, UMPIRE, Scripted("")):
        state = evolve(state, event)
    assert state.figure("able2").carries is None


@pytest.mark.rule("BG-R44")
def test_who_is_healed_is_carried_no_more() -> None:
    assert evolve(field(), FigureHealed(unit="able", figure="able1", reason="")).figure("able2").carries is None


@pytest.mark.rule("BG-XI.5.2b")
@pytest.mark.parametrize("end", ["killed", "off the table"])
def test_a_prisoner_is_free_when_his_last_guard_is_gone(end: str) -> None:
    state = evolve(field(), FigureCaptured(unit="able", figure="able1", captor="red"))
    for number in (1, 2, 3):
        state = evolve(state, replace(ENDS[end], unit="red", figure=f"red{number}"))
    course = Course(state, Scripted(""))
    take_prisoners(course)
    assert (course.state.figure("able1").status, course.state.figure("able1").captor) == (Status.WOUNDED, None)


@pytest.mark.rule("BG-XI.1.1b")
def test_a_combat_whose_last_charger_is_taken_away_is_over() -> None:
    state = battle(army(size=1, at=(10, 10)), cell(size=1, at=(10, 11)))
    combat = Combat(
        key="2:red", attackers=("able",), defenders=("red",), attacking=("able1",), defending=("red1",)
    )  # fmt: skip
    state = evolve(replace(state, combats=(combat,)), FigureLeft(unit="able", figure="able1", reason=""))
    course = Course(state, Scripted(""))
    fight_out(course, combat)
    assert course.state.combats == ()


def test_what_was_between_two_units_is_forgotten() -> None:
    """Fire and fights after the turn that follows; looks and what they found when theirs is over. BG-R130, BG-R29"""
    met = (Contact(2, "red"),)
    able = replace(
        army(at=(10, 10)), fired_at=met, under_fire=met, fought=met, spot_attempts=met, spotted=(Spotted(ARMY, 2),)
    )
    third = evolve(battle(able, cell(at=(12, 11))), TurnBegan(turn=3)).unit("able")
    assert (third.fired_at, third.under_fire, third.fought) == (met, met, met)
    assert (third.spot_attempts, third.spotted) == ((), ())
    fourth = evolve(battle(third, cell(at=(12, 11)), turn=3), TurnBegan(turn=4)).unit("able")
    assert (fourth.fired_at, fourth.under_fire, fourth.fought) == ((), (), ())
