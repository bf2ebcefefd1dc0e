"""Whether what a campaign tells of its people agrees with the journals: sheets, totals and stories beside what
`tests.campaigns.journals` counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from campaigns.campaign import campaign
from campaigns.database.store import Store
from campaigns.roster import rosters
from campaigns.roster.careers import Status
from campaigns.roster.units import RosterFigure
from campaigns.story import file as files
from campaigns.story import statistics
from campaigns.story.file import File
from campaigns.story.reader import READER, ChronicleReader
from campaigns.story.statistics import StatsBy
from campaigns.tables.roster import PERSON
from tests.campaigns.journals import Counted

UNHURT = re.compile(r"\b(?:came (?:through|out)(?: [^.]*)? unhurt|was not hurt)\b")
NO_SHOT = re.compile(r"\b(?:did not (?:fire|shoot)|fired no shot)\b")
FELL = re.compile(r"\b(?:killed|fell|dead|died)\b")
Numbers = Mapping[int, Counted]


async def people(store: Store, here: int) -> dict[str, RosterFigure]:
    """Everybody who ever served, by their ref."""
    units = await rosters.units_of(store, here, even_disbanded=True, even_guests=True)
    return {man.ref: man for unit in units for man, slot in unit.everybody if slot.kind == PERSON}


async def unlike(store: Store, here: int, counted: Numbers) -> list[str]:
    """Everything in which sheets, totals and stories say otherwise than the journals."""
    everybody = await people(store, here)
    told = [*_strangers(counted), *_sheets(everybody, counted)]
    told += await _totals(store, here, everybody, counted)
    return [*told, *await _stories(store, here, everybody, counted)]


def _strangers(counted: Numbers) -> Iterator[str]:
    for number, battle in counted.items():
        gone = {*battle.fates, *battle.wounds, *battle.kills} - battle.fielded.keys()
        yield from (f"battle {number}: {who} was hit and never fielded" for who in sorted(gone))


def _sheets(everybody: Mapping[str, RosterFigure], counted: Numbers) -> Iterator[str]:
    for ref, man in everybody.items():
        own = man.standing
        should = {
            "battles": (len(own.battles), sum(ref in each.fielded for each in counted.values())),
            "wounds": (own.wounds, sum(each.wounds[ref] for each in counted.values())),
            "kills": (own.kills, sum(each.kills[ref] for each in counted.values())),
            "killed": (own.status == Status.KILLED, any(each.fates.get(ref) == "killed" for each in counted.values())),
        }
        yield from (f"{ref}: {what}: the sheet has {a}, the journals {b}" for what, (a, b) in should.items() if a != b)


async def _totals(store: Store, here: int, everybody: Mapping[str, RosterFigure], counted: Numbers) -> list[str]:
    view = ChronicleReader(gm=True).of(await campaign.show(store, here))
    over = await statistics.battles_of(store, view, READER)
    names = {side.key: side.name for side in view.sides}
    told: list[str] = []
    for row in statistics.table(over, StatsBy.FIGURE, names):
        if row.ref not in everybody:
            continue
        ref, tally = row.ref, row.tally
        should = {
            "battles": (tally.battles, sum(ref in each.fielded for each in counted.values())),
            "felled": (tally.felled, sum(each.kills[ref] for each in counted.values())),
            "lost": (tally.lost, sum(ref in each.fates for each in counted.values())),
            "shots": (tally.shots, sum(each.shots[ref] for each in counted.values())),
        }
        told += [
            f"{ref}: {what}: the statistics have {a}, the journals {b}" for what, (a, b) in should.items() if a != b
        ]
    for row in statistics.table(over, StatsBy.SIDE, names):
        if row.battle:
            continue
        side = row.side
        lost = sum(each.fielded[who] == side and who in everybody for each in counted.values() for who in each.fates)
        if row.tally.lost < lost:
            told.append(f"{side}: lost: the statistics have {row.tally.lost}, the journals {lost}")
    return told


async def _stories(store: Store, here: int, everybody: Mapping[str, RosterFigure], counted: Numbers) -> list[str]:
    view = ChronicleReader(gm=True).of(await campaign.show(store, here))
    served = [man.id for ref, man in everybody.items() if any(ref in each.fielded for each in counted.values())]
    return [line for each in await files.read_several(store, view, served, READER) for line in _story(each, counted)]


def _story(told: File, counted: Numbers) -> Iterator[str]:
    ref = told.career.ref
    battles = [(number, each) for number, each in counted.items() if ref in each.fielded]
    if len(battles) != len(told.story):
        yield f"{ref}: {len(told.story)} paragraphs, {len(battles)} battles"
        return
    for (number, battle), paragraph in zip(battles, told.story, strict=True):
        hit = bool(battle.wounds[ref] or ref in battle.fates)
        if hit and UNHURT.search(paragraph.text):
            yield f"{ref}, battle {number}: unhurt, says the story: {paragraph.text}"
        if battle.fates.get(ref) == "killed" and not FELL.search(paragraph.text):
            yield f"{ref}, battle {number}: the story does not tell of the death: {paragraph.text}"
        if battle.shots[ref] and NO_SHOT.search(paragraph.text):
            yield f"{ref}, battle {number}: {battle.shots[ref]} shots, and the story has none: {paragraph.text}"
    dead = any(each.fates.get(ref) == "killed" for _, each in battles)
    if dead != bool(told.obituary):
        yield f"{ref}: {'no ' if dead else 'an '}obituary"
