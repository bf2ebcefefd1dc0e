"""Which bases of a unit can fire at a target, and how it turns for it. RA-shoot.1, RA-shoot.2, RA-R206"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf

from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry

from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.cover import firing_out, frontage
from rules.red_actions.book.fire_arcs import allowance
from rules.red_actions.book.kinds import Arm, UnitFormation
from rules.red_actions.book.observing import indirect_reach
from rules.red_actions.book.shooting import Band, band
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.goals import FireGoal
from rules.red_actions.play.fire.weapons import FiringBase, pieces
from rules.red_actions.play.ground.facts import DISTANCE, ruled
from rules.red_actions.play.ground.features import buildings, feature_of
from rules.red_actions.play.ground.layout import Stood, layout, oblong, stood_at
from rules.red_actions.play.ground.terrain import frontage_towards
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.table.measure import bearing


def best_pose(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> tuple[Unit, list[tuple[FiringBase, float]]]:
    """The turn, pivot or deployment with which most bases can fire; of equals the least. RA-shoot.1"""
    if _beyond(state, unit, shot, goal):
        raise _nobody(state, unit, shot, goal)
    blocking = () if shot.observer else tuple(_friends(state, unit, goal))
    everybody = len(pieces(state, unit))
    best: tuple[Unit, list[tuple[FiringBase, float]]] = (unit, [])
    for pose in _poses(state, unit, shot, goal):
        found = _eligible(state, pose, shot, goal, blocking)
        if len(found) > len(best[1]):
            best = pose, found
        if len(found) == everybody:
            break
    if not best[1]:
        raise _nobody(state, unit, shot, goal)
    return best


def _beyond(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> bool:
    """Whether the target is out of range however the unit turns or deploys. RA-shoot.range.1"""
    carried = unit.aboard or unit.with_unit or unit.rails is not None
    if shot.observer or shot.at_distance is not None or unit.at is None or carried:
        return False
    formations = {unit.formation, UnitFormation.LINE}
    spread = max(_spread(stood_at(state, unit, unit.at, unit.facing, each), unit.at) for each in formations)
    nearest = max(0.0, float(goal.shape.distance(Point(unit.at))) - spread)
    return all(band_of(state, piece.card, nearest, shot, goal) is Band.OUT for piece in pieces(state, unit))


def _spread(bases: tuple[Stood, ...], middle: tuple[float, float]) -> float:
    """How far the corners of its bases reach from its middle, in inches."""
    return max(
        (hypot(x - middle[0], y - middle[1]) for each in bases for x, y in oblong(each).exterior.coords), default=0.0
    )


def _poses(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> Iterator[Unit]:
    """RA-shoot.move.rifle, RA-shoot.move.sabres, RA-shoot.move.mg, RA-shoot.move.guns, RA-shoot.move.ac,
    RA-shoot.move.tanks"""
    yield unit
    arm = state.card(unit).arm
    allowed = allowance(arm)
    if shot.no_turn or allowed is None or unit.aboard or unit.rails is not None or unit.at is None:
        return
    if unit.formation is UnitFormation.LINING:  # each base fires where it looks: RA-R270
        return
    if allowed.pivot:
        front = 180.0 if arm is Arm.TACHANKA else 0.0
        off = (bearing(unit.at, goal.middle) - unit.facing - front + 180.0) % 360.0 - 180.0
        yield _turned(unit, max(-allowed.pivot, min(allowed.pivot, off)))
    for formation in (unit.formation, *((UnitFormation.LINE,) if _deploys(unit, allowed.deploys) else ())):
        for turn in (0.0, *(sign * each for each in allowed.turns for sign in (1, -1))):
            yield replace(_turned(unit, turn), formation=formation)


def _deploys(unit: Unit, may: bool) -> bool:
    return may and unit.formation is UnitFormation.COLUMN


def _turned(unit: Unit, degrees: float) -> Unit:
    return replace(unit, facing=round(unit.facing + degrees, 3) % 360.0)


def _friends(state: State, unit: Unit, goal: FireGoal) -> Iterator[BaseGeometry]:
    """Friendly bases that may be in the way; its own are looked at as it turns. RA-arc.1"""
    skipped = {unit.id, unit.aboard, goal.unit.id if goal.unit is not None else ""}
    for other in state.on_table(unit.side):
        if other.id not in skipped:
            yield from (oblong(stood) for stood in layout(state, other))


def _eligible(
    state: State, pose: Unit, shot: Shot, goal: FireGoal, friends: tuple[BaseGeometry, ...]
) -> list[tuple[FiringBase, float]]:
    """Bases in arc and range with a free line to the target. RA-shoot.2, RA-arc.1"""
    found: list[tuple[FiringBase, float]] = []
    one_block = pose.aboard or pose.rails is not None or shot.observer
    boxes = {each.base: oblong(each) for each in layout(state, pose)}
    for piece in pieces(state, pose):
        box = boxes[piece.stood.base]
        inches = float(box.distance(goal.shape)) if shot.at_distance is None else shot.at_distance
        if band_of(state, piece.card, inches, shot, goal) is Band.OUT:
            continue
        own = () if one_block else tuple(other for ref, other in boxes.items() if ref != piece.stood.base)
        aims = (goal.nearest(box), *goal.middles)
        if any(piece.bears(bearing(piece.stood.at, to)) and _free(piece, to, (*friends, *own)) for to in aims):
            found.append((piece, inches))
    return found


def _free(piece: FiringBase, to: tuple[float, float], blocking: tuple[BaseGeometry, ...]) -> bool:
    line = LineString((piece.stood.at, to))
    return not any(line.intersection(each).length > 0.05 for each in blocking if line.intersects(each))


def band_of(state: State, card: TroopCard, inches: float, shot: Shot, goal: FireGoal) -> Band:
    """OUT also where only harassing fire would reach and none is meant. RA-shoot.range.1, RA-harass, RA-R29"""
    far = band(inches, card.range, state.light)
    if shot.observer:
        far = indirect_reach(inches, from_observer(state, shot, goal), card.range, state.light, state.house).band
    return Band.OUT if far is Band.HARASSING and not shot.harassing else far


def from_observer(state: State, shot: Shot, goal: FireGoal) -> float:
    """Inches from the observer to the target: the umpire's word, else as measured. RA-indirect.5"""
    word = ruled(state, DISTANCE, shot.observer, goal.unit.id) if goal.unit is not None else None
    if word is not None:
        return word
    stood = layout(state, state.unit(shot.observer))
    return min((float(oblong(each).distance(goal.shape)) for each in stood), default=inf)


def out_of_building(
    state: State, unit: Unit, goal: FireGoal, found: list[tuple[FiringBase, float]]
) -> list[tuple[FiringBase, float]]:
    """As many bases fire out of a building as the side that faces the target takes. RA-building.1, RA-R126"""
    if unit.at is None:
        return found
    held = feature_of(state, unit.holds) if unit.holds else None
    feature = held or next(iter(buildings(state, Point(unit.at))), None)
    if feature is None:
        return found
    side = frontage_towards(state, unit, feature, goal.middle)
    most = int(firing_out(len(found), frontage(side)))
    return sorted(found, key=lambda each: each[1])[:most]


def _nobody(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> RuleViolation:
    """The reason that holds for all bases."""
    own = pieces(state, unit)
    if not own:
        return RuleViolation(
            "cannot-fire",
            f"{unit.name} has nothing that may fire now.",
            citation="RA-train.artillery.2" if unit.rails is not None else "RA-shoot.3",
            remedy="Guns of a train fire when it stands." if unit.rails is not None else "Fire with another unit.",
        )
    measured = min(float(oblong(piece.stood).distance(goal.shape)) for piece in own)
    inches = measured if shot.at_distance is None else shot.at_distance
    reach = max(piece.card.range for piece in own)
    if all(band_of(state, piece.card, inches, shot, goal) is Band.OUT for piece in own):
        harass = not shot.harassing and band(inches, reach, state.light) is Band.HARASSING
        return RuleViolation(
            Why.OUT_OF_RANGE,
            f"{goal.name} is {inches:.1f} in away; {unit.name} shoots to {reach} in.",
            citation="RA-shoot.range.1",
            remedy="Move closer, or fire to harass (it hurts nobody)." if harass else "Move closer.",
        )
    return RuleViolation(
        Why.OUT_OF_ARC,
        f"No base of {unit.name} has {goal.name} in its arc with no friends in the way.",
        citation="RA-arc.1",
        remedy="Turn the unit first, or move it clear.",
    )
