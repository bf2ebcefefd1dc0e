"""Orders while a scenario's choice waits: they may be given, for they bind nobody before the choice is made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.data import OrderFollowed, OrdersGiven
from rules.battle.orders.giving import CancelOrders
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.violation import RuleViolation
from rules.script.actions import Choose
from rules.script.events import ChoicePut
from rules.seam.viewing import Viewer
from tests.rules.scenario.company import STEPS, Company
from tests.scenarios import LIBRARY

CHOICES = [("the-mill-road", "boy", "Wave him on"), ("last-bird", "gunship", "Abort, abort")]


def put(scenario: str, event: str) -> tuple[Company, SideId, SideId]:
    """A battle under way in which both sides can order, and a choice has just been put; who is to choose, and who
    is not."""
    company = Company(LIBRARY[scenario], 3, eager=0.0)
    battle = company.rules.battle
    sides = [kind.key for kind in company.rules.forces.sides if kind.playable]
    assert battle.ordering is not None
    for _ in range(STEPS):
        if battle.prompt(company.state) and all(battle.ordering.would_do(company.state, side) for side in sides):
            break
        assert company.step()
    company.call(event)
    while company.state.open is None:
        assert not battle.prompt(company.state)
        company.step()
    (chooser,) = (ask.side for ask in battle.prompt(company.state).asks)
    assert any(isinstance(each, ChoicePut) for each in company.events)
    return company, chooser, next(side for side in sides if side != chooser)


def order(company: Company, side: SideId) -> Action:
    """The first list of orders that is proposed to the side."""
    ordering = company.rules.battle.ordering
    assert ordering is not None
    return next(one.action for one in ordering.proposals(company.state, side, "") if one.action.name() == "give-orders")


@pytest.mark.parametrize(("scenario", "event", "option"), CHOICES)
def test_whoever_waits_for_a_choice_may_order_and_nothing_is_done_before_it_is_made(
    scenario: str, event: str, option: str
) -> None:
    company, chooser, other = put(scenario, event)
    battle, ordering = company.rules.battle, company.rules.battle.ordering
    assert ordering is not None
    for side in (other, chooser):
        before = len(company.events)
        company.happen(order(company, side), Actor.player(side))
        assert len(ordering.standing(company.state, side)) == 1
        assert ordering.would_do(company.state, side)
        given, foe = company.events[before:], chooser if side == other else other
        assert any(isinstance(each, OrdersGiven) for each in given)
        assert [battle.tell(company.state, each, Viewer(foe)) for each in given] == [None] * len(given)
    # The battle still waits for the choice, and for nothing else.
    assert battle.proceed(company.state) is None
    assert [ask.key for ask in battle.prompt(company.state).asks] == ["choice:1"]

    before = len(company.events)
    company.happen(Choose(option=option), Actor.player(chooser))
    for _ in range(STEPS):
        step = battle.proceed(company.state)
        if step is None or any(isinstance(each, OrderFollowed) for each in company.events[before:]):
            break
        company.step()
    assert any(isinstance(each, OrderFollowed) for each in company.events[before:]), "then the orders are followed"


@pytest.mark.parametrize(("scenario", "event", "option"), CHOICES)
def test_orders_are_taken_back_before_the_choice_is_made_and_nothing_else_is_done(
    scenario: str, event: str, option: str
) -> None:
    company, _, other = put(scenario, event)
    battle, ordering = company.rules.battle, company.rules.battle.ordering
    assert ordering is not None
    otherwise = replace(company.state, open=None)
    asks = battle.prompt(otherwise).asks
    offers = [o for ask in asks for unit in ask.units for o in battle.offers(otherwise, ask.side, unit) if not o.needs]
    assert offers
    for action in [offer.filled() for offer in offers if offer.action.chapter != "orders"]:
        with pytest.raises(RuleViolation) as refusal:
            company.happen(action, Actor.player(other))
        assert refusal.value.code == "question-open"
    company.happen(order(company, other), Actor.player(other))
    company.happen(CancelOrders(), Actor.player(other))
    assert ordering.standing(company.state, other) == ()
