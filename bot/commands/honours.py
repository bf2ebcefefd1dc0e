"""/campaign honours and /unit honour: a campaign's awards, and what a unit is given. People are decorated by /figure
decorate."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import campaign as campaign_commands
from bot.commands import options
from bot.commands import unit as unit_commands
from bot.post.honours import award_line, worn_line
from bot.reading.attachments import fetched
from bot.reading.autocomplete import matching
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.paging import leaf, page_of, pages
from bot.talk.say import BAD, GOOD, PLAIN, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.errors import Refusal, gm_only, no_battle
from campaigns.honours import awards, granting, held
from rules.honours import Award, AwardFault, Recipient
from rules.honours.reading import LARGEST
from rules.language.words import counted

ENDINGS = (".yaml", ".yml")
MOST_FAULTS = 15
"""Of a file, told at once."""
ROOM = 3300
"""Characters of a page."""


# ── What may be given ─────────────────────────────────────────────────────────────────────────────────────────────


async def for_figure(interaction: Interaction, current: str) -> options.Choices:
    """The awards for people, those of the chosen figure's nation first; anything else may be typed."""

    async def found() -> options.Choices:
        nation = ""
        if named := str(getattr(interaction.namespace, "figure", "") or ""):
            man, _ = await options.figure_named(interaction, named)
            units = await options.known_units(interaction, even_disbanded=True, even_guests=True)
            nation = next((unit.nation for unit in units for each, _ in unit.everybody if each.id == man.id), "")
        return await _offered(interaction, current, nation, to_unit=False)

    return await quietly(found())


async def for_unit(interaction: Interaction, current: str) -> options.Choices:
    """The awards for units."""

    async def found() -> options.Choices:
        unit = await options.unit_named(interaction, str(getattr(interaction.namespace, "unit", "") or ""))
        return await _offered(interaction, current, unit.nation, to_unit=True)

    return await quietly(found())


async def _offered(interaction: Interaction, current: str, nation: str, *, to_unit: bool) -> options.Choices:
    here = await campaign_here(interaction)
    known = await awards.awards_of(desk_of(interaction).store, here.id)
    own = [each for each in known if (each.to is Recipient.UNIT) is to_unit and (not nation or each.is_of(nation))]
    return matching([(each.name, each.key) for each in own], current)


async def given_to_unit(interaction: Interaction, current: str) -> options.Choices:
    """What the chosen unit has been given."""

    async def found() -> options.Choices:
        unit = await options.unit_named(interaction, str(getattr(interaction.namespace, "unit", "") or ""))
        worn = await held.honours_of_unit(desk_of(interaction).store, unit.id)
        return matching([(" · ".join(filter(None, (each.name, each.battle))), str(each.id)) for each in worn], current)

    return await quietly(found())


async def battle_named(interaction: Interaction, number: str) -> int | None:
    """The id of the campaign's battle of that number; None for "". Raises Refusal "no-battle"."""
    if not number.strip():
        return None
    here = await campaign_here(interaction)
    every = await battles.of_campaign(desk_of(interaction).store, here.id)
    found = next((info.id for info in every if str(info.number) == number.strip()), None)
    if found is None:
        raise no_battle()
    return found


# ── /unit honour ──────────────────────────────────────────────────────────────────────────────────────────────────


@unit_commands.group.command(
    name="honour", description="Give a unit a battle honour or a citation, or take one back (GM)"
)
@app_commands.describe(
    unit="Which unit: its name, or one from the list",
    honour="What it is given: one from the list, or your own words",
    battle="For which battle; leave empty for none in particular",
    citation="For what",
    take_back="Instead: one of its honours that was wrong; `citation` says why",
)
@app_commands.autocomplete(unit=options.units, honour=for_unit, battle=options.battles_here, take_back=given_to_unit)
@guarded
async def honour_unit(
    interaction: Interaction, unit: str, honour: str = "", battle: str = "", citation: str = "", take_back: str = ""
) -> None:
    await think(interaction)
    store, who = desk_of(interaction).store, interaction.user.id
    found = await options.unit_named(interaction, unit)
    if bool(honour.strip()) is bool(take_back.strip()):
        remedy = "Give `honour` to honour it, or `take_back` to take one back."
        raise Refusal("nothing-said", "Name one honour: to give, or to take back.", remedy)
    if take_back.strip():
        wrong = int(take_back) if take_back.isascii() and take_back.isdecimal() and len(take_back) < 16 else 0
        await granting.take_back(store, wrong, found.id, who, citation)
        said = "Taken back"
    else:
        battle_id = await battle_named(interaction, battle)
        await granting.decorate_unit(store, found.id, who, honour, battle_id=battle_id, citation=citation)
        said = "Honoured"
    worn = worn_line(await held.honours_of_unit(store, found.id)) or "No honours."
    await say(interaction, card(f"✔ {said}: **{escape(found.name)}**.", worn, accent=GOOD))


# ── /campaign honours ─────────────────────────────────────────────────────────────────────────────────────────────


@campaign_commands.group.command(
    name="honours", description="What may be awarded here; a GM brings the campaign's own awards as a file"
)
@app_commands.describe(
    file="Your own awards in YAML (GM); the note below the list says how", discard="Use the book's own again (GM)"
)
@guarded
async def honours(interaction: Interaction, file: discord.Attachment | None = None, discard: bool = False) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    store, who = desk_of(interaction).store, interaction.user.id
    if (file is not None or discard) and not here.is_gm(who):
        raise gm_only("change the campaign's awards")
    if file is None:
        if discard:
            await awards.discard(store, here.id, who)
        await _show(interaction, 0, "✔ **Discarded**: the book's own awards again." if discard else "")
        return
    try:
        read = await awards.read(store, here.id, await _fetched(file), file.filename)
    except AwardFault as fault:
        await say(interaction, _faulty(file.filename, fault))
        return
    await awards.keep(store, here.id, who, read)
    await _show(interaction, 0, f"✔ **Kept**: {counted(len(read.awards), 'award')} of “{escape(read.title)}”.")


@handles("honours-page", Answer.IN_PLACE)
async def turn_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of the list."""
    await _show(interaction, page_of(ticket), "")


async def _show(interaction: Interaction, number: int, said: str) -> None:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    known = await awards.awards_of(store, here.id)
    title = await awards.title_of(store, here.id)
    lines = [*(_note(here.is_gm(interaction.user.id))), *map(_line, known)]
    head = f"### Honours of {escape(here.name)}\n{small(escape(title) if title else 'The awards of the book')}"
    found = pages(lines or ["There is none."], ROOM)
    layout = leaf("\n".join(filter(None, (said, head))), found, Ticket("honours-page"), number, GOOD if said else PLAIN)
    await say(interaction, layout)


def _line(award: Award) -> str:
    return f"{award_line(award)} `{award.key}`"


def _note(gm: bool) -> list[str]:
    after = f"After a battle {mention('battle close')} proposes them; {mention('figure decorate')} gives one by hand."
    shows = "the README shows one, `adjutant honours show` the book's"
    bring = f"A file of your own has `rules:`, `title:` and `awards:`; {shows}." if gm else ""
    return [small(" ".join(filter(None, (after, bring))))]


async def _fetched(file: discord.Attachment) -> str:
    """Raises Refusal "bad-awards", "no-file"."""
    if not file.filename.lower().endswith(ENDINGS):
        raise Refusal("bad-awards", f"{file.filename}: awards are a .yaml file.", "Attach one of those.")
    if file.size > LARGEST:
        raise Refusal("bad-awards", f"{file.filename}: the file is larger than {LARGEST // 1024} KiB.", "Shorten it.")
    try:
        return (await fetched(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("bad-awards", f"{file.filename}: this file isn't UTF-8.", "Save it as UTF-8.") from None


def _faulty(name: str, fault: AwardFault) -> discord.ui.LayoutView:
    """Every fault with its line."""
    faults = fault.all
    lines = [
        f"`line {each.line}` {escape(clip(each.message, 300))}" if each.line else escape(clip(each.message, 300))
        for each in faults[:MOST_FAULTS]
    ]
    more = [small(f"… and {len(faults) - MOST_FAULTS} more")] if len(faults) > MOST_FAULTS else []
    head = f"**{escape(name)} cannot be used: {counted(len(faults), 'fault')}.**"
    remedy = "➜ Fix it there and upload it again. `adjutant honours check FILE` finds the same faults without Discord."
    return card(head, clip("\n".join((*lines, *more)), 3300), remedy, small("Nothing has changed"), accent=BAD)
