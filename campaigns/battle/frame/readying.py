"""Between a battle's opening and its first die: each side is heard, by words or by a click, then the battle begins.

A GM who begins a battle begins it at once where every side has been heard since the seed was sealed. Else it waits for
those that have not: the last one's word begins it, in that GM's name. It waits no longer than a deadline lasts, and a
GM may begin without: then the first answer of each unheard side goes into the key, and the post says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import BaseModel
from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.frame.beginning import NotHeard, begin, call_others
from campaigns.battle.frame.opening import require_open
from campaigns.battle.frame.speaking import SpokenWords, seed_of, spoken
from campaigns.battle.record import finding
from campaigns.battle.record.finding import PHRASES
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.errors import Newer, Refusal
from campaigns.members.membership import own_side, require_gm
from campaigns.members.policies import Policies
from campaigns.post import outbox
from campaigns.post.matter import Dice, Matter, Refused
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import PostKind, Timer, TimerKind
from rules.kernel.action import SideId
from rules.kernel.violation import RuleViolation


class Awaiting(BaseModel):
    """A battle that begins as soon as these sides have been heard, at the latest at `due`; None: no deadline runs."""

    sides: tuple[SideId, ...]
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A side's word is noted. `first`: it had not been heard before; `begun`: the battle has begun by it; `against`:
    what stood against that; `missing`: the sides that have not been heard."""

    side: SideId
    first: bool
    begun: Acted | None = None
    against: Refusal | RuleViolation | None = None
    missing: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """A battle that has begun without a side, as its time was up. `problem`: what stood against that."""

    battle_id: int
    late: bool
    problem: str = ""


async def begin_when_heard(
    store: Store,
    battle_id: int,
    who: int,
    *,
    unit_ids: Iterable[int] | None = None,
    anyway: bool = False,
    interaction_id: int | None = None,
) -> Acted | Awaiting:
    """Begin the battle, now or as soon as every side has been heard since the seed was sealed.

    Raises what `begin` does, but for NotHeard.
    """
    units = None if unit_ids is None else tuple(unit_ids)
    try:
        return await begin(store, battle_id, who, unit_ids=units, anyway=anyway, interaction_id=interaction_id)
    except NotHeard:
        return await _wait(store, battle_id, who, units, interaction_id)


async def _wait(
    store: Store, battle_id: int, who: int, unit_ids: tuple[int, ...] | None, interaction_id: int | None
) -> Awaiting:
    now = store.clock.now()
    async with store.writing_battle(battle_id) as session:
        claim = await interactions.claim(session, interaction_id, "await", now)
        if claim.first is not None:
            return Awaiting.model_validate_json(claim.first)
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        await require_gm(session, row.campaign_id, who, "begin a battle")
        require_open(row)
        if unit_ids is not None:
            await call_others(session, row, unit_ids)
        row.begins_for = who
        seed = await seed_of(session, row)
        words = await spoken(session, row, store.rules(campaign.rules), seed)
        due = await _deadline(session, row, campaign, now)
        about = Dice(commitment=seed.commitment, sealed_at=seed.sealed_at, title=row.title, unheard=words.unheard)
        matter = Matter(topic="awaited", users=words.awaited, due=due, about=about)
        await outbox.put(session, campaign, row, PostKind.NOTICE, matter, now)
        waiting = Awaiting(sides=words.unheard, due=due)
        claim.settle(waiting)
        return waiting


async def _deadline(session: AsyncSession, row: Battle, campaign: Campaign, now: datetime) -> datetime | None:
    """When it begins without: the time that an answer has, from the first time that a GM began it."""
    running = select(Timer).where(*ACTIVE, Timer.battle_id == row.id, Timer.kind == TimerKind.BEGIN)
    timer = (await session.exec(running)).first()
    hours = Policies.model_validate_json(campaign.settings).deadline_hours
    if timer is None and hours:
        due = now + timedelta(hours=hours)
        timer = Timer(battle_id=pk(row.id), ask_key="", side="", kind=TimerKind.BEGIN, due=due)
        session.add(timer)
    return None if timer is None else timer.due


async def ready(
    store: Store, battle_id: int, who: int, phrase: str = "", *, interaction_id: int | None = None
) -> Heard:
    """Give one's side's words for the dice; without any, the number that Discord gave the click. Words may be changed
    until the battle begins; a click changes none. Where a GM waits for the last side's, the battle begins.

    Raises Refusal: "no-battle", "begun", "cancelled", "bad-text", "not-your-side".
    """
    phrase = " ".join(phrase.split())
    if len(phrase) > 200 or not (phrase or interaction_id):
        raise Refusal("bad-text", "A phrase has 1 to 200 characters.", "Write any words you like.")
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        require_open(row)
        side = await own_side(session, row.campaign_id, who)
        if side is None:
            raise Refusal("not-your-side", "You play no side here.", "Its own players give a side's words.")
        said = PHRASES.validate_json(row.phrases)
        before = await _spoken(store, session, row, campaign)
        row.phrases = PHRASES.dump_json({**said, side: phrase or said.get(side) or str(interaction_id)}).decode()
        await session.flush()
        missing = (await _spoken(store, session, row, campaign)).unheard
        first, gm = side in before.unheard, row.begins_for or None
        if first:
            matter = Matter(topic="checked-in", side=side, users=(who,))
            await outbox.put(session, campaign, row, PostKind.NOTICE, matter, store.clock.now())
    if gm is None or missing:
        return Heard(side, first, missing=missing)
    try:
        return Heard(side, first, begun=await begin(store, battle_id, gm))
    except (Refusal, RuleViolation) as against:
        return Heard(side, first, against=against)


async def _spoken(store: Store, session: AsyncSession, row: Battle, campaign: Campaign) -> SpokenWords:
    return await spoken(session, row, store.rules(campaign.rules), await seed_of(session, row))


async def begin_without(store: Store, timer_id: int, now: datetime, late: timedelta) -> Begun | None:
    """The time is up: begin the battle although a side has not been heard. `late`: how long after its time the timer
    counts as late. None where it has begun, or nobody waits for that any more. What stands against it is posted, and
    the GM begins it."""
    async with store.reading() as session:
        timer = await session.get_one(Timer, timer_id)
        row, _ = await finding.battle_row(session, timer.battle_id, locked=False)
        gm, battle_id, due = row.begins_for or None, timer.battle_id, timer.due
        if timer.fired_at is not None or timer.cancelled_at is not None or due > now:
            return None
    against: Refusal | RuleViolation | None = None
    if gm is not None and row.status == BattleStatus.OPEN:
        try:
            await begin(store, battle_id, gm, anyway=True)
        except Newer:
            raise
        except (Refusal, RuleViolation) as refused:
            against = refused
    async with store.writing_battle(battle_id) as session:
        timer = await session.get_one(Timer, timer_id, with_for_update=True)
        if timer.fired_at is not None or gm is None:
            timer.cancelled_at = timer.cancelled_at or now
            return None
        why = "" if against is None else against.message
        timer.fired_at, timer.cancelled_at, timer.late, timer.problem = now, None, now - due > late, why[:500]
        row, campaign = await finding.battle_row(session, battle_id)
        if against is not None and row.status == BattleStatus.OPEN:
            row.begins_for = None
            matter = Matter(topic="not-begun", users=(gm,), about=Refused(why=why), late=timer.late)
            await outbox.put(session, campaign, row, PostKind.NOTICE, matter, now)
        return Begun(battle_id, timer.late, why)
