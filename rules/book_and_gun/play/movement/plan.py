"""A move before its dice: who goes from which formation into which, where to, and what the roll depends on.

Chapters V.12, VIII.1, VIII.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.battle.facts import worth_telling
from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.march import Going, MoverKind, MoveRow
from rules.book_and_gun.book.rows import Troops
from rules.book_and_gun.play.ground import route, terrain
from rules.book_and_gun.play.ground.cycling import going_by
from rules.book_and_gun.play.ground.formation import anchor, chart_row, default_order, facing_of, order, troops
from rules.book_and_gun.play.ground.mounted import riding
from rules.book_and_gun.play.ground.tabletop import BASE, stays_put, within
from rules.book_and_gun.play.movement import detour
from rules.book_and_gun.play.movement.guns import leaving, pushed
from rules.book_and_gun.play.turn.leadership import RADIUS, leader_of
from rules.book_and_gun.play.turn.readiness import helping
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.units import Figure, Formation, Phase, Posture, Spacing, Unit
from rules.kernel.facts import Fact
from rules.table.board import Point
from rules.table.measure import on_edge


@dataclass(frozen=True, slots=True)
class Plan:
    """A move as wanted: from formation to formation, which way. `start` None: no board, only inches. `looks`: how the
    figures face before it."""

    unit: Unit
    figures: tuple[Figure, ...]
    formation: Formation
    order: Spacing
    start: Point | None
    looks: float
    goal: tuple[Point, ...]
    words: str
    at_most: float | None
    backwards: bool
    facing: float | None

    @property
    def wide(self) -> float:
        """Breadth of the way that the unit takes."""
        return 2 * BASE


def planned(state: State, unit: Unit, ids: Sequence[str], action: Move) -> Plan:
    """Reads formation and goal. Who restocks, is stunned or works at a device stays; so do wounded whom nobody carries,
    but for those who help each other to the rear once no fit figure is with them (BG-VIII.4.4b, BG-R44)."""
    carried = {f.carries for f in unit.fit if f.carries}
    here = [f for f in unit.figures if f.id in ids and not (f.fit and stays_put(state, f))]
    wounded = [] if any(f.fit for f in here) else helping([f for f in here if not f.fit])
    figures = tuple(f for f in here if f.fit or f.id in carried or f in wounded)
    if action.gun == "leave":
        figures = leaving(state, figures)
    formation = action.formation or unit.formation
    kept = action.order or (unit.order if formation is unit.formation else default_order(formation, unit.order))
    looks = facing_of(unit, figures)
    board, start = state.board, anchor(figures, looks)
    goal: tuple[Point, ...] = ()
    if board is not None and start is not None and not action.backwards and action.inches != 0.0:
        if wounded:
            goal = (on_edge(board, start, _rear(state, unit)),)
        elif action.to is not None:
            goal = route.read(state, board, unit, start, action.to)
        else:
            straight = route.towards_enemy(state, board, unit, figures)
            goal = detour.way_round(state, unit, figures, formation, kept, start, straight)
    return Plan(
        unit=unit,
        figures=figures,
        formation=formation,
        order=kept,
        start=start,
        looks=looks,
        goal=goal,
        words=action.to or "",
        at_most=action.inches,
        backwards=action.backwards,
        facing=action.facing,
    )


def _rear(state: State, unit: Unit) -> str:
    return next((side.edge for side in state.sides if side.key == unit.side), "") or "south"


def going_of(state: State, plan: Plan, action: Move) -> tuple[Going, list[Fact]]:
    """What the roll depends on before the way is known; with a gun, the two dice of artillery; on horseback the second
    number of the chart, as on a bicycle. BG-R39, BG-VIII.2.51, BG-VIII.1.43a, BG-VIII.5.1, BG-R252."""
    unit, figures = plan.unit, plan.figures
    start_row = chart_row(unit, unit.formation, order(unit))
    rows: tuple[MoveRow, ...] = (start_row,)
    if changes(plan):
        rows = (start_row, chart_row(unit, plan.formation, plan.order))
    road, fact = facts.fact(
        state,
        facts.ON_ROAD,
        unit.id,
        declared=action.on_road,
        measured=lambda: _road_all_the_way(state, plan),
        default=False,
    )
    column = plan.formation is Formation.COLUMN and unit.formation is Formation.COLUMN
    gun = plan.at_most != 0.0 and bool(pushed(figures, state.options))
    joker = unit.joker if unit.joker and (unit.joker.turn, unit.joker.phase) == (state.turn, Phase.MOVEMENT) else None
    ridden = riding(figures)
    wheels = "" if gun else going_by(state, figures)
    kind = _kind(plan, action)
    if ridden and kind in ("scout", "lone leader"):
        rows = ("open order",)
    if (ridden and kind != "prone") or (wheels and kind == "lone leader"):
        kind = "unit"
    if wheels:
        rows = ("",)
    going = Going(
        troops=Troops.ARTILLERY if gun else Troops.BICYCLES if wheels else troops(unit),
        rows=("push and fire",) if gun else rows,
        kind=kind,
        on_road=road and column,
        surface=state.conditions.ground,
        leaderless=_leaderless(state, plan, action),
        carrying=not any(f.fit and not f.carries for f in plan.figures),
        extra_dice=1 if joker and joker.die == 1 else 0,
        lessened=bool(joker and joker.die == 4),
        mounted=ridden or wheels == "ridden",
    )
    used = worth_telling(fact, road or action.on_road is not None)
    return going, [*used, *facts.said(state, unit.id, facts.LEADER_NEAR)]


def changes(plan: Plan) -> bool:
    return plan.formation is not plan.unit.formation or plan.order is not plan.unit.order


def _kind(plan: Plan, action: Move) -> MoverKind:
    """Prone figures crawl (BG-VIII.1.43d); scouts and a leader on his own have 3D6 (BG-VIII.4.5a, BG-R23)."""
    if any(f.posture is Posture.PRONE for f in plan.figures if f.fit):
        return "prone"
    if action.figures == "scouts":
        return "scout"
    if len(plan.figures) == 1 and plan.figures[0].traits.leader:
        return "lone leader"
    return "unit"


def _leaderless(state: State, plan: Plan, action: Move) -> bool:
    """Separated figures and units without a leader lose the highest die; scouts and lone leaders do not.
    BG-IV.4, BG-R23."""
    if action.figures == "separated":
        leader = leader_of(state, plan.unit)
        holders = leader is not None and all(f.holds for f in plan.figures)
        return not (holders and leader is not None and all(within(f, [leader], RADIUS) for f in plan.figures))
    if action.figures == "scouts" or (len(plan.figures) == 1 and plan.figures[0].traits.leader):
        return False
    if plan.unit.side == CIVILIANS and not any(f.traits.leader for f in plan.unit.figures):
        return True
    return leader_of(state, plan.unit) is None


def _road_all_the_way(state: State, plan: Plan) -> bool | None:
    if state.board is None or plan.start is None:
        return None
    return bool(plan.goal) and terrain.on_road(state.board, (plan.start, *plan.goal))
