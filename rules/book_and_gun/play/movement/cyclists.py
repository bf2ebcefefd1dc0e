"""Getting onto bicycles and off them, on the unit's card in the movement phase. VIII.2.51, VIII.4.21, R280.

Whoever does either neither charges nor fires in that turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.book.drive import BOARDING_DICE
from rules.book_and_gun.course import Course
from rules.book_and_gun.cycles import Cycle
from rules.book_and_gun.events.cycles import CyclesUsed
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.cycling import cycle_of, rides, waiting_for
from rules.book_and_gun.play.ground.tabletop import BASE
from rules.book_and_gun.play.movement.maneuver import SettingOff, march_off, set_out
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Placed, Unit
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.measure import between

FACES = 6


@dataclass(frozen=True, slots=True)
class GettingOn:
    """Figures about to get onto bicycles: (figure, bicycle, inches to it), the nearest first."""

    unit: Unit
    figures: tuple[Figure, ...]
    far: tuple[tuple[str, str, float], ...]
    known: tuple[Fact, ...]

    def within(self, inches: float) -> tuple[tuple[str, str], ...]:
        return tuple((who, cycle) for who, cycle, far in self.far if far <= inches + 1e-6)


@dataclass(frozen=True, slots=True)
class GettingOff:
    """Cyclists about to get off, or to lay their bicycles down; `off`: the move of 1D6 that follows."""

    unit: Unit
    figures: tuple[Figure, ...]
    down: CyclesUsed
    off: SettingOff | None


def judge_get_on(state: State, unit: Unit, action: MountVehicle) -> GettingOn:
    """Raises RuleViolation: unsteady, nobody without a seat on one, too far. BG-VIII.4.21a, BG-VIII.4.21c, BG-R280"""
    if unit.morale is not Morale.STEADY:
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{unit.name} is {unit.morale.value}.", citation="BG-R50", remedy="Rally it first."
        )
    figures = tuple(f for f in group_of(state, unit, action.figures) if f.fit and not rides(state, f) and not f.carries)
    cycles = waiting_for(state, unit)
    if not figures or not cycles:
        raise RuleViolation(Why.AS_IT_IS, f"{unit.name} rides.", citation="BG-VIII.2.51", remedy="Ride on.")
    _, fact = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        declared=action.distance,
        measured=lambda: min(_gap(f, c) for f in figures for c in cycles) if state.board else None,
        default=0.0,
    )
    said = None if state.board is not None else float(str(fact.value))
    far = _paired(state, figures, cycles, said)
    if not far:
        raise RuleViolation(
            Why.TOO_FAR,
            f"No bicycle is in {unit.name}'s reach: something closes the way.",
            citation="BG-VIII.4.21c",
            remedy="Move beside the bicycles first, and get on next turn.",
        )
    if far[0][2] > BOARDING_DICE * FACES:
        raise RuleViolation(
            Why.TOO_FAR,
            f"The nearest bicycle is {far[0][2]:g} in away: {unit.name} cannot reach it with {BOARDING_DICE}D6.",
            citation="BG-VIII.4.21c",
            remedy="Move beside it first, and get on next turn.",
        )
    return GettingOn(unit, figures, far, (fact,))


def _gap(figure: Figure, cycle: Cycle) -> float:
    if cycle.holder == figure.id or figure.at is None or cycle.at is None:
        return 0.0
    return round(max(0.0, between(figure.at, cycle.at) - BASE), 2)


def _open(state: State, figure: Figure, cycle: Cycle) -> bool:
    """Whether nothing closed lies between somebody and a bicycle."""
    board = housing.ground_of(state, [figure])
    if board is None or cycle.holder or figure.at is None or cycle.at is None:
        return True
    return passage.is_open(board, figure.at, cycle.at)


def _paired(
    state: State, figures: Sequence[Figure], cycles: Sequence[Cycle], said: float | None
) -> tuple[tuple[str, str, float], ...]:
    """Each figure with the bicycle in hand, else its own, else the nearest that is left. `said`: inches to those that
    lie somewhere, where nothing is measured."""

    def far(figure: Figure, cycle: Cycle) -> float:
        return _gap(figure, cycle) if said is None or cycle.holder else said

    pairs = sorted(
        (each.holder != figure.id, each.id != figure.id, far(figure, each), n, m)
        for n, figure in enumerate(figures)
        for m, each in enumerate(cycles)
        if each.holder in ("", figure.id) and _open(state, figure, each)
    )
    ours: set[int] = set()
    theirs: set[int] = set()
    found: list[tuple[float, str, str]] = []
    for _, _, inches, n, m in pairs:
        if n not in ours and m not in theirs:
            ours.add(n)
            theirs.add(m)
            found.append((inches, figures[n].id, cycles[m].id))
    return tuple((who, cycle, inches) for inches, who, cycle in sorted(found, key=lambda each: each[0]))


def get_on(state: State, ready: GettingOn, chance: Chance) -> list[Event]:
    """1D6: whoever has a bicycle no farther away gets on. BG-VIII.4.21a, BG-VIII.4.21c"""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    dice = chance.dice(BOARDING_DICE, sides=FACES, for_="getting on bicycles")
    pairs = ready.within(sum(dice))
    up = {who for who, _ in pairs}
    lying = {each.id: each.at for each in state.cycles if not each.holder}
    course.note(
        CyclesUsed(
            unit=ready.unit.id,
            how="on",
            pairs=pairs,
            placed=tuple(
                Placed(who, at, state.figure(who).facing)
                for who, cycle in pairs
                if (at := lying.get(cycle)) is not None
            ),
            dice=dice,
            short=tuple(f.id for f in ready.figures if f.id not in up),
            draws=chance.taken(),
            citations=("BG-VIII.2.51", "BG-VIII.4.21a", "BG-R280"),
        )
    )
    return course.events


def get_on_odds(ready: GettingOn) -> Odds:
    """The chance that all of them get on, and that anybody does."""
    rolls = [sum(dice) for dice in product(range(1, FACES + 1), repeat=BOARDING_DICE)]
    share = Fraction(1, len(rolls))
    everybody = sum((share for roll in rolls if len(ready.within(roll)) == len(ready.figures)), Fraction(0))
    anybody = sum((share for roll in rolls if ready.within(roll)), Fraction(0))
    return Odds(
        facts=ready.known,
        chances=(
            Prospect("all get on", everybody, Outcome("all cycling", ready.unit.id)),
            Prospect("somebody gets on", anybody, Outcome("cycling", ready.unit.id)),
        ),
        notes=("1D6 in to the bicycles; nobody who gets on fires in this turn",),
    )


def with_bicycles(state: State, unit: Unit) -> tuple[Figure, ...]:
    """Those of a unit's main body who may move and have a bicycle with them."""
    if not state.cycles:
        return ()
    return tuple(f for f in movers(state, unit).get("unit", ()) if cycle_of(state, f) is not None)


def judge_get_off(state: State, unit: Unit, action: Dismount) -> GettingOff:
    """Raises RuleViolation: nobody rides, a place that cannot be read. BG-VIII.2.51, BG-VIII.4.21a, BG-R280"""
    have = with_bicycles(state, unit)
    figures = have if action.leave else tuple(f for f in have if rides(state, f))
    if not figures:
        raise RuleViolation(
            Why.AS_IT_IS,
            f"{unit.name} is off its bicycles.",
            citation="BG-VIII.2.51",
            remedy="Push them along, or lay them down with `leave`.",
        )
    pairs = tuple((f.id, cycle.id) for f in figures if (cycle := cycle_of(state, f)) is not None)
    down = CyclesUsed(
        unit=unit.id,
        how="left" if action.leave else "off",
        pairs=pairs,
        citations=("BG-VIII.2.51", "BG-VIII.4.21a", "BG-R280"),
    )
    if action.to is None or state.board is None:
        return GettingOff(unit, figures, down, None)
    after = fold(state, [down])
    move = Move(unit=unit.id, to=action.to)
    told = set_out(after, after.unit(unit.id), [f.id for f in figures], move)
    told = replace(told, going=replace(told.going, own_dice=BOARDING_DICE))
    return GettingOff(unit, figures, down, SettingOff((), told, move))


def get_off(state: State, ready: GettingOff, chance: Chance) -> list[Event]:
    """They stand beside their bicycles, and may go on 1D6. BG-VIII.4.21a"""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures), ready.down)
    if ready.off is not None:
        march_off(course, ready.off)
    return course.events


def offs(state: State, unit: Unit) -> Iterator[Offer]:
    """Off the bicycles, and away from them."""
    if any(rides(state, f) for f in with_bicycles(state, unit)):
        yield Offer(Dismount(unit=unit.id), "Get off the bicycles")
    yield Offer(Dismount(unit=unit.id, leave=True), "Lay the bicycles down")
