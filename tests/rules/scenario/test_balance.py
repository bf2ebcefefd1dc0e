"""Scenarios that both sides can win by care, and none by walking: battles by the rules alone, the same in every run."""

from __future__ import annotations

import pytest

from tests.bench import balance
from tests.bench.matches import BRICK_KILN, LAST_BIRD, MARKET_DAY, MATCHES, MILL_ROAD, SCHOOLHOUSE, Match


def test_both_sides_can_win_the_mill_road_and_neither_at_once() -> None:
    for number, winner in ((0, "army"), (1, "insurgents")):
        battle = balance.careful(MILL_ROAD, number)
        assert battle.winner == winner
        assert battle.turn >= balance.LONG


def test_who_only_walks_up_the_mill_road_comes_too_late() -> None:
    battle = balance.careless(MILL_ROAD, 0)
    assert (battle.winner, battle.reason) == ("insurgents", "The ford is under water and the mill is not theirs")


@pytest.mark.parametrize(("number", "winner"), [(5, "black"), (7, "red")])
def test_both_sides_can_win_the_roof_of_the_meridian(number: int, winner: str) -> None:
    battle = balance.careful(LAST_BIRD, number)
    assert battle.winner == winner
    assert battle.turn >= balance.LONG


def test_a_consul_who_walks_to_the_helipad_and_waits_there_is_shot() -> None:
    battle = balance.careless(LAST_BIRD, 0)
    assert (battle.winner, battle.reason) == ("red", "The consul lies on the roof of the Meridian")


def test_who_only_walks_into_the_house_of_the_brick_works_photographs_nothing() -> None:
    battle = balance.careless(BRICK_KILN, 0)
    assert battle.winner == "red"


@pytest.mark.parametrize("match", MATCHES.values(), ids=list(MATCHES))
def test_every_pair_of_ways_comes_round(match: Match) -> None:
    attacks, defends = (match.careful[side] for side in (match.attacker, match.defender))
    pairs = {tuple(match.drawn_up(number).values()) for number in range(len(attacks) * len(defends))}
    assert pairs == {(attack, defence) for attack in attacks for defence in defends}


@pytest.mark.long
@pytest.mark.parametrize("first", [0, 1000])
@pytest.mark.parametrize(
    "match", [MILL_ROAD, MARKET_DAY, SCHOOLHOUSE, LAST_BIRD, BRICK_KILN], ids=lambda match: match.scenario
)
def test_a_scenario_is_fair_over_forty_battles(match: Match, first: int) -> None:
    assert balance.measure(match, first=first).ok
