"""What is built, laid and arranged before the battle, and what it costs. IA-opt.field-defences, IA-R012, IA-R161"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.infantry_action.book.mines import Belt, Mine, bar_laying, mined_squares
from rules.infantry_action.book.points import BeltKind, Cost, DeviceKind, total
from rules.infantry_action.book.troops import (
    belt_cost,
    bunker_capacity,
    bunker_cost,
    device_cost,
    emplacement_cost,
    judge_purchase,
    trench_cost,
)
from rules.infantry_action.events.turn import GroundPrepared
from rules.infantry_action.figures import Figure
from rules.infantry_action.forces.garage import value_of
from rules.infantry_action.forces.scenario import BeltPlan, DevicePlan, ScenarioPlan, WorkPlan
from rules.infantry_action.on_the_table import Device, MineSquare, Mission, Registration, Work, squares_of
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board
from rules.table.measure import between
from rules.table.terrain import terrain

_BELTS = {Mine.ANTI_PERSONNEL: BeltKind.AP_MINES, Mine.ANTI_TANK: BeltKind.AT_MINES}
PIECE = 5.0
"""Metres of belt that are sold together. IA-opt.mine-belt-cost"""


# ── What it costs ─────────────────────────────────────────────────────────────────────────────────────────────────


def work_cost(plan: WorkPlan) -> Cost:
    """IA-opt.bunker-cost, IA-opt.trench-cost, IA-opt.emplacement-cost, IA-R014, IA-R138"""
    if plan.kind == "trench":
        return trench_cost(plan.fronts)
    if plan.kind == "emplacement":
        return emplacement_cost(value_of(plan.model)) if plan.model else Cost()
    return bunker_cost(plan.loopholes) if plan.kind == "bunker" or plan.prepared else Cost()


def laid_cost(plan: BeltPlan) -> Iterator[Cost]:
    """Each kind of mine by every 5 m begun. IA-opt.mine-belt-cost"""
    if plan.dummy:
        return
    pieces = max(1, -(-round(between(plan.start, plan.end), 3) // PIECE))
    for kind in plan.kinds:
        yield belt_cost(_BELTS[kind], int(pieces))


def defence_costs(scenario: ScenarioPlan, side: SideId) -> tuple[Cost, ...]:
    """Everything that a side has built and laid. IA-R012"""
    return (
        *(work_cost(plan) for plan in scenario.works if plan.side == side),
        *(cost for plan in scenario.belts if plan.side == side for cost in laid_cost(plan)),
        *(device_cost(DeviceKind(plan.kind)) for plan in scenario.devices if plan.side == side),
    )


# ── What stands on the table ──────────────────────────────────────────────────────────────────────────────────────


def capacity_of(plan: WorkPlan) -> int:
    """Man places. IA-R154"""
    if plan.kind == "trench":
        return plan.fronts
    if plan.kind == "emplacement":
        return 1
    return bunker_capacity(plan.loopholes) if plan.kind == "bunker" or plan.prepared else 0


def _work(plan: WorkPlan, occupied: tuple[str, ...] = ()) -> Work:
    return Work(
        plan.name,
        plan.kind,
        plan.side,
        capacity_of(plan),
        prepared=plan.kind == "building" and plan.prepared,
        value=work_cost(plan).value,
        occupied=occupied,
    )


def built(board: Board, scenario: ScenarioPlan) -> tuple[Work, ...]:
    """What has always stood there: the board's buildings and bunkers by their names. IA-R135, IA-R137"""
    named = {plan.name: plan for plan in scenario.works}
    for plan in scenario.works:
        if not any(feature.name == plan.name for feature in board.features):
            raise RuleViolation(
                "no-such-work",
                f"There is no {plan.kind} “{plan.name}” on this board.",
                remedy="Give the feature of the board that it is.",
            )
        if plan.kind == "emplacement" and not plan.model:
            raise RuleViolation(
                "no-model",
                f"The emplacement “{plan.name}” is meant for nothing.",
                citation="IA-opt.emplacement-cost",
                remedy="Name the gun or vehicle that it is built for.",
            )
    found: dict[str, Work] = {}
    for feature in board.features:
        plan = named.get(feature.name)
        if not feature.name or feature.name in found or (plan is not None and plan.side is not None):
            continue
        if plan is not None:
            found[feature.name] = _work(plan)
        elif feature.kind == "building":
            found[feature.name] = Work(feature.name, "building")
        elif feature.kind == "bunker":
            found[feature.name] = Work(feature.name, "bunker", capacity=bunker_capacity(1))
    return tuple(found.values())


def prepared(
    board: Board, scenario: ScenarioPlan, side: SideId, inside: Mapping[str, tuple[str, ...]]
) -> GroundPrepared | None:
    """What a side has built, laid and arranged. `inside`: the names of works to its men who begin there. RuleViolation
    for field defences of a side that is not the agreed defender, and for a place off the table. IA-R012, IA-R161"""
    works = tuple(_work(plan, inside.get(plan.name, ())) for plan in scenario.works if plan.side == side)
    belts = tuple(plan for plan in scenario.belts if plan.side == side)
    devices = tuple(plan for plan in scenario.devices if plan.side == side)
    missions = tuple(plan for plan in scenario.missions if plan.side == side)
    targets = tuple(plan for plan in scenario.targets if plan.side == side)
    if not (works or belts or devices or missions or targets):
        return None
    bought = total(defence_costs(scenario, side))
    judge_purchase(bought, defender=scenario.defender == side)
    if belts or devices:
        bar_laying(scenario.defender == side)
    for at in (
        *(point for plan in belts for point in (plan.start, plan.end)),
        *(plan.at for plan in (*devices, *missions, *targets)),
    ):
        if not board.holds(*at):
            raise RuleViolation(
                Why.OFF_TABLE, f"{at[0]:g},{at[1]:g} is off the table.", remedy="Give a place on the table."
            )
    return GroundPrepared(
        side=side,
        works=works,
        mines=_squares(side, belts),
        devices=tuple(_device(plan, number) for number, plan in enumerate(devices, start=1)),
        missions=tuple(
            Mission(
                f"{side}-arranged-{number}",
                side,
                "",
                plan.what,
                plan.at,
                plan.angle,
                plan.period,
                plan.periods,
                plan.multiple,
            )
            for number, plan in enumerate(missions, start=1)
        ),
        registrations=tuple(Registration(side, plan.name, plan.at, 1) for plan in targets),
        audience=(side,),
        citations=("IA-opt.field-defences", "IA-R161"),
    )


def _device(plan: DevicePlan, number: int) -> Device:
    return Device(f"{plan.side}-device-{number}", plan.kind, plan.side, plan.at, plan.facing, wire=plan.wire)


def _squares(side: SideId, belts: Sequence[BeltPlan]) -> tuple[MineSquare, ...]:
    """IA-R016"""
    marked = mined_squares([Belt(frozenset(p.kinds), p.start, p.end) for p in belts if p.marked and not p.dummy])
    laid = squares_of(side, [Belt(frozenset(p.kinds), p.start, p.end, p.shown or p.dummy, p.dummy) for p in belts])
    return tuple(replace(square, marked=(square.column, square.row) in marked) for square in laid)


def occupants(board: Board, figures: Iterable[Figure]) -> dict[str, tuple[str, ...]]:
    """Who stands in which named feature."""
    found: dict[str, tuple[str, ...]] = {}
    for man in figures:
        if man.at is None:
            continue
        for name in {feature.name for feature in terrain(board).at(man.at) if feature.name}:
            found[name] = (*found.get(name, ()), man.id)
    return found
