"""How far a vehicle gets along a route: the cost of turns and of reversing, right-angle turns, the Full Speed distance.

Land vehicles: a change of direction up to 45 degrees costs 1 in, reversing 2 in an inch; helicopters 2 and 4, and 4 for
a change at Full Speed. MM-4.6.3 to MM-4.6.9, MM-4.7.3 to MM-4.7.5, MM-4.74.2, MM-4.75.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.five56mm.book.tables import NUMBERS, VehicleProfile
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import bearing, between, toward, turn

_SLACK = 1.0
"""Degrees that count as straight on."""
GENTLE, SHARP = 45.0, 90.0


@dataclass(frozen=True, slots=True)
class Means:
    """What a driver has to drive with: inches of allowance, right-angle turns won by a task, extra inches of Full
    Speed."""

    allowance: float
    right_angles: int = 0
    extra: float = 0.0
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class Travel:
    """Where it got to: the points passed, inches moved, facing at the end. `complete`: the whole route."""

    route: tuple[Point, ...]
    moved: float
    facing: float
    complete: bool
    stopped_by: str = ""


def turn_cost(profile: VehicleProfile, full_speed: bool = False) -> float:
    """MM-4.6.4, MM-4.7.4, MM-4.74.2, MM-R52."""
    if profile.kind == "helicopter":
        return NUMBERS.flight_full_speed_turn_cost if full_speed else NUMBERS.flight_turn_cost
    return NUMBERS.full_speed_turn_cost if full_speed else NUMBERS.turn_cost


def reverse_rate(profile: VehicleProfile) -> float:
    """MM-4.6.5, MM-4.7.5."""
    return NUMBERS.flight_reverse_cost if profile.kind == "helicopter" else NUMBERS.reverse_cost


def travel(profile: VehicleProfile, route: Sequence[Point], facing: float, means: Means) -> Travel:
    """Follow a route as far as the means allow. It stops before a turn that cannot be made or paid for; in the inches
    of Full Speed before a third one, and before any above 45 degrees.

    MM-4.6.4, MM-4.6.8, MM-4.6.9, MM-4.74.2, MM-R52
    """
    here, heading = route[0], (facing + 180) % 360 if means.reverse else facing
    done: list[Point] = [here]
    left, extra = means.allowance, means.extra
    rights, fast_turns, moved = means.right_angles, 0, 0.0
    rate = reverse_rate(profile) if means.reverse else 1.0

    def result(complete: bool, why: str = "") -> Travel:
        nose = (heading + 180) % 360 if means.reverse else heading
        return Travel(tuple(done), round(moved, 3), round(nose, 1), complete, why)

    for goal in route[1:]:
        if between(here, goal) < 1e-6:
            continue
        way = bearing(here, goal)
        angle = turn(heading, way)
        if angle > _SLACK:
            fast = left <= 1e-9
            if angle > SHARP + _SLACK:
                return result(False, "too sharp a turn")
            if angle > GENTLE + _SLACK:
                if rights < 1 or fast:
                    return result(False, "a right-angle turn")
                rights -= 1
            elif fast:
                fast_turns += 1
                if fast_turns > NUMBERS.full_speed_turns:
                    return result(False, "a third turn at Full Speed")
            price = turn_cost(profile, full_speed=fast)
            if price > (extra if fast else left) + 1e-9:
                return result(False, "no inches left to turn")
            left, extra = (left, extra - price) if fast else (left - price, extra)
            heading = way
        reach = left / rate + (0.0 if means.reverse else extra)
        leg = between(here, goal)
        run = min(leg, reach)
        slow = min(run, left / rate)
        left -= slow * rate
        extra -= run - slow
        moved += run
        here = toward(here, goal, run)
        if run > 1e-6:
            done.append(here)
        if run < leg - 1e-6:
            return result(False, "no inches left")
    return result(True)


@dataclass(frozen=True, slots=True)
class DeclaredDrive:
    """A drive without a board: inches forward and back, changes of direction up to 45 and up to 90 degrees."""

    ahead: float
    back: float = 0.0
    turns: int = 0
    right_angles: int = 0


def declared_travel(profile: VehicleProfile, wish: DeclaredDrive, means: Means) -> float:
    """Inches really moved of those declared. RuleViolation for turns that the task has not won.

    MM-4.6.4, MM-4.6.5, MM-4.6.9, MM-4.75.1.
    """
    if wish.right_angles > means.right_angles:
        wish = DeclaredDrive(wish.ahead, wish.back, wish.turns, means.right_angles)
    price = turn_cost(profile) * (wish.turns + wish.right_angles) + reverse_rate(profile) * wish.back
    if price > means.allowance + 1e-9:
        raise RuleViolation(
            "too-far",
            f"Turns and reversing cost {price:g} in where the allowance is {means.allowance:g} in.",
            citation="MM-4.6.4",
            remedy="Turn less, or reverse less.",
        )
    return round(wish.back + min(wish.ahead, means.allowance - price + means.extra), 3)
