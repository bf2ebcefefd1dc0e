"""A battle led on by hand, for given-when-then tests: players' actions under given dice, the engine's as it asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.decide import decide
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.prompt import proceed, prompt
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

from .field import army, black_card, cell, player


class War:
    def __init__(self, state):
        self.state = state
        self.events = []

    def do(self, action, script="", by=None):
        """The action's events under these dice, all of which must be used."""
        chance = Scripted(script)
        events = list(decide(self.state, action, by or player(), chance))
        chance.finish()
        assert not chance.taken(), "a draw is in no event"
        self.state = fold(self.state, events)
        self.events += events
        return events

    def engine(self, script=""):
        assert not prompt(self.state)
        action = proceed(self.state)
        assert action is not None
        return self.do(action, script, ENGINE)

    def refuses(self, action, by=None):
        """The code of the refusal; nothing may have changed, and no die may have been asked for."""
        with pytest.raises(RuleViolation) as refused:
            decide(self.state, action, by or player(), Scripted(""))
        assert refused.value.remedy
        return refused.value.code

    def unit(self, name):
        return self.state.unit(name)

    def figure(self, name):
        return self.state.figure(name)

    def at(self, name):
        return self.state.figure(name).at


def led(unit, number=4):
    """The unit with its leader in the middle of the line, so that nobody is separated from him."""
    return replace(
        unit,
        figures=tuple(replace(f, traits=replace(f.traits, leader=f.number == number)) for f in unit.figures),
    )


def squad(name="able", **given):
    return led(army(name, **given))


def band(name="red", **given):
    return led(cell(name, **given))


def moving(state, cards=1):
    """The movement phase of turn 2 with so many black cards for the army."""
    return War(black_card(state, cards))


def dice(*values):
    return ",".join(f"d6:{value}" for value in values)


def cards(*values):
    return ",".join(f"card:{value}" for value in values)


def red():
    return Actor.player("insurgents")


def black():
    return Actor.player("army")
