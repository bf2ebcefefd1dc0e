"""Establishing the Victor: what each side counts in the end, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.points import ZERO, Cost, CostPart, Line, total
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section


class Victory(Figures):
    own_percent: int
    destroyed_percent: int
    places_percent: int
    margin_percent: int


VICTORY = section("victory", Victory)


class Fate(StrEnum):
    """What became of a resource. IA-R153"""

    REMAINS = "remains"
    """Unhit on the table or withdrawn over its own base line, not knocked out, not used."""
    DESTROYED = "destroyed"
    """Casualties and figures lost off the table, what was knocked out, disabled or abandoned."""
    HELD = "prisoner"
    """Still a prisoner at the end."""
    EXPENDED = "expended"
    """Fired support and Claymores, laid mines and obstacles, used charges."""


@dataclass(frozen=True, slots=True)
class Resource:
    """A man, weapon, vehicle or stock as it was bought, and what became of it."""

    name: str
    cost: Cost
    fate: Fate = Fate.REMAINS


@dataclass(frozen=True, slots=True)
class ManPlace:
    """A place in the defender's works with its price: 10 in a bunker, 5 in a trench, an emplacement's own. IA-R154"""

    name: str
    price: Decimal
    held_at_start: bool
    held_at_end: bool


@dataclass(frozen=True, slots=True)
class ObjectiveHeld:
    """Points agreed for a place, and whether this side holds it."""

    name: str
    points: Decimal
    held: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """`winner`: 0 or 1 for the sides in the order given; None for a draw."""

    winner: int | None
    margin: Decimal
    needed: Decimal
    citation: str


def _share(points: Decimal, percent: int) -> Decimal:
    return points * percent / 100


def _troops(cost: Cost, house: House) -> Decimal:
    """The surcharge of air landing counts for nobody, the doubling for both. IA-vic.defender-extra, IA-R152."""
    value = cost.of(CostPart.PERSON, CostPart.KIT, CostPart.DOUBLING)
    return value + (cost.of(CostPart.SURCHARGE) if house.on("air-surcharge-counts") else ZERO)


def own_share(resource: Resource, house: House = BOOK) -> Decimal:
    """Half of what remains, unused support with it; what was laid or used counts no more. IA-vic.own-resources,
    IA-vic.expended, IA-R152, IA-R153."""
    if resource.fate is not Fate.REMAINS:
        return ZERO
    return _share(_troops(resource.cost, house) + resource.cost.of(CostPart.SUPPORT), VICTORY.own_percent)


def enemy_share(resource: Resource, house: House = BOOK) -> Decimal:
    """What an enemy's lost resource counts for this side: half its cost; never support or field defences. House rule
    `prisoner-value`: man and rank points of prisoners count half, in full, or not at all. IA-vic.enemy-destroyed,
    IA-vic.defender-extra, IA-vic.field-defences, IA-R151."""
    if resource.fate not in (Fate.DESTROYED, Fate.HELD):
        return ZERO
    worth = _troops(resource.cost, house)
    choice = house.choice("prisoner-value")
    if resource.fate is Fate.DESTROYED or choice == "half":
        return _share(worth, VICTORY.destroyed_percent)
    person = _troops(person_of(resource.cost), house)
    return (person if choice == "full" else ZERO) + _share(worth - person, VICTORY.destroyed_percent)


def person_of(cost: Cost) -> Cost:
    """Man and rank alone, as an escaped prisoner counts: with their part of surcharge and doubling.
    IA-vic.escaped-prisoners."""
    return _portion(cost, CostPart.PERSON)


def _portion(cost: Cost, part: CostPart) -> Cost:
    """Surcharge and doubling fall on person and kit alike. IA-R009."""
    whole = cost.of(CostPart.PERSON, CostPart.KIT)
    lines: list[Line] = []
    for line in cost.lines:
        if line.part is part:
            lines.append(line)
        elif line.part in (CostPart.SURCHARGE, CostPart.DOUBLING) and whole:
            lines.append(Line(line.amount * cost.of(part) / whole, line.reason, line.citation, line.part))
    return Cost(tuple(lines))


class Head(StrEnum):
    """What a side's points are counted for."""

    OWN = "own forces left"
    ENEMY = "enemy losses"
    PLACES = "places held"
    OBJECTIVES = "objectives"


@dataclass(frozen=True, slots=True)
class SideCount:
    """A side's count by its heads, in their order."""

    heads: tuple[tuple[Head, Cost], ...]

    @property
    def cost(self) -> Cost:
        return total(cost for _, cost in self.heads)

    @property
    def value(self) -> Decimal:
        return self.cost.value


def count(
    own: Iterable[Resource],
    enemy: Iterable[Resource],
    places: Iterable[ManPlace] = (),
    objectives: Iterable[ObjectiveHeld] = (),
    house: House = BOOK,
) -> SideCount:
    """A side's points by their heads, itemised: half of what remains to it, half of what the enemy has lost, half of
    the man places of its works that were held at the start and are held at the end, and the objectives it holds.
    IA-vic.own-resources, IA-vic.enemy-destroyed, IA-vic.field-defences, IA-vic.objectives, IA-R154."""
    remains = [Line(own_share(each, house), f"{each.name} remains", "IA-vic.own-resources") for each in own]
    losses = [
        Line(
            enemy_share(each, house),
            f"{each.name} {'captured' if each.fate is Fate.HELD else 'destroyed'}",
            "IA-vic.enemy-destroyed",
        )
        for each in enemy
    ]
    held = [
        Line(_share(each.price, VICTORY.places_percent), f"{each.name} held", "IA-vic.field-defences", CostPart.DEFENCE)
        for each in places
        if each.held_at_start and each.held_at_end
    ]
    goals = [Line(each.points, each.name, "IA-vic.objectives") for each in objectives if each.held]
    counted = zip(Head, (remains, losses, held, goals), strict=True)
    return SideCount(tuple((head, Cost(tuple(line for line in lines if line.amount))) for head, lines in counted))


def victor(totals: Sequence[Decimal], originals: Sequence[Decimal], house: House = BOOK) -> Verdict:
    """Who has won, of two sides with these totals and original points. A friendly game needs a lead of 10 per cent of
    the leader's own original points, exactly as much wins; in a convention game any lead does. House rule
    `victory-mode`. IA-vic.convention, IA-vic.friendly, IA-R155."""
    one, other = totals
    margin = abs(one - other)
    leader = 0 if one > other else 1
    if house.choice("victory-mode") == "convention":
        return Verdict(leader if margin else None, margin, ZERO, "IA-vic.convention")
    needed = _share(originals[leader], VICTORY.margin_percent)
    return Verdict(leader if margin and margin >= needed else None, margin, needed, "IA-vic.friendly")


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="victory",
        title="Establishing the victor",
        section="Establishing the Victor",
        columns=("what", "counts"),
        rows=(
            ("value of own remaining resources, unused support included", f"{VICTORY.own_percent}%"),
            ("cost of enemy resources destroyed, support left out", f"{VICTORY.destroyed_percent}%"),
            ("prisoners held (IA-R151)", f"{VICTORY.destroyed_percent}%"),
            ("man places of the defender's works, held at start and end", f"{VICTORY.places_percent}%"),
            ("objectives held", "as agreed"),
            ("lead that wins a friendly game, of the leader's original strength", f"{VICTORY.margin_percent}%"),
        ),
        notes=("In a convention game the larger total wins.",),
        citation="IA-vic.own-resources",
    ),
)
