"""Exact chances where hits of one weapon may fall on men of both sides: a launcher's template among friend and foe.

Whom a card strikes depends on who is still unhurt, so the hits are followed one by one, through `casualties` itself.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace
from fractions import Fraction

from rules.book_and_gun.book.casualty import FACES, CasualtyDeck, Hit, Man, casualties
from rules.book_and_gun.book.hit_odds import Spread
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.book.tables import CASUALTY_CARDS, SECOND_CARD
from rules.kernel.chance import RANKS, Card, Chance, is_joker, rank_of, suit_of
from rules.kernel.every_die import every_die

MOST_STATES = 3000
"""Stages of one volley that are followed; there may be more in a big template of class III or IV."""


def falls(hit: Hit, hits: Spread, men: Collection[str], deck: tuple[Card, ...], options: HouseRules = ()) -> Fraction:
    """The chance that one of these men falls to so many hits on the one area. Raises ValueError where there are too
    many ways to follow. BG-X.1.5, BG-R03, BG-R05, BG-R07, BG-R80, BG-R125."""
    stages: dict[tuple[tuple[Man, ...], tuple[Card, ...]], Fraction] = {(hit.area, deck): Fraction(1)}
    fallen, followed = Fraction(0), 0
    for left in range(1, len(hits)):
        so_far = sum(hits[left - 1 :], Fraction(0))
        if not so_far:
            break
        enough = sum(hits[left:], Fraction(0)) / so_far
        after: dict[tuple[tuple[Man, ...], tuple[Card, ...]], Fraction] = {}
        for (area, cards), share in stages.items():
            followed += 1
            if followed > MOST_STATES:
                raise ValueError("too many ways for exact odds")
            for outcome, chance in _one(replace(hit, area=area), cards, options).items():
                struck, now, rest = outcome
                whole = share * enough * chance
                if struck in men:
                    fallen += whole
                else:
                    after[now, rest] = after.get((now, rest), Fraction(0)) + whole
        stages = after
    return fallen


def _one(
    hit: Hit, cards: tuple[Card, ...], options: HouseRules
) -> dict[tuple[str | None, tuple[Man, ...], tuple[Card, ...]], Fraction]:
    """Whom one hit may strike, the area after it, and the cards that are left."""

    def strike(chance: Chance) -> tuple[str | None, tuple[Man, ...], tuple[Card, ...]]:
        deck = CasualtyDeck(cards, options)
        found = casualties([hit], deck, chance, options=options)
        struck, result = (found[0][1].figure, found[0][1].result) if found else (None, "none")
        alive = (man for man in hit.area if man.id != struck or result != "killed")
        area = tuple(replace(man, hurt=True) if man.id == struck else man for man in alive)
        return struck, area, deck.left

    return every_die(strike, sort=lambda card: _sort(card, hit))


def _sort(card: Card, hit: Hit) -> Hashable:
    """What a card can mean here: its suit's result, whether it falls on a leader or key figure, what it does as a
    second card."""
    if is_joker(card):
        return "joker"
    if hit.crew:
        return card
    chart = CASUALTY_CARDS[hit.target_class]
    by_suit = {"H": chart.hearts, "D": chart.diamonds, "C": chart.clubs, "S": chart.spades}[suit_of(card)]
    rank = RANKS.index(rank_of(card))
    leads = rank_of(card) == "A" and any(man.leader for man in hit.area)
    keys = rank_of(card) in FACES and any(man.key for man in hit.area)
    second = next((r.result for r in SECOND_CARD if RANKS.index(r.lowest) <= rank <= RANKS.index(r.highest)), "")
    return by_suit, leads, keys, second if "hit" in (chart.hearts, chart.diamonds, chart.clubs, chart.spades) else ""
