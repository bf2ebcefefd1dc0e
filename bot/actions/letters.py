"""What the controls of a letter do: a plan is written, a line struck, boldness and roles settled, the letter sent."""

from __future__ import annotations

from bot.actions import answers, forms
from bot.actions.lettering import plan_words, role_of
from bot.actions.ordering import came_of, proposed, show, side_of
from bot.panels.letter_part import LOUD, PLACES, THINGS, THIS, UNTIL_FIELD, louder, role_named, until_panel
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import desk_of
from bot.talk.people import listed
from bot.talk.say import Interaction, say
from bot.talk.seat import seat_for
from bot.talk.text import clip, escape
from bot.talk.ticket import Ticket
from campaigns.battle.battles import Seat
from campaigns.battle.letters import intents, letter, sending
from campaigns.errors import Refusal, Stale
from rules.kernel.action import SideId
from rules.language.words import counted
from rules.seam.ordering import Horizon
from rules.seam.planning import Boldness


@handles("letter-plan", Answer.IN_PLACE)
async def plan(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The letter is that plan."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    key = ticket.choice or values.get("", "")
    intent = (await _mine(seat, side)).intent
    found = next((one for one in await letter.plans_for(seat, side, intent) if one.key == key), None)
    if found is None:
        heading = await answers.changes(seat, ticket, refused=True)
        await show(interaction, seat, ticket.but("orders", choice=""), heading=heading)
        return
    await letter.fill(seat, side, found)
    heading = f"✏️ {plan_words(seat, found)}"
    await show(interaction, seat, ticket.but("orders", unit="", choice=""), heading=heading, done=True)


@handles("letter-again", Answer.IN_PLACE)
async def as_last_time(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The letter is the one that was sent last."""
    seat = await seat_for(interaction, ticket)
    again = await letter.as_last_time(seat, side_of(seat, ticket.side))
    heading = f"✏️ **As last time** — {counted(len(again.lines), 'line')}"
    await show(interaction, seat, ticket.but("orders", unit="", choice=""), heading=heading, done=True)


@handles("letter-strike", Answer.IN_PLACE)
async def strike(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The line of the page's unit is gone, or the whole letter."""
    seat = await seat_for(interaction, ticket)
    await letter.strike(seat, side_of(seat, ticket.side), ticket.unit)
    words = "Its line is struck" if ticket.unit else "The letter is torn up"
    await show(interaction, seat, ticket.but("orders", choice=""), heading=f"✏️ **{words}**", done=True)


@handles("letter-bold", Answer.IN_PLACE)
async def boldness(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """How bold the side is; plans are made by it."""
    seat = await seat_for(interaction, ticket)
    side, word = side_of(seat, ticket.side), values.get("", "")
    found = next((each for each in Boldness if each.value == word), None)
    if found is None:
        raise Refusal("unknown-choice", f"Nobody is {word!r}.", "Choose one from the list.")
    await intents.settle_boldness(seat.store, seat.battle.info.id, side, found)
    await show(interaction, seat, ticket.but("orders", choice=""), heading=f"✔ **Boldness: {found.value}**", done=True)


@handles("letter-horizon", Answer.IN_PLACE)
async def horizon(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """For how long the letter lasts."""
    seat = await seat_for(interaction, ticket)
    side, word = side_of(seat, ticket.side), values.get("", "")
    if word in (PLACES, THINGS):
        await say(interaction, until_panel(ticket, word, await letter.ends_of(seat.battle, side)))
        return
    if word == THIS:
        await show(interaction, seat, ticket.but("orders", choice=""))
        return
    horizons = letter.require_ordering(seat.battle).horizons(seat.battle.state, side)
    found = next((each for each in horizons if each.label == word), None)
    if found is None:
        raise Refusal("unknown-choice", "No letter lasts for that long here.", "Choose one from the list.")
    await _last(interaction, seat, ticket, side, found)


@handles("letter-until", Answer.IN_PLACE)
async def until(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The letter, or its lines for the page's unit, lasts until that."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    chosen = letter.require_ordering(seat.battle).until(values.get("", "") or values.get(UNTIL_FIELD.name, ""))
    await _last(interaction, seat, ticket, side, chosen)


@handles("letter-until-ask", Answer.MODAL)
async def until_what(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form for what the letter lasts until, from the button alone."""
    made = forms.form(ticket.but("letter-until"), "Until…", (UNTIL_FIELD,))
    await interaction.response.send_modal(made)


async def _last(interaction: Interaction, seat: Seat, ticket: Ticket, side: SideId, horizon: Horizon) -> None:
    """Set, and the letter shown, with how many of its lines keep the length that they had."""
    written = await letter.set_horizon(seat, side, horizon, ticket.unit)
    words = f"✏️ **{'Its line' if ticket.unit else 'The letter'} lasts: {horizon.label[:1].lower()}{horizon.label[1:]}**"
    words += f" — {horizon.detail}" if horizon.detail else ""
    lasting = letter.require_ordering(seat.battle).lasting
    kept = [line for line in written.lines if hasattr(line, "lasts") and lasting((line,)) != horizon.until]
    if horizon.until and kept and not ticket.unit and horizon.action is None:
        words += f"\n{counted(len(kept), 'line')} cannot end so (there already, as a rule), and last as before."
    await show(interaction, seat, ticket.but("orders", choice=""), heading=words, done=True)


@handles("letter-alarm", Answer.IN_PLACE)
async def alarm(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """How loud the letter's alarms are."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    alarms = letter.require_ordering(seat.battle).alarms((await _mine(seat, side)).letter.lines)
    changed = louder(alarms, values.get("", "").split("\n"))
    await letter.set_alarms(seat, side, changed)
    said = [f"{alarm.words}: {LOUD[changed[alarm.key]]}" for alarm in alarms if alarm.key in changed]
    words = f"✏️ **{escape(clip('; '.join(said) or 'You changed no alarm', 200))}**"
    await show(interaction, seat, ticket.but("orders", unit="", choice=""), heading=words, done=True)


@handles("letter-role", Answer.IN_PLACE)
async def role(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What the unit of the page is for."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    proposed = await role_of(seat, side, ticket.unit, (await _mine(seat, side)).intent)
    if proposed is None:
        raise Refusal("no-role", "That unit takes no orders now.", "Choose another unit.")
    chosen = role_named(values.get("", ""))
    await intents.settle_role(seat.store, seat.battle.info.id, side, proposed, chosen)
    words = f"✔ **{escape(proposed.name)}: {chosen.value if chosen is not None else 'as proposed'}**"
    await show(interaction, seat, ticket.but("orders", choice=""), heading=words, done=True)


@handles("letter-send", Answer.IN_PLACE)
async def send(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """All lines become orders at once, and the engine goes on by them."""
    seat = await seat_for(interaction, ticket)
    side = side_of(seat, ticket.side)
    try:
        sent = await sending.send(seat, side, rest=ticket.choice == "rest", interaction_id=interaction.id)
        words = await came_of(seat, sent.done, side, f"Sent: {counted(sent.lines, 'line')}")
    except Stale:
        seat = await answers.as_it_stands(interaction, seat, ticket)
        heading = await answers.changes(seat, ticket, refused=True)
        await show(interaction, seat, ticket.but("orders", unit="", choice=""), heading=heading)
        return
    finally:
        desk_of(interaction).post()
    gone_on = await seat.gone_on(sent.done.after)
    others = await gone_on.left_to(side)
    if others:
        words += f"\n→ That was for your own units; waiting for {listed(others, first=False)}."
    words = "\n".join(filter(None, (words, await proposed(gone_on, side))))
    await show(interaction, gone_on, ticket.but("orders", unit="", choice=""), heading=words, done=True)


async def _mine(seat: Seat, side: SideId) -> letter.WrittenLetter:
    return await letter.written_by(seat.store, seat.battle.rules, seat.battle.info.id, side, seat.member.who)
