"""Fire effect points of small arms and heavy weapons, and what keeps a man or a weapon from firing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from pydantic import Field

from rules.book.showing import Chart
from rules.facts import Item, Itemised
from rules.infantry_action.book.bases import Base
from rules.infantry_action.book.foot import hands
from rules.infantry_action.book.kinds import Charge, Pace, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.violation import RuleViolation


class _Effect(Figures):
    ranges: tuple[float, ...]
    rows: dict[str, tuple[int, ...]]


class _Limits(Figures):
    grenade_spot: int = Field(alias="grenade-spot")
    helper_within: int = Field(alias="helper-within")
    shield_covers: int = Field(alias="shield-covers")
    trees_within: int = Field(alias="trees-within")
    higher_by: int = Field(alias="higher-by")


SMALL = section("small-arms-effect", _Effect)
HEAVY = section("heavy-weapons-effect", _Effect)
LIMITS = section("fire-limits", _Limits)

Arm = Weapon | Charge
"""What scores points: a weapon, or a charge that is used like a hand grenade."""

_SMALL_ROWS: dict[Arm, str] = {
    Weapon.GRENADE: "grenade",
    Weapon.PISTOL: "pistol",
    Weapon.SMG: "smg",
    Weapon.RIFLE: "rifle",
    Weapon.ASSAULT_RIFLE: "assault-rifle",
    Weapon.MAGAZINE_LMG: "magazine-lmg",
    Weapon.BELT_LMG: "belt-lmg",
    Weapon.GRENADE_LAUNCHER: "grenade-launcher",
    Weapon.FLAME_THROWER: "flame-thrower",
    Weapon.CLAYMORE: "claymore",
    Weapon.ONE_MAN_AT: "one-man-at",
    Charge.CLAYMORE: "claymore",
    Charge.SATCHEL: "grenade",
    Charge.MOLOTOV: "grenade",
}
"""Satchel charges and molotov cocktails score as a hand grenade. IA-R160"""

_HEAVY_ROWS: dict[Arm, str] = {
    Weapon.TRIPOD_MG: "tripod-mg",
    Weapon.LIGHT_MORTAR: "light-mortar",
    Weapon.MORTAR_60: "mortar-60",
    Weapon.MEDIUM_MORTAR: "medium-mortar",
    Weapon.RECOILLESS: "recoilless",
    Weapon.AT_GUN: "conventional-gun",
    Weapon.SMALL_AFV_GUN: "conventional-gun",
    Weapon.PIVOT_MG: "pivot-mg",
    Weapon.TURRET_MG: "turret",
    Weapon.LIGHT_SHELL_GUN: "turret",
    Weapon.AFV_GUN: "afv-gun",
    Weapon.AFV_FLAME: "afv-flame",
    Weapon.MISSILE: "missile",
}
"""AFV guns under 75 mm have the row of the conventional gun (IA-R069), hull and coaxial guns the turret's (IA-R070)."""

_LMG_HELPER, _HEAVY_HELPER = "lmg-number-two", "helper"
GRENADE_RANGE = max(high for high, points in zip(SMALL.ranges, SMALL.rows["grenade"], strict=True) if points)
"""Metres that a hand grenade, a satchel charge or a molotov cocktail is thrown. IA-R062, IA-R128"""


def _cell(chart: _Effect, row: str, metres: float) -> int:
    """The column is the first whose limit is not passed; beyond the last of the small arms there is none. IA-R017"""
    for high, points in zip(chart.ranges, chart.rows[row], strict=True):
        if metres <= high:
            return points
    return 0


def points(weapon: Arm, metres: float, house: House = BOOK) -> int:
    """Points of one weapon at that range; 0: it cannot be fired there, or has no row (a sticky bomb).

    IA-sa.effect, IA-hw.effect, IA-R065, IA-R066, IA-R067
    """
    if weapon in (Weapon.FLAME_THROWER, Weapon.AFV_FLAME) and house.choice("flame-close-range") == "as-50":
        metres = max(metres, HEAVY.ranges[1])
    if weapon in _SMALL_ROWS:
        return _cell(SMALL, _SMALL_ROWS[weapon], metres)
    return _cell(HEAVY, _HEAVY_ROWS[weapon], metres) if weapon in _HEAVY_ROWS else 0


def most_helpers(weapon: Arm) -> int:
    """One number two for an LMG; a number two and a number three for a heavy weapon of the rows above the helpers';
    none for a missile set or a weapon on a vehicle. IA-sa.lmg-no2, IA-hw.helpers, IA-R068"""
    if not isinstance(weapon, Weapon):
        return 0
    if weapon.lmg:
        return 1
    return 2 if weapon.crew_served and weapon is not Weapon.MISSILE else 0


def helper_near(metres: float) -> bool:
    """Whether a helper is near enough to the weapon that he helps with. IA-R068"""
    return metres <= LIMITS.helper_within


def helper_points(weapon: Arm, metres: float) -> int:
    """Points that each helper adds. IA-sa.lmg-no2, IA-hw.helpers"""
    if most_helpers(weapon) == 1:
        return _cell(SMALL, _LMG_HELPER, metres)
    return _cell(HEAVY, _HEAVY_HELPER, metres) if most_helpers(weapon) else 0


def effect(weapon: Arm, metres: float, helpers: int = 0, house: House = BOOK) -> Itemised:
    """Fire effect points of a weapon with those who help to fire it. Helpers are tied to their weapon: where that
    cannot be fired all is 0, and more than it may have are not counted. IA-R066, IA-R068"""
    own = points(weapon, metres, house)
    where = f"over {SMALL.ranges[-1]:g} m" if metres > SMALL.ranges[-1] else f"{metres:g} m"
    items = [Item(own, f"{weapon.value}, {where}", citation(weapon))]
    helping = min(helpers, most_helpers(weapon)) if own else 0
    if helping:
        small = isinstance(weapon, Weapon) and weapon.lmg
        words = "number two" if helping == 1 else "numbers two and three"
        items.append(
            Item(helping * helper_points(weapon, metres), words, "IA-sa.lmg-no2" if small else "IA-hw.helpers")
        )
    return Itemised(tuple(items), label="effect")


def citation(weapon: Arm) -> str:
    return "IA-sa.effect" if weapon in _SMALL_ROWS else "IA-hw.effect"


def longest(weapon: Arm, house: House = BOOK) -> float:
    """The farthest that it can be fired; infinite for the last column of the heavy weapons, 0 for never."""
    chart = SMALL if weapon in _SMALL_ROWS else HEAVY
    return max((high for high in chart.ranges if points(weapon, high, house)), default=0)


def range_bar(weapon: Arm, metres: float, house: House = BOOK) -> RuleViolation | None:
    """Why it cannot be fired at that range. IA-R066"""
    if points(weapon, metres, house):
        return None
    chart = SMALL if weapon in _SMALL_ROWS else HEAVY
    fitting = [high for high in chart.ranges if points(weapon, high, house)]
    low = max((high for high in chart.ranges if fitting and high < fitting[0]), default=0)
    far = (
        f"over {low:g} m"
        if fitting and fitting[-1] == inf
        else f"over {low:g} m to {fitting[-1]:g} m"
        if fitting
        else ""
    )
    return RuleViolation(
        "out-of-range",
        f"{weapon.value} scores nothing at {metres:g} m and cannot be fired.",
        citation="IA-R066",
        remedy=f"It is fired {far if low else far.removeprefix('over 0 m ')}."
        if far
        else "Use a weapon that harms men.",
    )


@dataclass(frozen=True, slots=True)
class Doing:
    """What a man does in the period besides firing. `pace`: crawl stands for wading and climbing too."""

    pace: Pace = Pace.HALT
    turned: bool = False
    """Changed his facing at the end of the move, or only turned on the spot."""
    silent: bool = False
    carrying_share: bool = False
    directing: bool = False
    """Observes for a mortar or calls support."""
    helping: bool = False
    """Serves as number two or three."""
    serving: bool = False
    """Serves a heavy weapon."""


def _bar(code: str, message: str, cite: str, remedy: str) -> RuleViolation:
    return RuleViolation(code, message, citation=cite, remedy=remedy)


_PACES = {
    Pace.CRAWL: "crawled, waded or climbed",
    Pace.DASH: "dashed",
    Pace.DOUBLE: "doubled",
    Pace.MANHANDLE: "manhandled a gun",
}


def _busy_bar(doing: Doing) -> RuleViolation | None:
    """One thing a period. IA-R006, IA-hw.observer-busy, IA-sa.lmg-no2, IA-R068"""
    busy = [
        (doing.directing, "directs fire", "IA-hw.observer-busy", "Let somebody else observe."),
        (doing.helping, "helps to fire another weapon", "IA-R068", "Let him fire his own weapon instead."),
        (doing.serving, "serves a heavy weapon", "IA-R006", "Fire the weapon, or leave it to the others."),
    ]
    for does, words, cite, remedy in busy:
        if does:
            return _bar("busy", f"He {words} in this period and does nothing else.", cite, remedy)
    if doing.silent:
        return _bar("silent", "His group keeps silence and does not fire.", "IA-R033", "Order it to move normally.")
    return None


def fire_bar(doing: Doing) -> RuleViolation | None:
    """Why a man cannot fire a weapon of his own in this period; None: he may. IA-sa.no-fire-after, IA-R033, IA-R061"""
    if busy := _busy_bar(doing):
        return busy
    may = hands(doing.pace, share=doing.carrying_share, turned=doing.turned)
    if not may.fires:
        words = _PACES.get(doing.pace) or ("turned" if doing.turned else "carried a share of a heavy weapon")
        listed = doing.pace in (Pace.CRAWL, Pace.DASH) or (doing.pace in (Pace.HALT, Pace.WALK) and doing.turned)
        cite = "IA-sa.no-fire-after" if listed else "IA-R061"
        remedy = "He fires after walking or standing still." if not may.grenades else "He may grenade instead."
        return _bar("moved", f"He {words} in this period and cannot fire.", cite, remedy)
    return None


def grenade_bar(
    doing: Doing, has_grenades: bool, carries_radio: bool = False, heavy_group: bool = False
) -> RuleViolation | None:
    """Why a man cannot throw a hand grenade. IA-sa.grenade-choice, IA-sa.no-fire-after, IA-R061"""
    if busy := _busy_bar(doing):
        return busy
    if not has_grenades:
        return _bar("has-none", "He has no grenades.", "IA-sa.grenade-choice", "Fire his weapon.")
    if carries_radio:
        return _bar("radio", "Who carries a radio does not grenade.", "IA-sa.grenade-choice", "Fire his weapon.")
    if heavy_group:
        words = "Men of a heavy weapons group do not grenade."
        return _bar("heavy-group", words, "IA-sa.grenade-choice", "Fire his weapon, or the heavy weapon.")
    if not hands(doing.pace).grenades:
        return _bar("moved", "He doubled in this period: no grenades.", "IA-R061", "Walk, crawl or dash instead.")
    return None


def grenade_reaches(metres: float, located: bool) -> bool:
    """Whether a grenade can be thrown at a group: 25 m in any direction, without line of sight or arc. `located`: its
    group has located it, or had and it has not moved since. IA-sa.grenade-no-los, IA-R062"""
    return located and metres <= GRENADE_RANGE


def spot_affects(metres_from_spot: float) -> bool:
    """Whether a grenade thrown at a spot affects a group whose nearest figure is that far from it. IA-R062"""
    return metres_from_spot <= LIMITS.grenade_spot


def ground_weapon_bar(moved: bool, prepared: bool) -> RuleViolation | None:
    """Why a heavy weapon on the ground cannot fire. `moved`: in this period, a turn included; `prepared`: made ready in
    an earlier period. IA-hw.no-move-and-fire, IA-R074"""
    if moved:
        words = "A heavy weapon on the ground that was moved or turned in this period does not fire."
        return _bar("moved", words, "IA-hw.no-move-and-fire", "Keep it where it is; it fires in the next period.")
    if not prepared:
        return _bar("not-ready", "It is not ready to fire.", "IA-R074", "Prepare it; it fires in the next period.")
    return None


def vehicle_weapon_bar(pace: Pace, moved: bool, retiring: bool = False) -> RuleViolation | None:
    """Why no weapon is fired from a vehicle: it dashed, or drove backwards (swimming and riding counted with that row)
    without being made to retire. `retiring`: an AFV's reaction below 0. IA-R040, IA-R163"""
    if not moved:
        return None
    if pace is Pace.RUSH:
        words = "Nothing is fired from a vehicle that made a high speed dash."
        return _bar("moved", words, "IA-R163", "Order it to move and fire.")
    if pace is Pace.REVERSE and not retiring:
        return _bar("moved", "Nothing is fired while reversing.", "IA-R040", "Order it to move and fire.")
    return None


def afv_weapons(unhit_crew: int, driver: bool = True) -> int:
    """How many of an AFV's weapons may fire: one for each unhit man but the driver. IA-R070"""
    return max(0, unhit_crew - driver)


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend whose base a shot would cross; how much higher than his the ground of shooter and target is."""

    prone: bool
    shooter_higher: float = 0
    target_higher: float = 0


def over_friends(friends: Iterable[Friend], shooter_stands: bool, target_stands: bool) -> bool:
    """Whether a shot may pass over them. IA-sa.over-friends, IA-R063"""
    between = list(friends)
    if (shooter_stands or target_stands) and all(friend.prone for friend in between):
        return True
    return (
        not between
        or all(friend.shooter_higher >= LIMITS.higher_by for friend in between)
        or all(friend.target_higher >= LIMITS.higher_by for friend in between)
    )


def crowded(shape: Base) -> Base:
    """What the arc of fire of a figure goes by whose base overlaps another's: straight ahead only.
    IA-sa.overlapping-bases, IA-R184"""
    return Base(shape.front, shape.front, shape.depth)


def turret_engages(by_turret: bool, by_crew: Iterable[bool] = ()) -> bool:
    """Turret weapons engage what is in their own field of vision, or in that of the driver or the commander.
    IA-hw.turret-targets"""
    return by_turret or any(by_crew)


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees on the line from a mortar to its target. `holds_target`: the target is itself in that wood."""

    from_mortar: float
    from_target: float
    holds_target: bool = False


def bursts_in_trees(trees: Iterable[Trees]) -> bool:
    """Whether a mortar's bombs burst in the trees, to no effect. IA-hw.mortar-trees, IA-R072"""
    return any(
        min(wood.from_mortar, wood.from_target) <= LIMITS.trees_within and not wood.holds_target for wood in trees
    )


def indirect_bar(weapon: Weapon, observer_locates: bool, communicates: bool) -> RuleViolation | None:
    """Why a weapon cannot fire at what its crew does not see. IA-hw.mortar-indirect, IA-R073"""
    cite = "IA-hw.mortar-indirect"
    if not weapon.mortar:
        return _bar("not-indirect", "Only mortars fire indirectly.", cite, "Fire at what the weapon itself can see.")
    if not observer_locates:
        return _bar("not-located", "The observer has not located that target.", cite, "Name one that he has located.")
    if not communicates:
        words = "The observer cannot speak with the mortar's crew."
        return _bar("no-word", words, cite, "Bring him within speech, or give both a radio.")
    return None


def missile_bar(men: int, missiles: int) -> RuleViolation | None:
    """Why a missile set does not fire: nobody is at it, or both missiles are gone. IA-hw.missile-crew, IA-R095"""
    if men < 1:
        return _bar("nobody-left", "Nobody is at the missile set.", "IA-hw.missile-crew", "Bring a man to it.")
    if missiles < 1:
        return _bar("used-up", "Both missiles of the set are fired.", "IA-R095", "Use another weapon.")
    return None


_SHOWN_SMALL = {row: weapon.value for weapon, row in _SMALL_ROWS.items() if isinstance(weapon, Weapon)} | {
    _LMG_HELPER: "extra for LMG number two who does not use his own weapon"
}
_SHOWN_HEAVY = {row: weapon.value for weapon, row in reversed(_HEAVY_ROWS.items())} | {
    "medium-mortar": "3 inch or 81 mm mortar",
    "recoilless": "crew-served recoilless gun",
    "conventional-gun": "crew-served conventional gun",
    _HEAVY_HELPER: "number two or three helping with one of the above",
    "pivot-mg": "machine gun on pivot mount, vehicle or helicopter door",
    "turret": "machine gun or automatic light shell gun in AFV turret",
    "missile": "anti-tank missile set with at least one man",
}

CHARTS: tuple[Chart, ...] = (
    Chart(
        "small-arms-effect",
        "Small arms fire effect points",
        "Small Arms Fire Effect Points",
        ("for each", *(f"up to {high:g} m" for high in SMALL.ranges)),
        tuple((_SHOWN_SMALL[row], *cells) for row, cells in SMALL.rows.items()),
        notes=("A weapon cannot be fired where it has 0 (IA-R066).",),
        citation="IA-sa.effect",
    ),
    Chart(
        "heavy-weapons-effect",
        "Heavy weapons fire effect points",
        "Heavy Weapons Fire Effect Points",
        ("for each", *(f"up to {high:g} m" for high in HEAVY.ranges[:-1]), f"over {HEAVY.ranges[-2]:g} m"),
        tuple((_SHOWN_HEAVY[row], *cells) for row, cells in HEAVY.rows.items()),
        notes=(
            "A weapon cannot be fired where it has 0 (IA-R066).",
            "AFV guns under 75 mm use the row of the conventional gun, without helpers (IA-R069).",
        ),
        citation="IA-hw.effect",
    ),
)
