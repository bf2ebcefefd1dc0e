"""Finds a rule set by the name that was typed."""

from __future__ import annotations

from difflib import get_close_matches

from bot.shell.report import ShellError
from bot.shell.words import chosen
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet


def named(key: str) -> AnyRuleSet:
    """The rule set of that key. Raises ShellError with the known keys otherwise."""
    known = rule_sets()
    found = chosen(key, list(known))
    if found is None:
        raise ShellError(f"no rule set {key!r}; {closest(key, list(known))}")
    return known[found]


def closest(word: str, known: list[str]) -> str:
    """ "did you mean x?" or the whole list."""
    near = get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
