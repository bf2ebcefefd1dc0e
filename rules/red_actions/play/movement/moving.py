"""Move and Enter: judged, begun, their odds. RA-action.move, RA-seq.reinforce"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.every_die import chance_that
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import inches
from rules.red_actions.actions.movement import Enter, Move
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.movement import bar_mixed
from rules.red_actions.book.sight import roll_veer
from rules.red_actions.book.vehicles import Trouble, roll_recovery
from rules.red_actions.course import Course
from rules.red_actions.events.movement import UnitEntered
from rules.red_actions.pending.movement import March
from rules.red_actions.play.fire.friends import friends_seen
from rules.red_actions.play.ground.fronts import box_of
from rules.red_actions.play.ground.layout import mixed, stood_at
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds
from rules.red_actions.play.movement.astray import led_astray
from rules.red_actions.play.movement.dangers import dangers
from rules.red_actions.play.movement.planning import Plan, plan, require_mobile, require_mode
from rules.red_actions.play.movement.surroundings import doing, nearer, route, threat
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.sight.knowledge import reveal_seen, show
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.play.vehicles.veering import may_veer, require_bearing
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Concealment, Point, Unit
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.measure import inward, nearest_edge, step
from rules.table.scene import Trace


@dataclass(frozen=True, slots=True)
class ReadyMove:
    """A move that has been judged. `entry`: where it comes onto the table."""

    plan: Plan
    doing: Doing
    entry: Point | None = None
    facing: float = 0.0


def judge_move(state: State, action: Move, by: Actor) -> ReadyMove:
    """RA-move.1, RA-shoot.move.rifle, RA-R149"""
    unit = require_segment(state, action.unit, by, after_fire=True)
    if unit.at is None and not unit.aboard:
        raise RuleViolation(Why.NOT_THERE, f"{unit.name} is not on the table.", remedy="Bring it on first.")
    require_mobile(state, unit)
    require_mode(state, unit, action.pace)
    bar_mixed(mixed(unit))
    formation = None if action.formation is None else UnitFormation(action.formation)
    if formation in (UnitFormation.SQUARE, UnitFormation.LINING):
        raise RuleViolation(
            "square", f"Nobody moves in {formation.value}." if formation is UnitFormation.SQUARE
            else "Nobody moves along an edge with bases that face out.",
            citation="RA-move.5", remedy="Form it with Turn or form instead.",
        )  # fmt: skip
    if unit.formation is UnitFormation.LINING:
        formation = formation or UnitFormation.LINE
    assert unit.at is not None
    points = route(state, unit, unit.at, action.path)
    what = doing(state, unit, points)
    require_nerve(state, unit, what)
    _require_delay(state, unit, points)
    require_bearing(state, unit, points, action.facing)
    fired = state.segment is not None and state.segment.fired
    made = plan(state, unit, points, pace=action.pace, facing=action.facing, formation=formation, fired=fired)
    return ReadyMove(made, what)


def _require_delay(state: State, unit: Unit, points: Sequence[Point]) -> None:
    if unit.held_back_until >= state.turn and nearer(state, unit, points):
        raise RuleViolation(
            "holds-back",
            f"{unit.name} has rallied from rout and does not go towards the enemy until turn"
            f" {unit.held_back_until + 1}.",
            citation="RA-rally.opt.delay",
            remedy="Let it stand, or move another way.",
        )


def carry_move(state: State, ready: ReadyMove, chance: Chance) -> Sequence[Event]:
    """Its segment begins: a vehicle that does not get free stays where it is, a unit may lose its way in the dark, a
    Mob may hesitate; then it is on its way. RA-char.mob.1, RA-R94, RA-weather.night.veer"""
    course = Course(state, chance)
    unit = ready.plan.unit
    take(course, unit)
    if course.state.unit(unit).breakdown is not Breakdown.NONE or hesitates(course, unit, ready.doing):
        return course.events
    fired = state.segment is not None and state.segment.fired
    made = led_astray(course.state, state.unit(unit).facing, ready.plan, fired=fired)
    if made is not None:
        set_out(course, made)
    act_done(course, unit)
    return course.events


def set_out(course: Course, made: Plan, *, unlimber: bool = False) -> None:
    """Puts it on its way. Who hides shows himself by moving. RA-R142"""
    unit = course.state.unit(made.unit)
    if unit.hidden is Concealment.HIDING:
        show(course, unit.id, why="moved")
    foe = threat(course.state, unit)
    course.push(
        March(
            unit=unit.id,
            legs=made.legs,
            facing=made.facing,
            formation=made.formation,
            pace=made.pace,
            turned=made.turned,
            foe=foe.id if foe is not None else "",
            unlimber=unlimber,
            fast=made.fast,
            friends=tuple(sorted(friends_seen(course.state, unit))),
        )
    )


def move_odds(state: State, ready: ReadyMove) -> Odds:
    """What it takes of its move; a Mob's chance to hesitate; what it should be warned of."""
    made = ready.plan
    unit = state.unit(made.unit)
    facts = (
        Fact("move", f"{made.spent:.1f} of {made.allowed}", Source.MEASURED),
        *(
            Fact("ground", ground.value, Source.MEASURED)
            for ground in made.way.grounds
            if ground.value != "open ground"
        ),
        *hesitation_facts(state, unit, ready.doing),
    )
    wire = (f"It ends at the wire after {inches(made.way.end)}.",) if made.way.wire else ()
    notes = (*wire, *dangers(state, made))
    trace = Trace("plan", made.points, unit.side)
    chances = (*hesitation_odds(state, unit, ready.doing), *_before_it_moves(state, unit))
    return Odds(facts=facts, chances=chances, notes=notes, traces=(trace,))


def _before_it_moves(state: State, unit: Unit) -> Iterator[Prospect]:
    """The dice at the start of its segment. RA-R94, RA-weather.night.veer"""
    if state.segment is not None and state.segment.unit == unit.id:
        return
    if unit.breakdown is Breakdown.TEMPORARY:
        free = chance_that(lambda chance: roll_recovery(Trouble.STUCK, chance)[1] is Trouble.NONE)
        yield Prospect("it gets free and moves", free, Outcome("gets-free", unit.id))
    if may_veer(state, unit):
        share = chance_that(lambda chance: bool(roll_veer(chance)[1]))
        yield Prospect("it loses its way", share, Outcome("veers", unit.id), danger=True)


# ── Reinforcements ──────────────────────────────────────────────────────────────────────────────────────────────────


def judge_enter(state: State, action: Enter, by: Actor) -> ReadyMove:
    """With all its bases; without a way just so far that they are on the table. RA-seq.reinforce, RA-R111, RA-R267"""
    unit = require_segment(state, action.unit, by, off_table=True)
    if unit.at is not None or unit.aboard or unit.entry is None or not unit.arrives:
        raise RuleViolation(
            "no-reinforcement",
            f"{unit.name} isn't a reinforcement that waits to come on.",
            citation="RA-seq.reinforce",
            remedy="Move it.",
        )
    if unit.arrives > state.turn:
        raise RuleViolation(
            "not-yet-due",
            f"{unit.name} may come from turn {unit.arrives} on.",
            citation="RA-seq.reinforce",
            remedy="Act with another unit.",
        )
    assert state.board is not None
    edge, _ = nearest_edge(state.board, unit.entry)
    facing = inward(edge)
    come = replace(unit, at=unit.entry, facing=facing)
    there = state.with_unit(come)
    points = route(there, come, unit.entry, action.path)
    if len(points) == 1:
        block = box_of(stood_at(there, come, unit.entry, facing, come.formation), unit.entry, facing)
        points = (unit.entry, step(unit.entry, facing, -block.rear + 0.01))
    return ReadyMove(plan(there, come, points), doing(there, come, points), unit.entry, facing)


def carry_enter(state: State, ready: ReadyMove, chance: Chance) -> Sequence[Event]:
    """It stands at its entry point, and goes on from there. RA-R111"""
    course = Course(state, chance)
    unit = ready.plan.unit
    assert ready.entry is not None
    take(course, unit)
    if hesitates(course, unit, ready.doing):
        act_done(course, unit)
        return course.events
    secret = secret_to(course.state.unit(unit))
    course.happen(
        UnitEntered(unit=unit, at=ready.entry, facing=ready.facing, audience=secret, citations=("RA-seq.reinforce",))
    )
    reveal_seen(course)
    set_out(course, ready.plan)
    act_done(course, unit)
    return course.events
