"""How campaigns/ says no. What a rule book forbids is a `rules.kernel.violation.RuleViolation` and passes unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the front end among the words of a remedy: "unit raise"."""

    path: str

    def __str__(self) -> str:
        return f"/{self.path}"


class Refusal(Exception):
    """Somebody asked for what cannot be done. Nothing has changed.

    ``code`` is a stable word for tests and translations ("not-your-side"), ``message`` says what is wrong, ``remedy``
    what to do instead, with the commands that do it among its words: ``("Raise one with ", Command("unit raise"))``;
    a moment among them is shown as each reader's own clock has it.
    ``remedy`` has them written out, ``parts`` as they are. "You may not know" and "does not exist" carry the same
    code and the same words.
    """

    def __init__(self, code: str, message: str, remedy: str | Sequence[str | Command | datetime] = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.parts: tuple[str | Command | datetime, ...] = (remedy,) if isinstance(remedy, str) else tuple(remedy)
        self.remedy = "".join(map(str, self.parts))


class Stale(Refusal):
    """The asker looked at an older state of the battle (code "stale"): entries `seen` + 1 to `version` are new."""

    def __init__(self, seen: int, version: int) -> None:
        super().__init__(
            "stale",
            "The battle has gone on since that was shown to you.",
            "Look at what has happened since, then choose again from the newest prompt.",
        )
        self.seen = seen
        self.version = version


class Fenced(Refusal):
    """This process was put out of the fleet, because it gave no sign of life: others look after its servers."""

    def __init__(self) -> None:
        super().__init__(
            "moved", "Another of my processes has just taken this server over.", "Try again in half a minute."
        )


class Newer(Refusal):
    """A process of a newer version has gone on with the battle, or opened the campaign with rules that this one does
    not know: what it wrote is its own to read, and this process leaves it, its clocks and its posts to it."""

    def __init__(self, what: str = "battle") -> None:
        super().__init__(
            "newer-version", f"A newer version of me looks after this {what} by now.", "Try again in a minute."
        )


AGAIN = timedelta(minutes=1)
"""So long this process leaves a newer version's clocks and posts alone before it looks again."""


def no_campaign() -> Refusal:
    return Refusal(
        "no-campaign", "There is no such campaign here.", ("A GM opens one with ", Command("campaign create"), ".")
    )


def no_battle() -> Refusal:
    return Refusal(
        "no-battle", "There is no such battle here.", "Ask in the battle's own channel or name one of your campaign."
    )


def no_unit() -> Refusal:
    return Refusal("unknown-unit", "There is no such unit here.", "Choose one of your campaign's units from the list.")


def no_figure() -> Refusal:
    return Refusal("unknown-figure", "There is no such figure here.", "Choose one from the unit's roster.")


def gm_only(what: str) -> Refusal:
    return Refusal("umpire-only", f"Only a GM of this campaign may {what}.", "Ask your GM to do it.")
