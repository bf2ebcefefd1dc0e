"""The war diary: what became of a campaign day by day, and what people wrote about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.accounts import EVERYBODY, EVERYTHING
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal, gm_only
from campaigns.members.membership import open_campaign
from campaigns.roster.careers import full_name
from campaigns.story import seen
from campaigns.story.file import ending_of
from campaigns.story.uploads import redrawn
from campaigns.tables.base import given, pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Side
from campaigns.tables.honours import UnitHonour
from campaigns.tables.roster import CareerFact, FactKind, Figure, Slot, Unit
from campaigns.tables.stories import DiaryEntry, DiaryPicture
from campaigns.thinking import beside
from rules.language.naming import tidy
from rules.language.words import listed, plural, within

LONGEST, LINES = 1500, 40
"""Characters and lines of an entry."""
TITLE = 100
SIZE = (1280, 1280)
"""Pixels of a picture that is kept, at most."""
_FIRST, _LAST = date(1900, 1, 1), date(2200, 1, 1)
GMS = "*"


@dataclass(frozen=True, slots=True)
class DiaryLetter:
    """What somebody wrote. `readers` as in the table; `picture`: whether it has one."""

    id: int
    user_id: int | None
    readers: str
    title: str
    text: str
    picture: bool = False


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the campaign: what happened, in sentences, and what was written about it."""

    day: date
    lines: tuple[str, ...]
    letters: tuple[DiaryLetter, ...] = ()


async def read(store: Store, here: CampaignView, who: int) -> tuple[Day, ...]:
    """The days of which the reader may know something, the first one first."""
    viewer = seen.viewer_of(here, who)
    async with store.reading() as session:
        lines = [*await _formed(session, here, viewer), *await _people(session, here, viewer)]
        lines += [*await _battles(session, here), *await _units(session, here, viewer)]
        entries = (await session.exec(_ENTRIES, params={"campaign": here.id})).all()
        shown = set((await session.exec(_PICTURED, params={"campaign": here.id})).all())
    letters = [
        (
            entry.day,
            DiaryLetter(pk(entry.id), entry.user_id, entry.readers, entry.title, entry.text, picture=entry.id in shown),
        )
        for entry in entries
        if _may_read(entry, here, who)
    ]
    lines.sort(key=lambda each: each[0])
    return tuple(
        Day(
            day,
            tuple(text for at, text in lines if at.date() == day),
            tuple(letter for written, letter in letters if written == day),
        )
        for day in sorted({*(at.date() for at, _ in lines), *(day for day, _ in letters)})
    )


def _may_read(entry: DiaryEntry, here: CampaignView, who: int) -> bool:
    return here.is_gm(who) or entry.readers in (EVERYBODY, here.side_of(who)) or entry.user_id == who


async def pictures(store: Store, letters: Iterable[DiaryLetter]) -> dict[int, bytes]:
    """The JPEGs of entries that somebody has read, by entry."""
    wanted = [letter.id for letter in letters if letter.picture]
    async with store.reading() as session:
        found = select(DiaryPicture).where(col(DiaryPicture.entry_id).in_(wanted))
        return {row.entry_id: row.data for row in (await session.exec(found)).all()} if wanted else {}


_PICTURED = (
    select(DiaryPicture.entry_id)
    .join(DiaryEntry, col(DiaryEntry.id) == DiaryPicture.entry_id)
    .where(col(DiaryEntry.campaign_id) == given("campaign"))
)
_ENTRIES = (
    select(DiaryEntry)
    .where(col(DiaryEntry.campaign_id) == given("campaign"), col(DiaryEntry.taken_down).is_(False))
    .order_by(col(DiaryEntry.id))
)
Line = tuple[datetime, str]


async def _battles(session: AsyncSession, here: CampaignView) -> list[Line]:
    found = select(Battle).where(col(Battle.campaign_id) == here.id).order_by(col(Battle.number))
    lines: list[Line] = []
    for row in (await session.exec(found)).all():
        if row.status == BattleStatus.CANCELLED:
            continue
        if row.begun_at is not None:
            lines.append((row.begun_at, f"Battle {row.number}, {within(row.title)}, began."))
        ending = ending_of(here, row)
        if row.ended_at is not None and ending is not None:
            won = f"a victory for {within(ending.winner)}" if ending.winner else "a draw"
            why = f": {ending.reason.rstrip('.')}" if ending.reason else ""
            lines.append((row.ended_at, f"Battle {row.number}, {within(row.title)}, ended as {won}{why}."))
    return lines


async def _formed(session: AsyncSession, here: CampaignView, viewer: str) -> list[Line]:
    """When units of the reader's side came to the campaign: when the first of their people did."""
    found = (
        select(Unit.name, Side.key, CareerFact.at)
        .join(Side, col(Side.id) == Unit.side_id)
        .join(Slot, col(Slot.unit_id) == Unit.id)
        .join(Figure, col(Figure.slot_id) == Slot.id)
        .join(CareerFact, col(CareerFact.figure_id) == Figure.id)
        .where(col(Unit.campaign_id) == here.id, col(CareerFact.kind) == FactKind.JOINED)
        .where(col(Figure.replaces_id).is_(None), col(Unit.guest).is_(False))
        .order_by(col(CareerFact.at))
    )
    first: dict[str, datetime] = {}
    for unit, side, at in (await session.exec(found)).all():
        if viewer in (EVERYTHING, side):
            first.setdefault(unit, at)
    return [(at, f"{unit} was formed.") for unit, at in first.items()]


_TOLD = (
    FactKind.JOINED,
    FactKind.KILLED,
    FactKind.RECOVERED,
    FactKind.DECORATED,
    FactKind.PROMOTED,
    FactKind.HONOURED,
    FactKind.RETIRED,
)


async def _people(session: AsyncSession, here: CampaignView, viewer: str) -> list[Line]:
    """Arrivals, deaths between battles, honours, promotions of the reader's side: those of one unit at one moment in
    one sentence."""
    taken_back = select(CareerFact.corrects_id).where(col(CareerFact.corrects_id).is_not(None))
    found = (
        select(CareerFact, Figure, Unit.name, Side.key)
        .join(Figure, col(Figure.id) == CareerFact.figure_id)
        .join(Slot, col(Slot.id) == Figure.slot_id)
        .join(Unit, col(Unit.id) == Slot.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(col(Unit.campaign_id) == here.id, col(CareerFact.kind).in_(_TOLD))
        .where(col(CareerFact.id).not_in(taken_back))
        .order_by(col(CareerFact.at), col(CareerFact.id))
    )
    groups: dict[tuple[datetime, str, str, str], list[str]] = {}
    for fact, figure, unit, side in (await session.exec(found)).all():
        if viewer not in (EVERYTHING, side):
            continue
        kind = FactKind(fact.kind)
        by_battle = fact.battle_id is not None and fact.user_id is None
        if (kind is FactKind.JOINED and figure.replaces_id is None) or (kind is not FactKind.HONOURED and by_battle):
            continue
        note = fact.note if kind in (FactKind.DECORATED, FactKind.PROMOTED, FactKind.HONOURED) else ""
        groups.setdefault((fact.at, kind, unit, note), []).append(full_name(figure))
    return [(at, _sentence(FactKind(kind), unit, note, names)) for (at, kind, unit, note), names in groups.items()]


async def _units(session: AsyncSession, here: CampaignView, viewer: str) -> list[Line]:
    """What units of the reader's side have been given."""
    found = (
        select(UnitHonour.at, UnitHonour.name, Unit.name, Side.key)
        .join(Unit, col(Unit.id) == UnitHonour.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(col(Unit.campaign_id) == here.id, col(UnitHonour.revoked_at).is_(None))
        .order_by(col(UnitHonour.at), col(UnitHonour.id))
    )
    rows = (await session.exec(found)).all()
    return [(at, f"{unit}: {name}.") for at, name, unit, side in rows if viewer in (EVERYTHING, side)]


def _sentence(kind: FactKind, unit: str, note: str, names: Sequence[str]) -> str:
    who, are = listed(list(names)), plural(len(names), "was", "were")
    said = {
        FactKind.JOINED: f"{who} came to {within(unit)}.",
        FactKind.KILLED: f"{who} of {within(unit)} died.",
        FactKind.RECOVERED: f"{who} of {within(unit)} {are} fit again.",
        FactKind.DECORATED: f"{who} of {within(unit)}: {note}.",
        FactKind.PROMOTED: f"{who} of {within(unit)} {are} promoted: {note}.",
        FactKind.HONOURED: f"{who}: {note}.",
        FactKind.RETIRED: f"{who} left {within(unit)}.",
    }
    return said[kind]


# ── Writing ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def write(
    store: Store,
    here: CampaignView,
    who: int,
    title: str,
    text: str,
    day: str,
    *,
    own: bool,
    picture: bytes | None = None,
) -> DiaryLetter:
    """Write an entry: for everybody, or (`own`) for the writer's side and the GMs, a GM's without a side for GMs alone.
    `day`: "2026-01-31"; "" for today; `picture`: the file as it came.

    Raises Refusal: "not-a-member", "bad-text", "bad-day", "campaign-closed", and as `uploads.redrawn`.
    """
    side = here.side_of(who)
    if side is None and not here.is_gm(who):
        raise Refusal("not-a-member", "Players and GMs write the diary.", "Join the campaign first.")
    title, text = tidy(title), "\n".join(line.rstrip() for line in text.strip().splitlines())
    if not 1 <= len(title) <= TITLE or not 1 <= len(text) <= LONGEST or text.count("\n") >= LINES:
        fault = f"An entry has a title of up to {TITLE} characters and {LONGEST} characters in {LINES} lines."
        raise Refusal("bad-text", fault, "Write it shorter.")
    now = store.clock.now()
    about = now.date() if not day.strip() else _day(day.strip())
    readers = (side or GMS) if own else EVERYBODY
    redone = await beside(redrawn, picture, SIZE, "JPEG") if picture is not None else None
    async with store.writing() as session:
        await open_campaign(session, here.id)
        row = DiaryEntry(campaign_id=here.id, user_id=who, readers=readers, day=about, title=title, text=text, at=now)
        session.add(row)
        await session.flush()
        if redone is not None:
            session.add(DiaryPicture(entry_id=pk(row.id), data=redone))
        return DiaryLetter(pk(row.id), who, readers, title, text, picture=redone is not None)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = _LAST
    if not _FIRST <= day < _LAST:
        raise Refusal("bad-day", f"{text!r} isn't a day.", "Write it as 2026-01-31, or leave it empty for today.")
    return day


async def take_down(store: Store, here: CampaignView, who: int, entry: int) -> None:
    """Take an entry down, with its picture: whoever wrote it, or a GM. Raises Refusal: "no-entry", "umpire-only"."""
    async with store.writing() as session:
        row = await session.get(DiaryEntry, entry)
        if row is None or row.campaign_id != here.id or row.taken_down or not _may_read(row, here, who):
            raise Refusal("no-entry", "There is no such entry here.", "Choose one from the list.")
        if row.user_id != who and not here.is_gm(who):
            raise gm_only("take down what somebody else wrote")
        row.taken_down, row.text, row.title = True, "", ""
        session.add(row)
        shown = await session.get(DiaryPicture, entry)
        if shown is not None:
            await session.delete(shown)


def written_by(days: Iterable[Day], who: int, *, gm: bool) -> list[DiaryLetter]:
    """The entries that somebody may take down, the newest first."""
    found = [letter for day in days for letter in day.letters if gm or letter.user_id == who]
    return sorted(found, key=lambda letter: -letter.id)
