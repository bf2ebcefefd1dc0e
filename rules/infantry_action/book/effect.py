"""Fire effect points of small arms and heavy weapons."""

from __future__ import annotations

from math import ceil, inf

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Charge, Weapon
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation


class _Effect(Figures):
    ranges: tuple[float, ...]
    rows: dict[str, tuple[int, ...]]


SMALL = section("small-arms-effect", _Effect)
HEAVY = section("heavy-weapons-effect", _Effect)

Means = Weapon | Charge
"""What scores points: a weapon, or a charge that is used like a hand grenade."""

_SMALL_ROWS: dict[Means, str] = {
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

_HEAVY_ROWS: dict[Means, str] = {
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


def points(weapon: Means, metres: float, house: House = BOOK) -> int:
    """Points of one weapon at that range; 0: it cannot be fired there, or has no row (a sticky bomb).

    IA-sa.effect, IA-hw.effect, IA-R065, IA-R066, IA-R067
    """
    if weapon in (Weapon.FLAME_THROWER, Weapon.AFV_FLAME) and house.choice("flame-close-range") == "as-50":
        metres = max(metres, HEAVY.ranges[1])
    if weapon in _SMALL_ROWS:
        return _cell(SMALL, _SMALL_ROWS[weapon], metres)
    return _cell(HEAVY, _HEAVY_ROWS[weapon], metres) if weapon in _HEAVY_ROWS else 0


def most_helpers(weapon: Means) -> int:
    """One number two for an LMG; a number two and a number three for a heavy weapon of the rows above the helpers';
    none for a missile set or a weapon on a vehicle. IA-sa.lmg-no2, IA-hw.helpers, IA-R068"""
    if not isinstance(weapon, Weapon):
        return 0
    if weapon.lmg:
        return 1
    return 2 if weapon.crew_served and weapon is not Weapon.MISSILE else 0


def helper_points(weapon: Means, metres: float) -> int:
    """Points that each helper adds. IA-sa.lmg-no2, IA-hw.helpers"""
    if most_helpers(weapon) == 1:
        return _cell(SMALL, _LMG_HELPER, metres)
    return _cell(HEAVY, _HEAVY_HELPER, metres) if most_helpers(weapon) else 0


def effect(weapon: Means, metres: float, helpers: int = 0, house: House = BOOK) -> Itemised:
    """Fire effect points of a weapon with those who help to fire it. Helpers are tied to their weapon: where that
    cannot be fired all is 0, and more than it may have are not counted. IA-R066, IA-R068"""
    own = points(weapon, metres, house)
    where = f"over {SMALL.ranges[-1]:g} m" if metres > SMALL.ranges[-1] else f"{ceil(metres - 1e-6):g} m"
    items = [Item(own, f"{weapon.value}, {where}", citation(weapon))]
    helping = min(helpers, most_helpers(weapon)) if own else 0
    if helping:
        small = isinstance(weapon, Weapon) and weapon.lmg
        words = "number two" if helping == 1 else "numbers two and three"
        items.append(
            Item(helping * helper_points(weapon, metres), words, "IA-sa.lmg-no2" if small else "IA-hw.helpers")
        )
    return Itemised(tuple(items), label="effect")


def citation(weapon: Means) -> str:
    return "IA-sa.effect" if weapon in _SMALL_ROWS else "IA-hw.effect"


def range_bar(weapon: Means, metres: float, house: House = BOOK) -> RuleViolation | None:
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
