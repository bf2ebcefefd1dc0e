"""Choosing a unit to raise from lists that are whole: the army, then the kind, in pages where one list is too short.

An option that is typed offers 25 kinds at most; some books have hundreds.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import ui

from bot.commands import draft, options
from bot.post.summaries import unit_text
from bot.talk.controls import Answer, Item, Option, Values, button, choose, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import outdated
from bot.talk.say import GOOD, Interaction, card, say
from bot.talk.text import clip, escape, small, whole
from bot.talk.ticket import Ticket, numeral, parts
from campaigns.campaign.campaign import CampaignView
from campaigns.post import outbox
from campaigns.post.matter import Matter, UnitRaised
from campaigns.roster import rosters
from rules.kernel.action import SideId
from rules.language.naming import folded
from rules.language.words import counted
from rules.seam.forces import Organisation
from rules.seam.ruleset import AnyRuleSet

PAGE = 25
"""Options of one select."""
Army = tuple[SideId, str]


def kinds_for(rules: AnyRuleSet, side: str | None) -> list[Organisation]:
    """What a side may raise ready-made; None: what any may."""
    return [kind for kind in rules.forces.organisations if not side or kind.is_for(side)]


def armies(kinds: Sequence[Organisation]) -> list[Army]:
    """The armies that these kinds belong to, in the book's order."""
    return list(dict.fromkeys((kind.side, kind.nation) for kind in kinds))


def is_army(rules: AnyRuleSet, written: str) -> bool:
    """Whether it names an army rather than a kind of unit."""
    return any(folded(kind.nation) == folded(written) for kind in rules.forces.organisations)


async def choose_unit(
    interaction: Interaction, here: CampaignView, army: str = "", said: str = "", *, side: SideId | None = None
) -> None:
    """The list of armies, or the kinds of the one that is named. `said`: what comes first; `side`: for whom, None: for
    the asker's own."""
    rules = desk_of(interaction).store.rules(here.rules)
    side = side or here.side_of(interaction.user.id) or ""
    known = armies(kinds_for(rules, side))
    at = next((place for place, (_, nation) in enumerate(known) if folded(nation) == folded(army)), None)
    if len(known) == 1:
        at = 0
    if at is None:
        await say(interaction, _armies(rules, here, Ticket("raise-army", side=side), 0, said))
    else:
        await say(interaction, _kinds(rules, here, Ticket("raise-kind", side=side), at, 0, said))


@handles("raise-army", Answer.IN_PLACE)
async def army_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An army was chosen: its kinds."""
    here = await campaign_here(interaction)
    rules = desk_of(interaction).store.rules(here.rules)
    await say(interaction, _kinds(rules, here, ticket, numeral(values.get("", "")), 0, ""))


@handles("raise-page", Answer.IN_PLACE)
async def page_turned(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of the kinds, or of the armies where it names none."""
    here = await campaign_here(interaction)
    rules = desk_of(interaction).store.rules(here.rules)
    army, page = parts(ticket.choice, 2)
    if army:
        await say(interaction, _kinds(rules, here, ticket, numeral(army), numeral(page), ""))
    else:
        await say(interaction, _armies(rules, here, ticket, numeral(page), ""))


@handles("raise-kind", Answer.IN_PLACE)
async def kind_chosen(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A kind was chosen: it is raised, or put together."""
    await _raise(interaction, values.get("", ""), "", ticket.side)


@handles("raise-form", Answer.MODAL)
async def form_asked(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A form: one of the kinds that are listed, and what the unit is called."""
    key, army, page = parts(ticket.choice, 3)
    kinds = kinds_for(desk_of(interaction).store.rules(key), ticket.side)
    made = _of_army(kinds, numeral(army))[numeral(page) * PAGE :][:PAGE]
    if not made:
        raise outdated()
    modal = ui.Modal(title="Raise a unit", custom_id=str(Ticket("raise-formed", side=ticket.side)), timeout=None)
    select: ui.Select[ui.Modal] = ui.Select(custom_id="kind", min_values=1, max_values=1)
    for each in made:
        select.add_option(
            label=whole(each.kind_title, 100), value=each.key, description=whole(each.strength, 100) or None
        )
    name: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="name", max_length=80, required=False)
    modal.add_item(ui.Label(text="Kind of unit", description=clip(made[0].nation, 100), component=select))
    modal.add_item(ui.Label(text="Name", description="Leave empty to have it named by its kind", component=name))
    # A finished modal is not kept by discord.py: its submit is routed by custom id, before and after a restart alike.
    modal.stop()
    await interaction.response.send_modal(modal)


@handles("raise-formed", Answer.BESIDE)
async def form_filled(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form came back: the unit is raised under its name."""
    await _raise(interaction, values.get("kind", ""), values.get("name", ""), ticket.side)


async def _raise(interaction: Interaction, kind: str, name: str, side: SideId) -> None:
    """Raise a unit of that kind, or begin to put it together. `side`: that of the list; "": the only one that has the
    kind. Raises Refusal as `rosters.raise_unit`."""
    here = await campaign_here(interaction)
    desk = desk_of(interaction)
    rules = desk.store.rules(here.rules)
    if options.is_drafted(rules, kind):
        await draft.open_draft(interaction, kind, name, side=side or None)
    else:
        unit = await rosters.raise_unit(
            desk.store, here.id, interaction.user.id, kind, side=side or None, name=name, interaction_id=interaction.id
        )
        about = UnitRaised(kind="raised", unit=unit.name)
        told = Matter(topic="notice", side=unit.side, users=(interaction.user.id,), about=about)
        await outbox.notify(desk.store, here.id, told)
        desk.post()
        await say(interaction, card(f"✔ Raised.\n{unit_text(unit, rules)}", accent=GOOD))


# ── Lists ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _armies(rules: AnyRuleSet, here: CampaignView, ticket: Ticket, page: int, said: str) -> discord.ui.LayoutView:
    kinds = kinds_for(rules, ticket.side)
    known = armies(kinds)
    made: list[Option] = []
    for place, (side, nation) in enumerate(known):
        count = sum((kind.side, kind.nation) == (side, nation) for kind in kinds)
        made.append((nation, str(place), f"{_whose(here, side)}{counted(count, 'kind')} of unit"))
    drafts = options.drafted_kinds(rules, ticket.side or None)
    layout = card(said, "**Which army?**", small(f"{counted(len(known), 'army', 'armies')}; then the kind of unit."))
    return _listed(layout, ticket.but("raise-army"), "Choose an army…", made, page, "", drafts)


def _kinds(
    rules: AnyRuleSet, here: CampaignView, ticket: Ticket, army: int, page: int, said: str
) -> discord.ui.LayoutView:
    kinds = kinds_for(rules, ticket.side)
    known = armies(kinds)
    side, nation = known[min(army, len(known) - 1)]
    of_it = _of_army(kinds, army)
    made = [(kind.kind_title, kind.key, " · ".join(filter(None, (kind.strength, kind.summary)))) for kind in of_it]
    layout = card(said, f"**{escape(nation)}** · {escape(_whose(here, side))}{counted(len(of_it), 'kind')} of unit")
    shown = _listed(layout, ticket.but("raise-kind"), "Choose the kind of unit to raise…", made, page, str(army))
    page = min(page, max(0, -(-len(made) // PAGE) - 1))
    beside = [button(ticket.but("raise-page", choice=".0"), "◀ Armies")] if len(known) > 1 else []
    form = ticket.but("raise-form", choice=f"{rules.key}.{army}.{page}")
    shown.add_item(rows([*beside, button(form, "Raise with a name …", emoji="✏️")])[0])
    return shown


def _of_army(kinds: Sequence[Organisation], army: int) -> list[Organisation]:
    """The kinds of the army at that place in the list, or of the last one."""
    known = armies(kinds)
    wanted = known[min(army, len(known) - 1)] if known else None
    return [kind for kind in kinds if (kind.side, kind.nation) == wanted]


def _listed(
    layout: discord.ui.LayoutView,
    ticket: Ticket,
    words: str,
    made: Sequence[Option],
    page: int,
    army: str,
    drafts: Sequence[Option] = (),
) -> discord.ui.LayoutView:
    last = max(0, -(-len(made) // PAGE) - 1)
    page = min(page, last)
    said = words if not last else f"{words} ({page + 1} of {last + 1})"
    layout.add_item(choose(ticket.but(ticket.what, choice=""), said, made[page * PAGE :][:PAGE]))
    if drafts:
        layout.add_item(choose(ticket.but("raise-kind", choice=""), "Or put one together yourself…", drafts))
    turning: list[Item] = []
    for to, label in ((page - 1, "◀ Back"), (page + 1, "More ▶")):
        if 0 <= to <= last:
            turning.append(button(ticket.but("raise-page", choice=f"{army}.{to}"), label))
    for row in rows(turning):
        layout.add_item(row)
    return layout


def _whose(here: CampaignView, key: SideId) -> str:
    """ "Insurgents: "; nothing for what any side may raise."""
    side = here.side(key)
    return f"{side.name if side else key}: " if key else ""
