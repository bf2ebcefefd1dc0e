"""Odds refuse whatever `decide` refuses, in every rule set; after a die nothing is refused any more."""

from __future__ import annotations

from typing import Literal

import pytest

from rules.battle.deciding import Court
from rules.battle.deed import Deeds, LateRefusal, certain, nothing_refused
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from tests.rules.promises import refused

PLAYERS = (Actor.player("nobody"), ENGINE)


class Wait(Action):
    verb: Literal["wait"] = "wait"


def never(state: str, action: Action, by: Actor) -> None:
    raise RuleViolation("never", "Not you.", remedy="Ask somebody else.")


def test_who_is_not_admitted_learns_no_odds() -> None:
    court = Court(Deeds[str].of((certain(Wait, lambda state, action, by: ()),)), never)
    assert refused(lambda: court.judge("", Wait(), ENGINE)) == "never"
    assert refused(lambda: court.odds("", Wait(), ENGINE)) == "never"


@pytest.mark.parametrize("rules", rule_sets().values(), ids=rule_sets())
@pytest.mark.parametrize("by", PLAYERS, ids=("player", "engine"))
def test_before_the_battle_there_are_no_odds_of_anything(rules: AnyRuleSet, by: Actor) -> None:
    blank = rules.battle.blank()
    for action in (SealOrders(), FollowOrders(side="nobody")):
        assert refused(lambda action=action: rules.battle.odds(blank, action, by)) == "not-begun"


def test_a_refusal_where_dice_may_have_been_rolled_is_a_fault() -> None:
    with pytest.raises(LateRefusal, match="the wind: Too late"), nothing_refused("the wind"):
        raise RuleViolation("late", "Too late.", remedy="Do not.")
    with nothing_refused("the wind"):
        pass
