"""How a side means to fight: its boldness, and what its units are for where its players have chosen."""

from __future__ import annotations

import json

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.orders import SideIntent
from rules.kernel.action import SideId
from rules.seam.planning import Boldness, Intent, RoleProposal, UnitRole

USUAL = Boldness.STEADY
"""Of a side that has settled nothing."""


def intent_from(row: SideIntent | None, battle_id: int) -> Intent:
    """What a side has settled. What decides between plans that are as good as each other is the battle's number."""
    if row is None:
        return Intent(USUAL, seed=battle_id)
    known = {role.value for role in UnitRole}
    roles = {unit: UnitRole(word) for unit, word in json.loads(row.roles).items() if word in known}
    return Intent(Boldness(row.boldness), roles, battle_id)


async def settle_boldness(store: Store, battle_id: int, side: SideId, boldness: Boldness) -> Intent:
    """The side is so bold from now on."""
    return await _change(store, battle_id, side, boldness=boldness)


async def settle_role(store: Store, battle_id: int, side: SideId, unit: RoleProposal, role: UnitRole | None) -> Intent:
    """The unit is for that from now on; None: for what is proposed. Raises Refusal "no-such-role"."""
    if role is not None and role not in unit.choices:
        fitting = ", ".join(each.value for each in unit.choices)
        raise Refusal("no-such-role", f"{unit.name} cannot be that: {role.value}.", f"Choose one of: {fitting}.")
    return await _change(store, battle_id, side, role=(unit.unit, role))


async def _change(
    store: Store,
    battle_id: int,
    side: SideId,
    *,
    boldness: Boldness | None = None,
    role: tuple[str, UnitRole | None] | None = None,
) -> Intent:
    async with store.writing_battle(battle_id) as session:
        row = await session.get(SideIntent, (battle_id, side), with_for_update=True)
        if row is None:
            row = SideIntent(battle_id=battle_id, side=side, boldness=USUAL)
        if boldness is not None:
            row.boldness = boldness
        if role is not None:
            unit, chosen = role
            kept = {each: word for each, word in json.loads(row.roles).items() if each != unit}
            row.roles = json.dumps(kept if chosen is None else {**kept, unit: chosen.value}, sort_keys=True)
        session.add(row)
        await session.flush()
        return intent_from(row, battle_id)
