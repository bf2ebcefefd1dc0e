"""What a shot is aimed at: a unit, one car of a train, a section of a building, a place where somebody may be."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.direct_hits import Struck, struck
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.targets import moving
from rules.red_actions.play.ground.features import buildings, called, feature_of, features_under, ground_of, key_of
from rules.red_actions.play.ground.layout import Stood, layout, outline, shape
from rules.red_actions.state import State
from rules.red_actions.units import Base, Point, Unit
from rules.table.board import Feature
from rules.table.footprint import area

SUSPECTED = 2.0
"""Inches around a place in open ground in which fire at it finds somebody. RA-R203"""


@dataclass(frozen=True, slots=True)
class FireGoal:
    """`unit`: who is there, known to the firer or not; `shape`: what is measured to; `middles`: points that a base may
    aim at beside the nearest."""

    name: str
    key: str
    """The same in consecutive turns for the same target."""
    shape: BaseGeometry
    middles: tuple[Point, ...]
    unit: Unit | None = None
    building: Feature | None = None
    car: Base | None = None
    around: BaseGeometry | None = None
    """The wood, building or other cover in which the place is."""

    def edge(self, eyes: BaseGeometry) -> Point:
        """The point of it that somebody there would see first."""
        spot = nearest_points(self.around or self.shape, eyes)[0]
        return spot.x, spot.y

    @property
    def middle(self) -> Point:
        centre = self.shape.centroid
        return centre.x, centre.y

    def nearest(self, box: BaseGeometry) -> Point:
        spot = nearest_points(self.shape, box)[0]
        return spot.x, spot.y


def goal_of(state: State, shot: Shot) -> FireGoal:
    """Raises RuleViolation for a target that is not there (any more)."""
    if shot.building:
        return _section(state, shot.building)
    if shot.at is not None:
        return _place(state, shot)
    target = state.find(shot.target)
    if target is None or outline(state, target).is_empty:
        raise no_target()
    return _car(state, target, shot.car) if shot.car else unit_goal(state, target)


def no_target() -> RuleViolation:
    return RuleViolation(
        Why.NO_TARGET, "There is no such target that your unit knows of.", remedy="Choose from the offers."
    )


def unit_goal(state: State, target: Unit) -> FireGoal:
    stood = layout(state, target)
    return FireGoal(target.name, target.id, outline(state, target), _middles(stood), unit=target)


def _middles(stood: tuple[Stood, ...]) -> tuple[Point, ...]:
    return tuple(each.at for each in stood)


def _car(state: State, train: Unit, car: str) -> FireGoal:
    """RA-R97"""
    stood = next((each for each in layout(state, train) if each.base == car), None)
    base = next((each for each in train.bases if each.id == car), None)
    if stood is None or base is None:
        raise no_target()
    number = train.bases.index(base) + 1
    name = f"{state.cards.card(base.card).name.removeprefix('Armoured train: ')} (car {number}) of {train.name}"
    return FireGoal(name, f"{train.id}/{car}", shape((stood,)), (stood.at,), unit=train, car=base)


def _section(state: State, key: str) -> FireGoal:
    feature = feature_of(state, key)
    if feature is None or key in state.ruins:
        raise RuleViolation(
            Why.NO_BUILDING, "There is no such building any more.", remedy="Fire at the ground, or at somebody."
        )
    ground = area(feature)
    centre = ground.centroid
    return FireGoal(called(feature), f"building {key}", ground, ((centre.x, centre.y),),
                building=feature)  # fmt: skip


def _place(state: State, shot: Shot) -> FireGoal:
    """RA-shoot.speculative.1, RA-R203"""
    assert shot.at is not None
    side = state.unit(shot.unit).side
    found = who_is_at(state, side, shot.at)
    spot = Spot(shot.at)
    cover = covering(state, shot.at)
    name = "the ground there" if cover is None else called(cover[0])
    key = f"place {shot.at[0]:.1f},{shot.at[1]:.1f}"
    return FireGoal(name, key, spot, (shot.at,), unit=found, around=None if cover is None else cover[1])


def covering(state: State, at: Point) -> tuple[Feature, BaseGeometry] | None:
    """The ground about a place that somebody may be in: building, wood, hedge, scrub. RA-R203"""
    return next(
        (
            (feature, ground)
            for feature, ground in features_under(state, Spot(at))
            if (kind := ground_of(feature)) is not None and (kind.hides or kind.wooded)
        ),
        None,
    )


def who_is_at(state: State, side: SideId, at: Point) -> Unit | None:
    """The enemy whom fire at a place would find: in the same piece of cover, or within 2 in of the place; the nearest
    of several. RA-shoot.speculative.1, RA-R203"""
    found = covering(state, at)
    ground: BaseGeometry = Spot(at).buffer(SUSPECTED)
    if found is not None:
        ground = ground.union(found[1])
    there = [enemy for enemy in state.enemies(side) if outline(state, enemy).intersects(ground)]
    return min(there, key=lambda enemy: (outline(state, enemy).distance(Spot(at)), enemy.id), default=None)


def section_at(state: State, at: Point) -> str:
    """The key of the building at a place; nothing where there is none."""
    return next((key_of(feature) for feature in buildings(state, Spot(at))), "")


def inside(state: State, feature: Feature) -> tuple[Unit, ...]:
    """Units that are in a building: those that hold it, and those most of whose bases stand in it. RA-dh.building"""
    ground, key = area(feature), key_of(feature)
    found: list[Unit] = []
    for unit in state.on_table():
        own = outline(state, unit)
        if unit.holds == key or (not own.is_empty and own.intersection(ground).area > own.area / 2):
            found.append(unit)
    return tuple(found)


def struck_as(state: State, goal: FireGoal) -> Struck:
    """RA-dh.numbers.field, RA-train.hits.5, RA-R30, RA-R34"""
    if goal.building is not None or goal.unit is None:
        return Struck.BUILDING
    return struck(state.card(goal.unit).arm, moving(state, goal.unit))
