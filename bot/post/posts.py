"""What happened, as posts: who did what with what result; the numbers behind it one click away.

`compose` and `details` are pure: tellings in, pages out, each within Discord's limits by construction. `build`
draws the pictures.
"""

from __future__ import annotations

import io
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import discord
import structlog
from discord import ui

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.talk.controls import button, rows
from bot.talk.say import BAD, PLAIN, STORY
from bot.talk.text import clip, escape, pieces, small
from bot.talk.ticket import Ticket
from campaigns.battle.telling.telling import Line
from rules.kernel.chance import JOKERS, STANDARD, Card, Draw, card_sign
from rules.kernel.facts import Fact, in_short
from rules.table.drawing import describe
from rules.table.pixels import Picture
from rules.table.scene import Scene
from rules.telling.gathering import gather
from rules.telling.told import Remark, TellingRole, Told

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PAGE = 3200
"""Characters of telling on one page; headings and citations have the rest of the 4,000."""
CARDS = 18
"""Card pictures on one page."""
TEXTS = 12
"""Texts on one page."""
BRIEF, SHORT = 2, 160
"""Lines of numbers that stand in the post itself, and their characters; more of them are behind "Details"."""


@dataclass(frozen=True, slots=True)
class Page:
    """One post: texts one below the other, then the cards drawn. `more`: there are details to look up."""

    texts: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    accent: int = PLAIN
    more: bool = False


@dataclass(frozen=True, slots=True)
class _Part:
    """What one telling, or several short ones, put on a page."""

    lines: tuple[str, ...]
    tolds: tuple[Told, ...]


def compose(
    runs: Sequence[Sequence[Told]], title: str = "", *, room: int = PAGE, most: int = TEXTS, terse: bool = False
) -> tuple[Page, ...]:
    """The tellings of several actions, gathered, each with what followed from it, in order. `room`, `most`: characters
    and texts on a page; `terse`: numbers stand behind the button alone."""
    pages: list[Page] = []
    texts: list[str] = [f"### {escape(clip(title, 200))}"] if title else []
    cards: list[Card] = []
    accent, left = PLAIN, room

    def turn() -> None:
        nonlocal texts, cards, accent, left
        if texts:
            pages.append(Page(tuple(texts), tuple(cards), accent))
        texts, cards, accent, left = [], [], PLAIN, room

    gathered = _remarked_once(runs)
    headed = bool(title)
    for run in gathered:
        for part in _parts(run, headed=headed, terse=terse):
            headed = True
            drawn = [Card(str(draw.value)) for told in part.tolds for draw in _pictured(told) if draw.among]
            for piece in pieces(part.lines, room):
                if len(piece) > left:
                    turn()
                if len(texts) < most:
                    texts.append(piece)
                else:
                    texts[-1] += f"\n{piece}"
                left -= len(piece) + 1
                cards += drawn[: CARDS - len(cards)]  # the others are named in the details
                drawn = []
            for told in part.tolds:
                accent = _graver(accent, told)
    turn()
    if pages and any(_behind(told) for run in gathered for told in run):
        pages[-1] = Page(pages[-1].texts, pages[-1].cards, pages[-1].accent, more=True)
    return tuple(pages)


def details(*runs: Sequence[Told], everything: bool = False) -> tuple[Page, ...]:
    """The numbers, dice, facts and rules of the same tellings, each below what it is about. `everything`: also what has
    none, in the words of a post."""
    lines: list[str] = []
    before: frozenset[Fact] = frozenset()
    for told in (told for run in runs for told in gather(run)):
        if not _behind(told) and not everything:
            continue
        fresh = [fact for fact in told.facts if fact not in before]
        before = frozenset(told.facts) or before
        lines.append(f"**{escape(told.headline)}**")
        lines += [escape(line) for line in told.lines if line and everything]
        lines += [
            escape(line) for line in (*told.details, *told.sealed, told.remarked[1] if told.remarked else "") if line
        ]
        lines += dice_lines(told.unsaid)
        lines += [small(escape(in_short(fresh)))] if fresh else []
        lines.append(small(escape(" · ".join(dict.fromkeys(filter(str.strip, told.citations))))))
    return tuple(Page((piece,)) for piece in pieces(filter(None, lines), PAGE))


def _remarked_once(runs: Iterable[Sequence[Told]]) -> list[list[Told]]:
    """The same, each remark only where it is made first."""
    made: set[Remark] = set()
    kept: list[list[Told]] = []
    for run in runs:
        kept.append([])
        for told in run:
            kept[-1].append(replace(told, remarked=None) if told.remarked and told.remarked[0] in made else told)
            if _says_numbers(told) and (remark := told.remarked[0] if told.remarked else told.remark):
                made.add(remark)
    return kept


def _pictured(told: Told) -> tuple[Draw, ...]:
    """The draws whose cards are drawn below: the cards that only open a phase or a run are named in the text."""
    return () if told.role is TellingRole.FRAME else told.draws


def _graver(accent: int, told: Told) -> int:
    """The colour of a post with this telling in it: a death before the scenario's words before everything else."""
    if told.important and not told.story:
        return BAD
    return STORY if told.story and accent == PLAIN else accent


def _behind(told: Told) -> bool:
    numbers = any((*told.details, *told.sealed)) or told.facts or told.unsaid or any(map(str.strip, told.citations))
    return bool(numbers or told.remark or told.remarked)


def _parts(tolds: Iterable[Told], *, headed: bool, terse: bool) -> Iterable[_Part]:
    """What stands together: a telling with its lines, or bare headlines that follow each other."""
    for (bare, _), group in groupby(
        tolds, key=lambda told: (not _below(told, terse=terse), told.role is TellingRole.FRAME)
    ):
        for together in [list(group)] if bare else [[told] for told in group]:
            lines: list[str] = []
            for told in together:
                heading = f"**{escape(told.headline)}**" if headed else f"### {escape(told.headline)}"
                lines += [*([heading] if told.headline else []), *_below(told, terse=terse)]
                headed = True
            yield _Part(tuple(lines), tuple(together))


def _below(told: Told, *, terse: bool) -> list[str]:
    """What a post says below the headline."""
    lines = [escape(line) for line in told.lines if line]
    numbers = [*(escape(line) for line in told.details if line), *dice_lines(told.unsaid)]
    few = len(numbers) <= BRIEF and sum(map(len, numbers)) <= SHORT
    shown = numbers if few and not terse else []
    shown += [escape(told.remarked[1])] if told.remarked else []
    return lines + [small(line) for line in shown] * _says_numbers(told)


def _says_numbers(told: Told) -> bool:
    """Whether more than words stands below its headline; the battle's own course has none."""
    return told.role is not TellingRole.FRAME


def dice_lines(draws: Iterable[Draw]) -> Iterable[str]:
    """ "🎲 to hit · d20: 7, 14, 3" and "🃏 casualty: K♥", one line for each purpose."""
    for (purpose, sides), group in groupby(draws, key=lambda draw: (draw.purpose, draw.sides)):
        if sides:
            yield f"🎲 {escape(purpose)} · d{sides}: " + ", ".join(f"**{draw.value}**" for draw in group)
        else:
            yield f"🃏 {escape(purpose)}: " + " ".join(escape(sign(str(draw.value))) for draw in group)


def sign(card: str) -> str:
    """ "K♥"; a card of a rule set's own deck by its name."""
    return card_sign(Card(card)) if card in (*STANDARD, *JOKERS) else card


def by_action(lines: Iterable[Line]) -> list[list[Told]]:
    """What was told of entries, by the action that they came of."""
    return [[told for line in run for told in line.tolds] for _, run in groupby(lines, key=lambda one: one.entry.cause)]


async def build(
    page: Page, scene: Scene | None = None, under: Picture | None = None, ticket: Ticket | None = None
) -> tuple[ui.LayoutView, list[discord.File]]:
    """The post of one page, with the map below it if a scene is given. Pictures carry their content as alt text.
    `under`: the picture that came with the board; `ticket`: of the button for the details, where there are any."""
    view = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=page.accent)
    files: list[discord.File] = []
    for place, text in enumerate(page.texts):
        if place:
            frame.add_item(ui.Separator(visible=False))
        frame.add_item(ui.TextDisplay(text))
    drawn: list[tuple[str, str, Awaitable[bytes]]] = []
    if page.cards:
        about = "Cards drawn: " + ", ".join(sign(card) for card in page.cards)
        drawn.append(("cards.png", about, pictures.cards(page.cards)))
    if scene is not None:
        drawn.append(("map.png", f"{scene.caption}. {describe(scene)}", pictures.map_of(scene, background=under)))
    for name, about, picture in drawn:
        try:
            files.append(discord.File(io.BytesIO(await picture), name))
        except NoPicture as error:
            # The words say it all; a post never waits for a picture that cannot be drawn.
            log.error("no picture", picture=name, error=str(error))
        else:
            frame.add_item(gallery(name, about))
    view.add_item(frame)
    if page.more and ticket is not None:
        for row in rows([button(ticket, "Details", emoji="🎲")]):
            view.add_item(row)
    return view, files


def gallery(name: str, about: str) -> ui.MediaGallery[ui.LayoutView]:
    """An attached picture with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=clip(about, 1000)))
