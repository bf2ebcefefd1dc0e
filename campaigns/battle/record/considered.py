"""Orders that are shown to their giver before they are carried out. They are kept until something has come to his
notice, so that the button which confirms one need carry no more than its number, before and after a restart."""

from __future__ import annotations

from sqlmodel import col, delete, func, insert, select

from campaigns.battle.record.marks import Mark
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.tables.orders import ConsideredOrder
from rules.kernel.action import Action
from rules.seam.ruleset import AnyRuleSet


async def keep(store: Store, rules: AnyRuleSet, battle_id: int, told: Mark, who: int, action: Action) -> int:
    """Keeps the order and gives it a number among his. What the same person considered before something came to his
    notice is forgotten. `told`: how much he has been told."""
    own = (col(ConsideredOrder.battle_id) == battle_id, col(ConsideredOrder.user_id) == who)
    row = {
        "battle_id": battle_id,
        "user_id": who,
        "number": select(func.coalesce(func.max(ConsideredOrder.number), 0) + 1).where(*own).scalar_subquery(),
        "version": told.number,
        "action": rules.battle.actions.dump(action),
        "at": store.clock.now(),
    }
    async with store.writing() as session:
        # Before what is forgotten goes: no number of his is given twice.
        kept = await session.exec(insert(ConsideredOrder).values(row).returning(col(ConsideredOrder.number)))
        number = kept.scalar_one()
        await session.exec(delete(ConsideredOrder).where(*own, col(ConsideredOrder.version) < told.number))
        return number


async def kept(store: Store, rules: AnyRuleSet, battle_id: int, number: int, who: int) -> Action:
    """The order of that number, whether or not it still stands (see `freshness`). Raises Refusal "forgotten" where this
    person considers none such in this battle."""
    found = select(ConsideredOrder.action).where(
        ConsideredOrder.battle_id == battle_id, ConsideredOrder.user_id == who, ConsideredOrder.number == number
    )
    async with store.reading() as session:
        action = (await session.exec(found)).first()
    if action is None:
        raise Refusal("forgotten", "That order is no longer kept.", "Give it again.")
    return rules.battle.actions.load(action)
