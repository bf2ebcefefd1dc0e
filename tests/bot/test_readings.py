"""Every post of whole battles, read with the eyes of somebody who has read thirty: what must never stand in one.

Whatever the rule set tells, for everybody and for each side: one minus sign, numbers that one can say, words that agree
in number, nothing cut off, and a first line that is what the journal holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache

import pytest

from bot.post import posts
from bot.talk.say import COMPONENT_LIMIT, TEXT_LIMIT
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.units import Status
from rules.seam.viewing import Viewer
from rules.telling.gathering import gather
from rules.telling.told import Told
from tests.bot.reading import Deed, Reader, compose, without_script
from tests.scenarios import LIBRARY, ONE_A_BOOK

NOW = datetime(2026, 3, 1, tzinfo=UTC)
UGLY = {
    "one of several": r"(?<![\d.,+−])1 (?:hit|figure|turn|card|character|action|round|shot|unit|wound)s\b",
    "several of one": r"(?<![\d.+−(])(?:[2-9]|\d\d+) (?:figure|turn|card|man|character|action|round|shot|unit|wound)\b",
    "a coordinate nobody reads": r"\d\.\d{3,}",
    "another minus sign": r"(?<![\w#])-\d",
    "cut off": r"…$",
    "a name that is letters": r"\b(?:law|maw|haw|nato)\b",
    "an empty bracket": r"\(\s*\)",
    "a hole": r"  |\s[.,;:](?:\s|$)|::|\.\.(?!\.)",
    "a value of the program's": r"\bNone\b|\bTrue\b|\bFalse\b|<\w+\.",
    "names by the dozen": r"(?:\w[\w-]+ \d+, ){5}",
}


def lines_of(deed: Deed) -> Iterator[str]:
    """What the posts and their details say, a scenario's own words left out."""
    own = [told for told in deed.tolds if not told.story]
    for page in (*compose(own), *posts.details(own)):
        for text in page.texts:
            yield from (line.removeprefix("-# ") for line in text.splitlines())


def ugly(lines: Iterator[str]) -> list[str]:
    return [f"{what}: {line}" for line in lines for what, pattern in UGLY.items() if re.search(pattern, line)]


def fits(deed: Deed) -> None:
    for page in (*deed.pages, *posts.details(deed.tolds)):
        assert sum(map(len, page.texts)) <= TEXT_LIMIT
        assert 2 * len(page.texts) + 6 <= COMPONENT_LIMIT
        assert all(text.strip() for text in page.texts)


@lru_cache(maxsize=2)
def read(key: str, seed: int) -> tuple[Deed, ...]:
    """A battle of the library by eager hands: more than one rule is held against it."""
    return tuple(Reader(LIBRARY[key], seed, eager=0.9).deeds())


@pytest.fixture(scope="module", params=ONE_A_BOOK)
def key(request: pytest.FixtureRequest) -> str:
    """One scenario after the other: all tests of one stand together, so that the same worker has them and fights its
    battle once."""
    return request.param


def test_nothing_ugly_stands_in_any_post(key: str) -> None:
    require_none_ugly(read(key, 1))


def test_nor_in_one_of_a_battle_of_charges() -> None:
    bold = Reader(without_script(LIBRARY["the-mill-road"]), 3, eager=0.9, bold=True)
    require_none_ugly(bold.deeds())


def require_none_ugly(deeds: Iterable[Deed]) -> None:
    found: list[str] = []
    for deed in deeds:
        fits(deed)
        found += ugly(lines_of(deed))
    assert not found, "\n".join(dict.fromkeys(found))


# ── The first line of a volley ────────────────────────────────────────────────────────────────────────────────────


def volleys(deed: Deed) -> Iterator[tuple[Told, list[Volleyed | FigureFell]]]:
    """The gathered tellings of volleys, each with the events of its firers."""
    told = [one for one in gather(deed.tolds) if " fires at " in one.headline]
    causes = ("fire", "back blast")
    events = [e for e in deed.events if isinstance(e, Volleyed) or (isinstance(e, FigureFell) and e.cause in causes)]
    return ((one, events) for one in told)


@pytest.mark.parametrize("seed", [1, 4])
def test_the_first_line_of_a_volley_counts_what_the_journal_holds(seed: int) -> None:
    volleys_read = 0
    for deed in Reader(without_script(LIBRARY["the-mill-road"]), seed, eager=0.9).deeds():
        told = list(volleys(deed))
        if len(told) != 1:
            continue
        ((volley, events),) = told
        hits = sum(event.hits for event in events if isinstance(event, Volleyed))
        said = [int(count) for count in re.findall(r"(\d+) hits?\b", volley.headline)]
        assert sum(said) == hits, volley.headline
        left = {event.figure: event.status for event in events if isinstance(event, FigureFell)}
        for status, word in ((Status.KILLED, "killed"), (Status.WOUNDED, "wounded")):
            said = [
                part.removesuffix(f" {word}") for part in re.split("[:;,] ", volley.headline) if part.endswith(word)
            ]
            counted = sum(int(part) if part.isdigit() else 1 for part in said)  # one alone stands there by name
            assert counted == Counter(left.values())[status], volley.headline
        volleys_read += 1
    assert volleys_read > 20


# ── Nothing public is lost, nothing secret told ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_every_die_and_card_that_was_told_is_in_the_post_or_behind_its_button(key: str, seed: int) -> None:
    for deed in read(key, seed):
        before = [draw for told in deed.tolds for draw in told.draws]
        after = [draw for told in gather(deed.tolds) for draw in told.draws]
        assert Counter(after) == Counter(before)
        # What several went through alike is told once: then each telling has its dice in the order in which they fell.
        fell = {draw: number for number, draw in enumerate(before)}
        for told in gather(deed.tolds):
            assert list(told.draws) == sorted(told.draws, key=fell.__getitem__)
        behind = "\n".join(text for page in posts.details(deed.tolds) for text in page.texts)
        for told in gather(deed.tolds):
            for draw in told.unsaid:
                shown = str(draw.value) if draw.sides else posts.sign(str(draw.value))[0]
                assert shown in behind
            assert all(citation in behind for citation in told.citations if citation.strip())


def test_an_enemy_in_the_fog_is_named_in_no_gathered_telling() -> None:
    """A side that may not know of a unit is told of the shots that strike it, and nothing else of who fired them."""
    fog = Reader(without_script(LIBRARY["the-mill-road"], ("fog", "on")), 1, Viewer("army"), eager=0.9)
    names: set[str] = set()
    for deed in fog.deeds():
        view = fog.rules.battle.view(fog.state, fog.viewer)
        names |= {unit.name for unit in view.units}
        for told in gather(deed.tolds):
            words = " ".join((told.headline, *told.lines, *told.details))
            hidden = {unit.name for unit in fog.state.battle.units} - names
            assert not any(name in words for name in hidden), words
