"""Looking for ambushes. RA-ambush.scout.1 to RA-ambush.scout.4, RA-action.extra.scout"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.every_die import chance_that
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import Scout
from rules.red_actions.book import ambush as book
from rules.red_actions.book.kinds import Trait
from rules.red_actions.book.morale import Doing
from rules.red_actions.course import Course
from rules.red_actions.events.ambush import Searched
from rules.red_actions.play.ground.features import called, feature_of, features_under, ground_of, key_of, land_of
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds, will_go
from rules.red_actions.play.officers.officer_effects import traits
from rules.red_actions.play.sight.knowledge import known_places, show
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import beside, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Feature
from rules.table.reference import Surroundings, place

BEHIND = 3.0
"""Inches from a wall, hedge, wood, building or hill within which an ambush lies behind it. RA-R232"""
_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Search:
    unit: Unit
    key: str
    name: str
    distance: float
    reach: float


def _hides(feature: Feature) -> bool:
    """RA-ambush.place"""
    ground = ground_of(feature)
    return ground is not None and book.suspicious(ground)


def _area(state: State, feature: Feature) -> BaseGeometry:
    land = land_of(state)
    assert land is not None
    return land.area_of(feature)


def judge_scout(state: State, action: Scout, by: Actor) -> Search:
    """RA-ambush.scout.1, RA-ambush.scout.3, RA-R101"""
    unit = require_segment(state, action.unit, by, beside="scout")
    require_nerve(state, unit, Doing.SCOUT)
    board = state.board
    if board is None or unit.at is None:
        raise RuleViolation(Why.NOT_THERE, f"{unit.name} is not on the table.", remedy="Act with another unit.")
    named = feature_of(state, action.place)
    if named is not None and _hides(named):
        return _search(state, unit, named)
    spot = Spot(place(action.place, Surroundings(board, unit.at, unit.facing, known_places(state, unit.side))))
    near = [(float(area.distance(spot)), f) for f, area in features_under(state, spot, board.square / 2) if _hides(f)]
    best = min(near, key=lambda each: each[0], default=None)
    if best is None:
        raise RuleViolation(
            "nothing-hides",
            "Nothing there hides an ambush.",
            citation="RA-ambush.scout.1",
            remedy="Name a place in a wood, building, scrub or hollow, or at a wall, hedge or hill.",
        )
    return _search(state, unit, best[1])


def _search(state: State, unit: Unit, feature: Feature) -> Search:
    own_traits = traits(state, unit)
    reach = book.scout_reach(Trait.PARTISAN in own_traits, Trait.CLEVER in _officers(state, unit))
    distance = round(float(outline(state, unit).distance(_area(state, feature))), 3)
    key = key_of(feature)
    now = [each for each in state.scouted if each.turn == state.turn]
    book.bar_scout(distance, reach, any(each.by == unit.id for each in now), any(each.place == key for each in now))
    return Search(unit, key, called(feature), distance, reach)


def _officers(state: State, unit: Unit) -> frozenset[Trait]:
    officer = state.commander(unit.id)
    return state.token_traits(officer) if officer is not None else frozenset()


def lurking(state: State, unit: Unit, key: str) -> tuple[Unit, ...]:
    """Enemy units in ambush or hiding in a piece of ground, or behind it. RA-ambush.scout.2, RA-R232"""
    land = land_of(state)
    if land is None:
        return ()
    area = next((a for f, a in zip(land.features, land.areas, strict=True) if key_of(f) == key), None)
    if area is None:
        return ()
    secret = (Concealment.AMBUSH, Concealment.HIDING)
    return tuple(
        enemy
        for enemy in state.enemies(unit.side)
        if enemy.hidden in secret and outline(state, enemy).distance(area) <= BEHIND
    )


def scout(state: State, ready: Search, chance: Chance) -> Sequence[Event]:
    """The die is rolled in any case. RA-ambush.scout.2, RA-ambush.scout.4, RA-note.mob"""
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.SCOUT):
        return course.events
    die, sound = book.roll_scout(course.chance)
    found = lurking(course.state, ready.unit, ready.key) if sound else ()
    course.happen(
        Searched(
            unit=ready.unit.id,
            place=ready.key,
            name=ready.name,
            roll=die,
            sound=sound,
            found=tuple(enemy.id for enemy in found),
            citations=("RA-ambush.scout.1", "RA-ambush.scout.2"),
        )
    )
    beside(course, ready.unit.id, "scout")
    for enemy in found:
        show(course, enemy.id, by=ready.unit.id, why="scouted")
    return course.events


def scout_odds(state: State, ready: Search) -> Odds:
    """RA-ambush.scout.2"""
    good = chance_that(lambda chance: book.roll_scout(chance)[1]) * will_go(state, ready.unit, Doing.SCOUT)
    return Odds(
        facts=(
            Fact("distance", ready.distance, Source.MEASURED, "in"),
            Fact("scouts as far as", ready.reach, Source.MEASURED, "in"),
            *hesitation_facts(state, ready.unit, Doing.SCOUT),
        ),
        chances=(
            Prospect("whoever lies there is found", good, Outcome("searched")),
            *hesitation_odds(state, ready.unit, Doing.SCOUT),
        ),
    )


def scout_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    """The nearest places within reach, and any other by the form."""
    unit = own(state, side, ref)
    if unit is None or unit.at is None or unit.hidden is Concealment.AMBUSH or state.segment is None:
        return
    own_traits = traits(state, unit)
    reach = book.scout_reach(Trait.PARTISAN in own_traits, Trait.CLEVER in _officers(state, unit))
    area = outline(state, unit)
    near = [(float(a.distance(area)), f) for f, a in features_under(state, area, reach) if _hides(f)]
    for _, feature in sorted(near, key=lambda each: each[0])[:_OFFERED]:
        action = Scout(unit=ref, place=key_of(feature))
        detail = "4 or more finds an ambush"
        yield from if_lawful(state, action, judge_scout, side, f"Scout {called(feature)}", detail)
