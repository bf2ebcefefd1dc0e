"""What the last reaction test makes of an order. IA-reaction.next-period, IA-afvreact.duration"""

from __future__ import annotations

from dataclasses import dataclass

from rules.infantry_action.book.afv_reaction import AfvResult, result_of
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.book.reaction_results import Advance, Band, band_of, move_bar, panic_pace
from rules.infantry_action.figures import Point
from rules.infantry_action.groups import Group, GroupOrder
from rules.infantry_action.play.movement.enemies import known_enemies, nearest_known
from rules.infantry_action.play.movement.runaways import as_bound
from rules.infantry_action.play.movement.ways import waded
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.table.board import Board
from rules.table.measure import bearing, between, inward, step

CLOSE = 25.0
_STAY = GroupOrder()
_AFTER_RETIRING = 26.0
_FAR = 1000.0


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The order as it is carried out. `why`: what changed it; `dormant`: it waits for better times. `metres`: of a
    panic dash."""

    order: GroupOrder
    why: str = ""
    dormant: bool = False
    metres: float | None = None


def obeyed(state: State, group: Group, order: GroupOrder | None) -> Obeyed:
    """An order under the group's last reaction test; none: it stays where it is."""
    wanted = order or _STAY
    group = as_bound(state, group)
    at = state.anchor(group.id)
    if at is None or group.bound.score is None:
        return Obeyed(wanted)
    if state.armour_of(group.id) is not None:
        return _armoured(state, group, wanted, at)
    return _on_foot(state, group, wanted, at)


# ── Men ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _on_foot(state: State, group: Group, wanted: GroupOrder, at: Point) -> Obeyed:
    assert group.bound.score is not None
    band = band_of(group.bound.score)
    if band.panics:
        return Obeyed(panic(state, group, at), "panic", metres=float(panic_pace(state.house)))
    if group.bound.retire:
        return Obeyed(_retiring(state, group, wanted, at), "retire")
    if band.must_advance:
        return _advancing(state, group, wanted, at)
    bar = barred(state, group, wanted, at, band)
    return Obeyed(wanted) if bar is None else Obeyed(replace(_STAY, posture=wanted.posture), "reaction", dormant=True)


def barred(state: State, group: Group, order: GroupOrder, at: Point, band: Band) -> object | None:
    """Why the order's way is forbidden now; None: it is not. IA-reaction.cumulative, IA-R182"""
    if not order.path:
        return None
    end = order.path[-1]
    mounted = any(man.aboard is not None for man in state.men(group.id))
    posture = Posture.PRONE if order.pace is Pace.CRAWL else Posture.ERECT
    wading = not mounted and state.board is not None and waded(state.board, (at, *order.path))
    for _, where in known_enemies(state, group):
        closer = between(end, where) < between(at, where) - 1e-6
        move = Advance(closer, between(at, where) <= CLOSE, posture, wading=wading, mounted=mounted)
        found = move_bar(band, move)
        if found is not None:
            return found
    return None


def panic(state: State, group: Group, at: Point) -> GroupOrder:
    """Straight away from the nearest located enemy, else towards the own edge. IA-R111"""
    enemy = nearest_known(state, group, at)
    away = (bearing(enemy, at) if enemy is not None and enemy != at else homeward(state.board, group)) % 360.0
    return GroupOrder(Pace.DOUBLE, (step(at, away, _FAR),), posture=Posture.ERECT)


def homeward(board: Board | None, group: Group) -> float:
    """Degrees towards the side's own edge."""
    edges = dict(board.edges) if board is not None else {}
    return (inward(edges.get(group.side, "south")) + 180.0) % 360.0


def _retiring(state: State, group: Group, wanted: GroupOrder, at: Point) -> GroupOrder:
    """Away from the enemy among them until more than 25 m off. IA-R112"""
    enemy = nearest_known(state, group, at)
    away = bearing(enemy, at) if enemy is not None and enemy != at else homeward(state.board, group)
    pace = wanted.pace if wanted.pace in (Pace.WALK, Pace.DOUBLE) else Pace.WALK
    return GroupOrder(pace, (step(at, away, _AFTER_RETIRING),), posture=wanted.posture)


def _advancing(state: State, group: Group, wanted: GroupOrder, at: Point) -> Obeyed:
    """Towards the enemy at the ordered pace, walking where the order is another. IA-reaction.result.15, IA-R110"""
    enemy = nearest_known(state, group, at)
    if enemy is None or enemy == at:
        return Obeyed(wanted)
    if wanted.path and wanted.pace is not Pace.HALT and between(wanted.path[-1], enemy) < between(at, enemy) - 1e-6:
        return Obeyed(wanted)
    pace = wanted.pace if wanted.pace in (Pace.CRAWL, Pace.DASH) else Pace.WALK
    ahead = replace(wanted, pace=pace, path=(enemy,), silent=False, facing=None)
    return Obeyed(ahead, "must-advance", dormant=bool(wanted.path))


# ── AFVs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _armoured(state: State, group: Group, wanted: GroupOrder, at: Point) -> Obeyed:
    """IA-afvreact.results, IA-R133"""
    assert group.bound.score is not None
    result = result_of(group.bound.score)
    enemy = nearest_known(state, group, at)
    if enemy is None or enemy == at:
        return Obeyed(wanted)
    advances = bool(wanted.path) and between(wanted.path[-1], enemy) < between(at, enemy) - 1e-6
    if result.must_retire:
        back = Pace.REVERSE if result is AfvResult.RETIRE else Pace.DRIVE
        away = step(at, bearing(enemy, at), _FAR)
        return Obeyed(replace(wanted, pace=back, path=(away,), facing=None), "retire", dormant=bool(wanted.path))
    if result.must_advance and not advances:
        return Obeyed(replace(wanted, pace=Pace.DRIVE, path=(enemy,), facing=None), "must-advance")
    if advances and not result.may_advance:
        return Obeyed(replace(wanted, pace=Pace.HALT, path=()), "reaction", dormant=True)
    return Obeyed(wanted)
