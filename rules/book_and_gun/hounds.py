"""Dogs of a battle: figures of their unit, each with its handler. XIII.7.

The first dog of a unit is its first handler's, the second the second's, in roster order, the fallen too.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.book_and_gun.units import Figure, Unit


@dataclass(frozen=True, slots=True)
class Hunt:
    """A dog that has been sent at a figure, and fights it in the close combat phase. `handler`: who goes in with it;
    empty: it goes alone. BG-XIII.7.1b, BG-R261"""

    unit: str
    dog: str
    victim: str
    turn: int
    handler: str = ""


def handler_of(unit: Unit, dog: Figure) -> Figure | None:
    """Whose dog it is, fit or not; None for one without a handler. BG-XIII.7.1a"""
    return dict(_pairs(unit)).get(dog.id)


def dog_of(unit: Unit, figure: Figure) -> Figure | None:
    """The dog of a handler, fit or not. BG-XIII.7.1a"""
    return next((unit.figure(dog) for dog, handler in _pairs(unit) if handler.id == figure.id), None)


def _pairs(unit: Unit) -> list[tuple[str, Figure]]:
    dogs = [figure.id for figure in unit.figures if figure.traits.dog]
    handlers = [figure for figure in unit.figures if figure.traits.handler]
    return list(zip(dogs, handlers, strict=False)) if dogs else []


def people(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Those of them who are no dogs: who work, carry, search, guard and drive. BG-R261"""
    return tuple(figure for figure in figures if not figure.traits.dog)
