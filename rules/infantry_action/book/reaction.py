"""The general reaction test: its factors, its dice, and what it binds a group to in the next period."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from rules.book.showing import Chart
from rules.chance import Chance
from rules.facts import Item, Itemised
from rules.infantry_action.book import dice
from rules.infantry_action.book.restraint import LIMITS, Band, band_of
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section


class _Factors(Figures):
    dice: int
    lmg: int
    opponent_under_fire: int = Field(alias="opponent-under-fire")
    active: int
    enemy_in_open: int = Field(alias="enemy-in-open")
    enemy_hit: int = Field(alias="enemy-hit")
    fire_points: int = Field(alias="fire-points")
    no_leader: int = Field(alias="no-leader")
    isolated: int
    lost_battle: int = Field(alias="lost-battle")
    lost_period: int = Field(alias="lost-period")
    machine_guns: int = Field(alias="machine-guns")
    leader_panicked: int = Field(alias="leader-panicked")
    friends_panicked: int = Field(alias="friends-panicked")
    behind_flank: int = Field(alias="behind-flank")
    armour: int
    flame: int
    surprise: int
    intermingled: int
    enemy_close: int = Field(alias="enemy-close")
    cover_choice: int = Field(alias="cover-choice")
    points_each: int = Field(alias="points-each")


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


def factors(seen: Circumstances, isolation: bool = True) -> Itemised:
    """The factors that apply, in the order of the book. `isolation`: False for a leader's own test.

    IA-reaction.plus1.*, IA-reaction.minus1.*, IA-reaction.minus2.*, IA-reaction.cover-choice
    """
    cover = FACTORS.cover_choice if seen.cover_adds else -FACTORS.cover_choice
    tens, points = fire_points(seen.totals), sum(max(0, total) for total in seen.totals)
    rows = (
        (seen.lmgs, FACTORS.lmg, "friendly LMGs firing near", "IA-reaction.plus1.lmg"),
        (
            int(seen.opponent_under_fire),
            FACTORS.opponent_under_fire,
            "opponents under fire from friends",
            "IA-reaction.plus1.opponent-under-fire",
        ),
        (int(seen.active), FACTORS.active, "fired or moved towards the enemy", "IA-reaction.plus1.active"),
        (
            int(seen.enemy_in_open or seen.enemy_hit),
            FACTORS.enemy_in_open,
            "enemy seen in the open",
            "IA-reaction.plus1.enemy-in-open",
        ),
        (int(seen.enemy_hit), FACTORS.enemy_hit, "enemy seen hit or in panic", "IA-reaction.plus1.enemy-hit"),
        (tens, FACTORS.fire_points, f"{points} points scored against it", "IA-reaction.minus1.fire-points"),
        (
            seen.leaderless * isolation,
            FACTORS.no_leader,
            "isolated from officers and NCOs",
            "IA-reaction.minus1.no-leader",
        ),
        (seen.isolated * isolation, FACTORS.isolated, "isolated from all others", "IA-reaction.minus1.isolated"),
        (seen.lost_battle, FACTORS.lost_battle, "lost in the battle", "IA-reaction.minus1.lost-battle"),
        (seen.lost_period, FACTORS.lost_period, "lost in this period", "IA-reaction.minus1.lost-period"),
        (
            seen.machine_guns,
            FACTORS.machine_guns,
            "enemy machine guns firing on it",
            "IA-reaction.minus1.machine-guns",
        ),
        (
            int(seen.leader_panicked),
            FACTORS.leader_panicked,
            "its leader led a panic dash last period",
            "IA-reaction.minus2.leader-panicked",
        ),
        (
            int(seen.friends_panicked),
            FACTORS.friends_panicked,
            "friends near dashed away in panic",
            "IA-reaction.minus2.friends-panicked",
        ),
        (int(seen.behind_flank), FACTORS.behind_flank, "fire from behind its flank", "IA-reaction.minus2.behind-flank"),
        (int(seen.armour), FACTORS.armour, "enemy armour near or firing on it", "IA-reaction.minus2.armour"),
        (int(seen.flame), FACTORS.flame, "enemy flame weapons seen", "IA-reaction.minus2.flame"),
        (int(seen.surprise), FACTORS.surprise, "surprised by a hidden enemy", "IA-reaction.minus2.surprise"),
        (int(seen.intermingled), FACTORS.intermingled, "enemy moved in among it", "IA-reaction.minus2.intermingled"),
        (int(seen.enemy_close), FACTORS.enemy_close, "enemy within 25 m", "IA-reaction.minus2.enemy-close"),
        (int(seen.in_cover), cover, "all in cover, by choice", "IA-reaction.cover-choice"),
        (int(bool(seen.quality)), seen.quality, "agreed quality of the troops", "IA-notes.troop-quality"),
    )
    return Itemised(
        tuple(
            Item(count * each, f"{words} ({count})" if count > 1 and count != tens else words, cite)
            for count, each, words, cite in rows
            if count
        ),
        label="factors",
    )


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


def remembered(losses: frozenset[str], parts: int) -> tuple[frozenset[str], ...]:
    """What each part of a split group remembers. IA-reaction.split-memory, IA-R108"""
    return (losses,) * parts


def joined(*memories: frozenset[str]) -> frozenset[str]:
    """What groups that amalgamate remember together. IA-reaction.merge-memory, IA-R108"""
    return frozenset[str]().union(*memories)


CHARTS: tuple[Chart, ...] = (
    Chart(
        "reaction-factors",
        "General reaction test: factors",
        "General Non-AFV Mounted Troop Reaction Test",
        ("factor", "amount"),
        (
            ("each friendly LMG firing within 100 m of the group", FACTORS.lmg),
            ("opposing group under fire from friends outside the group", FACTORS.opponent_under_fire),
            ("group fired or moved towards the enemy", FACTORS.active),
            ("enemy figure seen in the open", FACTORS.enemy_in_open),
            ("enemy figure seen hit or in panic in the open", FACTORS.enemy_hit),
            ("each 10 fire effect, target and tactical, and chance points against the group", FACTORS.fire_points),
            ("each figure isolated from officers and NCOs", FACTORS.no_leader),
            ("each figure isolated from all other figures", FACTORS.isolated),
            ("each figure lost in the battle", FACTORS.lost_battle),
            ("each figure lost in the period", FACTORS.lost_period),
            ("each enemy machine gun firing on the group", FACTORS.machine_guns),
            ("its senior leader led a panic dash in the previous period", FACTORS.leader_panicked),
            ("friends within 25 m, or 50 m if seen in the open, in panic dash", FACTORS.friends_panicked),
            ("fire from behind the flank", FACTORS.behind_flank),
            ("enemy armour within 100 m or firing on the group", FACTORS.armour),
            ("enemy seen using flame in the battle", FACTORS.flame),
            ("surprised by the first fire of a hidden enemy", FACTORS.surprise),
            ("enemy moved forward and intermingled", FACTORS.intermingled),
            ("enemy within 25 m", FACTORS.enemy_close),
            ("whole group in cover, hard vehicles, buildings or field defences", f"±{FACTORS.cover_choice}"),
        ),
        dice=f"{FACTORS.dice}D6",
        notes=("In cover the player chooses to add or to deduct.",),
        citation="IA-reaction.dice",
    ),
)
