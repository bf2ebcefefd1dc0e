"""Deadlines, reminders and calls: due rows in the database, so that they outlive the process that set them.

They are derived from whom each question waits for and from people's clocks (`clocks.waits`). `fire_due` is the one
scheduler: it may be called at any time and any number of times, by several processes too, and fires each timer once,
each deadline in a transaction of its own.

What a deadline does, in this order: an excused miss starts the clock again; a side whose policy is to have the GMs
asked has them asked; the staff takes over a side whose people are all away, or that lets the second in a row pass; the
default (or holding) is carried out; the last of several in a row without a word from anybody pauses the battle.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Literal, TypeVar

import structlog
from sqlmodel import col, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from campaigns.battle.course import slicing
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.frame import readying
from campaigns.battle.letters.intents import intent_from
from campaigns.battle.record import finding
from campaigns.battle.record.staffing import dumped, may_staff, passed_in_a_row
from campaigns.clocks import answering, calls, habits, pausing, waits
from campaigns.clocks.people import InPlace
from campaigns.clocks.roll import roll_of
from campaigns.clocks.waits import ACTIVE
from campaigns.database.shares import Share
from campaigns.database.store import Store
from campaigns.database.trouble import in_words
from campaigns.errors import AGAIN, Newer
from campaigns.members.policies import AtDeadline
from campaigns.post.matter import Matter, Passed, Refused
from campaigns.post.seats import WaitingBattle
from campaigns.seats import offering
from campaigns.tables.base import given, pk
from campaigns.tables.battles import BattleStatus
from campaigns.tables.clocks import Waiting
from campaigns.tables.orders import SideIntent
from campaigns.tables.posts import KNOWN_TIMERS, PostKind, Timer, TimerKind
from rules.kernel.action import Action, Actor, Role, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask
from rules.seam.planning import Boldness

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
R = TypeVar("R")
LATE = timedelta(minutes=10)
"""A timer that fires this long after its time is marked as late: the program was not running."""
FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=1), timedelta(hours=1)
"""Before a timer that could not be fired is tried again: doubled at each failure."""
fires_at = func.coalesce(Timer.not_before, Timer.due)
"""When a timer is to be fired: at its time, or after a failure when it is to be tried again."""
KNOWN = col(Timer.kind).in_(KNOWN_TIMERS)
"""Of a kind that this version fires."""


@cache
def soonest(share: Share) -> SelectOfScalar[datetime]:
    """When the first one is, of the servers that are looked after here. Its index is walked as far as that one."""
    return _of(select(fires_at), share).order_by(fires_at).limit(1)


@cache
def _ripe(share: Share) -> SelectOfScalar[Timer]:
    ripe = _of(select(Timer), share).where(col(Timer.due) <= given("now"), fires_at <= given("now"))
    return ripe.order_by(col(Timer.due), col(Timer.id))


def _of(found: SelectOfScalar[R], share: Share) -> SelectOfScalar[R]:
    return found.where(*ACTIVE, *waits.of_share(share, Timer.battle_id))


Did = Literal["carried-on", "default", "excused", "gm-asked", "staffed", "told"]
IN_A_ROW = 2
"""Deadlines that a side lets pass one after the other before the staff plays it."""


@dataclass(frozen=True, slots=True)
class Due:
    """A timer that has not fired."""

    id: int
    battle_id: int
    ask_key: str
    side: SideId
    kind: TimerKind
    due: datetime


@dataclass(frozen=True, slots=True)
class Fired:
    """A timer that has fired. `problem`: why the default could not be carried out; `did`: what the deadline did."""

    battle_id: int
    side: SideId
    kind: TimerKind
    late: bool
    problem: str = ""
    did: Did = "default"


async def due(store: Store, now: datetime) -> tuple[Due, ...]:
    """The timers whose time has come, of the servers that are looked after here, the earliest first. Those of a newer
    version are left to it."""
    async with store.reading() as session:
        ripe = (await session.exec(_ripe(store.share), params={"now": now})).all()
    if newer := [pk(timer.id) for timer in ripe if timer.kind not in KNOWN_TIMERS]:
        await _leave(store, newer, now)
    return tuple(due_of(timer) for timer in ripe if timer.kind in KNOWN_TIMERS)


async def _leave(store: Store, numbers: Sequence[int], now: datetime) -> None:
    """Timers of kinds that this version does not know are a newer one's: looked at again in a while."""
    log.info("timers left", timers=numbers)
    theirs = update(Timer).where(*ACTIVE, col(Timer.id).in_(numbers), fires_at <= now)
    async with store.writing() as session:
        await session.exec(theirs.values(not_before=now + AGAIN))


async def standing(store: Store, battle_id: int) -> tuple[Due, ...]:
    """The timers that a battle waits on, the earliest first."""
    async with store.reading() as session:
        found = (
            select(Timer)
            .where(*ACTIVE, Timer.battle_id == battle_id, Timer.kind != TimerKind.CARRY_ON, KNOWN)
            .order_by(col(Timer.due), col(Timer.id))
        )
        return tuple(due_of(timer) for timer in (await session.exec(found)).all())


async def fire_due(store: Store, now: datetime) -> tuple[Fired, ...]:
    """Fire every timer whose time has come: deadlines do what they are to do for the absent side, people are reminded;
    before that absences begin and end.

    One that fails unexpectedly holds up no other, is put off for a while, longer each time, and is tried again then;
    when all have had their turn, the failures are raised together. Those of a battle that a newer version looks after
    are left to it.
    """
    fired: list[Fired] = []
    failures: list[Exception] = []
    (turned,) = await asyncio.gather(habits.turn_over(store, now), return_exceptions=True)
    ripe = await due(store, now)
    for timer in ripe:
        if timer.kind not in _FIRES:
            continue
        (outcome,) = await asyncio.gather(_FIRES[timer.kind](store, timer, now), return_exceptions=True)
        if isinstance(outcome, Fired):
            fired.append(outcome)
        elif isinstance(outcome, Exception):
            failures += [] if isinstance(outcome, Newer) else [outcome]
            await _put_off(store, timer, now, outcome)
        elif isinstance(outcome, BaseException):
            raise outcome
    try:
        called = await calls.send_due(store, now, LATE)
    except Exception as error:  # noqa: BLE001  # raised below, when it has been put off
        failures.append(error)
        for timer in ripe:
            if timer.kind not in _FIRES:
                await _put_off(store, timer, now, error)
    else:
        fired += [Fired(each.battle_id, each.side, each.kind, each.late, did="told") for each in called]
    if turned is not None:
        raise turned  # not put off by itself: whoever calls waits before he tries again
    if failures:
        raise ExceptionGroup("some timers could not be fired", failures)
    return tuple(fired)


async def _put_off(store: Store, timer: Due, now: datetime, failure: Exception) -> None:
    async with store.writing() as session:
        row = await session.get(Timer, timer.id, with_for_update=True)
        if row is None or row.fired_at is not None or row.cancelled_at is not None:
            return
        if isinstance(failure, Newer):
            row.not_before = now + AGAIN
            return
        row.not_before = now + min(FIRST_WAIT * 2 ** min(row.tries, 10), LONGEST_WAIT)
        row.tries += 1
        row.problem = in_words(failure)[:500]


async def _fire(store: Store, timer: Due, now: datetime) -> Fired | None:
    await slicing.to_its_end(store, timer.battle_id)
    return await alone(store, timer.battle_id, partial(_fire_once, store, timer, now))


async def _carry_on(store: Store, timer: Due, now: datetime) -> Fired | None:
    """A run's next slice; its last one fires the timer, and until then it takes turns with whatever else is due."""
    acted = await slicing.carry_on(store, timer.battle_id)
    if acted is None:
        async with store.writing() as session:
            row = await session.get(Timer, timer.id, with_for_update=True)
            if row is not None and row.fired_at is None:
                row.cancelled_at = now
        return None
    return Fired(timer.battle_id, timer.side, timer.kind, now - timer.due > LATE, did="carried-on")


async def _begin(store: Store, timer: Due, now: datetime) -> Fired | None:
    """A battle has waited long enough for a side's word."""
    begun = await readying.begin_without(store, timer.id, now, LATE)
    if begun is None:
        return None
    return Fired(begun.battle_id, timer.side, timer.kind, begun.late, begun.problem, "told")


_FIRES = {TimerKind.DEADLINE: _fire, TimerKind.BEGIN: _begin, TimerKind.CARRY_ON: _carry_on}
"""What falls due in a transaction of its own; the others are people who are called, together."""


@dataclass(frozen=True, slots=True)
class _Passed:
    """A deadline that somebody let pass: whose it was, and what is to be done about it."""

    did: Did
    answer: Action
    """What is carried out for the absent side, where anything is."""
    by_side: SideId
    """The side that was to answer."""
    boldness: Boldness
    """Of the staff, where that takes over."""
    asked: tuple[int, ...]
    about: Matter


async def _fire_once(store: Store, timer: Due, now: datetime) -> Fired | None:
    """What becomes of the timer is thought out before anything is written, and dropped if the battle has gone on."""
    conduct = passed = None
    async with store.reading() as session:
        battle, _ = await finding.battle_row(session, timer.battle_id, locked=False)
        if battle.status == BattleStatus.RUNNING:
            conduct = await take_up(store, session, timer.battle_id)
    ask = conduct and next((a for a in conduct.prompt.asks if (a.key, a.side) == (timer.ask_key, timer.side)), None)
    refused = None
    if conduct and ask:
        async with store.reading() as conduct.session:
            passed = await _passed(conduct, ask, timer, now)
            await conduct.key()
        if passed.did == "default":
            refused = await _defaulted(conduct, ask, passed.answer)
        elif passed.did == "staffed":
            conduct.staff = {**conduct.staff, passed.by_side: passed.boldness}
            await conduct.go_on(sliced=True)
            await conduct.prepare()
    async with store.writing() as session:
        if conduct is not None:
            await conduct.write_in(session)
        row = await session.get_one(Timer, timer.id, with_for_update=True)
        if row.fired_at is not None or row.cancelled_at is not None or row.due > now:
            return None
        if conduct is None or passed is None:
            row.cancelled_at = now
            return None
        if conduct.row.paused:
            return None
        row.fired_at, row.late, row.problem = now, now - row.due > LATE, ""
        await session.flush()
        await _settle(conduct, passed, row, refused)
    conduct.keep()
    return Fired(row.battle_id, row.side, TimerKind(row.kind), row.late, row.problem, passed.did)


async def _passed(conduct: Conduct, ask: Ask, timer: Due, now: datetime) -> _Passed:
    session, settings = conduct.session, conduct.settings
    wait = await _wait(session, timer)
    asked = (await waits.asked_of(session, conduct.row.campaign_id, [wait]))[pk(wait.id)] if wait is not None else ()
    own = await waits.policies(session, conduct.row.campaign_id)
    policy = waits.policy_of(wait, own, settings) if wait is not None else AtDeadline.DEFAULT
    did: Did = "default"
    if wait is not None and await answering.excusable(session, conduct.row, asked, settings):
        did = "excused"
    elif wait is not None and policy is AtDeadline.GM:
        did = "gm-asked"
    controllers = conduct.rules.battle.controllers(conduct.state)
    by_side = controllers.get(ask.side, ask.side)
    if did == "default" and policy is AtDeadline.DEFAULT and await _left_to_the_staff(conduct, ask, by_side, asked):
        did = "staffed"
    idle = ask.idle if policy is AtDeadline.HOLD else None
    about = Matter(
        topic="deadline",
        side=ask.side,
        ask_keys=(ask.key,),
        users=asked or await conduct.answerers([ask]),
        due=timer.due,
        late=now - timer.due > LATE,
        about=Passed(done="default" if idle is None else "hold"),
    )
    settled = await session.get(SideIntent, (conduct.id, by_side))
    return _Passed(did, idle or ask.default, by_side, intent_from(settled, conduct.id).boldness, asked, about)


async def _left_to_the_staff(conduct: Conduct, ask: Ask, side: SideId, asked: tuple[int, ...]) -> bool:
    """Whether the staff takes over a side of which nobody is there, or nobody has answered this time and the last."""
    if not conduct.settings.staff or not may_staff(conduct.rules, conduct.staff, side) or ask.umpire:
        return False
    roll = await roll_of(conduct.session, conduct.row.campaign_id, conduct.id)
    people = roll.on_side(side).values()
    if not people:
        return False
    if all(user in roll.away for user in people):
        return not asked and {roll.away[user].in_place for user in people} != {InPlace.ORDERS}
    return await passed_in_a_row(conduct.session, conduct.id, side) + 1 >= IN_A_ROW


async def _wait(session: AsyncSession, timer: Due) -> Waiting | None:
    found = select(Waiting).where(Waiting.battle_id == timer.battle_id, Waiting.ask_key == timer.ask_key)
    return (await session.exec(found.where(Waiting.side == timer.side))).first()


async def _defaulted(conduct: Conduct, ask: Ask, action: Action) -> RuleViolation | None:
    """Does what the deadline does for the absent side; why that cannot be done, where it cannot."""
    try:
        await conduct.decide(action, Actor(Role.UMPIRE if ask.umpire else Role.PLAYER, ask.side, absent=True))
    except RuleViolation as violation:
        return violation
    await conduct.go_on(sliced=True)
    await conduct.prepare()
    return None


async def _settle(conduct: Conduct, passed: _Passed, row: Timer, refused: RuleViolation | None) -> None:
    """Write down what the deadline did, and what follows for those who let it pass."""
    session, battle = conduct.session, conduct.row
    await answering.let_pass(session, battle, passed.asked, conduct.now)
    if passed.did == "staffed":
        battle.staff = dumped(conduct.staff)
        about = passed.about.model_copy(update={"topic": "staffed", "about": None})
        await settle(conduct, announce=about)
        await _offer_seats(conduct, passed)
    elif passed.did != "default":
        wait = await _wait(session, due_of(row))
        if wait is not None:
            wait.to_gm = wait.to_gm or passed.did == "gm-asked"
        await session.flush()
        renew = passed.asked if passed.did == "excused" else ()
        due = await waits.derive(session, battle, conduct.settings, conduct.now, renew=renew)
        about = passed.about.model_copy(update={"topic": passed.did, "due": due})
        await conduct.post(PostKind.NOTICE, about)
    elif refused is not None:
        row.problem = refused.message
        wait = await _wait(session, due_of(row))
        if wait is not None:
            wait.over = True
        await session.flush()
        await waits.derive(session, battle, conduct.settings, conduct.now)
        said = {"topic": "default-refused", "about": Refused(why=refused.message)}
        await conduct.post(PostKind.NOTICE, passed.about.model_copy(update=said))
    else:
        silent = await answering.fallen_silent(battle, passed.by_side, conduct.settings, conduct.now)
        ended = (await settle(conduct, announce=passed.about)).ended
        if silent and not ended:
            roll = await roll_of(session, conduct.row.campaign_id, conduct.id)
            users = tuple(dict.fromkeys([*(user for _, _, user in roll.players), *roll.gms]))
            await pausing.say(session, conduct.campaign, battle, conduct.now, users=users)


async def _offer_seats(conduct: Conduct, passed: _Passed) -> None:
    """The seats of those who have let two deadlines pass in a row stand open; nobody's who had said that he is away."""
    roll = await roll_of(conduct.session, conduct.row.campaign_id, conduct.id)
    side, own = passed.by_side, roll.on_side(passed.by_side).values()
    waiting = (WaitingBattle(battle_id=conduct.id, channel_id=conduct.row.channel_id),)
    for number, user in enumerate(user for user in passed.asked if user in own):
        told = number > 0
        await offering.offer(conduct.session, conduct.campaign, side, user, "silent", waiting, conduct.now, told=told)


def due_of(row: Timer) -> Due:
    return Due(pk(row.id), row.battle_id, row.ask_key, row.side, TimerKind(row.kind), row.due)
