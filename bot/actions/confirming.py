"""The buttons of an action that is shown before it is carried out: go, go another way, let it be.

Each loads the battle as it stands. Where it has gone on, nothing is done: the asker hears what has changed and sees
where the same action would lead now.
"""

from __future__ import annotations

from dataclasses import replace

from bot.actions import answers, forms
from bot.actions.acting import Intention, carry_out
from bot.actions.preview import shown_first
from bot.reading import fields
from bot.reading.references import action_of, action_type
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import desk_of
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.seat import seat_for
from bot.talk.text import small
from bot.talk.ticket import Ticket, numeral, parts
from campaigns.battle.battles import Seat
from campaigns.battle.record import considered
from campaigns.errors import Stale
from rules.kernel.action import Action


@handles("go", Answer.IN_PLACE)
async def go(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The action that was shown is carried out."""
    seat = await seat_for(interaction, ticket)
    meant = Intention(seat, await _shown(seat, ticket), ticket.side, ticket.unit)
    try:
        done, heading = await carry_out(interaction, meant)
    except Stale:
        seat = await answers.as_it_stands(interaction, seat, ticket)
        heading = await answers.changes(seat, ticket, refused=True)
        await _again(interaction, replace(meant, seat=seat), ticket, heading=heading)
        return
    if ticket.unit:
        seat = await seat.gone_on(done.after)
        await answers.show(interaction, seat, ticket.but("pick", unit=""), heading=heading, done=True)
    else:
        await say(interaction, card(heading, accent=GOOD))


@handles("way", Answer.MODAL)
async def other_way(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form for the place, from the button alone."""
    kept, key, verb, these = parts(ticket.choice, 4)
    model = action_type(desk_of(interaction).store.rules(key), verb)
    wanted = fields.read(model, these)
    await interaction.response.send_modal(forms.form(ticket.but("ways", choice=kept), model.title or verb, wanted))


@handles("ways", Answer.IN_PLACE)
async def another(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The same action by another way, shown first as well."""
    seat = await seat_for(interaction, ticket)
    before = await _shown(seat, ticket)
    given = {**before.model_dump(exclude={"verb"}, exclude_defaults=True), **forms.read(values)}
    action = action_of(seat.battle.rules, before.name(), given, seat.view, side=ticket.side)
    meant = Intention(seat, action, ticket.side, ticket.unit)
    await _again(interaction, meant, ticket, heading=await answers.changes(seat, ticket))


@handles("drop", Answer.IN_PLACE)
async def drop(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Better not."""
    await say(interaction, card("**Nothing was done.**", small(f"{mention('now')} shows what you may do.")))


async def _shown(seat: Seat, ticket: Ticket) -> Action:
    """The action that the button showed. Raises Refusal "forgotten"."""
    rules, number = seat.battle.rules, numeral(ticket.choice)
    return await considered.kept(seat.store, rules, ticket.battle, number, seat.member.who)


async def _again(interaction: Interaction, meant: Intention, ticket: Ticket, *, heading: str) -> None:
    """What was meant as the battle stands now; where it is no longer allowed, the refusal."""
    if not await shown_first(interaction, meant, heading=heading):
        if ticket.unit:
            await answers.show(interaction, meant.seat, ticket, heading=heading)
        else:
            await say(interaction, card(heading or "**That order leads nowhere now.**", small("Nothing has changed")))
