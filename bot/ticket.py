"""What a button, a select or a modal remembers: ids and the battle's version, nothing else, in its custom id."""

from __future__ import annotations

from dataclasses import dataclass, replace

PREFIX = "adj1"
"""Raised when the form changes, so that an old button is told from a new one."""
PATTERN = r"adj\d+:.*"
"""Of any form, so that an old button is answered too."""
LONGEST = 100
"""Characters of a custom id."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """`what` names the handler; `battle` and `version` what was on show; the rest as the handler needs it."""

    what: str
    battle: int = 0
    version: int = 0
    side: str = ""
    unit: str = ""
    choice: str = ""

    def __str__(self) -> str:
        words = (self.what, str(self.battle), str(self.version), self.side, self.unit, self.choice)
        if any(":" in word for word in words):
            raise ValueError(f"a custom id cannot hold a colon: {words}")
        text = ":".join((PREFIX, *words))
        if len(text) > LONGEST:
            raise ValueError(f"a custom id has at most {LONGEST} characters: {text}")
        return text

    def but(self, what: str, **changes: str) -> Ticket:
        """The same matter for another handler."""
        return replace(self, what=what, **changes)


def read(custom_id: str) -> Ticket | None:
    """The ticket of a custom id; None for what is none of ours or of another form."""
    prefix, _, rest = custom_id.partition(":")
    words = rest.split(":")
    if prefix != PREFIX or len(words) != 6 or not (words[1].isdecimal() and words[2].isdecimal()):
        return None
    return Ticket(words[0], int(words[1]), int(words[2]), words[3], words[4], words[5])
