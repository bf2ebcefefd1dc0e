"""Anti-personnel fire: target and tactical points, chance dice, the total against a group and its potential hits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic import Field

from rules.book.showing import Chart
from rules.infantry_action.book import dice
from rules.infantry_action.book.bases import GUN_ARC
from rules.infantry_action.book.effect import Means, effect, points
from rules.infantry_action.book.kinds import Charge, Cover, Weapon
from rules.infantry_action.book.restrictions import LIMITS
from rules.infantry_action.book.support import support_points
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised


class _Tactical(Figures):
    exposed: int
    erect: int
    against_works: int = Field(alias="against-works")
    moved_or_fresh: int = Field(alias="moved-or-fresh")
    moving_vehicle: int = Field(alias="moving-vehicle")
    bunker: int


class _Hits(Figures):
    dice: tuple[tuple[int, int], ...]
    automatic: tuple[tuple[int, int], ...]
    beyond: int


TACTICAL = section("target-tactical", _Tactical)
HITS = section("potential-hits", _Hits)


@dataclass(frozen=True, slots=True)
class FigureUnderFire:
    """A figure of the target group as fire finds it."""

    cover: Cover = Cover.OPEN
    """Of a rider: of his vehicle."""
    erect: bool = False
    """As `bases` counts his posture under fire (IA-R036); whoever mans a heavy weapon is erect."""
    dashed: bool = False
    """Made a short dash on foot; of a rider, his vehicle a high speed dash. Doubling is none (IA-R087)."""
    grenading: bool = False
    entering: bool = False
    """Enters or leaves a vehicle."""
    overlapping: bool = False
    shielded: bool = False
    """Behind a gun shield that helps against all of this fire (IA-R159)."""
    partly_inside: bool = False
    """Shows from a hatch or the open side of an AFV."""
    riding: bool = False
    """In or on a soft vehicle, horse, cycle or aircraft (IA-R050, IA-R087)."""

    @property
    def sheltered(self) -> bool:
        works = self.cover in (Cover.TRENCH, Cover.BUILDING, Cover.HARD_VEHICLE, Cover.BUNKER)
        return works or self.shielded or self.partly_inside


def shield_helps(metres_behind: float, bearings: Iterable[float], grenades: bool = False) -> bool:
    """Whether a gun's shield protects a man of its crew: within 10 m behind it, and all fire from within its front arc
    of 45 degrees. `bearings`: of each firer, in degrees off the gun's front,
    -180 to 180. IA-tt.exposed, IA-R159"""
    near = 0 <= metres_behind <= LIMITS.shield_covers
    return near and not grenades and all(abs(bearing) <= GUN_ARC / 2 for bearing in bearings)


def first_point(mark: FigureUnderFire, house: House = BOOK) -> bool:
    """IA-tt.exposed, IA-R085, IA-R087"""
    soft = mark.cover is Cover.SOFT and house.on("soft-cover-removes-first-point")
    return not (mark.sheltered or mark.dashed or soft)


def second_point(mark: FigureUnderFire) -> bool:
    """Erect in no cover at all; grenading, entering or overlapping in soft cover too; at most one. IA-tt.erect,
    IA-R086, IA-R087"""
    if mark.sheltered:
        return False
    bare = mark.cover is Cover.OPEN and (mark.erect or mark.riding)
    return bare or mark.grenading or mark.entering or mark.overlapping


def target_points(marks: Iterable[FigureUnderFire], house: House = BOOK) -> tuple[Item, ...]:
    """Points of the figures of a target group, each counted once. IA-tt.exposed, IA-tt.erect, IA-tt.bunker, IA-R084"""
    group = list(marks)
    exposed = sum(first_point(mark, house) for mark in group)
    erect = sum(second_point(mark) for mark in group)
    bunker = sum(mark.cover is Cover.BUNKER for mark in group)
    return _counted(
        (exposed, TACTICAL.exposed, "not sheltered and did not dash", "IA-tt.exposed"),
        (erect, TACTICAL.erect, "erect in the open, or counted so", "IA-tt.erect"),
        (bunker, TACTICAL.bunker, "in a bunker", "IA-tt.bunker"),
    )


def _counted(*rows: tuple[int, int, str, str]) -> tuple[Item, ...]:
    return tuple(
        Item(count * each, words if count == 1 else f"{words} ({count})", cite)
        for count, each, words, cite in rows
        if count
    )


_WORKS: frozenset[Means] = frozenset((
    Weapon.GRENADE, Weapon.GRENADE_LAUNCHER, Weapon.FLAME_THROWER, Weapon.AFV_FLAME, Weapon.ONE_MAN_AT,
    Weapon.RECOILLESS, Weapon.AT_GUN, Weapon.MISSILE, Weapon.AFV_GUN, Charge.SATCHEL, Charge.MOLOTOV,
))  # fmt: skip
"""IA-tt.against-works, IA-R160: AFV guns under 75 mm are not among them."""


def gains_on_works(weapon: Means) -> bool:
    """Whether it has 2 more through the slit of, or against, a bunker or building. IA-tt.against-works, IA-R160"""
    return weapon in _WORKS


@dataclass(frozen=True, slots=True)
class Firer:
    """One weapon fired, or grenade thrown, at the target group by a figure; `metres` to the nearest figure that he can
    hit (IA-R064)."""

    weapon: Means
    metres: float
    helpers: int = 0
    moved: bool = False
    fresh: bool = False
    """Neither fired nor grenaded in the previous period; in the first period everybody is."""
    from_moving_vehicle: bool = False
    at_works: bool = False
    """Through the slit of a bunker or into a building; for guns and missiles, on one."""
    name: str = ""

    def counts(self, house: House = BOOK) -> bool:
        """Whether it can be fired there at all. IA-R066"""
        return points(self.weapon, self.metres, house) > 0

    @property
    def is_mine(self) -> bool:
        return self.weapon in (Weapon.CLAYMORE, Charge.CLAYMORE)


def firer_points(firers: Iterable[Firer]) -> tuple[Item, ...]:
    """IA-tt.against-works, IA-tt.moved-or-fresh, IA-tt.moving-vehicle, IA-R088; a mine has no minus 1 (IA-R071)."""
    shots = list(firers)
    works = sum(shot.at_works and gains_on_works(shot.weapon) for shot in shots)
    moving = sum(shot.from_moving_vehicle for shot in shots)
    unsteady = sum(_unsteady(shot) for shot in shots)
    return _counted(
        (works, TACTICAL.against_works, "against bunker or building", "IA-tt.against-works"),
        (unsteady, TACTICAL.moved_or_fresh, "moved, or did not fire last period", "IA-tt.moved-or-fresh"),
        (moving, TACTICAL.moving_vehicle, "from a moving vehicle", "IA-tt.moving-vehicle"),
    )


def _unsteady(shot: Firer) -> bool:
    mounted = isinstance(shot.weapon, Weapon) and shot.weapon.mounted
    return (shot.moved or shot.fresh) and not (mounted or shot.is_mine or shot.from_moving_vehicle)


@dataclass(frozen=True, slots=True)
class Volley:
    """All that one group fires at the target. `men`: the firing group's unhit men; `men_firing`: those who fire,
    grenade or serve a weapon at this target; `split`: it fires at other targets too (IA-R082, IA-R083)."""

    group: str
    firers: tuple[Firer, ...]
    men: int = 0
    men_firing: int = 0
    split: bool = False
    blind: bool = False
    """Blind through smoke: half of its effect points (IA-R147)."""
    average: bool = False
    """Average dice are agreed for it (IA-R156)."""
    support: int = 0
    """Off-table fire of that multiple, 1 to 3; it has no firers."""

    def effects(self, house: House = BOOK) -> tuple[Item, ...]:
        """Its fire effect points, a line a weapon; nothing for weapons that cannot be fired. IA-pot.total"""
        items = [item for shot in self.firers if shot.counts(house) for item in _effect(shot, house)]
        if self.support:
            items.append(Item(support_points(self.support), _SUPPORT[self.support], "IA-off.effect"))
        if self.blind:
            scored = sum(item.amount for item in items)
            items.append(Item(scored // 2 - scored, f"{self.group}: blind through smoke, half", "IA-smoke.blind-fire"))
        return tuple(items)

    def fires(self, house: House = BOOK) -> bool:
        return bool(self.support) or any(shot.counts(house) for shot in self.firers)

    def throws(self, house: House = BOOK) -> bool:
        """Whether a chance die belongs to it: not to mines, nor to off-table fire. IA-R066, IA-R071, IA-R081"""
        if self.support:
            return house.on("off-table-chance-die")
        return any(shot.counts(house) and not shot.is_mine for shot in self.firers)

    def held_against(self, house: House = BOOK) -> int | None:
        """The number of men that its die must not exceed; None: nothing limits it. IA-chance.small-group"""
        if self.support:
            return None
        firing = self.split or house.choice("chance-die-men") == "men-firing"
        return self.men_firing if firing else self.men


_SUPPORT = {1: "off-table fire", 2: "off-table fire, doubled", 3: "off-table fire, trebled"}


def _effect(shot: Firer, house: House) -> Iterable[Item]:
    who = f"{shot.name}: " if shot.name else ""
    for item in effect(shot.weapon, shot.metres, shot.helpers, house).items:
        yield Item(item.amount, f"{who}{item.reason}", item.citation)


@dataclass(frozen=True, slots=True)
class ChanceDie:
    """A firing group's die; a score over the number of its men counts as nothing. IA-chance.die"""

    group: str
    score: int
    men: int | None

    @property
    def counts(self) -> int:
        return 0 if self.men is not None and self.score > self.men else self.score


def chance_dice(volleys: Iterable[Volley], chance: Chance, house: House = BOOK) -> tuple[ChanceDie, ...]:
    """One for each firing group, in the order in which they are listed. IA-chance.die, IA-R025"""
    return tuple(
        ChanceDie(
            volley.group,
            dice.score(chance, "chance factor", dice.uses_average(volley.average, house)),
            volley.held_against(house),
        )
        for volley in volleys
        if volley.throws(house)
    )


def total(
    volleys: Sequence[Volley], marks: Iterable[FigureUnderFire], thrown: Iterable[ChanceDie], house: House = BOOK
) -> Itemised:
    """Fire effect, target and tactical and chance points against one group. IA-pot.total, IA-R084"""
    shots = [shot for volley in volleys for shot in volley.firers if shot.counts(house)]
    effects = [item for volley in volleys for item in volley.effects(house)]
    rolled = [Item(die.counts, _chance_words(die), "IA-chance.die") for die in thrown]
    return Itemised((*effects, *target_points(marks, house), *firer_points(shots), *rolled), label="total")


def _chance_words(die: ChanceDie) -> str:
    if die.counts != die.score:
        return f"chance, {die.group}: {die.score} is over its {die.men} men"
    return f"chance, {die.group}"


@dataclass(frozen=True, slots=True)
class HitCount:
    """Potential hits; `die` and what it needed where one was thrown."""

    number: int
    needs: int | None = None
    die: int | None = None


def needed(score: int) -> int | None:
    """What the die needs for a potential hit, None where none is thrown. IA-pot.one-die, IA-R089"""
    return next((need for under, need in HITS.dice if score < under), None)


def automatic_hits(score: int, house: House = BOOK) -> int:
    """Without a die, from 20. IA-pot.automatic, IA-R090"""
    hits = max((hits for least, hits in HITS.automatic if score >= least), default=0)
    least, most = HITS.automatic[-1]
    if score >= least and house.choice("hits-beyond-40") == "one-per-ten":
        return most + (score - least) // HITS.beyond
    return hits


def potential_hits(score: int, chance: Chance, house: House = BOOK) -> HitCount:
    """IA-pot.one-die, IA-pot.automatic"""
    need = needed(score)
    if need is None:
        return HitCount(automatic_hits(score, house))
    die = chance.roll(6, for_="potential hit")
    return HitCount(int(die >= need), need, die)


@dataclass(frozen=True, slots=True)
class FireTotal:
    """What all the fire on one group of a period comes to."""

    total: Itemised
    dice: tuple[ChanceDie, ...]
    hits: HitCount


@dataclass(frozen=True, slots=True)
class Targeted:
    """A group under fire: its figures that can be hit (IA-R064), and who fires at it in the order listed.

    A vehicle that stands empty has no figures, an AFV only its exposed ones (IA-R093, IA-R162).
    """

    volleys: tuple[Volley, ...]
    marks: tuple[FigureUnderFire, ...] = field(default=())

    def under_fire(self, house: House = BOOK) -> bool:
        """Whether any weapon with a cell above 0 fired at it. IA-R089, IA-R097"""
        return any(volley.fires(house) for volley in self.volleys)


def fire_on(target: Targeted, chance: Chance, house: House = BOOK) -> FireTotal | None:
    """Chance dice, total, potential hit die, in this order; None where nothing could be fired. IA-R025, IA-R089"""
    if not target.under_fire(house):
        return None
    thrown = chance_dice(target.volleys, chance, house)
    added = total(target.volleys, target.marks, thrown, house)
    return FireTotal(added, thrown, potential_hits(added.value, chance, house))


CHARTS: tuple[Chart, ...] = (
    Chart(
        "target-tactical",
        "Target and tactical points for anti-personnel fire",
        "Target and Tactical Points for Anti-Personnel Fire",
        ("for each", "points"),
        (
            (
                "figure of the target not in a trench or building, behind a gun shield or partly inside an AFV, "
                "that did not dash",
                TACTICAL.exposed,
            ),
            (
                "figure of the target erect in the open, grenading, entering or leaving a vehicle, or overlapping",
                TACTICAL.erect,
            ),
            (
                "grenade, launcher or flame into a bunker slit or building; one-man anti-tank weapon, recoilless or "
                "conventional gun, missile or AFV gun of 75 mm or more, or satchel charge, on one",
                TACTICAL.against_works,
            ),
            ("firing or grenading figure that moved or did not fire last period", TACTICAL.moved_or_fresh),
            ("weapon used from a moving vehicle", TACTICAL.moving_vehicle),
            ("figure of the target in a bunker", TACTICAL.bunker),
        ),
        citation="IA-tt.exposed",
    ),
    Chart(
        "chance-factor",
        "Chance factor for anti-personnel fire",
        "Chance Factor for Anti-Personnel Fire",
        ("score", "points"),
        (("up to the number of men in the firing group", "the score"), ("over it", 0)),
        dice="D6 for each group firing",
        citation="IA-chance.die",
    ),
    Chart(
        "potential-hits",
        "Potential personnel casualties by the total",
        "Calculating Potential Personnel Casualties",
        ("total of at least", "die needed", "potential hits"),
        (
            (None, HITS.dice[0][1], 1),
            *((under, need, 1) for (under, _), (_, need) in zip(HITS.dice, HITS.dice[1:], strict=False)),
            *((least, None, hits) for least, hits in HITS.automatic),
        ),
        dice="D6 under 20",
        notes=("The first row is for totals under 5, 0 and less too (IA-R089).",),
        citation="IA-pot.one-die",
    ),
)
