"""Lasting injuries: what somebody keeps of a wound for good, and which number it lowers in every later battle.

A house rule of campaigns. A rule set lists those for which its book has a number of one person; a campaign keeps their
keys with the person, and the person takes the field with the sheet that `borne` makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

SIDES = 6


@dataclass(frozen=True, slots=True)
class LastingInjury:
    """ "a limp": "moves 1 inch less". `citation`: the ruling that gives it its number."""

    key: str
    title: str
    about: str
    citation: str

    @property
    def words(self) -> str:
        """ "a limp: moves 1 inch less"."""
        return f"{self.title}: {self.about}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injuries:
    """What a rule set lends to campaigns in which wounds last. `borne`: the sheet of a figure with these injuries;
    `none`: why the book has none, "" where it has some."""

    known: tuple[LastingInjury, ...] = ()
    borne: Callable[[str, tuple[str, ...]], str] = lambda traits, keys: traits
    none: str = ""

    def named(self, key: str) -> LastingInjury | None:
        return next((injury for injury in self.known if injury.key == key), None)

    def words_of(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Of those that the book knows, in their order."""
        return tuple(known.words for key in keys if (known := self.named(key)))

    def on(self, die: int) -> LastingInjury:
        """The one on a face of a D6: each of them has as many faces as any other, give or take one. Raises ValueError
        where the book has none."""
        if not self.known:
            raise ValueError("no lasting injuries are known")
        return self.known[(die - 1) * len(self.known) // SIDES]


NO_INJURIES = Injuries(none="Its book has no number for one person.")
