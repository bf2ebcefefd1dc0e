"""What all one-off resolutions share: the form's declared facts, the house rules, the steps in their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, cast

from pydantic import Field

from rules.action import fields_of
from rules.book_and_gun.book.switches import HouseRules, checked
from rules.chance import Card, Chance, Draw, card_sign
from rules.facts import Fact, Itemised, Source
from rules.ruleset import Resolution, Resolved, Step, Value
from rules.violation import RuleViolation

Outcome = Value | Sequence[Value] | None


class BookResolution(Resolution):
    """Base of the book's resolutions: every one of them can be asked under house rules."""

    house_rule: Annotated[
        tuple[str, ...], Field(description="house rule that differs from its default, as key=choice")
    ] = ()

    @property
    def options(self) -> HouseRules:
        """The house rules as a battle has them. Raises RuleViolation for what no switch knows."""
        return checked(_pair(text) for text in self.house_rule)


def _pair(text: str) -> tuple[str, str]:
    key, equals, choice = text.partition("=")
    if not equals:
        raise RuleViolation(
            "house-rule", f"{text!r} is no house rule", remedy="write key=choice, such as national-efficiency=off"
        )
    key = "-".join(key.casefold().replace("_", "-").split())
    return key, "-".join(choice.casefold().replace("_", "-").split())


def require_class_iv(hidden: bool, target_class: str | None) -> None:
    """Only class IV figures can be out of the fight behind their wall; anything else contradicts itself.
    BG-X.1.5.d2."""
    if hidden and target_class != "IV":
        raise RuleViolation(
            "hidden-class",
            "only a class IV target can be one that neither shoots nor observes",
            citation="BG-X.1.5.d2",
            remedy="give target class IV, or leave hidden out",
        )


class Proceedings:
    """Collects what happens while one resolution runs."""

    def __init__(self, form: BookResolution, chance: Chance) -> None:
        self.form, self.chance, self.options = form, chance, form.options
        self._facts = list(_declared(form))
        self._steps: list[Step] = []

    def fact(self, name: str, value: str | int | float | bool, source: Source, unit: str = "") -> None:
        """A fact that the form does not hold itself, such as a band that follows from a range."""
        self._facts.append(Fact(name, value, source, unit))

    def step(self, kind: str, text: str, *citations: str) -> None:
        """Something that happened, with the dice and cards drawn since the last step."""
        self._steps.append(Step(kind, text, self.chance.taken(), citations))

    def given(self, kind: str, text: str, draws: Iterable[Draw], *citations: str) -> None:
        """Something that happened, with the dice and cards that belong to it."""
        self._steps.append(Step(kind, text, tuple(draws), citations))

    def resolved(self, **outcome: Outcome) -> Resolved:
        return Resolved(tuple(self._facts), tuple(self._steps), outcome)


def _declared(form: BookResolution) -> Iterable[Fact]:
    """The form's fields as facts: declared where given, else the default that was used."""
    for field in fields_of(type(form)):
        given: object = getattr(form, field.name)
        if given is None or given == ():
            continue
        source = Source.DECLARED if field.name in form.model_fields_set else Source.DEFAULT
        value = _plain(given)
        unit = {"inches": "in", "metres": "m", "degrees": "°"}.get(field.unit, "")
        yield Fact(field.name.replace("_", " "), value, source, unit)


def _plain(given: object) -> Value:
    if isinstance(given, bool | int | float):
        return given
    if isinstance(given, tuple):
        return ", ".join(str(each) for each in cast(tuple[object, ...], given))
    return str(given)


def cards_text(cards: Iterable[Card]) -> str:
    """ "K♥, 10♣"."""
    return ", ".join(card_sign(card) for card in cards)


def dice_text(dice: Iterable[int]) -> str:
    """ "7, 3, 20"."""
    return ", ".join(map(str, dice))


def items(number: Itemised) -> tuple[str, ...]:
    """The lines of an itemised number for an outcome: "+2 nato"."""
    return tuple(f"{item.amount:+d} {item.reason}" for item in number.items)
