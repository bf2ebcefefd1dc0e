"""House rules: where a ruling leaves tables a choice, a battle's options may take another than the default."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import TypeAlias

from rules.book.showing import Switch
from rules.nearest import nearest, plainly
from rules.refusals import Why
from rules.violation import RuleViolation

HouseRules: TypeAlias = tuple[tuple[str, str], ...]
"""(key, choice) pairs; a key that is missing has its default."""


def switch(ruling: str, key: str, about: str, *choices: str, default: str | None = None) -> Switch:
    """A switch whose first choice is the default unless another is named."""
    return Switch(key, default if default is not None else choices[0], choices, about, ruling)


def numbers(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(low, high + 1))


class Switches:
    """The switches of a rule set, in the order of its book."""

    def __init__(self, *switches: Switch) -> None:
        self.all = switches
        self.by_key = MappingProxyType({each.key: each for each in switches})

    def choice(self, options: HouseRules, key: str) -> str:
        """The choice in force. Raises KeyError for a key that no switch has: a misspelling in the code, never in what
        a player gave."""
        known = self.by_key[key]
        return next((choice for name, choice in options if name == key), known.default)

    def checked(self, options: Iterable[tuple[str, str]]) -> HouseRules:
        """The options as a battle keeps them, the last word on each. Raises RuleViolation for an unknown key or
        choice."""
        accepted = dict(options)
        for key, choice in accepted.items():
            known = self.by_key.get(key)
            if known is None:
                near = nearest(key, self.by_key)
                raise RuleViolation(
                    Why.UNKNOWN_OPTION,
                    f"There is no house rule “{key}”." + (f" Did you mean “{near}”?" if near else ""),
                    remedy=f"Choose one of: {', '.join(self.by_key)}.",
                )
            if choice not in known.choices:
                raise RuleViolation(
                    Why.UNKNOWN_CHOICE,
                    f"{key} cannot be “{choice}”.",
                    citation=known.ruling,
                    remedy=f"Choose one of: {', '.join(known.choices)}.",
                )
        return tuple(accepted.items())


def written(text: str, example: str) -> tuple[str, str]:
    """A house rule as people write it, "Key=choice", in any case, with spaces, hyphens or underscores.

    >>> written("Desperation_Applies = BOTH", "")
    ('desperation-applies', 'both')
    """
    key, equals, choice = text.partition("=")
    if not equals:
        raise RuleViolation(
            Why.HOUSE_RULE, f"“{text[:60]}” is no house rule.", remedy=f"Write key=choice, such as {example}."
        )
    return plainly(key).replace(" ", "-"), _choice(choice)


def _choice(text: str) -> str:
    """A choice may be a signed number: its sign is no hyphen."""
    word = text.strip()
    sign, rest = (word[0], word[1:]) if word[:1] in ("-", "+") else ("", word)
    return sign + plainly(rest).replace(" ", "-")
