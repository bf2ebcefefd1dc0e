"""Hostages are led along, told to stay, moved out of danger by their captors' enemy, and brought to safety. XIII.5.1.

They follow whoever told them to, and sit where that one sits (`escorted`); they do nothing on their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely import Point as Spot

from rules.book_and_gun.book import march
from rules.book_and_gun.book.march import Going
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.hostages import HostageTold
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.aboard.captives import (
    brought_by,
    freed,
    hostages,
    leader_of_hostage,
    led_by,
    told_of,
)
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground import housing, passage, route, terrain
from rules.book_and_gun.play.ground.formation import others
from rules.book_and_gun.play.ground.formation import troops as troops_of
from rules.book_and_gun.play.ground.tabletop import BASE, gap, in_sight, is_own, known_enemies
from rules.book_and_gun.play.movement.forecast import at_least, distribution, going_odds
from rules.book_and_gun.play.turn.readiness import TOGETHER
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Figure, Ground, Placed, Unit
from rules.kernel.action import SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Board, Point
from rules.table.footprint import area
from rules.table.formation import Position, settle
from rules.table.measure import bearing, between, length, to_edge, toward
from rules.table.measure import step as step_to

ZONE = "rescue zone"
"""The kind, or the name, of a place where hostages are safe."""
SAFE_EDGE = 2.0
"""Inches from the rescuers' own edge that are safe where no such place is on the table. BG-R264"""
AT_HAND = 2.0
"""Inches from a hostage within which somebody under fire puts it in danger, and an enemy keeps it. BG-R263"""


def known_hostages(state: State, side: SideId) -> Iterator[tuple[Unit, Figure]]:
    """Those of whom a side may know where they are: not who sits behind the hull of others' vehicles. BG-R216"""
    for home, figure in hostages(state):
        hidden = figure.inside and not is_own(state, side, state.unit(state.vehicle(figure.vehicle).unit))
        if not hidden and in_sight(state, side, home):
            yield home, figure


# ── Follow me, and stay ──────────────────────────────────────────────────────────────────────────────────────────


def find(state: State, unit: Unit, name: str | None) -> tuple[Unit, Figure] | None:
    """The hostage of that id, if the unit's side may know of it."""
    return next((each for each in known_hostages(state, unit.side) if each[1].id == name), None)


def follow_me(state: State, unit: Unit, leader: Figure, home: Unit, hostage: Figure) -> list[Event]:
    """A hostage within 2 inches follows, unless an unhurt enemy with a weapon stands as near to it. BG-XIII.5.1,
    BG-R263."""
    if leader_of_hostage(state, hostage.id) == leader:
        raise RuleViolation(
            "follows-already", f"{hostage.name} follows {leader.name}.", citation="BG-XIII.5.1", remedy="Move."
        )
    if passage.in_arms_reach(state.board, [leader], [hostage], TOGETHER) is False:
        raise RuleViolation(
            "too-far-to-lead",
            f"{hostage.name} is not within {TOGETHER:g} in of {leader.name}.",
            citation="BG-R263",
            remedy="Move beside it first.",
        )
    kept = next((f for foe in known_enemies(state, unit) for f in _armed(foe) if _near(state, f, hostage)), None)
    if kept is not None:
        raise RuleViolation(
            "kept-by-enemy",
            f"{kept.name} stands beside {hostage.name} with a weapon.",
            citation="BG-R263",
            remedy="Beat or drive off the guard first.",
        )
    return [_told(unit, home, hostage, follows=leader.id)]


def stay_here(state: State, unit: Unit, leader: Figure) -> list[Event]:
    """All who follow that figure stay where they are. BG-XIII.5.1"""
    return [_told(unit, home, each) for home, each in led_by(state, leader)]


def _told(unit: Unit, home: Unit, hostage: Figure, follows: str = "") -> HostageTold:
    return HostageTold(
        unit=unit.id,
        hostages=home.id,
        hostage=hostage.id,
        by=unit.side,
        follows=follows,
        audience=(unit.side, home.side) if unit.concealed else None,
        citations=("BG-XIII.5.1", "BG-R263"),
    )


def _armed(unit: Unit) -> Iterator[Figure]:
    return (f for f in unit.fit if f.traits.weapons)


def _near(state: State, figure: Figure, hostage: Figure) -> bool:
    return passage.in_arms_reach(state.board, [figure], [hostage], AT_HAND) is True


def led_along(state: State, events: Sequence[Event]) -> list[Event]:
    """Where the hostages come to whose leaders have gone in these events, which begin in that state: beside them, in
    their footsteps. In an ordinary move only; they stay when their leader charges or runs. BG-XIII.5.1, BG-R263"""
    if not state.hostages and not any(isinstance(event, HostageTold) for event in events):
        return []
    gone: dict[str, None] = {}
    now = state
    for event in events:
        if isinstance(event, UnitMoved) and event.how == "move" and event.placed:
            moved = {each.figure: each.at for each in event.placed}
            gone |= dict.fromkeys(name for name, at in moved.items() if now.figure(name).at != at)
        now = evolve(now, event)
    found: list[Event] = []
    for name in gone:
        leader = now.figure(name)
        if leader.seat is not None:
            continue  # whoever sits beside them has come along
        for home, each in led_by(now, leader):
            step = _beside(now, home, each, leader)
            if step is not None:
                found.append(step)
                now = evolve(now, step)
    return found


def _beside(state: State, home: Unit, hostage: Figure, leader: Figure) -> UnitMoved | None:
    board = state.board
    if board is None or leader.at is None or hostage.at is None:
        return None
    ground = housing.ground(state, state.unit_of(leader.id).side) or board
    taken = others(state, [hostage])

    def barred(at: Point) -> bool:
        return not passage.has_room(ground, at) or not passage.is_open(ground, leader.at or at, at)

    back = bearing(leader.at, hostage.at) if hostage.at != leader.at else leader.facing + 180.0
    x, y = step_to(leader.at, back, 2 * BASE + 0.1)
    (spot,) = settle([Position(x, y, leader.facing)], taken, radius=BASE, board=board, barred=barred)
    return UnitMoved(
        unit=home.id,
        figures=(hostage.id,),
        how="led",
        inches=round(between(hostage.at, (spot.x, spot.y)), 2),
        placed=(Placed(hostage.id, (spot.x, spot.y), spot.facing),),
        path=(hostage.at, (spot.x, spot.y)),
        citations=("BG-XIII.5.1", "BG-R263"),
    )


# ── Out of danger ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class OutOfDanger:
    """A hostage about to be moved by the side opposed to whoever put it there. `way`: from where it stands."""

    unit: Unit
    home: Unit
    hostage: Figure
    way: tuple[Point, ...]
    going: Going


def in_danger(state: State, hostage: Figure, side: SideId) -> bool:
    """Whether it is obviously dangerous there, as that side sees it: the hostage, or an unhurt figure within 2 inches
    of it, belongs to a unit that was fired at in this turn or the last. BG-XIII.5.1, BG-R263"""
    since = max(1, state.turn - 1)
    for unit in state.units:
        fired_at = any(contact.turn >= since for contact in unit.under_fire)
        if not fired_at or not unit.in_play or not in_sight(state, side, unit):
            continue
        near = [f for f in unit.fit if f.id == hostage.id or (gap([f], [hostage]) or 0.0) <= AT_HAND]
        if near and (hostage.at is not None or unit.id == state.unit_of(hostage.id).id):
            return True
    return False


def moves_it(state: State, hostage: Figure) -> SideId:
    """The side opposed to whoever put a hostage where it is; nobody has: to the insurgents, who hold it. BG-R263"""
    said = told_of(state, hostage.id)
    return INSURGENTS if said is not None and said.by == ARMY else ARMY


def judge_danger(state: State, unit: Unit, home: Unit, hostage: Figure, to: str) -> OutOfDanger:
    """Raises RuleViolation: it is not in danger, the asker's side has put it there, it has moved, no board, no such
    place. BG-XIII.5.1, BG-R263."""
    if unit.side != moves_it(state, hostage) or not in_danger(state, hostage, unit.side):
        raise RuleViolation(
            "stays-put",
            f"{hostage.name} stays where it was put, unless that is obviously dangerous.",
            citation="BG-XIII.5.1",
            remedy="Leave `to` out to have it follow; out of danger it is moved by whoever did not put it there.",
        )
    if hostage.move_turn == state.turn or not hostage.fit or hostage.seat is not None:
        raise RuleViolation(
            "stays-put", f"{hostage.name} goes nowhere in this turn.", citation="BG-R263", remedy="Wait for the next."
        )
    board = housing.ground(state, home.side) or state.board
    if board is None or hostage.at is None:
        raise RuleViolation("stays-put", "There is no table.", citation="BG-R263", remedy="Let the umpire move it.")
    way = (hostage.at, *route.read(state, board, home, hostage.at, to))
    going = Going(
        troops=troops_of(home),
        rows=("open order", "open order"),
        surface=state.conditions.ground,
        ground=Ground(terrain.worst(board, list(way), 2 * BASE)),
        slope=bool(terrain.steep(board, list(way), 2 * BASE)),
    )
    return OutOfDanger(unit, home, hostage, way, going)


def out_of_danger(state: State, ready: OutOfDanger, chance: Chance) -> list[Event]:
    """It goes there with what civilians in open order roll, as far as the way is open; what lies in its way goes off.
    BG-XIII.5.1, BG-R263, BG-R234"""
    course = Course(state, chance)
    course.note(_told(ready.unit, ready.home, ready.hostage))
    roll = march.movement_roll(ready.going, chance, options=state.options)
    board = housing.ground(state, ready.home.side) or state.board
    assert board is not None
    passed = list(passage.way_of(board, _cut(ready.way, roll.inches)).points)
    taken = others(state, [ready.hostage])
    facing = round(bearing(passed[-2], passed[-1]), 1) if len(passed) > 1 and passed[-2] != passed[-1] else 0.0
    (spot,) = settle([Position(*passed[-1], facing)], taken, radius=BASE, board=board)
    walk(
        course,
        UnitMoved(
            unit=ready.home.id,
            figures=(ready.hostage.id,),
            how="led",
            dice=roll.dice,
            deductions=roll.deductions,
            allowance=roll.inches,
            inches=round(min(roll.inches, length(ready.way)), 2),
            placed=(Placed(ready.hostage.id, (spot.x, spot.y), spot.facing),),
            path=tuple(passed),
            draws=chance.taken(),
            citations=("BG-XIII.5.1", "BG-R263"),
        ),
    )
    return course.events


def _cut(way: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The way as far as so many inches lead."""
    found, gone = [way[0]], 0.0
    for a, b in pairwise(way):
        leg = between(a, b)
        if gone + leg >= inches:
            return (*found, toward(a, b, inches - gone))
        found.append(b)
        gone += leg
    return tuple(found)


def danger_odds(state: State, ready: OutOfDanger) -> Odds:
    spread = distribution(ready.going, state.options)
    whole = Prospect(
        "the whole way", at_least(spread, length(ready.way)), Outcome("led the whole way", ready.hostage.id)
    )
    return going_odds(ready.going, spread, (), [whole], state.options)


# ── Brought to safety ────────────────────────────────────────────────────────────────────────────────────────────


def rescued(state: State) -> list[Event]:
    """Hostages whom the army has brought to a rescue zone, or to its own edge where there is none, leave the table when
    the turn is over; so do those whom its aircraft fly over that edge. BG-XIII.5.1, BG-R264, BG-R283"""
    board = state.board
    if board is None or not state.hostages:
        return []
    return [
        freed(home, each, by)
        for home, each in hostages(state)
        if (by := brought_by(state, each)) is not None and each.at is not None and _is_safe(state, board, each)
    ]


def _is_safe(state: State, board: Board, hostage: Figure) -> bool:
    assert hostage.at is not None
    zones = [f for f in board.features if ZONE in (f.kind, f.name.casefold())]
    flies = hostage.seat is not None and hostage.seat.aloft
    if zones and not flies:
        return any(area(zone).covers(Spot(hostage.at)) for zone in zones)
    edge = state.side(ARMY).edge or "south"
    return to_edge(board, hostage.at, edge) <= SAFE_EDGE
