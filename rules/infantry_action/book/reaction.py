"""The general reaction test: its factors, its dice, and what it binds a group to in the next period."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.infantry_action.book import dice
from rules.infantry_action.book.factors import Factor, rows
from rules.infantry_action.book.reaction_results import LIMITS, Band, band_of
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class _Factors(Figures):
    dice: int
    points_each: int
    cover_choice: int
    factors: tuple[Factor, ...]


FACTORS = section("reaction-factors", _Factors)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What bears on a group's test, in the order of the book. Counts and yes or no; what each means is decided by the
    functions below. `quality`: a factor that both players agreed on for these troops (IA-notes.troop-quality)."""

    lmgs: int = 0
    """Friendly bipod LMGs that fired within 100 m."""
    opponent_under_fire: bool = False
    """A group that fired on it is under fire from friends outside it."""
    active: bool = False
    """It fired, grenaded or moved towards the enemy."""
    enemy_in_open: bool = False
    enemy_hit: bool = False
    """An enemy was seen hit, or in panic, in the open; that is an enemy in the open too."""
    totals: tuple[int, ...] = ()
    """Every total scored against it: direct, off-table, mines."""
    leaderless: int = 0
    """Figures isolated from officers and NCOs."""
    isolated: int = 0
    """Figures isolated from all others."""
    lost_battle: int = 0
    """Figures lost in the battle, those of this period among them."""
    lost_period: int = 0
    machine_guns: int = 0
    """Enemy machine guns that fired on it."""
    leader_panicked: bool = False
    friends_panicked: bool = False
    behind_flank: bool = False
    armour: bool = False
    flame: bool = False
    surprise: bool = False
    intermingled: bool = False
    enemy_close: bool = False
    in_cover: bool = False
    """Every figure is inside soft or hard cover, hard vehicle, building or field defence (IA-R107)."""
    cover_adds: bool = True
    """In cover: whether its player adds 2 or deducts 2."""
    quality: int = 0


def fire_points(totals: Iterable[int]) -> int:
    """How many tens of points were scored against the group; negative totals are 0. IA-reaction.minus1.fire-points,
    IA-R100"""
    return sum(max(0, total) for total in totals) // FACTORS.points_each


_ISOLATION = ("leaderless", "isolated")
_COUNTED = ("lmgs", "leaderless", "isolated", "lost_battle", "lost_period", "machine_guns")


def factors(seen: Circumstances, isolation: bool = True) -> Itemised:
    """The factors that apply, in the order of the book. `isolation`: False for a leader's own test.

    IA-reaction.dice, IA-R099, IA-R100, IA-R101; the factors' own ids stand with their figures.
    """
    lines: list[Item] = []
    for factor in FACTORS.factors:
        times = _times(factor.key, seen)
        if times and (isolation or factor.key not in _ISOLATION):
            counted = f"{factor.reason} (\u00d7 {times})" if factor.key in _COUNTED and times > 1 else ""
            lines.append(factor.item(times, _points(seen) if factor.key == "fire_points" else counted))
    if seen.in_cover:
        amount = FACTORS.cover_choice if seen.cover_adds else -FACTORS.cover_choice
        lines.append(Item(amount, "all in cover, by choice", "IA-reaction.cover-choice"))
    if seen.quality:
        lines.append(Item(seen.quality, "agreed quality of the troops", "IA-notes.troop-quality"))
    return Itemised(tuple(lines), label="factors")


def _times(key: str, seen: Circumstances) -> int:
    """How often a factor applies; an enemy seen hit was seen in the open too (IA-R099)."""
    match key:
        case "fire_points":
            return fire_points(seen.totals)
        case "enemy_in_open":
            return int(seen.enemy_in_open or seen.enemy_hit)
        case _:
            return int(getattr(seen, key))


def _points(seen: Circumstances) -> str:
    return f"{sum(max(0, total) for total in seen.totals)} points scored against the group"


def lmg_counts(metres: float) -> bool:
    """Whether a bipod LMG of the side that fired is near enough. IA-reaction.plus1.lmg, IA-R098"""
    return metres <= LIMITS.lmg


def friends_near(metres: float, seen_in_open: bool) -> bool:
    """Whether friends in a panic dash, at any point of it, came near enough. IA-reaction.minus2.friends-panicked,
    IA-R103"""
    return metres <= (LIMITS.friends_panicked_seen if seen_in_open else LIMITS.friends_panicked)


def behind_flank(degrees: float) -> bool:
    """Whether fire comes from behind the flank: more than 90 degrees off the group's mean facing.
    IA-reaction.minus2.behind-flank, IA-R104"""
    off = abs(degrees) % 360
    return min(off, 360 - off) > LIMITS.flank


def armour_counts(metres: float, fires_on_it: bool) -> bool:
    """IA-reaction.minus2.armour, IA-R105"""
    return fires_on_it or metres <= LIMITS.armour


def enemy_is_close(metres: float) -> bool:
    """IA-reaction.minus2.enemy-close"""
    return metres <= LIMITS.enemy_close


def intermingled(metres: float, house: House = BOOK) -> bool:
    """Whether groups whose nearest unhit figures are that far apart are intermingled, which is interpenetrated too.
    IA-reaction.minus2.intermingled, IA-R106"""
    return metres <= house.number("intermingled-metres")


@dataclass(frozen=True, slots=True)
class Reaction:
    """A test with its dice and factors."""

    dice: tuple[int, ...]
    factors: Itemised

    @property
    def score(self) -> int:
        return sum(self.dice) + self.factors.value

    @property
    def band(self) -> Band:
        return band_of(self.score)


def reaction_dice(chance: Chance, average: bool = False, house: House = BOOK) -> tuple[int, ...]:
    """Three dice; average ones where they are agreed for the group. IA-reaction.dice, IA-R156"""
    return dice.scores(chance, FACTORS.dice, "reaction", dice.uses_average(average, house))


def react(seen: Circumstances, chance: Chance, average: bool = False, house: House = BOOK) -> Reaction:
    """A group's test. Where the choice of cover comes after the dice (IA-R107), throw `reaction_dice`, ask, and make
    the `Reaction` of both. IA-reaction.when, IA-reaction.dice"""
    return Reaction(reaction_dice(chance, average, house), factors(seen))


def takes_general_test(
    under_fire: bool, afv_crew: bool = False, afv_passenger: bool = False, hit_at: bool = False
) -> bool:
    """Whether men take the general test. `hit_at`: passengers of an AFV were themselves fired on as infantry targets.
    IA-reaction.when, IA-R096"""
    return under_fire and not afv_crew and (hit_at or not afv_passenger)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "reaction-factors",
        "General reaction test: factors",
        "General Non-AFV Mounted Troop Reaction Test",
        ("each", "amount"),
        (
            *rows(FACTORS.factors),
            ("whole group in cover, hard vehicles, buildings or field defences", f"±{FACTORS.cover_choice}"),
        ),
        dice=f"{FACTORS.dice}D6",
        notes=("In cover the player chooses to add or to deduct.",),
        citation="IA-reaction.dice",
    ),
)
