"""Anti-tank fire: the points of a shot, the die, the knock-out, and special attacks on AFVs.

What a cell of the effect charts holds comes in as a plain number (`ShotAtAfv.effect`, `ShotAtAfv.helper_points`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.book.showing import Chart
from rules.infantry_action.book.factors import Factor, applied, rows
from rules.infantry_action.book.kinds import Weapon
from rules.infantry_action.book.smoke import LOCAL
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised, plain
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


class WeightRow(Figures):
    until: int | None = None
    """The last year of the row; none for the latest."""
    light_below: float
    heavy_from: float


class _AntiTank(Figures):
    knock_out: int
    special_knock_out: int
    catches_fire: int
    flank_beyond: float
    target_moved: float
    light_weapon_tons: float
    post_war: int
    helpers: int
    molotov_reach: float
    placing_reach: float
    weights: tuple[WeightRow, ...]
    factors: tuple[Factor, ...]


FIGURES = section("anti-tank", _AntiTank)

# ── The target ──────────────────────────────────────────────────────────────────────────────────────────────────────


class WeightClass(StrEnum):
    """Of an AFV for its date, lightest first. IA-at.plus1.light, IA-at.minus1.heavy"""

    LIGHT = "light"
    ORDINARY = "ordinary"
    HEAVY = "heavy"

    @property
    def level(self) -> int:
        return list(WeightClass).index(self)


def weight_class(tons: float, year: int) -> WeightClass:
    """Light is less than its limit, heavy is its limit or more; 1941 and earlier, 1942 to 1950, later.

    IA-at.plus1.light, IA-at.minus1.heavy, IA-R122.
    """
    row = next(row for row in FIGURES.weights if row.until is None or year <= row.until)
    if tons < row.light_below:
        return WeightClass.LIGHT
    return WeightClass.HEAVY if tons >= row.heavy_from else WeightClass.ORDINARY


def off_front(hull_facing: float, to_firer: float) -> float:
    """Degrees from 0 to 180 between the hull's front and the bearing from the target to the firer. IA-R121."""
    turn = abs(to_firer - hull_facing) % 360
    return min(turn, 360 - turn)


def on_flank(angle: float) -> bool:
    """Flank or rear: more than 45 degrees off the front. IA-at.plus1.flank, IA-R121."""
    return angle > FIGURES.flank_beyond


class Special(StrEnum):
    """What an AFV dices for. IA-at.knock-out-on-1"""

    OFF_TABLE = "off-table fire"
    FLAME = "flame"
    STICKY_BOMB = "sticky bomb"
    MOLOTOV = "molotov cocktail"
    SATCHEL = "satchel charge"


# ── The weapon ──────────────────────────────────────────────────────────────────────────────────────────────────────

FULL_POINTS = (Weapon.ONE_MAN_AT, Weapon.RECOILLESS, Weapon.AT_GUN, Weapon.MISSILE, Weapon.SMALL_AFV_GUN)
"""With their normal points; AFV guns under 75 mm are as conventional guns (IA-R069). IA-at.weapons"""
MACHINE_GUNS = (Weapon.TRIPOD_MG, Weapon.PIVOT_MG, Weapon.TURRET_MG)
"""Against light AFVs if of 12.7 mm or more. IA-at.light-weapons"""
WITH_HELPERS = (Weapon.RECOILLESS, Weapon.AT_GUN, Weapon.TRIPOD_MG)
"""Whose numbers two and three add their points. IA-R120"""


@dataclass(frozen=True, slots=True)
class AfvTarget:
    """What is aimed at: the AFV's weight, the year of the battle, whether it is self-propelled artillery."""

    tons: float
    year: int
    self_propelled_gun: bool = False

    @property
    def weight_class(self) -> WeightClass:
        return weight_class(self.tons, self.year)

    @property
    def thin(self) -> bool:
        """Heavy machine guns and light shell guns can hurt it: 15 tons or less, or self-propelled artillery from
        1946 on. IA-at.light-weapons, IA-R119."""
        return self.tons <= FIGURES.light_weapon_tons or (self.self_propelled_gun and self.year >= FIGURES.post_war)


def is_light_weapon(weapon: Weapon, heavy_machine_gun: bool) -> bool:
    """A light automatic shell gun, or a machine gun of at least 12.7 mm. IA-at.light-weapons."""
    return weapon is Weapon.LIGHT_SHELL_GUN or (weapon in MACHINE_GUNS and heavy_machine_gun)


def can_harm(weapon: Weapon, target: AfvTarget, heavy_machine_gun: bool = False) -> bool:
    """Whether the weapon may be used in anti-tank fire against this AFV. IA-at.weapons, IA-at.afv-gun,
    IA-at.light-weapons."""
    if weapon in FULL_POINTS or weapon is Weapon.AFV_GUN:
        return True
    return is_light_weapon(weapon, heavy_machine_gun) and target.thin


FLAMES = (Weapon.FLAME_THROWER, Weapon.AFV_FLAME)


def can_damage_firer(
    means: Weapon | Special, effect: int = 0, afv: AfvTarget | None = None, heavy_machine_gun: bool = False
) -> bool:
    """Whether fire on an anti-tank weapon counts against its shots. `effect`: the cell of what is fired at its range;
    `afv`: the vehicle that carries the weapon, none for a weapon served by exposed men, whom any cell above 0 harms.
    Off-table fire, flame and charges always count. IA-at.minus1.under-fire, IA-R124."""
    if isinstance(means, Special):
        return True
    if effect <= 0:
        return False
    return afv is None or means in FLAMES or can_harm(means, afv, heavy_machine_gun)


# ── A shot ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ShotAtAfv:
    """One weapon fired at one AFV.

    `effect`: its cell of the effect chart at the range. `helper_points`: the cell of the helpers' row, for each of
    `helpers` men. `angle`: degrees off the hull's front, 0 to 180 (`off_front`). `target_moved`: metres of path in
    the period. `screen`: length in metres of the longest active smoke screen between the two, none without one.
    """

    weapon: Weapon
    effect: int
    target: AfvTarget
    angle: float = 0.0
    helpers: int = 0
    helper_points: int = 0
    heavy_machine_gun: bool = False
    target_moved: float = 0.0
    firer_moved: bool = False
    under_fire: bool = False
    surprised: bool = False
    concealed: bool = False
    screen: float | None = None


def bar_shot(shot: ShotAtAfv) -> None:
    """Refuse what cannot be fired: no effect on this AFV, no points at the range, smoke too long to be local.

    IA-at.weapons, IA-at.light-weapons, IA-R066, IA-R125.
    """
    if not can_harm(shot.weapon, shot.target, shot.heavy_machine_gun):
        raise RuleViolation(
            "no-anti-tank-effect",
            f"The {shot.weapon.value} has no effect on this AFV.",
            citation="IA-at.light-weapons"
            if shot.weapon in (*MACHINE_GUNS, Weapon.LIGHT_SHELL_GUN)
            else "IA-at.weapons",
            remedy="Use an anti-tank weapon or an AFV gun; 12.7 mm machine guns and light shell guns harm AFVs"
            " of 15 tons at most.",
        )
    if shot.effect <= 0:
        raise RuleViolation(
            "out-of-range",
            f"The {shot.weapon.value} has no fire effect points at this range.",
            citation="IA-R066",
            remedy="Fire at a range at which its cell of the effect chart is above 0.",
        )
    if shot.screen is not None and shot.screen > LOCAL:
        raise RuleViolation(
            "behind-smoke",
            f"A smoke screen of {plain(shot.screen)} m hides the AFV altogether.",
            citation="IA-R125",
            remedy=f"Only through a screen of {plain(LOCAL)} m or less can an AFV be fired on.",
        )


def points(shot: ShotAtAfv, house: House = BOOK) -> Itemised:
    """The points of a shot before its die. Raises RuleViolation for a shot that has no effect (`bar_shot`).

    IA-at.weapons, IA-at.afv-gun, IA-at.light-weapons, IA-at.plus1.flank, IA-at.plus1.light,
    IA-at.minus1.target-moved, IA-at.minus1.under-fire, IA-at.minus1.surprised, IA-at.minus1.heavy,
    IA-at.minus1.concealed, IA-at.minus2.firer-moved, IA-at.minus2.smoke, IA-R118, IA-R120, IA-R123, IA-R125.
    """
    bar_shot(shot)
    weight = shot.target.weight_class
    helpers = min(shot.helpers, FIGURES.helpers) * shot.helper_points
    if shot.weapon not in WITH_HELPERS or not house.on("anti-tank-helpers"):
        helpers = 0
    return Itemised(
        (
            Item(shot.effect, shot.weapon.value, "IA-at.weapons"),
            *((Item(helpers, "numbers two and three", "IA-R120"),) if helpers else ()),
            *applied(
                FIGURES.factors,
                afv_gun=shot.weapon is Weapon.AFV_GUN,
                light_weapon=is_light_weapon(shot.weapon, shot.heavy_machine_gun),
                flank=on_flank(shot.angle),
                light=weight is WeightClass.LIGHT,
                target_moved=shot.target_moved >= FIGURES.target_moved,
                under_fire=shot.under_fire,
                surprised=shot.surprised,
                heavy=weight is WeightClass.HEAVY,
                concealed=shot.concealed,
                firer_moved=shot.firer_moved,
                smoke=shot.screen is not None,
            ),
        )
    )


@dataclass(frozen=True, slots=True)
class ShotResult:
    """`total` has the die in it; as points against the AFV's nerves it counts at least 0 (`scored`)."""

    points: Itemised
    die: int
    knocked_out: bool

    @property
    def total(self) -> int:
        return self.points.value + self.die

    @property
    def scored(self) -> int:
        """IA-afvreact.minus1.at-points, IA-R132."""
        return max(0, self.total)


def fire(shot: ShotAtAfv, chance: Chance, house: House = BOOK) -> ShotResult:
    """One die is added to the points of the weapon; 8 or more knocks the AFV out. IA-at.knock-out."""
    itemised = points(shot, house)
    die = chance.roll(6, for_="anti-tank shot")
    return ShotResult(itemised, die, itemised.value + die >= FIGURES.knock_out)


def least_die(points: Itemised) -> int | None:
    """The least die that knocks out with these points; None if none does. IA-at.knock-out."""
    needed = max(1, FIGURES.knock_out - points.value)
    return needed if needed <= 6 else None


# ── Special attacks ─────────────────────────────────────────────────────────────────────────────────────────────────


def bar_reach(attack: Special, metres: float, flame_effect: int = 0) -> None:
    """Refuse an attack from too far: a cocktail is thrown up to 25 m, bombs and charges are placed from within 10 m
    after moving, flame needs a cell (`flame_effect`) above 0. IA-R128."""
    if attack is Special.OFF_TABLE:
        return
    if attack is Special.FLAME:
        if flame_effect <= 0:
            raise RuleViolation(
                "out-of-range",
                "The flame does not carry to this range.",
                citation="IA-R128",
                remedy="Use it at a range at which its cell of the effect chart is above 0.",
            )
        return
    reach = FIGURES.molotov_reach if attack is Special.MOLOTOV else FIGURES.placing_reach
    if metres > reach:
        raise RuleViolation(
            Why.OUT_OF_REACH,
            f"The {attack.value} is used within {plain(reach)} m; the AFV is {plain(metres)} m away.",
            citation="IA-R128",
            remedy=f"End the move of the figure within {plain(reach)} m of the AFV.",
        )


@dataclass(frozen=True, slots=True)
class AttackDie:
    attack: Special
    die: int
    knocked_out: bool


def attacks_on(attacks: Sequence[Special], chance: Chance) -> tuple[AttackDie, ...]:
    """The dice of one AFV for the special attacks on it in a period, one each (off-table fire one altogether), knocked
    out on 1; none are thrown after that. IA-at.knock-out-on-1, IA-R128, IA-R190."""
    thrown: list[AttackDie] = []
    for attack in attacks:
        if attack is Special.OFF_TABLE and any(each.attack is attack for each in thrown):
            continue
        die = chance.roll(6, for_=f"AFV attacked by {attack.value}")
        thrown.append(AttackDie(attack, die, die <= FIGURES.special_knock_out))
        if thrown[-1].knocked_out:
            break
    return tuple(thrown)


def catches_fire(chance: Chance) -> tuple[int, bool]:
    """The die of a knocked-out AFV, and whether it burns: on 1, 2 or 3. IA-at.catches-fire."""
    die = chance.roll(6, for_="knocked-out AFV on fire")
    return die, die <= FIGURES.catches_fire


def _years(index: int) -> str:
    row = FIGURES.weights[index]
    if index == 0:
        return f"up to {row.until}"
    before = FIGURES.weights[index - 1].until
    return f"after {before}" if row.until is None else f"up to {row.until}"


CHARTS: tuple[Chart, ...] = (
    Chart(
        name="anti-tank-factors",
        title="Anti-tank fire: points added and deducted",
        section="Anti-Tank Fire",
        columns=("factor", "points"),
        rows=rows(FIGURES.factors),
        notes=(
            f"Added to the fire effect points; with the die, {FIGURES.knock_out} or more knocks out.",
            f"Flank is more than {plain(FIGURES.flank_beyond)}° off the front (IA-R121).",
        ),
        citation="IA-at.weapons",
    ),
    Chart(
        name="anti-tank-weight-classes",
        title="Light and heavy AFVs by date",
        section="Anti-Tank Fire",
        columns=("years", "light: less than (tons)", "heavy: at least (tons)"),
        rows=tuple((_years(i), row.light_below, row.heavy_from) for i, row in enumerate(FIGURES.weights)),
        citation="IA-at.plus1.light",
    ),
    Chart(
        name="anti-tank-dice",
        title="AFVs: knock-out and fire by a die",
        section="Anti-Tank Fire",
        columns=("die thrown for", "knocked out or burning at"),
        rows=(
            ("points and die of a weapon: knocked out", f"{FIGURES.knock_out} or more"),
            ("off-table fire, flame, sticky bomb, molotov cocktail, satchel charge: knocked out",
             str(FIGURES.special_knock_out)),
            ("knocked out: on fire", f"1 to {FIGURES.catches_fire}"),
        ),
        dice="1D6",
        citation="IA-at.knock-out",
    ),
)  # fmt: skip
