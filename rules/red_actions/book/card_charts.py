"""The book's pack as charts: cards, officer tokens, armies."""

from __future__ import annotations

from rules.book.showing import Chart, Value
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.pack import TroopCard

_PAGES = "Unit cards (not in the text)"


def _or_none(number: int) -> Value | None:
    return number or None


def _hits(card: TroopCard) -> Value | None:
    return card.direct_hit if isinstance(card.direct_hit, str) and card.hits else None


CHARTS: tuple[Chart, ...] = (
    Chart(
        "cards-morale",
        "Unit cards: class, success numbers, points",
        _PAGES,
        ("card", "class", "charge", "fear", "serious", "rally", "points"),
        tuple(
            (
                card.name, card.grade, _or_none(card.charge), _or_none(card.fear), _or_none(card.serious),
                _or_none(card.rally), card.points,
            )
            for card in BOOK_PACK.cards
        ),
        notes=("Machine-gun and mortar teams rally by their army's infantry: chart rally-infantry.",),
        citation="RA-R04",
    ),
    Chart(
        "cards-fighting",
        "Unit cards: moving and fighting",
        _PAGES,
        ("card", "move", "evasive", "shooting", "range", "combat", "direct hits"),
        tuple(
            (
                card.name, card.move, _or_none(card.evade), _or_none(card.shoot), _or_none(card.range),
                _or_none(card.combat), _hits(card),
            )
            for card in BOOK_PACK.cards
        ),
        notes=("Move, evasive speed and range in inches.",),
        citation="RA-R04",
    ),
    Chart(
        "cards-traits",
        "Unit cards: whose they are and what they are",
        _PAGES,
        ("card", "id", "army", "characteristics", "may form", "on foot as"),
        tuple(
            (
                card.name, card.id, card.army, ", ".join(sorted(card.traits)) or None,
                "yes" if card.may_form else None, BOOK_PACK.card(card.dismounts_as).name if card.dismounts_as else None,
            )
            for card in BOOK_PACK.cards
        ),
        citation="RA-R04",
    ),
    Chart(
        "officer-tokens",
        "Officer tokens",
        "Officer tokens (not in the text)",
        ("deck", "morale", "characteristics", "tokens"),
        tuple(
            (token.deck, token.morale, ", ".join(sorted(token.traits)) or None, token.count)
            for token in BOOK_PACK.tokens
        ),
        citation="RA-R05",
    ),
    Chart(
        "armies",
        "Armies",
        "Definitions (p2)",
        ("army", "token deck", "drawn for a senior officer", "flight number in percent"),
        tuple((army.name, army.token_deck, army.senior_draw, army.flight_percent) for army in BOOK_PACK.armies),
        citation="RA-R14",
    ),
    Chart(
        "rally-infantry",
        "Whose rally number machine-gun and mortar teams use",
        "Rallying from Rout, Terror and Pinned (p5)",
        ("army", "infantry", "rally"),
        tuple(
            (whose, BOOK_PACK.card(id).name, BOOK_PACK.card(id).rally)
            for whose, id in BOOK_PACK.rally_infantry.items()
        ),
        citation="RA-R60",
    ),
)  # fmt: skip
