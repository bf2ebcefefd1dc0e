"""Bringing others' people somewhere: some of the side have them follow, and whoever leads some takes them on.

Hostages, say: they take no orders, and follow whoever tells them to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.plans.field import FieldSeen
from rules.battle.plans.table import LedPerson, TaskKind, UnitInPlan, UnitTask
from rules.seam.planning import AimKind, BattleAim, UnitRole
from rules.table.measure import between


def about_others(field: FieldSeen, aim: BattleAim) -> bool:
    """Whether people are to be brought who take no orders of the side."""
    wanted = set(aim.units)
    return aim.kind is AimKind.BRING and bool(wanted) and not any(wanted & {p.unit, *p.people} for p in field.pieces)


def of(field: FieldSeen, aim: BattleAim) -> list[LedPerson]:
    """Those of them of whom the side knows where they are."""
    wanted = set(aim.units)
    return [person for person in field.led if wanted & {person.person, person.unit}]


def served(field: FieldSeen, aims: Sequence[BattleAim]) -> list[BattleAim]:
    """The aims without those that are about others' people of whom nobody is known."""
    return [aim for aim in aims if not about_others(field, aim) or of(field, aim)]


def fetched(field: FieldSeen, aim: BattleAim) -> Iterator[tuple[UnitInPlan, UnitTask, str]]:
    """Who leads some goes to the place; the assault goes for the nearest who wait, or covers; the others fire."""
    people = of(field, aim)
    leading = {person.leader for person in people if person.leader}
    waiting = [person for person in people if not person.leader and person.at is not None]
    front = next((p.at for p in field.pieces if p.unit in leading and p.at is not None), None)
    for piece in field.pieces:
        if piece.unit in leading:
            yield piece, UnitTask(TaskKind.BRING, aim.place, aim.at), "leads them there"
        elif waiting and field.roles[piece.unit] in (UnitRole.ASSAULT, UnitRole.SAFE):
            goal = _nearest(piece, waiting)
            yield piece, UnitTask(TaskKind.FETCH, aim.place, goal.at, goal.unit), "fetches them"
        else:
            where = waiting[0].at if waiting else front
            yield piece, UnitTask(TaskKind.SUPPORT, "", where or aim.at), "covers them"


def _nearest(piece: UnitInPlan, waiting: Sequence[LedPerson]) -> LedPerson:
    def far(person: LedPerson) -> float:
        return between(piece.at, person.at) if piece.at is not None and person.at is not None else 0.0

    return min(waiting, key=far)
