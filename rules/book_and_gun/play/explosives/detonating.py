"""Devices are fired by their own side: over a wire or by remote, or by whoever stays with them. X.12.3 to X.12.6.

It takes no card away: it is done on a card of the side's colour, in the movement or the fire phase; in the fire phase
it is the operator's fire of the turn. R132
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun import facts
from rules.book_and_gun.actions.devices import Detonate
from rules.book_and_gun.book.explosives import REMOTE, ROW, chance_in_six, require_able, require_fired
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.vehicle_blast import SOFT_ONLY
from rules.book_and_gun.book.vehicle_odds import vehicle_odds
from rules.book_and_gun.course import Course
from rules.book_and_gun.devices import Device
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.devices import DeviceFired
from rules.book_and_gun.play.aboard.crew import built, require_on_foot
from rules.book_and_gun.play.blasts.blasting import caught_by, class_of_vehicle, go_off, reach_of, under_template
from rules.book_and_gun.play.explosives.bombers import (
    ReadyBomber,
    bomber_odds,
    bombers_of,
    explode,
    judge_bomber,
)
from rules.book_and_gun.play.explosives.laying import BESIDE, ability_of
from rules.book_and_gun.play.explosives.throw_forecast import Expected, casualties_of
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.blast import UnderTemplate, classed
from rules.book_and_gun.play.ground.tabletop import BASE, in_sight, is_own, knows_vehicle, stunned, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.sight.watching import CLOUDS, goggles_of
from rules.book_and_gun.play.sight.watching import reach_of as sight_of
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, own_unit, require_card
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Phase, Status, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Token
from rules.table.measure import between
from rules.table.scene import Trace
from rules.table.sight import Sight

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class ReadyDevice:
    """A device before it is fired. `meant`: whom it catches of those that its side knows of, `vehicles` of theirs."""

    unit: Unit
    figure: Figure
    device: Device
    stays: bool
    known: tuple[Fact, ...]
    meant: UnderTemplate
    vehicles: tuple[Vehicle, ...]


def judge_detonate(state: State, action: Detonate, by: Actor) -> ReadyDevice | ReadyBomber:
    """Raises RuleViolation: no card, no such device, it is not ready, nobody who may and can fire it.

    BG-X.12.3a, BG-X.12.31, BG-X.12.51, BG-X.12.6, BG-R132, BG-R237."""
    unit = own_unit(state, action.unit, by)
    if not action.device or action.to is not None:
        return judge_bomber(state, action, by)
    if state.phase not in CARD_PHASES:
        raise RuleViolation(
            "wrong-phase",
            "Devices are fired in the movement and the fire phase.",
            citation="BG-R132",
            remedy="Wait for one of them.",
        )
    require_card(state, unit)
    device = _named(state, unit, action.device)
    first: RuleViolation | None = None
    for figure in _operators(unit, action, device):
        try:
            known = _require_can(state, unit, figure, device, action)
        except RuleViolation as refused:
            first = first or refused
            continue
        seen = [(home, men) for home, men in _caught(state, device, figure, action.stays) if _knows(state, unit, home)]
        cars = tuple(v for v in under_template(state, device) if knows_vehicle(state, unit.side, v))
        return ReadyDevice(unit, figure, device, action.stays, known, classed(state, seen, device.at), cars)
    raise first or RuleViolation(
        Why.NOBODY_LEFT,
        f"{unit.name} has nobody left who could fire it.",
        citation="BG-X.12.31",
        remedy="Choose another unit.",
    )


def _knows(state: State, unit: Unit, other: Unit) -> bool:
    return in_sight(state, unit.side, other)


def _named(state: State, unit: Unit, name: str) -> Device:
    wanted = folded(name)
    own = [each for each in state.devices if each.side == unit.side and each.unit in ("", unit.id)]
    device = next((each for each in own if wanted in (folded(each.id), folded(each.name))), None)
    if device is None or device.kind not in REMOTE:
        raise RuleViolation(
            "no-such-device",
            f"{unit.name} has laid no “{name}” that it could fire.",
            citation="BG-R237",
            remedy="Choose a claymore or charge that this unit has laid.",
        )
    if not device.ready:
        raise RuleViolation(
            "charge-not-ready",
            f"The {device.name} is still being prepared.",
            citation="BG-X.12.51",
            remedy="Go on preparing it in the next movement phase.",
        )
    return device


def _operators(unit: Unit, action: Detonate, device: Device) -> list[Figure]:
    """Who is asked, in order: the one named, else the one who laid it, then the nearest."""
    if action.figure is not None:
        named = [f for f in unit.fit if f.id == action.figure]
        if not named:
            raise RuleViolation(
                Why.UNKNOWN_FIGURE, f"{unit.name} has no such fit figure.", remedy="Choose a fit figure of the unit."
            )
        return named
    return sorted(
        unit.fit, key=lambda f: (f.id != device.layer, round(between(f.at, device.at), 3) if f.at is not None else 0.0)
    )


def _require_can(state: State, unit: Unit, figure: Figure, device: Device, action: Detonate) -> tuple[Fact, ...]:
    require_on_foot((figure,), "fire a device")
    require_able(device.kind, ability_of(unit, figure))
    if unit.morale in (Morale.SHAKEN, Morale.ROUTED) or stunned(state, figure):
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{figure.name} is in no state to fire it.", citation="BG-R237", remedy="Rally first."
        )
    fired = state.phase is Phase.FIRE and figure.fire_turn == state.turn
    if figure.device_turn == state.turn or fired:
        raise RuleViolation(
            Why.HAS_ACTED,
            f"{figure.name} has fired in this turn.",
            citation="BG-R132",
            remedy="Let another figure of the unit fire it.",
        )
    far = between(figure.at, device.at) if figure.at is not None else 0.0
    if action.stays and figure.at is not None and not passage.hand_reaches(state.board, figure, device.at, BESIDE):
        raise RuleViolation(
            Why.OUT_OF_REACH,
            f"{figure.name} is not with the {device.name}.",
            citation="BG-X.12.31",
            remedy="Go there, or fire it from afar.",
        )
    sight, fact = facts.fact(
        state,
        facts.LINE_OF_SIGHT,
        unit.id,
        unit.id,
        declared=action.line_of_sight,
        measured=lambda: _sees(state, unit, figure, device),
        default=True,
    )
    require_fired(ROW.get(device.kind, device.kind), stays=action.stays, sight=bool(sight), wire=far)
    return () if action.stays else (fact,)


def _sees(state: State, unit: Unit, figure: Figure, device: Device) -> bool:
    """A clear view of the place, as far as darkness and weather let him. BG-X.12.31"""
    board, here = state.board, token(figure)
    if board is None or here is None:
        return True
    far, limit = between((here.x, here.y), device.at), sight_of(state, unit, figure)
    if far <= BASE:
        return True
    if limit is not None and far > limit + _HAIR:
        return False
    through = CLOUDS if goggles_of(state, figure) == "thermal" else ()
    return Sight(board, NATURES, ignoring=through).share(here, Token("device", *device.at)) > 0.0


def _caught(state: State, device: Device, figure: Figure, stays: bool) -> Sequence[tuple[Unit, Sequence[Figure]]]:
    """Whoever stays with it is lost without a die."""
    found = [
        (unit, [man for man in men if not (stays and man.id == figure.id)])
        for unit, men in caught_by(state, device, None)
    ]
    return [(unit, men) for unit, men in found if men]


# ── Fired ────────────────────────────────────────────────────────────────────────────────────────────────────────


def detonate(state: State, ready: ReadyDevice | ReadyBomber, chance: Chance) -> list[Event]:
    """It goes off among all who are there, known or not; whoever stays with it is killed. What an enemy has defused
    does nothing. BG-X.12.31, BG-X.12.51, BG-X.12.62a, BG-R132, BG-R236."""
    if isinstance(ready, ReadyBomber):
        return explode(state, ready, chance)
    course = Course(state, chance)
    unit, figure, device = ready.unit, ready.figure, ready.device
    course.note(
        DeviceFired(
            device=device.id,
            unit=unit.id,
            figure=figure.id,
            dead=device.dead,
            audience=(unit.side,),
            citations=("BG-X.12.31", "BG-R132"),
        )
    )
    if device.dead:
        return course.events
    if ready.stays:
        course.note(_blown_up(course.state, course.state.figure(figure.id), device))
    go_off(course, device, "fired")
    return course.events


def _blown_up(state: State, figure: Figure, device: Device) -> FigureFell:
    unit = state.unit_of(figure.id)
    return FigureFell(
        unit=unit.id,
        figure=figure.id,
        status=Status.KILLED,
        cause="trap",
        weapon=device.kind,
        audience=(unit.side,) if unit.concealed else None,
        citations=("BG-X.12.31",),
    )


# ── Odds and offers ──────────────────────────────────────────────────────────────────────────────────────────────


def detonate_odds(state: State, ready: ReadyDevice | ReadyBomber) -> Odds:
    """Exact chances for those whom its side knows to be there. BG-X.12.chart, BG-R95, BG-R96."""
    if isinstance(ready, ReadyBomber):
        return bomber_odds(state, ready)
    device = ready.device
    expected = Expected(device.kind, ready.meant, ready.unit)
    classes: dict[TargetClass, None] = {one.target_class: None for one in ready.meant.struck}
    row = ROW.get(device.kind, device.kind)
    numbers = tuple(
        Itemised((Item(device_number(row, each), f"{device.kind}, class {each}", "BG-X.12.chart"),), label="Hit below")
        for each in classes
    )
    aboard = {state.unit_of(f.id).id for vehicle in ready.vehicles for f in state.people_in(vehicle.id)}
    people = [
        each
        for each in casualties_of(state, expected)
        if each.outcome.kind != "falls" or not aboard.intersection(each.outcome.of.split("+"))
    ]
    prospects = [] if device.kind == "shaped charge" else [*people, *_vehicles(state, ready)]
    if device.kind == "shaped charge":
        opens = Fraction(chance_in_six("shaped charge", "I", state.options), 6)
        prospects.append(Prospect("opens a way", opens, Outcome("breached")))
    names = [f"{count} of {state.unit(unit).name}" for unit, count in Counter(ready.meant.units).items()]
    names += [vehicle.name for vehicle in ready.vehicles]
    notes = [f"Within its reach: {', '.join(names) or 'nobody whom you know of'}"]
    notes += [f"{ready.figure.name} stays with it and is killed"] if ready.stays else []
    blast = Trace("blast", (device.at,), label=device.kind, radius=max(reach_of(device), 0.5))
    known = tuple(fact for own in ready.meant.facts.values() for fact in own)
    return Odds((*ready.known, *known), numbers, tuple(prospects), tuple(notes), traces=(blast,))


def _vehicles(state: State, ready: ReadyDevice) -> Iterator[Prospect]:
    row = ROW.get(ready.device.kind, ready.device.kind)
    for vehicle in ready.vehicles:
        if row in SOFT_ONLY and built(vehicle).armour != "soft":
            continue
        of = class_of_vehicle(state, vehicle)
        share = Fraction(chance_in_six(ready.device.kind, of, state.options), 6)
        try:
            odds = vehicle_odds([(of, (1 - share, share))], state.casualty_deck, state.options)
        except ValueError:
            continue
        own = vehicle.unit == ready.unit.id or state.unit(vehicle.unit).side == ready.unit.side
        yield Prospect(f"stops {vehicle.name} or worse", odds.stopped, Outcome("vehicle stopped", vehicle.id), own)
        yield Prospect(f"destroys {vehicle.name}", odds.destroyed, Outcome("vehicle destroyed", vehicle.id), own)


def detonations(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The devices that a unit could fire now, those with somebody in their reach first."""
    unit = next((u for u in state.units if u.id == unit_id and is_own(state, side, u)), None)
    if unit is None or state.phase not in CARD_PHASES:
        return
    yield from detonations_of(state, side, unit)


def detonations_of(state: State, side: SideId, unit: Unit) -> Iterator[Offer]:
    """The same, whoever is asked; `side`: whose player leads the unit. BG-III.2.3b"""
    if any(f.traits.bomber for f in unit.fit):
        yield from bombers_of(state, side, unit)
    own = [d for d in state.devices if d.kind in REMOTE and d.side == unit.side and d.unit in ("", unit.id)]
    found: list[tuple[int, Offer]] = []
    for device in own:
        for stays in (False, True):
            action = Detonate(unit=unit.id, device=device.id, stays=stays)
            try:
                ready = judge_detonate(state, action, Actor.player(unit.side))
            except RuleViolation:
                continue
            if isinstance(ready, ReadyBomber):
                continue
            count = len(ready.meant.struck) + len(ready.vehicles)
            said = f"{count} in its reach" if count else "nobody known in its reach"
            label = f"Fire the {device.name}" + (f": {ready.figure.name} stays with it" if stays else "")
            found.append((-count, Offer(action, label, facts=ready.known, detail=said)))
            break
    yield from (offer for _, offer in sorted(found, key=lambda each: each[0]))
