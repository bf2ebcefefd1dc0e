"""The scenarios of Red Actions are decided on the field: by what is fought for or by a flight, seldom by the clock."""

from __future__ import annotations

import pytest

from tests.bench import balance
from tests.bench.balance_red import DON, RED_MATCHES, ZBRUCH, decided

BATTLES = 20


@pytest.mark.parametrize(("match", "number", "winner"), [(DON, 8, "defender"), (ZBRUCH, 4, "defender")])
def test_a_battle_is_over_when_an_army_runs(match: balance.Match, number: int, winner: str) -> None:
    battle = balance.careful(match, number)
    assert (battle.winner, decided([battle])) == (winner, 100.0)
    loser = match.attacker if winner == match.defender else match.defender
    assert 100 * battle.lost[loser] > 32 * battle.of[loser]


@pytest.mark.parametrize("match", RED_MATCHES.values(), ids=lambda match: match.scenario)
def test_every_pair_of_ways_comes_round(match: balance.Match) -> None:
    attacks, defends = (match.careful[side] for side in (match.attacker, match.defender))
    pairs = {tuple(match.drawn_up(number).values()) for number in range(len(attacks) * len(defends))}
    assert pairs == {(attack, defence) for attack in attacks for defence in defends}


@pytest.mark.long
@pytest.mark.parametrize("match", RED_MATCHES.values(), ids=lambda match: match.scenario)
def test_more_than_half_of_twenty_battles_are_decided(match: balance.Match) -> None:
    found = [balance.careful(match, number) for number in range(BATTLES)]
    assert decided(found) > 50
    assert {battle.winner for battle in found} >= {match.attacker, match.defender}
