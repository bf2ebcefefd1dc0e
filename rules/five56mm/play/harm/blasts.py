"""Explosions in a battle: who is caught, in which order they test, gas that stays, phosphorous that burns."""

from __future__ import annotations

from rules.five56mm.book.explosions import blast_harm, burning_harm, radius, stun
from rules.five56mm.book.injury import Level
from rules.five56mm.book.tables import BANDS
from rules.five56mm.events.fire import Exploded
from rules.five56mm.events.foot import CaughtFire, FireOut, Stunned
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.levels import height, parted
from rules.five56mm.play.harm.gas import breathe
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.harm.wrecks import hit_vehicle
from rules.five56mm.play.turn.course import Course, body_penalties
from rules.five56mm.state import Character, Point, State, Vehicle
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.table.board import Token
from rules.table.sight import Sight

Caught = tuple[tuple[str, float], ...]
"""(character, inches from the explosion) pairs."""


def read_caught(state: State, texts: tuple[str, ...]) -> Caught:
    """Declared victims: "Private Kay 1.5", by name or id. RuleViolation for somebody unknown."""
    return tuple(_read_one(state, text) for text in texts)


def _read_one(state: State, text: str) -> tuple[str, float]:
    name, _, number = text.strip().rpartition(" ")
    who = next((c for c in state.living() if folded(name) in (folded(c.id), folded(c.name))), None)
    try:
        inches = float(number)
    except ValueError:
        inches = -1.0
    if who is None or not 0 <= inches < 1000:
        raise RuleViolation(
            "victim-unreadable",
            f"“{text[:60]}” does not say who is how far from the explosion.",
            citation="MM-7.8.3",
            remedy="Write a name and inches: “Private Kay 1.5”.",
        )
    return who.id, inches


def caught(state: State, at: Point | None, reach: float, declared: Caught = (), level: int = 0) -> Caught:
    """Everybody on foot within the blast, friend or enemy, nearest first, ties in squad order; no floor and no roof
    lets it through. MM-R24, MM-R25, MM-R230."""
    order = {who.id: number for number, who in enumerate(state.characters)}
    afoot = [who for who in state.living() if who.vehicle is None]
    if at is None or state.board is None:
        known = {who.id for who in afoot}
        found = [(inches, order[who], who) for who, inches in declared if who in known and inches <= reach]
    else:
        open_ = (who for who in afoot if who.at is None or not parted(state.board, at, level, who.at, who.level))
        measured = ((field.distance_to_point(state, who.id, at, level), who.id) for who in open_)
        found = [(inches, order[who], who) for inches, who in measured if inches is not None and inches <= reach]
        if state.house.choice("blast-cover") != "ignored":
            found = [entry for entry in found if _open_to(state, at, level, entry[2])]
    return tuple((who, inches) for inches, _, who in sorted(found))


def _open_to(state: State, at: Point, level: int, who: str) -> bool:
    """Switch blast-cover: the explosion reaches only those in its line of sight. MM-R25."""
    target = field.token(state, who)
    if state.board is None or target is None:
        return True
    burst = Token("blast", at[0], at[1], z=height(state.board, at, level), radius=0.1)
    return Sight(state.board, field.NATURES).look(burst, target).share > 0


def explode(
    course: Course,
    kind: str,
    at: Point | None,
    *,
    by: str | None = None,
    spared: str | None = None,
    declared: Caught = (),
    level: int = 0,
) -> None:
    """An explosion of one of the blast charts, on the ground, a floor or a roof. `spared`: he who took the direct hit,
    or the vehicle that did.

    MM-7.8.3, MM-7.8.4, MM-7.8.6, MM-7.8.9, MM-7.9.4, MM-7.9.6, MM-R24, MM-R25, MM-R99, MM-R230.
    """
    reach = radius(kind)
    cloud = len(course.state.clouds) + 1 if kind == "cs" else None
    victims = tuple((who, inches) for who, inches in caught(course.state, at, reach, declared, level) if who != spared)
    course.happen(Exploded(of=kind, at=at, by=by, cloud=cloud, radius=reach, level=level, citations=(_cited(kind),)))
    die = _common_die(course, kind) if victims else None
    for who, inches in victims:
        if kind == "stun":
            _stun(course, who, inches)
        elif kind == "cs":
            assert cloud is not None
            breathe(course, who, cloud, inches)
        else:
            _burst(course, kind, who, inches, by, die)
    if kind in ("law", "rpg") and at is not None:
        for vehicle in course.state.vehicles:
            out = vehicle.flying or _parted_from(course.state, vehicle, at, level)
            inches = None if out else field.distance_to_point(course.state, vehicle.id, at, level)
            harm = None if inches is None or vehicle.id == spared else blast_harm(kind, inches, course.house)
            if harm is not None:
                hit_vehicle(course, vehicle.id, harm, by=by)


def _parted_from(state: State, vehicle: Vehicle, at: Point, level: int) -> bool:
    on = field.landed_level(state.board, vehicle)
    return state.board is not None and vehicle.at is not None and parted(state.board, at, level, vehicle.at, on)


def _cited(kind: str) -> str:
    return BANDS[kind].citation


def _common_die(course: Course, kind: str) -> int | None:
    """Switch blast-tn: one die for the whole explosion. MM-R24."""
    if course.house.choice("blast-tn") == "per-victim" or kind in ("stun", "cs"):
        return None
    return course.chance.roll(6, for_=f"damage of {kind}")


def _burst(course: Course, kind: str, who: str, inches: float, by: str | None, die: int | None) -> None:
    harm = blast_harm(kind, inches, course.house, die)
    if harm is None:
        return
    injury = hurt(course, who, harm, by=by, weapon=kind)
    wounded = injury is not None and injury.level not in (Level.NONE, Level.DEAD)
    if kind == "wp" and wounded:
        course.happen(CaughtFire(character=who, distance=inches, citations=("MM-7.8.10",)))


def _stun(course: Course, who_id: str, inches: float) -> None:
    """MM-7.8.4, MM-7.8.5, MM-R31."""
    who = course.state.character(who_id)
    penalties = body_penalties(course.state, who, action=False)
    test = stun(inches, who.traits.morale, course.chance, penalties, course.helps(who), course.house)
    if test is not None:
        course.happen(Stunned(character=who_id, test=test, citations=("MM-7.8.5",)))


# ── White phosphorous ─────────────────────────────────────────────────────────────────────────────────────────────


def burn(course: Course, who: Character) -> None:
    """His first card in the turn after the explosion: the second test, then it is out. MM-7.8.10, MM-R33."""
    if who.burning is None or who.burning.turn >= course.state.turn:
        return
    harm = burning_harm(who.burning.distance, course.house)
    if harm is not None:
        hurt(course, who.id, harm, weapon="wp")
    if course.state.character(who.id).alive:
        reason = "too far" if harm is None else "burnt"
        course.happen(FireOut(character=who.id, reason=reason, citations=("MM-7.8.10",)))
