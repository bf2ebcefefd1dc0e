"""Everything that a chronicle tells, read once for one reader. What is numbered is numbered by its order here: ids of
the database would tell how much else there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.pictures.file_card import CardFace
from bot.post import files
from bot.site.course import SiteCourse, course_of
from campaigns.battle import battles
from campaigns.campaign import chronicle as chronicles
from campaigns.campaign.campaign import CampaignView, SideView
from campaigns.campaign.chronicle import Chapter
from campaigns.database.store import Store
from campaigns.honours.held import HeldHonour, honours_of_unit
from campaigns.roster import rosters
from campaigns.roster.records import UnitRecord
from campaigns.roster.rosters import RosterSheet, RosterUnit
from campaigns.story import bodies, diary, roll, seen, statistics
from campaigns.story import file as stories
from campaigns.story.bodies import BodyBattle, BodyFile
from campaigns.story.diary import Day
from campaigns.story.file import File
from campaigns.story.reader import READER, ChronicleReader
from campaigns.story.report import BattleReport, report_of
from campaigns.story.roll import RollName
from campaigns.story.statistics import OneBattle
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet
from rules.telling.story import Recorded

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True)
class SiteFigure:
    """Somebody with a file. `number`: from 1, over the whole site."""

    number: int
    unit: int
    file: File
    face: CardFace


@dataclass(frozen=True, slots=True)
class SiteUnit:
    """A unit whose roster the reader may read. `people`: its figures' numbers on the site, by id."""

    number: int
    unit: RosterUnit
    kind: str
    sheet: RosterSheet
    file: BodyFile
    record: UnitRecord
    honours: tuple[HeldHonour, ...]
    people: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class SiteBody:
    """A body that was in a battle, with those in it whom the reader may name, and what became of them."""

    name: str
    people: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SiteBattle:
    """A battle. `there`: who was in it, by their side and what that was; `report`: None until it is over."""

    chapter: Chapter
    title: str
    course: SiteCourse
    there: tuple[tuple[str, str, tuple[SiteBody, ...]], ...]
    winner: str
    report: BattleReport | None = None


@dataclass(frozen=True, slots=True)
class SiteSide:
    """A side: what may be told of it, and the units whose rosters may be read."""

    side: SideView
    colour: str
    file: BodyFile
    units: tuple[SiteUnit, ...]


@dataclass(frozen=True, slots=True)
class SiteBook:
    """The whole of it."""

    here: CampaignView
    reader: ChronicleReader
    rules: AnyRuleSet
    battles: tuple[SiteBattle, ...]
    sides: tuple[SiteSide, ...]
    figures: tuple[SiteFigure, ...]
    roll: tuple[RollName, ...]
    diary: tuple[Day, ...]
    pictures: Mapping[int, bytes] = field(default_factory=dict[int, bytes])
    """JPEGs of the diary's entries, by entry."""
    over: tuple[OneBattle, ...] = ()
    """The battles that are over, for the statistics."""
    by_ref: Mapping[str, int] = field(default_factory=dict[str, int])
    """Numbers of figures by their refs."""

    @property
    def units(self) -> tuple[SiteUnit, ...]:
        return tuple(unit for side in self.sides for unit in side.units)


def nobody_watches(what: str, done: int, of: int) -> None:
    """Progress that nobody watches."""


async def read(
    store: Store, whole: CampaignView, reader: ChronicleReader, progress: Progress = nobody_watches
) -> SiteBook:
    """The campaign as this reader may know it."""
    here, rules = reader.of(whole), store.rules(whole.rules)
    told = await bodies.read(store, here, READER)
    sides, figures = await _rosters(store, here, reader, rules, told, progress)
    told_to = await chronicles.chronicle(store, here.id, seen.viewer_of(here, READER))
    chapters = [each for each in told_to if each.begun_at is not None]
    found: list[SiteBattle] = []
    for number, chapter in enumerate(chapters):
        progress("battles", number, len(chapters))
        found.append(await _battle(store, here, reader, chapter, told))
    progress("battles", len(chapters), len(chapters))
    days = await diary.read(store, here, READER)
    return SiteBook(
        here=here,
        reader=reader,
        rules=rules,
        battles=tuple(found),
        sides=sides,
        figures=figures,
        roll=await roll.read(store, here, READER),
        diary=days,
        pictures=await diary.pictures(store, [letter for day in days for letter in day.letters]),
        over=await statistics.battles_of(store, here, READER),
        by_ref={each.file.career.ref: each.number for each in figures},
    )


async def _rosters(
    store: Store,
    here: CampaignView,
    reader: ChronicleReader,
    rules: AnyRuleSet,
    told: Sequence[BodyBattle],
    progress: Progress,
) -> tuple[tuple[SiteSide, ...], tuple[SiteFigure, ...]]:
    open_to = reader.reads_rosters_of(here)
    units: list[tuple[int, RosterUnit]] = []
    for side in here.sides:
        if side.key in open_to:
            own = await rosters.units_of(store, here.id, side=side.key, even_disbanded=True, even_guests=True)
            units += enumerate(own, len(units) + 1)
    made: dict[str, list[SiteUnit]] = {}
    figures: list[SiteFigure] = []
    for number, unit in units:
        progress("rosters", number - 1, len(units))
        everybody = dict.fromkeys(man.id for man, _ in unit.everybody)
        read_ = await stories.read_several(store, here, list(everybody), READER)
        own = [SiteFigure(len(figures) + at, number, each, files.face(each, rules)) for at, each in enumerate(read_, 1)]
        figures += own
        kind = rules.forces.kind_of_unit(unit.organisation)
        made.setdefault(unit.side, []).append(
            SiteUnit(
                number=number,
                unit=unit,
                kind=kind.title if kind is not None else unit.organisation,
                sheet=await rosters.sheet(store, unit.id),
                file=await bodies.of_unit(store, here, unit, READER, told),
                record=await bodies.record(store, here, unit, READER),
                honours=await honours_of_unit(store, unit.id),
                people={each.file.career.figure_id: each.number for each in own},
            )
        )
    colours = {side.key: side.colour for side in rules.forces.sides}
    sides = [
        SiteSide(
            side,
            colours.get(side.key, "#555555"),
            await bodies.of_side(store, here, side, READER),
            tuple(made.get(side.key, ())),
        )
        for side in here.sides
    ]
    return tuple(sides), tuple(figures)


async def _battle(
    store: Store, here: CampaignView, reader: ChronicleReader, chapter: Chapter, told: Sequence[BodyBattle]
) -> SiteBattle:
    battle = await battles.load(store, chapter.battle_id)
    own = next((each for each in told if each.battle.id == chapter.battle_id), None)
    result = chapter.result
    winner = here.side(result.winner or "") if result is not None else None
    return SiteBattle(
        chapter=chapter,
        title=own.title if own is not None else chapter.title,
        course=await course_of(store, battle, reader.viewer),
        there=_there(here, own, chapter.roles) if own is not None else (),
        winner=winner.name if winner is not None else (result.winner or "") if result is not None else "",
        report=await report_of(store, here, chapter.battle_id, READER) if result is not None else None,
    )


def _there(
    here: CampaignView, told: BodyBattle, roles: Mapping[SideId, str]
) -> tuple[tuple[str, str, tuple[SiteBody, ...]], ...]:
    fates: dict[str, str] = {}
    for each in told.kept.service:
        if each.what in _FATES and fates.get(each.of) not in _WORST:
            fates[each.of] = each.what
    sides: dict[str, dict[str, list[Recorded]]] = {side.key: {} for side in here.sides}
    for each in told.kept.names:
        bodies_ = sides.setdefault(each.side, {})
        bodies_.setdefault(each.body or each.ref, []).append(each)
    named = told.kept.named
    return tuple(
        (
            side.name,
            roles.get(side.key, ""),
            tuple(
                SiteBody(
                    named[body].name if body in named else "",
                    tuple((each.name, fates.get(each.ref, "").replace("-", " ")) for each in own if each.ref != body),
                )
                for body, own in sides[side.key].items()
            ),
        )
        for side in here.sides
        if sides[side.key]
    )


_FATES = ("killed", "destroyed", "wounded", "knocked-out", "damaged", "captured", "missing")
_WORST = ("killed", "destroyed")
