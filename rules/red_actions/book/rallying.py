"""Rallying from terror, from rout and from pinned, with crews and the optional rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.book.showing import Chart
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.morale import MORALE, Doing, MoraleResult
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.units import Markers

# --- Terror ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Steadied:
    """Markers after a rally from terror, how many came off, and the die if the house rule has one."""

    markers: Markers
    off: int
    die: int | None = None


def most_off(bases: int, die: int | None, house: House = BOOK) -> int | None:
    """Terror markers that come off at most; None: all. RA-rally.terror.2, RA-R56"""
    match house.choice("rally-terror-limit"):
        case "d3":
            return -(-(die or 0) // 2)
        case "one-per-base":
            return bases
        case _:
            return None


def rally_terror(markers: Markers, bases: int, chance: Chance, house: House = BOOK, routing: bool = False) -> Steadied:
    """All terror markers come off without a test, by a house rule some; the humiliated and the pinned stay. It is the
    unit's whole action, at any distance from the enemy. RA-rally.terror.1, RA-rally.terror.2, RA-def.terror.3,
    RA-R56"""
    if routing:
        raise RuleViolation(
            Why.ROUTING, "A routing unit does not rally from terror.", citation="RA-R56",
            remedy="Try to rally it from rout: that takes its terror markers off too.",
        )  # fmt: skip
    if not markers.terror:
        raise RuleViolation(
            "no-terror", "There are no terror markers on it; humiliated ones stay.", citation="RA-rally.terror.1",
            remedy="Choose another action.",
        )  # fmt: skip
    d3 = house.choice("rally-terror-limit") == "d3"
    die = chance.roll(6, for_="terror markers taken off (D3)") if d3 else None
    left = markers.without_terror(most_off(bases, die, house))
    return Steadied(left, markers.terror - left.terror, die)


# --- Rout -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pursuer:
    """An enemy that pursues or follows the unit: how far off it is at the start of the routers' segment, and its full
    card move. RA-R57"""

    inches: float
    move: float


CREWS = (Arm.MG, Arm.MORTAR)
"""Teams that leave their weapons behind. RA-rally.crew.1"""


def check_rally(card: TroopCard, pursuers: Iterable[Pursuer] = (), house: House = BOOK) -> None:
    """Refuses an attempt to rally from rout of a unit that is pursued closely, and of teams by the original rules.
    RA-rally.rout.1, RA-rally.opt.ra.3, RA-R57, RA-R61"""
    if card.arm in CREWS and house.choice("rally-rules") == "original":
        raise RuleViolation(
            "crew", f"A {card.name} that routs cannot rally.", citation="RA-rally.opt.ra.3",
            remedy="It makes another rout move.",
        )  # fmt: skip
    near = [pursuer for pursuer in pursuers if pursuer.inches <= pursuer.move]
    if near:
        raise RuleViolation(
            "pursued",
            f"Its pursuers are {min(pursuer.inches for pursuer in near):g} in off, within a full move of theirs.",
            citation="RA-rally.rout.1",
            remedy="It makes another rout move; it may try once they are further off.",
        )


@dataclass(frozen=True, slots=True)
class RoutRallied:
    """What an attempt to rally from rout leaves."""

    result: MoraleResult
    markers: Markers
    rout_move: bool
    """It makes another rout move."""
    leaves_weapons: bool = False
    """A team that failed its first attempt has left them where the rout began."""


def after_attempt(
    card: TroopCard, result: MoraleResult, markers: Markers, first: bool, house: House = BOOK
) -> RoutRallied:
    """What a rally test of a routing unit means. Rallied: no terror markers, in any formation and facing, no other
    action, and no evading. Failed: one humiliated marker and one rout move; by the original rules the move alone, or
    the unit is removed. Markers are then checked again (`units.too_many`).

    RA-rally.rout.2, RA-rally.rout.3, RA-morale.fail.rally-rout, RA-rally.crew.2, RA-rally.opt.ra.1, RA-rally.opt.ra.2,
    RA-R58, RA-R59, RA-R60, RA-R61.
    """
    if result is MoraleResult.RALLIES:
        return RoutRallied(result, markers.without_terror(), False)
    if result is MoraleResult.REMOVED:
        return RoutRallied(result, markers, False)
    more = 0 if house.choice("rally-rules") == "original" else MORALE.rally_humiliated
    return RoutRallied(result, markers.more(humiliated=more), True, first and card.arm in CREWS)


def crew_goes_back(enemy_inches: float | None, close_range: float, charge_reach: float) -> bool:
    """Whether a team that rallied without its weapons may go and take them again: not where an enemy has them within
    close shooting or charge range; None: no enemy is near. Else it goes to the rear. RA-rally.crew.3, RA-R60"""
    return enemy_inches is None or enemy_inches > max(close_range, charge_reach)


def delay(turns_in_rout: int, house: House = BOOK) -> int:
    """Turns after a rally without movement towards the enemy; a part of a turn in rout counts as one.
    RA-rally.opt.delay, RA-R61"""
    return MORALE.delay * turns_in_rout if house.on("rally-delay") else 0


# --- Pinned ---------------------------------------------------------------------------------------------------------

_PINNED = frozenset(
    {Doing.SHOOT, Doing.AWAY, Doing.RALLY_TERROR, Doing.FACING, Doing.DIG, Doing.RALLY_PINNED}
)  # fmt: skip
_FAILED = frozenset({Doing.SHOOT, Doing.AWAY})


def pinned_may(doing: Doing, failed: bool = False) -> bool:
    """What a pinned unit may do without a rally test, or in the segment in which it `failed` one. RA-def.pinned,
    RA-rally.pinned.1, RA-rally.pinned.2, RA-morale.fail.rally-pinned, RA-R55"""
    return doing in (_FAILED if failed else _PINNED)


def pinned_evades(card: TroopCard, markers: Markers, stationary: bool) -> bool:
    """Whether a unit counts as evading because it is pinned: infantry that keeps still and has an evasive speed.
    RA-rally.pinned.4, RA-R68"""
    return markers.pinned and stationary and card.arm.infantry and card.evade > 0


CHARTS: tuple[Chart, ...] = (
    Chart(
        "rallying",
        "Rallying",
        "Rallying from Rout, Terror and Pinned (p5)",
        ("from", "test", "passed", "failed"),
        (
            ("terror", "none", "all terror markers off", None),
            ("rout", "rally", "all terror markers off, any formation and facing", "humiliated, another rout move"),
            ("rout, original rules", "rally", "as above", f"another rout move; {MORALE.original_removed}"
             f" or more over, or {MORALE.fails}: removed"),
            ("pinned", "rally", "pinned marker off", "may only retire or shoot"),
        ),
        dice="2d6",
        notes=("Humiliated markers never come off.",),
        citation="RA-rally.terror.1",
    ),
)  # fmt: skip
