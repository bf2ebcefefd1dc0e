"""/unit split, merge and transfer: units put together anew between battles."""

from __future__ import annotations

from discord import app_commands

from bot.commands import options
from bot.commands.unit import WHICH, group
from bot.post.summaries import unit_text
from bot.reading.autocomplete import several
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded, outdated, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import escape, small
from bot.talk.ticket import Misread, Ticket, numeral, parts
from campaigns.errors import Refusal
from campaigns.post import outbox
from campaigns.post.matter import Matter, Regrouping, Said
from campaigns.roster import regrouping, rosters
from campaigns.roster.rosters import RosterUnit


async def _people(interaction: Interaction, current: str) -> options.Choices:
    """The men of the chosen unit, several with commas."""

    async def found() -> options.Choices:
        unit = await options.unit_named(interaction, str(getattr(interaction.namespace, "unit", "") or ""))
        return several(
            current,
            [(f"{slot.number} {slot.last.rank} {slot.last.name}", slot.last.ref) for slot in unit.slots if slot.holder],
        )

    return await quietly(found())


@group.command(name="split", description="Make some of a unit's people a unit of their own, between battles")
@app_commands.describe(
    unit=WHICH,
    figures="Who leaves it, several with commas",
    name="What the new unit is called",
    leader="Who is to lead the new unit; leave empty where its leader is among them",
)
@app_commands.autocomplete(unit=options.units, figures=_people, leader=options.figures)
@guarded
async def split(interaction: Interaction, unit: str, figures: str, name: str, leader: str = "") -> None:
    await think(interaction)
    store, who = desk_of(interaction).store, interaction.user.id
    found = await options.unit_named(interaction, unit)
    named = [(await options.figure_named(interaction, word))[0].id for word in figures.split(",") if word.strip()]
    first = (await options.figure_named(interaction, leader))[0].id if leader.strip() else None
    left, new = await regrouping.split(store, found.id, who, named, name, leader=first)
    rules = store.rules((await campaign_here(interaction)).rules)
    await say(interaction, card(f"✔ {escape(left.name)} is split.\n{unit_text(new, rules)}", accent=GOOD))


@group.command(name="merge", description="Put a unit's people into another unit, between battles; it is then disbanded")
@app_commands.describe(
    unit="The unit that goes", into="The unit that takes its people in", leader="Who leads, where both have a leader"
)
@app_commands.autocomplete(unit=options.units, into=options.units, leader=options.figures)
@guarded
async def merge(interaction: Interaction, unit: str, into: str, leader: str = "") -> None:
    await think(interaction)
    gone, kept = await options.unit_named(interaction, unit), await options.unit_named(interaction, into)
    first = (await options.figure_named(interaction, leader))[0].id if leader.strip() else 0
    words, by = f"{gone.name} is to be merged into {kept.name}", interaction.user.id
    asked = Regrouping(words=words, what="merge", kept=kept.id, other=gone.id, leader=first, by=by)
    if await _asks_first(interaction, asked, gone, kept):
        return
    now = await regrouping.merge(desk_of(interaction).store, kept.id, gone.id, by, leader=first or None)
    await _done(interaction, now)


@group.command(name="transfer", description="Put somebody into another unit of his side and nation, between battles")
@app_commands.describe(figure="Who goes", into="The unit that takes him in", leads="He is to lead it")
@app_commands.autocomplete(figure=options.figures, into=options.units)
@guarded
async def transfer(interaction: Interaction, figure: str, into: str, leads: bool = False) -> None:
    await think(interaction)
    store, who = desk_of(interaction).store, interaction.user.id
    man, _ = await options.figure_named(interaction, figure)
    kept = await options.unit_named(interaction, into)
    known = await options.known_units(interaction)
    gone = next((unit for unit in known if any(each.id == man.id for slot in unit.slots for each in slot.own)), None)
    if gone is None:
        raise Refusal("not-a-man", f"{man.name} isn't a man of a unit.", "Only people are transferred.")
    words = f"{man.rank} {man.name} of {gone.name} is to go to {kept.name}"
    asked = Regrouping(words=words, what="transfer", kept=kept.id, other=man.id, leader=int(leads), by=who)
    if not await _asks_first(interaction, asked, gone, kept):
        await _done(interaction, await regrouping.transfer(store, man.id, kept.id, who, leads=leads))


async def _asks_first(interaction: Interaction, asked: Regrouping, *units: RosterUnit) -> bool:
    """Whether somebody else owns one of the units: he is asked, with a button."""
    desk, here = desk_of(interaction), await campaign_here(interaction)
    others = await regrouping.owners(desk.store, interaction.user.id, *(unit.id for unit in units))
    if not others:
        return False
    await outbox.notify(desk.store, here.id, Matter(topic="notice", users=others, about=asked))
    desk.post()
    await say(interaction, card("✔ Asked.", small("It is done when the other player agrees, by the button there.")))
    return True


@handles("regroup", Answer.BESIDE)
async def agreed(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The other owner agrees."""
    store, who = desk_of(interaction).store, interaction.user.id
    try:
        kept, other = map(numeral, parts(ticket.unit, 2))
        what, first, asker = parts(ticket.choice, 3)
        by, number = int(asker), numeral(first)
    except (Misread, ValueError):
        raise outdated() from None
    if what == "merge":
        gone = (await rosters.show_unit(store, other)).name
        now = await regrouping.merge(store, kept, other, who, leader=number or None, agreed=by)
        words = f"{gone} is merged into {now.name}, as agreed."
    else:
        now = await regrouping.transfer(store, other, kept, who, leads=bool(number), agreed=by)
        man = next(slot.last for slot in now.slots if slot.last.id == other)
        words = f"{f'{man.rank} {man.name}'.strip()} has gone to {now.name}, as agreed."
    here = await campaign_here(interaction)
    await outbox.notify(store, here.id, Matter(topic="notice", about=Said(text=words)))
    desk_of(interaction).post()
    await _done(interaction, now)


async def _done(interaction: Interaction, now: RosterUnit) -> None:
    store = desk_of(interaction).store
    rules = store.rules((await campaign_here(interaction)).rules)
    await say(interaction, card(f"✔ Done.\n{unit_text(await rosters.show_unit(store, now.id), rules)}", accent=GOOD))
