"""One-off resolutions: the form's declared facts, the house rules, the steps in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, cast

from pydantic import Field

from rules.book.house import HouseRules, Switches, written
from rules.book.showing import Resolution, ResolutionStep, Resolved, Value
from rules.kernel.action import fields_of
from rules.kernel.chance import Chance, Draw
from rules.kernel.facts import Fact, Itemised, Source

OutcomeValue: TypeAlias = Value | Sequence[Value] | None

UNITS = {"inches": "in", "metres": "m", "degrees": "°"}


class HouseRuled(Resolution):
    """A resolution that can be asked under house rules. A rule set's own base names its switches."""

    switches: ClassVar[Switches]
    example: ClassVar[str]
    """A house rule as it may be written: "national-efficiency=off"."""

    house_rule: Annotated[
        tuple[str, ...], Field(description="house rule that differs from its default, as key=choice")
    ] = ()

    @property
    def options(self) -> HouseRules:
        """The house rules as a battle has them. Raises RuleViolation for what no switch knows."""
        return self.switches.checked(written(text, self.example) for text in self.house_rule)


F = TypeVar("F", bound=HouseRuled)
Resolver: TypeAlias = Callable[[Any, Chance], Resolved]
"""Any: each takes its own form; `row` is where form and procedure are matched, and typed."""
Row: TypeAlias = tuple[type[HouseRuled], Resolver]


def row(form: type[F], resolver: Callable[[F, Chance], Resolved]) -> Row:
    return form, resolver


class Resolutions:
    """All one-off resolutions of a book, in its order: `adjutant resolve BOOK ACTION`, by declared facts alone, without
    a battle."""

    def __init__(self, book: str, *rows: Row) -> None:
        self._book, self._resolvers = book, MappingProxyType(dict(rows))
        self.forms: tuple[type[Resolution], ...] = tuple(self._resolvers)

    def resolve(self, form: Resolution, chance: Chance) -> Resolved:
        """Resolve one filled-in form. Raises RuleViolation for what the rules do not allow, TypeError for a form of
        another rule set."""
        if not isinstance(form, HouseRuled) or type(form) not in self._resolvers:
            raise TypeError(f"{type(form).__name__} isn't a resolution of {self._book}")
        return self._resolvers[type(form)](form, chance)


class Proceedings:
    """Collects what happens while one resolution runs."""

    def __init__(self, form: HouseRuled, chance: Chance) -> None:
        self.form, self.chance, self.options = form, chance, form.options
        self._facts = list(declared(form))
        self._steps: list[ResolutionStep] = []

    def fact(self, name: str, value: Value, source: Source, unit: str = "") -> None:
        """A fact that the form does not hold itself, such as a band that follows from a range."""
        self._facts.append(Fact(name, value, source, unit))

    def step(self, kind: str, text: str, *citations: str) -> None:
        """Something that happened, with the dice and cards drawn since the last step."""
        self._steps.append(ResolutionStep(kind, text, self.chance.taken(), citations))

    def given(self, kind: str, text: str, draws: Iterable[Draw], *citations: str) -> None:
        """Something that happened, with the dice and cards that belong to it."""
        self._steps.append(ResolutionStep(kind, text, tuple(draws), citations))

    def resolved(self, **outcome: OutcomeValue) -> Resolved:
        return Resolved(tuple(self._facts), tuple(self._steps), outcome)


def declared(form: Resolution) -> Iterable[Fact]:
    """The form's fields as facts: declared where given, else the default that was used."""
    for field in fields_of(type(form)):
        given: object = getattr(form, field.name)
        if given is None or given == ():
            continue
        source = Source.DECLARED if field.name in form.model_fields_set else Source.DEFAULT
        yield Fact(field.name.replace("_", " "), _plain(given), source, UNITS.get(field.unit, ""))


def _plain(given: object) -> Value:
    if isinstance(given, bool | int | float):
        return given
    if isinstance(given, tuple):
        return ", ".join(str(each) for each in cast(tuple[object, ...], given))
    return str(given)


def items(number: Itemised) -> tuple[str, ...]:
    """The lines of an itemised number for an outcome: "+2 nato"."""
    return tuple(f"{item.amount:+d} {item.reason}" for item in number.items)
