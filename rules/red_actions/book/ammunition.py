"""Rounds of guns and mortars: what a base carries, spends and is given again."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book.showing import Chart
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.switches import BOOK, House
from rules.red_actions.book.tables import Figures, section


class _Stock(Figures):
    carried: int
    cart: int


class _Supply(Figures):
    fills: int
    first_cart_inches: float


class _Ammunition(Figures):
    gun: _Stock
    mortar: _Stock
    supply: _Supply


AMMUNITION = section("ammunition", _Ammunition)


@dataclass(frozen=True, slots=True)
class Rounds:
    """Turns of fire of one base: with the limber (a mortar's crew), and in the cart that goes with it."""

    limber: int = 0
    cart: int = 0

    @property
    def left(self) -> int:
        return self.limber + self.cart


def counts_rounds(arm: Arm, house: House = BOOK) -> bool:
    """Guns and mortars do, where the house rule is on; everybody else has enough for the battle. RA-ammo.small,
    RA-R117"""
    return arm.artillery and house.on("ammunition")


def first_stock(arm: Arm, cart: bool = True) -> Rounds:
    """What a base starts with; nothing for troops that count no rounds. RA-ammo.guns, RA-ammo.mortars, RA-R117"""
    if not arm.artillery:
        return Rounds()
    stock = AMMUNITION.mortar if arm is Arm.MORTAR else AMMUNITION.gun
    return Rounds(stock.carried, stock.cart if cart else 0)


def spend(rounds: Rounds) -> Rounds:
    """One shooting of one base, harassing fire too: the limber's first. Raises RuleViolation without a round.
    RA-R117, RA-R118"""
    if barred := empty_bar(rounds):
        raise barred
    return Rounds(rounds.limber - 1, rounds.cart) if rounds.limber else Rounds(0, rounds.cart - 1)


def empty_bar(rounds: Rounds) -> RuleViolation | None:
    """Why a base may not fire. RA-R117"""
    if rounds.left:
        return None
    return RuleViolation(
        "no-rounds",
        "It has no rounds left.",
        citation="RA-R117",
        remedy="Stand in contact with a supply cart for a whole turn without acting.",
    )


@dataclass(frozen=True, slots=True)
class Refill:
    rounds: Rounds
    supply: int
    """Rounds left in the supply cart."""


def refill(arm: Arm, rounds: Rounds, supply: int) -> Refill:
    """A whole turn in contact with a supply cart, without action: the limber's stock again, as far as the cart has it.
    RA-ammo.carts, RA-R117, RA-R165"""
    given = max(0, min(first_stock(arm, cart=False).limber - rounds.limber, supply))
    return Refill(Rounds(rounds.limber + given, rounds.cart), supply - given)


def supply_cart(arm: Arm) -> int:
    """Rounds of a supply cart from the rear, for each base. RA-ammo.carts, RA-R165"""
    return first_stock(arm).cart


_EACH = (AMMUNITION.gun, AMMUNITION.mortar)
LOAD = AMMUNITION.supply.fills * _EACH[0].carried * _EACH[1].carried
"""Parts of a supply cart's load: so many that a gun's round and a mortar's are whole ones of them. RA-R269"""


def round_of(arm: Arm) -> int:
    """The parts of a supply cart's load that a round takes.

    >>> LOAD // round_of(Arm.GUN), LOAD // round_of(Arm.MORTAR)
    (6, 9)
    """
    return LOAD // (AMMUNITION.supply.fills * (_EACH[1] if arm is Arm.MORTAR else _EACH[0]).carried)


def from_the_rear(arm: Arm, rounds: Rounds, load: int) -> Refill:
    """The same from a supply cart to the rear with so much of its load left. RA-ammo.carts, RA-R165, RA-R269"""
    filled = refill(arm, rounds, load // round_of(arm))
    given = filled.rounds.limber - rounds.limber
    return Refill(filled.rounds, load - given * round_of(arm))


CHARTS: tuple[Chart, ...] = (
    Chart(
        "ammunition",
        "Ammunition supply",
        "Ammunition Supply (p11)",
        ("base", "carried", "in its cart"),
        (
            ("gun", AMMUNITION.gun.carried, AMMUNITION.gun.cart),
            ("mortar", AMMUNITION.mortar.carried, AMMUNITION.mortar.cart),
        ),
        notes=(
            "In turns of fire. Small arms have enough for the battle.",
            "The first supply cart to the rear is normally within "
            f"{AMMUNITION.supply.first_cart_inches:g} in (RA-ammo.carts).",
        ),
        citation="RA-ammo.guns",
    ),
)
