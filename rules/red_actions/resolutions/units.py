"""Cards, sizes, markers, dividing, combining and the flight number, by declared facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved, Value
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import units
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.units import Markers, UnitPart
from rules.red_actions.resolutions.base import OutcomeValue, Proceedings, RedResolution, Row, row

CardName = Annotated[str, FACT, Field(max_length=40, description="card, such as red-regulars")]
ArmyName = Annotated[str, FACT, Field(max_length=40, description="army, such as soviet or white")]
Bases = Annotated[int, FACT, Field(ge=1, le=6, description="bases of the unit")]
Terror = Annotated[int, FACT, Field(ge=0, le=20, description="terror markers on it")]
Humiliated = Annotated[int, FACT, Field(ge=0, le=20, description="humiliated markers on it")]
Pinned = Annotated[bool, FACT, Field(description="it is pinned")]


def plain(number: Fraction) -> Value:
    """A number for an outcome: whole where it is."""
    return int(number) if number.denominator == 1 else float(number)


class UnitCard(RedResolution):
    """RA-R04"""

    title: ClassVar[str] = "Unit card"
    summary: ClassVar[str] = "What a card says of its troops"
    verb: Literal["unit-card"] = "unit-card"

    card: CardName
    bases: Annotated[int, FACT, Field(ge=0, le=6, description="bases, to check the size of a unit; 0: do not")] = 0


def unit_card(form: UnitCard, chance: Chance) -> Resolved:
    """RA-R04, RA-def.unit.1, RA-def.unit.2."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    if form.bases:
        units.check_size(card, form.bases)
    said: dict[str, OutcomeValue] = {
        "name": card.name, "army": card.army, "kind": card.arm.value, "class": card.grade, "move": card.move,
        "evade": card.evade, "shoot": card.shoot, "range": card.range, "combat": card.combat, "charge": card.charge,
        "fear": card.fear, "serious": card.serious, "rally": card.rally, "traits": tuple(sorted(card.traits)),
        "points": card.points * (form.bases or 1),
    }  # fmt: skip
    log.step("card", f"{card.name}: units of {card.unit_min} to {card.unit_max}", "RA-R04")
    return log.resolved(**said)


class EffectiveBases(RedResolution):
    """RA-def.effective"""

    title: ClassVar[str] = "Effective bases"
    summary: ClassVar[str] = "How many bases of a unit count under its markers, and whether it routs"
    verb: Literal["effective-bases"] = "effective-bases"

    bases: Bases
    terror: Terror = 0
    humiliated: Humiliated = 0


def effective_bases(form: EffectiveBases, chance: Chance) -> Resolved:
    """RA-def.effective, RA-def.terror.1, RA-def.terror.2, RA-def.humiliated, RA-R15."""
    log = Proceedings(form, chance)
    markers = Markers(form.terror, form.humiliated)
    routs, count = units.too_many(form.bases, markers), units.effective(form.bases, markers)
    if routs:
        log.step("rout", f"{markers.total} markers on {form.bases} bases: it routs at once", "RA-def.terror.1")
    else:
        log.step("bases", f"{plain(count):g} of {form.bases} bases count", "RA-def.effective")
    return log.resolved(effective=plain(count), routs=routs)


class Divide(RedResolution):
    """RA-divide.1"""

    title: ClassVar[str] = "Divide a unit"
    summary: ClassVar[str] = "The markers on each part of a unit that divides"
    verb: Literal["divide"] = "divide"

    card: CardName
    bases: Bases
    into: Annotated[tuple[int, ...], FACT, Field(description="bases of each part")]
    terror: Terror = 0
    humiliated: Humiliated = 0
    pinned: Pinned = False
    remainder: Annotated[
        tuple[int, ...], FACT, Field(description="parts that take what does not divide, where the split is exact")
    ] = ()


def divide(form: Divide, chance: Chance) -> Resolved:
    """RA-divide.1, RA-divide.2, RA-R106, RA-R107."""
    log = Proceedings(form, chance)
    markers = Markers(form.terror, form.humiliated, form.pinned)
    unit = UnitPart(BOOK_PACK.card(form.card), form.bases, markers)
    first = tuple(part - 1 for part in form.remainder)
    parts = units.divide(unit, form.into, log.house, first)
    for bases, part in zip(form.into, parts, strict=True):
        log.step("part", f"{bases} bases: {_markers(part)}", "RA-divide.2")
    return log.resolved(
        terror=tuple(part.terror for part in parts),
        humiliated=tuple(part.humiliated for part in parts),
        pinned=form.pinned,
        routs=tuple(units.too_many(bases, part) for bases, part in zip(form.into, parts, strict=True)),
    )


def _markers(markers: Markers) -> str:
    pinned = ", pinned" if markers.pinned else ""
    return f"{markers.terror} terror, {markers.humiliated} humiliated{pinned}"


class Combine(RedResolution):
    """RA-combine.1"""

    title: ClassVar[str] = "Combine units"
    summary: ClassVar[str] = "The unit that several make together"
    verb: Literal["combine"] = "combine"

    card: CardName
    bases: Annotated[tuple[int, ...], FACT, Field(description="bases of each unit")]
    terror: Annotated[tuple[int, ...], FACT, Field(description="terror markers of each, in the same order")] = ()
    humiliated: Annotated[tuple[int, ...], FACT, Field(description="humiliated markers of each")] = ()
    pinned: Annotated[bool, FACT, Field(description="one of them is pinned")] = False


def combine(form: Combine, chance: Chance) -> Resolved:
    """RA-combine.1, RA-combine.4, RA-combine.5."""
    log = Proceedings(form, chance)
    count = len(form.bases)
    if max(len(form.terror), len(form.humiliated)) > count or min((*form.bases, *form.terror, *form.humiliated)) < 0:
        raise RuleViolation(
            "markers", "There are more numbers of markers than units, or one below 0.", citation="RA-combine.5",
            remedy="Give one number for each unit, in the order of their bases.",
        )  # fmt: skip
    card = BOOK_PACK.card(form.card)
    terror = (*form.terror, *(0,) * (count - len(form.terror)))
    humiliated = (*form.humiliated, *(0,) * (count - len(form.humiliated)))
    parts = [
        UnitPart(card, bases, Markers(t, h, form.pinned and not number))
        for number, (bases, t, h) in enumerate(zip(form.bases, terror, humiliated, strict=True))
    ]
    unit = units.combine(parts)
    log.step("unit", f"{unit.bases} bases of {card.name}: {_markers(unit.markers)}", "RA-combine.5")
    return log.resolved(
        bases=unit.bases,
        terror=unit.markers.terror,
        humiliated=unit.markers.humiliated,
        pinned=unit.markers.pinned,
        routs=units.too_many(unit.bases, unit.markers),
    )


class FlightNumber(RedResolution):
    """RA-def.flight"""

    title: ClassVar[str] = "Flight number"
    summary: ClassVar[str] = "How many points an army can lose, and whether it flees"
    verb: Literal["flight-number"] = "flight-number"

    points: Annotated[int, FACT, Field(ge=1, le=100_000, description="original points of the army")]
    lost: Annotated[int, FACT, Field(ge=0, le=100_000, description="points destroyed, captured or routing now")] = 0
    army: ArmyName = "soviet"
    percent: Annotated[
        int | None, FACT, Field(ge=1, le=100, description="flight number in percent; empty: the army's own")
    ] = None
    attacker: Annotated[bool, FACT, Field(description="it attacks")] = False


def flight_number(form: FlightNumber, chance: Chance) -> Resolved:
    """RA-def.flight, RA-R12, RA-R14."""
    log = Proceedings(form, chance)
    percent = form.percent or units.flight_percent(BOOK_PACK.army(form.army), form.attacker, log.house)
    number = units.flight_number(form.points, percent)
    flees = units.broken(form.lost, form.points, percent, log.house)
    verdict = "the army flees" if flees else "the army stands"
    log.step(
        "flight", f"{percent} % of {form.points} is {plain(number):g}; {form.lost} lost: {verdict}", "RA-def.flight"
    )
    return log.resolved(percent=percent, number=plain(number), flees=flees)


ROWS: tuple[Row, ...] = (
    row(UnitCard, unit_card),
    row(EffectiveBases, effective_bases),
    row(Divide, divide),
    row(Combine, combine),
    row(FlightNumber, flight_number),
)
