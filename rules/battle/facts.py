"""Facts of the tabletop in a battle: which there are, how they are written, and whose word holds.

A rule set declares the facts that its rules ask for as data: a flag, a number, a measure or a choice. A fact then comes
from the umpire's ruling, else from what the player declared, else from the table, else from the book's default.
Rulings and declarations are read here and nowhere else, so that a word means the same in every rule set.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from rules.kernel.facts import NO, YES, Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.nearest import nearest, plainly

FactValue: TypeAlias = str | int | float | bool

_NUMBER = re.compile(r"([+\-\u2212]?\d+(?:[.,]\d+)?)\s*(.*)", re.DOTALL)
_UNITS = {
    "in": ('"', "\u2033", "in", "in.", "inch", "inches"),
    "m": ("m", "metre", "metres", "meter", "meters"),
    "%": ("%", "per cent", "percent"),
}


# ── Facts that there are ──────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    name: str
    towards: bool = False
    """It holds from one unit towards another, and may be ruled so."""
    mutual: bool = False
    """It is the same from the second towards the first: whichever is named first, a ruling holds both ways."""
    also: tuple[str, ...] = ()
    """Other names for it: those that other books or older battles have."""
    unit: str = field(default="", init=False)

    @property
    def expected(self) -> str:
        return "yes or no"

    def read(self, said: FactValue) -> bool:
        """Raises ValueError for what is neither yes nor no."""
        if isinstance(said, bool):
            return said
        word = plainly(said) if isinstance(said, str) else ""
        if word not in (*YES, *NO, "1", "0"):
            raise ValueError(said)
        return word in YES or word == "1"


@dataclass(frozen=True, slots=True)
class Number:
    """A number without a unit."""

    name: str
    towards: bool = False
    least: float = 0.0
    most: float = 1000.0
    whole: bool = False
    unit: str = ""
    mutual: bool = False
    also: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        what = "a whole number" if self.whole else f"a number of {_UNITS[self.unit][-1]}" if self.unit else "a number"
        return f"{what} from {self.least:g} to {self.most:g}"

    def read(self, said: FactValue) -> float:
        """Raises ValueError for what is no number, has another unit, or is out of bounds."""
        if isinstance(said, bool):
            raise ValueError(said)
        value = self._written(said) if isinstance(said, str) else float(said)
        if not math.isfinite(value) or not self.least <= value <= self.most or (self.whole and value % 1):
            raise ValueError(said)
        return value

    def _written(self, text: str) -> float:
        found = _NUMBER.fullmatch(text.strip())
        if found is None or found[2].casefold().strip() not in ("", *_UNITS.get(self.unit, ())):
            raise ValueError(text)
        return float(found[1].replace(",", ".").replace("\u2212", "-"))


@dataclass(frozen=True, slots=True)
class Quantity(Number):
    """A number with a unit: inches unless said otherwise."""

    unit: str = "in"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One word of a closed list."""

    name: str
    choices: tuple[str, ...]
    towards: bool = False
    mutual: bool = False
    also: tuple[str, ...] = ()
    unit: str = field(default="", init=False)

    @property
    def expected(self) -> str:
        return f"one of {', '.join(self.choices)}"

    def read(self, said: FactValue) -> str:
        """Raises ValueError for what is not in the list."""
        word = plainly(said) if isinstance(said, str) else None
        found = next((choice for choice in self.choices if plainly(choice) == word), None)
        if found is None:
            raise ValueError(said)
        return found


AnyName: TypeAlias = Flag | Number | OneOf


V_co = TypeVar("V_co", covariant=True)
V = TypeVar("V", str, float, bool)
T = TypeVar("T", bound=FactValue)


class FactName(Protocol[V_co]):
    """A fact that there is, whatever its values."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def mutual(self) -> bool: ...
    @property
    def also(self) -> tuple[str, ...]: ...
    @property
    def expected(self) -> str: ...
    def read(self, said: FactValue) -> V_co: ...


class Vocabulary:
    """The facts that a rule set's rules ask for. Two of one name are a mistake of the code: ValueError."""

    def __init__(self, *names: AnyName) -> None:
        self.all: tuple[AnyName, ...] = names
        self._by_name = {plainly(name): each for each in names for name in (each.name, *each.also)}
        if len(self._by_name) != sum(1 + len(each.also) for each in names):
            raise ValueError("a fact is there twice")

    def named(self, word: str) -> AnyName:
        """Raises RuleViolation for a name that no rule asks for."""
        found = self._by_name.get(plainly(word))
        if found is not None:
            return found
        names = [each.name for each in self.all]
        near = nearest(word, names)
        raise RuleViolation(
            Why.UNKNOWN_FACT,
            f"No rule asks for “{word}”." + (f" Did you mean “{near}”?" if near else ""),
            remedy=f"Facts are: {', '.join(sorted(names))}.",
        )


def read(name: FactName[T], said: FactValue) -> T:
    """What was said of a fact. Raises RuleViolation that tells what is expected."""
    try:
        return name.read(said)
    except ValueError:
        shown = {True: "yes", False: "no"}[said] if isinstance(said, bool) else said
        raise RuleViolation(
            Why.FACT_UNREADABLE,
            f"“{str(shown)[:60]}” says nothing of “{name.name}”.",
            remedy=f"Give {name.expected}.",
        ) from None


# ── Facts that several books ask for ──────────────────────────────────────────────────────────────────────────────


RANGE = Quantity("range", towards=True, mutual=True)
"""How far fire goes from one to the other."""
DISTANCE = Quantity("distance", towards=True, mutual=True)
"""How far they are apart."""
LINE_OF_SIGHT = Flag("line of sight", towards=True)
"""The first sees the second."""
IN_ARC = Flag("in arc", towards=True)
IN_CONTACT = Flag("in contact", towards=True, mutual=True, also=("contact",))
LEADER_NEAR = Flag("leader near")


def cover(kinds: Sequence[str]) -> OneOf:
    """What somebody is in, from wherever he is fired at: of the kinds that the book has."""
    return OneOf("cover", tuple(str(kind) for kind in kinds))


# ── Rulings ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ruled:
    """A fact as the umpire has ruled it: of a unit, towards another (None: of all, towards all), until the end of a
    turn (None: for the rest of the battle)."""

    fact: str
    value: FactValue
    unit: str | None = None
    other: str | None = None
    until: int | None = None

    @property
    def subjects(self) -> tuple[str, ...]:
        return tuple(each for each in (self.unit, self.other) if each is not None)

    @property
    def said(self) -> str:
        """ "yes", "14", "dense rubble"."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return f"{self.value:g}" if isinstance(self.value, float) else str(self.value)

    def meant(self, unit: str | None, other: str | None) -> bool:
        """Whether it is ruled of these two, or of more than these."""
        return self.unit in (None, unit) and self.other in (None, other)

    def replaces(self, other: Ruled) -> bool:
        return (self.fact, self.unit, self.other) == (other.fact, other.unit, other.other)


def with_ruling(rulings: Sequence[Ruled], new: Ruled) -> tuple[Ruled, ...]:
    """The rulings with one more; it replaces one of the same fact and subjects."""
    return (*(each for each in rulings if not new.replaces(each)), new)


def without_rulings(rulings: tuple[Ruled, ...], unit: str) -> tuple[Ruled, ...]:
    """Those that do not speak of a unit that is no more."""
    return tuple(each for each in rulings if unit not in each.subjects)


def still_holding(rulings: Sequence[Ruled], turn: int) -> tuple[Ruled, ...]:
    """Those that have not run out before this turn."""
    return tuple(each for each in rulings if each.until is None or each.until >= turn)


def word_on(rulings: Sequence[Ruled], turn: int, name: FactName[V], unit: str | None, other: str | None) -> V | None:
    """What the umpire's word is: the ruling that names most of the subjects, the latest of equals. None: he is silent.

    A ruling of an older battle that says nothing of the fact holds nothing; none is taken any more.
    """
    best, value = -1, None
    for each in rulings:
        if each.fact != name.name and each.fact not in name.also:
            continue
        if not each.meant(unit, other) and not (name.mutual and each.meant(other, unit)):
            continue
        if (each.until is not None and each.until < turn) or len(each.subjects) < best:
            continue
        try:
            value = name.read(each.value)
        except ValueError:
            continue
        best = len(each.subjects)
    return value


# ── Whose word holds ──────────────────────────────────────────────────────────────────────────────────────────────


def known(
    name: FactName[V],
    ruling: V | None,
    declared: V | None = None,
    measured: Callable[[], V | None] | None = None,
    default: V | None = None,
) -> tuple[V, Fact] | None:
    """The value and the fact as it is recorded, numbers in hundredths; None where nobody says and nothing is measured.

    The table is asked only where nobody has said. Raises RuleViolation for a word that is no value of the fact.
    """
    if ruling is not None:
        return _kept(name, ruling, Source.RULING)
    if declared is not None:
        return _kept(name, read(name, declared), Source.DECLARED)
    found = measured() if measured is not None else None
    if found is not None:
        return _kept(name, found, Source.MEASURED)
    return None if default is None else _kept(name, default, Source.DEFAULT)


def settled(
    name: FactName[V],
    ruling: V | None,
    declared: V | None = None,
    measured: Callable[[], V | None] | None = None,
    default: V | None = None,
) -> tuple[V, Fact]:
    """As `known`. Raises RuleViolation where nothing is known, which names the option to give."""
    found = known(name, ruling, declared, measured, default)
    if found is None:
        raise needed(
            name.name,
            f"The rules need to know: {name.name}. There is no table that could be measured, and nobody has said.",
        )
    return found


def worth_telling(fact: Fact, yes: bool) -> tuple[Fact, ...]:
    """What is told of a flag: that it holds, and whatever the umpire has ruled of it."""
    return (fact,) if yes or fact.source is Source.RULING else ()


def needed(name: str, problem: str, citation: str = "") -> RuleViolation:
    """A fact that neither a ruling, a declaration nor the table gives."""
    return RuleViolation(
        Why.FACT_NEEDED,
        problem,
        citation=citation,
        remedy=f"Give the option “{name}”, or ask the umpire to rule it.",
    )


def _kept(name: FactName[V], value: V, source: Source) -> tuple[V, Fact]:
    shown = round(value, 2) if isinstance(value, float) else value
    return value, Fact(name.name, shown, source, name.unit)


# ── In a battle ───────────────────────────────────────────────────────────────────────────────────────────────────


class WithRulings(Protocol):
    """A state that keeps what the umpire has ruled."""

    @property
    def turn(self) -> int: ...
    @property
    def ruled(self) -> tuple[Ruled, ...]: ...


def ruled(state: WithRulings, name: FactName[V], unit: str | None, other: str | None = None) -> V | None:
    """The umpire's word; None where he is silent."""
    return word_on(state.ruled, state.turn, name, unit, other) if state.ruled else None


def said(state: WithRulings, unit: str, *names: FactName[V], other: str | None = None) -> tuple[Fact, ...]:
    """Which of these facts the umpire has ruled, to be shown with his word as their source."""
    words = ((name, ruled(state, name, unit, other)) for name in names)
    return tuple(_kept(name, word, Source.RULING)[1] for name, word in words if word is not None)


def fact(
    state: WithRulings,
    name: FactName[V],
    unit: str | None = None,
    other: str | None = None,
    *,
    declared: V | None = None,
    measured: Callable[[], V | None] | None = None,
    default: V | None = None,
) -> tuple[V, Fact]:
    """What is known, with the fact to be recorded. Raises RuleViolation where nothing is."""
    return settled(name, ruled(state, name, unit, other), declared, measured, default)
