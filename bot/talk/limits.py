"""How much of what takes long one person may ask for: files that are brought in, and pictures that a click has drawn.

What the host allows is counted in this process alone, and forgotten with it. An action of a battle, an order and a post
are never counted.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, cast

from bot.talk.places import Places
from bot.talk.say import Interaction
from campaigns.clock import Clock
from campaigns.errors import Refusal
from rules.language.words import plural

BRINGING = frozenset({"form board-paste", "button bring-in", "button bring-same", "form bring-named"})
"""What brings something in without a file of its own, as `watch.name_of` names it."""
_COMMANDS = (
    "board generate",
    "board show",
    "campaign print",
    "catchup",
    "figure show",
    "map",
    "replay",
    "scenario show",
    "stats",
    "unit print",
)
"""Commands that have a picture or a sheet drawn."""
DRAWING = frozenset(f"/{command}" for command in _COMMANDS) | {
    "button career-pick",
    "button catch-up",
    "button file",
    "button look",
    "button map",
    "button regard",
    "button replay",
    "button report",
    "button report-of",
    "button report-page",
    "button side-file",
    "button side-file-page",
    "button stats",
    "button unit-file",
    "button unit-file-page",
}
"""What has a picture or a sheet drawn, likewise."""
PEOPLE = 10_000
"""A window remembers so many: of more it forgets who was there longest ago."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a person may ask for; 0: as much as they like."""

    imports: int = 0
    """In an hour."""
    pictures: int = 0
    """In a minute."""


class SlidingWindow:
    """So many of something a person, within any stretch of that length."""

    def __init__(self, most: int, within: timedelta) -> None:
        self._most, self._within = most, within
        self._times: dict[int, deque[datetime]] = {}
        """By person, whoever asked last at the end: at most `most` times of at most `PEOPLE`."""

    def take(self, who: int, now: datetime) -> datetime | None:
        """Count one more. Where that is too many nothing is counted, and this is when it may be tried again."""
        times = self._times.pop(who, None) or deque[datetime]()
        while times and not self._counts(times[0], now):
            times.popleft()
        self._times[who] = times
        self._forget(now)
        if len(times) >= self._most:
            return times[0] + self._within
        times.append(now)
        return None

    def _counts(self, at: datetime, now: datetime) -> bool:
        """Neither is it too long ago, nor has the clock been put back since."""
        return now - self._within < at <= now

    def _forget(self, now: datetime) -> None:
        """Whoever has asked for nothing within that time, and whoever is more than can be remembered."""
        for who in list(self._times)[:2]:  # two for each that comes: what is over is soon gone
            times = self._times[who]
            if len(self._times) > PEOPLE or (times and not self._counts(times[-1], now)):
                del self._times[who]


class Allowances:
    """What the host allows, and who has asked for how much of it. One for each process."""

    def __init__(self, clock: Clock, allowed: Allowed) -> None:
        self._clock = clock
        self.places = Places()
        self._limits = (
            (brings, allowed.imports, SlidingWindow(allowed.imports, timedelta(hours=1)), ("import", "an hour")),
            (draws, allowed.pictures, SlidingWindow(allowed.pictures, timedelta(minutes=1)), ("picture", "a minute")),
        )

    def admit(self, interaction: Interaction, what: str) -> None:
        """Count what the interaction asks for, before anything is done. `what`: as `watch.name_of` names it.

        Raises Refusal "over-limit".
        """
        for asks, most, window, (thing, stretch) in self._limits:
            if not most or not asks(interaction, what):
                continue
            again = window.take(interaction.user.id, self._clock.now())
            if again is not None:
                raise Refusal(
                    "over-limit",
                    f"More than {most} {plural(most, thing)} {stretch} is too much for one person.",
                    ("Try again ", again, "."),
                )


def brings(interaction: Interaction, what: str) -> bool:
    """Whether something is brought in: whatever has a file with it, and what does without."""
    data: Any = interaction.data or {}
    return bool(data.get("resolved", {}).get("attachments")) or what in BRINGING


def draws(interaction: Interaction, what: str) -> bool:
    """Whether pictures or sheets are drawn for the asker alone."""
    return what in DRAWING


class HasAllowances(Protocol):
    limits: Allowances


def limits_of(interaction: Interaction) -> Allowances:
    return cast(HasAllowances, interaction.client).limits
