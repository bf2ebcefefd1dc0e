"""The rule sets that this program knows, by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules.seam.ruleset import AnyRuleSet


@cache
def rule_sets() -> Mapping[str, AnyRuleSet]:
    """All rule sets, in the order in which they are offered, each with scripted events."""
    from rules.book_and_gun import RULES as book_and_gun
    from rules.five56mm import RULES as five56mm
    from rules.infantry_action import RULES as infantry_action
    from rules.red_actions import RULES as red_actions
    from rules.script.staging import staged

    known = (staged(book_and_gun), staged(five56mm), staged(infantry_action), staged(red_actions))
    return {rules.key: rules for rules in known}


def rule_set(key: str) -> AnyRuleSet:
    """The rule set of that key. KeyError with the known keys otherwise."""
    try:
        return rule_sets()[key]
    except KeyError:
        raise KeyError(f"no rule set {key!r}; there are: {', '.join(rule_sets())}") from None
