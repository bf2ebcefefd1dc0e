"""The casting of a scenario's battle: the GM's panel of its parts, and the players' wishes."""

from __future__ import annotations

import discord

from bot.post import roles
from bot.post.casting import about, casting_texts, part_texts, wish_text
from bot.post.summaries import strength
from bot.talk.controls import Answer, Option, Values, button, choose, handles, rows
from bot.talk.desk import desk_of
from bot.talk.say import GOOD, PLAIN, Interaction, card, say, say_more
from bot.talk.text import escape, small
from bot.talk.ticket import Ticket, numeral
from campaigns.battle.frame import recasting, wishing
from campaigns.battle.frame.recasting import Casting, PartPlayed
from campaigns.roster.careers import GONE
from campaigns.roster.units import RosterUnit

MOST = 25
"""Choices of a select."""
LISTS = 3
"""Selects of one panel."""


async def show(interaction: Interaction, battle_id: int) -> None:
    """The answer for whoever asks who plays what: the GM's casting, or a player's wishes."""
    store, who = desk_of(interaction).store, interaction.user.id
    gm, plays = await wishing.asks(store, battle_id, who)
    if plays:
        await _show_wishes(interaction, battle_id, gm=gm)
    else:
        await _show(interaction, await recasting.casting(store, battle_id, who))


async def show_below(interaction: Interaction, battle_id: int) -> None:
    """The GM's panel, below what the opening has answered."""
    now = await recasting.casting(desk_of(interaction).store, battle_id, interaction.user.id)
    await say_more(interaction, _panel(interaction, now))


# ── The GM's panel ────────────────────────────────────────────────────────────────────────────────────────────────


async def _show(interaction: Interaction, now: Casting, said: str = "") -> None:
    await say(interaction, _panel(interaction, now, said))


def _panel(interaction: Interaction, now: Casting, said: str = "") -> discord.ui.LayoutView:
    layout = card(*filter(None, (said, *casting_texts(now))), accent=GOOD if said else PLAIN)
    ticket = Ticket("cast-part", now.battle_id, now.key)
    parts: list[Option] = [
        (part.force.name, part.force.key, part.unit.name if part.unit is not None else "nobody") for part in now.parts
    ]
    for number, some in enumerate(_lists(parts)):
        layout.add_item(choose(ticket.but("cast-part", choice=str(number)), "Change a part …", some))
    if ways := roles.choices(desk_of(interaction).store.rules(now.scenario.rules), now.names):
        layout.add_item(choose(ticket.but("roles", choice=""), "Who attacks?", ways))
    if any(part.suggested is not None for part in now.parts):
        for row in rows([button(ticket.but("cast-all"), "All as suggested", discord.ButtonStyle.primary)]):
            layout.add_item(row)
    return layout


def _lists(options: list[Option]) -> list[list[Option]]:
    return [options[start : start + MOST] for start in range(0, min(len(options), MOST * LISTS), MOST)]


@handles("cast", Answer.IN_PLACE)
async def again(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The panel as it is now."""
    await _show(interaction, await recasting.casting(desk_of(interaction).store, ticket.battle, interaction.user.id))


@handles("cast-part", Answer.IN_PLACE)
async def one_part(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A part was chosen: who could play it."""
    now = await recasting.casting(desk_of(interaction).store, ticket.battle, interaction.user.id)
    part = now.part(values.get("", ""))
    layout = card(*part_texts(now, part))
    here = Ticket("cast-give", now.battle_id, now.key, choice=part.force.key)
    for number, some in enumerate(_lists(_takers(part))):
        layout.add_item(choose(here.but("cast-give", side=str(number)), "Who plays it?", some))
    buttons = [] if part.force.guest and part.raised else [button(here.but("cast-new"), "Raise a new one")]
    buttons += [button(here.but("cast-none"), "Leave it empty")] if part.unit is not None else []
    buttons += [button(here.but("cast-split"), "Split a unit …")] if _divisible(now, part) else []
    for row in rows([*buttons, button(here.but("cast"), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


def _takers(part: PartPlayed) -> list[Option]:
    now = None if part.unit is None else part.unit.id
    return [(each.unit.name, str(each.unit.id), about(each)) for each in part.fitting if each.unit.id != now]


@handles("cast-give", Answer.IN_PLACE)
async def give(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A unit takes the part, or two change places."""
    store, who = desk_of(interaction).store, interaction.user.id
    unit = numeral(values.get("", ""))
    now = await recasting.give(store, ticket.battle, who, ticket.choice, unit, seen=ticket.mark)
    await _show(interaction, now, _done(now, ticket.choice))


@handles("cast-new", Answer.IN_PLACE)
async def raise_new(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A unit is raised for the part."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await recasting.raise_new(store, ticket.battle, who, ticket.choice, seen=ticket.mark)
    await _show(interaction, now, _done(now, ticket.choice))


@handles("cast-none", Answer.IN_PLACE)
async def leave_empty(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Nobody plays the part."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await recasting.leave_empty(store, ticket.battle, who, ticket.choice, seen=ticket.mark)
    await _show(interaction, now, _done(now, ticket.choice))


@handles("cast-all", Answer.IN_PLACE)
async def as_suggested(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Every part goes to whom it is suggested for."""
    store, who = desk_of(interaction).store, interaction.user.id
    now = await recasting.as_suggested(store, ticket.battle, who, seen=ticket.mark)
    await _show(interaction, now, "✔ Cast as suggested.")


def _done(now: Casting, force: str) -> str:
    part = now.part(force)
    return f"✔ {escape(part.force.name)}: {'nobody' if part.unit is None else escape(part.unit.name)}."


# ── A unit in two parts ───────────────────────────────────────────────────────────────────────────────────────────


def _divisible(now: Casting, part: PartPlayed) -> list[RosterUnit]:
    """The units of the side with two people or more that are in no other battle."""
    return [
        each.unit
        for each in part.candidates
        if each.unit.fighting in (None, now.battle_id) and not each.unit.guest and len(_people(each.unit)) > 1
    ]


def _people(unit: RosterUnit) -> list[Option]:
    return [
        (f"{slot.number} {slot.holder.rank} {slot.holder.name}", str(slot.holder.id), slot.role)
        for slot in unit.slots
        if slot.holder is not None and slot.holder.status not in GONE
    ]


@handles("cast-split", Answer.IN_PLACE)
async def split(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Which unit is to be split."""
    now = await recasting.casting(desk_of(interaction).store, ticket.battle, interaction.user.id)
    part = now.part(ticket.choice)
    layout = card(f"### {escape(part.force.name)}", "Some of which unit play it? The others stay where they are.")
    units: list[Option] = [(unit.name, str(unit.id), strength(unit)) for unit in _divisible(now, part)]
    for number, some in enumerate(_lists(units)):
        layout.add_item(choose(ticket.but("cast-some", side=str(number)), "Split …", some))
    for row in rows([button(ticket.but("cast"), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("cast-some", Answer.IN_PLACE)
async def some_of(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Which of its people go."""
    now = await recasting.casting(desk_of(interaction).store, ticket.battle, interaction.user.id)
    part, ref = now.part(ticket.choice), values.get("", "")
    unit = next((each for each in _divisible(now, part) if str(each.id) == ref), None)
    if unit is None:
        raise recasting.no_such_part()
    people = _people(unit)[:MOST]
    words = "They are a unit of their own from now on; after the battle the two can be merged again."
    layout = card(f"### Who of {escape(unit.name)} plays {escape(part.force.name)}?", small(words))
    here = ticket.but("cast-divide", unit=str(unit.id), side="")
    layout.add_item(choose(here, "These people …", people, most=len(people)))
    for row in rows([button(ticket.but("cast"), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("cast-divide", Answer.IN_PLACE)
async def divide(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Those people play the part."""
    store, who = desk_of(interaction).store, interaction.user.id
    people = [numeral(person) for person in values.get("", "").split()]
    whole = numeral(ticket.unit)
    now = await recasting.split_off(store, ticket.battle, who, ticket.choice, whole, people, seen=ticket.mark)
    await _show(interaction, now, _done(now, ticket.choice))


# ── A player's wishes ─────────────────────────────────────────────────────────────────────────────────────────────


async def _show_wishes(interaction: Interaction, battle_id: int, *, gm: bool = False, said: str = "") -> None:
    found = await wishing.choices(desk_of(interaction).store, battle_id, interaction.user.id)
    texts = [wish_text(each) for each in found[:12]]
    about_it = "Your GM sees what you wish for and gives the parts. You may wish again until the battle begins."
    nobody = [] if found else ["You have no unit to wish for."]
    layout = card(
        *filter(None, (said, "### Which part would you like?", *texts, *nobody, small(about_it))),
        accent=GOOD if said else PLAIN,
    )
    ticket = Ticket("wish-unit", battle_id)
    able: list[Option] = [
        (each.unit.name, str(each.unit.id), each.wished and f"wishes for {each.wished}")
        for each in found
        if any(not part.lacking for part in each.parts)
    ]
    for number, some in enumerate(_lists(able)):
        layout.add_item(choose(ticket.but("wish-unit", choice=str(number)), "Wish for a part for …", some))
    if gm:
        for row in rows([button(Ticket("cast", battle_id), "Casting (GM)")]):
            layout.add_item(row)
    await say(interaction, layout)


@handles("wish-unit", Answer.IN_PLACE)
async def wish_for(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Which part that unit would like."""
    found = await wishing.choices(desk_of(interaction).store, ticket.battle, interaction.user.id)
    each = next((one for one in found if str(one.unit.id) == values.get("", "")), None)
    if each is None:
        raise recasting.no_such_part()
    parts: list[Option] = [
        (part.force.name, part.force.key, part.force.role) for part in each.parts if not part.lacking
    ]
    layout = card(f"### {escape(each.unit.name)} would like to be …", small(wish_text(each)))
    here = Ticket("wish", ticket.battle, unit=str(each.unit.id))
    for number, some in enumerate(_lists(parts)):
        layout.add_item(choose(here.but("wish", choice=str(number)), "Which part?", some))
    none = [button(here.but("wish-none"), "No wish")] if each.wish else []
    for row in rows([*none, button(here.but("wish-back"), "Back")]):
        layout.add_item(row)
    await say(interaction, layout)


@handles("wish", Answer.IN_PLACE)
async def wish(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The wish is noted."""
    await _wished(interaction, ticket, values.get("", ""))


@handles("wish-none", Answer.IN_PLACE)
async def no_wish(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The wish is taken back."""
    await _wished(interaction, ticket, "")


@handles("wish-back", Answer.IN_PLACE)
async def back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One's own units again."""
    await show(interaction, ticket.battle)


async def _wished(interaction: Interaction, ticket: Ticket, force: str) -> None:
    desk = desk_of(interaction)
    unit = numeral(ticket.unit)
    now = await wishing.wish(desk.store, ticket.battle, interaction.user.id, unit, force, interaction_id=interaction.id)
    desk.post()
    said = f"wishes for {escape(now.wished)}" if force else "has no wish"
    await _show_wishes(interaction, ticket.battle, said=f"✔ {escape(now.unit.name)} {said}.")
