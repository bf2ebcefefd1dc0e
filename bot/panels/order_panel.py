"""The order panel: what a side has ordered, what each of its units would do now, and what it could order instead.

For the eyes of that side alone. `sheet_of` has the rule set think (beside the event loop); the rest lays it out within
Discord's limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.panels.letter_part import (
    LetterSheet,
    aim_lines,
    alarm_control,
    boldness_control,
    head,
    horizon_control,
    plan_controls,
    role_control,
    send_buttons,
    warning_lines,
)
from bot.panels.panel import waiting
from bot.reading.autocomplete import unit_label
from bot.talk.controls import Item, Option, button, choose, rows
from bot.talk.paging import turn
from bot.talk.say import GOOD, PLAIN, TEXT_LIMIT, card
from bot.talk.text import clip, escape, pieces, small, whole
from bot.talk.ticket import Ticket
from bot.talk.under_way import carried_out
from campaigns.battle.battles import StandingBattle
from rules.battle.orders.sealing import SealOrders
from rules.kernel.action import Action, SideId
from rules.language.words import counted
from rules.seam.asking import Offer, keyed
from rules.seam.ordering import Ordering, SealedAhead, StandingOrder, WouldDo
from rules.seam.viewing import UnitView, View

UNITS, ORDERS, AT_ONCE = 8, 3, 3
"""Units and standing orders of one page, and proposals with a button of their own."""
LINE, HEADING = 180, 1100
"""Characters of a line of it, and of what stands on top, as far as the lines below leave room."""
ALL, AHEAD = "all", "ahead"


@dataclass(frozen=True, slots=True)
class Seals:
    """How it stands with the seals for who looks: whether what is his is sealed, which units of his side are not, and
    whether some of these are his fellows'."""

    mine: bool = False
    left: tuple[str, ...] = ()
    fellows: bool = False


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """A side's orders as the battle stands. `offers`: what could be ordered, by the keys that buttons carry."""

    offers: dict[str, Offer]
    standing: tuple[StandingOrder, ...]
    now: tuple[WouldDo, ...]
    ordering: Ordering[object]
    seals: Seals = Seals()
    ahead: SealedAhead | None = None
    letter: LetterSheet | None = None
    """Of who looks; None where he may not write one now."""

    def drafts(self) -> list[Action]:
        """The proposals that a form can begin with."""
        return [offer.action for offer in self.offers.values() if isinstance(offer.action, self.ordering.writes)]


async def sheet_of(battle: StandingBattle, ordering: Ordering[object], side: SideId, unit: str) -> OrdersShown:
    """For one unit, or with "" for all."""

    def proposed(state: object, side: SideId, unit: str) -> dict[str, Offer]:
        found = ordering.proposals(state, side, unit)
        return keyed(Offer(one.action, one.label, detail=one.detail) for one in found)

    def shown(state: object, side: SideId) -> tuple[tuple[StandingOrder, ...], tuple[WouldDo, ...], SealedAhead | None]:
        return ordering.standing(state, side), ordering.would_do(state, side), ordering.ahead(state, side)

    standing, now, ahead = await battle.thought("orders that stand", shown, side)
    offers = await battle.thought("orders proposed", proposed, side, unit)
    return OrdersShown(offers, standing, now, ordering, ahead=ahead)


def order_panel(
    battle: StandingBattle,
    view: View,
    ticket: Ticket,
    sheet: OrdersShown,
    *,
    heading: str = "",
    done: bool = False,
    page: int = 0,
) -> ui.LayoutView:
    """The orders of `ticket.side`, or those of `ticket.unit` where it names one. `done`: the heading says what was
    done."""
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD if done else PLAIN)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    ticket = ticket.but("orders", choice="")
    frame.add_item(ui.TextDisplay(_head(battle, view, ticket, sheet)))
    if battle.info.result is not None:
        return layout
    letter = None if sheet.seals.mine else sheet.letter
    ordering = sheet.ordering
    standing = [one for one in sheet.standing if not ticket.unit or not one.units or ticket.unit in one.units]
    now = [one for one in sheet.now if ticket.unit in ("", one.unit)]
    alarms = ordering.alarms(letter.letter.lines) if letter is not None and not ticket.unit else ()
    ahead = sheet.ahead if not ticket.unit else None
    orders = ORDERS - bool(alarms) - (ahead is not None)  # each takes the room of one
    count = max(1, -(-len(standing) // orders), -(-len(now) // UNITS))
    page = min(page, count - 1)
    lines = _now(now[page * UNITS : (page + 1) * UNITS])
    if letter is not None:
        lines = [*(() if ticket.unit else aim_lines(letter.aims, letter.measure, view)), *lines, *warning_lines(letter)]
    if lines:
        frame.add_item(ui.TextDisplay("\n".join(lines)))
    if ahead is not None:
        back = button(ticket.but("orders-unseal", choice=AHEAD), "Take back")
        frame.add_item(ui.Section(ui.TextDisplay(_sealed_ahead(ahead)), accessory=back))
    for one in standing[page * orders : (page + 1) * orders]:
        words: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(_stands(one, view, said=len(standing) == 1))
        if sheet.seals.mine or not ordering.cancels:
            frame.add_item(words)
            continue
        accessory = button(ticket.but("orders-cancel", choice=str(one.number)), "Cancel")
        frame.add_item(ui.Section(words, accessory=accessory))
    for item in (
        () if sheet.seals.mine else (*_proposed(ticket, sheet), *_units(ticket, view), *_intent(ticket, letter))
    ):
        frame.add_item(item)
    if letter is not None:
        for item in horizon_control(ticket, letter, ordering, ordering.horizons(battle.state, ticket.side)):
            frame.add_item(item)
        for item in alarm_control(ticket, alarms):
            frame.add_item(item)
    for row in rows(_buttons(battle, ticket, standing, sheet)):
        frame.add_item(row)
    if heading:
        said = sum(len(part.content) for part in layout.walk_children() if isinstance(part, ui.TextDisplay))
        below = list(frame.children)
        frame.clear_items()
        for item in (ui.TextDisplay(pieces(heading.splitlines(), min(HEADING, TEXT_LIMIT - said))[0]), *below):
            frame.add_item(item)
    if count > 1:
        turn(layout, ticket, page, count, ("◀ Back", "More units ▶"))
    return layout


# ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _head(battle: StandingBattle, view: View, ticket: Ticket, sheet: OrdersShown) -> str:
    """What is ordered, and what the battle waits for."""
    if battle.info.result is not None:
        return waiting(battle, view)
    unit = view.unit(ticket.unit)
    name = f"### {escape(unit_label(unit))}\n" if unit is not None else ""
    written = sheet.letter is not None and bool(sheet.letter.letter.lines) and not sheet.seals.mine
    said = (
        head(sheet.letter, sheet.ordering) if sheet.letter is not None and written else _ordered(battle, ticket, sheet)
    )
    return f"{name}**{escape(said)}**\n{small(_asked(battle, view, ticket.side, sheet.seals))}"


def _ordered(battle: StandingBattle, ticket: Ticket, sheet: OrdersShown) -> str:
    """ "Ordered: advance, else hold, and 2 more orders"."""
    mine = [one for one in sheet.standing if not ticket.unit or not one.units or ticket.unit in one.units]
    live = [one for one in mine if not one.stopped and (not ticket.unit or ticket.unit not in one.freed)]
    if not live:
        alone = f"units without orders {sheet.ordering.unordered}" if unsealed(battle) else "you are asked"
        return f"{'Orders stopped' if mine else 'No orders'}: {alone}"
    first = f"Ordered: {clip(live[-1].words, 120)}"
    return first if len(live) == 1 or ticket.unit else f"{first}, and {counted(len(live) - 1, 'more order')}"


def _asked(battle: StandingBattle, view: View, side: SideId, seals: Seals) -> str:
    if battle.info.carried_out is not None:
        return carried_out(battle.info.carried_out)
    ask = battle.prompt.for_side(side)
    sides = unsealed(battle)
    if sides:
        asked = "Yours are sealed. " if seals.mine else escape(clip(ask.question, 200)) + " " if ask is not None else ""
        own = [known.name for unit in ask.about if (known := view.unit(unit)) is not None] if ask is not None else []
        some = f"; of your side {escape(clip(', '.join(own), 200))}" if own else ""
        return f"{asked}🔏 Still to seal: {escape(_listed(battle, sides))}{some}."
    if ask is not None:
        return f"You are asked: {escape(clip(ask.question, 200))}"
    return f"The battle waits for {escape(_listed(battle, [ask.side for ask in battle.prompt.asks]) or 'nobody')}."


def unsealed(battle: StandingBattle) -> tuple[SideId, ...]:
    """The sides whose sealed orders the battle waits for."""
    return tuple(ask.side for ask in battle.prompt.asks if isinstance(ask.default, SealOrders))


def _listed(battle: StandingBattle, sides: Sequence[SideId]) -> str:
    return " and ".join(battle.info.called(side) for side in sides)


def _now(found: Sequence[WouldDo]) -> list[str]:
    """What each unit would do; those without an order together."""
    lines = [_would(one) for one in found if one.order is not None]
    asked = [one.name for one in found if one.order is None]
    if asked and (lines or len(found) == 1):
        lines.append(f"❔ No orders for {escape(clip(', '.join(asked), 200))}")
    return ["**What it would do now**" if len(found) == 1 else "**What they would do now**", *lines] if lines else []


def _would(one: WouldDo) -> str:
    """ "• **2nd Squad** Fire at Mill cell, 6 in · at least one hit 65 %"."""
    odds = " · ".join(f"{escape(clip(words, 30))} **{float(chance) * 100:.0f} %**" for words, chance in one.chances[:2])
    sign = "❔" if one.action is None else "•"
    said = f"{sign} **{escape(clip(one.name, 40))}** {escape(whole(one.words, 60))}"
    return clip(f"{said} · {odds}" if odds else said, LINE)


def _stands(one: StandingOrder, view: View, *, said: bool) -> str:
    """`said`: its words stand on top of the panel."""
    names = [unit.name if (unit := view.unit(ref)) is not None else ref for ref in one.units]
    whom = clip(", ".join(names), 50) if names else "All units"
    said = said and not one.stopped and not one.freed and len(one.words) <= 120
    lines = [f"**{one.number}. {escape(whom)}**{'' if said else f': {escape(clip(one.words, 110))}'}"]
    if one.stopped:
        lines.append(f"⛔ Your order stopped: {escape(clip(one.stopped, 80))}")
    elif one.freed:
        freed = [unit.name for ref in one.freed if (unit := view.unit(ref)) is not None]
        lines.append(f"⛔ No longer for {escape(clip(', '.join(freed), 80))}")
    asks = f" · looks out for: {'; '.join(one.stops)}" if one.stops else ""
    lines.append(small(escape(clip(f"until {one.until}{asks}", 160))))
    return "\n".join(clip(line, LINE) for line in lines)


def _sealed_ahead(ahead: SealedAhead) -> str:
    if ahead.begun:
        return f"🔏 **Sealed {escape(clip(ahead.words, 120))}**\n{small('The bot seals for you as long as it lasts.')}"
    return f"🔏 **Your next seal is {escape(clip(ahead.words, 120))}**"


# ── Controls ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _intent(ticket: Ticket, letter: LetterSheet | None) -> list[ui.ActionRow[ui.LayoutView]]:
    """How bold the side is; on a unit's page what the unit is for."""
    if letter is None or not (letter.plans or letter.role):
        return []
    if ticket.unit:
        return [role_control(ticket, letter.role)] if letter.role is not None else []
    return [boldness_control(ticket, letter)]


def _proposed(ticket: Ticket, sheet: OrdersShown) -> list[ui.ActionRow[ui.LayoutView]]:
    """Plans as buttons, on the page of all, where the rule set makes some; else the best proposals. Others in a
    select."""
    found, style = list(sheet.offers.items()), discord.ButtonStyle.primary
    if sheet.letter is not None and sheet.letter.plans and not ticket.unit:
        made = plan_controls(ticket, sheet.letter)
        if others := [(one.label, key, one.detail) for key, one in found[:25]]:
            made.append(choose(ticket.but("orders-take"), "One order for all…", others))
        return made
    made = rows([button(ticket.but("orders-take", choice=key), one.label, style) for key, one in found[:AT_ONCE]])
    if others := [(one.label, key, one.detail) for key, one in found[AT_ONCE : AT_ONCE + 25]]:
        made.append(choose(ticket.but("orders-take"), "Other orders…", others))
    return made


def _units(ticket: Ticket, view: View) -> list[ui.ActionRow[ui.LayoutView]]:
    own = [unit for unit in view.units if unit.side == ticket.side and unit.ref != ticket.unit]
    words = "Change another unit…" if ticket.unit else "Change one unit…"
    parts = [own[start : start + 25] for start in range(0, min(len(own), 50), 25)]
    return [
        choose(ticket.but("orders-unit", unit=str(place)), words, list(map(_option, part)))
        for place, part in enumerate(parts)
    ]


def _option(unit: UnitView) -> Option:
    return unit_label(unit), unit.ref, f"at {unit.at}" if unit.at else ""


def seal_empty(ticket: Ticket) -> ui.LayoutView:
    """Before a seal under which nothing stands."""
    view = card(
        "**You have written no orders. Seal all the same?**",
        small("Your units then do without orders what the rules have them do, until you are asked again."),
    )
    sure = button(ticket.but("orders-seal", unit="", choice="empty"), "Seal without orders", emoji="🔏")
    back = button(ticket.but("orders", unit="", choice=""), "◀ Write orders", discord.ButtonStyle.primary)
    for row in rows([back, sure]):
        view.add_item(row)
    return view


def last_seal(battle: StandingBattle, side: SideId, seals: Seals) -> str:
    """Said before the seal with which the envelopes are opened."""
    waited = unsealed(battle)
    if waited != (side,) or seals.mine or seals.fellows:
        return ""
    return small("⚠ Yours is the last seal: the orders are opened with it, and cannot be taken back.")


def _buttons(
    battle: StandingBattle, ticket: Ticket, standing: Sequence[StandingOrder], sheet: OrdersShown
) -> list[Item]:
    seals = sheet.seals
    for_all = button(ticket.but("orders-seal", unit="", choice=ALL), "Seal for all of the side", emoji="🔏")
    if seals.mine:
        broken = button(ticket.but("orders-unseal", unit=""), "Break the seal")
        return [broken, for_all] if seals.left else [broken]
    made: list[Item] = []
    written = sheet.letter is not None and bool(sheet.letter.letter.lines)
    if sheet.letter is not None:
        made += send_buttons(ticket, sheet.letter, seals=bool(unsealed(battle)))
    if unsealed(battle):
        if not written:
            # Green only where there is something to seal.
            something = any(not one.stopped for one in standing)
            style = discord.ButtonStyle.success if something else discord.ButtonStyle.secondary
            made.append(button(ticket.but("orders-seal", unit=""), "Seal", style, emoji="🔏"))
        made += [for_all] if seals.fellows else []
    elif battle.prompt.for_side(ticket.side) is not None:
        made.append(button(ticket.but("back"), "Act by hand …"))
    if sheet.drafts():
        made.append(button(ticket.but("orders-write"), "Write orders …", emoji="✏️"))
    if len(standing) > 1 and sheet.ordering.cancels:
        made.append(button(ticket.but("orders-cancel", choice=ALL), "Cancel all", discord.ButtonStyle.danger))
    if ticket.unit:
        made.append(button(ticket.but("orders", unit=""), "◀ All units"))
    return made
