"""/campaign volunteer: stand in the queue of those who take over a seat that its player leaves empty."""

from __future__ import annotations

from discord import app_commands, ui

from bot.commands import options
from bot.commands.campaign import group
from bot.post.seats import take_button
from bot.talk.command_names import mention
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.people import named
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from campaigns.campaign import volunteering

BUTTONS = 5


@group.command(
    name="volunteer", description="Queue for a seat whose player leaves or falls silent; the bot mentions you"
)
@app_commands.describe(
    side="For which side; leave empty for any",
    withdraw="True: leave the queue",
)
@app_commands.autocomplete(side=options.sides)
@guarded
async def volunteer(interaction: Interaction, side: str = "", withdraw: bool = False) -> None:
    await think(interaction)
    desk, here = desk_of(interaction), await campaign_here(interaction)
    if withdraw:
        await volunteering.withdraw(desk.store, here.id, interaction.user.id)
        await say(interaction, card("✔ You have left the queue.", accent=GOOD))
        return
    key = here.side_key(side) if side else None
    place, seats = await volunteering.volunteer(desk.store, here.id, interaction.user.id, key)
    named_side = here.side(key or "")
    of = f"of **{escape(named_side.name)}**" if named_side else "of any side"
    head = f"✔ You are number {place} in the queue for a seat {of}."
    how = f"I mention you when one is open. {mention('campaign volunteer')} `withdraw: True` takes you out again."
    view = card(head, small(how), accent=GOOD)
    for seat in seats[:BUTTONS]:
        its = here.side(seat.side)
        words = f"The seat of {named(seat.holder)} for **{escape(its.name if its else seat.side)}** is open now."
        view.add_item(ui.TextDisplay(words))
        view.add_item(ui.ActionRow(take_button(seat.id)))
    await say(interaction, view)
