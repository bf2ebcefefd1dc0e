"""What a letter is warned of before it is sent: made of where its orders lead, and of what the side knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.battle.plans import fetching
from rules.battle.plans.field import FieldSeen, looked_at
from rules.battle.plans.table import Destination, PlanTable
from rules.kernel.action import Action, SideId
from rules.seam.planning import AimKind, BattleAim, Intent, LetterWarning, UnitRole, WarningKind
from rules.table.measure import between

S = TypeVar("S")
_PLACES = (AimKind.TAKE, AimKind.KEEP, AimKind.BRING)


def warnings(
    table: PlanTable[S], state: S, side: SideId, aims: Sequence[BattleAim], intent: Intent, actions: Sequence[Action]
) -> tuple[LetterWarning, ...]:
    """For `Planning.warnings`."""
    field = looked_at(table, state, side, aims, intent)
    goals = {goal.unit: goal for action in actions for goal in table.goals(state, side, action)}
    unserved = (*_unserved(field, aims, goals), *_unfought(table, aims, actions))
    return (*unserved, *_exposed(field, goals), *_crowded(field, goals))


def _unserved(field: FieldSeen, aims: Sequence[BattleAim], goals: dict[str, Destination]) -> Iterator[LetterWarning]:
    """Aims with a place to which nobody goes and in which nobody stands and stays."""
    for aim in aims:
        if aim.state != "open" or aim.kind not in _PLACES or aim.at is None or not goals:
            continue
        if fetching.about_others(field, aim) and not any(person.leader for person in fetching.of(field, aim)):
            continue  # nobody has anybody to bring there yet
        ends = [goals[p.unit].at or p.at if p.unit in goals else p.at for p in field.pieces]
        if not any(at is not None and between(at, aim.at) <= aim.radius for at in ends):
            yield LetterWarning(WarningKind.NO_AIM, f"Nobody goes for it: {aim.text}")


def _unfought(table: PlanTable[S], aims: Sequence[BattleAim], actions: Sequence[Action]) -> Iterator[LetterWarning]:
    """Enemies that are to be stopped or beaten, and a letter by which nobody fights."""
    if not actions or any(table.fights(action) for action in actions):
        return
    for aim in aims:
        if aim.state == "open" and aim.kind in (AimKind.STOP, AimKind.BREAK) and aim.at is None:
            yield LetterWarning(WarningKind.NO_AIM, f"Nobody fights for it: {aim.text}")


def _exposed(field: FieldSeen, goals: dict[str, Destination]) -> Iterator[LetterWarning]:
    """Whoever is kept safe and is sent nearer to an enemy."""
    for piece in field.of(UnitRole.SAFE):
        goal = goals.get(piece.unit)
        if goal is None or goal.at is None or piece.at is None or not field.foes:
            continue
        if field.threat(goal.at) < min(field.threat(piece.at), 2 * piece.reach):
            words = f"{piece.name} must be kept safe, and goes towards an enemy"
            yield LetterWarning(WarningKind.INTO_DANGER, words, (piece.unit,))


def _crowded(field: FieldSeen, goals: dict[str, Destination]) -> Iterator[LetterWarning]:
    """Units that are sent to the very same point."""
    at: dict[tuple[float, float], list[str]] = {}
    for goal in goals.values():
        if goal.at is not None and not goal.open:
            at.setdefault(goal.at, []).append(goal.unit)
    for units in at.values():
        if len(units) > 1:
            names = [piece.name for unit in units if (piece := field.piece(unit)) is not None]
            yield LetterWarning(WarningKind.SAME_PLACE, f"{' and '.join(names[:3])} want the same place", tuple(units))
