"""What is told of a sitting, on as few pages as can be: a short run in full, a long one without its numbers, a very
long one by what was grave in it, what the scenario said and what each turn came to. What is left out stands behind the
button below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.post import posts
from bot.post.posts import Page
from bot.sending.outbox_pump import FULL
from bot.talk.text import small
from rules.gathering import gather
from rules.headline import headline
from rules.told import TellingRole, Told

ROOM, TEXTS = 2700, 8
"""Characters and texts on a page, which leaves room for most questions below it."""


@dataclass(frozen=True, slots=True)
class Telling:
    """`whole`: nothing is left out, as nothing is that is no more than a message FULL; `told`: the characters that it
    has, or would have as a whole."""

    pages: tuple[Page, ...]
    told: int
    whole: bool = True


def tell(runs: Sequence[Sequence[Told]]) -> Telling:
    """The tellings of several actions, each with what followed from it, in order: for the same ones always the same."""
    gathered = [told for run in runs for told in gather(run)]
    title = headline(gathered)
    pages = _composed(runs, title)
    told = _said(pages)
    if told <= FULL:
        return Telling(pages, told)
    for shorter, most in ((_unnumbered, FULL), (_grave, FULL), (_gravest, ROOM)):
        kept = shorter(gathered)
        pages = _composed([[replace(told, draws=(), details=(), facts=())] for told in kept], title)
        left = sum(told.role is not TellingRole.FRAME for told in gathered) - len(kept)
        if len(pages) <= 1 and _said(pages) <= most:
            break
    if not pages:
        pages = _composed([[Told("Nobody is seen to come to harm")]], "")
    last = pages[-1]
    note = small(f"… and {left} lesser things: see Details" if left else "Dice and cards: see Details")
    return Telling((*pages[:-1], replace(last, texts=(*last.texts, note), more=True)), told, whole=False)


def _composed(runs: Sequence[Sequence[Told]], title: str) -> tuple[Page, ...]:
    return posts.compose_all(runs, title, room=ROOM, most=TEXTS, terse=True)


def _said(pages: Sequence[Page]) -> int:
    return sum(len(text) for page in pages for text in page.texts)


def _unnumbered(tolds: Sequence[Told]) -> list[Told]:
    """All that was done; not the cards that it was done on."""
    return [told for told in tolds if told.role is not TellingRole.FRAME]


def _grave(tolds: Sequence[Told]) -> list[Told]:
    return [told for told in tolds if _matters(told) or _harms(told)]


def _gravest(tolds: Sequence[Told]) -> list[Told]:
    """Those who fell in a turn that is over stand in its sum."""
    sums = [place for place, told in enumerate(tolds) if told.role is TellingRole.SUM]
    over = sums[-1] if sums else -1
    return [told for place, told in enumerate(tolds) if (_harms(told) and place > over) or _stays(told)]


def _stays(told: Told) -> bool:
    return _matters(told) and not _harms(told)


def _matters(told: Told) -> bool:
    return told.important or told.story or told.role is TellingRole.SUM


def _harms(told: Told) -> bool:
    return any(not one.aside and not one.unhurt for one in told.casualties)
