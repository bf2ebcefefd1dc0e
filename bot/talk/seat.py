"""The seat of the one who asks: taken once an interaction, when it has been acknowledged, and handed through."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from bot.talk.desk import battle_info_here, battles_going_on, channel_of, desk_of, server_here
from bot.talk.say import Interaction
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo, Seat
from campaigns.errors import Newer
from campaigns.tables.battles import BattleStatus


async def seat_at(interaction: Interaction, battle_id: int, *, umpire: bool = False) -> Seat:
    """Before that battle; `umpire`: to look at it as one, for a GM. Raises Refusal "no-battle"."""
    store, who = desk_of(interaction).store, interaction.user.id
    return await battles.sit(store, battle_id, who, guild_id=server_here(interaction), umpire=umpire)


async def seats_at(interaction: Interaction, numbers: Sequence[int], here: Seat | None = None) -> list[Seat]:
    """Before each of these battles, `here` where it is one of them; before none that a newer version looks after."""
    seats: list[Seat] = []
    for number in numbers:
        with suppress(Newer):
            seats.append(here if here and number == here.battle.info.id else await seat_at(interaction, number))
    return seats


async def seat_for(interaction: Interaction, ticket: Ticket) -> Seat:
    """Before the battle of a ticket, to act for its side upon what it shows. Raises Refusal "no-battle",
    "not-your-side"."""
    return await battles.sit(
        desk_of(interaction).store,
        ticket.battle,
        interaction.user.id,
        guild_id=server_here(interaction),
        seen=ticket.seen,
        side=ticket.side,
    )


async def seat_here(interaction: Interaction, *among: BattleStatus, umpire: bool = False) -> Seat:
    """Before the battle of this thread; in the campaign's channel before its newest one. `among`: those with this
    status only. Raises Refusal "no-battle", "no-campaign"."""
    store, who, guild = desk_of(interaction).store, interaction.user.id, server_here(interaction)
    here = await battles.sit_in(store, channel_of(interaction), who, among, guild_id=guild, umpire=umpire)
    if here is not None:
        return here
    return await seat_at(interaction, (await battle_info_here(interaction, *among)).id, umpire=umpire)


async def going_on(interaction: Interaction, seat: Seat) -> tuple[BattleInfo, ...]:
    """In a battle's own thread that battle; elsewhere all that go on (see `battles_going_on`)."""
    info = seat.battle.info
    own_thread = info.channel_id == interaction.channel_id != seat.home
    return (info,) if own_thread else await battles_going_on(interaction)
