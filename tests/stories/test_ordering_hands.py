"""Who orders ahead is asked far less often, and plays no worse for it."""

from __future__ import annotations

import asyncio
from math import sqrt

import pytest

from tests.bench import pace
from tests.bench.evenly import SMALL, score

BATTLES = 60
PLANS = {plan.name: plan for plan in pace.PLANS}


def test_orders_spare_hand_overs_and_mention_nobody_who_has_just_acted() -> None:
    clicks, orders = (asyncio.run(pace.cost(SMALL, hands, 0)) for hands in ("clicks", "orders"))
    assert orders.hand_overs < clicks.hand_overs / 2
    # Both are asked before the first card; from then on only who is handed the battle.
    assert orders.mentions <= orders.hand_overs + 2


@pytest.mark.long
@pytest.mark.parametrize(("name", "most"), [("the-mill-road", 10), ("six-a-side", 20), ("ten-a-side", 26)])
def test_with_orders_a_battle_takes_few_hand_overs(name: str, most: int) -> None:
    costs = [asyncio.run(pace.cost(PLANS[name], "orders", number)) for number in range(2)]
    assert sum(cost.hand_overs for cost in costs) / len(costs) <= most


@pytest.mark.long
def test_hands_that_order_play_no_worse_than_those_that_click() -> None:
    """Of evenly matched battles half are won, give or take two standard deviations."""
    won = sum(score(SMALL, number) for number in range(BATTLES))
    assert abs(won - BATTLES / 2) <= 2 * sqrt(BATTLES) / 2
