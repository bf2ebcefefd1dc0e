"""Bombardment by the scenario's or the umpire's word: off-board artillery, mortars and air strikes on people. X.13.2.

With a board the round is aimed at a place, goes astray as the chart says, and the template shows who is caught. Without
one, or where the umpire has measured himself, he names those who lie under it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.umpire import falls_nowhere
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.indirect import Attack, Deviation, Shelled
from rules.book_and_gun.book.signals import SmokeSource, require_smoke_shell, screen
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.explosives import SmokeLaid
from rules.book_and_gun.events.fire import BlastRolled, Bombarded, BuildingStruck
from rules.book_and_gun.play.blasts.harm import Blamed, harmed
from rules.book_and_gun.play.blasts.shelled_vehicles import shell_vehicles
from rules.book_and_gun.play.ground.blast import UnderTemplate, blast_at, building_at, holds
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.turn.sequence import find_unit, require_settled
from rules.book_and_gun.screens import Screen
from rules.book_and_gun.state import State
from rules.kernel.action import Actor
from rules.kernel.chance import Chance, Draw
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Feature, Point
from rules.table.reference import Surroundings, place

DESTROYS: tuple[Attack, ...] = ("artillery", "air strike")
"""What brings a building down: never a mortar. BG-IX.4.6a."""
DOWN = 1
"""Highest D6 that brings it down: class I is hit on 1 to 4, and this is 3 better. BG-R105."""


@dataclass(frozen=True, slots=True)
class PointOfAim:
    """The point of aim, and from where short and long are reckoned. `at` None: the umpire names the victims."""

    at: Point | None
    observer: Point | None
    building: Feature | None = None
    """The building that is the declared target."""


@dataclass(frozen=True, slots=True)
class Shelling:
    """A round that is about to fall. `meant`: whom it catches where it is aimed."""

    action: Bombard
    aimed: PointOfAim
    meant: UnderTemplate
    lased: bool = False
    """Its observer lases the place, and it rides the beam. BG-X.7.22b"""


def judge_bombard(state: State, action: Bombard, by: Actor) -> Shelling:
    """Raises RuleViolation: a question or a close combat is open, nobody knows where it falls or whom it catches, an
    observer or victim who is not on the field."""
    require_settled(state)
    aimed = aim_of(state, action)
    require_round(action, aimed)
    return Shelling(action, aimed, blast_at(state, action, aimed.at))


def require_round(action: Bombard, aimed: PointOfAim) -> None:
    """Raises RuleViolation: bomblets of what has none; smoke of an air strike, with no place to lie on, at a building
    that is to come down. BG-X.7.222, BG-X.14.3a, BG-R256."""
    if action.bomblets and (action.blast_of != "artillery" or action.smoke):
        raise RuleViolation(
            "no-bomblets",
            "Only artillery fires bomblets, and no smoke with them.",
            citation="BG-X.7.222",
            remedy="Leave bomblets out, or let artillery fire them.",
        )
    if not action.smoke:
        return
    require_smoke_shell(action.blast_of)
    if aimed.at is None:
        raise RuleViolation(
            "no-place",
            "Smoke lies on a place of the board, not on victims.",
            citation="BG-X.14.3a",
            remedy="Give a place, or leave smoke out.",
        )
    if action.building:
        raise RuleViolation(
            "smoke-at-building",
            "Smoke brings no building down.",
            citation="BG-X.14.3a",
            remedy="Leave out smoke, or building.",
        )


def bombard(state: State, ready: Shelling, chance: Chance) -> list[Event]:
    """One round, bomb or barrage: where it falls, whom it hits, what the cards make of them.

    BG-X.13.1a, BG-X.13.1b, BG-X.13.11a, BG-X.13.11b, BG-X.13.12, BG-X.13.13b, BG-X.13.21, BG-X.13.22, BG-X.14.1,
    BG-X.14.2, BG-IX.4.6a, BG-IX.4.6b, BG-R11, BG-R105.
    """
    course = Course(state, chance)
    fall(course, ready)
    return course.events


@dataclass(frozen=True, slots=True)
class Gunner:
    """Who fires or calls it, so that its kills are theirs."""

    unit: str
    figure: str


def fall(course: Course, ready: Shelling, by: Gunner | None = None) -> None:
    """The round in the course of a deed: where it bursts, the building, people and vehicles beneath it. BG-R258."""
    state, chance = course.state, course.chance
    action, aimed = ready.action, ready.aimed
    burst, deviation = fallen(action, aimed, chance, state.options)
    course.note(
        Bombarded(
            attack=action.blast_of,
            aim=aimed.at,
            burst=burst,
            way=deviation.way if deviation else "on target",
            inches=deviation.inches if deviation else 0,
            diameter=indirect.template(action.blast_of),
            smoke=action.smoke,
            draws=chance.taken(),
            citations=_rules(action, deviation),
        )
    )
    if action.smoke:
        course.note(*screened(state, require_smoke_shell(action.blast_of), burst))
        return
    ruin = _brought_down(course, aimed.building, burst)
    blast = blast_at(state, action, burst, ruin)
    deck = CasualtyDeck(state.casualty_deck, state.options)
    done = indirect.shell(blast.struck, action.blast_of, deck, chance, options=state.options)
    draws = list(chance.taken())
    course.note(*_rolled(state, action.blast_of, blast, done, draws))
    blamed = Blamed(action.blast_of, "artillery", by.figure if by else None, by.unit if by else None)
    course.note(*harmed(state, done, blamed, draws))
    shell_vehicles(course, action, burst, blamed, lased=ready.lased)


def screened(state: State, source: SmokeSource, at: Point | None) -> Iterator[Event]:
    """The smoke of a shell where it has burst; beyond the table it lies on nothing. BG-X.14.31a, BG-R101, BG-R256."""
    board = state.board
    if board is None or at is None or not (0.0 <= at[0] <= board.width and 0.0 <= at[1] <= board.depth):
        return
    laid = Screen(at, source, state.turn, board.wind or 0.0, screen(source, 0))
    yield SmokeLaid(screen=laid, citations=("BG-X.14.3a", "BG-X.14.31a", "BG-R101", "BG-R256"))


def fallen(
    action: Bombard, aimed: PointOfAim, chance: Chance, options: HouseRules
) -> tuple[Point | None, Deviation | None]:
    """Where the round bursts, and how it went astray; None: it could not, or the victims are named. BG-X.13.1b,
    BG-X.13.11a."""
    if aimed.at is None or action.on_target:
        return aimed.at, None
    astray = indirect.deviate(chance, before=action.turns_before, options=options)
    return indirect.landing(aimed.at, astray.way, astray.inches, aimed.observer), astray


def _brought_down(course: Course, building: Feature | None, burst: Point | None) -> Feature | None:
    """The building that was aimed at, if the round bursts in it and its D6 is a 1. BG-IX.4.6a, BG-R105."""
    if building is None or not holds(building, burst):
        return None
    die = course.chance.roll(6, for_="building")
    destroyed = die <= DOWN
    course.note(
        BuildingStruck(
            structure=building.kind,
            outline=building.outline,
            name=building.name,
            die=die,
            destroyed=destroyed,
            draws=course.chance.taken(),
            citations=("BG-IX.4.6a", "BG-R105"),
        )
    )
    return building if destroyed else None


def _rules(action: Bombard, deviation: Deviation | None) -> tuple[str, ...]:
    off_board = action.blast_of not in ("light mortar", "medium mortar")
    smoke = ["BG-X.14.3a", "BG-R256"] if action.smoke else []
    found = smoke + (
        ["BG-X.13.21", "BG-X.13.22"] if off_board else ["BG-X.13.1a" if "light" in action.blast_of else "BG-X.13.13b"]
    )
    if deviation is not None:
        found += ["BG-X.13.1b", "BG-R99"]
        found += ["BG-X.13.11a"] if action.turns_before else []
    return tuple(found)


# ── Where it is aimed ────────────────────────────────────────────────────────────────────────────────────────────


def aim_of(state: State, action: Bombard) -> PointOfAim:
    """Raises RuleViolation when neither a place nor victims are given, or both; for a place without a board."""
    observer = middle(find_unit(state, action.observer).present) if action.observer is not None else None
    if action.at is not None and action.victims:
        raise RuleViolation(
            "place-or-victims",
            "The template shows who is caught; victims are named instead of it.",
            citation="BG-X.13.22",
            remedy="Give the place, or the victims.",
        )
    if action.at is None:
        if action.building:
            raise RuleViolation(
                Why.NO_BUILDING,
                "A building comes down only where the board shows it.",
                citation="BG-IX.4.6a",
                remedy="Give a place on the board, or leave building out.",
            )
        if not action.victims:
            raise falls_nowhere("BG-X.13.21")
        return PointOfAim(None, observer)
    board = state.board
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board that a template could be laid on.",
            citation="BG-X.13.22",
            remedy="Name the victims instead of a place.",
        )
    at = place(action.at, Surroundings(board, places=known_places(state, board, None)))
    building = building_at(board, at) if action.building else None
    if action.building and building is None:
        raise RuleViolation(
            Why.NO_BUILDING, "No building stands there.", citation="BG-IX.4.6a", remedy="Aim at a building."
        )
    if building is not None and action.blast_of not in DESTROYS:
        raise RuleViolation(
            "mortar-at-building",
            "Mortars bring no building down; artillery and air strikes do.",
            citation="BG-IX.4.6a",
            remedy="Leave building out: those inside are fired at as class IV.",
        )
    return PointOfAim(at, observer, building)


# ── The record ───────────────────────────────────────────────────────────────────────────────────────────────────


def _rolled(state: State, attack: Attack, blast: UnderTemplate, done: Shelled, draws: list[Draw]) -> Iterator[Event]:
    """The dice, unit by unit: a hidden unit's are its own side's to know."""
    dice = dict(done.dice)
    for unit_id in dict.fromkeys(blast.units):
        unit = state.unit(unit_id)
        own = [one for one, of in zip(blast.struck, blast.units, strict=True) if of == unit_id]
        rolled = tuple((one.figure, dice[one.figure]) for one in own if one.figure in dice)
        yield BlastRolled(
            unit=unit_id,
            attack=attack,
            figures=tuple(one.figure for one in own),
            numbers=tuple(dict.fromkeys(indirect.to_hit(one, attack, state.options) for one in own)),
            dice=rolled,
            hits=sum(
                indirect.hits(dice[one.figure], indirect.to_hit(one, attack, state.options), state.options)
                for one in own
                if one.figure in dice
            )
            if rolled
            else len(own),
            facts=blast.facts[unit_id],
            audience=(unit.side,) if unit.concealed else None,
            draws=tuple(draws.pop(0) for _ in rolled),
            citations=("BG-X.13.11b", "BG-X.13.12", "BG-R96", "BG-R97"),
        )
