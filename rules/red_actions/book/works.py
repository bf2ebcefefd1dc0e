"""Burning buildings, wire and the ways through it, foxholes."""

from __future__ import annotations

from enum import StrEnum
from math import floor

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Mover
from rules.red_actions.book.tables import Figures, section


class _Works(Figures):
    lights: int
    ruins: int
    fight: tuple[int, int, int, int, int, int]
    across: int
    lane: int
    crushes: int
    strip: float
    dig_most: int
    dig_tools: int
    dig_bare: int
    per_column: int


FIGURES = section("works", _Works)

# ── Fire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bar_light(touching: bool, markers: int) -> None:
    """Refuse to set fire to a building out of touch, or destroyed. RA-building.fire.1, RA-R103"""
    if not touching:
        raise RuleViolation(
            Why.OUT_OF_TOUCH,
            "The unit touches no such building.",
            citation="RA-building.fire.1",
            remedy="Move up to it first.",
        )
    if ruined(markers):
        raise RuleViolation(
            "ruined", "That building is burnt out.", citation="RA-building.fire.3", remedy="Choose another building."
        )


def bar_fight_fire(touching: bool, markers: int) -> None:
    """Refuse to fight a fire out of touch, or where nothing burns any more. RA-building.fire.4, RA-R103"""
    bar_light(touching, markers)
    if markers <= 0:
        raise RuleViolation(
            "no-fire", "That building does not burn.", citation="RA-R103", remedy="Choose one that burns."
        )


def lights(die: int) -> bool:
    """RA-building.fire.1, RA-R134"""
    return die >= FIGURES.lights


def lit(markers: int, die: int) -> int:
    """Markers on the building after an attempt to set it on fire. RA-building.fire.1, RA-R103"""
    return min(FIGURES.ruins, markers + lights(die))


def grown(markers: int) -> int:
    """Markers after the start of a turn: one more where it burns. RA-building.fire.2, RA-R103"""
    return min(FIGURES.ruins, markers + 1) if markers > 0 else 0


def fought(markers: int, die: int) -> int:
    """Markers after an attempt to put the fire out: 4 takes one off, 5 two, 6 three. RA-building.fire.4, RA-R103"""
    return max(0, markers - FIGURES.fight[die - 1])


def ruined(markers: int) -> bool:
    """Whether it is destroyed: no cover, no entry, and who is inside leaves by a retire move. RA-building.fire.3,
    RA-R103"""
    return markers >= FIGURES.ruins


def roll_light(markers: int, chance: Chance) -> tuple[int, int]:
    """The die, and the markers after it. RA-building.fire.1"""
    die = chance.roll(6, for_="set fire to the building")
    return die, lit(markers, die)


def roll_fight_fire(markers: int, chance: Chance) -> tuple[int, int]:
    """The die, and the markers after it. RA-building.fire.4"""
    die = chance.roll(6, for_="fight the fire")
    return die, fought(markers, die)


# ── Wire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


class WireCrossing(StrEnum):
    """What a roll in the wire comes to. RA-R104"""

    HELD = "still in the wire"
    ACROSS = "across"
    LANE = "a lane is cut, and they are across"


def bar_wire(mover: Mover) -> None:
    """Refuse wire to all but infantry and tanks. RA-wire.1"""
    if mover not in (Mover.INFANTRY, Mover.TANK):
        raise RuleViolation(
            "no-wire",
            "Only infantry and tanks may go into wire.",
            citation="RA-wire.1",
            remedy="Go round, or have a lane cut.",
        )


def crossing(total: int, engineers: bool) -> WireCrossing:
    """What two dice mean to infantry in the wire: 9+ across; engineers cut a lane at 8+. RA-wire.2, RA-wire.3,
    RA-R104"""
    if engineers:
        return WireCrossing.LANE if total >= FIGURES.lane else WireCrossing.HELD
    return WireCrossing.ACROSS if total >= FIGURES.across else WireCrossing.HELD


def roll_crossing(engineers: bool, chance: Chance) -> tuple[tuple[int, ...], WireCrossing]:
    """The dice of a turn after the one in which it entered. RA-wire.2"""
    dice = chance.dice(2, sides=6, for_="cut the wire" if engineers else "cross the wire")
    return dice, crossing(sum(dice), engineers)


def strips(inches: float) -> int:
    """Whole strips of 4 in along which a tank has moved in the wire. RA-wire.5"""
    return floor(inches / FIGURES.strip + 1e-6)


def crushes(die: int) -> bool:
    """RA-wire.5"""
    return die >= FIGURES.crushes


def bar_strip(remover: bool) -> None:
    """Refuse to move along in the wire to a tank without a device that removes it. RA-wire.4, RA-wire.5"""
    if not remover:
        raise RuleViolation(
            "no-remover",
            "This tank has no device to clear wire along its length.",
            citation="RA-wire.5",
            remedy="Let it cross: it crushes what it drives over.",
        )


def roll_strips(inches: float, chance: Chance) -> tuple[tuple[int, bool], ...]:
    """A die a strip, and whether its wire is crushed. RA-wire.5"""
    dice = [chance.roll(6, for_=f"wire, strip {number + 1}") for number in range(strips(inches))]
    return tuple((die, crushes(die)) for die in dice)


# ── Foxholes ────────────────────────────────────────────────────────────────────────────────────────────────────────


def bar_dig(infantry: bool, quarters: int) -> None:
    """Refuse digging to others than infantry, or beyond three columns. RA-dig.1"""
    if not infantry:
        raise RuleViolation("no-diggers", "Only infantry digs.", citation="RA-dig.1", remedy="Choose another action.")
    if quarters >= FIGURES.dig_most * FIGURES.per_column:
        raise RuleViolation(
            "dug", "These foxholes are as deep as they get.", citation="RA-dig.1", remedy="Choose another action."
        )


def dug(quarters: int, tools: bool) -> int:
    """Quarters of a column after one more segment of digging. RA-dig.1, RA-dig.2, RA-R62"""
    more = FIGURES.dig_tools if tools else FIGURES.dig_bare
    return min(FIGURES.dig_most * FIGURES.per_column, quarters + more)


def columns(quarters: int) -> int:
    """Whole columns of cover, which alone count. RA-R62"""
    return quarters // FIGURES.per_column


def shift(quarters: int) -> int:
    """The column shift of foxholes. RA-R62, RA-R22"""
    return -columns(quarters)


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="burning-buildings",
        title="Fire in buildings",
        section="Buildings (p8)",
        columns=("what", "figure"),
        rows=(
            ("set on fire: one marker at", f"{FIGURES.lights}-6"),
            ("start of each turn, where it burns: markers", 1),
            ("destroyed at markers", FIGURES.ruins),
            *((f"fire fought, {die}: markers off", FIGURES.fight[die - 1]) for die in (4, 5, 6)),
        ),
        dice="d6",
        citation="RA-building.fire.1",
    ),
    Chart(
        name="wire",
        title="Barbed wire",
        section="Barbed Wire (p8)",
        columns=("who", "dice", "at least", "then"),
        rows=(
            ("infantry in the wire", "2d6", FIGURES.across, WireCrossing.ACROSS.value),
            ("engineers in the wire", "2d6", FIGURES.lane, WireCrossing.LANE.value),
            (f"tank with a remover, each {FIGURES.strip:g} in", "d6", FIGURES.crushes, "crushed"),
        ),
        citation="RA-wire.2",
    ),
    Chart(
        name="digging",
        title="Digging in",
        section="Digging in (p8)",
        columns=("what", "columns"),
        rows=(
            ("a segment with entrenching tools", "1/2"),
            ("a segment without", "1/4"),
            ("most", FIGURES.dig_most),
        ),
        citation="RA-dig.2",
    ),
)
