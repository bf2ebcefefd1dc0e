"""The statistics of a site: a table for each thing that is counted, with bars, records, and all rows as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from bot.post.statistics import TITLES, csv_of, luck_words
from campaigns.story.statistics import Fame, OneBattle, StatsBy, StatsRow, fame, table
from rules.kernel.action import SideId

COUNTED = (StatsBy.SIDE, StatsBy.BATTLE, StatsBy.UNIT, StatsBy.FIGURE, StatsBy.WEAPON)
"""Players are left out: whoever reads a site from a folder knows nobody's account."""
MOST = 60
"""Rows of one table on the page; its file has them all, with those who did nothing that is counted."""
_WHOLE = (StatsBy.SIDE, StatsBy.BATTLE)
COLUMNS = ("Battles", "Shots", "Hits", "Felled", "Shared", "Treated", "Lost", "Hurt", "Nerve held")
"""Heads of the columns; one in which nobody has a number stays away."""


@dataclass(frozen=True, slots=True)
class SiteRow:
    """`bars`: what each shows, and how long it is in hundredths of the longest; `cells`: as the heads."""

    name: str
    href: str
    bars: tuple[tuple[str, int], ...]
    cells: tuple[str, ...]
    luck: str


@dataclass(frozen=True, slots=True)
class SiteTable:
    """`key`: for the page's own links and the file; `all`: rows that there are, the page may show fewer."""

    key: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[SiteRow, ...]
    all: int


@dataclass(frozen=True, slots=True)
class SiteNumbers:
    """All of it. `files`: a CSV for each table, by path."""

    tables: tuple[SiteTable, ...]
    fame: tuple[Fame, ...]
    files: Mapping[str, bytes]


def numbers_of(battles: Sequence[OneBattle], names: Mapping[SideId, str], hrefs: Mapping[str, str]) -> SiteNumbers:
    """What the battles come to. `names`: of the sides; `hrefs`: pages of figures and units, by ref."""
    counted = [(by, table(battles, by, names)) for by in COUNTED]
    counted = [(by, rows) for by, rows in counted if rows]
    tables = tuple(_table(by, rows, hrefs) for by, rows in counted)
    files = {f"data/{by}.csv": csv_of(rows, lambda row: row.name) for by, rows in counted}
    return SiteNumbers(tables, fame(battles, names), files)


def _table(by: StatsBy, rows: Sequence[StatsRow], hrefs: Mapping[str, str]) -> SiteTable:
    shown = [row for row in rows if by in _WHOLE or any(list(_cells(row))[1:])][:MOST]
    cells = [tuple(_cells(row)) for row in shown]
    first = 1 if by is StatsBy.BATTLE else 0
    kept = [at for at in range(first, len(COLUMNS)) if any(each[at] for each in cells)]
    most = max((max(row.tally.felled, row.tally.lost) for row in shown), default=0) or 1
    made = tuple(
        SiteRow(
            name=row.name,
            href=hrefs.get(row.ref, ""),
            bars=tuple(
                (kind, round(100 * number / most))
                for kind, number in (("felled", row.tally.felled), ("lost", row.tally.lost))
                if kind == "felled" or by is not StatsBy.WEAPON
            ),
            cells=tuple(each[at] or "–" for at in kept),
            luck=luck_words(row.luck) if row.luck is not None else "",
        )
        for row, each in zip(shown, cells, strict=True)
    )
    return SiteTable(by, TITLES[by], tuple(COLUMNS[at] for at in kept), made, len(rows))


def _cells(row: StatsRow) -> Iterator[str]:
    """ "" for nothing."""
    tally = row.tally
    yield str(tally.battles or "")
    yield str(tally.shots or "")
    yield f"{tally.hits} of {tally.aimed}" if tally.aimed else ""
    for number in (tally.felled, tally.shared, tally.treated, tally.lost, tally.hurt):
        yield str(number or "")
    yield f"{tally.held} of {tally.tests}" if tally.tests else ""


def bar(kind: str, share: int) -> Markup:
    """A bar of `share` hundredths; the number stands beside it."""
    return Markup(
        f'<svg class="bar {kind}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="{share}" height="8"/></svg>'
    )
