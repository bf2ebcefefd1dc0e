"""Guns: calibres, who may serve them, limbering, manhandling, turning. VIII.3, X.1.31, X.2.4 to X.2.6."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rules.book_and_gun.book.arms import Arm, spelled
from rules.book_and_gun.book.measures import CALIBRES, MOVEMENT
from rules.book_and_gun.book.measures import GunKind as GunKind
from rules.book_and_gun.book.reload import full_crew
from rules.kernel.violation import RuleViolation

Carriage: TypeAlias = Literal["wheels", "wheels raised", "base plate", "anti-aircraft mount"]

MOVERS = MOVEMENT["figures to push a gun"]
"""Figures that it takes to move a gun, not necessarily of its crew. BG-VIII.3.1b."""
_OFF_BOARD: dict[GunKind, str] = {"gun": "heavy artillery", "mortar": "a heavy mortar"}


def class_of(bore: float, kind: GunKind = "gun") -> str:
    """The weapon class of a bore in millimetres. Raises RuleViolation for one that no class has.

    BG-X.4.16, BG-X.4.17, BG-X.4.22, BG-X.4.23, BG-X.4.24, BG-X.10.14, BG-R107, BG-R108."""
    rows = [row for row in CALIBRES if row.kind == kind]
    for row in rows:
        if row.least <= bore < row.most + 1:
            return row.weapon_class
    if kind in _OFF_BOARD and bore > rows[-1].most:
        raise RuleViolation(
            "off-board",
            f"a {kind} of {bore:g} mm is {_OFF_BOARD[kind]} and not on the table",
            citation="BG-X.4.24" if kind == "gun" else "BG-X.13.21",
            remedy="call it as off-board fire",
        )
    classes = ", ".join(f"{row.least:g} to {row.most:g}" for row in rows)
    raise RuleViolation(
        "no-class", f"the classes of {kind}s have {classes} mm", citation="BG-X.4.22", remedy="give its bore"
    )


def carriage_of(weapon: Arm) -> Carriage:
    """What a gun on the table stands on. BG-VIII.1.21, BG-VIII.3.1c."""
    return "anti-aircraft mount" if weapon.all_round else "wheels"


def light(weapon: Arm) -> bool:
    """Light artillery or a recoilless rifle: what is pushed, and fires after it. BG-VIII.3.1b, BG-VIII.3.2a."""
    return weapon.reload in ("light artillery", "heavy recoilless rifle", "medium recoilless rifle")


def turns_to_limber(weapon: Arm, crew: int) -> int:
    """Full turns to limber or unlimber: one, and one for each man missing of a full crew. BG-VIII.3.3."""
    full = full_crew(weapon)
    if full is None or not (weapon.artillery or weapon.reload == "heavy recoilless rifle"):
        raise RuleViolation(
            "not-towed", f"{spelled(weapon.key)} is not towed", citation="BG-VIII.3.3", remedy="choose a gun"
        )
    if crew < 1:
        raise RuleViolation(
            "no-crew", "nobody is there to do it", citation="BG-VIII.3.3", remedy="bring men to the gun"
        )
    return MOVEMENT["limbering with a full crew"] + max(0, full - crew)


def require_manhandled(weapon: Arm, carriage: Carriage, figures: int) -> None:
    """Refuses a gun that nobody can push. BG-VIII.3.1a, BG-VIII.3.1b, BG-VIII.3.1c, BG-R39."""
    if carriage != "wheels":
        raise RuleViolation(
            "not-on-wheels",
            "a gun with raised wheels or on a base plate is limbered to move",
            citation="BG-VIII.3.1c",
            remedy="limber it; it turns freely where it stands",
        )
    if not light(weapon):
        raise RuleViolation(
            "gun-too-heavy",
            f"only light artillery and recoilless rifles are manhandled, not a {spelled(weapon.key)}",
            citation="BG-VIII.3.1b",
            remedy="limber it",
        )
    if figures < MOVERS:
        raise RuleViolation(
            "too-few",
            f"it takes {MOVERS} figures to move a gun",
            citation="BG-VIII.3.1b",
            remedy="bring another figure to the gun",
        )


def turning(weapon: Arm, carriage: Carriage, *, pushes: bool = False) -> tuple[bool, bool]:
    """Whether a new arc is free, and whether the gun may fire in that turn.

    BG-VIII.1.21, BG-VIII.3.1a, BG-VIII.3.1c, BG-R114."""
    if carriage != "wheels":
        return True, True
    return False, pushes and light(weapon)


def require_fired(
    weapon: Arm,
    *,
    crew: int,
    gunners: int,
    prone: int = 0,
    dismounted: bool = False,
    thrown: bool = False,
    markers: int = 0,
) -> None:
    """Refuses a crewed weapon that cannot be fired now. `crew`: fit figures beside it, `gunners`: those of them who
    belong to its crew, `prone`: those who lie. BG-VIII.3.4, BG-X.2.3, BG-X.2.4a, BG-X.2.6b, BG-R42, BG-R83."""
    if dismounted:
        raise RuleViolation(
            "just-dismounted", "whoever mounts or dismounts does not fire", citation="BG-R42", remedy="fire next turn"
        )
    if thrown:
        raise RuleViolation(
            "has-thrown",
            "throwing a grenade is a figure's fire for the turn",
            citation="BG-R132",
            remedy="fire next turn",
        )
    if markers:
        raise RuleViolation(
            "reloading", f"it has {markers} reload markers left", citation="BG-X.2.4a", remedy="wait until it is loaded"
        )
    need = 2 if weapon.artillery else 1
    standing = crew - prone
    if standing < need or (weapon.artillery and gunners < 1):
        raise RuleViolation(
            "crew-missing",
            f"{spelled(weapon.key)} takes {need} who stand by it"
            + (", one of them of its crew" if weapon.artillery else "")
            + f"; {max(0, standing)} of {crew} stand, {gunners} are of the crew",
            citation="BG-VIII.3.4" if prone else "BG-X.2.6b",
            remedy="have them stand up" if prone else "bring men to the gun",
        )


def require_canister(weapon: Arm) -> None:
    """Refuses a weapon that fires no canister. BG-X.2.8a, BG-R248."""
    if not weapon.canister:
        raise RuleViolation(
            "no-canister",
            f"a {spelled(weapon.key)} fires no canister",
            citation="BG-R248",
            remedy="choose a light, medium or heavy cannon, or leave canister out",
        )
