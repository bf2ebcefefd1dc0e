"""What the sandbox's openings ask for is there to be asked for."""

from __future__ import annotations

import pytest

from bot.sandbox.opening import OPENINGS, SandboxOpening
from rules.registry import rule_sets


@pytest.mark.parametrize("opening", OPENINGS, ids=lambda opening: opening.rules)
def test_an_opening_names_actions_of_its_rules(opening: SandboxOpening) -> None:
    rules = rule_sets()[opening.rules]
    known = {action.name() for action in rules.battle.actions.classes}
    assert {verb for verb in (opening.forward, opening.fire) if verb} <= known
