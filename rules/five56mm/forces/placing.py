"""Squads and vehicles on the table. 2.3, 12.

Without places in the muster each side lines up along its edge, so near that one turn brings them to shots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.five56mm.book.tables import VEHICLES, VehicleProfile
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.battle import SquadMustered
from rules.five56mm.forces.scenario import ScenarioPlan, VehiclePlan
from rules.five56mm.play.ground.goals import goal_on
from rules.five56mm.state import BLACK, RED, Character, Point, Squad, Vehicle
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import MusterSide, MusterUnit
from rules.table.board import Board
from rules.table.measure import inward

EDGES = {BLACK: "south", RED: "north"}
APART = 20.0
"""Inches between the lines at most: Long range of most rifles."""
SPACING = 2.0
MARGIN = 1.5
PER_RANK = 10

Mustered = tuple[Squad, tuple[Character, ...], tuple[VehiclePlan, ...]]
"""A squad, its characters, the vehicles that it brings."""


def placed(
    board: Board | None,
    side: MusterSide,
    squads: Sequence[Mustered],
    scenario: ScenarioPlan,
    *,
    arriving: bool = False,
    parked: int = 0,
) -> list[Event]:
    """`arriving`: at the side's edge, not in its line of battle; `parked`: vehicles that stand there already."""
    events: list[Event] = []
    facing = _facing(board, side.key)
    plans = [plan for plan in scenario.vehicles if plan.side == side.key]
    aboard = {who: (plan.id, place) for plan in plans for place, who in plan.crew}
    for _, _, own in squads:
        aboard |= {who: (plan.id, place) for plan in own for place, who in plan.crew}
    standing = [c for _, members, _ in squads for c in members if c.id not in aboard]
    spots = dict(zip((c.id for c in standing), _line(board, side.key, len(standing), arriving), strict=True))
    for unit, (squad, members, own) in zip(side.units, squads, strict=True):
        around = _around(board, unit, len(members))
        put = tuple(_put(who, unit, number, spots, aboard, facing, around) for number, who in enumerate(members))
        mine = [*(_beside(plan, unit, around[-1], facing) for plan in own), *(plans if unit is side.units[0] else [])]
        vehicles = tuple(
            _vehicle(plan, board, side.key, number, scenario, facing) for number, plan in enumerate(mine, start=parked)
        )
        parked += len(mine)
        put = tuple(_standing(who, board, scenario) for who in put)
        events.append(SquadMustered(squad=squad, characters=put, vehicles=vehicles, citations=("MM-2.3T.2",)))
    return events


def _put(
    who: Character,
    unit: MusterUnit,
    number: int,
    spots: dict[str, Point | None],
    aboard: dict[str, tuple[str, str]],
    facing: float,
    around: Sequence[Point | None],
) -> Character:
    if who.id in aboard:
        vehicle, place = aboard[who.id]
        return replace(who, vehicle=vehicle, place=place, facing=facing)
    return replace(who, at=around[number] or spots[who.id], facing=facing if unit.facing is None else unit.facing)


def _standing(who: Character, board: Board | None, scenario: ScenarioPlan) -> Character:
    """Where the scenario puts him apart from his squad, on which floor or roof. RuleViolation for a place that there is
    not. MM-R225"""
    said = next((each.at for each in scenario.standing if each.figure == who.id), None)
    if said is None or board is None or who.vehicle is not None:
        return who
    goal = goal_on(board, said)
    return replace(who, at=goal.at, level=goal.level or 0)


def _around(board: Board | None, unit: MusterUnit, count: int) -> list[Point | None]:
    """Ranks of ten from the squad's place on, moved in as far as the table's edge demands, and a spot behind the last
    rank for its vehicles. None without a board or a place."""
    if board is None or unit.place is None:
        return [None] * (count + 1)
    ranks = -(-count // PER_RANK)
    left = max(0.5, min(unit.place[0], board.width - 0.5 - SPACING * (min(count, PER_RANK) - 1)))
    low = max(0.5, min(unit.place[1], board.depth - 0.5 - SPACING * (ranks - 1)))
    spots = [(left + SPACING * (n % PER_RANK), low + SPACING * (n // PER_RANK)) for n in range(count)]
    behind = low + SPACING * (ranks - 1) + 4
    return [*spots, (left, behind if behind < board.depth else max(0.5, low - 4))]


def _beside(plan: VehiclePlan, unit: MusterUnit, at: Point | None, facing: float) -> VehiclePlan:
    if at is None:
        return plan
    return plan.model_copy(update={"at": at, "facing": facing if unit.facing is None else unit.facing})


def _facing(board: Board | None, side: str) -> float:
    edges = dict(board.edges) if board else {}
    return inward(edges.get(side, EDGES[side]))


def _line(board: Board | None, side: str, count: int, arriving: bool) -> list[Point | None]:
    """Ranks of ten along the side's edge, in the middle, so that the lines are at most 20 in apart; those who arrive
    later stand at the edge itself."""
    if board is None:
        return [None] * count
    edge = dict(board.edges).get(side, EDGES[side])
    wide, deep = (board.width, board.depth) if edge in ("north", "south") else (board.depth, board.width)
    per_rank = max(1, min(PER_RANK, int((wide - 2 * MARGIN) // SPACING) + 1))
    back = MARGIN + SPACING * ((count - 1) // per_rank) if arriving else max(MARGIN, (deep - APART) / 2)
    spots: list[Point | None] = []
    for number in range(count):
        rank, file = divmod(number, per_rank)
        row = min(per_rank, count - rank * per_rank)
        along = wide / 2 + (file - (row - 1) / 2) * SPACING
        inward_ = min(max(back - rank * SPACING, 0.5), deep - 0.5)
        spots.append(_on(board, edge, round(along, 3), round(inward_, 3)))
    return spots


def _on(board: Board, edge: str, along: float, inward_: float) -> Point:
    return {
        "south": (along, inward_),
        "north": (along, board.depth - inward_),
        "west": (inward_, along),
        "east": (board.width - inward_, along),
    }[edge]


def _vehicle(
    plan: VehiclePlan, board: Board | None, side: str, number: int, scenario: ScenarioPlan, facing: float
) -> Vehicle:
    profile = _profile(plan, scenario)
    if plan.turret is not None and plan.turret not in profile.turret:
        raise RuleViolation(
            "no-such-turret",
            f"A {profile.title} does not carry “{plan.turret}”.",
            citation="MM-12.8.2",
            remedy=f"It carries {' or '.join(profile.turret) or 'nothing'}.",
        )
    _check_crew(plan, profile)
    at = plan.at
    if at is None and board is not None:
        edge = dict(board.edges).get(side, EDGES[side])
        wide = board.width if edge in ("north", "south") else board.depth
        at = _on(board, edge, min(wide - 3, 3.0 + 5 * number), 3.0)
    mounts = (Arm(plan.turret),) if plan.turret is not None else ()
    return Vehicle(
        id=plan.id,
        name=plan.name or profile.title,
        side=side,
        profile=profile,
        at=at if board is not None else None,
        facing=plan.facing if plan.at is not None else facing,
        mounts=mounts,
        door=plan.door,
        flying=plan.flying and profile.kind == "helicopter",
        damage=plan.damage,
    )


def _profile(plan: VehiclePlan, scenario: ScenarioPlan) -> VehicleProfile:
    own = {profile.key: profile for profile in scenario.profiles}
    found = own.get(plan.profile) or VEHICLES.get(plan.profile)
    if found is None:
        known = ", ".join((*VEHICLES, *own))
        raise RuleViolation(
            "unknown-vehicle", f"There is no vehicle “{plan.profile}”.", citation="MM-R87", remedy=f"Known: {known}."
        )
    return found


def _check_crew(plan: VehiclePlan, profile: VehicleProfile) -> None:
    """One man a crew place, passengers up to the number of the profile. MM-12.3.1, MM-12.8.2."""
    places = [place for place, _ in plan.crew]
    seats = profile.turret_passengers if plan.turret else profile.passengers
    crew = {*profile.crew, *(("gunner",) if plan.turret else ())}
    doubled = any(places.count(place) > 1 for place in crew)
    if doubled or places.count("passenger") > seats or set(places) - crew - {"passenger"}:
        raise RuleViolation(
            Why.NO_ROOM,
            f"Not everybody finds a place in {plan.name or profile.title}.",
            citation="MM-12.3.1",
            remedy=f"It has {', '.join(sorted(crew))} and {seats} passengers.",
        )
