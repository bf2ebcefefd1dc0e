"""House rules: where a ruling leaves tables a choice, a battle's options may take another than the default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from rules.book.showing import Switch
from rules.kernel.facts import NO, YES
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.nearest import nearest, plainly

HouseRules: TypeAlias = tuple[tuple[str, str], ...]
"""(key, choice) pairs; a key that is missing has its default."""

NO_LIMIT = "no-limit"


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
        """The options as a battle keeps them, the last word on each, yes and no in the switch's own words. Raises
        RuleViolation for an unknown key or choice."""
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
            meant = chosen(known, choice)
            if meant is None:
                raise RuleViolation(
                    Why.UNKNOWN_CHOICE,
                    f"{key} cannot be “{choice}”.",
                    citation=known.ruling,
                    remedy=f"Choose one of: {', '.join(known.choices)}.",
                )
            accepted[key] = meant
        return tuple(accepted.items())


def chosen(known: Switch, text: str) -> str | None:
    """The choice of the switch that a word means: its own word for yes or no where another is given, as "on" for
    "true", and for the one choice of a switch that is else "off". None: it has no such choice."""
    if text in known.choices:
        return text
    said = _said(text)
    found = [each for each in known.choices if said is not None and _says(known, each) is said]
    return found[0] if len(found) == 1 else None


def _said(choice: str) -> bool | None:
    """Whether a word means yes; None: it is neither yes nor no."""
    return True if choice in YES else False if choice in NO else None


def _says(known: Switch, choice: str) -> bool | None:
    """Whether something is so under a choice: whatever is not no, where no is among the choices. None: it is no switch
    of yes and no."""
    said = _said(choice)
    if said is None and any(_said(each) is False for each in known.choices):
        return True
    return said


@dataclass(frozen=True, slots=True)
class House:
    """The choices of one battle; what is not named has its default. Each book's own names its switches."""

    switches: ClassVar[Switches]

    options: HouseRules = ()

    def choice(self, key: str) -> str:
        """Raises KeyError for a key that no switch has."""
        return self.switches.choice(self.options, key)

    def number(self, key: str) -> int:
        return int(self.choice(key))

    def limit(self, key: str) -> int | None:
        """A number, or None where there is no limit."""
        choice = self.choice(key)
        return None if choice == NO_LIMIT else int(choice)

    def on(self, key: str) -> bool:
        """Whether something is so, whichever words for yes and no its switch has. Raises ValueError for a switch that
        has none."""
        choice = self.choice(key)
        said = _says(self.switches.by_key[key], choice)
        if said is None:
            raise ValueError(f"{key} is {choice}: neither yes nor no")
        return said


def written(text: str, example: str) -> tuple[str, str]:
    """A house rule as people write it, "Key=choice", in any case, with spaces, hyphens or underscores.

    >>> written("Desperation_Applies = BOTH", "")
    ('desperation-applies', 'both')
    """
    key, equals, choice = text.partition("=")
    if not equals:
        raise RuleViolation(
            Why.HOUSE_RULE, f"“{text[:60]}” isn't a house rule.", remedy=f"Write key=choice, such as {example}."
        )
    return plainly(key).replace(" ", "-"), _choice(choice)


def _choice(text: str) -> str:
    """A choice may be a signed number: its sign is no hyphen."""
    word = text.strip()
    sign, rest = (word[0], word[1:]) if word[:1] in ("-", "+") else ("", word)
    return sign + plainly(rest).replace(" ", "-")
