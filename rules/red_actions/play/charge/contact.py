"""Chargers on the move: into contact, after those who have fled, on along their path."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import Literal

from rules.red_actions.book import charging as book
from rules.red_actions.book.kinds import Arm, StruckSide
from rules.red_actions.book.movement import passes_through
from rules.red_actions.book.terrain import breakdown_dice
from rules.red_actions.course import Course
from rules.red_actions.events.charge import (
    ChargeEnded,
    ChargeMoved,
    GunsTaken,
    OfficerTaken,
    StruckBehind,
    VehicleStruck,
)
from rules.red_actions.knowledge import side_knows
from rules.red_actions.pending import Task
from rules.red_actions.pending.charge import CarryOutCharge, FightCombat, Pursue
from rules.red_actions.pending.morale import LoseBases, PutMarkers, RunAway
from rules.red_actions.pending.movement import BreakDown
from rules.red_actions.play.captives.prisoners import take_horses, take_unguarded
from rules.red_actions.play.charge.reaching import approach, contact_after
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.passage import place_near
from rules.red_actions.play.ground.ways import pieces_of
from rules.red_actions.play.morale.marking import give_up
from rules.red_actions.play.morale.rout_paths import Straight, met, whole_block, with_room
from rules.red_actions.play.officers.officer_effects import traits
from rules.red_actions.play.sight.knowledge import reveal_seen
from rules.red_actions.state import State
from rules.red_actions.units import Loss, Point, Unit, straightened
from rules.table.measure import bearing, between

How = Literal["contact", "counter", "follow", "beyond", "pursuit"]


def move_up(course: Course, unit: Unit, target: str, way: Straight, how: How, facing: float | None = None) -> None:
    """It stands at the end of that way; what it sees from there comes to light. RA-charge.contact"""
    looks = way.direction if facing is None else facing
    course.happen(
        ChargeMoved(
            unit=unit.id,
            how=how,
            target=target,
            at=way.end,
            facing=looks,
            way=(way.start, way.end),
            inches=way.inches,
            citations=("RA-charge.contact",) if how in ("contact", "counter") else ("RA-charge.follow",),
        )
    )
    take_unguarded(course, unit.id)
    take_horses(course, unit.id)
    reveal_seen(course)


def breakdowns(state: State, unit: Unit, way: Straight) -> tuple[BreakDown, ...]:
    """The dice that a vehicle owes for its charge, when all else is done. RA-tank.speed, RA-tank.obstacle, RA-ac.speed,
    RA-ac.obstacle, RA-R92"""
    card = state.card(unit)
    if card.arm not in (Arm.TANK, Arm.ARMOURED_CAR) or way.inches < 1e-6:
        return ()
    steps = [piece.step for piece in pieces_of(state, unit, (way.start, way.end), column=False)]
    dice = breakdown_dice(card.mover, float(card.move), way.inches, steps)
    return tuple(BreakDown(unit.id, die.value) for die in dice)


def meet(course: Course, task: CarryOutCharge, unit: Unit, target: Unit) -> None:
    """Contact, with what it leads to. RA-charge.contact, RA-charge.counter, RA-charge.flank.2, RA-charge.rear.2,
    RA-R11"""
    state = course.state
    assert unit.at is not None
    assert target.at is not None
    direction = bearing(unit.at, target.at) if between(unit.at, target.at) > 1e-6 else unit.facing
    if task.way[:1] == (unit.at,) and between(unit.at, task.way[1]) > 1e-6:
        direction = bearing(unit.at, task.way[1])
    counter = task.reply == "counter-charge" and not target.routing
    began = (task.way[0] if task.way else unit.at, target.at)
    if counter:
        _counter(course, unit, target, direction)
    else:
        _turn_to_face(course, task, unit, target)
    target = course.state.unit(target.id)
    way = approach(course.state, unit, target, direction)
    if way is None:
        course.happen(ChargeEnded(unit=unit.id, target=target.id, why="halted", citations=("RA-R268",)))
        course.done()
        return
    move_up(course, unit, target.id, way, "contact", direction)
    owed = breakdowns(state, unit, way)
    course.done(*_at_contact(course, task, unit.id, target.id, counter, began), *owed)


def _counter(course: Course, unit: Unit, target: Unit, direction: float) -> None:
    """Those who charge too come half-way, as far as there is room for them. RA-charge.counter, RA-R267"""
    state = course.state
    assert unit.at is not None
    assert target.at is not None
    inches = contact_after(state, unit, target, unit.at, direction) or 0.0
    back = (direction + 180.0) % 360.0
    half = whole_block(state, target, Straight(target.at, back, inches / 2), back)
    move_up(course, target, unit.id, with_room(state, target, half, back, (unit.id,)), "counter", back)


def _at_contact(
    course: Course, task: CarryOutCharge, unit_id: str, target_id: str, counter: bool, began: tuple[Point, Point]
) -> tuple[Task, ...]:
    """RA-combat.1, RA-charge.guns, RA-tank.charge.1, RA-ac.charge.1, RA-R78, RA-R89, RA-R120, RA-R127"""
    state = course.state
    unit, target = state.unit(unit_id), state.unit(target_id)
    outcome = book.at_contact(state.card(unit).arm, state.card(target).arm, target.routing)
    match outcome:
        case book.AtContact.CAPTURED:
            _capture(course, unit, target)
            return ()
        case book.AtContact.CAUGHT:
            catch(course, unit, target)
            return ()
        case book.AtContact.SURRENDERS:
            taken = LoseBases(
                target.id, len(target.bases), "captured", threat=unit.id, reason="its crews surrender", seniors=True,
                fire_or_combat=False,
            )  # fmt: skip
            return (taken,)
        case book.AtContact.ROUTS:
            _strike_vehicle(course, unit, target)
            return (*_behind(course, task, target), RunAway(target.id, unit.id, "run down by a vehicle"))
        case book.AtContact.COMBAT:
            fight = FightCombat(unit.id, target.id, task.side_struck, counter, began)
            return (*_behind(course, task, target), fight)


def _turn_to_face(course: Course, task: CarryOutCharge, charger: Unit, target: Unit) -> None:
    """All bases of a unit that is charged in flank or rear turn to face it, before it is touched; where its block has
    no room so it steps aside. RA-charge.flank.2, RA-charge.rear.2, RA-R268"""
    state, target = course.state, straightened(target)
    fights = book.at_contact(state.card(charger).arm, state.card(target).arm, target.routing)
    if task.side_struck is StruckSide.FRONT or fights not in (book.AtContact.COMBAT, book.AtContact.ROUTS):
        return
    assert charger.at is not None
    assert target.at is not None
    facing = bearing(target.at, charger.at)
    place = place_near(state, target, (target.at, facing, target.formation), was=outline(state, target))
    course.happen(
        StruckBehind(
            unit=target.id,
            by=charger.id,
            side_struck=task.side_struck,
            facing=facing,
            at=None if place == target.at else place,
            citations=("RA-charge.flank.2" if task.side_struck is StruckSide.FLANK else "RA-charge.rear.2",),
        )
    )


def _behind(course: Course, task: CarryOutCharge, target: Unit) -> tuple[PutMarkers, ...]:
    """Markers for a charge in flank or rear. RA-charge.flank.2, RA-charge.rear.2, RA-R11"""
    if task.side_struck is StruckSide.FRONT:
        return ()
    state = course.state
    charger = state.unit(task.unit)
    if state.house.choice("flank-markers") == "at-declaration":
        return ()
    terror = book.contact_terror(task.side_struck)
    return (PutMarkers(target.id, terror=terror, threat=charger.id, reason=f"charged in the {task.side_struck.value}"),)


def _capture(course: Course, unit: Unit, target: Unit) -> None:
    """RA-R120"""
    state = course.state
    officer = state.senior(target.id)
    loss = Loss(target.bases[0], target.id, target.side, "captured", state.turn, unit.id)
    who = officer.id if officer is not None else ""
    course.happen(OfficerTaken(officer=who, unit=target.id, by=unit.id, loss=loss, citations=("RA-R120",)))


def catch(course: Course, unit: Unit, target: Unit) -> None:
    """Half of them destroyed, rounded up, the rest prisoners. RA-pursuit.6, RA-R88"""
    fate = book.caught(len(target.bases))
    give_up(course, target, unit.id, fate.prisoners, "", caught=True)


def _strike_vehicle(course: Course, vehicle: Unit, by: Unit) -> None:
    """RA-tank.charge.2, RA-tank.charge.3, RA-ac.charge.2, RA-R89"""
    die = course.chance.roll(6, for_=f"{by.name} against {vehicle.name}")
    score = book.against_vehicle(die, traits(course.state, by))
    stopped = book.immobilises(score.value)
    course.happen(
        VehicleStruck(
            unit=vehicle.id, by=by.id, die=die, items=score.items, immobilised=stopped, citations=("RA-tank.charge.2",)
        )
    )


# ── After those who have fled ───────────────────────────────────────────────────────────────────────────────────────


def follow(course: Course, task: CarryOutCharge) -> None:
    """The target is gone: they halt where it was, or go on to the full length of their move along the same path.
    Whoever they meet there is charged, fugitives are caught. RA-charge.follow, RA-charge.onward, RA-R73, RA-R261"""
    state = course.state
    unit = state.unit(task.unit)
    assert unit.at is not None
    direction = bearing(task.way[0], task.way[1]) if between(task.way[0], task.way[1]) > 1e-6 else unit.facing
    whole = whole_block(state, unit, Straight(unit.at, direction, task.left), direction)
    to_place = min(whole.inches, _as_far_as(whole, task.way[-1]))
    if task.undecided:
        answer = _goes_on_after(course, task, unit, whole, to_place)
        if answer is None:
            return
        task = replace(task, beyond=answer == "go-on", undecided=False)
    way = whole if task.beyond else whole.cut(to_place)
    enemy = _first_enemy(state, unit, way)
    friend = _first_formed(state, unit, way)
    if friend is not None and (enemy is None or friend < enemy[0]):
        way, enemy = way.cut(friend - 0.25), None
    if enemy is None:
        way = with_room(state, unit, way, direction)
        move_up(course, unit, task.target, way, "beyond" if task.beyond else "follow")
        _take_guns(course, task, unit)
        course.done(*breakdowns(state, unit, way))
        return
    inches, other = enemy
    fugitive = other.id == task.target
    barred = book.charge_bar(state.card(unit).arm, state.card(other).arm, StruckSide.FLANK, other.routing)
    if not task.beyond or (barred is not None and not fugitive):
        way = with_room(state, unit, way.cut(inches - 0.25), direction)
        move_up(course, unit, task.target, way, "follow")
        course.done(*breakdowns(state, unit, way))
        return
    if fugitive:
        move_up(course, unit, other.id, with_room(state, unit, way.cut(inches), direction, (other.id,)), "beyond")
        catch(course, course.state.unit(unit.id), other)
        course.done()
        return
    path = (unit.at, way.at(inches), other.at or way.end)
    course.done(CarryOutCharge(unit.id, other.id, left=task.left, beyond=True, onward=True, way=path))


def _goes_on_after(course: Course, task: CarryOutCharge, unit: Unit, whole: Straight, to_place: float) -> str | None:
    """Its side is asked where going on would reach an enemy whom it knows of and may charge, whom halting does not
    reach. RA-charge.follow, RA-R265"""
    state = course.state
    known = [enemy for enemy in state.enemies(unit.side) if side_knows(state, unit.side, enemy.id)]
    first = next(iter(met(state, unit, whole, whole.direction, known)), None)
    friend = _first_formed(state, unit, whole)
    if first is None or first[0] <= to_place or (friend is not None and friend < first[0]):
        return "halt"
    other = first[1]
    barred = book.charge_bar(state.card(unit).arm, state.card(other).arm, StruckSide.FLANK, other.routing)
    if barred is not None and other.id != task.target:
        return "halt"
    return course.ask("go-on", unit.side, (unit.id,), ("halt", "go-on"), about=other.id)


def _as_far_as(way: Straight, place: tuple[float, float]) -> float:
    """Inches along a way until it is level with a place."""
    angle = radians(way.direction)
    return max(0.0, (place[0] - way.start[0]) * sin(angle) + (place[1] - way.start[1]) * cos(angle))


def _first_enemy(state: State, unit: Unit, way: Straight) -> tuple[float, Unit] | None:
    return next(iter(met(state, unit, way, way.direction, state.enemies(unit.side))), None)


def _first_formed(state: State, unit: Unit, way: Straight) -> float | None:
    """Inches until friends are in the way whom it may not pass through. RA-move.7"""
    friends = [f for f in state.on_table(unit.side) if f.id != unit.id and not passes_through(unit.formed, f.formed)]
    first = next(iter(met(state, unit, way, way.direction, friends)), None)
    return None if first is None else first[0]


def _take_guns(course: Course, task: CarryOutCharge, unit: Unit) -> None:
    """Guns whose crews have run are taken by halting there. RA-R78"""
    state = course.state
    if task.beyond or state.card(unit).arm.vehicle:
        return
    for left in state.abandoned:
        if left.what == "guns" and left.unit == task.target and left.side != unit.side:
            losses = tuple(Loss(base, left.unit, left.side, "captured", state.turn, unit.id) for base in left.bases)
            course.happen(GunsTaken(left=left.id, by=unit.id, losses=losses, citations=("RA-R78",)))


def pursuit_of(state: State, unit: str, target: str) -> tuple[Pursue, ...]:
    """Sabres go after those whom they have made rout. RA-pursuit.1"""
    found, foe = state.find(unit), state.find(target)
    if found is None or found.routing or found.at is None or foe is None or not foe.routing:
        return ()
    return (Pursue(unit, target),) if book.pursues(state.card(found).arm, True) else ()
