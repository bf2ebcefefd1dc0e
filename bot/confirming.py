"""The buttons of an order that is shown before it is carried out: go, go another way, let it be.

Each loads the battle as it stands. Where it has gone on, nothing is done: the asker hears what has changed and sees
where the same order would lead now.
"""

from __future__ import annotations

from bot import answers, forms
from bot.commands.names import mention
from bot.controls import Answer, Values, handles
from bot.desk import desk_of
from bot.preview import Order, shown_first
from bot.references import action_of, action_type
from bot.say import GOOD, Interaction, card, say
from bot.text import small
from bot.ticket import Ticket, bits, numeral, parts
from campaigns import battles, considered
from campaigns.battles import Field
from campaigns.errors import Stale
from rules.action import Action, fields_of


@handles("go", Answer.IN_PLACE)
async def go(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The order that was shown is carried out."""
    store = desk_of(interaction).store
    battle, viewer = await answers.present(interaction, ticket)
    action = await _shown(interaction, battle, ticket)
    try:
        if await answers.since(store, battle, viewer, ticket.version):
            raise Stale(ticket.version, battle.info.version)
        acted = await battles.act(
            store,
            battle.info.id,
            action,
            interaction.user.id,
            interaction_id=interaction.id,
            seen_version=ticket.version,
            side=ticket.side,
        )
    except Stale:
        await _again(interaction, ticket, action, heading=await answers.changes(interaction, ticket, refused=True))
        return
    desk_of(interaction).post()
    heading = await answers.done(store, acted, type(action).title or action.name(), viewer)
    if ticket.unit:
        await answers.show(interaction, ticket.but("pick", unit=""), heading=heading)
    else:
        await say(interaction, card(heading, accent=GOOD))


@handles("way", Answer.MODAL)
async def other_way(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form for the place, from the button alone."""
    kept, key, verb, fields = parts(ticket.choice, 4)
    model = action_type(desk_of(interaction).store.rules(key), verb)
    wanted = tuple(spec for place, spec in enumerate(fields_of(model)) if bits(fields) >> place & 1)
    await interaction.response.send_modal(forms.form(ticket.but("ways", choice=kept), model.title or verb, wanted))


@handles("ways", Answer.IN_PLACE)
async def another(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The same order by another way, shown first as well."""
    battle, viewer = await answers.present(interaction, ticket)
    before = await _shown(interaction, battle, ticket)
    given = {**before.model_dump(exclude={"verb"}, exclude_defaults=True), **forms.read(values)}
    view = await battle.view(viewer)
    action = action_of(battle.rules, before.name(), given, view, side=ticket.side)
    await _again(interaction, ticket, action, heading=await answers.changes(interaction, ticket))


@handles("drop", Answer.IN_PLACE)
async def drop(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Better not."""
    await say(interaction, card("**Nothing was done.**", small(f"{mention('now')} shows what you may do.")))


async def _shown(interaction: Interaction, battle: Field, ticket: Ticket) -> Action:
    """The order that the button showed. Raises Refusal "forgotten"."""
    store, who = desk_of(interaction).store, interaction.user.id
    return await considered.kept(store, battle.rules, ticket.battle, ticket.version, numeral(ticket.choice), who)


async def _again(interaction: Interaction, ticket: Ticket, action: Action, *, heading: str) -> None:
    """The order as the battle stands now; where it is no longer allowed, the refusal."""
    battle, viewer = await answers.present(interaction, ticket)
    if not await shown_first(interaction, Order(battle, viewer, ticket.side, action, ticket.unit), heading=heading):
        if ticket.unit:
            await answers.show(interaction, ticket, heading=heading)
        else:
            await say(interaction, card(heading or "**That order leads nowhere now.**", small("Nothing has changed")))
