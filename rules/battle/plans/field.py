"""The field as a plan looks at it: the side's units with their roles, the enemies that it knows of, places between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.battle.plans.table import KnownEnemy, LedPerson, PlanTable, UnitInPlan
from rules.kernel.action import SideId
from rules.seam.planning import AimKind, AimStanding, BattleAim, Intent, RoleProposal, UnitRole
from rules.table.board import Point
from rules.table.measure import between

S = TypeVar("S")
_ANYBODY = (
    UnitRole.ASSAULT,
    UnitRole.FIRE,
    UnitRole.SCREEN,
    UnitRole.RESERVE,
    UnitRole.HOLD,
    UnitRole.ESCORT,
    UnitRole.SAFE,
)
"""What any unit may be for; to crew, to heal and to call takes those who can."""


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """A side's look at a battle. `roles`: by unit."""

    pieces: tuple[UnitInPlan, ...]
    foes: tuple[KnownEnemy, ...]
    roles: dict[str, UnitRole]
    led: tuple[LedPerson, ...] = ()

    def of(self, *roles: UnitRole) -> list[UnitInPlan]:
        return [piece for piece in self.pieces if self.roles[piece.unit] in roles]

    def piece(self, unit: str) -> UnitInPlan | None:
        return next((piece for piece in self.pieces if piece.unit == unit), None)

    def threat(self, at: Point) -> float:
        """How near the nearest known enemy is to a point; infinite where none is known."""
        return min((between(at, foe.at) for foe in self.foes), default=float("inf"))

    def weight(self, at: Point, within: float) -> float:
        """What the known enemies within that distance come to."""
        return sum(foe.worth for foe in self.foes if between(at, foe.at) <= within)


def looked_at(table: PlanTable[S], state: S, side: SideId, aims: Sequence[BattleAim], intent: Intent) -> FieldSeen:
    """The field with the roles that hold: those that were chosen, else those that are proposed."""
    pieces, foes = tuple(table.pieces(state, side)), tuple(table.foes(state, side))
    proposed = _proposed(pieces, aims)
    chosen = {piece.unit: intent.roles.get(piece.unit) for piece in pieces}
    roles = {unit: role if (role := chosen[unit]) is not None else proposed[unit] for unit in proposed}
    return FieldSeen(pieces, foes, roles, tuple(table.led(state, side)))


def roles_of(table: PlanTable[S], state: S, side: SideId, aims: Sequence[BattleAim]) -> tuple[RoleProposal, ...]:
    """For `Planning.roles`."""
    pieces = tuple(table.pieces(state, side))
    proposed = _proposed(pieces, aims)
    return tuple(
        RoleProposal(piece.unit, piece.name, proposed[piece.unit], tuple(dict.fromkeys((*piece.roles, *_ANYBODY))))
        for piece in pieces
    )


def _proposed(pieces: Sequence[UnitInPlan], aims: Sequence[BattleAim]) -> dict[str, UnitRole]:
    """What each is for: whom an open aim wants alive or brought somewhere is kept safe, the others do what their sheet
    proposes. Where nobody would attack, the better half of the fighters that are nearest to the aim does."""
    spared = {
        who for aim in aims if aim.state == "open" and aim.kind in (AimKind.BRING, AimKind.SAVE) for who in aim.units
    }
    roles = {piece.unit: UnitRole.SAFE if spared & {piece.unit, *piece.people} else piece.roles[0] for piece in pieces}
    wants = next((aim for aim in aims if aim.state == "open" and aim.kind in (AimKind.TAKE, AimKind.LEAVE)), None)
    if wants is not None and UnitRole.ASSAULT not in roles.values():
        able = [piece for piece in pieces if UnitRole.ASSAULT in piece.roles and roles[piece.unit] is not UnitRole.SAFE]
        able.sort(key=lambda piece: between(piece.at, wants.at) if piece.at and wants.at else 0.0)
        for piece in able[: max(1, (len(able) + 1) // 2)]:
            roles[piece.unit] = UnitRole.ASSAULT
    return roles


def standing_of(table: PlanTable[S], state: S, side: SideId, aims: Sequence[BattleAim]) -> tuple[AimStanding, ...]:
    """For `Planning.standing`."""
    pieces = [piece for piece in table.pieces(state, side) if piece.at is not None]
    return tuple(
        _stands(aim, [p for p in pieces if not aim.units or {p.unit, *p.people} & set(aim.units)]) for aim in aims
    )


def _stands(aim: BattleAim, pieces: Sequence[UnitInPlan]) -> AimStanding:
    if aim.at is None:
        return AimStanding(aim)
    gaps = sorted((between(piece.at, aim.at), piece.unit) for piece in pieces if piece.at is not None)
    inside = tuple(unit for gap, unit in gaps if gap <= aim.radius)
    return AimStanding(aim, gaps[0][1], gaps[0][0], inside) if gaps else AimStanding(aim)


def middle(points: Iterable[Point | None]) -> Point | None:
    """The middle of these points, without those that are nowhere."""
    known = [point for point in points if point is not None]
    if not known:
        return None
    return sum(x for x, _ in known) / len(known), sum(y for _, y in known) / len(known)
