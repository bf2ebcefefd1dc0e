"""Carrying a move out: what was wanted, what the roll depends on, which ground the way crosses, where figures stand.

`movement`, `jokers` and `assault` decide who may; this does it. Chapters V.12, VIII.1, VIII.4, IX.1 and IX.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.battle.facts import worth_telling
from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.march import Going, MovementRoll, movement_roll, reckoned
from rules.book_and_gun.book.measures import MOVEMENT
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import PosturesSet
from rules.book_and_gun.events.movement import FormationChanged, How, UnitMoved
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground import housing, passage, route, terrain
from rules.book_and_gun.play.ground.cycling import going_by
from rules.book_and_gun.play.ground.formation import formed_up, laid_out
from rules.book_and_gun.play.ground.mounted import own_inches
from rules.book_and_gun.play.ground.route import Way
from rules.book_and_gun.play.ground.tabletop import kept_off, places
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.play.movement.guns import brought, pushed
from rules.book_and_gun.play.movement.plan import Plan, changes, going_of, planned
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Formation, Ground, Placed, Unit
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, toward

SCOUT_REACH, RADIO_REACH = (float(MOVEMENT[what]) for what in ("scout from the leader", "scout with a radio"))
"""Inches that a scout may be from his unit's leader, without and with a radio. BG-VIII.4.5a."""


@dataclass(frozen=True, slots=True)
class Given:
    """A march that others follow: its roll and its way."""

    roll: MovementRoll
    way: Way | None


def march_off(course: Course, off: SettingOff) -> Given:
    """Carries a move out that has been judged: postures, roll, way, places."""
    course.note(*off.before)
    out = off.out
    roll = movement_roll(out.going, course.chance, options=course.state.options)
    roll, gone, more = settled(course.state, out.plan, roll, off.action)
    _carry_out(course, out.plan, roll, gone, (*out.known, *more), out.how)
    return Given(roll, gone)


def follow(course: Course, unit_id: str, ids: Sequence[str], given: Given) -> Given:
    """Goes behind another unit with that unit's roll, on its way."""
    plan = planned(course.state, course.unit(unit_id), ids, Move(unit=unit_id))
    way = _following(plan, given)
    _carry_out(course, plan, given.roll, way, (), "move")
    return Given(given.roll, way)


@dataclass(frozen=True, slots=True)
class SettingOff:
    """A move before its dice. `before`: what is done first; `out`: what is then rolled for."""

    before: tuple[Event, ...]
    out: SetOut
    action: Move


def setting_off(
    state: State, unit: Unit, figures: Sequence[Figure], action: Move, *, leaderless: bool | None = None
) -> SettingOff:
    """These figures use their chance for that move. `leaderless` overrides what is measured.

    Raises RuleViolation for a goal that cannot be read.
    """
    ids = [figure.id for figure in figures]
    lying = postured(unit, ids, action)
    now = state if lying is None else evolve(state, lying)
    out = set_out(now, now.unit(unit.id), ids, action, leaderless=leaderless)
    used: Event = activated(state, unit, figures)
    return SettingOff((used,) if lying is None else (used, lying), out, action)


@dataclass(frozen=True, slots=True)
class SetOut:
    """A move before its dice: what is wanted, what the roll depends on, the facts of that."""

    plan: Plan
    going: Going
    known: tuple[Fact, ...]
    how: How = "move"


def set_out(state: State, unit: Unit, ids: Sequence[str], action: Move, *, leaderless: bool | None = None) -> SetOut:
    """What these figures are about to do; civilians under fire run, whatever was wanted. BG-R129."""
    plan = planned(state, unit, ids, action)
    going, known = going_of(state, plan, action)
    if leaderless is not None:
        going = replace(going, leaderless=leaderless)
    flight = must_flee(state, unit)
    if flight is None or plan.start is None:
        return SetOut(plan, going, tuple(known))
    plan = replace(plan, goal=flight.goal, words="away from the firing", at_most=None, backwards=False, facing=None)
    return SetOut(plan, replace(going, rows=("open order",), kind="unit"), tuple(known), "flight")


def _following(plan: Plan, given: Given) -> Way | None:
    """The same inches, to where the unit ahead stood and on along its way."""
    if given.way is None or plan.start is None:
        return None
    points, gone, here = [plan.start], 0.0, plan.start
    for point in given.way.points:
        leg = between(here, point)
        reached = min(leg, given.way.inches - gone)
        if reached <= 0.0:
            break
        here = toward(here, point, reached)
        points.append(here)
        gone += reached
    looks = bearing(points[-2], points[-1]) if len(points) > 1 else plan.looks
    return Way(tuple(points), looks, gone)


def postured(unit: Unit, ids: Sequence[str], action: Move) -> PosturesSet | None:
    """Lying down and standing up are free and come before the move. BG-VIII.4.3a, BG-R43."""
    wanted = action.posture
    changing = tuple(f.id for f in unit.figures if f.id in ids and f.fit and f.posture is not wanted)
    if wanted is None or not changing:
        return None
    return PosturesSet(unit=unit.id, figures=changing, posture=wanted, citations=("BG-VIII.4.3a", "BG-R43"))


# ── Ground, way and places ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Ahead:
    """The way as far as a roll would take a unit over clear ground, and the ground that it crosses. No way without a
    board."""

    way: Way | None
    ground: Ground
    slope: bool
    facts: tuple[Fact, ...]
    measured: bool
    downhill: bool = False
    """Cyclists go straight down a steep slope. BG-IX.1.4b"""


def ahead(state: State, plan: Plan, inches: float, action: Move) -> Ahead:
    """What lies on the way for a roll of so many inches; a gun crosses no wall and enters no house. BG-IX.1.2b,
    BG-IX.1.4a, BG-IX.3.1d, BG-R279."""
    board = housing.ground_of(state, plan.figures)
    if board is not None and pushed(plan.figures, state.options):
        board = housing.without_jumps(board)
    first = None if plan.start is None else _open_way(plan, board, inches)
    downhill = False
    if first is not None and board is not None and going_by(state, plan.figures) == "ridden":
        downhill = terrain.downhill(board, first.points)
        first = _open_way(plan, board, 2 * inches) if downhill else first
    ground, ground_fact = facts.fact(
        state,
        facts.TERRAIN,
        plan.unit.id,
        declared=action.terrain.value if action.terrain else None,
        measured=lambda: None if board is None or first is None else terrain.worst(board, first.points, plan.wide),
        default=Ground.CLEAR.value,
    )
    slope, slope_fact = facts.fact(
        state,
        facts.SLOPE,
        plan.unit.id,
        declared=action.slope,
        measured=lambda: None if board is None or first is None else terrain.steep(board, first.points, plan.wide),
        default=False,
    )
    used = (ground_fact, *(worth_telling(slope_fact, slope or action.slope is not None)))
    way = None if board is None else first
    return Ahead(way, Ground(ground), slope, used, ground_fact.source is Source.MEASURED, downhill)


def _open_way(plan: Plan, board: Board | None, inches: float) -> Way:
    """The way for so many inches as far as it is open."""
    way = _way(plan, inches)
    return way if board is None else route.cut(way, passage.way_of(board, way.points).length)


def settled(
    state: State, plan: Plan, roll: MovementRoll, action: Move
) -> tuple[MovementRoll, Way | None, tuple[Fact, ...]]:
    """The roll with the ground that the way really crosses, and the way. Where rough ground begins farther off than
    the roll would reach in it, the unit stops before it. BG-R34, BG-R174, BG-IX.1.2b, BG-IX.1.4a."""
    found = ahead(state, plan, roll.inches, action)
    real, way = over(state, plan, roll, found)
    return real, way, found.facts


def over(state: State, plan: Plan, roll: MovementRoll, found: Ahead) -> tuple[MovementRoll, Way | None]:
    """The roll, and the way that it gives over what lies ahead."""
    board, first = state.board, found.way
    doubled = found.downhill and roll.going.mounted and found.ground is Ground.CLEAR
    going = replace(roll.going, ground=found.ground, slope=found.slope, doubled=doubled)
    real = reckoned(going, roll.dice, roll.less, options=state.options)
    if first is None or board is None:
        return real, None
    way = route.cut(_way(plan, real.inches), first.inches)
    if found.measured and going.ground is not Ground.CLEAR:
        before = terrain.clear_for(board, first.points, plan.wide)
        if before is not None and before > way.inches:
            return roll, route.cut(first, before - 0.05)
    return real, way


def _way(plan: Plan, allowance: float) -> Way:
    if plan.start is None:
        raise ValueError("a way needs a place to start from")
    if plan.backwards:
        return route.back(plan.start, plan.looks, allowance, plan.at_most)
    return route.travel(plan.start, plan.looks, plan.goal, allowance, plan.at_most)


def _carry_out(course: Course, plan: Plan, roll: MovementRoll, way: Way | None, used: Sequence[Fact], how: How) -> None:
    state, unit = course.state, plan.unit
    draws = course.chance.taken()
    disordered = bool(way and not way.wheeled and plan.formation is Formation.COLUMN)
    if changes(plan) or disordered:
        course.note(
            FormationChanged(
                unit=unit.id,
                formation=plan.formation,
                order=plan.order,
                disordered=disordered,
                citations=("BG-VIII.1.2d",) if disordered else ("BG-V.12b",),
            )
        )
    facing: float | None = plan.facing
    inches = roll.inches / route.BACKWARDS if plan.backwards else roll.inches
    inches = inches if plan.at_most is None else min(inches, plan.at_most)
    placed: tuple[Placed, ...] = ()
    path: tuple[Point, ...] = ()
    short = ""
    if way is not None and state.board is not None:
        facing, wanted = end_facing(plan, way, roll.inches)
        way, placed = stood(state, state.board, plan, roll, wanted, facing)
        short = shortfall(plan, roll.inches, wanted, way)
        inches, path = round(way.inches, 2), way.points if way.inches > 0.0 else ()
    walk(
        course,
        UnitMoved(
            unit=unit.id,
            figures=tuple(f.id for f in plan.figures),
            how=how,
            dice=roll.dice,
            deductions=roll.deductions,
            allowance=roll.inches,
            inches=inches,
            placed=placed,
            path=path,
            facing=facing if _main_body(plan) else None,
            facts=tuple(used),
            short=short,
            goal=plan.words,
            guns=brought(state, plan.figures) if how == "move" else (),
            uses_move=inches > 0.0 or changes(plan),
            draws=draws,
            citations=("BG-VIII.1.1", "BG-VIII.1.43a"),
        ),
    )


NOTICED = 0.25
"""Inches of a move that nobody asks after."""


def shortfall(plan: Plan, allowance: float, wanted: Way, gone: Way) -> str:
    """Why so many inches took the figures no further than that: "1 in for turning; others stand in the way"."""
    if allowance - gone.inches <= NOTICED:
        return ""
    why: list[str] = []
    if plan.backwards:
        why.append("3 in for each inch back")
    if wanted.turns:
        why.append(f"{wanted.turns:g} in for turning")
    left = allowance - wanted.turns - wanted.inches * (route.BACKWARDS if plan.backwards else 1.0)
    if left > NOTICED:
        why.append(_stopped(plan, wanted, left))
    if wanted.inches - gone.inches > NOTICED:
        why.append("others stand in the way")
    return "; ".join(why)


def _stopped(plan: Plan, wanted: Way, left: float) -> str:
    ahead = next((point for point in plan.goal if between(wanted.end, point) > NOTICED), None)
    turn = 0.0 if ahead is None or plan.backwards else route.turning(wanted.facing, bearing(wanted.end, ahead))
    if turn and turn >= left - 1e-9 and wanted.inches <= NOTICED:
        return f"its turn would take {turn:g} in"
    there = plan.goal and between(wanted.end, plan.goal[-1]) <= NOTICED
    if there or (plan.at_most is not None and wanted.inches >= plan.at_most - NOTICED):
        return "as far as it was ordered" if plan.words or plan.at_most is not None else "it has arrived"
    return "the ground ahead stops it"


def _main_body(plan: Plan) -> bool:
    """Whether these figures are the unit's main body, so that its facing is theirs."""
    return 2 * len(plan.figures) >= len(plan.unit.present) or any(f.traits.leader for f in plan.figures)


def end_facing(plan: Plan, way: Way, allowance: float) -> tuple[float, Way]:
    """The facing at the end, as wanted if the inches pay for the turn. BG-VIII.1.2b."""
    if plan.facing is None:
        return way.facing, way
    cost = route.turning(way.facing, plan.facing)
    left = allowance - way.inches - way.turns
    if cost > left + 1e-9:
        way = route.cut(way, max(0.0, way.inches - (cost - left)))
    return plan.facing, replace(way, turns=way.turns + cost)


def stood(
    state: State, board: Board, plan: Plan, roll: MovementRoll, way: Way, facing: float
) -> tuple[Way, tuple[Placed, ...]]:
    """Where the figures come to stand: none within 2 inches of an enemy, hidden ones included (who runs into them
    finds them), and no scout out of his leader's reach."""
    burdened = roll.burdened(state.options)
    loaded = {f.carries for f in plan.figures if f.carries}
    reach = {
        f.id: own_inches(f, burdened if f.carries or f.id in loaded or not f.fit else roll.inches) - way.turns
        for f in plan.figures
    }
    foes = [place for enemy in kept_off(state, plan.unit) for place in places(enemy.fit)]
    inches = way.inches
    while True:
        shorter = route.cut(way, inches)
        placed = formed_up(
            state, plan.figures, plan.formation, plan.order, shorter.end, facing, reach, foes, via=shorter.points
        )
        if inches <= 0.0 or _in_reach(state, plan, [p.at for p in placed]):
            return route.cut(shorter, _covered(board, plan, shorter, facing, placed)), placed
        inches = max(0.0, inches - 1.0)


def _covered(board: Board, plan: Plan, way: Way, facing: float, placed: Sequence[Placed]) -> float:
    """How much of the way was gone: as far as any figure is from where he stood, and on a way with bends all but what
    the one who came nearest to his place still lacks of it."""
    stood = {f.id: f.at for f in plan.figures}
    straight = max((between(at, p.at) for p in placed if (at := stood[p.figure]) is not None), default=0.0)
    wanted = laid_out(board, plan.figures, plan.formation, plan.order, way.end, facing)
    lacking = min((between(p.at, w.at) for p, w in zip(placed, wanted, strict=True)), default=way.inches)
    return max(straight, way.inches - lacking)


def _in_reach(state: State, plan: Plan, standing: Sequence[Point]) -> bool:
    """Scouts keep within 12 inches of their leader, 24 with a radio. BG-VIII.4.5a."""
    leader = leader_of(state, plan.unit)
    if leader is None or leader.at is None or not any(f.scout for f in plan.figures):
        return True
    for figure, point in zip(plan.figures, standing, strict=True):
        limit = scout_limit(figure)
        if ((point[0] - leader.at[0]) ** 2 + (point[1] - leader.at[1]) ** 2) ** 0.5 > limit + 1e-6:
            return False
    return True


def scout_limit(figure: Figure) -> float:
    """BG-VIII.4.5a."""
    return SCOUT_REACH if figure.traits.radio == "none" else RADIO_REACH
