"""Orders as a player of the side sees them: what one click could write, what is written, what each group would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.battle.deed import lawful
from rules.battle.orders.horizons import UNTIL, as_written
from rules.infantry_action.actions.command import Instruct, SealAhead
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import CarryOn, GiveTask, OrderGroup, SendRunner
from rules.infantry_action.deeds import DEEDS
from rules.infantry_action.groups import Group
from rules.infantry_action.knowledge import as_shown
from rules.infantry_action.picture import facing
from rules.infantry_action.planning import PLANNED_AHEAD, PLANNING
from rules.infantry_action.play.ahead.sealing import ahead_words, alarm_of, alarmed, looked_for
from rules.infantry_action.play.ahead.until import CONTACT_WORDS, UNTIL_WHAT
from rules.infantry_action.play.command.writing import SEALING, goes_on, orderable
from rules.infantry_action.play.fire.planning import expected
from rules.infantry_action.play.movement.enemies import nearest_known
from rules.infantry_action.state import PeriodStep, State
from rules.infantry_action.view import order_words
from rules.kernel.action import Action, Actor, SideId
from rules.language.words import listed
from rules.seam.ordering import Alarm, Horizon, Ordering, Proposed, SealedAhead, StandingOrder, UntilWhat, WouldDo
from rules.seam.planning import BattleAim
from rules.seam.viewing import Viewer
from rules.table.board import Point
from rules.table.measure import between, step
from rules.table.reference import point_text

AHEAD = 80.0
"""Metres that a group is proposed to go on where no enemy is known: a few periods."""


def proposals(state: State, side: SideId, unit: str) -> tuple[Proposed, ...]:
    """Sensible orders for one group, or with "" for all of them; only what may be written now."""
    if all(each.key != side for each in state.sides):
        return ()
    found = _for_all(state, side) if not unit else _for_one(state, side, unit)
    return tuple(one for one in found if lawful(DEEDS.judge, state, one.action, Actor.player(side)))


def _for_all(state: State, side: SideId) -> Iterator[Proposed]:
    if state.step is PeriodStep.ORDERS:
        yield Proposed("All as before", CarryOn(), "every group carries on with its last order")
        return
    yield Proposed("All: fire at will", Instruct(fire="at will"), "each man at the best target that he has located")
    yield Proposed("All: hold fire", Instruct(fire="hold"))
    yield Proposed("All: return fire only", Instruct(fire="return"), "at those who fired on them")
    yield Proposed("Ask me no more: fire as instructed", Instruct(ask_fire=False), "you are asked for orders alone")


def _for_one(state: State, side: SideId, unit: str) -> Iterator[Proposed]:
    group = state.find_group(unit)
    if group is None or group.side != side:
        return
    if state.step is PeriodStep.ORDERS:
        yield from _moves(state, group)
        return
    yield from _shots(state, group)


def _moves(state: State, group: Group) -> Iterator[Proposed]:
    units = (group.id,)
    at = state.anchor(group.id)
    if at is None:
        return
    # A part that the other side has just split off is not opened yet. IA-R158
    enemy = nearest_known(as_shown(state, Viewer(group.side)), group, at)
    driven = bool(state.vehicles_of(group.id))
    yield from _by_runner(state, group, at, enemy)
    if enemy is not None and between(at, enemy) > 1.0:
        to = point_text((round(enemy[0]), round(enemy[1])))
        if driven:
            yield Proposed("Drive towards the enemy", OrderGroup(unit=group.id, pace="drive", to=to), units=units)
        else:
            yield Proposed("Walk towards the enemy", OrderGroup(unit=group.id, pace="walk", to=to), "firing", units)
            yield Proposed("Dash towards the enemy", OrderGroup(unit=group.id, pace="dash", to=to), "30 m", units)
            yield Proposed("Crawl towards the enemy", OrderGroup(unit=group.id, pace="crawl", to=to), "20 m", units)
    elif (ahead := _ahead(state, group, at)) is not None:
        verb, pace = ("Drive", "drive") if driven else ("Walk", "walk")
        yield Proposed(
            f"{verb} forward", OrderGroup(unit=group.id, pace=pace, to=point_text(ahead)), "as it faces", units
        )
    if not driven:
        yield Proposed("Halt and lie down", OrderGroup(unit=group.id, pace="halt", posture="prone"), units=units)
    yield Proposed("Halt", OrderGroup(unit=group.id, pace="halt"), units=units)
    for offer in DEEDS.rows[GiveTask].offers(state, group.side, group.id):
        yield Proposed(offer.label, offer.action, offer.detail, units)
    yield Proposed("As before", CarryOn(unit=group.id), units=units)


def _by_runner(state: State, group: Group, at: Point, enemy: Point | None) -> Iterator[Proposed]:
    """For a group that nobody reaches: one order, and a man runs. IA-R248"""
    units = (group.id,)
    driven = bool(state.vehicles_of(group.id))
    pace, verb = ("drive", "drive") if driven else ("walk", "walk")
    goal = enemy if enemy is not None and between(at, enemy) > 1.0 else _ahead(state, group, at)
    if goal is not None:
        to = point_text((round(goal[0]), round(goal[1])))
        where = "towards the enemy" if goal is enemy else "forward"
        yield Proposed(f"Send a runner: {verb} {where}", SendRunner(unit=group.id, pace=pace, to=to), units=units)
    yield Proposed("Send a runner: halt", SendRunner(unit=group.id, pace="halt"), "it stays where he finds it", units)


def _ahead(state: State, group: Group, at: Point) -> tuple[int, int] | None:
    """A place `AHEAD` metres on, where its leader looks; None at the table's edge."""
    if state.board is None:
        return None
    x, y = step(at, facing(state, group), AHEAD)
    found = round(min(max(x, 0.0), state.board.width)), round(min(max(y, 0.0), state.board.depth))
    return found if between(at, found) > 1.0 else None


def _shots(state: State, group: Group) -> Iterator[Proposed]:
    units = (group.id,)
    for offer in DEEDS.rows[Fire].offers(state, group.side, group.id):
        yield Proposed(offer.label, offer.action, offer.detail, units)
    yield Proposed("Fire at will", Instruct(unit=group.id, fire="at will"), units=units)
    yield Proposed("Hold fire", Instruct(unit=group.id, fire="hold"), "until told otherwise", units)


def standing(state: State, side: SideId) -> tuple[StandingOrder, ...]:
    """What is written for this period, and the orders that go on; once these are opened, the fire that is written."""
    if state.step is not PeriodStep.ORDERS:
        return tuple(_declared(state, side))
    found: list[StandingOrder] = []
    for number, group in enumerate(state.groups_of(side), start=1):
        draft = state.draft_of(group.id)
        order = draft or group.order
        if order is None:
            continue
        until = "the end of the period" if draft is not None and not order.path else "it is there, or told otherwise"
        stopped = "it cannot be carried out now, and waits" if group.dormant and draft is None else ""
        found.append(StandingOrder(number, order_words(state, order), (group.id,), (), until, stopped))
    return tuple(found)


def ahead(state: State, side: SideId) -> SealedAhead | None:
    """What the side seals for more than one period. IA-R252"""
    found = state.ahead_of(side)
    return None if found is None else SealedAhead(ahead_words(found), goes_on(state, side), SealAhead(periods=1))


def _declared(state: State, side: SideId) -> Iterator[StandingOrder]:
    for number, group in enumerate(state.groups_of(side), start=1):
        words = _fire_words(state, group)
        if words:
            yield StandingOrder(number, words, (group.id,), (), "the fire of this period is opened")


def _fire_words(state: State, group: Group) -> str:
    """ "fires at 2nd Section"; empty: nothing is written, and it fires as instructed."""
    named = [plan for plan in state.plans if _belongs(state, plan.by, group.id)]
    if not named:
        return ""
    targets = listed(sorted({_target(state, plan.target) or plan.how for plan in named}))
    return "holds fire" if targets == "hold" else f"fires at {targets}"


def would_do(state: State, side: SideId) -> tuple[WouldDo, ...]:
    """What each group does if both sides seal now."""
    return tuple(_would(state, group, number) for number, group in enumerate(state.groups_of(side), start=1))


def _would(state: State, group: Group, number: int) -> WouldDo:
    if state.anchor(group.id) is None:
        return WouldDo(group.id, group.name, None, "comes from the air")
    if state.step is PeriodStep.DECLARATION:
        return _would_fire(state, group, number)
    order = state.draft_of(group.id) or group.order
    words = "stays where it is" if order is None else order_words(state, order)
    return WouldDo(group.id, group.name, None if order is None else number, words)


def _would_fire(state: State, group: Group, number: int) -> WouldDo:
    written = _fire_words(state, group)
    if written:
        return WouldDo(group.id, group.name, number, written)
    shots = expected(state, group)
    if not shots:
        return WouldDo(group.id, group.name, None, "nothing to fire at, or not at all")
    targets = listed(sorted({state.group(shot.target).name for shot in shots}))
    return WouldDo(group.id, group.name, None, f"fires at will: {len(shots)} at {targets}")


def _belongs(state: State, by: str, group: str) -> bool:
    firer = state.firer(by)
    return firer is not None and firer.group == group


def _target(state: State, ref: str) -> str:
    found = state.find_group(ref) or state.find_vehicle(ref) or state.work(ref)
    return found.name if found is not None else ""


def horizons(state: State, side: SideId) -> tuple[Horizon, ...]:
    """For how many periods a side can seal its orders. IA-R252"""
    if state.step is not PeriodStep.ORDERS or goes_on(state, side):
        return ()
    return (
        Horizon("This period", SealAhead(periods=1), "you are asked again in the next one"),
        Horizon("3 periods", SealAhead(periods=3), "your groups carry on and fire as instructed"),
        Horizon("3 periods, or until contact", PLANNED_AHEAD, "or until you see or are seen, are fired on, or arrive"),
        Horizon("Until contact", SealAhead(), "until you see or are seen, are fired on, or arrive; 10 periods at most"),
    )


def alarms(lines: Sequence[Action]) -> tuple[Alarm, ...]:
    """What a seal for several periods looks out for. IA-R252"""
    seal = next((line for line in lines if isinstance(line, SealAhead)), None)
    if seal is None:
        return ()
    ends = (Alarm(UNTIL, f"it ends: {seal.until}", alarm_of(seal, UNTIL)),) if seal.until is not None else ()
    return (*ends, *(Alarm(kind, CONTACT_WORDS[kind], alarm_of(seal, kind)) for kind in looked_for(seal)))


def ends(state: State, side: SideId, aims: Sequence[BattleAim]) -> tuple[UntilWhat, ...]:
    """What a seal ahead can last until. IA-R252"""
    if state.step is not PeriodStep.ORDERS or goes_on(state, side):
        return ()
    return tuple(UNTIL_WHAT.offered(state, side, aims))


def until(text: str) -> Horizon:
    written = as_written(text)
    return Horizon(f"Until {written}", SealAhead(until=written), "your groups carry on and fire as instructed")


def lasting(lines: Sequence[Action]) -> str:
    return next((line.until or "" for line in lines if isinstance(line, SealAhead)), "")


ORDERING: Ordering[State] = Ordering(
    proposals=proposals,
    units=orderable,
    sealed=SEALING.sealed,
    standing=standing,
    ahead=ahead,
    would_do=would_do,
    writes=(OrderGroup, Fire),
    cancels=False,
    unordered="carry on as before, or fire as instructed",
    actions=(OrderGroup, SendRunner, GiveTask, CarryOn, Instruct, Fire, SealAhead),
    planning=PLANNING,
    horizons=horizons,
    ends=ends,
    until=until,
    lasts=lambda line, horizon: line,
    lasting=lasting,
    alarms=alarms,
    alarmed=lambda line, key, strength: alarmed(line, key, strength) if isinstance(line, SealAhead) else line,
)
