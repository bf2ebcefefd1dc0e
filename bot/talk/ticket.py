"""What a button, a select or a modal remembers: ids and how much whoever sees it had been told, in its custom id."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from campaigns.battle.record.marks import Mark, Whose

PREFIX = "adj2"
"""Raised when the form changes, so that an old button is told from a new one."""
FORMER = "adj1"
"""Its tickets bore the journal's newest number, from which each count went on: they are read as everybody's."""
PATTERN = r"adj\d+:.*"
"""Of any form, so that an old button is answered too."""
LONGEST = 100
"""Characters of a custom id."""
MOST = 2**53
"""No number in a custom id is larger; a database takes no larger ids than twice that."""


class Misread(ValueError):
    """A custom id says something that none of ours says: it is of an older form, or somebody made it up."""


def numeral(text: str) -> int:
    """A count, a place in a list or an id; nothing is 0. Raises Misread."""
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal()) or len(text) > 16 or int(text) > MOST:
        raise Misread(f"{text[:40]!r} isn't a number")
    return int(text)


def snowflake(text: str) -> int:
    """Somebody's id. Raises Misread."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 19 or int(text) >= 2**63:
        raise Misread(f"{text[:40]!r} is nobody's id")
    return int(text)


def parts(text: str, count: int) -> list[str]:
    """So many words with dots between them. Raises Misread."""
    words = text.split(".")
    if len(words) != count:
        raise Misread(f"{text[:40]!r} are not {count} words")
    return words


def decimal(text: str) -> float:
    """A length with up to a few digits behind its point; nothing is 0. Raises Misread."""
    if not re.fullmatch(r"(\d{1,6}(\.\d{1,6})?)?", text, re.ASCII):
        raise Misread(f"{text[:40]!r} isn't a length")
    return float(text or 0.0)


def bits(text: str) -> int:
    """A set of fields as a hexadecimal number. Raises Misread."""
    if not text or len(text) > 8 or not set(text) <= set("0123456789abcdef"):
        raise Misread(f"{text[:40]!r} isn't a set of fields")
    return int(text, 16)


@dataclass(frozen=True, slots=True)
class Ticket:
    """`what` names the handler; `mark` says how much had been told of `battle` to those who see it, or counts what else
    the handler counts; the rest as the handler needs it.

    Nothing in it moves by what somebody else does in secret: what everybody sees bears no mark but everybody's.
    """

    what: str
    battle: int = 0
    mark: int = 0
    side: str = ""
    unit: str = ""
    choice: str = ""
    whose: Whose = Whose.EVERYBODY
    """Who sees it: whose count `mark` is."""

    def __str__(self) -> str:
        words = (self.what, str(self.battle), f"{self.whose}{self.mark}", self.side, self.unit, self.choice)
        if any(":" in word for word in words):
            raise ValueError(f"a custom id cannot hold a colon: {words}")
        text = ":".join((PREFIX, *words))
        if len(text) > LONGEST:
            raise ValueError(f"a custom id has at most {LONGEST} characters: {text}")
        return text

    @property
    def seen(self) -> Mark:
        """How much had been told of the battle when this was shown."""
        return Mark(self.mark, self.whose, self.side)

    def at(self, seen: Mark) -> Ticket:
        """The same, shown when so much had been told."""
        return replace(self, mark=seen.number, whose=seen.whose)

    def but(self, what: str, **changes: str) -> Ticket:
        """The same matter for another handler."""
        return replace(self, what=what, **changes)


def read(custom_id: str) -> Ticket | None:
    """The ticket of a custom id; None for what is none of ours or of another form."""
    prefix, _, rest = custom_id.partition(":")
    words = rest.split(":")
    if prefix not in (PREFIX, FORMER) or len(words) != 6:
        return None
    what, battle, told, side, unit, choice = words
    whose = Whose(told[:1]) if told[:1] in tuple(Whose) else Whose.EVERYBODY
    try:
        return Ticket(what, numeral(battle), numeral(told.removeprefix(whose)), side, unit, choice, whose)
    except Misread:
        return None
