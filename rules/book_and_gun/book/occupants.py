"""Those in and on a vehicle when something comes through, or when it is destroyed. X.8.2, VIII.2.9.

Order of chance (BG-R11): the dice of all of them in roster order, then the cards of those who are hit, in that order.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Man, casualty
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.book.tables import device_number
from rules.book_and_gun.book.to_hit import d6_hits
from rules.kernel.chance import Chance

PersonFate = Literal["killed", "wounded", "unhurt"]


@dataclass(frozen=True, slots=True)
class Occupants:
    """Who is in a vehicle and on it, in roster order."""

    crew: tuple[str, ...] = ()
    passengers: tuple[str, ...] = ()
    riders: tuple[str, ...] = ()

    @property
    def inside(self) -> tuple[str, ...]:
        return self.crew + self.passengers

    def exposed(self, left: Sequence[str]) -> tuple[str, ...]:
        """Whom a bullet may find: the passengers that are left, the crew where there are none. BG-X.8.21, BG-R93."""
        passengers = tuple(one for one in left if one in self.passengers)
        return passengers or tuple(left)


@dataclass(frozen=True, slots=True)
class Suffered:
    """What befell some people at once: (person, die) in the order rolled, and the card of each who was hit."""

    dice: tuple[tuple[str, int], ...] = ()
    cards: tuple[CasualtyDrawn, ...] = ()
    fates: dict[str, PersonFate] = field(default_factory=lambda: dict[str, PersonFate]())

    @property
    def hurt(self) -> tuple[str, ...]:
        return tuple(f"{who} {fate}" for who, fate in self.fates.items() if fate != "unhurt")

    @property
    def wounded(self) -> frozenset[str]:
        return frozenset(who for who, fate in self.fates.items() if fate == "wounded")

    def left_of(self, people: Sequence[str]) -> tuple[str, ...]:
        """Those of them who are not dead."""
        return tuple(one for one in people if self.fates.get(one) != "killed")


def by_blast(
    people: Sequence[str],
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    wounded: Set[str] = frozenset(),
) -> Suffered:
    """High explosive inside: 1D6 for each against a hand grenade's class I, then a class I card for each hit.
    `wounded`: those of them who are hurt already. BG-X.8.22, BG-R93."""
    number = device_number("hand grenade", "I")
    rolled = tuple((one, chance.roll(6, for_="blast inside")) for one in people)
    struck = [one for one, die in rolled if d6_hits(die, number, options)]
    return _cards(rolled, struck, "I", deck, chance, options, wounded)


def by_bullet(
    people: Sequence[str],
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    wounded: Set[str] = frozenset(),
) -> Suffered:
    """One of them, by the highest of a D20 each, rolled again between those who tie; a class I card for that one.
    BG-X.8.21, BG-R93."""
    left = list(people)
    rolled: list[tuple[str, int]] = []
    while len(left) > 1:
        dice = [(one, chance.roll(20, for_="who is hit inside")) for one in left]
        rolled += dice
        most = max(die for _, die in dice)
        left = [one for one, die in dice if die == most]
    return _cards(tuple(rolled), left, "I", deck, chance, options, wounded)


def by_device(
    people: Sequence[str],
    device: str,
    target_class: TargetClass,
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules,
) -> Suffered:
    """1D6 for each on a device's row, then a card of that class for each hit. BG-X.12.chart, BG-R96."""
    number = device_number(device, target_class)
    rolled = tuple((one, chance.roll(6, for_=device)) for one in people)
    struck = [one for one, die in rolled if d6_hits(die, number, options)]
    return _cards(rolled, struck, target_class, deck, chance, options, frozenset())


def _cards(
    rolled: tuple[tuple[str, int], ...],
    struck: Sequence[str],
    target_class: TargetClass,
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules,
    wounded: Set[str],
) -> Suffered:
    """A card for each who is hit, for that one alone; whoever was hurt already is killed by any result. BG-R93,
    BG-R125."""
    cards: list[CasualtyDrawn] = []
    fates: dict[str, PersonFate] = {}
    for one in struck:
        man = Man(one, hurt=one in wounded)
        drawn = casualty((man,), target_class, deck, chance, named=True, options=options)
        cards.append(drawn)
        fates[one] = "killed" if drawn.result == "killed" else "wounded" if drawn.figure else "unhurt"
    return Suffered(rolled, tuple(cards), fates)
