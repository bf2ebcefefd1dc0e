"""Fire at a vehicle carried out: dice, cards, those inside and on top, who gets out. X.6 to X.8, VIII.2.9.

Order of chance (BG-R11): weapon by weapon all its dice, then hit by hit the vehicle and those inside, then the riders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.book_and_gun.book import aircraft, vehicle_fire
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.vehicle_fire import VehicleFate, VehicleHit, VehicleVolley
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import AmmunitionSpent
from rules.book_and_gun.events.vehicles import (
    TurretTurned,
    VehicleFiredAt,
    VehicleStruck,
)
from rules.book_and_gun.play.aboard.crew import built, occupants, post_of
from rules.book_and_gun.play.blasts.crashing import leave, shot_down
from rules.book_and_gun.play.blasts.harm import Blamed
from rules.book_and_gun.play.blasts.wrecks import WORSE, get_out, people_struck, shuffles
from rules.book_and_gun.play.fire.at_vehicle import VehicleAim
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.book_and_gun.vehicles import Vehicle, VehicleCondition
from rules.kernel.chance import Draw
from rules.kernel.event import Event
from rules.table.board import Point
from rules.table.measure import bearing

_ORDER = tuple(VehicleCondition)


def fire_at_vehicle(course: Course, unit: Unit, aim: VehicleAim) -> None:
    """One weapon's fire at a vehicle; at what has become a wreck by then nobody fires. A joker's second shot follows
    the first. BG-X.6.1, BG-X.8.2, BG-R91 to BG-R93, BG-R116, BG-R121, BG-R123, BG-R209, BG-R217."""
    effect = effect_of(course.state, unit)
    for _ in range(2 if effect == "two shots per figure" else 1):
        vehicle = course.state.vehicle(aim.vehicle.id)
        if aim.flying is not None:
            if vehicle.aloft:
                _in_flight(course, unit, aim, doubled=effect == "hits doubled")
        elif not vehicle.wreck:
            _one(course, unit, aim, doubled=effect == "hits doubled")


def _one(course: Course, unit: Unit, aim: VehicleAim, *, doubled: bool) -> None:
    state = course.state
    vehicle = state.vehicle(aim.vehicle.id)
    aboard = occupants(state, vehicle)
    hurt = {f.id for f in state.people_in(vehicle.id) if not f.fit}
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = vehicle_fire.fire(
        aim.weapon,
        aim.number,
        aim.dice,
        aim.target_class,
        aboard,
        deck,
        course.chance,
        state.options,
        hurt_before=hurt,
        doubled=doubled,
    )
    draws = list(course.chance.taken())
    course.note(*_told(state, unit, aim, vehicle, done, draws))
    turn_turret(course, unit, aim.figure, vehicle.at)
    if done.fate == "destroyed":
        get_out(course, vehicle.id, "wreck", aim.figure.at)
    elif done.jumped:
        get_out(course, vehicle.id, "jump", aim.figure.at)


def _in_flight(course: Course, unit: Unit, aim: VehicleAim, *, doubled: bool) -> None:
    """All dice, then hit by hit the card. Destroyed it comes down with all aboard, damaged it leaves. BG-X.9.1,
    BG-X.9.2, BG-R91, BG-R109, BG-R121."""
    state = course.state
    vehicle = state.vehicle(aim.vehicle.id)
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = aircraft.fire(aim.number, aim.dice, aim.target_class, deck, course.chance, state.options, doubled=doubled)
    draws = list(course.chance.taken())
    course.note(_fired_at(unit, aim, vehicle, done.dice, done.hits, draws, "BG-X.9.1", "BG-X.9.chart"))
    condition = vehicle.condition
    for die, drawn, fate in done.each:
        struck: VehicleFate = "immobilized" if fate == "damaged" else fate
        condition = max(condition, WORSE[struck], key=_ORDER.index)
        course.note(*shuffles(drawn))
        course.note(
            VehicleStruck(
                unit=vehicle.unit,
                vehicle=vehicle.id,
                die=die,
                cards=drawn.cards,
                fate=struck,
                condition=condition,
                penetrated=False,
                by=aim.figure.id,
                by_unit=unit.id,
                weapon=aim.weapon.key,
                flying=True,
                draws=tuple(draws.pop(0) for _ in drawn.cards),
                citations=("BG-R91", "BG-R109"),
            )
        )
    course.note(*_spent(unit, aim, done.dice))
    turn_turret(course, unit, aim.figure, vehicle.at)
    if done.fate == "destroyed":
        shot_down(course, vehicle.id, Blamed(aim.weapon.key, "fire", aim.figure.id, unit.id))
    elif done.fate == "damaged":
        leave(course, vehicle.id)


def _fired_at(
    unit: Unit,
    aim: VehicleAim,
    vehicle: Vehicle,
    dice: tuple[int, ...],
    hits: int,
    draws: list[Draw],
    *citations: str,
) -> VehicleFiredAt:
    return VehicleFiredAt(
        unit=unit.id,
        figure=aim.figure.id,
        weapon=aim.weapon.key,
        target=aim.target.id,
        vehicle=vehicle.id,
        armour=built(vehicle).armour,
        target_class=aim.target_class,
        to_hit=aim.number,
        dice=dice,
        hits=hits,
        facts=aim.facts,
        flying=aim.flying,
        draws=tuple(draws.pop(0) for _ in dice),
        citations=(*citations, "BG-R71"),
    )


def _told(
    state: State, unit: Unit, aim: VehicleAim, vehicle: Vehicle, done: VehicleVolley, draws: list[Draw]
) -> Iterator[Event]:
    yield _fired_at(unit, aim, vehicle, done.dice, done.hits, draws, "BG-X.6.1", "BG-X.6.chart")
    condition, blamed = vehicle.condition, Blamed(aim.weapon.key, "fire", aim.figure.id, unit.id)
    for hit in done.each:
        yield from shuffles(hit.drawn)
        condition = max(condition, WORSE[hit.fate], key=_ORDER.index)
        yield _hit(unit, aim, vehicle, hit, condition, draws)
        yield from people_struck(state, blamed, vehicle, hit.inside, "inside", draws)
    yield from people_struck(state, blamed, vehicle, done.riders, "on top", draws)
    yield from _spent(unit, aim, done.dice)


def _spent(unit: Unit, aim: VehicleAim, dice: Sequence[int]) -> Iterator[Event]:
    """Two natural ones, and its ammunition is spent. BG-X.2.1a, BG-R82."""
    if not aim.weapon.spent and sum(die == 1 for die in dice) > 1:
        yield AmmunitionSpent(
            unit=unit.id, figure=aim.figure.id, weapon=aim.weapon.key, citations=("BG-X.2.1a", "BG-R82")
        )


def _hit(
    unit: Unit, aim: VehicleAim, vehicle: Vehicle, hit: VehicleHit, condition: VehicleCondition, draws: list[Draw]
) -> Event:
    return VehicleStruck(
        unit=vehicle.unit,
        vehicle=vehicle.id,
        die=hit.die,
        cards=hit.drawn.cards,
        fate=hit.fate,
        condition=condition,
        penetrated=hit.penetrated,
        by=aim.figure.id,
        by_unit=unit.id,
        weapon=aim.weapon.key,
        draws=tuple(draws.pop(0) for _ in hit.drawn.cards),
        citations=("BG-R91", "BG-R92"),
    )


def turn_turret(course: Course, unit: Unit, figure: Figure, there: Point | None) -> None:
    """A turret looks where its weapon has fired. BG-R214."""
    post = post_of(course.state, figure)
    if post is None or post.bears != "turret" or post.vehicle.at is None or there is None:
        return
    looks = round(bearing(post.vehicle.at, there), 1)
    if looks != post.vehicle.turret:
        course.note(TurretTurned(unit=unit.id, vehicle=post.vehicle.id, turret=looks, citations=("BG-R214",)))
