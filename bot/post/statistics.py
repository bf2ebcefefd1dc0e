"""Tables of a campaign's numbers: in words, as bars, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from bot.pictures.chart import BarChart
from bot.talk.text import escape, small
from campaigns.story.statistics import Fame, StatsBy, StatsRow
from rules.language.words import counted
from rules.telling.luck import SideLuck

SHOWN = 10
"""Names of which bars are drawn."""
TITLES = {
    StatsBy.FIGURE: "Figures",
    StatsBy.UNIT: "Units",
    StatsBy.WEAPON: "Weapons",
    StatsBy.PLAYER: "Players",
    StatsBy.SIDE: "Sides",
    StatsBy.BATTLE: "Battles",
}
_COLUMNS = (
    "battles", "shots", "aimed", "hits", "felled", "shared", "treated", "lost", "hurt", "tests", "held", "broke",
)  # fmt: skip
_LUCK = ("throws", "good throws", "expected", "band from", "band to")
Called = Callable[[StatsRow], str]
"""What a row is called."""


def row_block(row: StatsRow, name: str, by: StatsBy) -> str:
    """One row in words. `name`: harmless already."""
    tally = row.tally
    said = [counted(tally.battles, "battle")] if by is not StatsBy.BATTLE else []
    if row.days:
        said += [counted(row.days, "day"), counted(row.hand_overs, "hand-over")]
    if tally.shots:
        hits = f", {tally.hits} hits of {tally.aimed}" if tally.aimed else ""
        said.append(f"{counted(tally.shots, 'shot')}{hits}")
    said += [f"{tally.felled} felled"] if tally.felled else []
    said += [f"a part in {tally.shared} more"] if tally.shared else []
    said += [f"{tally.treated} treated"] if tally.treated else []
    said += [f"{tally.lost} lost"] if tally.lost else []
    said += [f"{tally.hurt} hurt"] if tally.hurt else []
    said += [f"nerve {tally.held} of {tally.tests}"] if tally.tests else []
    said += [f"broke {counted(tally.broke, 'time')}"] if tally.broke else []
    lines = [f"**{name}** · {' · '.join(said)}".rstrip(" ·")]
    if row.luck is not None:
        lines.append(small(f"🎲 {escape(luck_words(row.luck))}"))
    return "\n".join(lines)


def luck_words(luck: SideLuck) -> str:
    """ "lucky; hits: 14 of 60 (10.2 expected); 5 to 15 expected of 60 throws"."""
    low, high = luck.band
    got = sum(count.got for count in luck.counts)
    return f"{luck.words}; in all {got}, and {low:.0f} to {high:.0f} were to be expected of {luck.dice} throws"


def fame_block(one: Fame) -> str:
    return f"🏅 **{escape(one.what)}**: {escape(one.who)}, {escape(one.how_much)}"


def bars_of(rows: Sequence[StatsRow], by: StatsBy, called: Called) -> BarChart | None:
    """The first rows as bars; None where there is nothing to show."""
    shown = rows[:SHOWN] if by is not StatsBy.BATTLE else rows[-SHOWN:]
    numbers: list[tuple[str, list[int]]] = [("Felled", [row.tally.felled for row in shown])]
    if by in (StatsBy.FIGURE, StatsBy.WEAPON):
        numbers.insert(0, ("Hits", [row.tally.hits for row in shown]))
    else:
        numbers.append(("Lost", [row.tally.lost for row in shown]))
    if not any(any(series) for _, series in numbers):
        numbers = [("Shots", [row.tally.shots for row in shown])]
    if not any(any(series) for _, series in numbers):
        return None
    return BarChart(TITLES[by], [called(row) for row in shown], numbers)


def csv_of(rows: Sequence[StatsRow], called: Called) -> bytes:
    """All rows, a line each below their heads, in UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("name", "side", *_COLUMNS, "days", "hand-overs", *_LUCK))
    for row in rows:
        numbers = [getattr(row.tally, column) for column in _COLUMNS]
        writer.writerow((_cell(called(row)), row.side, *numbers, row.days, row.hand_overs, *_luck_cells(row.luck)))
    return out.getvalue().encode()


def _luck_cells(luck: SideLuck | None) -> tuple[str, ...]:
    if luck is None:
        return ("",) * len(_LUCK)
    low, high = luck.band
    got, expected = sum(count.got for count in luck.counts), sum(count.expected for count in luck.counts)
    return str(luck.dice), str(got), f"{expected:.2f}", f"{low:.2f}", f"{high:.2f}"


def _cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
