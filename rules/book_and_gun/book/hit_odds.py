"""Exact odds of fire: hits, and whether somebody falls. Nothing is rolled; the cards left in the deck are counted.

Hits are sums of independent D20; whether a hit harms depends on the cards that are left (BG-R03), drawn without being
put back, and on whether a leader or key figure stands in the target area (BG-R05).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm, perm, prod

from rules.book_and_gun.book.casualty import FACES, Man
from rules.book_and_gun.book.rows import JokerFireEffect, TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import CASUALTY_CARDS, GUN_CREW_CARDS, SNIPER
from rules.book_and_gun.book.to_hit import chance_in_twenty
from rules.book_and_gun.book.volley import Firing, PartOfFire
from rules.kernel.chance import FULL_DECK, RANKS, Card, is_joker, rank_of, suit_of

Spread = tuple[Fraction, ...]
"""The chance of 0, 1, 2 … of something."""

ZERO, ONE = Fraction(0), Fraction(1)


# ── Hits ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def convolved(one: Spread, other: Spread) -> Spread:
    """The chances of the sum of two independent counts."""
    found = [ZERO] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other):
                found[i + j] += a * b
    return tuple(found)


def binomial(dice: int, faces: int) -> Spread:
    """Hits of so many D20 of which `faces` faces hit."""
    share = Fraction(faces, 20)
    return tuple(comb(dice, hits) * share**hits * (1 - share) ** (dice - hits) for hits in range(dice + 1))


def hits_of(
    firing: Firing, effect: JokerFireEffect | None = None, options: HouseRules = (), *, aim: int | None = None
) -> Spread:
    """The hits of one figure's fire, or of its dice at one of its aims, with a joker's second shot or doubling and the
    limit of a template. BG-X.3.1, BG-R16, BG-R80, BG-R87."""
    if firing.weapon.sniper:
        return (ZERO, ONE)
    one = _shot(firing, options, aim)
    if effect == "hits doubled":
        one = tuple(one[hits // 2] if hits % 2 == 0 else ZERO for hits in range(2 * len(one) - 1))
    if firing.most is not None and len(one) > firing.most + 1:
        one = (*one[: firing.most], sum(one[firing.most :], ZERO))
    return convolved(one, one) if effect == "two shots per figure" else one


def _shot(firing: Firing, options: HouseRules, only: int | None) -> Spread:
    found: Spread = (ONE,)
    for position, dice in sorted(Counter(firing.dice_at(options)).items()):
        if only in (None, position):
            number = firing.aims[position].number
            found = convolved(found, binomial(dice, chance_in_twenty(number, options)))
    return found


def mean(spread: Spread) -> Fraction:
    return sum((count * share for count, share in enumerate(spread)), ZERO)


# ── Harm ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Hurts:
    """What decides whether the first card of a hit harms somebody."""

    target_class: TargetClass
    leader: bool
    key: bool
    crew: bool = False
    sniper: bool = False

    def harms(self, card: Card, options: HouseRules = ()) -> bool:
        """Whether this card, the first drawn, harms a figure of the area. BG-X.1.5, BG-R04, BG-R05, BG-R81, BG-R85."""
        if is_joker(card):
            return False
        if self.sniper:
            return RANKS.index(SNIPER.lowest) <= RANKS.index(rank_of(card)) <= RANKS.index(SNIPER.highest)
        if self.crew:
            return any(row.suit[0].upper() == suit_of(card) and rank_of(card) in "JQKA" for row in GUN_CREW_CARDS)
        chart = CASUALTY_CARDS[self.target_class]
        by_suit = {"H": chart.hearts, "D": chart.diamonds, "C": chart.clubs, "S": chart.spades}[suit_of(card)]
        if by_suit != "not hit":
            return True
        if switch(options, "ace-suit") == "suit-must-hit":
            return False
        return (self.leader and rank_of(card) == "A") or (self.key and rank_of(card) in FACES)


def hurts(aim: PartOfFire, *, sniper: bool = False) -> Hurts:
    """The question that a hit with this aim puts to its card."""
    men = [man for man in aim.area if not man.hurt] or list(aim.area)
    return Hurts(aim.target_class, _has_leader(men), any(m.key for m in men), aim.crew, sniper)


def _has_leader(men: Sequence[Man]) -> bool:
    return any(man.leader for man in men)


MOST_KINDS = 4
"""Kinds of hit in one volley that the odds still tell apart."""


def nobody_falls(hits: Sequence[tuple[Hurts, Spread]], deck: Sequence[Card], options: HouseRules = ()) -> Fraction:
    """The chance that no hit harms anybody: every first card is blank for its kind of hit.

    Cards are drawn without being put back, so the cards are sorted by the kinds for which they are blank, and the
    hits of one kind after the other take theirs. More hits than there are cards harm somebody, where some card harms
    whomever it falls on. Raises ValueError for more than MOST_KINDS kinds, and where a deck that runs out would have to
    be followed card by card. BG-R03, BG-R04, BG-R121.
    """
    merged: dict[Hurts, Spread] = {}
    for kind, spread in hits:
        merged[kind] = convolved(merged[kind], spread) if kind in merged else spread
    if len(merged) > MOST_KINDS:
        raise ValueError("too many kinds of target for exact odds")
    kinds = sorted(merged.items(), key=lambda each: -len(each[1]))
    cards = _live(deck, options)
    if switch(options, "casualty-deck") == "shuffle-every-draw":
        return prod((_always_shuffled(kind, spread, cards, options) for kind, spread in kinds), start=ONE)
    sorts = Counter(tuple(not kind.harms(card, options) for kind, _ in kinds) for card in cards)
    most = sum(len(spread) - 1 for _, spread in kinds)
    if most > len(cards) and not any(not any(signature) for signature in sorts):
        return _run_out(kinds, cards, options)
    blank = [(signature, count) for signature, count in sorts.items() if any(signature)]
    reached: dict[tuple[int, ...], int] = {tuple(0 for _ in blank): 1}
    whole = 1
    for index, (_, spread) in enumerate(kinds):
        shares, out_of = _whole_numbers(spread)
        reached = _drawn(reached, shares, [(i, n) for i, (s, n) in enumerate(blank) if s[index]])
        whole *= out_of
    by_cards: dict[int, int] = defaultdict(int)
    for used, ways in reached.items():
        by_cards[sum(used)] += ways
    return sum((Fraction(ways, whole * perm(len(cards), drawn)) for drawn, ways in by_cards.items()), ZERO)


def _run_out(kinds: Sequence[tuple[Hurts, Spread]], cards: Sequence[Card], options: HouseRules) -> Fraction:
    """The cards that are left harm nobody and may all be drawn: the rest of the hits draw from a new deck."""
    if len(kinds) > 1:
        raise ValueError("too few cards are left for exact odds")
    ((kind, spread),) = kinds
    if any(kind.harms(card, options) for card in cards):
        raise ValueError("too few cards are left for exact odds")
    left = len(cards)
    more = (sum(spread[: left + 1], ZERO), *spread[left + 1 :])
    return nobody_falls([(kind, more)], FULL_DECK, options)


def _whole_numbers(spread: Spread) -> tuple[list[int], int]:
    """The chances as whole numbers out of a common one: sums of big whole numbers are quicker than of fractions."""
    out_of = lcm(*(share.denominator for share in spread))
    return [int(share * out_of) for share in spread], out_of


def _always_shuffled(kind: Hurts, spread: Spread, cards: Sequence[Card], options: HouseRules) -> Fraction:
    share = Fraction(sum(not kind.harms(card, options) for card in cards), len(cards))
    return sum((chance * share**count for count, chance in enumerate(spread)), ZERO)


def _drawn(
    reached: dict[tuple[int, ...], int], shares: Sequence[int], sorts: Sequence[tuple[int, int]]
) -> dict[tuple[int, ...], int]:
    """After the hits of one kind: how many cards of each sort are used, weighted with the orders in which they came.

    `sorts`: the places in `used` that are blank for this kind, and how many such cards there were. One sort after the
    other gives its cards; how many hits that makes is told only at the end."""
    most = len(shares) - 1
    giving = {(used, 0): ways for used, ways in reached.items()}
    for place, count in sorts:
        after: dict[tuple[tuple[int, ...], int], int] = defaultdict(int)
        for (used, hits), ways in giving.items():
            left = count - used[place]
            for number in range(min(left, most - hits) + 1):
                now = (*used[:place], used[place] + number, *used[place + 1 :])
                after[now, hits + number] += ways * comb(left, number)
        giving = after
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for (used, hits), ways in giving.items():
        if shares[hits]:
            found[used] += ways * shares[hits] * factorial(hits)
    return found


def _live(deck: Sequence[Card], options: HouseRules) -> list[Card]:
    """The cards that count: all that are left (a full deck when it is empty or always shuffled), without jokers where
    the table redraws them."""
    always = switch(options, "casualty-deck") == "shuffle-every-draw"
    cards = list(FULL_DECK) if always or not deck else list(deck)
    if switch(options, "joker-casualty") == "redraw":
        cards = [card for card in cards if not is_joker(card)]
    return cards


# ── Expectation ──────────────────────────────────────────────────────────────────────────────────────────────────


def expected_casualties(kind: Hurts, spread: Spread, deck: Sequence[Card], fit: int, options: HouseRules = ()) -> float:
    """How many fall on average, at most `fit`; to two decimals. One leader and one key figure count for their cards.

    Exact but for areas in which the ordinary figures run out before the leader or key figure is hit.
    """
    if kind.sniper or kind.crew or switch(options, "casualty-deck") == "shuffle-every-draw":
        cards = _live(deck, options)
        share = Fraction(sum(kind.harms(c, options) for c in cards), len(cards))
        return round(float(sum((min(fit, h * share) * p for h, p in enumerate(spread)), ZERO)), 2)
    cards = _live(deck, options)
    plain = Hurts(kind.target_class, leader=False, key=False)
    aces = [c for c in cards if not is_joker(c) and rank_of(c) == "A"]
    faces = [c for c in cards if not is_joker(c) and rank_of(c) in FACES]
    rest = [c for c in cards if c not in aces and c not in faces]
    counts = [(len(group), sum(plain.harms(c, options) for c in group)) for group in (aces, faces, rest)]
    average = 0.0
    for hits, share in enumerate(spread):
        if share and hits <= len(cards):
            average += float(share) * _mean_fallen(hits, counts, kind, fit)
    return round(average, 2)


def _mean_fallen(hits: int, counts: Sequence[tuple[int, int]], kind: Hurts, fit: int) -> float:
    """The mean of min(fallen, fit) for so many cards drawn from aces, faces and the rest."""
    (aces, ace_hits), (faces, face_hits), (rest, rest_hits) = counts
    whole = comb(aces + faces + rest, hits)
    total = 0.0
    for a in range(min(aces, hits) + 1):
        for f in range(min(faces, hits - a) + 1):
            m = hits - a - f
            if m > rest:
                continue
            ways = comb(aces, a) * comb(faces, f) * comb(rest, m)
            fallen = _sum(
                _sum(_fallen(a, aces, ace_hits, special=kind.leader), _fallen(f, faces, face_hits, special=kind.key)),
                _fallen(m, rest, rest_hits, special=False),
            )
            total += ways / whole * sum(min(count, fit) * share for count, share in enumerate(fallen))
    return total


def _fallen(drawn: int, of: int, hitting: int, *, special: bool) -> list[float]:
    """Who falls to so many cards of one sort; with `special` the first of them always harms."""
    if not drawn:
        return [1.0]
    free = drawn - 1 if special else drawn
    found = [0.0] * (drawn + 1)
    for by_suit in range(free + 1):
        # The first card is any of them; the others are a draw from all, so their suits are as if drawn alone.
        share = comb(hitting, by_suit) * comb(of - hitting, free - by_suit) / comb(of, free)
        found[by_suit + (1 if special else 0)] += share
    return found


def _sum(one: Sequence[float], other: Sequence[float]) -> list[float]:
    found = [0.0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            found[i + j] += a * b
    return found
