"""Orders in 5.56mm that last until a place is reached or a thing happens."""

from dataclasses import replace

import pytest

from rules.battle.orders.data import OrderStopped
from rules.five56mm import RULES
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Move
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.book.injury import Level
from rules.five56mm.state import BLACK
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature

from .skirmish import FIELD, man
from .test_orders import US, due, fight, goes_on, order

pytestmark = pytest.mark.rule("MM-2.2.1")
YARD = Feature("yard", ((16.0, 13.0), (24.0, 13.0), (24.0, 21.0), (16.0, 21.0)), name="The Yard")
"""Able stands at 20,10, three inches south of it; its edge is a quarter of a square wide."""
BOARD = replace(FIELD, features=(YARD,))


def battle(*more, **given):
    return fight(*more, board=BOARD, **given)


def test_whoever_has_got_there_goes_no_farther_in_this_go_and_fires_from_there():
    """A Move of 4 in leads him from 10 to 14, into the yard. Without an end he would go on to 18."""
    table = battle()
    order(table, "advance", then="fire at the best odds", until="the Yard is reached")
    table.card("able")
    assert isinstance(due(table), Move)
    goes_on(table)
    assert table["able"].at == (20, 14)
    [noticed] = goes_on(table)
    assert noticed.kind == "order-noticed"
    assert due(table) == Fire(character="able", target="kay")


def test_a_list_of_nothing_but_ways_ends_the_go_there():
    table = battle()
    order(table, "advance", otherwise="ask", until="Yard is reached")
    table.card("able")
    goes_on(table)
    goes_on(table)
    assert due(table) == EndGo(character="able")


def test_it_asks_at_once_where_that_is_wanted():
    table = battle()
    order(table, "advance", until="Able reaches the Yard", at_once=("until",))
    table.card("able")
    goes_on(table)
    [stopped] = goes_on(table)
    assert isinstance(stopped, OrderStopped)
    assert (stopped.stop.said, stopped.stop.unit) == ("Able reaches the Yard", "able")
    assert [ask.side for ask in RULES.battle.prompt(table.state).asks] == [BLACK]


def test_a_wound_ends_it_for_the_one_who_has_it():
    table = battle(man("Baker", BLACK, (30, 10)))
    order(table, "advance", until="wounded", at_once=("until",))
    table.card("able")
    table.put(replace(table["able"], wounds=man("Able", wounds=(Level.MINOR,)).wounds))
    [stopped] = goes_on(table)
    assert (stopped.stop.kind, stopped.units) == ("wounded", ("able",))
    assert table.state.orders.standing[0].stands_for("baker")


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("reached-already", {"until": "20,10 is reached"}),
        ("never-reached", {"until": "Troy is reached"}),
        ("never-reached", {"until": "cellar of the Yard is reached"}),
        ("never-reached", {"until": "Kay reaches the Yard"}),
        ("happened-already", {"until": "the Yard is lost"}),
        ("never-happens", {"until": "losses 2"}),
        ("turn-gone", {"until": "turn 1"}),
        ("stop-never", {"until": "turn 4", "lasts": "2 turns"}),
        ("until-told", {"lasts": "until"}),
        ("until-told", {"until": "taken"}),
        ("no-length", {"until": "."}),
        ("no-such-stop", {"until": "the cows come home"}),
    ],
)
def test_what_cannot_end_an_order_is_refused_and_changes_nothing(code, given):
    table = battle()
    before = table.state
    with pytest.raises(RuleViolation) as refused:
        table.do(GiveOrders(first="advance", **given), by=US)
    assert refused.value.code == code
    assert refused.value.remedy
    assert table.state is before


def test_what_is_offered_can_be_given():
    table = battle(man("Baker", BLACK, (30, 10)))
    found = RULES.battle.ordering.ends(table.state, BLACK, ())
    assert {"The Yard is reached", "joker", "wounded", "losses 1"} <= {one.text for one in found}
    for one in found:
        assert order(table, "advance", until=one.text)
