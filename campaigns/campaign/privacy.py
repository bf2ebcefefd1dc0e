"""What is kept about a person, and forgetting him.

Whom somebody played for and what he did is the campaign's history and stays; who he was goes: in every column that
holds a user's id it becomes `FORGOTTEN`, and in every text the id is struck out. What must know nobody but him (drafts,
orders that he thinks about, requests) is deleted.

A forgotten person who joins again is a new person: nothing leads from the one to the other, no hash either. That he
cannot so read the other side's secrets is seen to without knowing him: the times for which somebody played stay on
record without a name, and while a battle goes on that somebody forgotten has seen, a GM is asked before any newcomer
plays for another side (`joining`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, String, Table, and_, literal, update
from sqlmodel import AutoString, col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.campaign import joining, leaving, lessons
from campaigns.campaign.leaving import Asked
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import knowledge
from campaigns.members.knowledge import FORGOTTEN
from campaigns.members.membership import campaign_row, player_of, side_key
from campaigns.post import dispatches
from campaigns.seats import offering
from campaigns.tables.base import metadata
from campaigns.tables.battles import Battle, JournalEntry
from campaigns.tables.boards import KeptBoard
from campaigns.tables.campaigns import GM, Campaign, Player, ProcessedInteraction
from campaigns.tables.clocks import Absence, Person, Reliability, TimeBank
from campaigns.tables.drafts import Draft
from campaigns.tables.elections import Election, ElectionCandidate, ElectionVote
from campaigns.tables.honours import KeptAwards
from campaigns.tables.membership import JoinRequest, PlayerSeat, Stint, Volunteer
from campaigns.tables.orders import ConsideredOrder, OrderLetter
from campaigns.tables.posts import Timer
from campaigns.tables.roster import CareerFact, Figure, Slot, Unit
from campaigns.tables.scenarios import KeptScenario
from campaigns.tables.sides import LookedAt
from campaigns.tables.stories import DiaryEntry, Preface

A_FORMER_PLAYER = "a former player"
NOT_PEOPLE = frozenset(
    {"guild_id", "channel_id", "message_id", "interaction_id", "scope", "thread_id", "cause", "event_id"}
)
"""The columns of snowflakes that are no user's."""
OUTLASTING = frozenset({"sideguest"})
"""By its row somebody is put out of his side's thread, minutes later as a rule; then it is deleted."""

_BATTLE, _JOURNAL = metadata.tables["battle"], metadata.tables["journalentry"]
CHAINED = frozenset(
    {_BATTLE.c.frame, _BATTLE.c.result, _JOURNAL.c.intent, _JOURNAL.c.draws, _JOURNAL.c.events, _JOURNAL.c.word}
)
"""What the chain of a journal binds: a text that is struck out no longer gives its link, and is marked."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept about somebody in one campaign. `orders`: decisions of his in journals; `lines`: what he wrote into
    careers; `looks`: battles of which it is known how far he has followed them; `plays`: the side that he plays for;
    `has_played`: those for which he did."""

    campaign_id: int
    campaign: str
    guild_id: int
    closed: bool
    gm: bool
    only_gm: bool
    plays: str | None
    has_played: tuple[str, ...]
    units: int
    orders: int
    lines: int
    looks: int = 0
    queue: tuple[int, str | None] | None = None
    """Their place in the queue of those who would take over a seat, and of which side; None: of any."""
    lesson: bool = False
    """A first battle of theirs alone: it ends with being forgotten."""


async def show(store: Store, who: int) -> tuple[Kept, ...]:
    """What is kept about somebody, campaign by campaign, the oldest first; on every server."""
    async with store.reading() as session:
        rows = [await campaign_row(session, campaign_id) for campaign_id in await _campaigns_of(session, who)]
        return tuple([await _kept(session, row, who) for row in rows])


def fingerprint(kept: Iterable[Kept]) -> str:
    """A short sign for what somebody was shown: a yes to one list is not a yes to another."""
    shown = "\n".join(f"{each.campaign_id} {each.gm} {each.plays} {each.closed or each.lesson}" for each in kept)
    return hashlib.sha256(shown.encode()).hexdigest()[:8]


async def forget(store: Store, who: int, *, seen: str | None = None) -> tuple[Kept, ...]:
    """Leave every campaign, end one's first battles and have one's id erased. Returns what had been kept. `seen`: the
    `fingerprint` of what the asker was shown.

    Raises Refusal: "nothing-kept", "last-gm" (an open campaign would be without one), "changed".
    """
    now = store.clock.now()
    async with store.reading() as session:
        of = await _campaigns_of(session, who)
        known = [await _kept(session, await campaign_row(session, id), who) for id in of]
        _require_forgettable(known, seen, habits=await _has_habits(session, who), lessons_end=True)
    for each in known:
        if _ends(each):
            async with lessons.alone_at_it(store, each.guild_id, who):
                await lessons.abandon(store, each.campaign_id, who)

    async def forgotten(asked: Asked) -> tuple[Kept, ...]:
        async with store.writing() as session:
            campaigns = [await campaign_row(session, id, lock=True) for id in await _campaigns_of(session, who)]
            kept = tuple([await _kept(session, row, who) for row in campaigns])
            _require_forgettable(kept, seen, habits=await _has_habits(session, who))
            for row in campaigns:
                await joining.withdraw(session, row.id or 0, who, now)
                player = await player_of(session, row.id or 0, who)
                if player is not None:
                    await leaving.part(store, session, row, player, "left", asked)
            for gm in (await session.exec(select(GM).where(GM.user_id == who))).all():
                knowledge.end_of_office(session, gm, now)
            for row in campaigns:
                await dispatches.recheck(session, row.id or 0, now)
            await session.flush()
            await _delete_what_is_his(session, who)
            for row in campaigns:
                await waits.rederive(session, now, campaign_id=row.id)
            ids = [each.campaign_id for each in kept]
            battles = (await session.exec(select(Battle.id).where(col(Battle.campaign_id).in_(ids)))).all()
            for table in metadata.sorted_tables:
                if table.name in OUTLASTING:
                    continue
                await _strike_out(session, table, who, ids, [battle for battle in battles if battle is not None])
            return kept

    return await leaving.knowing_who_is_asked(store, of, forgotten)


async def _has_habits(session: AsyncSession, who: int) -> bool:
    """Whether he has told of his days."""
    return (
        await session.get(Person, who) is not None
        or (await session.exec(select(Absence.id).where(Absence.user_id == who))).first() is not None
    )


def _ends(each: Kept) -> bool:
    """Whether it is a lesson that goes on and has no other GM."""
    return each.lesson and each.only_gm and not each.closed


def _require_forgettable(kept: Sequence[Kept], seen: str | None, *, habits: bool, lessons_end: bool = False) -> None:
    if not kept and not habits:
        raise Refusal("nothing-kept", "Nothing is kept about you.", "There is nothing to forget.")
    if seen not in (None, fingerprint(kept)):
        raise Refusal("changed", "What is kept about you has changed since that was shown.", "Look again.")
    alone = [each.campaign for each in kept if each.only_gm and not each.closed and not (lessons_end and each.lesson)]
    if alone:
        raise Refusal(
            "last-gm",
            f"You are the only GM of {' and '.join(alone)}.",
            (
                "Appoint another (",
                Command("gm appoint"),
                "), or close or delete it first (",
                Command("campaign close"),
                ", ",
                Command("campaign delete"),
                ").",
            ),
        )


async def _campaigns_of(session: AsyncSession, who: int) -> list[int]:
    """The campaigns that this person has had to do with."""
    found: set[int] = set()
    for model in (Player, GM, Stint, JoinRequest, Draft, Volunteer):
        found |= set((await session.exec(select(model.campaign_id).where(model.user_id == who))).all())
    seats = select(PlayerSeat.campaign_id).where((col(PlayerSeat.owner) == who) | (col(PlayerSeat.holder) == who))
    found |= set((await session.exec(seats)).all())
    for model in (ElectionCandidate, ElectionVote):
        of = select(Election.campaign_id).join(model, col(model.election_id) == Election.id)
        found |= set((await session.exec(of.where(model.user_id == who))).all())
    # A GM of long ago may have left no more than what he decided and brought.
    found |= set((await session.exec(select(KeptBoard.campaign_id).where(KeptBoard.made_by == who))).all())
    found |= set((await session.exec(select(KeptScenario.campaign_id).where(KeptScenario.kept_by == who))).all())
    found |= set((await session.exec(select(DiaryEntry.campaign_id).where(DiaryEntry.user_id == who))).all())
    prefaced = select(Preface.battle_id).where(Preface.user_id == who)
    found |= set((await session.exec(select(Battle.campaign_id).where(col(Battle.id).in_(prefaced)))).all())
    found |= set((await session.exec(select(KeptAwards.campaign_id).where(KeptAwards.kept_by == who))).all())
    looked = select(LookedAt.battle_id).where(LookedAt.user_id == who)
    found |= set((await session.exec(select(Battle.campaign_id).where(col(Battle.id).in_(looked)))).all())
    decided = select(JournalEntry.battle_id).where(JournalEntry.user_id == who)
    found |= set((await session.exec(select(Battle.campaign_id).where(col(Battle.id).in_(decided)))).all())
    return sorted(found)


async def _kept(session: AsyncSession, row: Campaign, who: int) -> Kept:
    campaign_id = row.id or 0
    gms = (await session.exec(select(GM.user_id).where(GM.campaign_id == campaign_id))).all()
    player = await player_of(session, campaign_id, who)
    stints = await knowledge.stints_of(session, campaign_id, who)
    mine = select(Player.id).where(Player.campaign_id == campaign_id, Player.user_id == who)
    units = select(func.count()).select_from(Unit).where(col(Unit.player_id).in_(mine))
    battles = select(Battle.id).where(Battle.campaign_id == campaign_id)
    orders = (
        select(func.count())
        .select_from(JournalEntry)
        .where(col(JournalEntry.battle_id).in_(battles), col(JournalEntry.user_id) == who)
    )
    followed = (col(LookedAt.battle_id).in_(battles), col(LookedAt.user_id) == who)
    looks = select(func.count()).select_from(LookedAt).where(*followed)
    return Kept(
        campaign_id=campaign_id,
        campaign=row.name,
        guild_id=row.guild_id,
        closed=row.closed_at is not None,
        gm=who in gms,
        only_gm=list(gms) == [who],
        plays=await side_key(session, player.side_id) if player is not None else None,
        has_played=tuple(dict.fromkeys(stint.side for stint in stints if stint.side is not None)),
        units=(await session.exec(units)).one(),
        orders=(await session.exec(orders)).one(),
        lines=await _lines(session, campaign_id, who),
        looks=(await session.exec(looks)).one(),
        queue=await _queue(session, campaign_id, who),
        lesson=row.lesson,
    )


async def _queue(session: AsyncSession, campaign_id: int, who: int) -> tuple[int, str | None] | None:
    for number, each in enumerate(await offering.volunteers(session, campaign_id), 1):
        if each.user_id == who:
            return number, each.side
    return None


async def _lines(session: AsyncSession, campaign_id: int, who: int) -> int:
    found = (
        select(func.count())
        .select_from(CareerFact)
        .join(Figure, col(Figure.id) == CareerFact.figure_id)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .join(Unit, col(Unit.id) == Slot.unit_id)
        .where(Unit.campaign_id == campaign_id, col(CareerFact.user_id) == who)
    )
    return (await session.exec(found)).one()


async def _delete_what_is_his(session: AsyncSession, who: int) -> None:
    """His offices and memberships, and what nobody but him needs. His units become the GM's."""
    players = select(Player.id).where(Player.user_id == who)
    await session.exec(update(Unit).where(col(Unit.player_id).in_(players)).values(player_id=None))
    own = JournalEntry.user_id == who
    interactions = select(JournalEntry.interaction_id).where(own, col(JournalEntry.interaction_id).is_not(None))
    await session.exec(delete(ProcessedInteraction).where(col(ProcessedInteraction.interaction_id).in_(interactions)))
    await session.exec(update(JournalEntry).where(col(JournalEntry.user_id) == who).values(interaction_id=None))
    unfinished = and_(col(Draft.user_id) == who, col(Draft.raised_at).is_(None))
    await session.exec(delete(Draft).where(unfinished))
    for model in (
        Player,
        GM,
        ConsideredOrder,
        OrderLetter,
        JoinRequest,
        Volunteer,
        ElectionCandidate,
        ElectionVote,
        Person,
        Absence,
        TimeBank,
        Reliability,
        Timer,
        LookedAt,
    ):
        await session.exec(delete(model).where(col(model.user_id) == who))


async def _strike_out(session: AsyncSession, table: Table, who: int, campaigns: list[int], battles: list[int]) -> None:
    """His id out of a table: out of the columns that hold a user's, and out of all texts. The texts of what belongs to
    a campaign or a battle are searched in those that he has had to do with."""
    own: list[ColumnElement[bool]] = []
    if "campaign_id" in table.c:
        own.append(table.c.campaign_id.in_(campaigns))
    elif "battle_id" in table.c and table.name not in ("careerfact", "unithonour"):
        own.append(table.c.battle_id.in_(battles))
    for column in table.columns:
        if isinstance(column.type, BigInteger) and column.name not in NOT_PEOPLE:
            await session.exec(update(table).where(column == who).values({column: FORGOTTEN}))
        elif isinstance(column.type, String | AutoString):
            named = column.contains(str(who), autoescape=True)
            values: dict[Column[Any], Any] = {column: _without(column, who)}
            if column in CHAINED:
                values[table.c.struck] = True
            await session.exec(update(table).where(*own, named).values(values))


def _without(column: Column[Any], who: int) -> ColumnElement[str]:
    """The text with the person's mentions put into words and his bare id struck out."""
    text: ColumnElement[str] = column
    for mention, words in ((f"<@{who}>", A_FORMER_PLAYER), (f"<@!{who}>", A_FORMER_PLAYER), (str(who), str(FORGOTTEN))):
        text = func.replace(text, literal(mention), literal(words))
    return text
