"""The supplementary rules by declared facts: captured vehicles, hostages, dogs, sensors, searches. XIII."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import supplement
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class Search(BookResolution):
    """A search for what an opponent has hidden. BG-XIII.9.1."""

    title: ClassVar[str] = "Search"
    summary: ClassVar[str] = "Is the hidden item found?"
    verb: Literal["search"] = "search"

    searchers: Annotated[int, FACT, Field(ge=0, le=20, description="figures that search, next to what they search")] = 2
    vehicle: Annotated[bool, FACT, Field(description="a tank, an armoured car or an APC searches")] = False


def search(form: Search, chance: Chance) -> Resolved:
    """BG-XIII.9.1."""
    log = Proceedings(form, chance)
    if form.searchers < supplement.SEARCHERS and not form.vehicle:
        raise RuleViolation(
            "too-few",
            f"{supplement.SEARCHERS} figures or an armoured vehicle search",
            citation="BG-XIII.9.1",
            remedy="bring another figure",
        )
    die, found = supplement.search(chance)
    log.step("search", f"1 to {supplement.FINDS}; rolled {die}: {'found' if found else 'nothing'}", "BG-XIII.9.1")
    return log.resolved(die=die, found=found, turns=1, may_fire=False)


class DriveCaptured(BookResolution):
    """Driving or flying what was captured. BG-XIII.4.1a, BG-XIII.4.1b, BG-XIII.4.2."""

    title: ClassVar[str] = "Captured vehicle"
    summary: ClassVar[str] = "Can they drive or fly what they have captured?"
    verb: Literal["drive-captured"] = "drive-captured"

    side: Annotated[SideName, Field(description="who has captured it")]
    vehicle: Annotated[Literal["vehicle", "helicopter"], FACT, Field(description="what was captured")] = "vehicle"


def drive_captured(form: DriveCaptured, chance: Chance) -> Resolved:
    """BG-XIII.4.1a, BG-XIII.4.1b, BG-XIII.4.2."""
    log = Proceedings(form, chance)
    if form.vehicle == "helicopter":
        raise RuleViolation(
            "nobody-flies", "nobody flies a captured helicopter", citation="BG-XIII.4.2", remedy="destroy or abandon it"
        )
    die, able = supplement.drives(form.side, chance)
    said = "anybody of an army can drive" if die is None else f"1 or 2; rolled {die}"
    log.step("driving", f"{said}: {'it drives' if able else 'destroy or abandon it'}", "BG-XIII.4.1b")
    return log.resolved(die=die, drives=able, main_armament=False)


class Hostage(BookResolution):
    """What a hostage does. BG-XIII.5.1."""

    title: ClassVar[str] = "Hostage"
    summary: ClassVar[str] = "Whom a hostage follows, and when they are safe"
    verb: Literal["hostage"] = "hostage"

    told: Annotated[bool, FACT, Field(description="somebody has told them to follow")] = False
    in_danger: Annotated[bool, FACT, Field(description="where they are is obviously dangerous")] = False
    in_zone: Annotated[bool, FACT, Field(description="they are in the rescue zone")] = False


def hostage(form: Hostage, chance: Chance) -> Resolved:
    """Whoever is in the zone without having been brought there stays. BG-XIII.5.1, BG-R264."""
    log = Proceedings(form, chance)
    if form.told:
        does = "rescued" if form.in_zone else "follows"
    else:
        does = "moved by the opposing side" if form.in_danger else "stays"
    log.step("hostage", does, "BG-XIII.5.1")
    return log.resolved(does=does, escapes=False)


class Dog(BookResolution):
    """What a dog scents, and how it fights. BG-XIII.7.1a to BG-XIII.7.1c."""

    title: ClassVar[str] = "Dog"
    summary: ClassVar[str] = "What a dog detects, whom it may attack, what it adds"
    verb: Literal["dog"] = "dog"

    hidden_enemy: Annotated[Inches | None, FACT, Field(description="inches to the nearest hidden enemy")] = None
    target: Annotated[Inches | None, FACT, Field(description="inches to the figure that it is set on")] = None
    handler: Annotated[bool, FACT, Field(description="its handler fights with it")] = True


def dog(form: Dog, chance: Chance) -> Resolved:
    """BG-XIII.7.1a, BG-XIII.7.1b, BG-XIII.7.1c, BG-R66."""
    log = Proceedings(form, chance)
    if form.target is not None and form.target > supplement.DOG_ATTACKS:
        raise RuleViolation(
            "out-of-range",
            f"a dog is set on a figure within {supplement.DOG_ATTACKS} in, not {form.target:g}",
            citation="BG-XIII.7.1b",
            remedy="go nearer",
        )
    scents = form.hidden_enemy is not None and form.hidden_enemy <= supplement.DOG_SCENTS
    amount = supplement.dog_modifier(handler=form.handler, options=log.options)
    log.step("dog", f"{'it scents them; ' if scents else ''}{amount:+d} in close combat", "BG-XIII.7.1a", "BG-R66")
    return log.resolved(detects=scents, attacks=form.target is not None, modifier=amount, figures=1)


class Seismic(BookResolution):
    """A seismic sensor. BG-XIII.8.2."""

    title: ClassVar[str] = "Seismic sensor"
    summary: ClassVar[str] = "Does a seismic sensor notice movement?"
    verb: Literal["seismic"] = "seismic"

    distance: Annotated[Inches, FACT, Field(description="inches to what moves")]
    moving: Annotated[bool, FACT, Field(description="it moves")] = True


def seismic(form: Seismic, chance: Chance) -> Resolved:
    """BG-XIII.8.2."""
    log = Proceedings(form, chance)
    noticed = form.moving and form.distance <= supplement.SEISMIC
    log.step("sensor", "something moves" if noticed else "nothing", "BG-XIII.8.2")
    return log.resolved(detects=noticed, tells="something moves" if noticed else None)


class Radar(BookResolution):
    """Ground surveillance radar. BG-XIII.8.3."""

    title: ClassVar[str] = "Radar"
    summary: ClassVar[str] = "Does ground surveillance radar see it?"
    verb: Literal["radar"] = "radar"

    target: Annotated[Literal["vehicle", "infantry"], FACT, Field(description="what it would see")]
    moving: Annotated[bool, FACT, Field(description="it moves")] = True
    distance: Annotated[Inches, FACT, Field(description="inches to it")] = 0
    line_of_sight: Annotated[bool, FACT, Field(description="there is a line of sight")] = True
    woods_only: Annotated[bool, FACT, Field(description="only woods are in the way")] = False


def radar(form: Radar, chance: Chance) -> Resolved:
    """BG-XIII.8.3."""
    log = Proceedings(form, chance)
    sees = supplement.radar_sees(
        vehicle=form.target == "vehicle", moving=form.moving, inches=form.distance, line_of_sight=form.line_of_sight,
        woods_only=form.woods_only,
    )  # fmt: skip
    log.step("radar", "detected" if sees else "nothing", "BG-XIII.8.3")
    return log.resolved(detects=sees)


class TripFlare(BookResolution):
    """A trip wire with a flare. BG-XIII.8.4."""

    title: ClassVar[str] = "Trip flare"
    summary: ClassVar[str] = "What a trip flare lights, and how long"
    verb: Literal["trip-flare"] = "trip-flare"

    tripped: Annotated[bool, FACT, Field(description="somebody moves into it")] = True
    turns: Annotated[int, FACT, Field(ge=0, le=20, description="turns since it went off; 0: this turn")] = 0
    distance: Annotated[Inches, FACT, Field(description="inches from it to who would be seen")] = 0


def trip_flare(form: TripFlare, chance: Chance) -> Resolved:
    """BG-XIII.8.4."""
    log = Proceedings(form, chance)
    burns = form.tripped and form.turns < supplement.FLARE_TURNS
    lit = burns and form.distance <= supplement.FLARE_INCHES
    log.step("flare", "lit as by day" if lit else "not lit", "BG-XIII.8.4")
    return log.resolved(burns=burns, lit=lit, inches=supplement.FLARE_INCHES, turns=supplement.FLARE_TURNS)
