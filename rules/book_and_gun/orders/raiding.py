"""What plans have units do about houses that the enemy holds, people who must be led, and whoever is carried.

Each function takes a list of orders in words (`Listed`) and gives it back with what comes before the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.battle.plans.table import LedPerson, TaskKind, UnitInPlan, UnitTask
from rules.book_and_gun.play.aboard.captives import is_hostage, leader_of_hostage
from rules.book_and_gun.play.aboard.crew import passengers
from rules.book_and_gun.play.explosives.searching import BESIDE
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.aloft import aircraft_of, landing_place
from rules.book_and_gun.play.ground.formation import anchor, facing_of
from rules.book_and_gun.play.ground.tabletop import (
    armed_enemies,
    gap,
    in_sight,
    is_own,
    known_enemies,
    known_to,
    unarmed,
)
from rules.book_and_gun.play.movement.hostages import ZONE, known_hostages
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature, Point
from rules.table.measure import between, toward
from rules.table.reference import Surroundings, place, point_text
from rules.table.routing import around

Listed = Mapping[str, Any]
PLACES = ("first", "then", "third", "last")
AT_HAND = 3.5
"""Inches, from middle to middle, from people who can be told to follow before the move."""
STORMS = 9.0
"""Inches to an enemy in a house that are worth a charge: less than 3D6 roll as a rule. BG-VIII.1.43a"""
THROWS = 6.0
"""Inches to an enemy in a house within which somebody comes to throw. BG-X.12.1a"""
BOUNDS = 12.0
"""Inches to an enemy at which a dog is sent. BG-XIII.7.1b"""
WALKS = 12.0
"""Inches from where they are going at which passengers get out of what drives."""
SETS_DOWN = 18.0
"""Inches from where its people are going at which a helicopter sets them down where it is, else so far before it."""


def before(steps: Listed, *front: str) -> dict[str, Any]:
    """The list with these before it, four at most."""
    return _listed(steps, *front, *_words(steps))


def _listed(steps: Listed, *words: str) -> dict[str, Any]:
    """These orders, four at most, with what they are about."""
    kept = {name: value for name, value in steps.items() if name not in PLACES}
    return {**kept, **dict(zip(PLACES, words, strict=False))}


# ── People who are led ───────────────────────────────────────────────────────────────────────────────────────────


def led(state: State, side: SideId) -> list[LedPerson]:
    """The hostages whose place the side knows, with the unit of its own that leads each. BG-XIII.5.1"""
    return [
        LedPerson(each.id, home.id, each.at, _leading(state, side, each)) for home, each in known_hostages(state, side)
    ]


def _leading(state: State, side: SideId, hostage: Figure) -> str:
    leader = leader_of_hostage(state, hostage.id)
    unit = state.unit_of(leader.id) if leader is not None else None
    return unit.id if unit is not None and is_own(state, side, unit) else ""


def fetching(state: State, unit: Unit, piece: UnitInPlan, task: UnitTask, fire: Listed) -> dict[str, Any]:
    """To the people, whom they tell to follow; from beside them at once to where they are to be brought, unless the
    enemy keeps them. BG-R263"""
    kept = any(
        between(f.at, task.at) <= AT_HAND
        for foe in known_enemies(state, unit)
        for f in foe.fit
        if f.at is not None and task.at is not None
    )
    near = not kept and piece.at is not None and task.at is not None and between(piece.at, task.at) <= AT_HAND
    to = task.place if near and task.place else point_text(task.at) if task.at is not None else task.place
    return {"first": "lead hostages", "then": "advance to", "third": fire["then"], "least": fire["least"], "to": to}


# ── Houses ───────────────────────────────────────────────────────────────────────────────────────────────────────


def forcing(state: State, unit: Unit, task: UnitTask, steps: Listed) -> dict[str, Any]:
    """Into a house that known enemies hold, and none of one's own: by a charge of explosive at its wall, by a charge of
    men from near; its doors are locked. In and out of houses by their openings. BG-IX.4.3b, BG-X.12.4, BG-R206"""
    if "advance to" not in _words(steps) or task.at is None or any(f.seat is not None for f in unit.present):
        return dict(steps)
    house = housing.house_at(state.board, task.at) if state.board is not None else None
    steps = {**steps, **_by_openings(state, unit, steps)}
    if house is None or any(_stands_in(house, other) for other in state.units_of(unit.side)):
        return steps
    inside = [foe for foe in known_enemies(state, unit) if _stands_in(house, foe)]
    if not inside:
        return steps
    front = ["breach"] if unit.munitions.shaped_charges and any(f.traits.engineer for f in unit.fit) else []
    far, foe = min((gap(unit.fit, each.fit) or 0.0, each.id) for each in inside)
    steps = {name: value for name, value in steps.items() if value != "lead hostages"}
    if far <= STORMS:
        front.append("charge")
        steps["target"] = foe
    if unit.munitions.flash_bangs and far <= THROWS:
        return _stunning(steps, front, foe)
    return before(steps, *front)


def _stunning(steps: Listed, front: Sequence[str], foe: str) -> dict[str, Any]:
    """A flash bang among them before the next charge, and a shot where none may be thrown. BG-X.12.2"""
    strikes = [word for word in _words(steps) if word not in ("advance to", "look")]
    walks = ["advance to"] if len(front) < 2 else []
    return {**_listed(steps, *front, *walks, "flash bang at", *strikes), "target": foe}


# ── Dogs and crowds ──────────────────────────────────────────────────────────────────────────────────────────────


def sending(state: State, unit: Unit, steps: Listed) -> dict[str, Any]:
    """A dog at whoever is near, before its handler goes on. BG-XIII.7.1b"""
    if not any(f.traits.dog for f in unit.fit) or not any(f.traits.handler for f in unit.fit):
        return dict(steps)
    near = any((gap(unit.fit, foe.fit) or 0.0) <= BOUNDS for foe in armed_enemies(state, unit) if foe.fit)
    return before(steps, "send the dog") if near else dict(steps)


def searching(state: State, side: SideId, unit: Unit, task: UnitTask, steps: Listed) -> dict[str, Any]:
    """Whoever neither storms nor fetches searches the crowd that stands beside them. BG-XIII.9.1"""
    if task.kind in (TaskKind.TAKE, TaskKind.BRING, TaskKind.FETCH) or unit.aboard:
        return dict(steps)
    crowds = (each for each in state.units if unarmed(each) and each.in_play and not is_own(state, side, each))
    if not any((gap(unit.fit, each.fit) or 0.0) <= BESIDE for each in crowds if in_sight(state, side, each)):
        return dict(steps)
    if _words(steps)[0] in ("advance", "advance to", "follow"):
        return before(steps, "search")
    return _listed(steps, "search", *(word for word in _words(steps) if word not in ("look", "hold")), "hold")


def _words(steps: Listed) -> list[str]:
    return [steps[name] for name in PLACES if steps.get(name) is not None]


def _stands_in(house: Feature, unit: Unit) -> bool:
    return not unit.reserve and any(f.at is not None and housing.contains(house, f.at) for f in unit.fit)


def _by_openings(state: State, unit: Unit, steps: Listed) -> Listed:
    """Where it is to advance to, with the openings on the way there, as its side knows the table."""
    here = anchor(unit.present, facing_of(unit, unit.present))
    board = housing.ground_of(known_to(state, unit.side), unit.fit)
    if here is None or board is None:
        return {}
    try:
        goal = place(steps["to"], Surroundings(board))
    except RuleViolation:
        return {}
    if housing.house_at(board, here) == housing.house_at(board, goal):
        return {}
    found = around(passage.gate(board), passage.MAN, here, goal)
    return {} if found is None else {"to": "; ".join(map(point_text, found.way[1:]))}


# ── Whoever is carried ───────────────────────────────────────────────────────────────────────────────────────────


def riding(state: State, unit: Unit, task: UnitTask, steps: Listed) -> dict[str, Any]:
    """Passengers get out of a helicopter on the ground, and of what drives near where they are going, or drives no
    more. BG-VIII.4.21a, BG-VIII.2.131"""
    if not passengers(state, unit):
        return dict(steps)
    vehicle = state.vehicle(next(f.vehicle for f in unit.present))
    near = task.at is None or vehicle.at is None or between(vehicle.at, task.at) <= WALKS
    return before(steps, "dismount") if vehicle.flight or near or not vehicle.drives else dict(steps)


def carrying(state: State, unit: Unit, task: UnitTask, steps: Listed) -> dict[str, Any]:
    """A helicopter with people sets them down near where it is going; one with hostages lands in the rescue zone.
    BG-VIII.2.131, BG-R283"""
    lead = next(iter(aircraft_of(state, unit)), None)
    if lead is None or lead.at is None or state.board is None:
        return dict(steps)
    carried = [f for f in state.people_in(lead.id) if f.seat is not None and not f.seat.crews]
    if not carried:
        return dict(steps)
    if any(is_hostage(state.unit_of(f.id)) for f in carried) and (zone := next(_zones(state), None)) is not None:
        return {**before(steps, "land at"), "to": point_text(zone)}
    goal = task.at or lead.at
    down = lead.at
    if between(lead.at, goal) > SETS_DOWN or landing_place(state, unit, lead, known=True) is None:
        down = toward(goal, lead.at, SETS_DOWN)
    fire = {name: value for name, value in steps.items() if value not in ("advance to", "advance", "follow", "land at")}
    fire.pop("within", None)
    fire.pop("target", None)
    return {**before(fire, "set down at"), "to": point_text(down)}


def _zones(state: State) -> Iterator[Point]:
    """The middles of the rescue zones."""
    for each in state.board.features if state.board is not None else ():
        if ZONE in (each.kind, each.name.casefold()):
            xs, ys = [x for x, _ in each.outline], [y for _, y in each.outline]
            yield sum(xs) / len(xs), sum(ys) / len(ys)
