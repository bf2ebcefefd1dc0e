"""Plans: which unit gets which task, for the aims of the side. Each scheme is another way to go about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rules.battle.plans import fetching
from rules.battle.plans.field import FieldSeen, looked_at, middle
from rules.battle.plans.table import PlanTable, TaskKind, UnitInPlan, UnitTask
from rules.kernel.action import SideId
from rules.language.words import counted, listed
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, LetterPlan, PlannedLine, UnitRole
from rules.table.board import Board, Point
from rules.table.measure import bearing, between, step

S = TypeVar("S")
Tasks = list[tuple[UnitInPlan, UnitTask, str]]
"""Who does what, and why in a few words."""

_GOES_FOR = (
    AimKind.BRING,
    AimKind.TAKE,
    AimKind.LEAVE,
    AimKind.STOP,
    AimKind.CALL,
    AimKind.KEEP,
    AimKind.BREAK,
    AimKind.SAVE,
)
"""Of several open aims the one that a plan is about, the first of these."""
_STAYS = ("shoot", "back")
"""Schemes in which nobody goes anywhere for an aim."""
_ASIDE = 60.0
"""Degrees off the straight way by which a second approach leads."""


@dataclass(frozen=True, slots=True)
class Scheme:
    key: str
    label: str
    why: str
    tasks: Tasks


def plans(
    table: PlanTable[S], state: S, side: SideId, aims: Sequence[BattleAim], intent: Intent
) -> tuple[LetterPlan, ...]:
    """For `Planning.plans`: the best first; those that come to the same letter once."""
    field = looked_at(table, state, side, aims, intent)
    if not field.pieces:
        return ()
    made: dict[tuple[PlannedLine, ...], LetterPlan] = {}
    for scheme in _schemes(field, aims, intent, table.board(state), table.edge(state, side)):
        tasks = scheme.tasks if scheme.key in _STAYS else _errands(scheme.tasks, aims)
        lines = (*_written(table, state, side, tasks, intent.boldness), *_lasting(table, state, side))
        if lines:
            made.setdefault(lines, LetterPlan(scheme.key, scheme.label, scheme.why, lines))
    return tuple(made.values())


def _errands(tasks: Tasks, aims: Sequence[BattleAim]) -> Tasks:
    """The tasks, with those on ways of their own whom another aim brings somewhere else than the plan is about."""
    brings = [aim for aim in aims if aim.state == "open" and aim.kind is AimKind.BRING and aim.at is not None]

    def sent(piece: UnitInPlan, task: UnitTask, why: str) -> tuple[UnitInPlan, UnitTask, str]:
        own = next((aim for aim in brings if set(aim.units) & {piece.unit, *piece.people}), None)
        if own is None or own is brings[0] or task.kind is TaskKind.BRING:
            return piece, task, why
        return piece, UnitTask(TaskKind.BRING, own.place, own.at), "goes to its own place"

    return [sent(*each) for each in tasks]


def _written(table: PlanTable[S], state: S, side: SideId, tasks: Tasks, boldness: Boldness) -> Iterator[PlannedLine]:
    """The lines of a letter; of the orders for a task those that can be given."""
    for piece, task, why in tasks:
        for action in table.write(state, side, piece, task, boldness):
            if table.lawful(state, side, action):
                yield PlannedLine((piece.unit,), action, why)


def _lasting(table: PlanTable[S], state: S, side: SideId) -> Iterator[PlannedLine]:
    """For how long the side is bound, as far as it can be: lines for nobody in particular."""
    for action in table.lasting(state, side):
        if table.lawful(state, side, action):
            yield PlannedLine((), action, "until then nobody is asked")


def _schemes(
    field: FieldSeen, aims: Sequence[BattleAim], intent: Intent, board: Board | None, edge: str
) -> Iterator[Scheme]:
    """The main one for what the side wants most, another way, hold and shoot, break off."""
    wanted = fetching.served(field, [aim for aim in aims if aim.state == "open"]) or list(_still(aims))
    wanted.sort(key=lambda aim: _GOES_FOR.index(aim.kind))
    aim = wanted[0] if wanted else BattleAim("enemy", AimKind.BREAK, "Beat the enemy")
    calls = any(each.kind is AimKind.CALL for each in wanted)
    match aim.kind:
        case AimKind.KEEP | AimKind.SAVE:
            yield Scheme(
                "hold", _of(aim, "Hold", "Keep them safe"), "at the place, the others fire", _defence(field, aim, calls)
            )
            yield Scheme(
                "forward",
                "Go to meet them",
                "fire and advance on the nearest",
                _attack(field, _nearest_foe(field, aim), calls),
            )
        case AimKind.CALL if aim.at is not None and aim.units:
            yield Scheme(
                "bring", _of(aim, "Call, and bring them near"), "they wait near it", _escort(field, aim, intent, calls)
            )
            yield Scheme("clear", _of(aim, "Clear"), "whoever is kept safe waits", _attack(field, aim, calls))
        case AimKind.BRING:
            yield Scheme(
                "bring", _of(aim, "Bring them to"), "the others clear the way", _escort(field, aim, intent, calls)
            )
            yield Scheme("clear", _of(aim, "Clear"), "whoever is kept safe waits", _attack(field, aim, calls))
        case _:
            goal = aim if aim.at is not None or aim.edge else _nearest_foe(field, aim)
            yield Scheme(
                "take", _of(goal, "Take", "Attack"), "assault and fire in support", _attack(field, goal, calls)
            )
            yield Scheme(
                "round", "By the other way", "assault from the flank", _flank(field, goal, intent, board, calls)
            )
    yield Scheme(
        "shoot", "Hold and shoot", "nobody goes on", [(p, UnitTask(TaskKind.STAND), "fires") for p in field.pieces]
    )
    back = [(piece, UnitTask(TaskKind.BREAK_OFF, edge=edge), "draws back") for piece in field.pieces]
    yield Scheme("back", "Break off", "draw back from the enemy", back)


def _still(aims: Sequence[BattleAim]) -> Iterator[BattleAim]:
    """What is wanted while the battle goes on though every aim is judged: a place that was lost is taken back, one that
    was taken is kept."""
    judged = [aim for aim in aims if aim.at is not None]
    yield from (replace(aim, kind=AimKind.TAKE) for aim in judged if (aim.kind, aim.state) == (AimKind.KEEP, "failed"))
    yield from (
        replace(aim, kind=AimKind.KEEP) for aim in judged if (aim.kind, aim.state) == (AimKind.TAKE, "achieved")
    )


def _of(aim: BattleAim, verb: str, otherwise: str = "") -> str:
    """ "Take the mill"."""
    if aim.edge:
        return f"Leave by the {aim.edge} edge"
    if not aim.place:
        return otherwise or verb
    place = aim.place.removeprefix("The ").removeprefix("the ")
    return f"{verb} {place}" if place == aim.place and place[:1].isupper() and " " in place else f"{verb} the {place}"


def _nearest_foe(field: FieldSeen, aim: BattleAim) -> BattleAim:
    """Where the enemy is nearest to the side, as an aim; whoever is to be stopped goes before the others."""
    here = middle(piece.at for piece in field.pieces)
    wanted = [foe for foe in field.foes if aim.kind is AimKind.STOP and {foe.unit, *foe.people} & set(aim.units)]
    foes = sorted(wanted or field.foes, key=lambda foe: between(here, foe.at) if here else 0.0)
    at, place = (foes[0].at, "") if foes else (aim.at, aim.place)
    return BattleAim(
        "enemy",
        AimKind.STOP if wanted else AimKind.BREAK,
        aim.text,
        place,
        at,
        units=(foes[0].unit,) if wanted and foes[0].unit else (),
    )


# ── Attack ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _attack(
    field: FieldSeen, aim: BattleAim, calls: bool, approach: Callable[[UnitInPlan], UnitTask] | None = None
) -> Tasks:
    """The assault goes in, the base of fire supports it, whoever serves it follows."""
    goal = UnitTask(TaskKind.LEAVE, edge=aim.edge) if aim.edge else UnitTask(TaskKind.TAKE, aim.place, aim.at)
    if aim.kind is AimKind.STOP:
        goal = UnitTask(TaskKind.TAKE, aim.place, aim.at, next(iter(aim.units), ""))

    def straight(piece: UnitInPlan) -> UnitTask:
        return goal

    go = approach or straight
    assault = sorted(field.of(UnitRole.ASSAULT), key=lambda piece: _gap(piece, aim))
    if not assault:
        assault = sorted(
            field.of(UnitRole.FIRE, UnitRole.HOLD, UnitRole.RESERVE, UnitRole.SCREEN), key=lambda p: _gap(p, aim)
        )
    lead = assault[0] if assault else None
    tasks: Tasks = [(piece, go(piece), "assault") for piece in assault]
    going = {piece.unit for piece in assault}
    for piece in field.pieces:
        if piece.unit not in going:
            tasks.append(_in_support(field, piece, aim, lead, calls))
    return tasks


def _in_support(
    field: FieldSeen, piece: UnitInPlan, aim: BattleAim, lead: UnitInPlan | None, calls: bool
) -> tuple[UnitInPlan, UnitTask, str]:
    behind = UnitTask(TaskKind.FOLLOW, unit=lead.unit) if lead is not None else UnitTask(TaskKind.STAND)
    match field.roles[piece.unit]:
        case UnitRole.SAFE:
            return piece, UnitTask(TaskKind.SHELTER), "kept safe"
        case UnitRole.SIGNALS if calls:
            return piece, UnitTask(TaskKind.CALL), "calls"
        case UnitRole.MEDIC:
            return piece, UnitTask(TaskKind.TREAT, unit=lead.unit if lead is not None else ""), "treats the hurt"
        case UnitRole.RESERVE | UnitRole.ESCORT | UnitRole.SIGNALS:
            return piece, behind, "in reserve"
        case UnitRole.COMMAND:
            return piece, behind, "leads"
        case UnitRole.HOLD:
            return piece, UnitTask(TaskKind.STAND), "holds"
        case _:
            return piece, UnitTask(TaskKind.SUPPORT, aim.place, aim.at), "fires in support"


def _flank(field: FieldSeen, aim: BattleAim, intent: Intent, board: Board | None, calls: bool) -> Tasks:
    """The assault goes first to a point beside the place, on the side where fewer enemies are known."""
    here, there = middle(piece.at for piece in field.of(UnitRole.ASSAULT) or field.pieces), aim.at
    if here is None or there is None or between(here, there) < 1e-6:
        return []
    away, far = bearing(there, here), between(here, there)
    flanks = [_within(board, step(there, away + turn, far / 2)) for turn in (_ASIDE, -_ASIDE)]
    first = intent.seed % 2
    points = sorted((flanks[first], flanks[1 - first]), key=lambda at: field.weight(at, far / 2))
    via = points[0]

    def approach(piece: UnitInPlan) -> UnitTask:
        if piece.at is None or between(piece.at, there) <= between(via, there) + piece.reach / 2:
            return UnitTask(TaskKind.TAKE, aim.place, there)
        return UnitTask(TaskKind.APPROACH, at=via)

    return _attack(field, aim, calls, approach)


def _within(board: Board | None, at: Point) -> Point:
    if board is None:
        return at
    edge = min(board.width, board.depth) / 20
    return min(max(at[0], edge), board.width - edge), min(max(at[1], edge), board.depth - edge)


# ── Escort ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _escort(field: FieldSeen, aim: BattleAim, intent: Intent, calls: bool) -> Tasks:
    """Those who are brought go when their way is clear, or as clear as the others can make it; the others go before
    them and hold the place. While a call is still to be made those who are brought wait a move from it."""
    if fetching.about_others(field, aim):
        return list(fetching.fetched(field, aim))
    brought = [piece for piece in field.pieces if set(aim.units) & {piece.unit, *piece.people}]
    tasks: Tasks = []
    for piece in brought:
        near = aim.kind is AimKind.CALL and _gap(piece, aim) <= piece.reach
        if near or not _may_go(field, piece, aim, intent.boldness):
            waits = "waits near the place" if near else "waits for the way to be clear"
            tasks.append((piece, UnitTask(TaskKind.SHELTER), waits))
        else:
            tasks.append((piece, UnitTask(TaskKind.BRING, aim.place, aim.at), "goes to the place"))
    first = brought[0] if brought else None
    for piece in field.pieces:
        if piece in brought:
            continue
        if first is not None and field.roles[piece.unit] is UnitRole.ESCORT:
            tasks.append((piece, UnitTask(TaskKind.FOLLOW, unit=first.unit), "escorts them"))
        elif field.roles[piece.unit] is UnitRole.ASSAULT:
            tasks.append((piece, UnitTask(TaskKind.TAKE, aim.place, aim.at), "clears the way"))
        else:
            tasks.append(_in_support(field, piece, aim, first, calls))
    return tasks


_DARES = {Boldness.CAREFUL: 3.0, Boldness.STEADY: 2.0, Boldness.BOLD: 1.0}
"""How many of its own moves an enemy must be off the way of whoever is kept safe."""


def _may_go(field: FieldSeen, piece: UnitInPlan, aim: BattleAim, boldness: Boldness) -> bool:
    """Whether no known enemy is near the next move of the way. Nor does it wait where waiting makes the way no clearer:
    for the last move into a place without an enemy, behind half of the fighters, or where nobody is left to go before.
    """
    if piece.at is None or aim.at is None:
        return True
    ahead = step(piece.at, bearing(piece.at, aim.at), min(piece.reach, _gap(piece, aim)))
    if field.threat(ahead) > piece.reach * _DARES[boldness] / 2:
        return True
    if _gap(piece, aim) <= piece.reach + aim.radius:
        return field.threat(aim.at) > aim.radius
    fighters = [other for other in field.pieces if field.roles[other.unit] is not UnitRole.SAFE]
    before = [other for other in fighters if _gap(other, aim) < _gap(piece, aim)]
    return len(before) * 2 >= len(fighters) or not field.of(UnitRole.ASSAULT)


# ── Defence ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _defence(field: FieldSeen, aim: BattleAim, calls: bool) -> Tasks:
    """Whoever holds goes to the place, half of the others that are near it too; the rest fires from where it stands."""
    spare = field.of(UnitRole.ASSAULT, UnitRole.HOLD, UnitRole.RESERVE, UnitRole.FIRE, UnitRole.SCREEN)
    spare.sort(key=lambda piece: _gap(piece, aim))
    inside = [piece for piece in spare if _gap(piece, aim) <= aim.radius]
    wanted = max(1, (len(spare) + 1) // 2)
    first = spare[: max(wanted, len(inside))] if aim.at is not None else []
    holding = {piece.unit for piece in first}
    holding |= {piece.unit for piece in field.of(UnitRole.HOLD)}
    lead = spare[0] if spare else None
    tasks: Tasks = []
    for piece in field.pieces:
        if piece.unit in holding and piece.unit in {each.unit for each in spare}:
            tasks.append((piece, UnitTask(TaskKind.HOLD, aim.place, aim.at), "holds the place"))
        elif field.roles[piece.unit] in (
            UnitRole.ASSAULT,
            UnitRole.FIRE,
            UnitRole.SCREEN,
            UnitRole.RESERVE,
            UnitRole.CREW,
        ):
            tasks.append(_beside(field, piece, aim))
        else:
            tasks.append(_in_support(field, piece, aim, lead, calls))
    return tasks


def _beside(field: FieldSeen, piece: UnitInPlan, aim: BattleAim) -> tuple[UnitInPlan, UnitTask, str]:
    """Fires from where it stands; comes where nobody is near it and the enemy is nearer to the place than it is."""
    if piece.at is not None and aim.at is not None and _gap(piece, aim) > piece.range:
        passed_by = field.threat(aim.at) < _gap(piece, aim)
        if passed_by and field.threat(piece.at) > piece.range + piece.reach:
            return piece, UnitTask(TaskKind.SUPPORT, aim.place, aim.at), "comes up"
    return piece, UnitTask(TaskKind.STAND), "fires"


def _gap(piece: UnitInPlan, aim: BattleAim) -> float:
    return between(piece.at, aim.at) if piece.at is not None and aim.at is not None else 0.0


def in_words(plan: LetterPlan, names: Callable[[str], str]) -> str:
    """ "1st Squad and 2nd Squad: assault; Medic: treats the hurt"."""
    by: dict[str, list[str]] = {}
    for line in plan.lines:
        for unit in line.units:
            if unit not in by.setdefault(line.why, []):
                by[line.why].append(unit)
    return "; ".join(f"{_whom(units, names)}: {why}" for why, units in by.items())


def _whom(units: Iterable[str], names: Callable[[str], str]) -> str:
    listed_units = [names(unit) for unit in units]
    return listed(listed_units) if len(listed_units) <= 3 else counted(len(listed_units), "unit")
