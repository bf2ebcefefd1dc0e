"""What the order panel shows of the asker's letter, read and thought out for it."""

from __future__ import annotations

from dataclasses import replace

from bot.panels.letter_part import LetterSheet
from bot.panels.order_panel import OrdersShown
from bot.talk.text import clip, escape
from campaigns.battle.battles import Seat, StandingBattle
from campaigns.battle.letters import fellows, letter
from rules.battle.plans.planner import in_words
from rules.kernel.action import SideId
from rules.seam.planning import AimStanding, Intent, LetterPlan, RoleProposal


async def with_letter(seat: Seat, sheet: OrdersShown, side: SideId, unit: str) -> OrdersShown:
    """The sheet with the asker's letter; what each unit would do is then by that letter."""
    battle = seat.battle
    mine = await letter.written_by(seat.store, battle.rules, battle.info.id, side, seat.member.who)
    comes = await letter.shown(seat, mine)
    others = await fellows.replaced(seat, sheet.ordering, side, mine.letter.lines)
    comes = replace(comes, warnings=(*comes.warnings, *others))
    found = LetterSheet(
        letter=mine.letter,
        comes=comes,
        plans=await letter.plans_for(seat, side, mine.intent) if not unit else (),
        aims=await standings_of(seat.battle, side) if not unit else (),
        boldness=mine.intent.boldness,
        role=await role_of(seat, side, unit, mine.intent) if unit else None,
        measure=battle.rules.measure.short,
    )
    return replace(sheet, letter=found, now=comes.now if mine.letter.lines else sheet.now)


async def standings_of(battle: StandingBattle, side: SideId) -> tuple[AimStanding, ...]:
    """What the side wants and how far it is; nothing where its rule set makes no plans."""
    ordering = battle.rules.battle.ordering
    if ordering is None or ordering.planning is None:
        return ()
    aims = await letter.aims_of(battle, side)
    return await battle.thought("how aims stand", ordering.planning.standing, side, aims)


async def role_of(seat: Seat, side: SideId, unit: str, intent: Intent) -> RoleProposal | None:
    """What the unit is for: what its side has chosen, else what is proposed."""
    planning = letter.require_ordering(seat.battle).planning
    if planning is None:
        return None
    aims = await letter.aims_of(seat.battle, side)
    found = await seat.battle.thought("roles", planning.roles, side, aims)
    proposed = next((one for one in found if one.unit == unit), None)
    chosen = intent.roles.get(unit)
    return proposed if proposed is None or chosen is None else replace(proposed, role=chosen)


def plan_words(seat: Seat, plan: LetterPlan) -> str:
    """ "**Take the mill** — 1st Squad: take; 2nd Squad: fire support"."""

    def name(ref: str) -> str:
        unit = seat.view.unit(ref)
        return unit.name if unit is not None else ref

    return f"**{escape(clip(plan.label, 100))}** — {escape(clip(in_words(plan, name), 300))}"
