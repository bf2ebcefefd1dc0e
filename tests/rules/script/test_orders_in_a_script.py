"""What a rule set says of its orders is what a front end hears, in a battle with a script as in one without: every
battle has one, be it empty."""

from __future__ import annotations

from dataclasses import fields

import pytest

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.red_actions import RULES as RED_ACTIONS
from rules.script.staging import staged
from rules.seam.ordering import Ordering
from rules.seam.ruleset import AnyRuleSet

ALL = (BOOK_AND_GUN, FIVE56MM, INFANTRY_ACTION, RED_ACTIONS)
THOUGHT = {"proposals", "units", "sealed", "standing", "would_do", "planning", "horizons", "ends", "ahead"}
"""Asked about a battle: wrapped, so not the same."""


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)
def test_a_script_hands_on_all_that_is_said_of_orders(rules: AnyRuleSet) -> None:
    own, scripted = rules.battle.ordering, staged(rules).battle.ordering
    assert own is not None
    assert scripted is not None
    for each in fields(Ordering):
        if each.name not in THOUGHT:
            assert getattr(scripted, each.name) == getattr(own, each.name), each.name
    assert (scripted.planning is None) == (own.planning is None)
    if scripted.planning is not None and own.planning is not None:
        assert scripted.planning.slot is own.planning.slot


def test_nothing_that_is_said_of_orders_may_be_left_out() -> None:
    with pytest.raises(TypeError):
        Ordering(proposals=lambda *_: (), standing=lambda *_: (), would_do=lambda *_: ())  # pyright: ignore[reportCallIssue]


def test_units_without_orders_do_what_their_book_says() -> None:
    """BG-R196 hold; MM-R120 end the go; RA-R240 stand; IA-R022: they carry on, or fire as instructed."""
    said = [ordering.unordered for rules in ALL if (ordering := rules.battle.ordering) is not None]
    assert said == ["hold", "end their goes", "carry on as before, or fire as instructed", "stand"]
