"""A rehearsal: a scenario mustered with made-up people, and what each of its events would do."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.action import UMPIRE, Action
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.registry import rule_set
from rules.scenario.mustering import muster_parts
from rules.scenario.scenario import Force, Scenario
from rules.script.actions import CallEvent
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What calling an event before the first turn would do, or why it could not be called then."""

    key: str
    title: str
    lines: tuple[str, ...]
    refused: str = ""


def stand_ins(scenario: Scenario) -> Muster:
    """The muster of the scenario with a made-up figure wherever the file names nobody."""
    units = {force.key: _unit(force) for force in scenario.forces}
    brought, script = muster_parts(scenario, units)
    return Muster(
        title=scenario.title,
        sides=tuple(
            MusterSide(side.key, side.name, tuple(units[force.key] for force in side.forces if not force.reserve))
            for side in scenario.sides
        ),
        board=scenario.board,
        options=scenario.options,
        turn_limit=scenario.turn_limit,
        scenario=brought,
        script=script,
        reserves=tuple(units[force.key] for force in scenario.forces if force.reserve),
    )


def _unit(force: Force) -> MusterUnit:
    plan = force.plan
    names = dict(enumerate(force.names))
    figures = tuple(
        MusterFigure(
            id=f"{force.key}.{figure.number}",
            number=figure.number,
            name=names.get(index) or f"{force.key.capitalize()} {figure.number}",
            rank=figure.rank,
            role=figure.role,
            traits=figure.traits,
        )
        for index, figure in enumerate(plan.figures)
    )
    return MusterUnit(
        force.key,
        force.name,
        force.side,
        plan.organisation,
        plan.nation,
        plan.traits,
        figures,
        force.place,
        force.facing,
        _elements(force),
    )


def _elements(force: Force) -> tuple[MusterElement, ...]:
    """As good as new, their crews complete."""
    return tuple(
        MusterElement(
            id=f"{force.key}.{plan.number}",
            number=plan.number,
            kind=plan.type.kind,
            type=plan.type.key,
            name=plan.name or plan.type.title,
            traits=plan.type.traits,
            men=plan.type.men,
            crew=tuple((place, f"{force.key}.{number}") for place, number in plan.crew),
        )
        for plan in force.plan.elements
    )


def rehearse(scenario: Scenario) -> tuple[Rehearsed, ...]:
    """Every event, dry-run right after the muster; nothing is rolled. Raises RuleViolation when the forces cannot fight
    this battle."""
    rules = rule_set(scenario.rules)
    state = rules.battle.fold(rules.battle.muster(stand_ins(scenario), Seeded(b"rehearsal", 0)))
    found: list[Rehearsed] = []
    for event in scenario.script.events:
        action: Action = CallEvent(event=event.key)
        try:
            odds = rules.battle.odds(state, action, UMPIRE)
        except RuleViolation as violation:
            found.append(Rehearsed(event.key, event.title, (), violation.message))
        else:
            lines = tuple("– " * depth + words for depth, words in odds.effects)
            found.append(Rehearsed(event.key, event.title, (*lines, *odds.notes)))
    return tuple(found)
