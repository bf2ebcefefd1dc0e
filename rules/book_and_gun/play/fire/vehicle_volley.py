"""Fire at a vehicle carried out: dice, cards, those inside and on top, who gets out. X.6 to X.8, VIII.2.9.

Order of chance (BG-R11): weapon by weapon all its dice, then hit by hit the vehicle and those inside, then the riders.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.book_and_gun.book import vehicle_fire
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.vehicle_fire import VehicleHit, VehicleVolley
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import AmmunitionSpent
from rules.book_and_gun.events.vehicles import (
    TurretTurned,
    VehicleFiredAt,
    VehicleStruck,
)
from rules.book_and_gun.play.aboard.crew import built, occupants, post_of
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
        if not course.state.vehicle(aim.vehicle.id).wreck:
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


def _told(
    state: State, unit: Unit, aim: VehicleAim, vehicle: Vehicle, done: VehicleVolley, draws: list[Draw]
) -> Iterator[Event]:
    yield VehicleFiredAt(
        unit=unit.id,
        figure=aim.figure.id,
        weapon=aim.weapon.key,
        target=aim.target.id,
        vehicle=vehicle.id,
        armour=built(vehicle).armour,
        target_class=aim.target_class,
        to_hit=aim.number,
        dice=done.dice,
        hits=done.hits,
        facts=aim.facts,
        draws=tuple(draws.pop(0) for _ in done.dice),
        citations=("BG-X.6.1", "BG-X.6.chart", "BG-R71"),
    )
    condition, blamed = vehicle.condition, Blamed(aim.weapon.key, "fire", aim.figure.id, unit.id)
    for hit in done.each:
        yield from shuffles(hit.drawn)
        condition = max(condition, WORSE[hit.fate], key=_ORDER.index)
        yield _hit(unit, aim, vehicle, hit, condition, draws)
        yield from people_struck(state, blamed, vehicle, hit.inside, "inside", draws)
    yield from people_struck(state, blamed, vehicle, done.riders, "on top", draws)
    if not aim.weapon.spent and sum(die == 1 for die in done.dice) > 1:
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
