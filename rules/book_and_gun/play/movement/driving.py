"""A drive before its dice and carried out: who goes, what is rolled, the way of each vehicle over its ground.

All vehicles of a unit go on one card and one roll (X.1.1). VIII.1.1, VIII.1.43a, VIII.2.2 to VIII.2.8; R34, R40, R41.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.march import Going, MovementRoll, movement_roll, reckoned
from rules.book_and_gun.book.rows import Troops
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.play.aboard.crew import built, crew_of, manned
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.ground import route, terrain
from rules.book_and_gun.play.ground.parking import seated_at
from rules.book_and_gun.play.ground.route import Way
from rules.book_and_gun.play.ground.water import Afloat, launched
from rules.book_and_gun.play.movement.vehicle_going import going_for
from rules.book_and_gun.play.movement.waterway import goes_afloat
from rules.book_and_gun.play.movement.wheels import Wheels
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Ground, Placed, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point
from rules.table.measure import step

NOTICED = 0.25
"""Inches of a drive that nobody asks after."""
FARTHEST_BACK = 12.0
"""Inches that two dice bring at most. BG-VIII.2.3"""
BEFORE = 0.05
"""Inches before rough ground at which a vehicle stops that would not get into it."""


@dataclass(frozen=True, slots=True)
class Driving:
    """A drive that has been judged. `vehicles`: those that go, the foremost in the roster first; `goal`: the points of
    the first one's way, without its start; `figures`: all who have their chance with it."""

    unit: Unit
    figures: tuple[Figure, ...]
    vehicles: tuple[Vehicle, ...]
    goal: tuple[Point, ...]
    going: Going
    known: tuple[Fact, ...]
    action: Move
    afloat: Afloat = ""


def judge_drive(state: State, unit: Unit, figures: Sequence[Figure], action: Move) -> Driving:
    """Raises RuleViolation: no vehicle that can move, what vehicles do not do, a goal that cannot be read.

    BG-VIII.1.43a, BG-VIII.2.3, BG-VIII.2.71a, BG-R41, BG-R91."""
    able = tuple(v for v in manned(state, unit) if v.drives and not v.flight)
    if not able:
        raise RuleViolation(
            Why.CANNOT_MOVE,
            f"No vehicle of {unit.name} can move.",
            citation="BG-R91",
            remedy="Get out, or hold: what is immobilized may still fire.",
        )
    require_plain(action)
    goal = _goal(state, unit, able[0], action, goes_afloat(state, able, action))
    return along(state, unit, figures, able, goal, action)


def along(
    state: State,
    unit: Unit,
    figures: Sequence[Figure],
    able: tuple[Vehicle, ...],
    goal: tuple[Point, ...],
    action: Move,
) -> Driving:
    """The drive of these vehicles along those points."""
    afloat = goes_afloat(state, able, action)
    going, known = going_for(state, unit, able, goal, action, afloat)
    return Driving(unit, tuple(figures), able, goal, going, known, action, afloat)


def require_plain(action: Move) -> None:
    """Refuses what people do on foot."""
    asked = (
        (action.formation is not None or action.order is not None, "take up no formation of figures"),
        (action.posture is not None, "neither lie down nor stand up"),
        (bool(action.road_group) or bool(action.leaders), "take nobody else along on their card"),
    )
    for wanted, what in asked:
        if wanted:
            raise RuleViolation(
                "not-for-vehicles",
                f"Vehicles {what}.",
                citation="BG-VIII.2.1",
                remedy="Give a place, a distance or a facing alone.",
            )


def _goal(state: State, unit: Unit, lead: Vehicle, action: Move, afloat: Afloat) -> tuple[Point, ...]:
    board = state.board
    if board is None or lead.at is None or action.backwards or action.inches == 0.0:
        return ()
    if action.to is not None:
        points = route.read(state, board, unit, lead.at, action.to)
    else:
        points = route.towards_enemy(state, board, unit, crew_of(state, lead))
    if afloat == "boat":
        points = tuple(launched(board, point, built(lead), lead.name) for point in points)
    return Wheels(state, unit, known=True, afloat=afloat).found(lead, points)


# ── Carried out ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DriveSurvey:
    """The table as the vehicles find it, and the inches of the first one's way that are open; `why`: what ends it."""

    wheels: Wheels
    open: float
    why: str


def surveyed(state: State, ready: Driving, *, known: bool) -> DriveSurvey | None:
    """None without a board. `known`: as their side knows the table, for odds."""
    lead = ready.vehicles[0]
    if state.board is None or lead.at is None:
        return None
    wheels = Wheels(state, ready.unit, known=known, afloat=ready.afloat)
    way, why = wheels.open(lead, _way(ready, lead, 2 * (state.board.width + state.board.depth)))
    return DriveSurvey(wheels, way.inches, why)


@dataclass(frozen=True, slots=True)
class DriveRoll:
    """What a roll comes to: the roll with its ground, the way of the first vehicle (None without a board), the facts,
    and what ended the way sooner."""

    roll: MovementRoll
    way: Way | None
    facts: tuple[Fact, ...]
    stopped: str = ""


def drive(state: State, ready: Driving, chance: Chance) -> list[Event]:
    """The dice are rolled, and every vehicle goes as far as they, the ground and what stands in its way let it."""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    go(course, ready, movement_roll(ready.going, chance, options=state.options))
    return course.events


def go(course: Course, ready: Driving, roll: MovementRoll) -> None:
    """The vehicles go by that roll, each as far as the ground and what stands in its way let it."""
    state, chance, unit = course.state, course.chance, ready.unit
    survey = surveyed(state, ready, known=False)
    done = driven(state, ready, roll, survey)
    way, facing = done.way, ready.action.facing
    placed: tuple[Placed, ...] = ()
    if way is not None and survey is not None:
        facing = _end_facing(ready, survey, way)
        stood = survey.wheels.placed(ready.vehicles, way, facing, done.roll.inches, reverse=ready.action.backwards)
        placed = seated_at(ready.figures, stood)
    moved = round(way.inches, 2) if way is not None else _declared(ready, done.roll)
    walk(
        course,
        UnitMoved(
            unit=unit.id,
            figures=tuple(f.id for f in ready.figures),
            how="move",
            dice=done.roll.dice,
            deductions=done.roll.deductions,
            allowance=done.roll.inches,
            inches=moved,
            placed=placed,
            path=way.points if way is not None and way.inches > 0.0 else (),
            facing=facing,
            facts=(*done.facts, *ready.known),
            short=_short(ready, done),
            goal=ready.action.to or "",
            uses_move=moved > 0.0,
            draws=chance.taken(),
            citations=_citations(ready),
        ),
    )


def _citations(ready: Driving) -> tuple[str, ...]:
    if ready.afloat:
        return ("BG-VIII.2.10a", "BG-R275") if ready.afloat == "boat" else ("BG-VIII.2.11", "BG-R276")
    return ("BG-VIII.2.3" if ready.action.backwards else "BG-VIII.1.43a", "BG-R34")


def _declared(ready: Driving, roll: MovementRoll) -> float:
    """Without a board as far as the roll, or as was wanted."""
    wanted = ready.action.inches
    return roll.inches if wanted is None else min(wanted, roll.inches)


def ended_by(done: DriveRoll) -> str:
    """What ended the way with inches to spare; empty where nothing did."""
    way = done.way
    return done.stopped if way is not None and _left(done, way) > NOTICED else ""


def _left(done: DriveRoll, way: Way) -> float:
    return done.roll.inches - way.inches - way.turns


def _short(ready: Driving, done: DriveRoll) -> str:
    """Why so many inches took them no further: "1 in for turning; the wall is in the way"."""
    way = done.way
    if way is None or done.roll.inches - way.inches <= NOTICED:
        return ""
    why = [f"{way.turns:g} in for turning"] if way.turns else []
    if stopped := ended_by(done):
        why.append(f"{stopped} is in the way")
    elif _left(done, way) > NOTICED:
        ordered = ready.action.to or ready.action.inches is not None
        why.append("as far as it was ordered" if ordered else "it has arrived")
    return "; ".join(why)


def driven(state: State, ready: Driving, roll: MovementRoll, survey: DriveSurvey | None) -> DriveRoll:
    """Where that roll brings the first vehicle over the ground that all of them cross. Where rough ground begins
    farther off than the roll would reach in it, they stop before it; whatever horses draw stops there always. BG-R34,
    BG-R174, BG-IX.1.2c."""
    unit, action, board, lead = ready.unit, ready.action, state.board, ready.vehicles[0]
    on_board = board is not None and survey is not None
    first = _cut(ready, survey, roll.inches)[0] if survey is not None else None
    if ready.afloat:
        return _on_water(ready, roll, survey)
    ground, ground_fact = facts.fact(
        state,
        facts.TERRAIN,
        unit.id,
        declared=action.terrain.value if action.terrain else None,
        measured=lambda: None if board is None or first is None else _worst(board, ready, first),
        default=Ground.CLEAR.value,
    )
    slope, slope_fact = facts.fact(
        state,
        facts.SLOPE,
        unit.id,
        declared=action.slope,
        measured=lambda: None if board is None or first is None else terrain.steep(board, first.points, 0.0),
        default=False,
    )
    used = (ground_fact, *((slope_fact,) if slope or action.slope is not None else ()))
    if roll.going.troops is Troops.HORSE_DRAWN and Ground(ground) is not Ground.CLEAR:
        return _before_rough(state, ready, roll, survey, used, slope=slope)
    going = replace(roll.going, ground=Ground(ground), slope=slope)
    real = reckoned(going, roll.dice, roll.less, options=state.options)
    if not on_board or board is None or first is None or survey is None:
        return DriveRoll(real, None, used)
    way, why = _cut(ready, survey, real.inches)
    if ground_fact.source is Source.MEASURED and going.ground is not Ground.CLEAR:
        clear = terrain.clear_for(board, first.points, built(lead).width)
        if clear is not None and clear - BEFORE > way.inches:
            real, way, why = roll, route.cut(first, clear - BEFORE), "rough ground"
    return DriveRoll(real, _with_turn(ready, way, real.inches), used, why)


def _on_water(ready: Driving, roll: MovementRoll, survey: DriveSurvey | None) -> DriveRoll:
    """Water is neither rough nor steep. BG-VIII.2.10a, BG-VIII.2.11."""
    if survey is None:
        return DriveRoll(roll, None, ())
    way, why = _cut(ready, survey, roll.inches)
    return DriveRoll(roll, _with_turn(ready, way, roll.inches), (), why)


def _before_rough(
    state: State,
    ready: Driving,
    roll: MovementRoll,
    survey: DriveSurvey | None,
    used: tuple[Fact, ...],
    *,
    slope: bool,
) -> DriveRoll:
    """The way of what horses draw, up to the first rough ground that any of them would get into; without a board
    nowhere. BG-VIII.1.43b, BG-IX.1.2c."""
    board = state.board
    real = reckoned(replace(roll.going, slope=slope), roll.dice, roll.less, options=state.options)
    if board is None or survey is None:
        return DriveRoll(replace(real, inches=0.0), None, used, "rough ground")
    way, why = _cut(ready, survey, real.inches)
    found = [terrain.clear_for(board, points, built(v).width) for v, points in _ways(ready, way)]
    clear = max(0.0, min((inches for inches in found if inches is not None), default=way.inches) - BEFORE)
    if clear < way.inches:
        way, why = route.cut(way, clear), "rough ground"
    return DriveRoll(real, _with_turn(ready, way, real.inches), used, why)


def _ways(ready: Driving, way: Way) -> Iterator[tuple[Vehicle, list[Point]]]:
    """The way of each vehicle beside that of the first."""
    lead = ready.vehicles[0].at
    for each in ready.vehicles:
        if lead is not None and each.at is not None:
            yield each, [(x + each.at[0] - lead[0], y + each.at[1] - lead[1]) for x, y in way.points]


def _cut(ready: Driving, survey: DriveSurvey, inches: float) -> tuple[Way, str]:
    """The way for so many inches as far as it is open, and what ends it."""
    way = _way(ready, ready.vehicles[0], inches)
    return (way, "") if way.inches <= survey.open + 1e-6 else (route.cut(way, survey.open), survey.why)


def _with_turn(ready: Driving, way: Way, inches: float) -> Way:
    """The same way with the turn at its end that was wanted, if the inches pay for it. BG-VIII.1.2b."""
    wanted = ready.action.facing
    if wanted is None or ready.action.backwards:
        return way
    cost = route.turning(way.facing, wanted)
    left = inches - way.inches - way.turns
    if cost > left + 1e-9:
        way = route.cut(way, max(0.0, way.inches - (cost - left)))
    return replace(way, turns=way.turns + cost)


def _end_facing(ready: Driving, survey: DriveSurvey, way: Way) -> float:
    """As wanted, where it has room to stand so."""
    wanted = ready.action.facing
    if wanted is None or ready.action.backwards or not survey.wheels.turns(ready.vehicles[0], way.end, wanted):
        return way.facing
    return wanted


def _way(ready: Driving, lead: Vehicle, inches: float) -> Way:
    """The way on clear ground for so many inches; backwards straight, without a turn. BG-VIII.1.2b, BG-VIII.2.3."""
    at_most, start = ready.action.inches, lead.at
    assert start is not None
    if ready.action.backwards:
        far = inches if at_most is None else min(inches, at_most)
        return Way((start, step(start, (lead.facing + 180.0) % 360.0, far)), lead.facing, far)
    return route.travel(start, lead.facing, ready.goal, inches, at_most)


def whole_way(ready: Driving) -> Way:
    """The way of the first vehicle to where it is wanted, whatever the dice; straight back as far as it may go."""
    return _way(ready, ready.vehicles[0], 1e6 if not ready.action.backwards else FARTHEST_BACK)


def _worst(board: Board, ready: Driving, way: Way) -> str:
    """If any part of a unit's way lies in it, all of it pays. BG-R34."""
    if ready.vehicles[0].at is None or way.inches <= 0.0:
        return Ground.CLEAR.value
    found = [terrain.worst(board, points, built(v).width) for v, points in _ways(ready, way)]
    return max(found, key=(Ground.CLEAR, Ground.ROUGH, Ground.DENSE).index).value
