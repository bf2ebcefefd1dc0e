"""A charge carried out: the roll, scouts called in, shaken men driven back, where the chargers halt. VIII.1.4.

`assault` declares it, `contact` completes it in the close combat phase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.battle.facts import worth_telling
from rules.book_and_gun import facts
from rules.book_and_gun.book import march
from rules.book_and_gun.book.charge import HALT, ChargeMove, stragglers
from rules.book_and_gun.book.march import Deduction, Going, MovementRoll
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.battle import PosturesSet
from rules.book_and_gun.events.movement import ChargeDeclared, FormationChanged, ScoutSent, UnitMoved
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat.contact import UNEVEN, moves_of
from rules.book_and_gun.play.combat.lane import in_the_way, lane, length_of
from rules.book_and_gun.play.combat.riders import ask_riders
from rules.book_and_gun.play.ground import housing, passage, terrain
from rules.book_and_gun.play.ground.formation import anchor, formed_up
from rules.book_and_gun.play.ground.mounted import own_inches
from rules.book_and_gun.play.ground.tabletop import BASE, facing_pair, gap, middle
from rules.book_and_gun.play.morale.retreat import fall_back
from rules.book_and_gun.state import ChargeInProgress, State
from rules.book_and_gun.units import Figure, Formation, Ground, Morale, Placed, Posture, Spacing, Unit
from rules.kernel.facts import Fact, Source
from rules.table.board import Point
from rules.table.measure import bearing, between, step, toward


@dataclass(frozen=True, slots=True)
class Onset:
    """A charge before its dice: who, at whom, how far, what the roll depends on."""

    unit: str
    target: str
    figures: tuple[str, ...]
    distance: float
    going: Going
    formation: Formation
    order: Spacing
    counter: bool
    from_rear: bool
    direction: float | None
    turns: float
    known: tuple[Fact, ...]
    terrain: Ground | None
    slope: bool | None
    over_obstacle: bool = False
    position: str = ""
    wall: str = ""


# ── The charge ────────────────────────────────────────────────────────────────────────────────────────────────────


def run_in(course: Course, onset: Onset) -> None:
    """Rolls and moves; the charged unit's scouts evade and its shaken men run before that. BG-VIII.1.42a."""
    roll = march.movement_roll(onset.going, course.chance, options=course.state.options)
    going, used = over_ground(course.state, onset)
    roll = turned(onset, march.reckoned(going, roll.dice, roll.less, options=course.state.options))
    draws = course.chance.taken()
    reach = ChargeMove(roll.inches, onset.distance)
    if reach.reached:
        onset = met_by(course, onset)
        reach = ChargeMove(roll.inches, onset.distance)
    unit, target = course.unit(onset.unit), course.unit(onset.target)
    behind = stragglers(runners_of(unit, onset), course.chance) if onset.over_obstacle else ()
    onset = replace(onset, figures=tuple(name for name in onset.figures if name not in behind))
    placed, path = _places(course.state, onset, reach.moved)
    if reach.reached and placed and not onset.over_obstacle and not _arrived(placed, target):
        placed, path = _behind_the_first(course.state, onset, reach.moved, roll.inches) or (placed, path)
    near = not placed or _arrived(placed, target)
    charge = None
    if reach.reached and target.present and near:
        charge = ChargeInProgress(
            unit=onset.unit,
            target=onset.target,
            turn=course.state.turn,
            distance=onset.distance,
            inches=roll.inches,
            counter=onset.counter,
            from_rear=onset.from_rear,
            origin=middle(runners_of(unit, onset)),
            held=tuple((f.id, f.at) for f in target.fit if f.at is not None),
            target_moves=moves_of(target),
            over_obstacle=onset.over_obstacle,
            stragglers=behind,
            wall=onset.wall,
            position=onset.position,
        )
    _stand_up(course, onset)
    if onset.formation is not unit.formation:
        course.note(FormationChanged(unit=unit.id, formation=onset.formation, order=onset.order, citations=("BG-V.9",)))
    course.note(
        ChargeDeclared(
            unit=onset.unit,
            target=onset.target,
            distance=round(onset.distance, 2),
            counter=onset.counter,
            charge=charge,
            draws=course.chance.taken(),
            citations=("BG-R37",) if onset.counter else ("BG-VIII.1.4", "BG-R36"),
        )
    )
    gone = reach.moved if near else min(reach.moved, _gone(unit, placed))
    walk(
        course,
        UnitMoved(
            unit=onset.unit,
            figures=onset.figures,
            how="charge",
            dice=roll.dice,
            deductions=roll.deductions,
            allowance=roll.inches,
            inches=round(gone, 2),
            short="" if near or not reach.reached else "something closes the way",
            placed=placed,
            path=path,
            facing=onset.direction,
            facts=(*onset.known, *used),
            goal=onset.target,
            draws=draws,
            citations=("BG-VIII.1.41b", "BG-VIII.1.42a"),
        ),
    )
    if charge is not None:
        ask_riders(course, charge)


def over_ground(state: State, onset: Onset) -> tuple[Going, list[Fact]]:
    """What the roll depends on, with the ground between the two."""
    board = state.board
    unit, target = state.unit(onset.unit), state.unit(onset.target)
    runners = runners_of(unit, onset)
    pair = lane(state, unit, runners, target) or facing_pair(runners, target.fit or target.present)
    way = list(pair) if pair is not None else []
    ground, ground_fact = facts.fact(
        state,
        facts.TERRAIN,
        unit.id,
        declared=onset.terrain.value if onset.terrain else None,
        measured=lambda: terrain.worst(board, way, 2 * BASE) if board and way else None,
        default=Ground.CLEAR.value,
    )
    slope, slope_fact = facts.fact(
        state,
        facts.SLOPE,
        unit.id,
        declared=onset.slope,
        measured=lambda: terrain.steep(board, way, 2 * BASE) if board and way else None,
        default=False,
    )
    going = replace(onset.going, ground=Ground(ground), slope=slope)
    return going, [ground_fact, *worth_telling(slope_fact, slope)]


def turned(onset: Onset, roll: MovementRoll) -> MovementRoll:
    """The roll less the turn towards the target. BG-VIII.1.2b."""
    if not onset.turns:
        return roll
    turning = Deduction("turning", inches=onset.turns, citation="BG-VIII.1.2b")
    inches = max(march.LEAST, roll.inches - onset.turns)
    return replace(roll, deductions=(*roll.deductions, turning), inches=inches)


def met_by(course: Course, onset: Onset) -> Onset:
    """What the charged unit does at once when the roll reaches it: its scouts evade, shaken men run."""
    _call_in_scouts(course, onset)
    return _drive_back(course, onset)


def runs_at_once(state: State, onset: Onset) -> bool:
    """Whether the charged unit is shaken and has not had its card: it runs before the charge comes home.
    BG-VIII.7.4b, BG-R54."""
    target = state.unit(onset.target)
    waiting = target.morale is Morale.SHAKEN and all(f.move_turn != state.turn for f in target.fit)
    return waiting and target.retreat_turn != state.turn


def runners_of(unit: Unit, onset: Onset) -> tuple[Figure, ...]:
    return tuple(f for f in unit.figures if f.id in onset.figures)


def _stand_up(course: Course, onset: Onset) -> None:
    """Nobody charges lying down; standing up is free. BG-R43."""
    prone = tuple(f.id for f in runners_of(course.unit(onset.unit), onset) if f.posture is Posture.PRONE)
    if prone:
        course.note(PosturesSet(unit=onset.unit, figures=prone, posture=Posture.STANDING, citations=("BG-R43",)))


def _call_in_scouts(course: Course, onset: Onset) -> None:
    """Scouts of the charged unit evade back to it. BG-VIII.4.5b."""
    unit = course.unit(onset.target)
    body = [f for f in unit.fit if not f.scout]
    for scout in [f for f in unit.fit if f.scout]:
        spot = middle(body)
        placed: tuple[Placed, ...] = ()
        if spot is not None and scout.at is not None:
            placed = formed_up(
                course.state,
                [scout],
                Formation.LINE,
                Spacing.OPEN,
                step(spot, unit.facing + 180.0, 2.0),
                unit.facing,
                1e3,
            )
        course.note(ScoutSent(unit=unit.id, figure=scout.id, out=False, citations=("BG-VIII.4.5b",)))
        walk(
            course,
            UnitMoved(
                unit=unit.id,
                figures=(scout.id,),
                how="evade",
                inches=round(between(scout.at, placed[0].at), 2) if placed and scout.at else 0.0,
                placed=placed,
                uses_move=False,
                citations=("BG-VIII.4.5b",),
            ),
        )


def _drive_back(course: Course, onset: Onset) -> Onset:
    """Shaken men who have not had their card run 4D6 at once; the distance is then measured again.
    BG-VIII.7.4b, BG-R54."""
    if runs_at_once(course.state, onset):
        fall_back(course, onset.target)
        ran = next((e.inches for e in reversed(course.events) if isinstance(e, UnitMoved)), 0.0)
        onset = replace(onset, distance=onset.distance + ran)
    unit, target = course.unit(onset.unit), course.unit(onset.target)
    measured = any(f.name == "distance" and f.source is Source.MEASURED for f in onset.known)
    runners = runners_of(unit, onset)
    way = lane(course.state, unit, runners, target) if measured else None
    found = gap(runners, target.fit or target.present) if measured and way is None else way and length_of(way)
    return onset if found is None else replace(onset, distance=found)


def _arrived(placed: tuple[Placed, ...], target: Unit) -> bool:
    """Whether somebody stands where the charge is completed from, with nothing closed on his way."""
    foes = [f.at for f in target.fit or target.present if f.at is not None]
    return any(between(p.at, foe) - 2 * BASE <= HALT + UNEVEN for p in placed for foe in foes)


def _gone(unit: Unit, placed: tuple[Placed, ...]) -> float:
    stood = {f.id: f.at for f in unit.figures}
    return max((between(at, p.at) for p in placed if (at := stood[p.figure]) is not None), default=0.0)


def _places(state: State, onset: Onset, inches: float) -> tuple[tuple[Placed, ...], tuple[Point, ...]]:
    """Straight towards the target, in formation, nobody nearer than 2 inches to it nor through what is closed or other
    units. BG-R203."""
    unit = state.unit(onset.unit)
    runners = runners_of(unit, onset)
    here = middle(runners)
    if onset.direction is None or here is None or state.board is None:
        return (), ()
    front = anchor(runners, onset.direction)
    if front is None:
        return (), ()
    foes = [f.at for f in state.unit(onset.target).present if f.at is not None]
    bodies = in_the_way(state, unit, state.unit(onset.target))
    gone, reach = inches, {f.id: own_inches(f, inches) for f in runners}
    while True:
        end = step(front, onset.direction, gone)
        placed = formed_up(state, runners, onset.formation, onset.order, end, onset.direction, reach, bodies=bodies)
        close = min((between(p.at, foe) for p in placed for foe in foes), default=99.0) - 2 * BASE
        if close >= HALT - 0.05 or gone <= 0.0:
            return placed, (front, end)
        gone = max(0.0, gone - max(0.25, HALT - close))


def _behind_the_first(
    state: State, onset: Onset, inches: float, most: float
) -> tuple[tuple[Placed, ...], tuple[Point, ...]] | None:
    """Where the formation around the middle of a wide line does not come home: the closest charger goes up
    to 2 inches away, the others form up behind with all that was rolled. None where that is no better. BG-R260."""
    unit, target = state.unit(onset.unit), state.unit(onset.target)
    runners = runners_of(unit, onset)
    pair = lane(state, unit, runners, target) or facing_pair(runners, target.fit or target.present)
    board = housing.ground_of(state, runners)
    if pair is None or board is None:
        return None
    here, foe = pair
    first = next(figure for figure in runners if figure.at == here)
    bodies = in_the_way(state, unit, target)
    going = max(0.0, min(inches, between(here, foe) - 2 * BASE - HALT))
    end = passage.tidied(passage.way_of(board, (here, toward(here, foe, going)), bodies).points[-1])
    facing = round(bearing(here, foe), 1)
    lead = Placed(first.id, end, facing)
    if not _arrived((lead,), target):
        return None
    ahead = state.with_figure(replace(first, at=end))
    rest = [figure for figure in runners if figure.id != first.id]
    foes = [f.at for f in target.present if f.at is not None]
    for back in range(2, 2 + 4 * len(rest)):
        front = step(end, facing + 180.0, back * BASE)
        placed = formed_up(ahead, rest, onset.formation, onset.order, front, facing, most, bodies=bodies)
        if all(between(p.at, at) - 2 * BASE >= HALT - 0.05 for p in placed for at in foes):
            break
    else:
        return None
    of = {each.figure: each for each in (lead, *placed)}
    return tuple(of[figure.id] for figure in runners), (here, end)
