"""Getting out of vehicles on the unit's card in the movement phase; off horses: `riding`. VIII.4.2, VIII.2.131.

Whoever dismounts does not fire in that turn (BG-R42).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.battle.deed import lawful
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import Dismount
from rules.book_and_gun.book.aircraft import require_landing
from rules.book_and_gun.book.drive import BOARDING_DICE
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.vehicles import PeopleOut
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground import route
from rules.book_and_gun.play.ground.aloft import boarded_now, in_the_air
from rules.book_and_gun.play.ground.beside import beside
from rules.book_and_gun.play.ground.water import floats
from rules.book_and_gun.play.movement import escorted
from rules.book_and_gun.play.movement.cyclists import GettingOff, get_off, judge_get_off, offs, with_bicycles
from rules.book_and_gun.play.movement.forecast import march_odds
from rules.book_and_gun.play.movement.maneuver import SettingOff, march_off, set_out
from rules.book_and_gun.play.movement.movement import Marching
from rules.book_and_gun.play.movement.riding import (
    DismountingDown,
    dismount_down,
    judge_dismount_down,
)
from rules.book_and_gun.play.movement.waterway import require_landing_place
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, claim, immobile, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.board import Point
from rules.table.measure import bearing


@dataclass(frozen=True, slots=True)
class Dismounting:
    """A dismounting that has been judged. `out`: getting out beside the vehicles; `off`: the move of 1D6 that follows,
    None where they stay there."""

    unit: Unit
    figures: tuple[Figure, ...]
    out: tuple[Event, ...]
    off: SettingOff | None


def judge_dismount(state: State, action: Dismount, by: Actor) -> Dismounting | DismountingDown | GettingOff:
    """Raises RuleViolation: nobody is aboard, no card, a place that cannot be read. BG-VIII.4.2b, BG-VIII.4.21a."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    figures = tuple(f for f in movers(state, unit).get("unit", ()) if f.seat is not None)
    if not figures and any(f.steed for f in movers(state, unit).get("unit", ())):
        return judge_dismount_down(state, unit, action)
    if not figures and with_bicycles(state, unit):
        return judge_get_off(state, unit, action)
    if not figures:
        raise RuleViolation(
            "not-aboard",
            f"{unit.name} is in no vehicle, and on no horse or bicycle.",
            citation="BG-VIII.4.21a",
            remedy="Move it on foot.",
        )
    require_down(state, figures)
    out = (*out_of(state, unit, figures, action.to), *_led_out(state, unit, figures, action.to))
    if action.to is None or state.board is None:
        return Dismounting(unit, figures, out, None)
    after = fold(state, list(out))
    ids = [f.id for f in figures]
    move = Move(unit=unit.id, to=action.to)
    told = set_out(after, after.unit(unit.id), ids, move)
    told = replace(told, going=replace(told.going, own_dice=BOARDING_DICE))
    return Dismounting(unit, figures, out, SettingOff((), told, move))


def require_down(state: State, figures: Sequence[Figure]) -> None:
    """Nobody gets out of a helicopter in the air, or of one that has taken people in. BG-VIII.2.131."""
    for vehicle in (state.vehicle(key) for key in dict.fromkeys(f.vehicle for f in figures)):
        if vehicle.aloft:
            raise in_the_air(vehicle)
        require_landing_place(state, vehicle, loads=False)
        require_landing(hovers=True, at_start=True, loads=boarded_now(state, vehicle, "in"), unloads=True)


def out_of(state: State, unit: Unit, figures: Sequence[Figure], to: str | Point | None) -> Iterator[Event]:
    """Vehicle by vehicle, on the side of the place that they make for, in words or in inches; behind it without one."""
    now = state
    for vehicle_id in dict.fromkeys(f.vehicle for f in figures):
        vehicle = now.vehicle(vehicle_id)
        own = [f for f in figures if f.vehicle == vehicle_id]
        placed, side = beside(now, vehicle, own, None, _ahead(now, unit, vehicle, to))
        event = PeopleOut(
            unit=unit.id,
            vehicle=vehicle_id,
            why="dismount",
            figures=tuple(f.id for f in own),
            placed=placed,
            beside=side,
            citations=("BG-VIII.4.21a", "BG-R42"),
        )
        now = fold(now, [event])
        yield event


def _ahead(state: State, unit: Unit, vehicle: Vehicle, to: str | Point | None) -> float | None:
    """In which direction they get out; None: behind it, on the shore from a boat."""
    if to is None or state.board is None or vehicle.at is None or floats(state.board, vehicle):
        return None
    goal = next(iter(route.read(state, state.board, unit, vehicle.at, to)), vehicle.at) if isinstance(to, str) else to
    return bearing(vehicle.at, goal) if goal != vehicle.at else None


def _led_out(state: State, unit: Unit, figures: Sequence[Figure], to: str | None) -> Iterator[Event]:
    """The hostages whom they lead, on the same side. BG-R282"""
    now = fold(state, list(out_of(state, unit, figures, to)))
    for vehicle_id in dict.fromkeys(f.vehicle for f in figures):
        own = [f for f in figures if f.vehicle == vehicle_id]
        ahead = _ahead(state, unit, state.vehicle(vehicle_id), to)
        for event in escorted.get_out(state, now, own, ahead):
            now = fold(now, [event])
            yield event


def dismount(state: State, ready: Dismounting | DismountingDown | GettingOff, chance: Chance) -> list[Event]:
    """They stand beside their vehicles, then go up to 1D6. BG-VIII.4.21a, BG-R42."""
    if isinstance(ready, DismountingDown):
        return dismount_down(state, ready, chance)
    if isinstance(ready, GettingOff):
        return get_off(state, ready, chance)
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    course.note(*ready.out)
    if ready.off is not None:
        march_off(course, ready.off)
    return course.events


def dismount_odds(state: State, ready: Dismounting | DismountingDown | GettingOff) -> Odds:
    """Where the 1D6 brings them; nobody who gets out fires in this turn."""
    note = "Nobody who gets out fires in this turn"
    if ready.off is None:
        return Odds(notes=(note,))
    before = ready.out if isinstance(ready, Dismounting) else (ready.down,)
    odds = march_odds(fold(state, list(before)), Marching(ready.off))
    return replace(odds, notes=(*odds.notes, note))


def dismounts(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or unit.reserve or immobile(state, unit.side) or unit.morale is not Morale.STEADY:
        return
    if with_bicycles(state, unit):
        yield from offs(state, unit)
        return
    if any(f.steed for f in movers(state, unit).get("unit", ())):
        yield Offer(Dismount(unit=unit.id), "Dismount")
        if state.board is not None:
            yield Offer(Dismount(unit=unit.id), "Dismount towards …", needs=("to",))
        return
    if any(f.seat is not None for f in movers(state, unit).get("unit", ())):
        if not lawful(judge_dismount, state, Dismount(unit=unit.id), Actor.player(side)):
            return
        yield Offer(Dismount(unit=unit.id), "Get out")
        if state.board is not None:
            yield Offer(Dismount(unit=unit.id), "Get out towards …", needs=("to",))
