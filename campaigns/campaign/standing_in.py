"""In somebody's place: whoever takes a seat over sits there until its owner is back.

A stand-in has the owner's units and answers what the side is asked; the owner plays no longer, sees no more of the side
than they have seen, and takes everything back by one click, whenever they like. Nobody sits on a side who knows what an
enemy of it knows of a battle that goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.staffing import dumped, staffed
from campaigns.campaign import joining, leaving
from campaigns.campaign.leaving import Asked
from campaigns.clocks import answering
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import knowledge
from campaigns.members.knowledge import Seen
from campaigns.members.membership import is_gm, open_campaign, player_of, require_gm, side_key, sides_of
from campaigns.members.policies import Joining, Policies
from campaigns.post import outbox, strikes
from campaigns.post.matter import Matter, Substituted
from campaigns.post.seats import SeatBack, WaitingBattle
from campaigns.seats import offering
from campaigns.seats.offering import STANDING, SeatFate
from campaigns.tables.base import pk
from campaigns.tables.campaigns import Campaign, Player, Side
from campaigns.tables.membership import PlayerSeat
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit
from rules.kernel.action import SideId

_NUMBERS: TypeAdapter[list[int]] = TypeAdapter(list[int])


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody plays for the side now, in the place of the `former` player; `waiting`: its battles. `seen`: what they
    have seen of battles that go on which the side should not know."""

    campaign_id: int
    side: SideId
    former: int
    waiting: tuple[WaitingBattle, ...]
    seen: tuple[Seen, ...] = ()


async def take(store: Store, seat_id: int, who: int, *, name: str = "", guild_id: int | None = None) -> Seated:
    """Sit in a seat that stands open, until its owner is back: the staff steps back from the side. The owner has it for
    good.

    Raises Refusal: "no-such-seat", "campaign-closed", "taken", "not-open", "own-seat", "knows-too-much", "removed",
    "ask-gm", "joining-closed".
    """
    campaign_id = await _campaign_of(store, seat_id, guild_id)

    async def taken(asked: Asked) -> Seated:
        async with store.writing() as session:
            campaign, seat = await _seat(session, campaign_id, seat_id)
            if seat.stands == SeatFate.HELD:
                raise Refusal("taken", "Somebody has taken that seat.", ("See who plays: ", Command("campaign show")))
            if seat.stands != SeatFate.OPEN or not await is_empty(session, campaign, seat):
                words = "That seat is no longer open: its side has a player again, or the battle is over."
                raise Refusal("not-open", words, ("See who plays: ", Command("campaign show"), "."))
            side = (await sides_of(session, campaign_id))[seat.side]
            if who in (seat.holder, seat.owner):
                if await player_of(session, campaign_id, who) is not None:
                    raise _own(side)
                if who == seat.owner:
                    return await _return(store, session, campaign, seat, asked, name=name)
            refusal = await why_not(session, campaign, who, side)
            if refusal is not None:
                raise refusal
            return await _sit(store, session, campaign, seat, who, asked, name=name)

    return await leaving.knowing_who_is_asked(store, (campaign_id,), taken)


async def substitute(store: Store, campaign_id: int, who: int, user_id: int, by: int, *, by_name: str = "") -> Seated:
    """A GM puts somebody in a player's place, until they are back: their side, their units, and what the battles wait
    for from them.

    Raises Refusal: "no-campaign", "campaign-closed", "umpire-only", "no-player", "himself".
    """
    if user_id == by:
        raise Refusal("himself", "Nobody takes their own place.", "Choose somebody else.")

    async def substituted(asked: Asked) -> Seated:
        async with store.writing() as session:
            campaign = await open_campaign(session, campaign_id)
            await require_gm(session, campaign_id, who, "put somebody in a player's place")
            player = await leaving.playing(session, campaign_id, user_id)
            side = await side_key(session, player.side_id)
            seat = await offering.seat_held_by(session, campaign_id, side, user_id)
            if seat is None:
                seat = PlayerSeat(
                    campaign_id=campaign_id,
                    side=side,
                    owner=user_id,
                    holder=user_id,
                    stands=SeatFate.OPEN,
                    since=store.clock.now(),
                )
                session.add(seat)
                await session.flush()
            return await _sit(store, session, campaign, seat, by, asked, name=by_name, by_gm=True)

    return await leaving.knowing_who_is_asked(store, (campaign_id,), substituted)


async def _sit(
    store: Store,
    session: AsyncSession,
    campaign: Campaign,
    seat: PlayerSeat,
    who: int,
    asked: Asked,
    *,
    name: str,
    by_gm: bool = False,
) -> Seated:
    """`who` sits there from now on, with the units of whoever did before."""
    campaign_id, now = pk(campaign.id), store.clock.now()
    side, former = (await sides_of(session, campaign_id))[seat.side], seat.holder
    seen = await knowledge.seen_by(session, campaign_id, who, but=side.key)
    before = await _row_of(session, campaign_id, former)
    newcomer = await player_of(session, campaign_id, who)
    seat.joined = newcomer is None or newcomer.side_id != side.id
    if newcomer is None or newcomer.side_id != side.id:
        newcomer = await joining.enlist(session, campaign_id, who, side, now, name=name)
    moved = await _units_of(session, before, side)
    for unit in moved:
        unit.player_id = newcomer.id
    units = dict.fromkeys([*_NUMBERS.validate_json(seat.units), *(pk(unit.id) for unit in moved)])
    seat.units = _NUMBERS.dump_json(list(units)).decode()
    for queued in await offering.volunteers(session, campaign_id):
        if queued.user_id == who:
            await session.delete(queued)
    await _relieve_the_staff(session, campaign_id, side.key)
    for battle in await knowledge.going_on(session, campaign_id):
        answering.answered_by_another(battle, side.key)
    waiting = await leaving.battles_of(session, campaign_id, side.key, asked)
    await strikes.strike(session, seat.post, "taken", now)
    may_return = pk(seat.id) if seat.owner else 0
    about = Substituted(former=former, waiting=waiting, seat=may_return, by_gm=by_gm)
    matter = Matter(topic="notice", side=side.key, users=(who,), about=about)
    seat.post = await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    seat.holder, seat.stands, seat.since = who, SeatFate.HELD, now
    await session.flush()
    # Whoever has left the seat themselves may sit down again: then there is nobody to part with.
    sits_there = before is not None and before.left_at is None and before.side_id == side.id
    if before is not None and sits_there and former != who:
        await leaving.part(store, session, campaign, before, "stood-in", asked)
    return Seated(campaign_id, side.key, former, waiting, seen)


async def _relieve_the_staff(session: AsyncSession, campaign_id: int, side: SideId) -> None:
    for battle in await knowledge.going_on(session, campaign_id):
        kept = {key: boldness for key, boldness in staffed(battle).items() if key != side}
        if len(kept) < len(staffed(battle)):
            battle.staff = dumped(kept)


async def why_not(session: AsyncSession, campaign: Campaign, who: int, side: Side) -> Refusal | None:
    """Why this person may not sit on that side; None where they may."""
    campaign_id = pk(campaign.id)
    if await is_gm(session, campaign_id, who) and await knowledge.going_on(session, campaign_id):
        answer = ("Answer for the side with ", Command("gm answer"), ", or put somebody there: ")
        remedy = (*answer, Command("campaign remove"), " and a substitute.")
        return Refusal("knows-too-much", "A GM sees what every side knows of the battle that goes on.", remedy)
    seen = await knowledge.seen_by(session, campaign_id, who, but=side.key)
    if seen:
        names = {key: row.name for key, row in (await sides_of(session, campaign_id)).items()}
        what = f"what only {names[seen[0].side]} may know" if seen[0].side else "what every side knows"
        words = f"You have seen {what} of {seen[0].battle}, which goes on: you may not play for {side.name}."
        return Refusal("knows-too-much", words, "Wait until that battle is over, or leave the seat to somebody else.")
    player = await player_of(session, campaign_id, who)
    if player is not None:
        return None if player.side_id == side.id else _own(await session.get_one(Side, player.side_id))
    concerns = {each.kind for each in await joining.concerns_of(session, campaign_id, who, side.key)}
    if "removed" in concerns:
        return Refusal("removed", "A GM has taken you out of this campaign.", "Ask the GM to put you there.")
    if "forgotten" in concerns:
        words = "Somebody who saw the other side of a battle that goes on has had their data erased since."
        remedy = ("That may have been you. Ask the GM to put you there: ", Command("campaign remove"), ".")
        return Refusal("ask-gm", words, remedy)
    if Policies.model_validate_json(campaign.settings).joining in (Joining.APPROVAL, Joining.CLOSED):
        words = "Only the GM lets newcomers into this campaign."
        return Refusal("joining-closed", words, ("Ask the GM to put you there: ", Command("campaign remove"), "."))
    return None


def _own(side: Side) -> Refusal:
    return Refusal("own-seat", f"You play for {side.name} yourself.", "Act, and the staff steps back.")


async def is_empty(session: AsyncSession, campaign: Campaign, seat: PlayerSeat) -> bool:
    """Whether nobody plays there: its holder has gone and the side has no other player, or the staff plays it."""
    campaign_id = pk(campaign.id)
    battles = await knowledge.going_on(session, campaign_id)
    if any(seat.side in staffed(battle) for battle in battles):
        return True
    side = (await sides_of(session, campaign_id))[seat.side]
    plays = select(Player.id).where(Player.side_id == side.id, col(Player.left_at).is_(None))
    return (await session.exec(plays.limit(1))).first() is None


# ── And back ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def come_back(store: Store, seat_id: int, who: int, *, name: str = "", guild_id: int | None = None) -> Seated:
    """The owner has their seat again, with its units; whoever sat there only for them plays here no longer.

    Raises Refusal: "no-such-seat", "not-yours", "back-already", "campaign-closed", "knows-too-much".
    """
    campaign_id = await _campaign_of(store, seat_id, guild_id)

    async def back(asked: Asked) -> Seated:
        async with store.writing() as session:
            campaign, seat = await _seat(session, campaign_id, seat_id)
            if seat.owner != who:
                raise Refusal("not-yours", "Only the player who left that seat takes it back.", "Ask them, or a GM.")
            if seat.stands not in STANDING:
                raise Refusal("back-already", "You have that seat already.", ("See what waits: ", Command("now"), "."))
            return await _return(store, session, campaign, seat, asked, name=name)

    return await leaving.knowing_who_is_asked(store, (campaign_id,), back)


async def own_seat(store: Store, campaign_id: int, who: int, side: SideId | None = None) -> int | None:
    """The seat, of that side or of any, which this person may take back; None for somebody who plays."""
    async with store.reading() as session:
        if await player_of(session, campaign_id, who) is not None:
            return None
        own = select(PlayerSeat.id).where(PlayerSeat.campaign_id == campaign_id, PlayerSeat.owner == who)
        if side is not None:
            own = own.where(PlayerSeat.side == side)
        return (
            await session.exec(own.where(col(PlayerSeat.stands).in_(STANDING)).order_by(col(PlayerSeat.id).desc()))
        ).first()


async def _return(
    store: Store, session: AsyncSession, campaign: Campaign, seat: PlayerSeat, asked: Asked, *, name: str
) -> Seated:
    campaign_id, now, former = pk(campaign.id), store.clock.now(), seat.holder
    side = (await sides_of(session, campaign_id))[seat.side]
    refusal = await why_not(session, campaign, seat.owner, side)
    if refusal is not None and refusal.code == "knows-too-much":
        raise refusal
    stand_in = await _row_of(session, campaign_id, former)
    owner = await player_of(session, campaign_id, seat.owner)
    if owner is None or owner.side_id != side.id:
        owner = await joining.enlist(session, campaign_id, seat.owner, side, now, name=name)
    gone = set(_NUMBERS.validate_json(seat.units))
    if former == seat.owner:  # nobody sat there: what they had is the GM's meanwhile
        kept = select(Unit).where(col(Unit.id).in_(gone), Unit.side_id == side.id, col(Unit.player_id).is_(None))
        for unit in (await session.exec(kept)).all():
            unit.player_id = owner.id
    for unit in await _units_of(session, stand_in, side) if former != seat.owner else ():
        if seat.joined or pk(unit.id) in gone:
            unit.player_id = owner.id
    await _relieve_the_staff(session, campaign_id, side.key)
    await strikes.strike(session, seat.post, SeatFate.BACK, now)
    seat.stands, seat.units = SeatFate.BACK, "[]"
    matter = Matter(topic="notice", side=side.key, users=(seat.owner,), about=SeatBack(former=former))
    await outbox.put(session, campaign, None, PostKind.NOTICE, matter, now)
    await session.flush()
    sits_there = stand_in is not None and stand_in.left_at is None and stand_in.side_id == side.id
    if stand_in is not None and sits_there and seat.joined and former != seat.owner:
        await leaving.part(store, session, campaign, stand_in, "stood-in", asked)
    waiting = await leaving.battles_of(session, campaign_id, side.key, asked)
    return Seated(campaign_id, side.key, former, waiting)


async def _campaign_of(store: Store, seat_id: int, guild_id: int | None) -> int:
    async with store.reading() as session:
        seat = await session.get(PlayerSeat, seat_id)
        campaign = await session.get(Campaign, seat.campaign_id) if seat is not None else None
        if campaign is None or guild_id not in (None, campaign.guild_id):
            raise Refusal(
                "no-such-seat", "There is no such seat here.", ("See who plays: ", Command("campaign show"), ".")
            )
        return pk(campaign.id)


async def _seat(session: AsyncSession, campaign_id: int, seat_id: int) -> tuple[Campaign, PlayerSeat]:
    """The seat and its campaign, locked."""
    campaign = await open_campaign(session, campaign_id)
    return campaign, await session.get_one(PlayerSeat, seat_id, populate_existing=True)


async def _row_of(session: AsyncSession, campaign_id: int, who: int) -> Player | None:
    """Somebody's membership, past or present."""
    found = select(Player).where(Player.campaign_id == campaign_id, Player.user_id == who)
    return (await session.exec(found)).first()


async def _units_of(session: AsyncSession, player: Player | None, side: Side) -> list[Unit]:
    """The units of one side that somebody raised or has taken over."""
    if player is None:
        return []
    return list((await session.exec(select(Unit).where(Unit.player_id == player.id, Unit.side_id == side.id))).all())
