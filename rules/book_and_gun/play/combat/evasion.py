"""Evading a charge: foot in open order turns and runs before the charge comes home. Horsemen do in the movement phase:
`riders`. XI.3.5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun import facts
from rules.book_and_gun.actions.combat import AnswerCharge
from rules.book_and_gun.book import charge as procedure
from rules.book_and_gun.book.march import Going, MovementRoll, movement_roll, reckoned
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.combat import ChargeUpdated
from rules.book_and_gun.play.combat import joining
from rules.book_and_gun.play.combat.place import held, offer
from rules.book_and_gun.play.combat.riders import ride_off
from rules.book_and_gun.play.ground import housing, terrain
from rules.book_and_gun.play.ground.formation import chart_row, order, troops
from rules.book_and_gun.play.ground.tabletop import effective_formation, middle, stunned
from rules.book_and_gun.play.morale.retreat import away_from, go_straight, movers
from rules.book_and_gun.play.turn import question
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.question import Answered
from rules.book_and_gun.play.turn.sequence import immobile
from rules.book_and_gun.state import ChargeInProgress, ChargeStage, State
from rules.book_and_gun.units import Formation, Ground, Morale, Phase, Spacing, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Source
from rules.table.board import Board, Point
from rules.table.measure import step

BEFORE = 0.05
"""Inches short of rough ground at which those stop who do not enter it."""


def may_evade(state: State, unit: Unit) -> bool:
    """Foot in open order that is steady and free to move, nobody of it stunned. BG-XI.3.5a, BG-R68, BG-R222."""
    return (
        not any(f.steed for f in unit.fit)
        and unit.morale is Morale.STEADY
        and order(unit) is Spacing.OPEN
        and unit.formation is not Formation.CIRCLE
        and not immobile(state, unit.side)
        and not any(stunned(state, figure) for figure in unit.fit)
    )


def meet(course: Course, target_id: str, closed: list[ChargeInProgress]) -> None:
    """The charged unit has passed its test: it stands or evades, by its standing answer or when asked."""
    unit = course.unit(target_id)
    standing = next((s.when_charged for s in course.state.sides if s.key == unit.side), "ask")
    if not may_evade(course.state, unit) or standing == "stand":
        joining.join(course, closed)
    elif standing == "evade":
        _evade(course, target_id, closed)
    else:
        question.put(course, "evade", target_id, closed[0].unit, "BG-XI.3.5a", "BG-R68")


def judge_answer(state: State, action: AnswerCharge, by: Actor) -> Answered[AnswerCharge]:
    """Raises RuleViolation when the unit has not been asked."""
    return question.answered(state, "evade", action.unit, action, by)


def answer_charge(state: State, ready: Answered[AnswerCharge], chance: Chance) -> list[Event]:
    """The charged unit stands, or evades; horsemen in the movement phase. BG-XI.3.5a, BG-XI.3.5b, BG-R68."""
    course = Course(state, chance)
    unit, answer = ready.question.unit, ready.action.answer
    question.close(course, ready.question, answer)
    if state.phase is Phase.MOVEMENT:
        if answer == "evade":
            ride_off(course, unit)
    elif answer == "evade":
        _evade(course, unit, closed_on(course.state, unit))
    else:
        joining.join(course, closed_on(course.state, unit))
    return course.events


def closed_on(state: State, unit_id: str) -> list[ChargeInProgress]:
    """The charges that have come home on the unit."""
    return [c for c in state.charges if c.target == unit_id and c.stage is ChargeStage.CLOSED]


def _evade(course: Course, target_id: str, closed: list[ChargeInProgress]) -> None:
    """Half of a normal move straight away; whoever has enough of his move left catches it from behind. BG-XI.3.5a,
    BG-XI.3.5e, BG-R68."""
    unit = course.unit(target_id)
    rolled = movement_roll(going(course.state, unit), course.chance, options=course.state.options)
    caught = run_from(course, target_id, closed, running(course.state, unit, closed, rolled))
    for missed in (c for c in closed if c not in caught):
        course.note(ChargeUpdated(charge=replace(missed, stage=ChargeStage.OVER)))
    if not caught:
        offer(course, closed[0].unit, target_id, held(closed[0]), "BG-XI.3.5e")
        return
    behind = [replace(c, from_rear=True, stage=ChargeStage.CLOSED) for c in caught]
    course.note(*(ChargeUpdated(charge=c, citations=("BG-R68",)) for c in behind))
    joining.join(course, behind, how="follow")


@dataclass(frozen=True, slots=True)
class Running:
    """Where a unit evades to, with the ground of its way: half of `roll`, or up to the edge of rough ground."""

    direction: float | None
    roll: MovementRoll
    inches: float


def running(state: State, unit: Unit, closed: Sequence[ChargeInProgress], rolled: MovementRoll) -> Running:
    """What a roll comes to straight away from the chargers: half of a normal move, which pays for the ground that any
    of the unit would cross. Where rough ground begins farther off than that, they run up to it. BG-XI.3.5a, BG-R34,
    BG-R68, BG-R174."""
    here, there = middle(unit.fit), middle(state.unit(closed[0].unit).fit)
    direction = away_from(here, there) if here and there and here != there else None
    first = procedure.foot_evasion(rolled.inches, 0.0).inches
    board, ways = housing.ground_of(state, unit.fit), _ways(unit, direction, first)
    ground, fact = facts.fact(
        state,
        facts.TERRAIN,
        unit.id,
        measured=lambda: _worst(board, ways) if board is not None and ways else None,
        default=Ground.CLEAR.value,
    )
    slope, _ = facts.fact(
        state,
        facts.SLOPE,
        unit.id,
        measured=lambda: any(terrain.steep(board, way) for way in ways) if board is not None and ways else None,
        default=False,
    )
    real = reckoned(
        replace(rolled.going, ground=Ground(ground), slope=slope), rolled.dice, rolled.less, options=state.options
    )
    inches = procedure.foot_evasion(real.inches, 0.0).inches
    if board is not None and fact.source is Source.MEASURED and real.going.ground is not Ground.CLEAR:
        begins = [found for way in ways if (found := terrain.clear_for(board, way)) is not None]
        if begins and min(begins) - BEFORE > inches:
            return Running(direction, rolled, min(begins) - BEFORE)
    return Running(direction, real, inches)


def _ways(unit: Unit, direction: float | None, inches: float) -> list[tuple[Point, Point]]:
    """The straight way of each who runs."""
    if direction is None:
        return []
    return [(f.at, step(f.at, direction, inches)) for f in movers(unit) if f.at is not None]


def _worst(board: Board, ways: Sequence[tuple[Point, Point]]) -> str:
    found = [terrain.worst(board, way) for way in ways]
    return max(found, key=(Ground.CLEAR, Ground.ROUGH, Ground.DENSE).index).value


def run_from(course: Course, target_id: str, closed: list[ChargeInProgress], ready: Running) -> list[ChargeInProgress]:
    """The unit runs so; the charges that catch it."""
    unit = course.unit(target_id)
    gone = go_straight(
        course,
        unit.id,
        "evade",
        ready.direction,
        ready.inches,
        dice=ready.roll.dice,
        deductions=ready.roll.deductions,
        citations=("BG-XI.3.5a", "BG-R68"),
    )
    return [c for c in closed if course.unit(target_id).fit and procedure.follows(unused(c), procedure.HALT + gone)]


def unused(charge: ChargeInProgress) -> float:
    """Inches that the charger has left when it stands 2 inches away. BG-R68."""
    return procedure.ChargeMove(charge.inches, charge.distance).unused


def going(state: State, unit: Unit) -> Going:
    """A normal move of the unit as it stands, before its ground is known."""
    return Going(
        troops=troops(unit),
        rows=(chart_row(unit, effective_formation(state, unit), unit.order),),
        surface=state.conditions.ground,
        leaderless=leader_of(state, unit) is None,
    )
