"""How a unit stands in the battle that it is fighting: its roster is brought up to date at the end only."""

from __future__ import annotations

from collections import Counter

from bot.talk.text import escape
from campaigns.battle import battles
from campaigns.database.store import Store
from campaigns.roster.units import RosterUnit
from campaigns.tables.battles import BattleStatus
from rules.seam.viewing import View


async def standing(store: Store, unit: RosterUnit, who: int) -> str:
    """ "⚔️ In **The mill road** now: 5 fit, 1 wounded, 1 killed.", as far as `who` may know; empty outside a battle."""
    if unit.fighting is None:
        return ""
    seat = await battles.sit(store, unit.fighting, who)
    battle, view = seat.battle, seat.view
    if battle.info.status is not BattleStatus.RUNNING:
        return ""
    counts = _counts(view, {slot.holder.ref for slot in unit.slots if slot.holder is not None})
    now = ", ".join(f"{count} {escape(status)}" for status, count in counts.most_common())
    now = "; ".join(filter(None, (now, *_elements(view, unit))))
    fit = f": {now}" if now else ""
    return f"⚔️ In **{escape(battle.info.title)}** now{fit}. The roster is brought up to date when it ends."


def _elements(view: View, unit: RosterUnit) -> list[str]:
    """ "HMMV immobilised": elements that stand on the table by themselves, and what has befallen them."""
    own = {slot.holder.ref for slot in unit.elements if slot.holder is not None}
    return [f"{escape(each.name)} {', '.join(each.states)}" for each in view.units if each.ref in own and each.states]


def _counts(view: View, refs: set[str]) -> Counter[str]:
    return Counter(figure.status for unit in view.units for figure in unit.figures if figure.id in refs)
