"""A letter before it is sent: the same state as if all its lines had been given, what each unit would then do first,
and which lines cannot be given. Nothing is carried out and no die is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.kernel.action import Action, Actor, Kind, SideId, fields_of
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.language.words import counted, listed
from rules.seam.ordering import Ordering, WouldDo
from rules.seam.planning import BattleAim, Intent, LetterWarning, WarningKind
from rules.seam.ruleset import Battle
from rules.seam.viewing import Viewer
from rules.table.scene import Scene, Trace

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that cannot be given, by its place among the letter's actions, and why."""

    place: int
    action: Action
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class LetterShown:
    """What comes of a letter: what every unit would do first, which lines are refused, what is warned of."""

    now: tuple[WouldDo, ...]
    refused: tuple[RefusedLine, ...]
    warnings: tuple[LetterWarning, ...]

    @property
    def lawful(self) -> bool:
        return not self.refused


@dataclass(frozen=True, slots=True)
class LetterDrawn:
    """What a map of the letter shows: ways, and lines to whom or what is fired at, in the order of the units that they
    are for. `undrawn`: names of units that would do something of which nothing can be drawn."""

    traces: tuple[Trace, ...]
    undrawn: tuple[str, ...]


def supposed(battle: Battle[S], state: S, side: SideId, actions: Sequence[Action]) -> tuple[S, tuple[RefusedLine, ...]]:
    """The state as if the side had given these orders one after the other, and those that it cannot give.

    Orders need no chance: one that draws any raises ScriptError.
    """
    refused: list[RefusedLine] = []
    for place, action in enumerate(actions):
        try:
            events = battle.decide(state, action, Actor.player(side), Scripted(""))
        except RuleViolation as why:
            refused.append(RefusedLine(place, action, why))
            continue
        state = battle.fold(events, state)
    return state, tuple(refused)


def shown(
    battle: Battle[Any],
    ordering: Ordering[Any],
    state: Any,
    side: SideId,
    aims: Sequence[BattleAim],
    intent: Intent,
    actions: Sequence[Action],
) -> LetterShown:
    """The letter as its writer reads it."""
    after, refused = supposed(battle, state, side, actions)
    out = {line.place for line in refused}
    gone = (line for line in _for_nobody(battle, ordering, state, side, actions) if line.place not in out)
    refused = tuple(sorted((*gone, *refused), key=lambda line: line.place))
    now = ordering.would_do(after, side)
    given = [action for place, action in enumerate(actions) if place not in {line.place for line in refused}]
    own = ordering.planning.warnings(state, side, aims, intent, given) if ordering.planning is not None else ()
    return LetterShown(now, refused, (*own, *_of_lines(now, bool(actions))))


def _for_nobody(
    battle: Battle[Any], ordering: Ordering[Any], state: Any, side: SideId, actions: Sequence[Action]
) -> tuple[RefusedLine, ...]:
    """Lines of which every unit is lost by now, where a book would take them and nobody would follow."""
    if not ordering.cancels:
        return ()
    left = set(ordering.units(state, side))
    lost = [(place, line, own) for place, line in enumerate(actions) if (own := named(line)) and not own & left]
    if not lost:
        return ()
    view = battle.view(state, Viewer(side))
    # Of a unit that never was the side's, the book itself says so.
    known = {mark.ref: mark.name for mark in view.units if mark.side == side}
    return tuple(
        RefusedLine(place, line, _gone([known[ref] for ref in sorted(own)]))
        for place, line, own in lost
        if own <= known.keys()
    )


def _gone(names: Sequence[str]) -> RuleViolation:
    return RuleViolation(
        "unit-gone",
        f"{listed(names)}: nobody is left to take orders.",
        remedy="Strike the line, or send the rest.",
    )


def named(action: Action) -> frozenset[str]:
    """The units of its own that it names."""
    values = (getattr(action, spec.name) for spec in fields_of(type(action)) if spec.kind is Kind.OWN_UNIT)
    return frozenset(ref for value in values for ref in ((value,) if isinstance(value, str) else value or ()))


def drawn(
    battle: Battle[Any], ordering: Ordering[Any], state: Any, side: SideId, actions: Sequence[Action]
) -> LetterDrawn:
    """The first thing that each unit would do by the letter, on the map as its side sees it. What only says where it
    goes (a rule set whose lines are orders for a period) is drawn by its own line."""
    after, refused = supposed(battle, state, side, actions)
    scene = battle.view(after, Viewer(side)).scene
    out = {line.place for line in refused}
    found: list[Trace] = []
    undrawn: list[str] = []
    now = ordering.would_do(after, side)
    for one in now:
        if one.action is not None and one.order is not None:
            traces = one.traces or _aimed(one.action, side, scene)
            found += _first_of_each_kind(traces)
            undrawn += [] if traces else [one.name]
    if not any(one.action for one in now):
        for place, line in enumerate(actions):
            found += _first_of_each_kind(_way(battle, after, side, line)) if place not in out else ()
    return LetterDrawn(tuple(found), tuple(dict.fromkeys(undrawn)))


def _first_of_each_kind(traces: Sequence[Trace]) -> Sequence[Trace]:
    """Of a group whose men each have a way it is enough to see the group's."""
    return list({trace.kind: trace for trace in reversed(traces)}.values())[::-1]


def _way(battle: Battle[Any], state: Any, side: SideId, line: Action) -> tuple[Trace, ...]:
    try:
        return battle.odds(state, line, Actor.player(side)).traces
    except RuleViolation:
        return ()  # it can be written, and has no odds yet


def _aimed(action: Action, side: SideId, scene: Scene | None) -> tuple[Trace, ...]:
    """A line from who acts to whom it is done to, where both are seen."""
    marks = scene.units if scene is not None else ()
    places = {mark.ref: (mark.x, mark.y) for mark in marks}
    places |= {one.id: (one.x, one.y) for mark in marks for one in mark.figures}
    enemy = [_said(action, spec.name) for spec in fields_of(type(action)) if spec.kind is Kind.ENEMY_UNIT]
    here, there = places.get(mover(action)), next((places[ref] for ref in enemy if ref in places), None)
    return (Trace("fire", (here, there), side),) if here is not None and there is not None else ()


def mover(action: Action) -> str:
    """The unit or figure that it is for."""
    own = (Kind.OWN_UNIT, Kind.UNIT, Kind.FIGURE)
    return next(filter(None, (_said(action, spec.name) for spec in fields_of(type(action)) if spec.kind in own)), "")


def _said(action: Action, field: str) -> str:
    value = getattr(action, field)
    return value if isinstance(value, str) else ""


def _of_lines(now: Sequence[WouldDo], written: bool) -> tuple[LetterWarning, ...]:
    """What shows in what the units would do: who has no orders, whose list can do nothing now."""
    without = [one for one in now if one.order is None and one.asks]
    vain = [one for one in now if one.order is not None and one.action is None and one.vain]
    found: list[LetterWarning] = []
    if without and written:
        names = tuple(one.unit for one in without)
        found.append(
            LetterWarning(WarningKind.WITHOUT_ORDERS, f"{counted(len(without), 'unit')} without orders", names)
        )
    if vain:
        names = tuple(one.unit for one in vain)
        first = vain[0].name if len(vain) == 1 else counted(len(vain), "unit")
        found.append(LetterWarning(WarningKind.DOES_NOTHING, f"{first} can do nothing of that now", names))
    return tuple(found)
