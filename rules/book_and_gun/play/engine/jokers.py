"""Jokers: the unit that one is named for, and the joker movement chart. VIII.1.14, X.1.13.

A joker is the named unit's card. Effects 1, 4 and 5 leave the move to be made on it; 2, 3 and 6 use it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.facts import read
from rules.book_and_gun import facts
from rules.book_and_gun.actions.battle import NameJoker
from rules.book_and_gun.book import tables
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import FigureHealed, JokerNamed
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat.assault import onset_of
from rules.book_and_gun.play.combat.closing import out_of_sight
from rules.book_and_gun.play.combat.onset import run_in
from rules.book_and_gun.play.ground.formation import shifted
from rules.book_and_gun.play.ground.tabletop import armed_enemies, gap, middle, nearest, stays_put
from rules.book_and_gun.play.turn import joker_fire
from rules.book_and_gun.play.turn.acting import for_joker
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated, immobile, nameable, own_unit
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.table.measure import bearing

FALL_BACK_DICE = 2
"""BG-VIII.1.14.3."""


@dataclass(frozen=True, slots=True)
class Named:
    """The unit that the joker falls on."""

    unit: Unit
    action: NameJoker


def judge_joker(state: State, action: NameJoker, by: Actor) -> Named:
    """Raises RuleViolation when no joker waits, for a unit that cannot be named (not of the joker's side, has acted,
    shaken, pinned, routed), and for a distance that nobody could measure. BG-VIII.1.14, BG-X.1.13, BG-R12, BG-R16."""
    unit = own_unit(state, action.unit, by)
    run = state.run
    if run is None or not run.joker or run.unit is not None:
        raise RuleViolation(
            "no-joker", "No joker waits for a unit.", citation="BG-VIII.1.14", remedy="Act with a unit instead."
        )
    if unit not in nameable(state, run.side):
        raise RuleViolation(
            "not-nameable",
            f"The joker cannot be named for {unit.name}.",
            citation="BG-R12" if state.phase is Phase.MOVEMENT else "BG-R16",
            remedy="Name a steady unit that has not acted in this phase.",
        )
    if action.distance is not None:
        read(facts.DISTANCE, action.distance)
    return Named(unit, action)


def name_joker(state: State, ready: Named, chance: Chance) -> list[Event]:
    """The unit has the joker, and 1D6 is rolled on the chart of the phase. BG-VIII.1.14, BG-X.1.13, BG-R12, BG-R16,
    BG-R175."""
    unit = ready.unit
    course = Course(state, chance)
    die = chance.roll(6, for_="joker")
    if state.phase is Phase.MOVEMENT:
        _movement(course, unit, die, ready.action)
    else:
        course.note(
            JokerNamed(unit=unit.id, phase=state.phase, die=die, draws=chance.taken(), citations=("BG-X.1.13",))
        )
        joker_fire.named(course, unit, die)
    return course.events


def namings(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    if for_joker(state, unit_id) is not None:
        yield Offer(NameJoker(unit=unit_id), "Name it for the joker")


def _movement(course: Course, unit: Unit, die: int, action: NameJoker) -> None:
    """The joker movement chart. BG-VIII.1.14.1 to BG-VIII.1.14.6, BG-R12."""
    course.note(
        JokerNamed(
            unit=unit.id,
            phase=Phase.MOVEMENT,
            die=die,
            draws=course.chance.taken(),
            citations=("BG-VIII.1.14", f"BG-VIII.1.14.{die}"),
        )
    )
    effect = tables.joker_movement(die)
    if effect == "does not move":
        _use_up(course, unit)
    elif effect == "falls back 2D6":
        _fall_back(course, unit)
    elif effect == "wounded healed":
        for figure in unit.figures:
            if figure.on_field and not figure.fit:
                course.note(FigureHealed(unit=unit.id, figure=figure.id, reason="joker", citations=("BG-VIII.1.14.5",)))
    elif effect == "charges nearest enemy":
        _forced_charge(course, unit, action)


def _group(state: State, unit: Unit) -> tuple[Figure, ...]:
    return next(iter(movers(state, unit).values()))


def _use_up(course: Course, unit: Unit) -> None:
    """BG-VIII.1.14.2."""
    course.note(activated(course.state, unit, _group(course.state, unit), declined=True))


def _fall_back(course: Course, unit: Unit) -> None:
    """2D6 inches straight away from the nearest enemy, plain total, nothing else. BG-VIII.1.14.3, BG-R12.

    Without a known enemy it goes straight back."""
    figures = _group(course.state, unit)
    dice = course.chance.dice(FALL_BACK_DICE, sides=6, for_="fall back")
    draws = course.chance.taken()
    course.note(activated(course.state, unit, figures))
    going = tuple(f for f in figures if f.fit)
    foe = nearest(unit, armed_enemies(course.state, unit))
    here, there = middle(going), middle(foe[0].present) if foe else None
    back = bearing(there, here) if here and there and here != there else (unit.facing + 180.0) % 360.0
    stride = shifted(course.state, going, back, float(sum(dice)))
    walk(
        course,
        UnitMoved(
            unit=unit.id,
            figures=tuple(f.id for f in going),
            how="fall back",
            dice=dice,
            allowance=float(sum(dice)),
            inches=round(stride.inches, 2),
            placed=stride.placed,
            path=stride.path,
            draws=draws,
            citations=("BG-VIII.1.14.3", "BG-R12"),
        ),
    )


@dataclass(frozen=True, slots=True)
class ForcedCharge:
    """Whom a joker's 6 sends whom against, and how far it is."""

    target: Unit
    runners: tuple[Figure, ...]
    distance: float
    fact: Fact


def charge_of(state: State, ready: Named) -> ForcedCharge | None:
    """None where the unit may not charge, or knows no enemy. BG-VIII.1.14.6, BG-R13."""
    unit, action = ready.unit, ready.action
    held = tuple(f for f in _group(state, unit) if f.carries or stays_put(state, f))
    runners = tuple(f for f in _group(state, unit) if f.fit and f not in held)
    target = _nearest(state, unit, action)
    if target is None or not runners or immobile(state, unit.side) or (unit.side == CIVILIANS and not unit.traits.mob):
        return None
    distance, fact = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        target.id,
        declared=action.distance,
        measured=lambda: gap(runners, target.fit or target.present),
        default=12.0,
    )
    return ForcedCharge(target, runners, distance, fact)


def _forced_charge(course: Course, unit: Unit, action: NameJoker) -> None:
    """A charge at the nearest enemy, whatever the distance; a total that falls short only brings it nearer. Who may
    not charge, or knows no enemy, makes no move. BG-VIII.1.14.6, BG-R13."""
    state = course.state
    charge = charge_of(state, Named(unit, action))
    if charge is None:
        _use_up(course, unit)
        return
    course.note(activated(state, unit, _group(state, unit)))
    rear = out_of_sight(charge.runners, charge.target.fit) or False
    run_in(course, onset_of(state, unit, charge.target, charge.runners, charge.distance, rear, [charge.fact]))


def _nearest(state: State, unit: Unit, action: NameJoker) -> Unit | None:
    """The nearest armed enemy that its side knows of; as named without positions, else the first in the roster.
    BG-R284"""
    foes = list(armed_enemies(state, unit))
    found = nearest(unit, foes)
    if found is not None:
        return found[0]
    return next((u for u in foes if u.id == action.enemy), foes[0] if foes else None)
