"""What is told of a sitting, on as few pages as can be: a short run in full, a long one without its numbers, a very
long one by what was grave in it, what the scenario said and what each turn came to. That of which nothing came is told
folded, in one line. What is left out stands behind the button below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bot.post import posts
from bot.post.posts import Page
from bot.talk.text import escape, small
from rules.kernel.chance import JOKERS
from rules.telling.folding import fold
from rules.telling.gathering import gather
from rules.telling.headline import headline, says
from rules.telling.told import Casualty, Gravity, TellingRole, Told

ROOM, TEXTS = 2700, 8
"""Characters and texts on a page, which leaves room for most questions below it."""
PHONE = 900
"""Characters that a phone's screen shows of a post: what is longer is told shorter."""


@dataclass(frozen=True, slots=True)
class Telling:
    """`whole`: nothing is left out; `told`: the characters that it has, or would have as a whole; `idle`: nothing came
    of anything, and the next post tells it."""

    pages: tuple[Page, ...]
    told: int
    whole: bool = True
    idle: bool = False


def tell(runs: Sequence[Sequence[Told]]) -> Telling:
    """The tellings of several actions, each with what followed from it, in order: for the same ones always the same."""
    gathered = [gather(run) for run in runs]
    if not any(told.worth_a_post for run in gathered for told in run):
        return _idle(gathered)
    kept, also = _folded(gathered)
    tolds = [told for run in kept for told in run]
    title = headline(tolds)
    pages = _composed(kept, title)
    told = _said(pages)
    if told + len(also) <= PHONE:
        left = len(tolds) < sum(map(len, gathered)) or any(_says(title, told) for told in tolds)
        return Telling(_below(pages, also) if left else pages, told + len(also), whole=not left)
    for shorter, most in ((_unnumbered, PHONE), (_grave, PHONE), (_gravest, PHONE), (_gist, ROOM)):
        short = shorter(tolds)
        pages = _composed([[replace(told, draws=(), details=(), facts=())] for told in short], title)
        left = sum(told.role is not TellingRole.FRAME for told in tolds) - len(short)
        if len(pages) <= 1 and _said(pages) <= most:
            break
    if not pages:
        pages = _composed([[Told("Nobody is seen to come to harm")]], "")
    note = small(f"… and {left} lesser things: see Details") if left else ""
    return Telling(_below(pages, also, note), told + len(also), whole=False)


def confide(runs: Sequence[Sequence[Told]], title: str, *, waits: bool) -> tuple[Page, ...]:
    """What one side alone is told, below that title; nothing where nothing came of any of it and it `waits` for the
    next that something comes of."""
    gathered = [gather(run) for run in runs]
    if not any(told.worth_a_post for run in gathered for told in run):
        if waits:
            return ()
        gist = fold([told for run in gathered for told in run])
        return (Page((f"### {escape(title)}", f"{escape(gist)}."), more=True),) if gist else ()
    kept, also = _folded(gathered)
    pages = posts.compose(kept, title)
    return _below(pages, also) if also else pages


def with_a_word(pages: Sequence[Page], text: str) -> tuple[Page, ...]:
    """The same pages with one more text at the end of the last."""
    if not pages:
        return (Page((text,)),)
    return (*pages[:-1], replace(pages[-1], texts=(*pages[-1].texts, text)))


def _idle(gathered: Sequence[Sequence[Told]]) -> Telling:
    """The gist of that of which nothing came, to stand above the question."""
    gist = fold([told for run in gathered for told in run])
    if not gist:
        return Telling((), 0, whole=False, idle=True)
    text = f"Since then: {escape(gist)}."
    return Telling((Page((text,), more=True),), len(text), whole=False, idle=True)


def _folded(gathered: Sequence[Sequence[Told]]) -> tuple[list[list[Told]], str]:
    """The runs of which something came, without that of which nothing did; and this in one line. The battle's own
    course stands in the question below, and in the details, but for the card that set off an event of the scenario."""
    kept = [
        [told for told, after in pairwise((*run, None)) if told and (_kept(told) or _sets_off(told, after))]
        for run in gathered
        if any(told.worth_a_post for told in run)
    ]
    gist = fold([told for run in gathered for told in run if not told.worth_a_post], beside=True)
    return kept, f"Also: {escape(gist)}." if gist else ""


def _kept(told: Told) -> bool:
    return told.worth_a_post or told.role is TellingRole.OPENING


def _sets_off(told: Told, after: Told | None) -> bool:
    """Whether it is a joker after which the scenario speaks."""
    joker = any(draw.value in JOKERS for draw in told.draws)
    return joker and told.role is TellingRole.FRAME and after is not None and after.story


def _below(pages: Sequence[Page], *texts: str) -> tuple[Page, ...]:
    """The pages, with these texts at the end of the last, which leads to what they leave out."""
    last, added = pages[-1], "\n".join(filter(None, texts))
    return (*pages[:-1], replace(last, texts=(*last.texts, added) if added else last.texts, more=True))


def _composed(runs: Sequence[Sequence[Told]], title: str) -> tuple[Page, ...]:
    if title:
        runs = [[_unrepeated(title, told) for told in run] for run in runs]
        runs = [[_headless(title, told) for told in run if not _says(title, told)] for run in runs]
    return posts.compose(runs, title, room=ROOM, most=TEXTS, terse=True)


def _says(title: str, told: Told) -> bool:
    """Whether the first line says all that this telling would."""
    return not told.lines and not told.draws and says(title, told)


def _unrepeated(title: str, told: Told) -> Told:
    """Without the lines of casualties whom the first line names, with what became of them and what they were."""
    lines = tuple(line for line in told.lines if not _repeats(title, line, told.casualties))
    return replace(told, lines=lines) if len(lines) < len(told.lines) else told


def _repeats(title: str, line: str, casualties: Sequence[Casualty]) -> bool:
    """Whether a line ("Killed: SPC Cole (leader).") is of casualties of whom the first line says as much."""
    fallen = [one for one in casualties if line.startswith(f"{one.fate[:1].upper()}{one.fate[1:]}: ")]
    return bool(fallen) and all(
        re.search(rf"(?<!\w){re.escape(one.who)}(?!\w)", title)
        and one.note in title
        and (one.counted or one.fate) in title
        and not one.cause
        for one in fallen
    )


def _headless(title: str, told: Told) -> Told:
    """The end without the words that stand above it."""
    ends = any(one.gravity is Gravity.END for one in told.upshots)
    return replace(told, headline="") if ends and told.lines and says(title, told) else told


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


def _gist(tolds: Sequence[Told]) -> list[Told]:
    """The gravest by their first lines and the worst of what follows each; the scenario's words and a turn's sum stand
    whole."""
    return [
        told if told.story or told.role is TellingRole.SUM else replace(told, lines=told.lines[:1])
        for told in _gravest(tolds)
    ]


def _stays(told: Told) -> bool:
    return _matters(told) and not _harms(told)


def _matters(told: Told) -> bool:
    return told.important or told.story or told.role is TellingRole.SUM


def _harms(told: Told) -> bool:
    return any(not one.aside and not one.unhurt for one in told.casualties)
