"""A unit on its way: stretch by stretch, until somebody sees something, springs an ambush, or it is there."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Spot

from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.ambush import bar_spring, reach
from rules.red_actions.book.charging import charge_bar
from rules.red_actions.book.movement import FIGURES as MOVES
from rules.red_actions.book.movement import Moving, allowance
from rules.red_actions.book.terrain import BreakdownDie
from rules.red_actions.course import Course
from rules.red_actions.events.movement import Halted, LimberChanged, MarkerMoved, Moved
from rules.red_actions.knowledge import side_knows
from rules.red_actions.pending.fire import Shot
from rules.red_actions.pending.movement import BreakDown, Leg, March, OpenAmbush
from rules.red_actions.play.captives.prisoners import take_horses, take_unguarded
from rules.red_actions.play.fire.aiming import aimed_volley
from rules.red_actions.play.fire.friends import meet_friends
from rules.red_actions.play.ground.features import feature_of, land_of
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.layout import area_at, outline
from rules.red_actions.play.ground.layout import distance as measured
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.ground.ways import samples, way_over
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.sight.knowledge import reveal_seen, would_reveal
from rules.red_actions.state import State
from rules.red_actions.units import Breakdown, Concealment, Mode, Point, Unit
from rules.table.measure import between, toward


def step_march(course: Course, task: March) -> None:
    """RA-move.1, RA-ambush.spring.1, RA-seq.reveal"""
    unit = course.state.find(task.unit)
    if unit is None or unit.at is None or unit.routing or unit.breakdown is not Breakdown.NONE:
        course.done()
        return
    ambush = _ambush(course.state, task, unit)
    if ambush is not None:
        _ask(course, task, unit, *ambush)
        return
    reveal_seen(course)
    if task.legs and _too_near(course.state, unit, task.legs[0]):
        course.happen(Halted(unit=unit.id, why="enemy", audience=secret_to(unit), citations=("RA-move.8",)))
        task = replace(task, legs=())
    if not task.legs:
        _arrive(course, task, unit)
        return
    stop = _next_stop(course.state, task, unit)
    _go(course, task, unit, stop)


# ── Stretches ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _secrets(state: State, unit: Unit) -> bool:
    """Whether anything may come to light or be sprung on its way."""
    hidden = unit.hidden is not Concealment.NO or any(e.hidden is not Concealment.NO for e in state.enemies(unit.side))
    return hidden or bool(state.dummies)


def _there(state: State, task: March, unit: Unit, at: Point, facing: float) -> State:
    formation = task.formation or unit.formation
    return state.with_unit(
        replace(unit, at=at, facing=facing, formation=formation, moved=1.0, moved_turn=state.turn, acted=state.turn)
    )


def _next_stop(state: State, task: March, unit: Unit) -> tuple[Point, bool]:
    """Where the next stretch of its first leg ends, and whether that is the leg's end: where something happens."""
    leg = task.legs[0]
    assert unit.at is not None
    if not _secrets(state, unit):
        return leg.to, True
    before = unit
    for at in samples(unit.at, leg.to):
        there = _there(state, task, unit, at, leg.facing)
        moved = there.unit(unit.id)
        sprung = _ambush(there, replace(task, was=before.at), moved) is not None
        if sprung or would_reveal(there):
            return at, between(at, leg.to) < 1e-6
        before = moved
    return leg.to, True


def _go(course: Course, task: March, unit: Unit, stop: tuple[Point, bool]) -> None:
    """One stretch; at the end of a leg a vehicle may owe a die."""
    leg = task.legs[0]
    at, whole = stop
    assert unit.at is not None
    left = between(unit.at, leg.to)
    share = 1.0 if whole or left < 1e-6 else between(unit.at, at) / left
    inches = leg.inches * share
    rest = task.legs[1:] if whole else (replace(leg, inches=leg.inches - inches), *task.legs[1:])
    start = unit.at
    _moved(course, task, unit, at, leg.facing, inches, wire=leg.wire if whole else "")
    after = replace(task, legs=rest, was=start, moved=task.moved + inches)
    dice = tuple(BreakDown(unit.id, die) for die in leg.dice) if whole else ()
    course.done(*dice, after)


def _moved(
    course: Course,
    task: March,
    unit: Unit,
    at: Point,
    facing: float,
    inches: float,
    *,
    wire: str = "",
) -> None:
    state = course.state
    unit = state.unit(unit.id)  # it may have come to light meanwhile
    assert unit.at is not None
    formation = task.formation or unit.formation
    if unit.mode_turn == state.turn and (unit.at, unit.facing, unit.formation) == (at, facing, formation) and not wire:
        return
    foe = state.find(task.foe)
    there = _there(state, task, unit, at, facing)
    back = 0.0
    if foe is not None and foe.at is not None:
        back = max(0.0, measured(there, there.unit(unit.id), foe) - measured(state, unit, foe))
    course.happen(
        Moved(
            unit=unit.id,
            way=(unit.at, at),
            facing=facing,
            formation=formation,
            inches=inches,
            back=min(back, inches),
            pace=task.pace,
            mode=Mode.EVADING if task.pace == "evading" else Mode.NORMAL,
            holds=unit.holds if _still_holds(state, unit, at) else "",
            in_wire=wire,
            audience=(unit.side,) if unit.hidden is not Concealment.NO else None,
            citations=("RA-move.1",),
        )
    )
    if unit.hidden is Concealment.MARKER and between(unit.at, at) > 0.05:
        course.happen(MarkerMoved(side=unit.side, marker=unit.marker, at=at, citations=("RA-seq.3",)))


def _still_holds(state: State, unit: Unit, at: Point) -> bool:
    """It keeps a building only while it is in it. RA-R143"""
    feature, land = feature_of(state, unit.holds), land_of(state)
    if feature is None or land is None or feature not in land.features:
        return False
    return bool(land.area_of(feature).covers(Spot(at)))


def _too_near(state: State, unit: Unit, leg: Leg) -> bool:
    """An enemy has come to light so near that it must stop where it is. RA-move.8"""
    assert unit.at is not None
    ahead = toward(unit.at, leg.to, 1.0)
    block = area_at(state, unit, ahead, leg.facing, unit.formation)
    now = outline(state, unit)
    for enemy in state.enemies(unit.side):
        if not side_knows(state, unit.side, enemy.id):
            continue
        area = outline(state, enemy)
        then = float(block.distance(area))
        if then < MOVES.enemy_near - 1e-6 and then < float(now.distance(area)) - 1e-6:
            return True
    return False


def _arrive(course: Course, task: March, unit: Unit) -> None:
    """The last wheel, the die for speed, prisoners that it has come to, friends that it meets in the dark."""
    assert unit.at is not None
    turned = task.facing is not None and abs((task.facing - unit.facing + 180.0) % 360.0 - 180.0) > 0.01
    if (task.moved == 0.0 or turned) and task.facing is not None:
        _moved(course, task, unit, unit.at, task.facing, task.turned, wire=unit.in_wire)
    if task.unlimber:
        facing = course.state.unit(unit.id).facing
        course.happen(LimberChanged(unit=unit.id, limbered=False, facing=facing, citations=("RA-horse-artillery",)))
    take_unguarded(course, unit.id)
    take_horses(course, unit.id)
    course.done(*((BreakDown(unit.id, BreakdownDie.SPEED.value),) if task.fast else ()))
    meet_friends(course, unit.id, frozenset(task.friends))


# ── Ambushes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _ambush(state: State, task: March, unit: Unit) -> tuple[Unit, tuple[str, ...]] | None:
    """The next ambusher that may spring on it here and has not been asked so, and how it may. RA-ambush.spring.1,
    RA-preempt.ambush, RA-R135"""
    if task.was is None:
        return None
    before = state.with_unit(replace(unit, at=task.was))
    for enemy in state.enemies(unit.side):
        if enemy.hidden is not Concealment.AMBUSH or not enemy.ready(state.turn):
            continue
        ways = tuple(ways_to_spring(state, enemy, unit, before))
        if ways and f"{enemy.id}:{','.join(ways)}" not in task.asked:
            return enemy, ways
    return None


def ways_to_spring(state: State, enemy: Unit, unit: Unit, before: State | None = None) -> Iterator[str]:
    """Charge, fire: what the ambushers can do now that the unit has come nearer than `before`; None: it came upon
    them. RA-ambush.spring.1, RA-ambush.corner"""
    apart = distance(state, enemy.id, unit.id)
    nearer = 1.0 if before is None else measured(before, enemy.id, unit.id) - measured(state, enemy.id, unit.id)
    was = apart + nearer
    card = state.card(enemy)
    for how in ("charge", "fire"):
        within = reach(how == "charge", charge_reach(state, enemy), card.range)
        try:
            bar_spring(was, apart, within, False)
        except RuleViolation:
            continue
        if (how == "charge" and _may_charge(state, enemy, unit)) or (how == "fire" and _may_fire(state, enemy, unit)):
            yield how


def charge_reach(state: State, unit: Unit) -> float:
    """Inches that it charges out of ambush over open ground. RA-ambush.benefit.2, RA-R79"""
    card = state.card(unit)
    moving = Moving(arm=card.arm, mover=card.mover, move=card.move, charging=True, ambush=True, weather=state.weather)
    return allowance(moving, state.house).inches


def _may_charge(state: State, enemy: Unit, unit: Unit) -> bool:
    """RA-charge.target.riflemen, RA-charge.legal.reach"""
    struck = side_struck(state, enemy, unit)
    if charge_bar(state.card(enemy).arm, state.card(unit).arm, struck, unit.routing) is not None:
        return False
    if enemy.at is None or unit.at is None or not sees(state, enemy, unit):
        return False
    goal = toward(enemy.at, unit.at, max(0.1, distance(state, enemy, unit)))
    try:
        way = way_over(state, enemy, (enemy.at, goal), charge_reach(state, enemy))
    except RuleViolation:
        return False
    return not way.wire


def _may_fire(state: State, enemy: Unit, unit: Unit) -> bool:
    try:
        aimed_volley(state, Shot(unit=enemy.id, target=unit.id))
    except RuleViolation:
        return False
    return True


def _ask(course: Course, task: March, unit: Unit, ambusher: Unit, ways: tuple[str, ...]) -> None:
    """Its owner springs it or lies low; who springs it ends the move. RA-ambush.spring.1, RA-R102"""
    answer = course.ask("ambush", ambusher.side, (ambusher.id,), (*ways, "lie-low"), about=unit.id)
    if answer is None:
        return
    if answer == "lie-low":
        asked = f"{ambusher.id}:{','.join(ways)}"
        course.done(replace(task, asked=(*task.asked, asked)))
        return
    course.happen(Halted(unit=unit.id, why="ambush", citations=("RA-ambush.spring.1",)))
    course.done(OpenAmbush(ambusher.id, unit.id, "charge" if answer == "charge" else "fire"))
