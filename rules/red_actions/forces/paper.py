"""The unit card of Red Actions: what its bases do and the numbers that they test by. RA-def.characteristics"""

from __future__ import annotations

from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Test
from rules.seam.paper import Numbers, Paper, PaperForm


def _numbers(key: str) -> Numbers:
    """Of one base; a dash where the troops have none. RA-morale.roll.1"""
    card = next((each for each in BOOK_PACK.cards if each.id == key), None)
    if card is None:
        return ()

    def said(number: int, unit: str = "") -> str:
        return f"{number}{unit}" if number else "–"

    return (
        ("Class", str(card.grade)),
        ("Move", said(card.move, " in")),
        ("Evade", said(card.evade, " in")),
        ("Shoot", said(card.shoot)),
        ("Range", said(card.range, " in")),
        ("Combat", said(card.combat)),
        *((test.value.capitalize(), said(card.number(test))) for test in Test),
        ("Points", said(card.points)),
    )


PAPER = Paper(title="Unit and officer cards", kind=PaperForm.UNIT, ticks=("Wounded", "Killed"), numbers=_numbers)
