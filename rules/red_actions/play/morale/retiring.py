"""Retire results and retirements out of combat. RA-R65, RA-R66"""

from __future__ import annotations

from typing import Literal

from shapely.geometry.base import BaseGeometry

from rules.kernel.changing import replace
from rules.red_actions.book import retiring as book
from rules.red_actions.book.kinds import Arm, Mover
from rules.red_actions.course import Course
from rules.red_actions.events.morale import Driven, RetireSpared
from rules.red_actions.pending.morale import LoseBases, PutMarkers, RetireUnit
from rules.red_actions.play.captives.prisoners import gain_by_driving_off
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.passage import SLACK, others_at, swept
from rules.red_actions.play.ground.terrain import cover_of, foxhole_columns
from rules.red_actions.play.morale.marking import routs_at_once
from rules.red_actions.play.morale.rout_paths import Straight, block, met, straight, whole_block
from rules.red_actions.play.morale.running_away import away
from rules.red_actions.play.officers.officer_effects import secret_to, traits
from rules.red_actions.play.turn.segments import lose_segment
from rules.red_actions.state import State
from rules.red_actions.units import Unit, straightened
from rules.table.measure import step

WORDS: dict[book.Instead, Literal["cover", "base", "marker"]] = {
    book.Instead.COVER: "cover",
    book.Instead.BASE: "base",
    book.Instead.TERROR: "marker",
}
_PUSHES = 6
"""Units pushed back one by the other."""


def retiree(state: State, unit: Unit) -> book.Retiree:
    card = state.card(unit)
    here = unit.went_back_turn == state.turn
    return book.Retiree(
        arm=card.arm,
        traits=traits(state, unit),
        bases=len(unit.bases),
        limbered=unit.limbered,
        in_cover=cover_of(state, unit).hard or foxhole_columns(state, unit) >= 1,
        cover_used=unit.spared_turn == state.turn,
        gone_back=unit.went_back if here else 0.0,
        retired_before=unit.retired_turn == state.turn,
        mounted=card.mover is Mover.SABRES,
    )


def step_retire(course: Course, task: RetireUnit) -> None:
    """Who may disregard it or pay for it is asked. RA-retire.1 to RA-retire.10, RA-R64, RA-R65, RA-R82"""
    state = course.state
    unit = state.find(task.unit)
    if unit is None or unit.routing or unit.at is None or state.card(unit).arm.vehicle:
        course.done()
        return
    what = retiree(state, unit)
    due = book.combat_retirement(what, course.house) if task.combat else book.retirement(what, course.house)
    answer = "retire"
    if due.instead:
        ways = [WORDS[each] for each in due.instead]
        choices = [*(w for w in ways if w == "cover"), "retire", *(w for w in ways if w != "cover")]
        replied = course.ask("spare", unit.side, (unit.id,), choices, about=task.threat)
        if replied is None:
            return
        answer = replied
    match answer:
        case "cover":
            _spared(course, unit, "cover", "its cover")
            course.done()
        case "base":
            _spared(course, unit, "base", "it gives up a base")
            course.done(LoseBases(unit.id, 1, "given-up", threat=task.threat, fire_or_combat=False))
        case "marker":
            _spared(course, unit, "marker", "it takes a terror marker")
            course.done(PutMarkers(unit.id, terror=1, threat=task.threat, reason="in place of retiring"))
        case _:
            _retire(course, unit, task, due)


def _spared(course: Course, unit: Unit, how: Literal["cover", "base", "marker", "none"], reason: str) -> None:
    course.happen(RetireSpared(unit=unit.id, how=how, reason=reason, audience=secret_to(unit), citations=("RA-R65",)))


def _retire(course: Course, unit: Unit, task: RetireUnit, due: book.Retirement) -> None:
    after = (PutMarkers(unit.id, terror=due.terror, threat=task.threat, reason=due.reason),) if due.terror else ()
    if due.inches <= 0:
        _spared(course, unit, "none", due.reason)
    else:
        before = course.state
        inches = fall_back(course, unit.id, task.threat, due.inches, combat=task.combat)
        gain_by_driving_off(course, before, unit.id, task.threat)
        if inches > 0:
            lose_segment(course, unit.id, "it has had to retire")
    course.done(*after, *routs_at_once(course.state, unit.id, task.threat))


# ── The way back ────────────────────────────────────────────────────────────────────────────────────────────────────


def fall_back(course: Course, unit: str, threat: str, inches: float, *, combat: bool) -> float:
    """So far straight back, facing as before; friends behind are pushed, ground that it may not enter and the edge of
    the table stop it. RA-retire.6, RA-retire.7, RA-retire.8, RA-retire.9, RA-misc.edge.3, RA-R213,
    RA-R261"""
    state = course.state
    found = straightened(state.unit(unit))
    assert found.at is not None
    direction = away(state, found, threat)
    open_way = straight(state, found, found.at, direction, inches, costs=False)
    way = _free(state, found, whole_block(state, found, open_way, found.facing))
    room, pushed = way, _pushed(state, found, way)
    while pushed is None and room.inches > 0.25:
        room = room.cut(room.inches - 0.25)
        pushed = _pushed(state, found, room)
    if pushed is None:
        room, pushed = room.cut(0.0), []
    for other, shift in reversed(pushed):
        course.happen(
            Driven(
                unit=other.id,
                how="pushed",
                way=(other.at or (0.0, 0.0), shift.end),
                facing=other.facing,
                inches=shift.inches,
                at=shift.end,
                citations=("RA-retire.7",),
            )
        )
    card = state.card(found)
    course.happen(
        Driven(
            unit=unit,
            how="combat-retire" if combat else "retire",
            way=(found.at, room.end),
            facing=found.facing,
            inches=room.inches,
            at=room.end,
            evades=book.evades_after_retiring(card.evade) and room.inches > 0,
            audience=secret_to(found),
            citations=("RA-retire.2" if card.arm.cavalry or card.arm is Arm.GUN else "RA-retire.1",),
        )
    )
    return room.inches


def _free(state: State, unit: Unit, way: Straight) -> Straight:
    """Enemies behind it stop it before it touches them."""
    enemies = [e for e in state.enemies(unit.side)]
    first = next(iter(met(state, unit, way, unit.facing, enemies)), None)
    return way if first is None else way.cut(first[0] - 0.25)


def _pushed(state: State, unit: Unit, way: Straight) -> list[tuple[Unit, Straight]] | None:
    """Friends that have to be pushed back, where all of them and it have room then. RA-retire.7, RA-R268"""
    found = _room(state, unit, way, [unit.id])
    if found is None:
        return None
    then = state.with_unit(replace(unit, at=way.end))
    for friend, shift in found:
        then = then.with_unit(replace(friend, at=shift.end))
    gone = [(unit, way), *found]
    free = all(
        next(others_at(then, each, (shift.end, each.facing, each.formation), was=outline(state, each)), None) is None
        for each, shift in gone
    )
    return found if free else None


def _room(state: State, unit: Unit, way: Straight, pushing: list[str]) -> list[tuple[Unit, Straight]] | None:
    """Friends that have to be pushed back to make room at the end of that way, nearest first; None: there is none.
    RA-retire.7"""
    if len(pushing) > _PUSHES:
        return None
    stood = outline(state, unit)
    own = swept(state, unit, way.start, way.end, unit.facing, unit.formation)
    found: list[tuple[Unit, Straight]] = []
    for each in state.on_table(unit.side):
        theirs, friend = outline(state, each), straightened(each)
        if friend.id in pushing or friend.at is None or not theirs.intersects(own):
            continue
        if own.intersection(theirs).area <= stood.intersection(theirs).area + SLACK:
            continue
        if state.card(friend).arm.vehicle or (state.card(friend).arm is Arm.GUN and not friend.limbered):
            return None
        shift = _clear(state, friend, way.direction, own)
        more = None if shift is None else _room(state, friend, shift, [*pushing, friend.id])
        if shift is None or more is None:
            return None
        found += [(friend, shift), *more]
    return found


def _clear(state: State, friend: Unit, direction: float, own: BaseGeometry) -> Straight | None:
    """How far a friend must be pushed; None where ground, the edge or an enemy is in the way."""
    assert friend.at is not None
    inches = 0.25
    while inches <= 8.0:
        there = step(friend.at, direction, inches)
        if block(state, friend, there, friend.facing).intersection(own).area <= SLACK:
            way = straight(state, friend, friend.at, direction, inches, costs=False)
            short = whole_block(state, friend, way, friend.facing).inches < way.inches
            met_enemy = met(state, friend, way, friend.facing, state.enemies(friend.side))
            return None if way.stopped or short or met_enemy else way
        inches += 0.25
    return None
