"""Odds of fire against brute force: every die and every card is tried, through the very procedures that fire uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.casualty import CasualtyDeck, Man
from rules.book_and_gun.book.hit_odds import (
    Hurts,
    binomial,
    convolved,
    expected_casualties,
    hits_of,
    hurts,
    mean,
    nobody_falls,
)
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.book.volley import Firing, PartOfFire, volley
from rules.kernel.chance import FULL_DECK, Card
from rules.kernel.facts import Item, Itemised


class Everything:
    """A chance source that goes through all outcomes: each run takes the next branch of the tree."""

    def __init__(self, path: Sequence[int]) -> None:
        self.path, self.widths, self.taken_so_far = list(path), [], 0

    def _next(self, width: int) -> int:
        if self.taken_so_far == len(self.path):
            self.path.append(0)
        self.widths.append(width)
        self.taken_so_far += 1
        return self.path[self.taken_so_far - 1]

    def roll(self, sides: int, *, for_: str) -> int:
        return self._next(sides) + 1

    def dice(self, count: int, *, sides: int, for_: str) -> tuple[int, ...]:
        return tuple(self.roll(sides, for_=for_) for _ in range(count))

    def draw(self, deck: Sequence[Card], *, for_: str) -> Card:
        return deck[self._next(len(deck))]

    def taken(self):
        return ()

    def following(self) -> list[int] | None:
        path = self.path[: self.taken_so_far]
        while path:
            if path[-1] + 1 < self.widths[len(path) - 1]:
                return [*path[:-1], path[-1] + 1]
            path.pop()
        return None


def every_outcome(firings: Sequence[Firing], deck: Sequence[Card], options: HouseRules = ()):
    """The chances of hits and of casualties, by trying everything: {(hits, fallen): chance}."""
    ways: Counter[tuple[int, int, int]] = Counter()
    path: list[int] | None = []
    while path is not None:
        source = Everything(path)
        done = volley(firings, CasualtyDeck(deck, options), source, options=options)
        ways[sum(done.hits), sum(one.harms for _, one in done.harm), prod(source.widths)] += 1
        path = source.following()
    found: dict[tuple[int, int], Fraction] = {}
    for (hits, fallen, among), times in ways.items():
        found[hits, fallen] = found.get((hits, fallen), Fraction(0)) + Fraction(times, among)
    assert sum(found.values()) == 1
    return found


def number(amount: int) -> Itemised:
    return Itemised((Item(amount, "given"),))


MEN = (Man("a"), Man("b"), Man("c"))
LED = (*MEN, Man("leader", leader=True), Man("gunner", key=True))
SMALL = tuple(Card(card) for card in ("2H", "3S", "AS", "KS", "RJ", "4C"))


def shot(weapon: str, amount: int, area: tuple[Man, ...] = MEN, target_class: TargetClass = "II") -> Firing:
    return Firing(weapon, arm(weapon), (PartOfFire(area, target_class, number(amount), "enemy"),))


def harm_chance(firings: Sequence[Firing], deck: Sequence[Card], options: HouseRules = ()) -> Fraction:
    kinds = [(hurts(one.aims[0], sniper=one.weapon.sniper), hits_of(one, None, options)) for one in firings]
    return 1 - nobody_falls(kinds, deck, options)


@pytest.mark.parametrize(
    ("area", "target_class"),
    [
        (MEN, "I"),
        (MEN, "II"),
        (MEN, "IV"),
        (LED, "II"),
        pytest.param(LED, "I", marks=pytest.mark.long),
        pytest.param(LED, "IV", marks=pytest.mark.long),
    ],
    ids=lambda value: value if isinstance(value, str) else "ordinary men" if value is MEN else "with leader and gunner",
)
def test_the_chance_of_a_casualty_is_that_of_all_outcomes(area: tuple[Man, ...], target_class: TargetClass) -> None:
    firings = [shot("pistol", 5, area, target_class), shot("bolt action rifle", 8, area, target_class)]
    deck = (*SMALL, *(Card(c) for c in ("5D", "6D", "7H", "8H"))) if target_class == "IV" else SMALL
    tried = every_outcome(firings, deck)
    assert harm_chance(firings, deck) == sum(share for (_, fallen), share in tried.items() if fallen)


def test_different_kinds_of_target_share_one_deck() -> None:
    firings = [shot("pistol", 5, MEN, "I"), shot("bolt action rifle", 8, LED, "II")]
    tried = every_outcome(firings, SMALL)
    assert harm_chance(firings, SMALL) == sum(share for (_, fallen), share in tried.items() if fallen)
    three = [*firings, shot("shotgun", 3, LED, "I")]
    tried = every_outcome(three, SMALL)
    assert harm_chance(three, SMALL) == sum(share for (_, fallen), share in tried.items() if fallen)


@pytest.mark.parametrize(
    "options",
    [(("joker-casualty", "redraw"),), (("ace-suit", "suit-must-hit"),), (("natural-1-hits", "no"),)],
    ids=lambda options: options[0][0],
)
def test_house_rules_change_the_odds_as_they_change_the_fire(options: HouseRules) -> None:
    firings = [shot("pistol", 0, LED, "II"), shot("bolt action rifle", 8, LED, "II")]
    tried = every_outcome(firings, SMALL, options)
    assert harm_chance(firings, SMALL, options) == sum(share for (_, fallen), share in tried.items() if fallen)


@pytest.mark.rule("BG-X.3.1", "BG-X.3.2b")
def test_hits_are_those_of_all_dice() -> None:
    firing = shot("semi auto rifle", 7)
    tried = every_outcome([firing], [Card("3S"), Card("4S")])
    spread = hits_of(firing)
    for hits in range(3):
        assert spread[hits] == sum(share for (found, _), share in tried.items() if found == hits)
    assert spread == (Fraction(169, 400), Fraction(182, 400), Fraction(49, 400))
    assert mean(spread) == Fraction(7, 10)


@pytest.mark.rule("BG-X.1.13.2", "BG-X.1.13.3", "BG-R16", "BG-R80")
def test_jokers_and_templates_change_the_hits() -> None:
    firing = shot("bolt action rifle", 5)
    assert hits_of(firing, "hits doubled") == (Fraction(3, 4), 0, Fraction(1, 4))
    assert hits_of(firing, "two shots per figure") == (Fraction(9, 16), Fraction(6, 16), Fraction(1, 16))
    launcher = Firing("gunner", arm("law"), (PartOfFire(MEN[:1], "I", number(6), "enemy"),), most=1)
    miss = Fraction(14, 20) ** 6
    assert hits_of(launcher) == (miss, 1 - miss)


@pytest.mark.rule("BG-X.2.7", "BG-R87")
def test_a_cone_deals_its_dice_to_different_numbers() -> None:
    near, far = (PartOfFire(MEN, "I", number(n), "enemy") for n in (10, 5))
    firing = Firing("gunner", arm("medium machinegun"), (near, far), cone=True)
    assert hits_of(firing) == convolved(binomial(3, 10), binomial(2, 5))
    every = (("mg-cone", "full-dice-per-figure"),)
    assert hits_of(firing, None, every) == convolved(binomial(5, 10), binomial(5, 5))


@pytest.mark.rule("BG-X.5.1a", "BG-X.5.1b", "BG-R81")
def test_a_sniper_kills_with_thirty_six_cards_of_a_full_deck() -> None:
    aim = PartOfFire((Man("leader", leader=True),), "III", None, "enemy", named=True)
    firing = Firing("sniper", arm("sniper rifle"), (aim,))
    assert harm_chance([firing], FULL_DECK) == Fraction(36, 54)


@pytest.mark.rule("BG-X.2.61b", "BG-R85")
def test_a_gun_crew_falls_to_eight_cards_of_a_full_deck() -> None:
    aim = PartOfFire(MEN, "II", number(20), "guns", crew=True)
    firing = Firing("rifle", arm("bolt action rifle"), (aim,))
    assert harm_chance([firing], FULL_DECK) == Fraction(19, 20) * Fraction(8, 54)


@pytest.mark.rule("BG-R03")
def test_a_deck_that_is_always_shuffled_forgets() -> None:
    rules = (("casualty-deck", "shuffle-every-draw"),)
    firings = [shot("semi auto rifle", 10, MEN, "I")]
    # 15 of 54 cards do nothing in class I without leader and gunner: 13 spades and 2 jokers
    blank = Fraction(15, 54)
    expected = Fraction(1, 4) + Fraction(1, 2) * blank + Fraction(1, 4) * blank**2
    assert harm_chance(firings, [Card("2S")], rules) == 1 - expected


def test_expected_casualties_agree_with_all_outcomes() -> None:
    firings = [shot("semi auto rifle", 9, LED, "II")]
    tried = every_outcome(firings, SMALL)
    average = float(sum(fallen * share for (_, fallen), share in tried.items()))
    kind = hurts(firings[0].aims[0])
    assert expected_casualties(kind, hits_of(firings[0]), SMALL, 5) == pytest.approx(average, abs=0.006)
    one_left = expected_casualties(
        Hurts("I", leader=False, key=False), (0, 0, Fraction(1)), [Card("2H"), Card("3H")], 1
    )
    assert one_left == 1.0


def test_brute_force_really_tries_everything() -> None:
    tree = [path for path in product(range(2), repeat=2)]
    source = Everything([])
    seen = []
    path: list[int] | None = []
    while path is not None:
        source = Everything(path)
        seen.append((source.roll(2, for_="") - 1, source.roll(2, for_="") - 1))
        path = source.following()
    assert seen == tree
