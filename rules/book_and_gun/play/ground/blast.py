"""The blast of indirect fire on the table: who lies under its template, and of which class he is. X.13, BG-R192."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from shapely.geometry import Point as Spot

from rules.book_and_gun import facts
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.casualty import Man
from rules.book_and_gun.book.indirect import Struck
from rules.book_and_gun.book.organisations import is_key
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.play.ground.cover import class_of, class_of_most
from rules.book_and_gun.play.ground.mounted import holds_apart, targets_of
from rules.book_and_gun.play.ground.terrain import INSIDE
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.facts import Fact, Source
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.table.board import Board, Feature, Point
from rules.table.footprint import area
from rules.table.measure import between

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class UnderTemplate:
    """Those under the template in roster order, and what was known of them."""

    struck: tuple[Struck, ...] = ()
    units: tuple[str, ...] = ()
    """The unit of each."""
    facts: dict[str, tuple[Fact, ...]] = field(default_factory=lambda: dict[str, tuple[Fact, ...]]())
    """By unit."""


def blast_at(state: State, action: Bombard, burst: Point | None, ruin: Feature | None = None) -> UnderTemplate:
    """Everybody under the template, friend or enemy, fit or wounded, seen or not, with his class. `ruin`: the building
    that it brings down, in which all are caught as class I. Under smoke nobody is.
    BG-X.13.11b, BG-X.14.3a, BG-IX.4.6b, BG-R100, BG-R105, BG-R125."""
    if action.smoke:
        return UnderTemplate()
    if burst is not None:
        caught = under(state, burst, indirect.template(action.blast_of) / 2, ruin)
    else:
        caught = _named(state, action.victims)
    return classed(state, caught, burst, declared=action.target_class, ruin=ruin)


def classed(
    state: State,
    caught: Sequence[tuple[Unit, Sequence[Figure]]],
    burst: Point | None,
    *,
    declared: TargetClass | None = None,
    by: str | None = None,
    ruin: Feature | None = None,
) -> UnderTemplate:
    """Those who are caught, each with his class as seen from the burst; of `declared` and ruled classes those of the
    unit `by` towards them. BG-R90, BG-R125, BG-R192."""
    struck: list[Struck] = []
    units: list[str] = []
    known: dict[str, tuple[Fact, ...]] = {}
    for unit, figures in caught:
        buried = {f.id for f in figures if ruin is not None and holds(ruin, f.at)}
        free = [f for f in figures if f.id not in buried]
        if free:
            fit_class, fact = _class(state, unit, free, burst, declared, by)
        else:
            fit_class, fact = "I", Fact("target class", "I", Source.DEFAULT)
        source = Source.MEASURED if burst is not None else Source.DECLARED
        known[unit.id] = (Fact("under the template", len(figures), source), fact)
        men = {f.id: _man(state, unit, f, figures) for f in figures}
        for figure in figures:
            around = (men[figure.id], *(man for key, man in men.items() if key != figure.id))
            crew = figure.traits.crew
            of_class = fit_class if figure.fit else _of_wounded(state, figure, unit, burst)
            of_class = "I" if figure.id in buried else of_class
            struck.append(Struck(around, of_class, figure.traits.body_armour, crew))
            units.append(unit.id)
    return UnderTemplate(tuple(struck), tuple(units), known)


def holds(building: Feature, at: Point | None) -> bool:
    """Whether a place is inside the building."""
    return at is not None and bool(area(building).covers(Spot(at)))


def building_at(board: Board, at: Point) -> Feature | None:
    """The building at a place."""
    return next((f for f in board.features if f.kind in INSIDE and holds(f, at)), None)


def under(state: State, burst: Point, radius: float, ruin: Feature | None = None) -> list[tuple[Unit, list[Figure]]]:
    """Whose heads the template covers, and who is in the building that falls. BG-R100, BG-R105."""
    found: list[tuple[Unit, list[Figure]]] = []
    for unit in state.units:
        if unit.reserve:
            continue
        figures = [
            f
            for f in targets_of(state, unit)
            if f.at is not None and (between(f.at, burst) <= radius + _HAIR or (ruin is not None and holds(ruin, f.at)))
        ]
        if figures:
            found.append((unit, figures))
    return found


def _named(state: State, victims: Sequence[str]) -> list[tuple[Unit, list[Figure]]]:
    """The units and figures that the umpire names, in roster order."""
    chosen: set[str] = set()
    for name in victims:
        wanted = folded(name)
        found = [f.id for u in state.units if not u.reserve for f in u.exposed if wanted in _names(f)]
        found += [f.id for u in state.units if not u.reserve and wanted in _names(u) for f in u.exposed]
        if not found:
            raise RuleViolation(
                "no-such-victim",
                f"There is no unit or figure “{name}” in the open on the field.",
                citation="BG-X.13.11b",
                remedy="Name units or figures on the field, as the lists have them.",
            )
        chosen.update(found)
    caught = [(unit, [f for f in unit.exposed if f.id in chosen]) for unit in state.units]
    return [(unit, figures) for unit, figures in caught if figures]


def _names(one: Unit | Figure) -> tuple[str, ...]:
    ranked = f"{one.rank} {one.name}" if isinstance(one, Figure) else one.name
    return folded(one.id), folded(one.name), folded(ranked)


def _man(state: State, unit: Unit, figure: Figure, among: Sequence[Figure]) -> Man:
    return Man(
        figure.id,
        leader=figure.traits.leader,
        key=is_key(figure, state.options) or holds_apart(figure, among),
        higher=unit.traits.independent,
        hurt=not figure.fit,
    )


def _class(
    state: State,
    unit: Unit,
    figures: Sequence[Figure],
    burst: Point | None,
    declared: TargetClass | None,
    by: str | None,
) -> tuple[TargetClass, Fact]:
    """The class of a unit's figures: ruled, declared, or that of most of those under the template as seen from the
    burst; a gun crew is at least class II. BG-R90, BG-X.2.61a, BG-R192."""
    board = state.board
    subjects = (unit.id,) if by is None else (by, unit.id)

    def measured() -> TargetClass | None:
        seen = [f for f in figures if f.fit] or list(figures)
        if board is None or burst is None or any(f.at is None for f in seen):
            return None
        return class_of_most([class_of(board, f, unit.present, burst) for f in seen])

    said, fact = facts.fact(state, facts.TARGET_CLASS, *subjects, declared=declared, measured=measured)
    value = cast("TargetClass", said)
    at_crew = any(f.traits.crew for f in unit.present)
    return ("II" if value == "I" and at_crew else value), fact


def _of_wounded(state: State, figure: Figure, unit: Unit, burst: Point | None) -> TargetClass:
    """A wounded figure lies: class III, or IV in a building, in dense terrain or behind a wall. BG-X.2.2a, BG-R192."""
    board: Board | None = state.board
    if board is None or burst is None or figure.at is None:
        return "III"
    return class_of(board, figure, unit.present, burst)
