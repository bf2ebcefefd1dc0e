"""Nobody ends a way on somebody else. MM-R290"""

from __future__ import annotations

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.foot import Hide, Move
from rules.five56mm.actions.vehicles import Leave
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import Actor
from rules.table.board import Board
from rules.table.measure import between
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, truck

OPEN = Board(40, 30)


@pytest.mark.rule("MM-3.1.1", "MM-R290")
def test_who_walks_to_where_a_friend_stands_stops_beside_him() -> None:
    """3 in away: he comes as near as half an inch, in steps of a tenth."""
    battle = Skirmish(
        man("Alpha", BLACK, (10, 10)), man("Bravo", BLACK, (13, 10)), man("Red", RED, (30, 28)), board=OPEN
    )
    battle.card("alpha")
    battle.do(Move(to="13,10"))
    assert battle["alpha"].at == pytest.approx((12.5, 10.0), abs=0.01)


@pytest.mark.rule("MM-3.1.1", "MM-R290")
def test_the_odds_of_a_way_say_that_somebody_stands_at_its_end() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (10, 10)), man("Bravo", BLACK, (13, 10)), man("Red", RED, (30, 28)), board=OPEN
    )
    battle.card("alpha")
    by = Actor.player(BLACK)
    told = [each.words for each in RULES.battle.odds(battle.state, Move(character="alpha", to="13,10"), by).chances]
    assert "gets all the way" not in told
    free = RULES.battle.odds(battle.state, Move(character="alpha", to="12,10"), by)
    assert [each.words for each in free.chances] == ["gets all the way"]


@pytest.mark.rule("MM-3.1.1", "MM-R290")
def test_people_are_passed_on_the_way() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (10, 10)), man("Bravo", BLACK, (12, 10)), man("Red", RED, (30, 28)), board=OPEN
    )
    battle.card("alpha")
    battle.do(Move(to="14,10"))
    assert battle["alpha"].at == (14.0, 10.0)


@pytest.mark.rule("MM-4.2.1", "MM-R290")
def test_who_creeps_onto_an_enemy_stops_beside_him() -> None:
    battle = Skirmish(man("Alpha", BLACK, (10, 10)), man("Red", RED, (11, 10)), board=OPEN)
    battle.card("alpha")
    battle.do(Hide(to="11,10"), "6")
    assert between(battle["alpha"].at or (0, 0), (11, 10)) >= 0.5


@pytest.mark.rule("MM-12.1.2", "MM-R290")
def test_two_who_leave_a_vehicle_do_not_stand_in_each_other() -> None:
    car = truck(at=(20, 15))
    battle = Skirmish(
        aboard(man("Alpha", BLACK), car), aboard(man("Bravo", BLACK), car), man("Red", RED, (5, 28)),
        vehicles=[car], board=OPEN,
    )  # fmt: skip
    for who in ("alpha", "bravo"):
        battle.card(who)
        battle.do(Leave())
        battle.end_turn()
    assert between(battle["alpha"].at or (0, 0), battle["bravo"].at or (0, 0)) >= 0.5
