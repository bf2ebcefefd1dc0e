"""What all one-off resolutions of the book share: its house rules, and dice and cards in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rules.book.house import Switches
from rules.book.procedure import HouseRuled
from rules.book.procedure import OutcomeValue as OutcomeValue
from rules.book.procedure import Proceedings as Proceedings
from rules.book.procedure import items as items
from rules.book_and_gun.book.switches import HOUSE
from rules.kernel.chance import Card, card_sign
from rules.kernel.violation import RuleViolation


class BookResolution(HouseRuled):
    """Base of the book's resolutions: every one of them can be asked under house rules."""

    switches: ClassVar[Switches] = HOUSE
    example: ClassVar[str] = "national-efficiency=off"


def require_class_iv(hidden: bool, target_class: str | None) -> None:
    """Only class IV figures can be out of the fight behind their wall; anything else contradicts itself.
    BG-X.1.5.d2."""
    if hidden and target_class != "IV":
        raise RuleViolation(
            "hidden-class",
            "only a class IV target can be one that neither shoots nor observes",
            citation="BG-X.1.5.d2",
            remedy="give target class IV, or leave hidden out",
        )


def cards_text(cards: Iterable[Card]) -> str:
    """ "K♥, 10♣"."""
    return ", ".join(card_sign(card) for card in cards)


def dice_text(dice: Iterable[int]) -> str:
    """ "7, 3, 20"."""
    return ", ".join(map(str, dice))
