"""Whether a charge can go ahead, and its way: who, in which side, how far. RA-charge.legal.reach, RA-R79"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Point as Spot
from shapely.ops import nearest_points

from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.charging import charge_bar
from rules.red_actions.book.kinds import Arm, StruckSide
from rules.red_actions.book.movement import Moving, allowance, bar_charge_wheel, bar_mixed, passes_through
from rules.red_actions.knowledge import side_knows
from rules.red_actions.play.ground.facts import DISTANCE, ruled
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.layout import CONTACT, mixed, outline, place_of
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.ground.passage import closed, first_stop, known_to, others_at
from rules.red_actions.play.morale.rout_paths import PACE, Straight, block, met, paces_short, straight
from rules.red_actions.play.sight.knowledge import require_made_out
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Point, Unit, straightened
from rules.table.measure import bearing, between, step, turn

_ASIDE = (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8, 2.4, -2.4)
"""Inches to the side by which a charger shifts to find room at its target, the least first."""


@dataclass(frozen=True, slots=True)
class Assault:
    """A charge that can be made. `way`: the charger's middle, as far as his move takes him; `contact`: inches until he
    touches the target."""

    unit: Unit
    target: Unit
    side: StruckSide
    distance: float
    way: Straight
    contact: float
    goal: Point
    """Where the target stands."""

    @property
    def reach(self) -> float:
        return self.way.inches


def move_of(state: State, unit: Unit, *, ambush: bool = False) -> float:
    """Inches of a charge before terrain: the card's move, 2 in more from ambush. RA-R79, RA-ambush.benefit.2"""
    card = state.card(unit)
    moving = Moving(card.arm, card.mover, card.move, card.evade, charging=True, ambush=ambush, weather=state.weather)
    return allowance(moving, state.house).inches


def require_charger(state: State, unit: Unit) -> None:
    """Refuses a unit that charges nobody now, whoever the target is. RA-charge.target.none, RA-morale.fail.charge"""
    barred = charge_bar(state.card(unit).arm, Arm.RIFLE)
    if barred is not None:
        raise barred
    if unit.charge_failed == state.turn:
        raise RuleViolation(
            "charge-failed",
            f"{unit.name} has failed its charge test this turn.",
            citation="RA-morale.fail.charge",
            remedy="Do something else with it, or charge next turn.",
        )
    if unit.breakdown is not Breakdown.NONE or unit.in_wire or unit.aboard or unit.at is None:
        raise RuleViolation(
            Why.CANNOT_MOVE,
            f"{unit.name} cannot move now.",
            citation="RA-charge.legal.reach",
            remedy="Free it first: from wire, a breakdown or what carries it.",
        )
    if unit.held_back_until >= state.turn:
        raise RuleViolation(
            "held-back",
            f"{unit.name} does not move towards the enemy until turn {unit.held_back_until + 1}.",
            citation="RA-rally.opt.delay",
            remedy="Let it shoot, or wait.",
        )


def target_of(state: State, unit: Unit, ref: str) -> Unit:
    """The enemy unit of that id that is there to be charged. One that its side may not know reads like one that does
    not exist. Raises RuleViolation."""
    require_made_out(state, unit.side, ref, "Go nearer first.")
    target = state.find(ref)
    unknown = target is None or target.side == unit.side or not side_knows(state, unit.side, ref)
    if target is None or unknown or target.at is None or target.with_unit or target.aboard:
        raise RuleViolation(
            Why.NO_TARGET,
            "There is no such enemy unit to charge.",
            citation="RA-charge.legal.reach",
            remedy="Pick one.",
        )
    return target


def assault(state: State, unit: Unit, target: Unit, *, ambush: bool = False) -> Assault:
    """The charge on that target. Raises RuleViolation.

    RA-charge.target.sabres, RA-charge.target.riflemen, RA-charge.target.vehicles, RA-charge.legal.reach,
    RA-charge.legal.wheel, RA-R79, RA-R127, RA-R217
    """
    bar_mixed(mixed(unit))
    unit = straightened(unit)
    start, goal = unit.at, place_of(state, target)
    assert start is not None
    assert goal is not None
    side = side_struck(state, unit, target)
    barred = charge_bar(state.card(unit).arm, state.card(target).arm, side, target.routing)
    if barred is not None:
        raise barred
    if not sees(state, unit, target):
        raise RuleViolation(
            Why.NO_LINE_OF_SIGHT,
            f"{unit.name} does not see {target.name}.",
            citation="RA-charge.legal.reach",
            remedy="Charge an enemy that it sees.",
        )
    apart = distance(state, unit, target)
    direction = _heading(state, unit, target, start, goal)
    bar_charge_wheel(turn(unit.facing, direction))
    way = straight(state, unit, start, direction, move_of(state, unit, ambush=ambush))
    contact = contact_after(state, unit, target, start, direction)
    measured = contact is not None and ruled(state, DISTANCE, unit.id, target.id) is None
    if contact is None or way.inches + 1e-6 < (min(apart, contact) if measured else apart):
        if way.stopped == "impassable":
            raise RuleViolation(
                "impassable",
                f"There is ground in the way that {unit.name} cannot pass.",
                citation="RA-charge.legal.reach",
                remedy="Charge somebody else, or move round it.",
            )
        raise RuleViolation(
            "out-of-reach",
            f"{target.name} is {apart:.1f} in off; {unit.name} gets {way.inches:.1f} in that way.",
            citation="RA-R79",
            remedy="Charge somebody nearer, or move up first.",
        )
    _require_free(state, unit, target, way.cut(contact), direction)
    if approach(state, unit, target, direction) is None:
        raise _no_way_in(state, unit, target, direction, contact)
    reached = Straight(start, direction, max(way.inches, contact), way.stopped, way.spent)
    return Assault(unit, target, side, apart, reached, contact, goal)


def approach(state: State, unit: Unit, target: Unit, direction: float) -> Straight | None:
    """The way of its middle into contact: straight, or a little to the side where others or closed ground leave no room
    for its bases. None: there is none. RA-charge.contact, RA-R267, RA-R268"""
    assert unit.at is not None
    among = [each for each in known_to(state, unit) if each.id != target.id]
    for aside in _ASIDE:
        start = step(unit.at, direction + 90.0, aside)
        inches = contact_after(state, unit, target, start, direction)
        if inches is None:
            continue
        end = step(start, direction, inches)
        pose = (end, direction, unit.formation)
        if next(others_at(state, unit, pose, among), None) is not None:
            continue
        if first_stop(state, unit, (unit.at, end), (direction,), unit.formation) is None:
            straight_on = aside == 0.0
            heading = direction if straight_on or between(unit.at, end) < 1e-6 else bearing(unit.at, end)
            return Straight(unit.at, heading, inches if straight_on else between(unit.at, end))
    return None


def _no_way_in(state: State, unit: Unit, target: Unit, direction: float, contact: float) -> RuleViolation:
    assert unit.at is not None
    end = step(unit.at, direction, contact)
    stop = first_stop(state, unit, (unit.at, end), (direction,), unit.formation)
    if stop is not None:
        return closed(unit, stop)
    return RuleViolation(
        "in-the-way",
        f"{unit.name} has no room to come at {target.name}: others stand there.",
        citation="RA-R268",
        remedy="Charge somebody else, or from another side.",
    )


def onward(state: State, unit: Unit, target: Unit, direction: float, left: float) -> Assault:
    """Somebody met on the path of a charge or pursuit: he is charged whether he was seen or not. RA-charge.onward,
    RA-R73, RA-R87"""
    start = unit.at
    assert start is not None
    contact = contact_after(state, unit, target, start, direction)
    reach = left if contact is None else max(left, contact)
    way = Straight(start, direction, reach)
    side, apart = side_struck(state, unit, target), distance(state, unit, target)
    return Assault(
        unit, target, side, apart, way, reach if contact is None else contact, place_of(state, target) or start
    )


def _heading(state: State, unit: Unit, target: Unit, start: Point, goal: Point) -> float:
    """At the middle of the target, to meet as much of it as may be; at its nearest point where that is too much of a
    wheel. RA-charge.contact, RA-R217"""
    middle = bearing(start, goal)
    if abs(turn(unit.facing, middle)) <= 45.0 or between(start, goal) < 1e-6:
        return middle
    near = nearest_points(outline(state, target), Spot(start))[0]
    return bearing(start, (near.x, near.y)) if between(start, (near.x, near.y)) > 1e-6 else middle


def contact_after(state: State, unit: Unit, target: Unit, start: Point, direction: float) -> float | None:
    """Inches that its middle goes that way until its bases touch the target's; None: they never do."""
    area = outline(state, target)
    far = between(start, target.at or start) + 12.0
    line = Straight(start, direction, far)
    inches = 0.0
    while inches <= far:
        apart = float(block(state, unit, line.at(inches), direction).distance(area))
        if apart <= CONTACT:
            break
        inches += PACE * paces_short(apart - CONTACT)
    else:
        return None
    low, high = max(0.0, inches - PACE), inches
    for _ in range(8):
        middle = (low + high) / 2
        touching = block(state, unit, line.at(middle), direction).distance(area) <= CONTACT
        low, high = (low, middle) if touching else (middle, high)
    return high


def _require_free(state: State, unit: Unit, target: Unit, way: Straight, direction: float) -> None:
    """Nobody stands between whom its side knows of: another enemy, or friends whom it may not pass through. Whoever is
    hidden there is met on the way. RA-move.7, RA-charge.onward, RA-R217, RA-R248"""
    seen = [
        other
        for other in state.on_table()
        if other.id not in (unit.id, target.id)
        and side_knows(state, unit.side, other.id)
        and (other.side != unit.side or not passes_through(unit.formed, other.formed))
    ]
    for inches, other in met(state, unit, way, direction, seen):
        if inches < way.inches - 0.5 and not outline(state, other).intersects(outline(state, unit)):
            raise RuleViolation(
                "in-the-way",
                f"{other.name} is in the way of {target.name}.",
                citation="RA-charge.legal.reach",
                remedy="Charge the nearer one, or from another side.",
            )
