"""Scenarios that both sides can win by care, and none by walking: battles by the rules alone, the same in every run."""

from __future__ import annotations

import pytest

from tests.bench import balance
from tests.bench.matches import MILL_ROAD


def test_both_sides_can_win_the_mill_road_and_neither_at_once() -> None:
    for number, winner in ((0, "army"), (4, "insurgents")):
        battle = balance.careful(MILL_ROAD, number)
        assert battle.winner == winner
        assert battle.turn >= balance.LONG


@pytest.mark.parametrize("number", [0, 1])
def test_who_walks_up_the_mill_road_comes_too_late(number: int) -> None:
    """Without a shot in battle 0, shooting in battle 1: a quarter fall or more, and the mill is not taken in time."""
    battle = balance.careless(MILL_ROAD, number)
    assert (battle.winner, battle.reason) == ("insurgents", "The ford is under water and the mill is not theirs")
    assert 4 * battle.lost["army"] >= battle.of["army"]


def test_every_pair_of_ways_comes_round() -> None:
    attacks, defends = (MILL_ROAD.careful[side] for side in (MILL_ROAD.attacker, MILL_ROAD.defender))
    pairs = {tuple(MILL_ROAD.drawn_up(number).values()) for number in range(len(attacks) * len(defends))}
    assert pairs == {(attack, defence) for attack in attacks for defence in defends}


@pytest.mark.long
def test_the_mill_road_is_fair_over_forty_battles() -> None:
    assert balance.measure(MILL_ROAD).ok
