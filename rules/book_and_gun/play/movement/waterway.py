"""Boats and amphibious vehicles on their card: who goes on the water, who gets in and out. VIII.2.10, VIII.2.11."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.play.aboard.crew import built
from rules.book_and_gun.play.ground.aloft import boarded_now
from rules.book_and_gun.play.ground.water import Afloat, afloat, beside_shore, beside_water
from rules.book_and_gun.state import State
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.violation import RuleViolation


def goes_afloat(state: State, vehicles: Sequence[Vehicle], action: Move) -> Afloat:
    """How the vehicles of a unit go: boats on the water, others there if they swim already or their orders say so.

    Raises RuleViolation: what cannot swim, or stands away from the water; some on land and some afloat. BG-VIII.2.10a,
    BG-VIII.2.11, BG-R276"""
    ways: set[Afloat] = {_way_of(state, vehicle, action) for vehicle in vehicles}
    if len(ways) > 1:
        raise RuleViolation(
            "one-element",
            "Some of them are on land and some on the water, or are boats.",
            citation="BG-VIII.2.11",
            remedy="Bring the others into the water, or out of it, one unit at a time.",
        )
    return next(iter(ways))


def _way_of(state: State, vehicle: Vehicle, action: Move) -> Afloat:
    if built(vehicle).boat:
        return "boat"
    if afloat(state, vehicle):
        return "swim"
    if not action.swim:
        return ""
    if not built(vehicle).amphibious:
        raise RuleViolation(
            "no-swimmer", f"{vehicle.name} cannot swim.", citation="BG-VIII.2.11", remedy="Look for a bridge or ford."
        )
    if not beside_water(state, vehicle):
        raise RuleViolation(
            "not-at-water",
            f"{vehicle.name} stands away from the water.",
            citation="BG-R276",
            remedy="Drive to the bank first, and enter the water next turn.",
        )
    return "swim"


def require_landing_place(state: State, vehicle: Vehicle, *, loads: bool) -> None:
    """Refuses to get in or out: of a boat away from the shore, after it has moved, or in a turn in which others have
    done the other; of a vehicle that swims. BG-VIII.2.10b, BG-VIII.2.11"""
    if not afloat(state, vehicle):
        return
    if not built(vehicle).boat:
        raise RuleViolation(
            "not-on-water",
            f"People get into {vehicle.name} and out of it on land alone.",
            citation="BG-VIII.2.11",
            remedy="Land first.",
        )
    other = "out" if loads else "in"
    if boarded_now(state, vehicle, other):
        raise RuleViolation(
            "one-of-both",
            f"{vehicle.name} takes people in or lets them out in a turn, not both.",
            citation="BG-VIII.2.10b",
            remedy="Do the other in the next turn.",
        )
    if vehicle.moved_turn == state.turn > 0:
        raise RuleViolation(
            "boat-has-moved",
            f"{vehicle.name} has moved: people get in and out first.",
            citation="BG-VIII.2.10b",
            remedy="Do it in the next turn, before the boat moves.",
        )
    if not beside_shore(state, vehicle):
        raise RuleViolation(
            "not-at-shore",
            f"{vehicle.name} lies away from the shore.",
            citation="BG-VIII.2.10b",
            remedy="Bring it beside a wharf or the shore first.",
        )
