"""What fire on one group may come to before a die is thrown: how many of it are hit, and what its nerves make of that.

Chance and potential-hit dice are the rule itself run for every die; the identification, which dices for one man after
the other, is reckoned man by man.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from rules.infantry_action.book import dice
from rules.infantry_action.book.casualties import IDENTIFICATION
from rules.infantry_action.book.fire import Targeted, fire_on
from rules.infantry_action.book.reaction import FACTORS, Circumstances, factors
from rules.infantry_action.book.reaction_results import Band, band_of
from rules.infantry_action.book.switches import BOOK, House
from rules.kernel.chance import Chance
from rules.kernel.every_die import every_die

NOBODY, SURE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class FireOdds:
    """`shares`: the chance of each number of men hit with each total scored, both together one."""

    shares: Mapping[tuple[int, int], Fraction] = field(default_factory=dict[tuple[int, int], Fraction])

    def at_least(self, men: int) -> Fraction:
        return sum((share for (hit, _), share in self.shares.items() if hit >= men), NOBODY)

    @property
    def expected(self) -> Fraction:
        """Men hit on average."""
        return sum((hit * share for (hit, _), share in self.shares.items()), NOBODY)

    def nerves(self, hit: int, seen: Circumstances, *, average: bool = False) -> Mapping[Band, Fraction]:
        """How the group bears it when so many of it are hit: each band with its chance. `seen`: what else bears on its
        test, without this fire. Empty where so many cannot be hit. IA-reaction.dice"""
        likely = {total: share for (men, total), share in self.shares.items() if men == hit}
        every = sum(likely.values(), NOBODY)
        found: dict[Band, Fraction] = {}
        for total, share in likely.items():
            here = Circumstances(
                totals=(total,),
                lost_battle=hit,
                lost_period=hit,
                machine_guns=seen.machine_guns,
                behind_flank=seen.behind_flank,
                flame=seen.flame,
                surprise=seen.surprise,
            )
            added = factors(here).value
            for rolled, chance in _three_dice(average).items():
                band = band_of(rolled + added)
                found[band] = found.get(band, NOBODY) + share / every * chance
        return found


@cache
def _three_dice(average: bool) -> Mapping[int, Fraction]:
    return every_die(lambda chance: sum(dice.scores(chance, FACTORS.dice, "reaction", average)))


def fire_odds(target: Targeted, men: int, house: House = BOOK) -> FireOdds:
    """Of fire on a group of which so many can be hit. IA-pot.total, IA-pot.one-die, IA-ident.first, IA-ident.rest"""

    def fire(chance: Chance) -> tuple[int, int] | None:
        result = fire_on(target, chance, house)
        return None if result is None else (result.hits.number, result.total.value)

    shares: dict[tuple[int, int], Fraction] = {}
    for outcome, share in every_die(fire).items():
        hits, scored = outcome if outcome is not None else (0, 0)
        for hit, chance in identified(men, hits).items():
            shares[hit, scored] = shares.get((hit, scored), NOBODY) + share * chance
    return FireOdds(shares)


def identified(men: int, hits: int) -> Mapping[int, Fraction]:
    """How many of these men are hit, each with its chance: they are diced for one after the other until all potential
    hits are placed. IA-ident.first, IA-ident.rest, IA-ident.stop"""
    found: dict[int, Fraction] = {0: SURE}
    for number in range(men):
        at_most = IDENTIFICATION.rest if number else IDENTIFICATION.first
        struck = Fraction(at_most, 6)
        after: dict[int, Fraction] = {}
        for hit, share in found.items():
            falls = struck if hit < hits else NOBODY
            after[hit] = after.get(hit, NOBODY) + share * (1 - falls)
            if falls:
                after[hit + 1] = after.get(hit + 1, NOBODY) + share * falls
        found = after
    return found
