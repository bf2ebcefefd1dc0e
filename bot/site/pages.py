"""The chronicle's pages: HTML from templates, what a replay and the search need as data, drawings and fonts.

What is read gives the same files, byte for byte, whenever they are written.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bot.pictures.file_card import card_of
from bot.post.end_poster import FATES, done
from bot.post.files import alt, of_service
from bot.post.summaries import fact_words, strength
from bot.site import prose
from bot.site.course import SiteCourse, SiteStep
from bot.site.numbers import bar, numbers_of
from bot.site.reading import SiteBattle, SiteBook, SiteFigure, SiteSide, SiteUnit
from campaigns.honours.held import HeldHonour
from rules.language.words import counted

FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "LICENSE")
ASSETS = ("site.css", "replay.js", "search.js")
SHOWN = 3
"""Letters of the diary on the front page."""
_FAMILY = 'font-family="DejaVu Sans"'
_OTHERS = 'font-family="DejaVu Sans, Verdana, Arial, sans-serif"'
Given = tuple[tuple[str, str], HeldHonour]


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bot.site"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=prose.shown,
        trim_blocks=True,
    )


def pages_of(book: SiteBook) -> Iterator[tuple[str, bytes]]:
    """The files of the site by their paths, in no particular order."""
    site = _Site(book)
    yield from site.all()


class _Site:
    """One site while its pages are made."""

    def __init__(self, book: SiteBook) -> None:
        self.book = book
        self.hrefs = {each.chapter.battle_id: f"battles/{each.chapter.number}.html" for each in book.battles}
        self.courses: dict[int | None, SiteCourse] = {each.chapter.battle_id: each.course for each in book.battles}
        letters = [letter for day in book.diary for letter in day.letters]
        self.letters = {letter.id: number for number, letter in enumerate(letters, 1)}
        reader = book.reader
        side = book.here.side(reader.side or "")
        who = "the GM" if reader.gm else side.name if side is not None else "everybody"
        self.common: dict[str, Any] = {
            "book": book,
            "name": book.here.name,
            "rules": book.rules.title,
            "turn": book.rules.battle.turn,
            "reader": who,
            "pages": self._menu(),
            "battle_hrefs": self.hrefs,
            "letter_numbers": self.letters,
            "evidence": self._evidence,
            "day": prose.day,
            "letter": prose.letter,
            "pictured": {letter for letter in self.letters if letter in book.pictures},
            "fates": FATES,
            "done": done,
            "counted": counted,
            "in_brackets": lambda word: f" ({word})" if word else "",
            "strength": strength,
            "ribbon": _ribbon,
        }
        self.given = list(self._honours())

    def _menu(self) -> list[tuple[str, str]]:
        rosters = [("rosters.html", "Rosters")] if any(s.units or s.file.story for s in self.book.sides) else []
        return [
            ("index.html", "Battles"),
            ("timeline.html", "Time line"),
            *rosters,
            ("roll.html", "Roll of honour"),
            ("honours.html", "Honours"),
            ("stats.html", "Statistics"),
            ("diary.html", "Diary"),
            ("search.html", "Search"),
        ]

    def all(self) -> Iterator[tuple[str, bytes]]:
        book = self.book
        letters = [(day.day, letter) for day in book.diary for letter in day.letters][-SHOWN:]
        yield self._page("index.html", letters=letters[::-1])
        yield self._page("timeline.html", days=book.diary, begun=[b for b in book.battles if b.chapter.begun_at])
        yield self._page("diary.html", days=[day for day in book.diary if day.lines or day.letters])
        for letter, data in sorted(book.pictures.items()):
            yield f"pictures/{self.letters[letter]}.jpg", data
        runs = groupby(book.roll, key=lambda each: (each.number, each.battle))
        partly = book.reader.side is not None and len(book.reader.reads_rosters_of(book.here)) < len(book.here.sides)
        yield self._page("roll.html", roll=[(key, list(names)) for key, names in runs], partly=partly)
        yield self._page("honours.html", honours=_by_award(self.given))
        yield from self._statistics()
        yield self._page("search.html")
        if any(href == "rosters.html" for href, _ in self._menu()):
            yield self._page("rosters.html")
        for side in book.sides:
            for unit in side.units:
                yield self._unit(side, unit)
        for figure in book.figures:
            yield from self._figure(figure)
        for battle in book.battles:
            yield from self._battle(battle)
        yield "assets/index.js", f"window.INDEX={_data(list(self._index()))};\n".encode()
        for name in ASSETS:
            yield f"assets/{name}", (files("bot.site") / "assets" / name).read_bytes()
        for name in FONTS:
            yield f"assets/{name}", (files("bot") / "fonts" / name).read_bytes()

    def _page(self, path: str, template: str = "", **more: object) -> tuple[str, bytes]:
        root = "../" * path.count("/")
        made = _environment().get_template(template or path)
        return path, made.render(self.common | {"root": root, "here": path} | more).encode()

    def _unit(self, side: SiteSide, it: SiteUnit) -> tuple[str, bytes]:
        slots = [*it.unit.slots, *it.unit.elements]
        there = {slot.holder.id for slot in slots if slot.holder is not None}
        gone = [man for man, _ in it.unit.everybody if man.id not in there]
        ranks = [(slot, slot.holder) for slot in slots]
        return self._page(f"units/{it.number}.html", "unit.html", it=it, side=side, ranks=ranks, gone=gone)

    def _figure(self, it: SiteFigure) -> Iterator[tuple[str, bytes]]:
        card = card_of(it.face)
        portrait = it.file.portrait
        if portrait is not None:
            # A page carries no picture in itself: it stays small.
            yield f"portraits/{it.number}.png", portrait
            inside = f"data:image/png;base64,{b64encode(portrait).decode()}"
            card = card.replace(inside, f"../portraits/{it.number}.png")
        service = [(fact.at, fact_words(fact)) for fact in it.file.career.facts if of_service(fact)]
        yield self._page(
            f"figures/{it.number}.html", "figure.html", it=it, card=Markup(card), alt=alt(it.face), service=service
        )

    def _battle(self, it: SiteBattle) -> Iterator[tuple[str, bytes]]:
        number, course = it.chapter.number, it.course
        numbered = list(enumerate(course.steps, 1))
        turns = [(turn, list(steps)) for turn, steps in groupby(numbered, key=lambda each: each[1].turn)]
        fallen = [each for each in self.book.roll if each.number == number]
        given = [each for each in self.given if each[1].battle_id == it.chapter.battle_id]
        yield self._page(f"battles/{number}.html", "battle.html", it=it, turns=turns, fallen=fallen, given=given)
        if course.last:
            yield f"maps/{number}.svg", course.last.replace(_FAMILY, _OTHERS).encode()
            replay = {"pieces": course.pieces, "maps": course.maps, "steps": [_step(each) for each in course.steps]}
            yield f"data/{number}.js", f"window.REPLAY={_data(replay)};\n".encode()

    def _statistics(self) -> Iterator[tuple[str, bytes]]:
        hrefs = {ref: f"figures/{number}.html" for ref, number in self.book.by_ref.items()}
        hrefs |= {unit.unit.ref: f"units/{unit.number}.html" for unit in self.book.units}
        numbers = numbers_of(self.book.over, {side.key: side.name for side in self.book.here.sides}, hrefs)
        yield self._page("stats.html", numbers=numbers, bar=bar)
        yield from numbers.files.items()

    def _evidence(self, honour: HeldHonour) -> str:
        """Where on the battle's page the deed stands that an honour was given for."""
        course = self.courses.get(honour.battle_id)
        step = course.step_of(honour.seq) if course is not None and honour.seq is not None else 0
        return f"#step-{step}" if step else ""

    def _honours(self) -> Iterator[Given]:
        for unit in self.book.units:
            for honour in unit.honours:
                yield (f"units/{unit.number}.html", unit.unit.name), honour
        for each in self.book.figures:
            career = each.file.career
            for honour in each.file.honours:
                yield (f"figures/{each.number}.html", f"{career.standing.rank} {career.name}".strip()), honour

    def _index(self) -> Iterator[tuple[str, str, str, str]]:
        """What can be searched: title, what it is, where, and more words."""
        for battle in self.book.battles:
            result = f"won by {battle.winner}" if battle.winner else "battle"
            names = " ".join(
                w for *_, bodies in battle.there for b in bodies for w in (b.name, *(n for n, _ in b.people))
            )
            yield self._entry(battle.title, result, self.hrefs[battle.chapter.battle_id], names)
        for side in self.book.sides:
            for unit in side.units:
                yield self._entry(unit.unit.name, f"{unit.kind}, {side.side.name}", f"units/{unit.number}.html", "")
        for each in self.book.figures:
            career = each.file.career
            about = f"{career.unit}, {career.standing.status.replace('-', ' ')}"
            more = " ".join((career.standing.nickname, career.role, *(h.name for h in each.file.honours)))
            yield self._entry(
                f"{career.standing.rank} {career.name}".strip(), about, f"figures/{each.number}.html", more
            )
        if not self.book.figures:
            for name in self.book.roll:
                yield self._entry(name.name, f"✝ {name.unit}, {name.side_name}", "roll.html", name.battle)
        for day in self.book.diary:
            for letter in day.letters:
                href = f"diary.html#letter-{self.letters[letter.id]}"
                yield self._entry(letter.title, f"diary, {prose.day(day.day)}", href, letter.text)

    @staticmethod
    def _entry(title: str, about: str, href: str, more: str) -> tuple[str, str, str, str]:
        return str(prose.shown(title)), str(prose.shown(about)), href, str(prose.shown(more))


def _step(step: SiteStep) -> dict[str, object]:
    said = [{"h": each.headline, "l": each.lines, "b": each.behind, "f": int(each.frame)} for each in step.said]
    return {"h": step.heading, "t": step.turn, "m": step.map, "d": step.deaths, "s": said}


def _data(value: object) -> str:
    """Data for a script: nothing in it ends the script, wherever it stands."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _by_award(given: Iterable[Given]) -> list[tuple[str, list[Given]]]:
    named: dict[str, list[Given]] = {}
    for each in given:
        named.setdefault(each[1].name, []).append(each)
    return sorted(named.items())


def _ribbon(honour: HeldHonour) -> Markup:
    """The stripes of its award; nothing of one that was given freely."""
    if not honour.key:
        return Markup("")
    bars, left = "", 0
    for stripe in honour.ribbon:
        bars += f'<rect x="{left}" width="{stripe.width}" height="10" fill="{stripe.colour}"/>'
        left += stripe.width
    return Markup(
        f'<svg class="ribbon" viewBox="0 0 {left} 10" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>'
    )
