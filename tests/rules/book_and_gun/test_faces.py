"""What everybody reads of a question while somebody is always hidden: no more than everybody is shown."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.kernel.action import UMPIRE
from tests.rules.book_and_gun.test_random_battles import STEPS, Battle
from tests.rules.promises import faces_tell_nothing_hidden


class Hiding(Battle):
    """The umpire hides somebody anew before every step, of either side, and every other battle is fought in the fog."""

    def call(self):
        muster = super().call()
        fog = ("fog", self.dice.choice(("on", "off")))
        return replace(muster, options=(*(each for each in muster.options if each[0] != "fog"), fog))

    def hide(self):
        shown = [unit for unit in self.state.units if not unit.concealed and unit.in_play]
        if shown and self.dice.random() < 0.5:
            self.act(Conceal(unit=self.dice.choice(shown).id), UMPIRE)


def looked_at(seed: int) -> Counter[str]:
    """A battle to its end; how many questions were put while somebody was hidden, and at jokers."""
    battle, found = Hiding(seed), Counter[str]()
    for _ in range(STEPS):
        battle.hide()
        faces = faces_tell_nothing_hidden(RULES, battle.state)
        found["hidden"] += faces
        found["joker"] += faces and battle.state.run is not None and battle.state.run.joker
        if not battle.step():
            break
    return found


@pytest.mark.rule("BG-VI.3.3", "BG-R183", "BG-X.1.13")
def test_no_face_of_a_question_tells_who_is_hidden():
    found = sum((looked_at(seed) for seed in range(12)), Counter[str]())
    assert found["hidden"] > 100, found
    assert found["joker"] > 3, found


@pytest.mark.long
def test_no_face_does_in_three_hundred_battles_more():
    found = sum((looked_at(seed) for seed in range(10, 310)), Counter[str]())
    assert found["joker"] > 100, found
