"""Exact odds of direct fire at a vehicle: that it is hit, stopped, destroyed. Nothing is rolled. X.6, X.1.5, R91.

Cards are drawn without being put back. Those that people inside draw in between do not matter: nobody knows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from rules.book_and_gun.book.hit_odds import ONE, ZERO, Spread, live_cards
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import CASUALTY_CARDS, SECOND_CARD
from rules.kernel.chance import RANKS, Card, is_joker, rank_of, suit_of

First: TypeAlias = Literal["killed", "wounded", "hit", "not hit"]
Sort: TypeAlias = tuple[tuple[str, ...], str]
"""What a card is as the first of a hit, for each class in question; and as the second: killed, wounded, a joker."""


@dataclass(frozen=True, slots=True)
class VehicleFireOdds:
    """The chances of all shots at one vehicle together. `stopped`: immobilized or destroyed."""

    hit: Fraction
    stopped: Fraction
    destroyed: Fraction


def vehicle_odds(
    shots: Sequence[tuple[TargetClass, Spread]], deck: Sequence[Card], options: HouseRules = ()
) -> VehicleFireOdds:
    """`shots`: the class for each shot and the chances of its hits, in the order of fire. Raises ValueError where the
    deck may run out. BG-X.6.1, BG-R03, BG-R04, BG-R91."""
    cards = live_cards(deck, options)
    most = sum(len(spread) - 1 for _, spread in shots)
    if switch(options, "casualty-deck") != "shuffle-every-draw" and 3 * most > len(cards):
        raise ValueError("too few cards are left for exact odds")
    seen: dict[TargetClass, None] = {of: None for of, _ in shots}
    classes = tuple(seen)
    sorts = Counter((tuple(_first(card, of) for of in classes), _second(card)) for card in cards)
    kinds = tuple(sorted(sorts))
    start = tuple(sorts[kind] for kind in kinds)
    back = switch(options, "casualty-deck") == "shuffle-every-draw"

    @cache
    def none_of(hits: tuple[int, ...], left: tuple[int, ...], harmless: bool) -> Fraction:
        """That these hits, of each shot, do not destroy it; `harmless`: nor stop it."""
        if not hits:
            return ONE
        if not hits[0]:
            return none_of(hits[1:], left, harmless)
        now, rest = classes.index(shots[len(shots) - len(hits)][0]), (hits[0] - 1, *hits[1:])
        total, found = sum(left), ZERO
        for index, (first, _) in enumerate(kinds):
            if not left[index]:
                continue
            result, share = first[now], Fraction(left[index], total)
            after = start if back else _less(left, index)
            if result == "not hit":
                found += share * none_of(rest, after, harmless)
            elif harmless or result == "killed":
                continue
            elif result == "wounded":
                found += share * none_of(rest, after, harmless)
            else:
                found += share * second(rest, _less(left, index))
        return found

    def second(rest: tuple[int, ...], left: tuple[int, ...]) -> Fraction:
        """The second card of classes III and IV, jokers set aside."""
        jokers = sum(n for n, (_, kind) in zip(left, kinds, strict=True) if kind == "joker")
        total = sum(left) - jokers
        found = ZERO
        for index, (_, kind) in enumerate(kinds):
            if not left[index] or kind != "wounded":
                continue
            after = start if back else _less(left, index)
            found += Fraction(left[index], total) * none_of(rest, after, False)
        return found

    hit = stopped = destroyed = ZERO
    for hits, share in _each([spread for _, spread in shots]):
        hit += share * bool(any(hits))
        if any(hits):
            stopped += share * (ONE - none_of(hits, start, True))
            destroyed += share * (ONE - none_of(hits, start, False))
    return VehicleFireOdds(hit, stopped, destroyed)


def _each(spreads: Sequence[Spread]) -> list[tuple[tuple[int, ...], Fraction]]:
    found: list[tuple[tuple[int, ...], Fraction]] = [((), ONE)]
    for spread in spreads:
        found = [((*hits, n), share * chance) for hits, share in found for n, chance in enumerate(spread) if chance]
    return found


def _less(left: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*left[:index], left[index] - 1, *left[index + 1 :])


def _first(card: Card, of: TargetClass) -> str:
    if is_joker(card):
        return "not hit"
    chart = CASUALTY_CARDS[of]
    return {"H": chart.hearts, "D": chart.diamonds, "C": chart.clubs, "S": chart.spades}[suit_of(card)]


def _second(card: Card) -> str:
    if is_joker(card):
        return "joker"
    rank = RANKS.index(rank_of(card))
    rows = (row.result for row in SECOND_CARD if RANKS.index(row.lowest) <= rank <= RANKS.index(row.highest))
    return "killed" if next(rows, "") == "killed" else "wounded"
