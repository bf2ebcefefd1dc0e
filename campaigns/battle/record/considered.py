"""Orders that are shown to their giver before they are carried out. They are kept until the battle has gone on, so
that the button which confirms one need carry no more than its number, before and after a restart."""

from __future__ import annotations

from sqlmodel import col, delete

from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.base import pk
from campaigns.tables.orders import ConsideredOrder
from rules.action import Action
from rules.ruleset import AnyRuleSet


async def keep(store: Store, rules: AnyRuleSet, battle_id: int, version: int, who: int, action: Action) -> int:
    """Keeps the order and gives it a number. What the same person considered before the battle went on is forgotten."""
    row = ConsideredOrder(
        battle_id=battle_id,
        user_id=who,
        version=version,
        action=rules.battle.actions.dump(action),
        at=store.clock.now(),
    )
    async with store.writing() as session:
        await session.exec(
            delete(ConsideredOrder).where(
                col(ConsideredOrder.battle_id) == battle_id,
                col(ConsideredOrder.user_id) == who,
                col(ConsideredOrder.version) < version,
            )
        )
        session.add(row)
        await session.flush()
        return pk(row.id)


async def kept(store: Store, rules: AnyRuleSet, battle_id: int, number: int, who: int) -> Action:
    """The order of that number, whether or not it still stands (see `freshness`). Raises Refusal "forgotten" where this
    person considers none such in this battle."""
    async with store.reading() as session:
        row = await session.get(ConsideredOrder, number)
        if row is None or (row.battle_id, row.user_id) != (battle_id, who):
            raise Refusal("forgotten", "That order is no longer kept.", "Give it again.")
        return rules.battle.actions.load(row.action)
