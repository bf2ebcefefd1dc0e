"""The joker fire chart: the roll and what it means for the unit. X.1.13."""

from __future__ import annotations

import pytest

from rules.book_and_gun.joker_fire import half_of, roll
from rules.chance import Scripted


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
