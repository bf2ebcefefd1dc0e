"""People and vehicles are searched for what somebody has hidden. XIII.9.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun.actions.devices import SearchPeople
from rules.book_and_gun.book import supplement
from rules.book_and_gun.book.supplement import FINDS, SEARCHERS
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.devices import PeopleSearched
from rules.book_and_gun.play.aboard.crew import built, manned
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.hulls import hull
from rules.book_and_gun.play.ground.tabletop import are_enemies, in_sight, is_own, stays_put, tokens
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import activated, claim, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Status, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer

BESIDE = 2.0
"""Inches between bases within which somebody is beside whom they search. BG-R243"""


@dataclass(frozen=True, slots=True)
class ReadySearch:
    """A search before its die: who searches whom. What they hide nobody looks at until it is made."""

    unit: Unit
    searchers: tuple[Figure, ...]
    target: Unit


def judge_search(state: State, action: SearchPeople, by: Actor) -> ReadySearch:
    """Raises RuleViolation: no card, nobody there whom one searches, too few beside them. BG-XIII.9.1, BG-R243."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    target = state.find(action.target)
    if target is None or target.reserve or is_own(state, unit.side, target) or not in_sight(state, unit.side, target):
        raise RuleViolation(
            Why.NO_TARGET, f"You see nobody “{action.target}”.", citation="BG-XIII.9.1", remedy="Name a unit in sight."
        )
    if are_enemies(state, unit, target) and any(f.fit and f.traits.weapons for f in target.present):
        raise RuleViolation(
            "they-resist",
            f"{target.name} is armed and resists.",
            citation="BG-R243",
            remedy="Search those who are unarmed, neutral or your prisoners.",
        )
    searchers = _searchers(state, unit, target)
    if not searchers:
        raise RuleViolation(
            "too-few",
            f"{SEARCHERS} unhurt figures who have not moved search, or an armoured vehicle, within {BESIDE:g} in.",
            citation="BG-XIII.9.1",
            remedy="Move there first, or bring another figure.",
        )
    return ReadySearch(unit, searchers, target)


def _searchers(state: State, unit: Unit, target: Unit) -> tuple[Figure, ...]:
    """Two on foot beside them; or the crew of an armoured vehicle. BG-XIII.9.1"""
    on_foot = [f for f in target.figures if f.seat is None and (f.on_field or f.status is Status.CAPTURED)]
    there = (*tokens(on_foot), *(each for v in state.vehicles_of(target.id) if (each := hull(v)) is not None))
    fresh = [f for f in unit.fit if f.move_turn != state.turn and not stays_put(state, f)]
    for vehicle in manned(state, unit):
        stood = hull(vehicle)
        aboard = tuple(f for f in fresh if f.vehicle == vehicle.id)
        if built(vehicle).armour == "soft" or stood is None or not aboard:
            continue
        if passage.arms_reach(state.board, [stood], there, BESIDE):
            return aboard
    free = [f for f in fresh if f.seat is None and not f.carries and not f.traits.dog]
    near = [f for f in free if passage.arms_reach(state.board, tokens([f]), there, BESIDE)]
    return tuple(near[:SEARCHERS]) if len(near) >= SEARCHERS else ()


def search(state: State, ready: ReadySearch, chance: Chance) -> list[Event]:
    """It is their whole turn: they neither move nor fire. 1D6, 1 to 4 finds what one of them hides, a bomb first.
    BG-XIII.9.1, BG-R243."""
    course = Course(state, chance)
    unit, target = ready.unit, ready.target
    course.note(activated(state, unit, ready.searchers))
    die, found = supplement.search(chance)
    hiding = [f for f in target.figures if f.traits.bomber or f.traits.hides]
    whom = min(hiding, key=lambda f: not f.traits.bomber, default=None) if found else None
    item = "" if whom is None else "a bomb" if whom.traits.bomber else whom.traits.hides
    course.note(
        PeopleSearched(
            unit=unit.id,
            searchers=tuple(f.id for f in ready.searchers),
            target=target.id,
            die=die,
            item=item,
            figure=whom.id if whom is not None else "",
            audience=(unit.side, target.side) if target.concealed or unit.concealed else None,
            draws=chance.taken(),
            citations=("BG-XIII.9.1", "BG-R243"),
        )
    )
    return course.events


def search_odds(state: State, ready: ReadySearch) -> Odds:
    """What is hidden, if anything is, nobody knows before."""
    names = ", ".join(f.name for f in ready.searchers)
    return Odds(
        notes=(
            f"1D6: 1 to {FINDS} finds what {ready.target.name} hides, if they hide anything",
            f"{names} neither move nor fire in this turn",
        )
    )


def searches(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Those beside it whom it could search."""
    unit = acting(state, side, unit_id, Phase.MOVEMENT)
    if unit is None or state.board is None or unit.reserve:
        return
    for target in state.units:
        if target.id == unit.id or target.side == side:
            continue
        action = SearchPeople(unit=unit.id, target=target.id)
        try:
            ready = judge_search(state, action, Actor.player(side))
        except RuleViolation:
            continue
        yield Offer(action, f"Search {target.name}", detail=" and ".join(f.name for f in ready.searchers))
