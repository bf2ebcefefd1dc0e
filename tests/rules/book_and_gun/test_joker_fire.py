"""The joker fire chart: the roll and what it means for the unit. X.1.13."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.battle import NameJoker
from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.turn.joker_fire import effect_of, half_of, roll, smoke_limit
from rules.book_and_gun.state import ARMY, Run, State
from rules.book_and_gun.units import Phase
from rules.kernel.action import Actor
from rules.kernel.chance import BLACK_JOKER, FULL_DECK, Scripted
from tests.rules.book_and_gun.field import army, battle, cell, kinds


@pytest.mark.rule("BG-X.1.13", "BG-X.1.13.1", "BG-R14")
def test_low_on_ammunition_half_of_the_figures_fire_rounded_down() -> None:
    assert [half_of(figures) for figures in (7, 6, 2, 1, 0)] == [3, 3, 1, 0, 0]
    up = (("half-fire-rounding", "up"),)
    assert [half_of(figures, up) for figures in (7, 6, 1)] == [4, 3, 0]  # a single figure never fires
    drawn = roll(7, Scripted("d6:1"))
    assert (drawn.effect, drawn.firing) == ("low on ammunition", 3)


@pytest.mark.rule("BG-X.1.13.4", "BG-R15", "BG-R11")
def test_smoke_rolls_its_distance_after_the_jokers_die() -> None:
    chance = Scripted("d6:4,d6:3,d6:5")
    drawn = roll(7, chance)
    chance.finish()
    assert (drawn.effect, drawn.smoke, drawn.firing) == ("smoke", (3, 5), 7)


@pytest.mark.rule("BG-X.1.13.2", "BG-X.1.13.3", "BG-X.1.13.5", "BG-X.1.13.6")
def test_the_other_numbers_let_everybody_fire() -> None:
    effects = {die: roll(7, Scripted(f"d6:{die}")) for die in (2, 3, 5, 6)}
    assert {die: drawn.effect for die, drawn in effects.items()} == {
        2: "hits doubled",
        3: "two shots per figure",
        5: "half casualties",
        6: "good fire command",
    }
    assert {drawn.firing for drawn in effects.values()} == {7}


def named(state: State, script: str):
    chance = Scripted(script)
    events = list(decide(state, NameJoker(unit="able"), Actor.player(ARMY), chance))
    chance.finish()
    return events, fold(state, events)


def waiting(size: int) -> State:
    unit, foe = army(size=size, at=(20.0, 10.0)), cell(size=1, at=(20.0, 18.0))
    run = Run(ARMY, (BLACK_JOKER,), joker=True)
    return battle(unit, foe, phase=Phase.FIRE, turn=2, run=run, deck=FULL_DECK, casualty_deck=FULL_DECK)


@pytest.mark.rule("BG-X.1.13", "BG-X.1.13.4", "BG-R15", "BG-R16")
def test_the_joker_is_the_named_units_card_and_smoke_is_rolled_at_once() -> None:
    events, after = named(waiting(3), "d6:4,d6:3,d6:5")
    assert kinds(events) == ["joker-named", "smoke-blew"]
    assert smoke_limit(after, after.unit("able")) == 8
    assert effect_of(after, after.unit("able")) == "smoke"
    assert after.run is not None
    assert after.run.left == 1
    assert smoke_limit(replace(after, turn=3), after.unit("able")) is None


@pytest.mark.rule("BG-X.1.13.1", "BG-R14")
def test_a_single_figure_low_on_ammunition_has_had_its_chance() -> None:
    events, after = named(waiting(1), "d6:1")
    assert kinds(events) == ["joker-named", "activated"]
    assert events[1].declined
    assert after.figure("able1").fire_turn == 2
    events, _ = named(waiting(2), "d6:1")
    assert kinds(events) == ["joker-named"]
