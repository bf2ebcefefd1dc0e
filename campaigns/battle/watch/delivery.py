"""What has not reached its place, why, and where it goes instead: for the GM, and for those who act meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.conduct import Conduct
from campaigns.battle.course.overtaking import Overtaken, alone
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import finding, proposals
from campaigns.battle.record.info import BattleInfo, info_of
from campaigns.clocks.waits import ACTIVE
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import campaign_row, open_campaign, require_gm
from campaigns.post import dead_letters, outbox
from campaigns.post.line import PENDING
from campaigns.post.matter import Dice, JustHappened, Matter
from campaigns.post.outbox import DEAD, FOR_ALL
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from campaigns.tables.posts import OutboxPost, PostKind, PostStatus, Timer, TimerKind
from rules.kernel.action import SideId

PATIENCE = timedelta(minutes=1)
"""So long a post may be on its way before anybody is told that it waits."""
GOING_ON = (BattleStatus.OPEN, BattleStatus.RUNNING)
NEW_THREAD, NEW_CHANNEL = "give a battle a new thread", "give it another channel"


@dataclass(frozen=True, slots=True)
class Stuck:
    """A line of posts that does not get on: a battle's, or the campaign's own (no `battle_id`).

    `waiting` posts are still tried, the first of them again at `again_at`; `dead` ones were given up. `since` is the
    oldest one's time; `problem` what the last attempt met, "" where there has been none yet.
    """

    battle_id: int | None
    title: str
    channel_id: int
    waiting: int
    dead: int
    since: datetime
    again_at: datetime | None
    problem: str
    audience: SideId | None = None
    """The side that alone may read these posts."""


async def undelivered(store: Store, campaign_id: int, who: int) -> tuple[Stuck, ...]:
    """The lines of a campaign in which something was given up or has waited for longer than PATIENCE, for its GM.

    Raises Refusal: "umpire-only", "no-campaign".
    """
    patient = store.clock.now() - PATIENCE
    async with store.reading() as session:
        await require_gm(session, campaign_id, who, "see what could not be posted")
        found: dict[tuple[int | None, str | None], dict[str, Part]] = {}
        for status, which in ((PostStatus.PENDING, PENDING), (PostStatus.DEAD, DEAD)):  # each has an index of its own
            lines = (
                select(OutboxPost.battle_id, OutboxPost.audience, func.count(), func.min(OutboxPost.id))
                .where(OutboxPost.campaign_id == campaign_id, which)
                .group_by(col(OutboxPost.battle_id), col(OutboxPost.audience))
            )
            for battle_id, audience, count, first in (await session.exec(lines)).all():
                part = count, await session.get_one(OutboxPost, first)
                if status is PostStatus.DEAD or part[1].created_at <= patient:
                    found.setdefault((battle_id, audience), {})[status.value] = part
        stuck = [await _stuck(session, battle_id, **parts) for (battle_id, _), parts in found.items()]
        return tuple(sorted(stuck, key=lambda line: line.since))


Part = tuple[int, OutboxPost]
"""How many posts of a line are pending, or dead, and the first of them."""


async def _stuck(
    session: AsyncSession, battle_id: int | None, pending: Part | None = None, dead: Part | None = None
) -> Stuck:
    battle = await session.get_one(Battle, battle_id) if battle_id is not None else None
    firsts = [part[1] for part in (pending, dead) if part is not None]
    return Stuck(
        battle_id=battle_id,
        title=battle.title if battle else "",
        channel_id=firsts[0].channel_id,
        waiting=pending[0] if pending else 0,
        dead=dead[0] if dead else 0,
        since=min(post.created_at for post in firsts),
        again_at=pending[1].due if pending else None,
        problem=firsts[0].problem,
        audience=firsts[0].audience,
    )


async def retry(store: Store, campaign_id: int, who: int) -> int:
    """Have everything that a campaign has not got out tried again now, dead letters too. How many posts that are.

    Raises Refusal: "umpire-only", "no-campaign".
    """
    async with store.writing() as session:
        await require_gm(session, campaign_id, who, "have a post sent again")
        now = store.clock.now()
        of_campaign = select(OutboxPost).where(OutboxPost.campaign_id == campaign_id)
        dead = (await session.exec(of_campaign.where(DEAD))).all()
        for row in dead:
            await dead_letters.revive(session, row, now)
        waiting = (await session.exec(of_campaign.where(PENDING))).all()
        for row in waiting:
            if row.problem:  # one that has not failed is in somebody's hands, or waits behind one that has
                row.due = now
        return len(waiting)


async def stuck(store: Store, battle_id: int) -> Stuck | None:
    """What keeps a battle's posts from its channel; None where they arrive.

    Known from its last attempts: a post that has failed or waits for longer than PATIENCE, or that was given up and
    nothing has arrived since.
    """
    patient = store.clock.now() - PATIENCE
    async with store.reading() as session:
        waits = (
            select(OutboxPost).where(OutboxPost.battle_id == battle_id, PENDING, FOR_ALL).order_by(col(OutboxPost.id))
        )
        head = (await session.exec(waits.limit(1))).first()
        if head is not None and (head.problem or head.created_at <= patient):
            return await _stuck(session, battle_id, pending=(1, head))
        tried = col(OutboxPost.status).in_((PostStatus.SENT, PostStatus.DEAD))
        latest = select(OutboxPost).where(OutboxPost.battle_id == battle_id, tried, FOR_ALL)
        last = (await session.exec(latest.order_by(col(OutboxPost.position).desc()).limit(1))).first()
        lost = last is not None and last.status == PostStatus.DEAD
        return await _stuck(session, battle_id, dead=(1, last)) if last is not None and lost else None


# ── Another place ─────────────────────────────────────────────────────────────────────────────────────────────────


async def displace(store: Store, battle_id: int, gone: int) -> bool:
    """A battle's place is gone: it goes on in the campaign's channel, which is told so before anything else.

    False where that is gone too, or was the battle's place already: then there is nowhere to go.
    """

    async def displaced() -> bool:
        conduct = await _taken_up(store, battle_id)
        async with store.writing() as session:
            row, campaign = await finding.battle_row(session, battle_id)
            if campaign.channel_id == gone:
                return False
            if row.channel_id != gone:  # somebody has moved it already; what was on its way follows
                await outbox.redirect(session, battle_id, row.channel_id)
                return True
            row.channel_id = campaign.channel_id
            about = Matter(topic="displaced", about=Dice(title=row.title))
            await _move(store, session, row, campaign, conduct, about)
            return True

    return await alone(store, battle_id, displaced)


async def divert(store: Store, campaign_id: int, gone: int) -> bool:
    """A place to which notices of a campaign go is gone: they go to its own channel. False where it is that one."""
    async with store.writing() as session:
        campaign = await campaign_row(session, campaign_id, lock=True)
        if campaign.channel_id == gone:
            return False
        await _home(session, campaign, gone, store.clock.now())
        return True


async def fought_in(store: Store, gone: int) -> tuple[int, ...]:
    """The battles that go on in this place."""
    async with store.reading() as session:
        here = select(Battle.id).where(Battle.channel_id == gone, col(Battle.status).in_(GOING_ON))
        return tuple(pk(battle_id) for battle_id in (await session.exec(here)).all())


async def rehouse(store: Store, battle_id: int, who: int, channel_id: int, *, instead_of: int) -> BattleInfo:
    """A GM gives a battle a new place `instead_of` the one that he saw it in: all that has not arrived goes there, dead
    letters too, and the newest prompt. Where the battle has been moved meanwhile, it stays where it is.

    Raises Refusal: "no-battle", "umpire-only", "not-going-on".
    """

    async def rehoused() -> BattleInfo:
        conduct = await _taken_up(store, battle_id)
        async with store.writing() as session:
            row, campaign = await finding.battle_row(session, battle_id, who=who)
            await require_gm(session, row.campaign_id, who, NEW_THREAD)
            require_going_on(await info_of(session, row))
            if row.channel_id == instead_of:
                await _to(store, session, row, campaign, conduct, channel_id)
            return await info_of(session, row)

    return await alone(store, battle_id, rehoused)


async def resettle(store: Store, campaign_id: int, who: int, channel_id: int) -> tuple[BattleInfo, ...]:
    """A GM gives a campaign another channel: its notices that have not arrived go there in their order, dead letters
    too, and so do the battles that were fought in the former channel itself. Those of them that go on.

    Where it has that channel already, what has not arrived is tried again.
    Raises Refusal: "no-campaign", "umpire-only", "campaign-closed", "channel-taken".
    """
    async with store.writing() as session:
        campaign = await open_campaign(session, campaign_id)
        await require_gm(session, campaign_id, who, NEW_CHANNEL)
        former, now = campaign.channel_id, store.clock.now()
        await take_channel(session, campaign, channel_id)
        lost = select(OutboxPost).where(OutboxPost.campaign_id == campaign_id, DEAD, FOR_ALL)
        for letter in (await session.exec(lost.where(col(OutboxPost.battle_id).is_(None)))).all():
            await dead_letters.revive(session, letter, now)
        await _home(session, campaign, former, now)
        if former != channel_id:
            told = Matter(topic="notice", about=JustHappened(kind="resettled"))
            await outbox.put(session, campaign, None, PostKind.NOTICE, told, now)
        here = select(Battle.id).where(Battle.campaign_id == campaign_id, Battle.channel_id == former)
        left = [pk(battle_id) for battle_id in (await session.exec(here.order_by(col(Battle.id)))).all()]
    moved = [await _follow(store, battle_id, former, channel_id) for battle_id in left if former != channel_id]
    return tuple(info for info in moved if info.status in GOING_ON)


async def take_channel(session: AsyncSession, campaign: Campaign, channel_id: int) -> None:
    """Raises Refusal "channel-taken": one open campaign a channel."""
    try:
        async with session.begin_nested():
            campaign.channel_id = channel_id
            session.add(campaign)
    except IntegrityError:
        raise Refusal(
            "channel-taken", "That channel already has a campaign.", "Use another channel, or close that campaign."
        ) from None


async def _home(session: AsyncSession, campaign: Campaign, former: int, now: datetime) -> None:
    """The notices that wait for the former channel go to the campaign's own now."""
    waiting = select(OutboxPost).where(OutboxPost.campaign_id == campaign.id, PENDING, FOR_ALL)
    for row in (await session.exec(waiting.where(col(OutboxPost.battle_id).is_(None)))).all():
        if row.channel_id == former:
            row.channel_id = campaign.channel_id
            row.due = now if row.problem else row.due  # without one it is in somebody's hands, or waits behind another


async def _follow(store: Store, battle_id: int, former: int, channel_id: int) -> BattleInfo:
    """A battle that was fought in its campaign's former channel goes where that is now; one that is over has its posts
    sent there."""

    async def followed() -> BattleInfo:
        conduct = await _taken_up(store, battle_id)
        async with store.writing() as session:
            row, campaign = await finding.battle_row(session, battle_id)
            if row.channel_id == former:
                await _to(store, session, row, campaign, conduct, channel_id)
            return await info_of(session, row)

    return await alone(store, battle_id, followed)


async def _to(
    store: Store, session: AsyncSession, row: Battle, campaign: Campaign, conduct: Conduct | None, channel_id: int
) -> None:
    """A battle to its new place, with all that has not arrived, dead letters too."""
    row.channel_id = channel_id
    lost = select(OutboxPost).where(OutboxPost.campaign_id == campaign.id, DEAD, FOR_ALL)
    for letter in (await session.exec(lost.where(OutboxPost.battle_id == row.id))).all():
        await dead_letters.revive(session, letter, store.clock.now())
    if row.status in GOING_ON:
        dice = Dice(title=row.title, commitment=(await info_of(session, row)).commitment)
        await _move(store, session, row, campaign, conduct, Matter(topic="moved", about=dice))
    else:
        await outbox.redirect(session, pk(row.id), channel_id)


async def _taken_up(store: Store, battle_id: int) -> Conduct | None:
    """The battle with what it asks, where it is running."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, locked=False)
        running = row.status == BattleStatus.RUNNING
        return await take_up(store, session, battle_id, resting=False) if running else None


def require_going_on(info: BattleInfo) -> None:
    """Raises Refusal "not-going-on"."""
    if info.status not in GOING_ON:
        raise Refusal("not-going-on", f"{info.title} is over.", "Only a battle that goes on needs a thread.")


async def _move(
    store: Store, session: AsyncSession, row: Battle, campaign: Campaign, conduct: Conduct | None, about: Matter
) -> None:
    """To the battle's new place goes first `about`, then what has not arrived in its order, then what is asked now.
    `conduct`: the battle, if it was running a moment ago."""
    now = store.clock.now()
    waiting = select(OutboxPost).where(OutboxPost.battle_id == row.id, PENDING, FOR_ALL).order_by(col(OutboxPost.id))
    left = (await session.exec(waiting)).all()
    await outbox.put(session, campaign, row, PostKind.NOTICE, about, now)
    proposals.renumber(row, await outbox.put_again(session, campaign, row, left, now))
    if conduct is None and row.status == BattleStatus.RUNNING:
        raise Overtaken(0, row.version)  # it has begun this moment
    if conduct is not None:
        await conduct.write_in(session)
        await _ask_again(conduct, session)


async def _ask_again(conduct: Conduct, session: AsyncSession) -> None:
    asks = conduct.prompt.asks
    if conduct.former is not None or not asks:
        return
    running = select(func.min(Timer.due)).where(*ACTIVE, Timer.battle_id == conduct.id)
    due = (await session.exec(running.where(Timer.kind == TimerKind.DEADLINE))).one()
    keys, users = tuple(ask.key for ask in asks), await conduct.answerers(asks)
    await conduct.post(PostKind.PROMPT, Matter(topic="prompt", ask_keys=keys, users=users, due=due), to_seq=conduct.seq)
