"""What each side puts into the key of a battle's dice before the first die: its words, and whether it has been heard
since the seed was sealed.

A side is heard by what nobody could know when the seed was drawn: the words that it gives for this battle, a click on
Ready, and whatever its players have done since before everybody's eyes (`members.heard`), their decisions in battles
that have ended among it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.finding import PHRASES
from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleSeed, BattleStatus, JournalEntry
from campaigns.tables.campaigns import Player, Side
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet

_DECIDED = (
    select(func.max(JournalEntry.interaction_id))
    .join(Battle, col(Battle.id) == JournalEntry.battle_id)
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .where(col(JournalEntry.user_id) == col(Player.user_id), col(JournalEntry.at) >= given("since"))
    .scalar_subquery()
)
"""A player's newest decision. Of battles that have ended: while one goes on, nobody may be told whether a side has
decided anything."""
_PLAYERS = (
    select(Side.key, Player, _DECIDED)
    .join(Player, col(Player.side_id) == Side.id)
    .where(col(Side.campaign_id) == given("campaign"), col(Player.left_at).is_(None))
    .order_by(col(Player.id))
)


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """`phrases`: what the sides put into the key before the first die, in the rule set's order; `unheard`: the sides
    whose players have done nothing since the seed was sealed; `awaited`: those players."""

    phrases: dict[SideId, str]
    unheard: tuple[SideId, ...]
    awaited: tuple[int, ...]


async def spoken(session: AsyncSession, row: Battle, rules: AnyRuleSet, seed: BattleSeed) -> SpokenWords:
    """What each side has said for the battle; where it has said nothing, the numbers that Discord gave what its players
    have done. A side that nobody plays says nothing, and nobody waits for it."""
    own = PHRASES.validate_json(row.phrases)
    since = seed.sealed_at or row.opened_at
    said: dict[SideId, list[str]] = {}
    players: dict[SideId, list[int]] = {}
    heard = set(own)
    told = {"campaign": row.campaign_id, "since": since}
    for side, player, decided in (await session.exec(_PLAYERS, params=told)).all():
        said.setdefault(side, []).extend(filter(None, (player.phrase, str(decided or ""))))
        players.setdefault(side, []).append(player.user_id)
        if decided or (player.phrase and player.phrase_at is not None and player.phrase_at >= since):
            heard.add(side)
    sides = [side.key for side in rules.forces.sides if side.key in own or side.key in said]
    unheard = tuple(side for side in sides if side not in heard)
    phrases = {side: own.get(side) or " ".join(said.get(side, ())) for side in sides}
    return SpokenWords(phrases, unheard, tuple(user for side in unheard for user in players[side]))


async def seed_of(session: AsyncSession, row: Battle) -> BattleSeed:
    """The seed of a battle that has not begun."""
    return (await session.exec(select(BattleSeed).where(BattleSeed.battle_id == row.id))).one()
