"""Who may take a force of a scenario: what its file asks of a unit, and what a unit lacks of that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from rules.language.words import counted, listed, plural
from rules.seam.forces import ElementKind

SPAN = r"\s*(\d{1,5})\s*((\+)|[-–]\s*(\d{1,5}))?\s*"
"""How a range is written."""


@dataclass(frozen=True, slots=True)
class Span:
    """So many: from `least` to `most`, both counted in; `most` None: as many as there are."""

    least: int
    most: int | None

    def holds(self, number: Decimal | int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        if self.least == self.most:
            return str(self.least)
        return f"at most {self.most}" if self.least == 0 else f"{self.least} to {self.most}"

    def of(self, one: str, several: str) -> str:
        """ "4 to 10 men", "1 man"."""
        return f"{self} {plural(self.least, one, several) if self.least == self.most else several}"


def span_of(text: object) -> Span:
    """ "4-10", "4+", "4" or 4. Raises ValueError."""
    readable = isinstance(text, int | str) and not isinstance(text, bool)
    found = re.fullmatch(SPAN, str(text), re.ASCII) if readable else None
    if found is None:
        raise ValueError(f"“{text}” isn't a range: write 4, 4-10, or 4+ for 4 and more")
    least = int(found[1])
    most = None if found[3] else int(found[4] or least)
    if most is not None and most < least:
        raise ValueError(f"“{text}” ends before it begins: write {most}-{least}")
    return Span(least, most)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What counts of a unit that may take a part. `men`: who would take the field, men of bases too; `points`: None
    where the book prices nobody; `led`: somebody of them leads."""

    men: int
    points: Decimal | None
    arms: Mapping[ElementKind, int]
    led: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a file asks of whoever takes a force. Whatever it does not name is free."""

    men: Span | None = None
    points: Span | None = None
    arms: tuple[tuple[ElementKind, Span], ...] = ()
    leader: bool = False

    def lacking(self, unit: Candidate) -> tuple[str, ...]:
        """Why the unit may not take it, a clause each ("3 men, asked for 4 to 10"); nothing where it may."""
        return tuple(self._lacking(unit))

    def _lacking(self, unit: Candidate) -> Iterator[str]:
        if self.men is not None and not self.men.holds(unit.men):
            yield f"{counted(unit.men, 'man', 'men')}, asked for {self.men}"
        if self.points is not None and unit.points is not None and not self.points.holds(unit.points):
            yield f"{unit.points.normalize():f} points, asked for {self.points}"
        for kind, span in self.arms:
            if not span.holds(count := unit.arms.get(kind, 0)):
                yield f"{counted(count, kind.value)}, asked for {span}"
        if self.leader and not unit.led:
            yield "no leader"

    def __str__(self) -> str:
        """ "4 to 10 men, a leader"."""
        said = [self.men.of("man", "men")] if self.men is not None else []
        said += [self.points.of("point", "points")] if self.points is not None else []
        said += [span.of(kind.value, f"{kind.value}s") for kind, span in self.arms]
        said += ["a leader"] if self.leader else []
        return listed(said) if said else "any unit"
