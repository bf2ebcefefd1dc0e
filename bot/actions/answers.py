"""What the buttons of a prompt and of a panel do: pick a unit, see its offers, do one, answer for the whole side.

Each takes a seat before the battle as it stands. Where what the button showed no longer stands, nothing is done: the
asker hears what has changed and gets the present panel.
"""

from __future__ import annotations

import discord

from bot.actions import forms
from bot.actions.acting import Intention, carry_out
from bot.actions.far import as_far_as_it_goes
from bot.actions.lettering import standings_of
from bot.actions.preview import shown_first
from bot.panels.panel import chances_of, panel
from bot.panels.where import place_field, places_to_choose
from bot.post.news import heard
from bot.reading import fields
from bot.reading.references import action_type, filled
from bot.talk.controls import Answer, Values, button, handles, on_own_panel, rows
from bot.talk.desk import desk_of
from bot.talk.say import Interaction, card, say
from bot.talk.seat import seat_for
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket, parts
from campaigns.battle.battles import Seat
from campaigns.battle.record.marks import Mark
from campaigns.battle.telling import looks
from campaigns.errors import Stale
from campaigns.tables.battles import EntryKind
from rules.telling.gathering import gather

PRIMARY = discord.ButtonStyle.primary


@handles("open", Answer.BESIDE)
async def open_panel(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The choice of a unit, for the asker alone."""
    seat = await seat_for(interaction, ticket)
    await show(interaction, seat, ticket, heading=await _first_words(seat, ticket))


@handles("pick", Answer.IN_PLACE)
async def pick(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A unit was chosen: what may it do?"""
    seat = await seat_for(interaction, ticket)
    chosen = ticket.but("pick", unit=values.get("", ""))
    # On a panel of his own he has read it already.
    first = changes if on_own_panel(interaction) else _first_words
    await show(interaction, seat, chosen, heading=await first(seat, ticket))


@handles("more", Answer.IN_PLACE)
async def more(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One of the offers that had no button of its own."""
    seat = await seat_for(interaction, ticket)
    heading = await changes(seat, ticket)
    await show(interaction, seat, ticket, heading=heading, only=None if heading else values.get(""))


@handles("do", Answer.IN_PLACE)
async def do(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An offer of a unit is taken."""
    await _take(interaction, ticket, {})


@handles("quick", Answer.IN_PLACE)
async def quick(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An answer for the whole side."""
    await _take(interaction, ticket, {})


@handles("ask", Answer.MODAL)
async def ask(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The offer needs a word from the player: a form opens at once, made from the button alone."""
    offered, key, verb, these = parts(ticket.choice, 4)
    rules = desk_of(interaction).store.rules(key)
    model = action_type(rules, verb)
    wanted = fields.read(model, these)
    await interaction.response.send_modal(forms.form(ticket.but("form", choice=offered), model.title or verb, wanted))


@handles("form", Answer.IN_PLACE)
async def submit(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form was filled in. An action with a way is shown first; anything else is done."""
    await _take(interaction, ticket, values)


@handles("why", Answer.IN_PLACE)
async def why(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The same panel with all of its sums."""
    seat = await seat_for(interaction, ticket)
    await show(interaction, seat, ticket.but("pick", choice=""), heading=await changes(seat, ticket), sums=True)


@handles("where", Answer.IN_PLACE)
async def where(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A place was chosen from the list: how does the unit go there? Where there is one way only, that."""
    seat = await seat_for(interaction, ticket)
    key, _, chosen = ticket.choice.partition("=")
    chosen = chosen or values.get("", "")
    going = {
        each.key: each.offer
        for each in await chances_of(seat.battle, ticket.side, ticket.unit)
        if place_field(each.offer) and key in ("", each.key)
    }
    if len(going) == 1:
        ((key, offer),) = going.items()
        await _take(interaction, ticket.but("form", choice=key), {place_field(offer): chosen})
        return
    heading = await changes(seat, ticket, refused=not going)
    if not going or heading:
        await show(interaction, seat, ticket.but("pick", choice=""), heading=heading)
        return
    layout = card(f"**{escape(chosen)}**: how does it go there?")
    ways = [
        button(ticket.but("where", choice=f"{key}={chosen}"), offer.label.rstrip("… "), PRIMARY)
        for key, offer in list(going.items())[:15]
    ]
    for row in rows([*ways, button(ticket.but("back", choice=""), "◀ Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("back", Answer.IN_PLACE)
async def back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Rather something else: the unit's panel again."""
    seat = await seat_for(interaction, ticket)
    await show(interaction, seat, ticket, heading=await changes(seat, ticket))


async def _take(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The offer that the button showed, if it stands as it was shown; with a player's word, an action with a way is
    shown to him first."""
    seat = await seat_for(interaction, ticket)
    try:
        offer = await seat.offered(ticket.side, ticket.unit, ticket.choice)
        if ticket.what == "form":
            values = await as_far_as_it_goes(seat, ticket.side, offer, values)
        action = filled(offer, forms.read(values), seat.view, side=ticket.side)
        meant = Intention(seat, action, ticket.side, ticket.unit)
        if ticket.what == "form" and await shown_first(interaction, meant):
            return
        done, heading = await carry_out(interaction, meant, offer.label)
    except Stale:
        seat = await as_it_stands(interaction, seat, ticket)
        await show(interaction, seat, ticket, heading=await changes(seat, ticket, refused=True))
        return
    await show(interaction, await seat.gone_on(done.after), ticket.but("pick", unit=""), heading=heading, done=True)


async def as_it_stands(interaction: Interaction, seat: Seat, ticket: Ticket) -> Seat:
    """The seat from which something was judged stale; where the battle has gone on since he sat down, a new one."""
    return seat if not seat.fresh else await seat_for(interaction, ticket)


async def show(
    interaction: Interaction,
    seat: Seat,
    ticket: Ticket,
    *,
    heading: str = "",
    done: bool = False,
    only: str | None = None,
    sums: bool = False,
) -> None:
    """The present panel of the ticket's unit, or the choice of units."""
    battle, view = seat.battle, seat.view
    asked = battle.prompt.for_side(ticket.side)
    others = () if ticket.unit else await seat.left_to(ticket.side)
    if asked is not None and not ticket.unit and not others and len(asked.units) == 1:
        ticket = ticket.but(ticket.what, unit=asked.units[0])
    if asked is not None and ticket.unit and ticket.unit not in asked.units:
        known = view.unit(ticket.unit)
        name = known.name if known else "That unit"
        states = f" ({', '.join(known.states)})" if known and known.states else ""
        heading = "\n".join(
            filter(None, (heading, f"{escape(name)} cannot act now{escape(states)}. Choose another unit."))
        )
        ticket = ticket.but(ticket.what, unit="")
    ticket = ticket.at(seat.mark)
    chances = await chances_of(battle, ticket.side, ticket.unit) if asked is not None and ticket.unit else ()
    going = [each for each in chances if place_field(each.offer)]
    places = places_to_choose(view.scene, ticket.unit, await standings_of(battle, ticket.side)) if going else []
    shown = panel(
        battle, view, ticket, chances, heading=heading, done=done, only=only, others=others, places=places, sums=sums
    )
    await say(interaction, shown)
    if seat.seen is not None:  # else it follows something that has been noted already
        await looks.look(seat.store, battle.info.id, seat.member.who, seat.newest)


async def _first_words(seat: Seat, ticket: Ticket) -> str:
    """What the asker's side alone has learned, and what has happened since the button was shown."""
    return "\n".join(filter(None, (await heard(seat), await changes(seat, ticket))))


async def changes(seat: Seat, ticket: Ticket, *, refused: bool = False) -> str:
    """What has happened since the button was shown, in the asker's view; empty when nothing has that he may know."""
    told = await _since(seat, ticket.seen)
    if not told:
        return "**That button was out of date, so nothing was done.** This is how it stands now:" if refused else ""
    listed = [f"• {escape(clip(headline, 150))}" for headline in told[-6:]]
    first = small(f"… and {len(told) - 6} things before that") if len(told) > 6 else ""
    words = "**That button was out of date, so nothing was done.** Since then:" if refused else "**Since that post:**"
    return "\n".join(filter(None, (words, first, *listed)))


async def _since(seat: Seat, seen: Mark) -> list[str]:
    """Headlines of what the viewer has been told since he had been told so much."""
    own = await seat.news_since(seen)
    news = [told.headline for line in own if not line.undone for told in gather(line.tolds)]
    back = [line.went_back for line in own if line.went_back]
    if back:
        news.append("Something was taken back" if back[-1] is EntryKind.UNDO else "Something was brought back")
    return news
