"""What happened, as posts: headline, who did what, dice and cards, what follows, the rules it rests on.

`compose` is pure: tellings in, pages out, each within Discord's limits by construction. `build` draws the pictures.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import discord
import structlog
from discord import ui

from bot import pictures
from bot.pictures import NoPicture
from bot.say import BAD, PLAIN, STORY
from bot.text import clip, escape, pieces, small
from rules.chance import JOKERS, STANDARD, Card, Draw, card_sign
from rules.facts import Source
from rules.ruleset import Told
from rules.table.drawing import describe
from rules.table.pixels import Picture
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PAGE = 3200
"""Characters of telling on one page; headings and citations have the rest of the 4,000."""
BARE = "\u2060"
"""Marks a line that was a headline of its own."""
_SOURCE = re.compile(rf"\((?:{'|'.join(re.escape(source.value) for source in Source)})\)")
"""A line of facts: it says where each comes from."""
_FACTS = re.compile(rf"(?:^|; )(.+?) \(({'|'.join(re.escape(source.value) for source in Source)})\)")
"""Facts of one source, and the source."""
_NUMBERS = re.compile(r"\d+")
_DIE = re.compile(r"\bD(\d+) (\d+)\b|\b(\d+) D(\d+)\b")
CARDS = 18
"""Card pictures on one page."""


@dataclass(frozen=True, slots=True)
class Page:
    """One post: texts one below the other, then the cards drawn."""

    texts: tuple[str, ...]
    cards: tuple[Card, ...] = ()
    accent: int = PLAIN


def compose(tolds: Sequence[Told], title: str = "") -> tuple[Page, ...]:
    """The tellings of one action and of what followed from it, in order."""
    pages: list[Page] = []
    texts: list[str] = [f"### {escape(clip(title, 200))}"] if title else []
    cards: list[Card] = []
    cited: list[str] = []
    accent, room = PLAIN, PAGE

    def turn() -> None:
        nonlocal texts, cards, cited, accent, room
        if texts:
            footer = [small(clip(" · ".join(dict.fromkeys(cited)), 300))] if cited else []
            pages.append(Page((*texts, *footer), tuple(cards), accent))
        texts, cards, cited, accent, room = [], [], [], PLAIN, PAGE

    for told in _gathered(_facts_said_once(tolds)):
        drawn = [Card(str(draw.value)) for draw in told.draws if draw.among]
        for piece in pieces(_lines(told, first=not (pages or texts)), PAGE):
            if len(piece) > room or len(texts) >= 12 or (drawn and len(cards) + len(drawn) > CARDS):
                turn()
            texts.append(piece)
            room -= len(piece)
            cards += drawn[:CARDS]
            drawn = []
        cited += filter(str.strip, told.citations)
        accent = _graver(accent, told)
    turn()
    return tuple(pages)


def _graver(accent: int, told: Told) -> int:
    """The colour of a post with this telling in it: a death before the scenario's words before everything else."""
    if told.important and not told.story:
        return BAD
    return STORY if told.story and accent == PLAIN else accent


def _gathered(tolds: Iterable[Told]) -> Iterable[Told]:
    """Bare headlines that follow each other ("Morale phase", "Turn 4", "Movement phase") in one telling."""
    for bare, group in groupby(tolds, key=lambda told: not told.lines and not any(_unsaid(told))):
        together = list(group)
        if not bare or len(together) == 1:
            yield from together
            continue
        first, *others = together
        yield replace(
            first,
            headline=first.headline,
            lines=tuple(f"{BARE}{told.headline}" for told in others),
            draws=tuple(draw for told in together for draw in told.draws),
            citations=tuple(citation for told in together for citation in told.citations),
            important=any(told.important for told in together),
            story=not any(told.important and not told.story for told in together) and any(t.story for t in together),
        )


def _facts_said_once(tolds: Iterable[Told]) -> Iterable[Told]:
    """Of the facts that a telling rests on those that the telling of facts before it has not said: of a volley's
    second figure only its own range."""
    before: set[str] = set()
    for told in tolds:
        lines: list[str] = []
        for line in told.lines:
            groups = _FACTS.findall(line) if _SOURCE.search(line) else []
            if "; ".join(f"{words} ({source})" for words, source in groups) != line:
                lines.append(line)  # no line of facts
                continue
            now = {f"{word} ({source})" for words, source in groups for word in words.split(", ")}
            fresh = [
                (", ".join(w for w in words.split(", ") if f"{w} ({source})" not in before), source)
                for words, source in groups
            ]
            lines.append("; ".join(f"{words} ({source})" for words, source in fresh if words))
            before = now
        yield replace(told, lines=tuple(line for line in lines if line))


def _lines(told: Told, first: bool) -> Iterable[str]:
    yield f"### {escape(told.headline)}" if first else f"**{escape(told.headline)}**"
    for line in filter(None, told.lines):
        if line.startswith(BARE):
            yield f"**{escape(line.removeprefix(BARE))}**"
        else:
            yield small(escape(line)) if _SOURCE.search(line) else escape(line)
    yield from (small(line) for line in dice_lines(_unsaid(told)))


def _unsaid(told: Told) -> Iterable[Draw]:
    """The draws that the lines do not show already, purpose by purpose: "3D6: 5, 1, 6", "D6 4", "5 D6", "J♦"."""
    words = (told.headline, *told.lines)
    named = _named_dice(words)
    for _, group in groupby(told.draws, key=lambda draw: (draw.purpose, draw.sides)):
        drawn = list(group)
        die = (drawn[0].sides, str(drawn[0].value))
        if len(drawn) == 1 and named[die]:
            named[die] -= 1
            said = True
        elif drawn[0].sides:
            # One number alone may stand in a line for something else.
            values = f" {' '.join(str(draw.value) for draw in drawn)} "
            said = len(drawn) > 1 and any(values in f" {' '.join(_NUMBERS.findall(line))} " for line in words)
        else:
            said = all(any(sign(str(draw.value)) in line for line in words) for draw in drawn)
        if not said:
            yield from drawn


def _named_dice(lines: Iterable[str]) -> Counter[tuple[int, str]]:
    """Single dice that lines show beside their name, "D6 4" or "4 D6": sides and value, as often as they are there."""
    found = [match for line in lines for match in _DIE.findall(line)]
    return Counter((int(sides or beside), value or before) for sides, value, before, beside in found)


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


async def build(
    page: Page, scene: Scene | None = None, under: Picture | None = None
) -> tuple[ui.LayoutView, list[discord.File]]:
    """The post of one page, with the map below it if a scene is given. Pictures carry their content as alt text.
    `under`: the picture that came with the board."""
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
    return view, files


def gallery(name: str, about: str) -> ui.MediaGallery[ui.LayoutView]:
    """An attached picture with its alt text."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=clip(about, 1000)))
