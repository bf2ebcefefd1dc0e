"""What the controls of the order panel do: take a proposal, cancel, seal, turn to one unit, write orders of one's own.

All of it is answered to the giver alone. Where the battle has gone on since the panel was shown nothing is done: he
hears what has changed and gets the panel as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.actions import answers, forms
from bot.actions.acting import Intention, carry_out
from bot.actions.lettering import plan_words, with_letter
from bot.panels.order_form import NONE, SECOND, order_form
from bot.panels.order_panel import AHEAD, ALL, Seals, last_seal, order_panel, seal_empty, sheet_of, unsealed
from bot.post.news import heard
from bot.reading import fields
from bot.reading.references import action_of, action_type
from bot.talk.controls import Answer, Values, handles, on_own_panel
from bot.talk.desk import desk_of
from bot.talk.say import Interaction, say
from bot.talk.seat import seat_at, seat_for
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, numeral, parts
from bot.talk.under_way import carried_out
from campaigns.battle.battles import Done, Seat
from campaigns.battle.frame import commanding
from campaigns.battle.letters import letter
from campaigns.battle.record import considered
from campaigns.campaign import lessons
from campaigns.errors import Command, Refusal, Stale
from campaigns.tables.battles import BattleStatus
from rules.battle.orders.giving import CancelOrders
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.book.showing import Value
from rules.kernel.action import Action, SideId, fields_of
from rules.kernel.refusals import Why
from rules.language.words import counted
from rules.seam.ordering import Ordering
from rules.telling.gathering import gather
from rules.telling.told import TellingRole

TOLD = 6
"""Headlines of what came of orders."""
_FRAMES = (TellingRole.FRAME, TellingRole.DETAIL)
"""What only opens a phase or a card, or says how something was done."""


# ── Who orders ────────────────────────────────────────────────────────────────────────────────────────────────────


def _ordering(seat: Seat) -> Ordering[object]:
    """Raises Refusal "no-orders" where nothing can be ordered, "not-begun" or "battle-over"."""
    found, info = letter.require_ordering(seat.battle), seat.battle.info
    if info.status is not BattleStatus.RUNNING and info.result is None:
        raise Refusal("not-begun", f"{info.title} has not begun.", "Give orders once it has.")
    return found


def side_of(seat: Seat, wanted: SideId = "") -> SideId:
    """The side whose orders the asker may see and give: that of the panel, else his own; for an umpire the one that is
    asked. Raises Refusal "no-side", "not-your-side"."""
    asked = [ask.side for ask in seat.battle.prompt.asks if ask.side in seat.spoken_for]
    own = seat.viewer.side or (asked[0] if len(asked) == 1 else "")
    if not seat.viewer.umpire and wanted not in ("", own):
        controllers = seat.battle.rules.battle.controllers(seat.battle.state)
        own = wanted if controllers.get(wanted) == own else own
    side = wanted or own
    if not side or side not in seat.spoken_for or (side != own and not seat.viewer.umpire):
        raise Refusal("no-side", "Orders are given by a side, for its own units.", "Ask the player of that side.")
    return side


# ── The panel ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def show(
    interaction: Interaction, seat: Seat, ticket: Ticket, *, heading: str = "", done: bool = False, page: int = 0
) -> None:
    """The present panel of the ticket's side, or of its unit. `done`: the heading says what was done."""
    ordering, side = _ordering(seat), side_of(seat, ticket.side)
    unit = ticket.unit if seat.view.unit(ticket.unit) is not None else ""
    ticket = Ticket("orders", seat.battle.info.id, side=side, unit=unit).at(seat.mark)
    sheet = replace(await sheet_of(seat.battle, ordering, side, unit), seals=await _seals(seat, ordering, side))
    if seat.battle.info.result is None:
        sheet = await with_letter(seat, sheet, side, unit)
    heading = "\n".join(filter(None, (heading, last_seal(seat.battle, side, sheet.seals))))
    await say(interaction, order_panel(seat.battle, seat.view, ticket, sheet, heading=heading, done=done, page=page))


async def _seals(seat: Seat, ordering: Ordering[object], side: SideId) -> Seals:
    """Whoever has no fellows on his side, and an umpire, speak for all of it."""
    battle = seat.battle
    if side not in unsealed(battle):
        return Seals(mine=bool(unsealed(battle)))
    units, sealed = ordering.units(battle.state, side), ordering.sealed(battle.state, side)
    left = tuple(unit for unit in units if unit not in sealed)
    if seat.member.side != side:
        return Seals(left=left)
    his = await commanding.shares_of(seat.store, battle.info.id, units, side, seat.member.who)
    mine = bool(his.own and his.others) and set(his.own) <= set(sealed)
    return Seals(mine, left, not set(his.others) <= set(sealed))


async def open_orders(interaction: Interaction, seat: Seat) -> None:
    """The panel with what only the asker's side has learned on top."""
    await show(interaction, seat, Ticket("orders"), heading=await _opening(seat))


async def _opening(seat: Seat, side: SideId = "") -> str:
    return "\n".join(filter(None, (await heard(seat), await proposed(seat, side))))


async def proposed(seat: Seat, side: SideId = "") -> str:
    """In a first battle an empty letter of the side that is asked comes with the first plan, which the panel shows with
    the others beside it: what is proposed; else "". Nothing is sent."""
    if not await lessons.is_one(seat.store, seat.battle.info.campaign_id):
        return ""
    side = side_of(seat, side)
    if seat.battle.info.result is not None or seat.battle.prompt.for_side(side) is None:
        return ""
    mine = await letter.written_by(seat.store, seat.battle.rules, seat.battle.info.id, side, seat.member.who)
    plans = await letter.plans_for(seat, side, mine.intent) if not mine.letter.lines else ()
    if not plans:
        return ""
    await letter.fill(seat, side, plans[0])
    return f"✏️ Proposed: {plan_words(seat, plans[0])}"


@handles("orders", Answer.IN_PLACE)
async def orders(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The button on the prompt, a page of the panel, or back to all units."""
    seat = await seat_at(interaction, ticket.battle)
    heading = "" if on_own_panel(interaction) else await _opening(seat, ticket.side)
    await show(interaction, seat, ticket, heading=heading, page=numeral(ticket.choice))


@handles("orders-unit", Answer.IN_PLACE)
async def one_unit(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The orders of one unit, and what it could be ordered."""
    seat = await seat_for(interaction, ticket)
    heading = await answers.changes(seat, ticket)
    await show(interaction, seat, ticket.but("orders", unit=values.get("", "")), heading=heading)


# ── Giving and cancelling ─────────────────────────────────────────────────────────────────────────────────────────


@handles("orders-take", Answer.IN_PLACE)
async def take(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A proposal is taken."""
    seat = await seat_for(interaction, ticket)
    sheet = await sheet_of(seat.battle, _ordering(seat), side_of(seat, ticket.side), ticket.unit)
    try:
        offer = seat.still(sheet.offers.values(), ticket.choice or values.get("", ""))
    except Stale:
        await show(interaction, seat, ticket, heading=await answers.changes(seat, ticket, refused=True))
        return
    await written(interaction, seat, ticket, offer.action, offer.label)


async def written(
    interaction: Interaction, seat: Seat, ticket: Ticket, action: Action, said: str, *, drafted: bool = False
) -> None:
    """A line of the asker's letter; nothing is carried out. What is no line of one is done at once. `drafted`: a line
    that cannot be given as things stand is shown again to be changed."""
    side = side_of(seat, ticket.side)
    if not isinstance(action, _ordering(seat).writes + _ordering(seat).actions):
        await _carry_out(interaction, seat, ticket, action, said, drafted=drafted)
        return
    if drafted:
        # Refused with its reason, so that the form can be put right.
        await letter.require_lawful(seat, side, action)
    await letter.write(seat, side, [action])
    heading = f"✏️ **{escape(clip(said, 200))}**"
    await show(interaction, seat, ticket.but("orders", choice=""), heading=heading, done=True)


@handles("orders-cancel", Answer.IN_PLACE)
async def cancel(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One order stands no more, or all; on a unit's page for this unit."""
    seat = await seat_for(interaction, ticket)
    await _cancel(interaction, seat, ticket, None if ticket.choice == ALL else numeral(ticket.choice))


async def cancelled(interaction: Interaction, seat: Seat, number: int | None) -> None:
    """The same by word; None: all of them."""
    side = side_of(seat)
    sheet = await sheet_of(seat.battle, _ordering(seat), side, "")
    if number is not None and number not in {one.number for one in sheet.standing}:
        raise Refusal("no-order", f"No order {number} of yours stands.", (Command("orders"), " lists them."))
    await _cancel(interaction, seat, Ticket("orders", seat.battle.info.id, side=side), number)


async def _cancel(interaction: Interaction, seat: Seat, ticket: Ticket, number: int | None) -> None:
    if not _ordering(seat).cancels:
        raise Refusal(
            "not-cancelled",
            f"In {seat.battle.rules.title} orders are not cancelled: a new order takes the place of the old one.",
            "Order the unit something else.",
        )
    said = "All orders cancelled" if number is None else f"Order {number} cancelled"
    unit = seat.view.unit(ticket.unit)
    said += f" for {unit.name}" if unit is not None else ""
    units = (ticket.unit,) if ticket.unit else ()
    await _carry_out(interaction, seat, ticket, CancelOrders(number=number, units=units), said)


async def known(seat: Seat) -> list[tuple[str, str]]:
    """The asker's orders by number, and all of them."""
    ordering, side = _ordering(seat), side_of(seat)
    sheet = await sheet_of(seat.battle, ordering, side, "")
    if not ordering.cancels:
        return []
    found = [(f"{one.number}. {one.words}", str(one.number)) for one in sheet.standing]
    return [*found, ("all of them", ALL)] if found else []


@handles("orders-seal", Answer.IN_PLACE)
async def seal(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The orders of the asker's own units for the phase are sealed, or on purpose those of all of his side that are
    not; with the last seal they are carried out."""
    seat = await seat_for(interaction, ticket)
    if ticket.choice == "" and not await _written(seat, ticket):
        await say(interaction, seal_empty(ticket))
        return
    if ticket.choice != ALL:
        await _carry_out(interaction, seat, ticket, SealOrders(), "Orders sealed")
        return
    seals = await _seals(seat, _ordering(seat), side_of(seat, ticket.side))
    await _carry_out(interaction, seat, ticket, SealOrders(units=seals.left), "Orders of all sealed")


async def _written(seat: Seat, ticket: Ticket) -> bool:
    """Whether orders of the side stand, or lines of the asker's letter wait to be sent."""
    side = side_of(seat, ticket.side)
    sheet = await sheet_of(seat.battle, _ordering(seat), side, "")
    shown = await with_letter(seat, sheet, side, "")
    lines = shown.letter.letter.lines if shown.letter is not None else ()
    return bool(lines) or any(not one.stopped for one in sheet.standing)


@handles("orders-unseal", Answer.IN_PLACE)
async def unseal(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The sealed orders are taken back, to be changed; or what is sealed ahead, from the next turn on."""
    seat = await seat_for(interaction, ticket)
    if ticket.choice != AHEAD:
        await _carry_out(interaction, seat, ticket, BreakSeal(), "Seal broken")
        return
    ahead = _ordering(seat).ahead(seat.battle.state, side_of(seat, ticket.side))
    if ahead is None:
        raise Refusal(Why.NOT_SEALED, "You have sealed nothing ahead.", "Look at your orders again.")
    await _carry_out(interaction, seat, ticket, ahead.back, "Taken back")


async def _carry_out(
    interaction: Interaction, seat: Seat, ticket: Ticket, action: Action, said: str, *, drafted: bool = False
) -> None:
    """Done, and the panel as it then stands, with what came of it. `drafted`: where the battle has gone on, the draft
    of it is shown again."""
    side = side_of(seat, ticket.side)

    async def worded(seat: Seat, done: Done, label: str) -> str:
        return await came_of(seat, done, side, label)

    try:
        done, heading = await carry_out(interaction, Intention(seat, action, side), said, worded)
    except Stale:
        seat = await answers.as_it_stands(interaction, seat, ticket)
        heading = await answers.changes(seat, ticket, refused=True)
        if drafted:
            await _draft(interaction, seat, ticket, action, heading)
        else:
            await show(interaction, seat, ticket, heading=heading)
        return
    await show(interaction, await seat.gone_on(done.after), ticket.but("orders", unit=""), heading=heading, done=True)


async def came_of(seat: Seat, done: Done, side: SideId, said: str) -> str:
    """ "✔ All: advance", what has happened because of it, and whose word it is now."""
    lines = [f"✔ **{escape(clip(said, 200))}**"]
    own = await done.told(seat.viewer)
    after = [told for line in own if line.entry.seq > done.acted.from_seq for told in line.tolds]
    told = [f"• {escape(clip(one.headline, 120))}" for one in gather(after) if one.role not in _FRAMES]
    lines += [small(f"… and {counted(len(told) - TOLD, 'thing')} before that")] if len(told) > TOLD else []
    lines += told[-TOLD:]
    if done.after.info.carried_out is not None:
        lines.append(carried_out(done.after.info.carried_out))
    elif after and not done.acted.ended:
        asked = [ask.side for ask in done.after.prompt.asks]
        others = " and ".join(escape(done.after.info.called(one)) for one in asked if one != side)
        lines.append("→ **You are asked.**" if side in asked else f"→ Now it is for {others}." if others else "")
    return "\n".join(filter(None, lines))


# ── Orders of one's own ───────────────────────────────────────────────────────────────────────────────────────────


@handles("orders-write", Answer.IN_PLACE)
async def write(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A draft to begin with: the first list that is proposed."""
    seat = await seat_for(interaction, ticket)
    sheet = await sheet_of(seat.battle, _ordering(seat), side_of(seat, ticket.side), ticket.unit)
    drafts = sheet.drafts()
    if not drafts:
        raise Refusal("nothing-proposed", "Nothing can be ordered just now.", "Act when you are asked.")
    await _draft(interaction, seat, ticket, drafts[0])


@handles("orders-set", Answer.IN_PLACE)
async def choose_field(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A select of the form: one field has these values; none where nothing was chosen."""
    number, name = parts(ticket.choice, 2)
    seat = await seat_for(interaction, ticket)
    action = await _kept(seat, numeral(number))
    spec = fields.named(type(action), name.removesuffix(SECOND))
    chosen = [value for value in values.get("", "").split("\n") if value not in ("", NONE)]
    given = {spec.name: tuple(chosen) if spec.many else chosen[0]} if chosen else {}
    await _draft(interaction, seat, ticket, _with(seat, ticket, action, given, but=(spec.name,)))


@handles("orders-flags", Answer.IN_PLACE)
async def choose_flags(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Everything that is yes or no."""
    seat = await seat_for(interaction, ticket)
    action = await _kept(seat, numeral(ticket.choice))
    on = values.get("", "").split("\n")
    flags = {spec.name: spec.name in on for spec in fields_of(type(action)) if spec.type is bool and not spec.many}
    await _draft(interaction, seat, ticket, _with(seat, ticket, action, flags))


@handles("orders-ask", Answer.MODAL)
async def ask(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form for what has no select, from the button alone."""
    number, key, verb, these = parts(ticket.choice, 4)
    model = action_type(desk_of(interaction).store.rules(key), verb)
    made = forms.form(ticket.but("orders-form", choice=number), model.title or verb, fields.read(model, these))
    await interaction.response.send_modal(made)


@handles("orders-form", Answer.IN_PLACE)
async def submit(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form was filled in; what was left empty stays as it is."""
    seat = await seat_for(interaction, ticket)
    action = await _kept(seat, numeral(ticket.choice))
    given = forms.read(values)
    # Until that, and not until the end of the phase or turn that the draft began with.
    but = ("lasts",) if given.get("until") and given["until"] != getattr(action, "until", None) else ()
    await _draft(interaction, seat, ticket, _with(seat, ticket, action, given, but))


@handles("orders-give", Answer.IN_PLACE)
async def give(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The draft is given as orders; where the battle has gone on, it is shown again."""
    seat = await seat_for(interaction, ticket)
    action = await _kept(seat, numeral(ticket.choice))
    await written(interaction, seat, ticket, action, "Written", drafted=True)


async def _kept(seat: Seat, number: int) -> Action:
    """The asker's own draft, as it was shown. Raises Refusal "forgotten"."""
    rules, info = seat.battle.rules, seat.battle.info
    return await considered.kept(seat.store, rules, info.id, number, seat.member.who)


def _with(
    seat: Seat, ticket: Ticket, action: Action, given: Mapping[str, Value | tuple[str, ...]], but: tuple[str, ...] = ()
) -> Action:
    """The draft with these fields. Raises Refusal "unknown-choice" for what a field does not take."""
    kept = {name: getattr(action, name) for name in action.model_fields_set - {"verb", *but}}
    kept = {name: value for name, value in kept.items() if value is not None}
    return action_of(seat.battle.rules, action.name(), {**kept, **given}, seat.view, side=ticket.side)


async def _draft(interaction: Interaction, seat: Seat, ticket: Ticket, action: Action, heading: str = "") -> None:
    """The form of a draft, kept under a number of its own."""
    rules, info = seat.battle.rules, seat.battle.info
    number = await considered.keep(seat.store, rules, info.id, seat.mark, seat.member.who, action)
    ticket = Ticket("orders-set", info.id, side=side_of(seat, ticket.side), unit=ticket.unit).at(seat.mark)
    heading = heading or ("" if seat.fresh else await answers.changes(seat, ticket))
    await say(interaction, order_form(rules, action, number, ticket, seat.view, heading))
