"""Buildings on fire: laid, fought, growing, burnt out. RA-building.fire.1 to RA-building.fire.4, RA-R103"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from shapely import Point as Spot

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.every_die import chance_that
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.red_actions.actions.works import FightFire, SetFire
from rules.red_actions.book import works as book
from rules.red_actions.book.morale import Doing
from rules.red_actions.course import Course
from rules.red_actions.events.works import BurntOut, FireFought, FireGrew, FireLaid
from rules.red_actions.pending.works import LeaveFire
from rules.red_actions.play.ground.features import buildings, called, feature_of, key_of, land_of
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.measures import TOUCHING
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds, will_go
from rules.red_actions.play.sight.knowledge import known_places
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Unit
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Feature
from rules.table.reference import Surroundings, place

FireAction: TypeAlias = SetFire | FightFire


@dataclass(frozen=True, slots=True)
class AtFire:
    unit: Unit
    building: str
    markers: int


def touched(state: State, unit: Unit) -> list[Feature]:
    """Standing buildings that a unit touches or is in."""
    return buildings(state, outline(state, unit), TOUCHING)


def markers_on(state: State, building: str) -> int:
    return next((blaze.markers for blaze in state.blazes if blaze.building == building), 0)


def _which(state: State, unit: Unit, written: str | None, found: list[Feature]) -> Feature | None:
    """The building that is meant; None: none is touched. Raises RuleViolation for a choice that is open."""
    if written is None:
        if len(found) > 1:
            names = ", ".join(called(feature) for feature in found)
            raise RuleViolation(
                "which-building",
                f"{unit.name} touches several buildings: {names}.",
                citation="RA-building.fire.1",
                remedy="Name one, or a square in it.",
            )
        return found[0] if found else None
    named = next((feature for feature in found if folded(key_of(feature)) == folded(written)), None)
    if named is not None:
        return named
    assert state.board is not None
    spot = Spot(place(written, Surroundings(state.board, unit.at, places=known_places(state, unit.side))))
    land = land_of(state)
    near = [(float(land.area_of(f).distance(spot)), f) for f in found] if land is not None else []
    best = min(near, key=lambda each: each[0], default=None)
    return best[1] if best is not None and best[0] <= state.board.square else None


def _judge(state: State, action: FireAction, by: Actor, pick: Callable[[Feature], bool]) -> AtFire:
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    found = [feature for feature in touched(state, unit) if pick(feature)] if unit.at is not None else []
    feature = _which(state, unit, action.building, found)
    if feature is None:
        book.bar_light(False, 0)
    assert feature is not None
    return AtFire(unit, key_of(feature), markers_on(state, key_of(feature)))


def judge_set(state: State, action: SetFire, by: Actor) -> AtFire:
    """RA-building.fire.1"""
    ready = _judge(state, action, by, lambda _: True)
    book.bar_light(True, ready.markers)
    return ready


def judge_fight(state: State, action: FightFire, by: Actor) -> AtFire:
    """RA-building.fire.4"""
    burning = {blaze.building for blaze in state.blazes}
    unit = state.find(action.unit)
    some = unit is not None and unit.at is not None and any(key_of(f) in burning for f in touched(state, unit))
    ready = _judge(state, action, by, lambda f: not some or key_of(f) in burning)
    book.bar_fight_fire(True, ready.markers)
    return ready


def set_fire(state: State, ready: AtFire, chance: Chance) -> Sequence[Event]:
    """RA-building.fire.1, RA-R103"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    die, markers = book.roll_light(ready.markers, course.chance)
    course.happen(
        FireLaid(
            unit=ready.unit.id,
            building=ready.building,
            roll=die,
            before=ready.markers,
            markers=markers,
            citations=("RA-building.fire.1",),
        )
    )
    act_done(course, ready.unit.id)
    burn_out(course, ready.building)
    return course.events


def fight_fire(state: State, ready: AtFire, chance: Chance) -> Sequence[Event]:
    """RA-building.fire.4, RA-R103"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    die, markers = book.roll_fight_fire(ready.markers, course.chance)
    course.happen(
        FireFought(
            unit=ready.unit.id,
            building=ready.building,
            roll=die,
            before=ready.markers,
            markers=markers,
            citations=("RA-building.fire.4",),
        )
    )
    act_done(course, ready.unit.id)
    return course.events


def fires_grow(course: Course) -> None:
    """At the start of a turn. RA-building.fire.2"""
    for blaze in course.state.blazes:
        markers = book.grown(blaze.markers)
        course.happen(FireGrew(building=blaze.building, markers=markers, citations=("RA-building.fire.2",)))
        burn_out(course, blaze.building)


def burn_out(course: Course, building: str) -> None:
    """At five markers the house is gone, and everybody in it leaves. RA-building.fire.3, RA-R103"""
    state = course.state
    feature, land = feature_of(state, building), land_of(state)
    if feature is None or land is None or not book.ruined(markers_on(state, building)):
        return
    area = land.area_of(feature)
    inside = [u.id for u in state.on_table() if u.at is not None and (u.holds == building or area.covers(Spot(u.at)))]
    course.happen(BurntOut(building=building, citations=("RA-building.fire.3", "RA-R103")))
    course.push(*(LeaveFire(unit, building) for unit in inside))


# ── Odds, offers ────────────────────────────────────────────────────────────────────────────────────────────────────


def set_odds(state: State, ready: AtFire) -> Odds:
    """RA-building.fire.1"""
    catches = chance_that(lambda chance: book.roll_light(ready.markers, chance)[1] > ready.markers)
    good = catches * will_go(state, ready.unit, Doing.OTHER)
    return Odds(
        facts=(
            Fact("fire markers", ready.markers, Source.MEASURED),
            *hesitation_facts(state, ready.unit, Doing.OTHER),
        ),
        chances=(
            Prospect("it catches", good, Outcome("fire-laid")),
            *hesitation_odds(state, ready.unit, Doing.OTHER),
        ),
    )


def fight_odds(state: State, ready: AtFire) -> Odds:
    """RA-building.fire.4"""
    goes = will_go(state, ready.unit, Doing.OTHER)
    less = chance_that(lambda chance: book.roll_fight_fire(ready.markers, chance)[1] < ready.markers) * goes
    out = chance_that(lambda chance: not book.roll_fight_fire(ready.markers, chance)[1]) * goes
    return Odds(
        facts=(
            Fact("fire markers", ready.markers, Source.MEASURED),
            *hesitation_facts(state, ready.unit, Doing.OTHER),
        ),
        chances=(
            Prospect("the fire goes down", less, Outcome("fire-down")),
            Prospect("the fire is out", out, Outcome("fire-out")),
            *hesitation_odds(state, ready.unit, Doing.OTHER),
        ),
    )


def set_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is not None and unit.at is not None and touched(state, unit):
        for feature in touched(state, unit)[:3]:
            action = SetFire(unit=ref, building=key_of(feature))
            yield from if_lawful(state, action, judge_set, side, f"Set {called(feature)} on fire", "3 or more on a d6")


def fight_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None or not state.blazes:
        return
    for feature in touched(state, unit)[:3]:
        if markers_on(state, key_of(feature)):
            action = FightFire(unit=ref, building=key_of(feature))
            yield from if_lawful(
                state, action, judge_fight, side, f"Fight the fire in {called(feature)}", "4 or more on a d6"
            )
