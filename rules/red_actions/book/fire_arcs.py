"""Fire arcs and enfilade, and what troops may turn before they fire."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import radians, tan

from rules.book.showing import Chart
from rules.red_actions.book.kinds import Arm, StruckSide, Trait
from rules.red_actions.book.tables import Figures, section


class _Arcs(Figures):
    ahead: float
    turret: float
    sponson: float
    other: float
    back_along_train: float
    enfilade: float


class BeforeFire(Figures):
    """What troops may do before they fire; what they may move after it see `movement.after_shooting`. RA-shoot.1"""

    turns: tuple[float, ...] = ()
    """Degrees that they may turn before firing, either way."""
    pivot: float = 0.0
    """Degrees up to which they may pivot before firing."""
    deploys: bool = False
    """They may deploy from column before firing."""


class _Allowances(Figures):
    rifle: BeforeFire
    sabre: BeforeFire
    mg: BeforeFire
    tachanka: BeforeFire
    mortar: BeforeFire
    gun: BeforeFire
    armoured_car: BeforeFire
    tank: BeforeFire


ARCS = section("arcs", _Arcs)
TURNS = section("turns-before-shooting", _Allowances)
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Arc:
    """Degrees either side of a direction, which is counted clockwise from the front of the firer."""

    middle: float
    half: float

    def holds(self, bearing: float) -> bool:
        return apart(bearing, self.middle) <= self.half + _HAIR


def apart(one: float, other: float) -> float:
    """The angle between two directions, 0 to 180."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


def arcs(arm: Arm, traits: Iterable[Trait] = (), weapon: float = 0.0) -> tuple[Arc, ...]:
    """Where that arm fires. `weapon`: the direction in which a fixed weapon of a vehicle or car is placed. Two
    sponsons: the right one first. RA-arc.1, RA-arc.2, RA-arc.3, RA-train.artillery.1, RA-train.mg, RA-R133, RA-R167"""
    if not arm.vehicle:
        return (Arc(180.0 if arm is Arm.TACHANKA else 0.0, ARCS.ahead),)
    has = frozenset(traits)
    if Trait.TURRET in has:
        return (Arc(0.0, ARCS.turret),)
    if Trait.SPONSONS in has:
        return (Arc(90.0, ARCS.sponson), Arc(270.0, ARCS.sponson))
    return (Arc(weapon, ARCS.other),)


def in_arc(
    arm: Arm,
    bearing: float,
    traits: Iterable[Trait] = (),
    *,
    weapon: float = 0.0,
    train_ahead: bool = False,
    train_behind: bool = False,
) -> bool:
    """Whether a target on that bearing from the firer's front can be fired at. `train_ahead`, `train_behind`: cars are
    coupled to a turret car there, and it does not fire along them. RA-arc.1, RA-train.artillery.1, RA-R166"""
    if arm is Arm.TURRET_CAR:
        barred = (*((0.0,) if train_ahead else ()), *((180.0,) if train_behind else ()))
        if any(apart(bearing, along) < ARCS.back_along_train - _HAIR for along in barred):
            return False
    return any(arc.holds(bearing) for arc in arcs(arm, traits, weapon))


def allowance(arm: Arm) -> BeforeFire | None:
    """What a row of the moving and shooting table allows before fire; None for trains and officers, who have none.
    RA-shoot.move.rifle, RA-shoot.move.sabres, RA-shoot.move.mg, RA-shoot.move.guns, RA-shoot.move.ac,
    RA-shoot.move.tanks"""
    rows = {
        Arm.RIFLE: TURNS.rifle,
        Arm.SABRE: TURNS.sabre,
        Arm.MG: TURNS.mg,
        Arm.TACHANKA: TURNS.tachanka,
        Arm.MORTAR: TURNS.mortar,
        Arm.GUN: TURNS.gun,
        Arm.ARMOURED_CAR: TURNS.armoured_car,
        Arm.TANK: TURNS.tank,
    }
    return rows.get(arm)


def may_turn(charged: StruckSide) -> bool:
    """Whether troops who are charged may turn or pivot before they fire: not in flank or rear. RA-shoot.1, RA-R122"""
    return charged is StruckSide.FRONT


def turn_to_fire(arm: Arm, bearing: float, traits: Iterable[Trait] = (), weapon: float = 0.0) -> float | None:
    """The smallest turn or pivot, in degrees clockwise, that brings a bearing into arc; 0 where it is in arc already,
    None where none that is allowed does. RA-shoot.1, RA-shoot.move.rifle, RA-shoot.move.mg"""
    has = frozenset(traits)
    covered = arcs(arm, has, weapon)
    if any(arc.holds(bearing) for arc in covered):
        return 0.0
    allowed = allowance(arm)
    if allowed is None:
        return None
    fixed = [turn for size in allowed.turns for turn in (size, -size)]
    pivots = [_needed(bearing, arc) for arc in covered]
    possible = [turn for turn in fixed if any(arc.holds(bearing - turn) for arc in covered)]
    possible += [turn for turn in pivots if abs(turn) <= allowed.pivot + _HAIR]
    return min(possible, key=abs, default=None)


def _needed(bearing: float, arc: Arc) -> float:
    off = (bearing - arc.middle + 180.0) % 360.0 - 180.0
    return off - arc.half if off > 0 else off + arc.half


def enfilades(right: float, ahead: float, width: float, depth: float) -> bool:
    """Whether a shooter fires down the length of a line. `right` and `ahead`: inches from the middle of the target, to
    its right and to its front; `width`, `depth`: of the target. The lines run out from its furthest end, 11 degrees
    to the front of its front and to the rear of its rear. RA-enfilade.1, RA-R133"""
    beyond = abs(right) - width / 2
    if beyond <= 0:
        return False
    spread = (abs(right) + width / 2) * tan(radians(ARCS.enfilade))
    return abs(ahead) <= depth / 2 + spread + _HAIR


def enfiladed(shooters: Iterable[tuple[float, float]], width: float, depth: float) -> bool:
    """Whether the bulk of the shooters, over half, fire down the length of the target. Each as `enfilades` takes it.
    RA-enfilade.1"""
    seen = [enfilades(right, ahead, width, depth) for right, ahead in shooters]
    return 2 * sum(seen) > len(seen)


def _before(row: BeforeFire) -> str:
    if row.turns:
        turns = " or ".join(f"{turn:g}°" for turn in row.turns)
        return f"turn {turns}{', or deploy from column' if row.deploys else ''}"
    return f"pivot up to {row.pivot:g}°"


CHARTS: tuple[Chart, ...] = (
    Chart(
        "turns-before-shooting",
        "Turns before shooting",
        "Moving and Shooting (p10)",
        ("troops", "before firing"),
        tuple(
            (name, _before(row))
            for name, row in (
                ("riflemen", TURNS.rifle),
                ("sabres", TURNS.sabre),
                ("machine-guns, tachankas, mortars", TURNS.mg),
                ("guns", TURNS.gun),
                ("armoured cars", TURNS.armoured_car),
                ("tanks", TURNS.tank),
            )
        ),
        citation="RA-shoot.move.rifle",
    ),
    Chart(
        "fire-arcs",
        "Fire arcs",
        "Fire Arcs and Enfilade (p10)",
        ("troops", "degrees either side", "of"),
        (
            ("infantry, sabres, artillery", ARCS.ahead, "straight ahead"),
            ("tachankas", ARCS.ahead, "straight to the rear"),
            ("turret", ARCS.turret, "any direction"),
            ("sponson", ARCS.sponson, "its own side"),
            ("other vehicle weapons", ARCS.other, "the weapon's direction"),
            ("enfilade", ARCS.enfilade, "the front and rear of the target's line"),
        ),
        notes=(f"A train's turret does not fire within {ARCS.back_along_train:g}° of its own train (RA-R166).",),
        citation="RA-arc.1",
    ),
)
