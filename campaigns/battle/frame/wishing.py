"""Before a scenario's battle begins: each player says which part they would like one of their units to have.

A wish changes nothing by itself: the GM sees it in the casting, where it counts after whoever has the part already. A
player sees the parts and units of their own side, and nobody else's wishes.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.frame import checking_in, opening
from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members import heard
from campaigns.members.membership import is_gm, player_of, side_key
from campaigns.roster.units import RosterUnit
from campaigns.scenario import scenarios
from campaigns.scenario.candidates import Troupe, troupe
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, PartWish
from campaigns.tables.campaigns import Campaign, Player
from campaigns.tables.scenarios import BattleScenario
from rules.scenario import Force


@dataclass(frozen=True, slots=True)
class PartToWish:
    """A part of the player's side. `lacking`: why the unit cannot have it, a clause each."""

    force: Force
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnitToWish:
    """A unit of the player's own. `wish`: the key of the part that they would like it to have, or ""."""

    unit: RosterUnit
    parts: tuple[PartToWish, ...]
    wish: str

    @property
    def wished(self) -> str:
        """The name of that part."""
        return next((part.force.name for part in self.parts if part.force.key == self.wish), "")


async def by_scenario(store: Store, battle_id: int) -> bool:
    """Whether the battle is fought by a scenario."""
    async with store.reading() as session:
        return await session.get(BattleScenario, battle_id) is not None


async def asks(store: Store, battle_id: int, who: int) -> tuple[bool, bool]:
    """Whether somebody is a GM of the battle, and whether they play in it. Raises Refusal "no-battle"."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, who=who, locked=False)
        gm = await is_gm(session, row.campaign_id, who)
        return gm, await player_of(session, row.campaign_id, who) is not None or not gm


async def choices(store: Store, battle_id: int, who: int) -> tuple[UnitToWish, ...]:
    """Somebody's own units, each with the parts of their side. Raises Refusal: "no-battle", "begun", "cancelled",
    "no-scenario", "not-a-player"."""
    async with store.reading() as session:
        row, _ = await finding.battle_row(session, battle_id, who=who, locked=False)
        _, everybody, forces = await _mine(store, session, row, who)
        return tuple(
            UnitToWish(
                unit,
                tuple(PartToWish(force, everybody.lacking(unit, force)) for force in forces),
                everybody.wishes.get(unit.id, ""),
            )
            for unit in everybody.units
        )


async def wish(
    store: Store, battle_id: int, who: int, unit_id: int, force: str, *, interaction_id: int | None = None
) -> UnitToWish:
    """Wish for a part for one of one's own units; "": for none. They may wish again until the battle begins.

    Raises Refusal as `choices` does, "unknown-unit", "no-such-part", "unfit".
    """
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        player, everybody, forces = await _mine(store, session, row, who)
        unit = everybody.unit(unit_id)
        if unit is None:
            raise Refusal("unknown-unit", "That isn't a unit of yours.", "Choose from your own list.")
        part = next((each for each in forces if each.key == force), None)
        if force and part is None:
            raise Refusal("no-such-part", "Your side has no such part.", "Choose from the list.")
        if part is not None and (lacking := everybody.lacking(unit, part)):
            words = f"{unit.name} cannot be {part.name}: {', '.join(lacking)}."
            raise Refusal("unfit", words, "Choose another unit or another part.")
        former = await session.get(PartWish, (battle_id, unit_id))
        if former is not None and force:
            former.force = force
        elif former is not None:
            await session.delete(former)
        elif force:
            session.add(PartWish(battle_id=battle_id, unit_id=unit_id, force=force))
        now = store.clock.now()
        heard.note(player, heard.of_interaction(interaction_id, now))
        if row.check_in is not None:
            await checking_in.note_ready(session, row, campaign, player, now)
        await session.flush()
        return UnitToWish(unit, tuple(PartToWish(each, everybody.lacking(unit, each)) for each in forces), force)


async def _mine(store: Store, session: AsyncSession, row: Battle, who: int) -> tuple[Player, Troupe, list[Force]]:
    """The player, who of their own units there are, and the parts of their side but for guests."""
    opening.require_open(row)
    player = await player_of(session, row.campaign_id, who)
    if player is None:
        raise Refusal("not-a-player", "You play no side here, and have no units to bring.", "Join a side first.")
    rules = store.rules((await session.get_one(Campaign, row.campaign_id)).rules)
    scenario = await scenarios.of_battle(session, pk(row.id), rules)
    if scenario is None:
        raise Refusal("no-scenario", f"{row.title} is fought without a scenario.", "It has no parts to wish for.")
    side = await side_key(session, player.side_id)
    everybody = await troupe(
        session, row.campaign_id, rules, scenario, store.clock.now().date(), pk(row.id), owner=(side, who)
    )
    return player, everybody, [force for force in scenario.forces if force.side == side and not force.guest]
