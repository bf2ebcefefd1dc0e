"""The files of units and sides: a card, and the story battle by battle; below a roster and below the chronicle."""

from __future__ import annotations

import io

import discord
import structlog
from discord import ui

from bot.commands import options
from bot.pictures import pictures
from bot.pictures.file_card import WIDE, CardFace, card_of
from bot.pictures.pictures import NoPicture
from bot.post import files, posts
from bot.post.summaries import strength
from bot.talk.controls import Answer, Item, Values, button, handles, rows
from bot.talk.desk import campaign_here, desk_of
from bot.talk.paging import NEWEST_FIRST, page_of, pages
from bot.talk.say import Interaction, card, say
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal
from campaigns.roster import records
from campaigns.story import bodies
from campaigns.story.bodies import BodyFile
from rules.language.words import plural
from rules.seam.ruleset import AnyRuleSet

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def unit_way(ref: str) -> Item:
    """The button to a unit's story."""
    return button(Ticket("unit-file", unit=ref), "Story", emoji="📖")


def side_ways(here: CampaignView) -> list[Item]:
    """The buttons to the stories of the sides."""
    return [button(Ticket("side-file", side=side.key), clip(side.name, 60), emoji="📖") for side in here.sides[:3]]


@handles("unit-file", Answer.BESIDE)
async def unit_file(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A unit's file."""
    await _unit(interaction, ticket, 0)


@handles("unit-file-page", Answer.IN_PLACE)
async def unit_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it."""
    await _unit(interaction, ticket, page_of(ticket))


async def _unit(interaction: Interaction, ticket: Ticket, number: int) -> None:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    unit = await options.unit_named(interaction, ticket.unit, here, even_guests=True)
    found = await bodies.of_unit(store, here, unit, interaction.user.id)
    honours = (await records.record_of(store, unit.id)).honours
    rules = store.rules(here.rules)
    kind = rules.forces.kind_of_unit(unit.organisation)
    side = here.side(unit.side)
    face = _face(
        rules,
        unit.side,
        name=unit.name,
        under=" · ".join(filter(None, (kind.title if kind else unit.organisation, unit.nation))),
        place=f"{side.name if side else unit.side} · formed {unit.formed:%d %B %Y}",
        status=strength(unit).replace(" · ", ", "),
        found=found,
        last=(str(honours), plural(honours, "honour")),
    )
    await _show(interaction, found, face, Ticket("unit-file-page", unit=unit.ref), number)


@handles("side-file", Answer.BESIDE)
async def side_file(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A side's file, as far as the reader may know what it did."""
    await _side(interaction, ticket, 0)


@handles("side-file-page", Answer.IN_PLACE)
async def side_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Another page of it."""
    await _side(interaction, ticket, page_of(ticket))


async def _side(interaction: Interaction, ticket: Ticket, number: int) -> None:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    side = here.side(ticket.side)
    if side is None:
        raise Refusal("unknown-side", "There is no such side here.", "Choose one below the chronicle.")
    found = await bodies.of_side(store, here, side, interaction.user.id)
    face = _face(
        store.rules(here.rules),
        side.key,
        name=side.name,
        under=here.name,
        place="",
        status=f"{found.won} of {found.battles} battles won",
        found=found,
        last=(str(found.killed), "killed"),
    )
    await _show(interaction, found, face, Ticket("side-file-page", side=side.key), number)


def _face(
    rules: AnyRuleSet,
    side: str,
    *,
    name: str,
    under: str,
    place: str,
    status: str,
    found: BodyFile,
    last: tuple[str, str],
) -> CardFace:
    kind = next((each for each in rules.forces.sides if each.key == side), None)
    return CardFace(
        name=name,
        under=under,
        place=place,
        status=status,
        tallies=(
            (str(found.battles), plural(found.battles, "battle")),
            (str(found.won), "won"),
            (str(found.felled + found.destroyed), "felled"),
            last,
        ),
        ribbons=(),
        colour=kind.colour if kind is not None else "#555555",
        affiliation=kind.affiliation if kind is not None else "",
        kind="body",
    )


async def _show(interaction: Interaction, found: BodyFile, face: CardFace, ticket: Ticket, number: int) -> None:
    blocks = [files.battle_block(each) for each in reversed(found.story)]
    leaves = pages(blocks or [small("No battle has a story yet.")])
    number = min(max(number, 0), len(leaves) - 1)
    foot = small(f"Page {number + 1} of {len(leaves)}") if len(leaves) > 1 else ""
    layout = card(f"### {escape(face.name)}\n{escape(face.status)}", leaves[number], foot)
    attached: list[discord.File] = []
    if number == 0:
        try:
            attached = [discord.File(io.BytesIO(await pictures.png(card_of(face), WIDE)), "card.png")]
            frame = next(part for part in layout.children if isinstance(part, ui.Container))
            frame.add_item(posts.gallery("card.png", files.alt(face)))
        except NoPicture as error:
            log.error("no picture", picture="card.png", error=str(error))
    turning = zip(NEWEST_FIRST, (number - 1, number + 1), strict=True)
    ways = [button(ticket.but(ticket.what, choice=str(to)), word) for word, to in turning if 0 <= to < len(leaves)]
    for row in rows(ways):
        layout.add_item(row)
    await say(interaction, layout, attached)
