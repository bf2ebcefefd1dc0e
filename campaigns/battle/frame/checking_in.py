"""Before a battle begins: each player chooses which of his own units fight, and says so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.frame import opening
from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal
from campaigns.members import heard
from campaigns.members.membership import player_of, side_key
from campaigns.post import outbox
from campaigns.post.matter import Matter
from campaigns.roster.units import ON_ROSTER, RosterUnit, views_where
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleUnit
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.posts import PostKind
from campaigns.tables.roster import Unit
from campaigns.tables.scenarios import BattleScenario
from rules.language.words import plural

READY: TypeAdapter[list[int]] = TypeAdapter(list[int])


@dataclass(frozen=True, slots=True)
class UnitToCheckIn:
    """A unit that its player may bring. `called`: it takes part as things stand."""

    unit: RosterUnit
    called: bool


async def choices(store: Store, battle_id: int, who: int) -> tuple[UnitToCheckIn, ...]:
    """What somebody may bring to a battle: his own units that are in no other one.

    Raises Refusal: "no-battle", "begun", "cancelled", "no-check-in", "not-a-player"."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, who=who, locked=False)
        _require_open(row)
        return tuple(await _choices(session, row, await _player(session, row, who)))


async def check_in(
    store: Store, battle_id: int, who: int, unit_ids: Iterable[int] | None = None, *, interaction_id: int | None = None
) -> tuple[RosterUnit, ...]:
    """Bring these of his own units and no others, and be ready; without any: those that take part as things stand. He
    may choose again until the battle begins.

    Raises Refusal: "no-battle", "begun", "cancelled", "no-check-in", "not-a-player", "unknown-unit", "cast" where units
    are chosen for a scenario's battle.
    """
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        _require_open(row)
        player = await _player(session, row, who)
        own = {choice.unit.id: choice for choice in await _choices(session, row, player)}
        called = {unit_id for unit_id, choice in own.items() if choice.called}
        if unit_ids is not None and await session.get(BattleScenario, battle_id) is not None:
            raise Refusal("cast", "A scenario's parts are the GM's to give.", "Wish for one instead.")
        wanted = called if unit_ids is None else set(unit_ids)
        if wanted - own.keys():
            raise Refusal("unknown-unit", "That isn't a unit of yours that is free.", "Choose from your own list.")
        calls = select(BattleUnit).where(BattleUnit.battle_id == battle_id, col(BattleUnit.unit_id).in_(list(own)))
        for call in (await session.exec(calls)).all():
            if call.unit_id not in wanted:
                await session.delete(call)
        session.add_all(
            BattleUnit(battle_id=battle_id, unit_id=unit_id) for unit_id in wanted if not own[unit_id].called
        )
        heard.note(player, heard.of_interaction(interaction_id, store.clock.now()))
        await note_ready(session, row, campaign, player, store.clock.now())
        await session.flush()
        return tuple(own[unit_id].unit for unit_id in sorted(wanted))


async def note_ready(session: AsyncSession, row: Battle, campaign: Campaign, player: Player, now: datetime) -> None:
    """The player has chosen; everybody hears that once, and not what."""
    ready = READY.validate_json(row.check_in or "[]")
    if pk(player.id) not in ready:
        row.check_in = READY.dump_json([*ready, pk(player.id)]).decode()
        matter = Matter(topic="checked-in", side=await side_key(session, player.side_id), users=(player.user_id,))
        await outbox.put(session, campaign, row, PostKind.NOTICE, matter, now)


async def waited_for(store: Store, battle_id: int) -> tuple[int, ...]:
    """The users who have not chosen their units yet; nobody where nobody is asked to. Raises Refusal "no-battle"."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, locked=False)
        return tuple(player.user_id for player in await missing(session, row))


async def missing(session: AsyncSession, row: Battle) -> list[Player]:
    """The players with units to bring who have not chosen them yet."""
    if row.check_in is None:
        return []
    ready = READY.validate_json(row.check_in)
    found = (
        select(Player)
        .join(Unit, col(Unit.player_id) == Player.id)
        .where(
            Player.campaign_id == row.campaign_id,
            col(Player.left_at).is_(None),
            col(Unit.disbanded_at).is_(None),
            Unit.side_id == Player.side_id,
            col(Player.id).not_in(ready),
        )
        .order_by(col(Player.id))
        .distinct()
    )
    return list((await session.exec(found)).all())


async def require_all_in(session: AsyncSession, row: Battle) -> None:
    """Raises Refusal "not-ready" while somebody has not chosen."""
    late = await missing(session, row)
    if late:
        names = " and ".join(player.name or "a player" for player in late)
        raise Refusal(
            "not-ready",
            f"{names} {plural(len(late), 'has', 'have')} not chosen their units yet.",
            ("Wait for them, or ", Command("battle begin"), " with “anyway: True”: their called units then fight."),
        )


def _require_open(row: Battle) -> None:
    opening.require_open(row)
    if row.check_in is None:
        raise Refusal("no-check-in", f"The GM has chosen who fights in {row.title}.", "Ask him to change that.")


async def _player(session: AsyncSession, row: Battle, who: int) -> Player:
    player = await player_of(session, row.campaign_id, who)
    if player is None:
        raise Refusal("not-a-player", "You play no side here, and have no units to bring.", "Join a side first.")
    return player


async def _choices(session: AsyncSession, row: Battle, player: Player) -> list[UnitToCheckIn]:
    own = (col(Unit.player_id) == player.id) & (col(Unit.side_id) == player.side_id) & col(Unit.disbanded_at).is_(None)
    views = await views_where(session, own & ON_ROSTER)
    return [UnitToCheckIn(view, view.fighting == row.id) for view in views if view.fighting in (None, row.id)]
