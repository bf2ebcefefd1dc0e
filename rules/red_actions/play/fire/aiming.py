"""One shooting, worked out before its dice: who fires, at what distance, in which column, with which direct hits.

RA-shoot.1 to RA-shoot.4. `aimed_volley` refuses what cannot be fired; nothing is rolled here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules.kernel.changing import replace
from rules.kernel.facts import Fact, Itemised, Source
from rules.kernel.once import once_a_state
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import TroopCard
from rules.red_actions.book.direct_hits import hit_number, range_counts, roll_count
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.observing import LastRound, gas_bar, observed, observer_bar
from rules.red_actions.book.shooting import (
    Band,
    Column,
    Observed,
    ShootingTarget,
    band,
    column,
    factors,
    is_machine_gun,
    machine_gun_bonus,
    shifts,
    shooting_total,
)
from rules.red_actions.book.shooting_table import table_of
from rules.red_actions.book.shot_effect import table_counts
from rules.red_actions.book.strength import Strength
from rules.red_actions.book.units import Markers, firing
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.bearing import best_pose, from_observer, out_of_building
from rules.red_actions.play.fire.goals import FireGoal, goal_of, no_target, struck_as
from rules.red_actions.play.fire.targets import mark_of
from rules.red_actions.play.fire.weapons import FiringBase, rounds_bar, unit_bar
from rules.red_actions.play.ground.facts import CLEARLY_APART, COVER, DISTANCE, ENFILADED, PROPER_TARGET, SEES, ruled
from rules.red_actions.play.ground.layout import outline
from rules.red_actions.play.ground.lines import sees, sees_place
from rules.red_actions.state import State
from rules.red_actions.units import Unit


@dataclass(frozen=True, slots=True)
class Salvo:
    """Bases of one card that fire together. `bases`: how many count; `rolls`: for direct hits with `number`."""

    card: TroopCard
    pieces: tuple[FiringBase, ...]
    bases: Fraction
    distance: float
    far: Band
    strength: Strength
    number: Itemised | None = None

    @property
    def rolls(self) -> int:
        return roll_count(self.bases) if self.number is not None else 0

    @property
    def firing(self) -> tuple[FiringBase, ...]:
        """Those that spend a round: as many as roll, the best supplied first. RA-R17, RA-R117"""
        supplied = sorted(self.pieces, key=lambda piece: -(piece.base.limber + piece.base.cart))
        return tuple(supplied[: roll_count(self.bases)])


@dataclass(frozen=True, slots=True)
class AimedVolley:
    """`unit`: as it stands when it fires; `column` None: the table is not rolled for."""

    shot: Shot
    unit: Unit
    turned: bool
    goal: FireGoal
    parts: tuple[Salvo, ...]
    distance: float
    far: Band
    observed: Observed
    machine_guns: bool
    mark: ShootingTarget | None
    column: Column | None
    ruled: frozenset[str] = frozenset()
    """Facts that the umpire has ruled."""

    @property
    def harmless(self) -> bool:
        """Nothing can come of it, whatever the dice say."""
        return (self.column is None or not self.column.number) and not any(part.rolls for part in self.parts)

    @property
    def facts(self) -> tuple[Fact, ...]:
        found = [
            self._fact("distance", round(self.distance, 2), "in"),
            Fact("range", self.far.value, self._fact("distance", 0).source),
        ]
        if self.mark is not None:
            found.append(self._fact("cover", self.mark.cover.value))
            if self.mark.enfiladed or ENFILADED.name in self.ruled:
                found.append(self._fact("enfiladed", self.mark.enfiladed))
        needed = (SEES.name, PROPER_TARGET.name, CLEARLY_APART.name)
        return (*found, *(self._fact(name, True) for name in needed if name in self.ruled))

    def _fact(self, name: str, value: str | float | bool, unit: str = "") -> Fact:
        return Fact(name, value, Source.RULING if name in self.ruled else Source.MEASURED, unit)

    @property
    def numbers(self) -> tuple[Itemised, ...]:
        shown = () if self.column is None or not self.column.shift.items else (self.column.shift,)
        return (*shown, *(part.number for part in self.parts if part.number is not None))


def refusal(state: State, shot: Shot) -> RuleViolation | None:
    """Why that shot cannot be fired now; None: it can."""
    try:
        aimed_volley(state, shot)
    except RuleViolation as refused:
        return refused
    return None


def aimed_volley(state: State, shot: Shot) -> AimedVolley:
    """Raises RuleViolation. RA-shoot.1, RA-shoot.2, RA-shoot.3, RA-shoot.4"""
    if shot.at is not None or shot.at_distance is not None:
        return _aimed(state, shot)
    switches = shot.speculative, shot.harassing, shot.gas, shot.no_turn
    found = _aimed_at(state, shot.unit, shot.target, shot.building, shot.car, shot.observer, *switches)
    if isinstance(found, RuleViolation):
        raise found.with_traceback(None)
    return found


@once_a_state
def _aimed_at(
    state: State,
    unit: str,
    target: str,
    building: str,
    car: str,
    observer: str,
    speculative: bool,
    harassing: bool,
    gas: bool,
    no_turn: bool,
) -> AimedVolley | RuleViolation:
    """At a unit or building, or why not: offers, orders and odds ask for the same one after the other."""
    shot = Shot(
        unit,
        target,
        building,
        car=car,
        speculative=speculative,
        harassing=harassing,
        gas=gas,
        observer=observer,
        no_turn=no_turn,
    )
    try:
        return _aimed(state, shot)
    except RuleViolation as refused:
        return refused


def _aimed(state: State, shot: Shot) -> AimedVolley:
    unit = state.find(shot.unit)
    if unit is None:
        raise no_target()
    for barred in (unit_bar(state, unit), rounds_bar(state, unit)):
        if barred is not None:
            raise barred
    if shot.gas and (barred := gas_bar(state.card(unit).arm, state.equipment(unit))) is not None:
        raise barred
    goal = goal_of(state, shot)
    shot = _at_ruled_distance(state, shot, goal)
    _require_sight(state, unit, shot, goal)
    pose, eligible = best_pose(state, unit, shot, goal)
    eligible = out_of_building(state, pose, goal, eligible)
    seen = _observed(state, unit, shot, goal)
    parts = tuple(_parts(state, pose, shot, goal, eligible, seen))
    distance = min(part.distance for part in parts)
    far = Band.HARASSING if shot.harassing else _joint(part.far for part in parts)
    guns = all(is_machine_gun(part.card.arm, part.card.traits) for part in parts)
    close = guns and all(
        machine_gun_bonus(part.card.arm, part.card.traits, part.distance, state.house) for part in parts
    )
    firing = tuple(piece.stood for part in parts for piece in part.pieces)
    mark = mark_of(state, pose, goal.unit, firing) if goal.unit is not None else None
    where = _column(state, shot, goal, parts, mark, close, far)
    turned = (pose.facing, pose.formation) != (unit.facing, unit.formation)
    return AimedVolley(
        shot, pose, turned, goal, parts, distance, far, seen, guns, mark, where, _ruled(state, unit, shot, goal)
    )


def _ruled(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> frozenset[str]:
    """Which of the facts that a shooting uses are the umpire's word."""
    if goal.unit is None or not state.ruled:
        return frozenset()
    target, eyes = goal.unit.id, shot.observer or unit.id
    lone = state.card(goal.unit).arm is Arm.OFFICER
    said = {
        DISTANCE.name: ruled(state, DISTANCE, eyes, target),
        SEES.name: ruled(state, SEES, eyes, target),
        PROPER_TARGET.name: ruled(state, PROPER_TARGET, unit.id, target),
        CLEARLY_APART.name: ruled(state, CLEARLY_APART, target) if lone else None,
        COVER.name: ruled(state, COVER, target, unit.id),
        ENFILADED.name: ruled(state, ENFILADED, unit.id, target),
    }
    return frozenset(name for name, word in said.items() if word is not None)


def _at_ruled_distance(state: State, shot: Shot, goal: FireGoal) -> Shot:
    """The umpire's word on how far they are apart."""
    word = ruled(state, DISTANCE, shot.unit, goal.unit.id) if goal.unit is not None else None
    return shot if word is None or shot.at_distance is not None else replace(shot, at_distance=word)


def _joint(bands: Iterator[Band]) -> Band:
    return Band.CLOSE if all(each is Band.CLOSE for each in bands) else Band.LONG


# ── Sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _require_sight(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> None:
    """The unit, or its observer, must see the target, or the place that it fires at. RA-shoot.2, RA-indirect.1,
    RA-R168"""
    eyes = unit
    if shot.observer:
        if (barred := observer_bar(state.card(unit).arm)) is not None:
            raise barred
        found = state.find(shot.observer)
        if found is None or found.side != unit.side or found.routing or (found.at is None and not found.aboard):
            raise RuleViolation(
                "no-observer",
                "That unit cannot observe for the guns.",
                citation="RA-indirect.1",
                remedy="Name a unit of yours that sees the target.",
            )
        eyes = found
    if goal.unit is not None and not shot.speculative:
        seen = sees(state, eyes, goal.unit)
    else:
        seen = sees_place(state, eyes, goal.edge(outline(state, eyes)))
    if not seen:
        raise RuleViolation(
            Why.NO_LINE_OF_SIGHT,
            f"{eyes.name} does not see {goal.name}.",
            citation="RA-shoot.2",
            remedy="Name an observer who does." if state.card(unit).hits else "Move first, or choose another target.",
        )


def _observed(state: State, unit: Unit, shot: Shot, goal: FireGoal) -> Observed:
    """RA-indirect.2, RA-R28"""
    before = None
    if unit.fired_turn and unit.fired_turn == state.turn - 1:
        before = LastRound(unit.fire_target, unit.observed_by)
    return observed(goal.key, shot.observer, before)


def rounds_before(state: State, unit: Unit, goal: FireGoal) -> int:
    """Turns in a row just before this one in which it fired at the same. RA-R33"""
    again = unit.fired_turn and unit.fired_turn == state.turn - 1 and unit.fire_target == goal.key
    return unit.fire_rounds if again else 0


# ── Strength and column ─────────────────────────────────────────────────────────────────────────────────────────────


def _parts(
    state: State, unit: Unit, shot: Shot, goal: FireGoal, eligible: list[tuple[FiringBase, float]], seen: Observed
) -> Iterator[Salvo]:
    """One for each card: a train's cars fire together, each at its own range. RA-shoot.3, RA-R16, RA-R200"""
    marks = Markers(unit.terror, unit.humiliated, unit.pinned)
    for card in dict.fromkeys(piece.card for piece, _ in eligible):
        own = [(piece, inches) for piece, inches in eligible if piece.card is card]
        bases = Fraction(len(own)) if card.arm.train else firing(len(own), len(unit.bases), marks, state.house)
        distance = min(inches for _, inches in own)
        if shot.observer:
            distance = from_observer(state, shot, goal)
        far = band(distance, card.range, state.light)
        strength = shooting_total(card.shoot, bases, factors(far, shot.speculative, seen))
        number = None if shot.harassing else _number(state, unit, shot, goal, card, distance, seen)
        yield Salvo(card, tuple(piece for piece, _ in own), bases, distance, far, strength, number)


def _number(
    state: State, unit: Unit, shot: Shot, goal: FireGoal, card: TroopCard, distance: float, seen: Observed
) -> Itemised | None:
    """RA-dh.1, RA-R33"""
    if card.direct_hit == "none" or (goal.unit is None and goal.building is None):
        return None
    moved = goal.unit is not None and unit.fire_spot != goal.unit.at
    ranged = range_counts(rounds_before(state, unit, goal), moved)
    return hit_number(
        card.direct_hit, struck_as(state, goal), distance, ranged=ranged, poor=card.poor_gunnery, observed=seen
    )


def _column(
    state: State,
    shot: Shot,
    goal: FireGoal,
    parts: tuple[Salvo, ...],
    mark: ShootingTarget | None,
    close_guns: bool,
    far: Band,
) -> Column | None:
    """None where the table is not rolled for: harassing fire, fire at a building, vehicles that feel none of it.
    RA-shoot.4, RA-R30, RA-R90, RA-R118"""
    if shot.harassing or goal.unit is None or mark is None:
        return None
    guns = all(is_machine_gun(part.card.arm, part.card.traits) for part in parts)
    if not table_counts(state.card(goal.unit).arm, guns, far):
        return None
    total = floor(sum((part.strength.exact for part in parts), Fraction(0)))
    return column(total, shifts(mark, close_guns), table_of(state.house, state.cards.shooting))
