"""The odds of fire are true: told by hand here and there, and decided again and again everywhere."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from rules.kernel.action import Actor
from rules.red_actions.actions.fight import Fire
from rules.red_actions.deeds import DEEDS
from rules.red_actions.play.fire.chances import at_least
from rules.red_actions.prompt import prompt
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Base, Concealment, Rails
from tests.rules.red_actions.field import ATTACK, EAST, area, battle, board, line, officer, unit
from tests.rules.red_actions.outcomes import came_about, shot_through
from tests.rules.red_actions.test_random_battles import Battle
from tests.rules.truth import SHORT, Jury

REGULARS, VOLUNTEERS = "red-regulars", "white-volunteers"
RULES: Any = SimpleNamespace(battle=SimpleNamespace(odds=DEEDS.odds, decide=shot_through))


def gun(ref="gun", side=ATTACKER, bases=2, card="field-gun", **changes):
    made = unit(ref, side, card, bases=bases, **changes)
    return replace(made, bases=tuple(replace(base, limber=2, cart=6) for base in made.bases))


def chances(state: State, action: Fire) -> dict[str, Fraction]:
    return {one.outcome.kind: one.chance for one in DEEDS.odds(state, action, ATTACK).chances}


def test_two_dice() -> None:
    assert at_least(2) == 1
    assert at_least(10) == Fraction(6, 36)
    assert at_least(12) == Fraction(1, 36)
    assert at_least(13) == 0


@pytest.mark.rule("RA-shoot.7")
def test_riflemen_at_long_range() -> None:
    """Cavalry cannot evade. Column 2: 8 and 9 retire, 10 to 12 terror, 11 and 12 a serious test, 11 the officers."""
    state = battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, "white-cavalry", at=(30, 20)))
    assert chances(state, Fire(unit="reds", target="whites")) == {
        "nothing": Fraction(21, 36),
        "retire": Fraction(9, 36),
        "terror": Fraction(6, 36),
        "pinned": Fraction(1, 36),
        "serious": Fraction(3, 36),
        "officer": Fraction(2, 36),
    }


@pytest.mark.rule("RA-dh.1", "RA-dh.2")
def test_two_guns() -> None:
    """10+ each: a hit in 1 - (30/36)²; column 10 kills on 9 or more (10/36) and does nothing on no score."""
    state = battle(gun(at=(30, 5)), unit("whites", DEFENDER, "white-cavalry", at=(30, 25)))
    found = chances(state, Fire(unit="gun", target="whites"))
    assert found["hit"] == 1 - Fraction(30, 36) ** 2
    assert found["base"] == 1 - Fraction(30, 36) ** 2 * Fraction(26, 36)
    assert "nothing" not in found


@pytest.mark.rule("RA-dh.building")
def test_a_wooden_barn() -> None:
    """9+ to hit and 9+ to fall: (10/36)² for one gun."""
    house = board(area("house", 28, 18, 33, 21, name="Barn"))
    state = battle(gun(bases=1, at=(30, 8)), board=house)
    assert chances(state, Fire(unit="gun", place="Barn")) == {
        "hit": Fraction(10, 36),
        "falls": Fraction(10, 36) ** 2,
    }


def test_nothing_is_told_of_who_may_be_hidden() -> None:
    wood = board(area("woods", 20, 14, 40, 25, name="Wood"))
    team = unit("team", card="mg-team")
    there = battle(team, unit("whites", DEFENDER, VOLUNTEERS, at=(30, 17), hidden=Concealment.AMBUSH), board=wood)
    empty = battle(team, board=wood)
    action = Fire(unit="team", place="30,15")
    told = DEEDS.odds(there, action, ATTACK)
    assert told == DEEDS.odds(empty, action, ATTACK)
    assert not told.chances


def fields() -> dict[str, State]:
    wood = board(area("woods", 50, 14, 60, 25, name="Wood"), line("railway", (0, 40), (72, 40), width=0.4, name="Line"))
    cars = ("train-mg", "train-artillery-field", "train-engine", "train-artillery-turret", "train-other")
    made = unit("train", DEFENDER, "train-engine", bases=5, at=(30, 40), facing=EAST)
    train = replace(
        made, bases=tuple(Base(f"c{n}", card) for n, card in enumerate(cars)), rails=Rails("Line", 40.0)
    )  # fmt: skip
    return {
        "rifles": battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 15))),
        "return": battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, "white-officers", at=(30, 15)),
                         unit("horse", DEFENDER, "white-cavalry", at=(36, 16))),
        "guns": battle(gun(at=(30, 3), bases=3), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 30), bases=2),
                       unit("tank", DEFENDER, "tank-mg", at=(36, 30), bases=1), train, board=wood),
        "few": battle(gun(at=(30, 3), bases=4), unit("whites", DEFENDER, "mg-team", at=(30, 30), bases=1)),
        "officer": battle(unit("reds", card="latvian-rifles"), officer("chief", DEFENDER, at=(30, 15))),
        "car": battle(unit("team", card="mg-team", bases=2),
                      unit("car", DEFENDER, "armoured-car", at=(30, 17), bases=1)),
        "tank": battle(unit("tank", card="tank-gun", bases=1), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 26))),
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(fields()))
def test_every_offer_is_true(name: str) -> None:
    """Decided a few hundred times, more where there is doubt."""
    state = fields()[name]
    jury: Jury[State] = Jury(RULES, came_about, f"fire {name}", SHORT)
    heard = 0
    for own in state.of(ATTACKER):
        for offer in DEEDS.offers(state, ATTACKER, own.id):
            if isinstance(offer.action, Fire) and not offer.needs:
                heard += jury.hear(state, offer.action, ATTACK)
    assert heard
    jury.verdict()


def test_cars_of_a_train_are_told_truly() -> None:
    state = fields()["guns"]
    jury: Jury[State] = Jury(RULES, came_about, "cars", SHORT)
    assert all(jury.hear(state, Fire(unit="gun", target="train", car=car), ATTACK) for car in (1, 3, 4))
    jury.verdict()


@pytest.mark.rule("RA-priority.1", "RA-shoot.move.rifle")
def test_what_is_offered() -> None:
    """The best targets first, the best of them with a move after, and a place; nothing to those who cannot fire."""
    horse = unit("horse", DEFENDER, "white-cavalry", at=(36, 16))
    state = battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, VOLUNTEERS, at=(28, 20)), horse)
    offers = [offer for offer in DEEDS.offers(state, ATTACKER, "reds") if isinstance(offer.action, Fire)]
    assert [offer.label for offer in offers] == ["Fire at Horse", "Fire at Horse, then move", "Fire at a place"]
    limbered = battle(gun(at=(30, 5), limbered=True), horse)
    assert not [offer for offer in DEEDS.offers(limbered, ATTACKER, "gun") if isinstance(offer.action, Fire)]


@pytest.mark.rule("RA-preempt.return-fire")
def test_nobody_returns_fire_that_does_no_harm() -> None:
    """Riflemen can do nothing to an armoured car and keep their segment."""
    car = unit("car", card="armoured-car", bases=1)
    state = battle(car, unit("whites", DEFENDER, VOLUNTEERS, at=(30, 15)))
    assert not any("return" in note for note in DEEDS.odds(state, Fire(unit="car", target="whites"), ATTACK).notes)


def test_offers_in_a_random_battle_are_true() -> None:
    """Here and there in a battle fought by random hands: whatever stands there, its shots are told truly."""
    jury: Jury[State] = Jury(RULES, came_about, "random", SHORT)
    fight, pick = Battle(208), random.Random(208)
    while fight.step():
        for ask in prompt(fight.state).asks:
            if fight.state.question is None and pick.random() < 0.15:
                for own in ask.units:
                    for offer in DEEDS.offers(fight.state, ask.side, own):
                        if isinstance(offer.action, Fire) and not offer.needs:
                            jury.hear(fight.state, offer.action, Actor.player(ask.side))
    assert jury.offers
    jury.verdict()
