"""Grenades in a battle: who throws what, whom it catches, and what comes of it. X.12.1, X.12.2, X.14.3c.

A throw is the man's fire for the turn, on his card (BG-R132). Order of chance: dice, then cards (BG-R11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.explosives import STUNNED_TURNS, Thrown, burst
from rules.book_and_gun.book.signals import require_smoke_grenade, screen
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.explosives import FiguresStunned, GrenadeThrown, SmokeLaid
from rules.book_and_gun.events.fire import FireDeclared, MunitionsUsed
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.blasts.harm import Blamed, harmed, rolled
from rules.book_and_gun.play.explosives.landing import Landing, at_place, at_unit, radius_of
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire import binds, enemy_named
from rules.book_and_gun.play.fire.firers import Firers, declared, firers, weapons
from rules.book_and_gun.play.ground import housing
from rules.book_and_gun.play.ground.blast import UnderTemplate, classed, under
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import in_sight, middle
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.screens import Screen
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Munitions, Phase, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import between
from rules.table.reference import Surroundings, place

Round = Literal["hand_grenades", "rifle_grenades", "smoke_grenades", "flash_bangs"]
ROUNDS: Mapping[Thrown, Round] = MappingProxyType(
    {
        "hand grenade": "hand_grenades",
        "rifle grenade": "rifle_grenades",
        "smoke grenade": "smoke_grenades",
        "flash bang": "flash_bangs",
    }
)
"""The counter of the unit that each is taken from. BG-R21, BG-R220."""
HARMLESS: tuple[Thrown, ...] = ("smoke grenade", "flash bang")
"""What wounds nobody: the rules of engagement do not ask about it. BG-R221."""

Caught = Sequence[tuple[Unit, Sequence[Figure]]]


@dataclass(frozen=True, slots=True)
class AtWhom:
    """A throw as the rules of engagement see it: at one unit."""

    figure: Figure
    target: Unit
    at: Figure
    facts: tuple[Fact, ...]
    over_heads: tuple[Unit, ...] | None = None
    """It is thrown straight."""


@dataclass(frozen=True, slots=True)
class ReadyThrow:
    """A throw before its dice. `meant`: whom it catches of those that the thrower's side knows of."""

    unit: Unit
    who: Firers
    figure: Figure
    landing: Landing
    meant: UnderTemplate
    engaged: tuple[AtWhom, ...]
    action: Throw

    @property
    def grenade(self) -> Thrown:
        return self.action.thrown

    @property
    def at(self) -> Point | None:
        return self.landing.at


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_throw(state: State, action: Throw, by: Actor) -> ReadyThrow:
    """The first who can throw it there: the one named, else the nearest of the unit.

    Raises RuleViolation: no card, no chance left, none left of it, neither or both of target and place, out of sight,
    arc or range, the rules of engagement. BG-X.12.1a, BG-X.12.1b, BG-X.12.2, BG-X.14.3c, BG-R21, BG-R132, BG-R221.
    """
    unit = claim(state, action.unit, by, Phase.FIRE)
    _require_one_aim(action)
    require_rounds(unit, action.thrown)
    first: RuleViolation | None = None
    for figure in _throwers(state, unit, action):
        try:
            return _judged(state, unit, figure, action)
        except RuleViolation as refused:
            first = first or refused
    raise first or RuleViolation(
        Why.NOT_CARRIED,
        f"{unit.name} has no man with a {action.thrown} launcher who may fire now.",
        citation="BG-X.12.1b",
        remedy="Throw a hand grenade, or let another unit fire.",
    )


def _require_one_aim(action: Throw) -> None:
    if action.thrown == "smoke grenade" and action.to is None:
        raise RuleViolation(
            "smoke-at-place",
            "Smoke is thrown at a place, not at men.",
            citation="BG-X.14.3c",
            remedy="Give a place within 3 inches: B2, 2in toward Cell 2.",
        )
    if (action.target is None) == (action.to is None):
        raise RuleViolation(
            "unit-or-place",
            "A grenade goes to a unit or to a place: name one of the two.",
            citation="BG-X.12.1a",
            remedy="Give a target, or a place.",
        )


def require_rounds(unit: Unit, grenade: Thrown) -> None:
    """Raises RuleViolation for a side that has no smoke grenades, and for a counter that is empty. BG-X.14.3c,
    BG-R21, BG-R220."""
    if grenade == "smoke grenade":
        require_smoke_grenade(side_name(unit.side), 0.0)
    if left(unit.munitions, grenade) <= 0:
        raise RuleViolation(
            Why.HAS_NONE,
            f"{unit.name} has no {grenade} left.",
            citation="BG-R220" if grenade == "flash bang" else "BG-R21",
            remedy="Use another weapon.",
        )


def left(munitions: Munitions, grenade: Thrown) -> int:
    """How many a unit still has."""
    return {
        "hand grenade": munitions.hand_grenades,
        "rifle grenade": munitions.rifle_grenades,
        "smoke grenade": munitions.smoke_grenades,
        "flash bang": munitions.flash_bangs,
    }[grenade]


def _throwers(state: State, unit: Unit, action: Throw) -> list[Figure]:
    """Who is asked, in order: the one named, else all who may fire and have what it takes, the nearest first."""
    if action.figure is not None:
        (figure,) = _firers(state, unit, action.figure).figures
        require_on_foot((figure,), "throw")
        return [figure]
    able = [f for f in hands(state, unit) if action.thrown != "rifle grenade" or carries_launcher(f)]
    goal = _goal(state, unit, able, action)
    if goal is None:
        return able
    return sorted(able, key=lambda f: round(between(f.at, goal), 6) if f.at is not None else 0.0)


def hands(state: State, unit: Unit) -> list[Figure]:
    """Those who may still fire in this turn and stand on their feet: nobody throws from a vehicle. BG-R213."""
    return [figure for figure in fire_chances(state, unit) if figure.seat is None]


def carries_launcher(figure: Figure) -> bool:
    """Whether he has a launcher under his rifle. BG-X.12.1b."""
    return "rifle grenade" in figure.traits.weapons


def _goal(state: State, unit: Unit, able: Sequence[Figure], action: Throw) -> Point | None:
    """Roughly where it is to go, for who is nearest."""
    board = state.board
    if board is None:
        return None
    if action.target is not None:
        return middle(enemy_named(state, unit, action.target).present)
    start = middle(able)
    return place(action.to or "", Surroundings(board, start, unit.facing, known_places(state, board, unit.side)))


def _firers(state: State, unit: Unit, figure: str) -> Firers:
    """He fires on a card of his own; where units fire whole, it is the fire of them all. BG-R09, BG-R132."""
    if switch(state, "fire-card") == "always-unit":
        return firers(state, unit, None, (figure,))
    return firers(state, unit, figure)


def _judged(state: State, unit: Unit, figure: Figure, action: Throw) -> ReadyThrow:
    who = _firers(state, unit, figure.id)
    if action.thrown == "rifle grenade":
        weapons(state, unit, figure, "rifle grenade")
    if action.target is not None:
        target = enemy_named(state, unit, action.target)
        landing = at_unit(state, unit, figure, target, action)
    else:
        landing = at_place(state, unit, figure, action.to or "", action.thrown)
    caught = caught_by(state, landing, action.thrown)
    known = [(other, men) for other, men in caught if in_sight(state, unit.side, other)]
    engaged = _engaged(unit, figure, landing, known) if action.thrown not in HARMLESS else ()
    require_allowed(state, unit, engaged, insist=action.insist)
    meant = _classed(state, unit, landing, known, action)
    return ReadyThrow(unit, who, figure, landing, meant, engaged, action)


def caught_by(state: State, landing: Landing, grenade: Thrown) -> Caught:
    """Everybody whom it catches, friend or enemy, seen or not; a flash bang also all in the room. Of vehicles, which
    would come in here, hand grenades touch soft ones alone (BG-R95). BG-R100, BG-R221."""
    if landing.at is None:
        return [(landing.target, landing.among)] if landing.target is not None else []
    if grenade == "smoke grenade":
        return []
    board = state.board
    house = housing.house_at(board, landing.at) if board is not None and grenade == "flash bang" else None
    return under(state, landing.at, radius_of(grenade), house)


def _classed(state: State, unit: Unit, landing: Landing, caught: Caught, action: Throw) -> UnderTemplate:
    """With the class of each, as seen from the burst; a flash bang asks for none. BG-R192."""
    if action.thrown in HARMLESS:
        units = tuple(other.id for other, men in caught for _ in men)
        return UnderTemplate((), units)
    return classed(state, caught, landing.at, declared=action.target_class, by=unit.id)


def _engaged(unit: Unit, figure: Figure, landing: Landing, known: Caught) -> tuple[AtWhom, ...]:
    """The unit aimed at; on a place those of others whom it would catch there. BG-III.2.4.0, BG-R119."""
    if landing.target is not None and landing.aimed is not None:
        return (AtWhom(figure, landing.target, landing.aimed, landing.facts),)
    return tuple(AtWhom(figure, other, men[0], landing.facts) for other, men in known if other.side != unit.side)


# ── Throwing ─────────────────────────────────────────────────────────────────────────────────────────────────────


def throw(state: State, ready: ReadyThrow, chance: Chance) -> list[Event]:
    """It is thrown, goes off, and who broke the rules of engagement is removed. BG-X.12.1d, BG-X.12.2, BG-X.14.3c,
    BG-X.14.31a, BG-R11, BG-R21, BG-R96, BG-R132, BG-R144."""
    unit, figure, grenade = ready.unit, ready.figure, ready.grenade
    course = Course(state, chance)
    if not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, ready.who.spent):
        how = "unit" if ready.who.as_unit else "figures"
        course.note(FireDeclared(unit=unit.id, how=how, citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, ready.who.spent))
    course.note(MunitionsUsed(unit=unit.id, munition=ROUNDS[grenade], citations=("BG-R21", "BG-R220")))
    course.note(
        GrenadeThrown(
            unit=unit.id,
            figure=figure.id,
            grenade=grenade,
            target=ready.landing.target.id if ready.landing.target is not None else None,
            at=ready.at,
            radius=radius_of(grenade),
            facts=ready.landing.facts,
            citations=_rules(grenade),
        )
    )
    match grenade:
        case "smoke grenade":
            _smoke(course, ready)
        case "flash bang":
            _stun(course, ready)
        case _:
            _burst(course, ready)
    enforce(course, state, unit, ready.engaged, insisted=ready.action.insist, as_unit=ready.who.as_unit)
    return course.events


def _rules(grenade: Thrown) -> tuple[str, ...]:
    of = {
        "hand grenade": ("BG-X.12.1a", "BG-R221"),
        "rifle grenade": ("BG-X.12.1b", "BG-R221"),
        "flash bang": ("BG-X.12.2", "BG-R221"),
        "smoke grenade": ("BG-X.14.3c", "BG-R223"),
    }
    return (*of[grenade], "BG-R132")


def _burst(course: Course, ready: ReadyThrow) -> None:
    state, options = course.state, course.state.options
    caught = caught_by(state, ready.landing, ready.grenade)
    blast = _classed(state, ready.unit, ready.landing, caught, ready.action)
    deck = CasualtyDeck(state.casualty_deck, options)
    halved = effect_of(state, ready.unit) == "half casualties"
    done = burst(ready.grenade, blast.struck, deck, course.chance, options, halved=halved)
    draws = list(course.chance.taken())
    blamed = Blamed(ready.grenade, figure=ready.figure.id, unit=ready.unit.id)
    course.note(*rolled(state, blamed, ready.grenade, blast, done, draws))
    course.note(*harmed(state, done, blamed, draws))


def _stun(course: Course, ready: ReadyThrow) -> None:
    """Everybody whom it catches, fit or wounded; no die. BG-X.12.2, BG-R65, BG-R100, BG-R222."""
    state = course.state
    for other, men in caught_by(state, ready.landing, ready.grenade):
        course.note(
            FiguresStunned(
                unit=other.id,
                by_unit=ready.unit.id,
                by=ready.figure.id,
                figures=tuple(man.id for man in men),
                until=state.turn + STUNNED_TURNS,
                audience=(other.side,) if other.concealed else None,
                citations=("BG-X.12.2", "BG-R65", "BG-R222"),
            )
        )


def _smoke(course: Course, ready: ReadyThrow) -> None:
    """BG-X.14.31a, BG-X.14.32, BG-R101, BG-R223."""
    board, at = course.state.board, ready.at
    if board is None or at is None:
        return
    laid = Screen(at, "grenade", course.state.turn, board.wind or 0.0, screen("grenade", 0))
    course.note(
        SmokeLaid(
            screen=laid, unit=ready.unit.id, figure=ready.figure.id, citations=("BG-X.14.31a", "BG-R101", "BG-R223")
        )
    )
