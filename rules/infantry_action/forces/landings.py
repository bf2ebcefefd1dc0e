"""Who comes from the air: plans sealed before anybody is placed, and units that begin the battle in the sky.

IA-air.para-drop, IA-air.flight-plan, IA-opt.air-landed-cost
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NoReturn

from rules.infantry_action.book.switches import House
from rules.infantry_action.events.turn import GroundPrepared
from rules.infantry_action.figures import Figure, Gun, Vehicle, VehicleType
from rules.infantry_action.forces.garage import PASSENGER, VEHICLES, is_gun, read_model
from rules.infantry_action.forces.scenario import LandingPlan, ScenarioPlan
from rules.infantry_action.on_the_table import Drop, FlightPlan
from rules.infantry_action.play.air.plans import judge_drop, judge_flight
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterElement, MusterUnit
from rules.table.board import Board

# ── The plans ─────────────────────────────────────────────────────────────────────────────────────────────────────


def require_units(scenario: ScenarioPlan, units: Iterable[MusterUnit]) -> None:
    """RuleViolation for a landing of somebody who is not in the battle from the start."""
    there = {unit.id for unit in units}
    for plan in scenario.landings:
        if plan.unit not in there:
            _refuse(
                Why.UNKNOWN_UNIT, f"The landing of {plan.unit} is planned, and it is not in this battle.", "Muster it."
            )


def sealed(
    board: Board, house: House, scenario: ScenarioPlan, side: SideId, units: Sequence[MusterUnit]
) -> GroundPrepared | None:
    """The drops and flights of a side, known to itself alone; None: it has none. RuleViolation for a unit that cannot
    come so, for a way that its aircraft cannot fly and for a place off the table."""
    drops: list[Drop] = []
    flights: list[FlightPlan] = []
    for unit in units:
        plans = [plan for plan in scenario.landings if plan.unit == unit.id]
        if not plans:
            continue
        if any(plan.rides for plan in plans):
            _require_lift(scenario, units, unit, plans)
        elif any(plan.aim is not None for plan in plans):
            drops.append(_drop(board, house, unit, plans))
        else:
            flights += _flights(board, unit, plans)
    if not drops and not flights:
        return None
    return GroundPrepared(
        side=side,
        drops=tuple(drops),
        flights=tuple(flights),
        audience=(side,),
        citations=("IA-air.flight-plan", "IA-air.para-drop"),
    )


def _require_lift(
    scenario: ScenarioPlan, units: Sequence[MusterUnit], unit: MusterUnit, plans: Sequence[LandingPlan]
) -> None:
    """RuleViolation unless it sits in the aircraft of a unit of its side that flies."""
    lift = plans[0].rides
    if len(plans) > 1:
        _refuse("two-landings", f"{unit.name} cannot land twice.", "Let it ride with one unit.")
    flies = any(plan.unit == lift and plan.path for plan in scenario.landings)
    if not flies or all(each.id != lift for each in units):
        _refuse("no-lift", f"{unit.name} rides with nobody who flies.", "Name a unit of its side that has a way.")
    if _driven(unit):
        _refuse("no-lift", f"{unit.name} has vehicles, which find no room.", "Let it come on the ground.")


def _drop(board: Board, house: House, unit: MusterUnit, plans: Sequence[LandingPlan]) -> Drop:
    """One drop for men and guns; nobody rides. IA-air.para-drop, IA-R047"""
    plan = plans[0]
    assert plan.aim is not None
    if len(plans) > 1:
        _refuse("two-landings", f"{unit.name} cannot land twice.", "Give it one drop, or a flight for each aircraft.")
    driven = _driven(unit)
    if driven:
        _refuse("no-parachute", f"{driven[0].name} of {unit.name} cannot be dropped.", "Leave it out, or let it fly.")
    if not unit.figures:
        _refuse("nobody", f"None of {unit.name} is there to be dropped.", "Muster its men.")
    fell = dict(plan.fell)
    if house.choice("para-drop") == "declared":
        for one in (*unit.figures, *unit.elements):
            if one.id not in fell:
                _refuse(
                    "drop-needed",
                    f"It is not said where {one.name} of {unit.name} fell.",
                    "Drop a marker for each man and gun and give the places, or let the dice say it.",
                    "IA-air.para-drop",
                )
    found = Drop(unit.id, plan.aim, plan.period, tuple(fell.items()))
    judge_drop(board, found)
    return found


def _flights(board: Board, unit: MusterUnit, plans: Sequence[LandingPlan]) -> list[FlightPlan]:
    """One for each of its aircraft. IA-air.flight-plan, IA-R221"""
    driven = _driven(unit)
    fleet = {each.id: each for each in driven if _type(each).kind.aircraft}
    if not fleet:
        _refuse("no-aircraft", f"{unit.name} has no aircraft.", "Drop it by parachute, or give it one.")
    grounded = next((each for each in driven if each.id not in fleet), None)
    if grounded is not None:
        _refuse("cannot-fly", f"{grounded.name} of {unit.name} does not fly.", "Let it come on the ground.")
    found: dict[str, FlightPlan] = {}
    for plan in plans:
        if not plan.aircraft and len(fleet) > 1:
            _refuse("which-aircraft", f"{unit.name} has {len(fleet)} aircraft.", "Say whose way each one is.")
        which = plan.aircraft or next(iter(fleet))
        if which not in fleet:
            _refuse("no-aircraft", f"{unit.name} has no such aircraft.", "Name one of its own.")
        if which in found:
            _refuse("two-landings", f"{fleet[which].name} cannot come twice.", "Give it one way.")
        if not any(place != PASSENGER for place, _ in fleet[which].crew):
            _refuse("no-pilot", f"Nobody flies {fleet[which].name}.", "Give it a crew.", "IA-air.crash-survival")
        flight = FlightPlan(which, plan.path, plan.period, plan.then, plan.leaves, plan.out)
        judge_flight(board, _type(fleet[which]), flight)
        found[which] = flight
    waiting = next((each for id_, each in fleet.items() if id_ not in found), None)
    if waiting is not None:
        _refuse("no-flight-plan", f"{waiting.name} has no way.", "Write one for each aircraft.", "IA-air.flight-plan")
    return list(found.values())


def _driven(unit: MusterUnit) -> list[MusterElement]:
    return [each for each in unit.elements if not is_gun(read_model(each.traits, each.name))]


def _type(element: MusterElement) -> VehicleType:
    return VEHICLES[read_model(element.traits, element.name)]


def _refuse(code: str, message: str, remedy: str, citation: str = "IA-air.flight-plan") -> NoReturn:
    raise RuleViolation(code, message, citation=citation, remedy=remedy)


# ── In the sky ────────────────────────────────────────────────────────────────────────────────────────────────────


def boarded(
    name: str, figures: Sequence[Figure], guns: Sequence[Gun], aircraft: Sequence[Vehicle], taken: Counter[str | None]
) -> tuple[tuple[Figure, ...], tuple[Gun, ...]]:
    """Whoever has no place aboard takes a free seat, guns go with the first of their crew; without aircraft they hang
    under parachutes and nobody moves. `taken`: seats of each aircraft, which it counts on. RuleViolation when the seats
    do not suffice."""
    if not aircraft:
        return tuple(figures), tuple(guns)
    seated: list[Figure] = []
    for man in figures:
        if man.aboard is not None:
            seated.append(man)
            continue
        free = next((each for each in aircraft if taken[each.id] < each.type.seats), None)
        if free is None:
            _refuse(
                "no-seat", f"There is no seat in the aircraft of {name} for {man.name}.", "Give it another aircraft."
            )
        taken[free.id] += 1
        seated.append(replace(man, aboard=free.id, place=PASSENGER))
    with_crew = {man.serves: man.aboard for man in reversed(seated) if man.serves}
    return tuple(seated), tuple(replace(gun, towed_by=with_crew.get(gun.id, aircraft[0].id)) for gun in guns)
