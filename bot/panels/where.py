"""Places to choose from on a panel: what the side wants, the nearest cover, the names on this board, eight directions.

All of it is made from the viewer's own scene. Typing remains: what is chosen is written as a player writes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapely import Point as Spot
from shapely import Polygon

from bot.reading.places import mark_of
from bot.talk.controls import Option
from bot.talk.text import clip
from rules.kernel.action import Kind, fields_of
from rules.seam.asking import Offer
from rules.seam.planning import AimStanding
from rules.table.board import Point
from rules.table.measure import between
from rules.table.reference import named_places, point_text, square_of
from rules.table.scene import Scene

MOST, AIMS = 25, 3
"""Options of a select, and those of them that lead to what the side wants."""
DIRECTIONS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
LONGEST = 30
"""Characters of a place that a button has room for."""
COVERS = frozenset(
    ("woods", "building", "trench", "crater", "rubble", "orchard", "jungle", "scrub", "rocks", "village")
)
"""Kinds of ground on a board in which people are harder to see or to hit, under any of the books."""


def place_field(offer: Offer) -> str:
    """The field of an offer for which nothing but a place is missing; empty: it needs none, or more than that."""
    places = [spec.name for spec in fields_of(type(offer.action)) if spec.kind is Kind.PLACE]
    return offer.needs[0] if len(offer.needs) == 1 and offer.needs[0] in places else ""


def places_to_choose(scene: Scene | None, unit: str, aims: Sequence[AimStanding]) -> list[Option]:
    """For that unit, of which the viewer knows where it is; nothing without a board."""
    mark = mark_of(scene, unit) if scene is not None else None
    if scene is None or mark is None:
        return []
    here = (mark.x, mark.y)
    found = [*_aims(scene, here, aims), *_cover(scene, here)]
    found += list(_named(scene, here))[: MOST - len(found) - len(DIRECTIONS)]
    found += [(each.capitalize(), each, "as far as it goes") for each in DIRECTIONS]
    once = {value: (label, value, about) for label, value, about in reversed(found) if _carried(value)}
    return list(reversed(once.values()))[:MOST]


def _carried(value: str) -> bool:
    return 0 < len(value) <= LONGEST and ":" not in value


def _aims(scene: Scene, here: Point, aims: Sequence[AimStanding]) -> Iterator[Option]:
    for one in [one for one in aims if one.aim.place and one.aim.at is not None][:AIMS]:
        at = one.aim.at
        if at is not None:
            yield f"🎯 {one.aim.place}", one.aim.place, clip(f"{_far(scene, here, at)} · {one.aim.text}", 100)


def _named(scene: Scene, here: Point) -> Iterator[Option]:
    known = [*((mark.label, (mark.x, mark.y)) for mark in scene.units), *named_places(scene.board).items()]
    for name, at in sorted(known, key=lambda each: between(here, each[1])):
        if name and at != here:
            yield name, name, _far(scene, here, at)


def _cover(scene: Scene, here: Point) -> Iterator[Option]:
    """The nearest ground that hides or stops fire, and that the unit does not stand in already."""
    areas = [
        (shape, feature)
        for feature in scene.board.features
        if feature.kind in COVERS and feature.width == 0 and len(feature.outline) > 2
        if (shape := Polygon(feature.outline)).is_valid and not shape.covers(Spot(here))
    ]
    if areas:
        shape, feature = min(areas, key=lambda each: each[0].distance(Spot(here)))
        inside = shape.representative_point()
        at = (round(inside.x, 1), round(inside.y, 1))
        label = f"Nearest cover: {feature.name or feature.kind}"
        yield label, feature.name or point_text(at), _far(scene, here, at)


def _far(scene: Scene, here: Point, at: Point) -> str:
    return f"{between(here, at):.0f} {scene.board.short} away, {square_of(scene.board, at)}"
