"""A volley: figures roll their dice, hits draw cards, weapons run dry. X.1.1 to X.1.5, X.2.1, X.2.7, X.3.

Order of chance (BG-R11): figures in roster order, each all its dice (with joker 3 first all first shots, then all
second shots); then the cards, one hit after the other in the order of the hitting dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun.book.arms import Arm
from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Hit, Man, casualties
from rules.book_and_gun.book.rows import JokerFireEffect, TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.to_hit import hits
from rules.kernel.chance import Chance
from rules.kernel.facts import Itemised


@dataclass(frozen=True, slots=True)
class PartOfFire:
    """Part of a weapon's fire: whom its hits may fall on, nearest first, and the number to hit them.

    `number` None: the chart has N/A, nothing can hit. `unit`: the target unit, for the record.
    """

    area: tuple[Man, ...]
    target_class: TargetClass
    number: Itemised | None
    unit: str = ""
    named: bool = False
    crew: bool = False


@dataclass(frozen=True, slots=True)
class Firing:
    """One figure firing one weapon.

    `aims`: one, or in a machinegun's `cone` one for each figure in it, nearest first. `most`: no more hits count than
    there are figures in the blast template; None without one (BG-R80). In cones and templates the wounded are hit too.
    `automatic`: the cone is that of rock and roll, whose dice are always shared (BG-R88).
    """

    figure: str
    weapon: Arm
    aims: tuple[PartOfFire, ...]
    most: int | None = None
    cone: bool = False
    automatic: bool = False

    def dice_at(self, options: HouseRules = ()) -> tuple[int, ...]:
        """The aim of each of its dice, in the order rolled: dealt out one by one, or by house rule a machinegun's full
        dice at each figure of its cone. BG-R87, BG-R88."""
        spread, dice = len(self.aims), self.weapon.dice
        if switch(options, "mg-cone") == "full-dice-per-figure" and not self.automatic:
            return tuple(position // dice for position in range(dice * spread))
        return tuple(position % spread for position in range(dice))


@dataclass(frozen=True, slots=True)
class Die:
    value: int
    aim: int
    hit: bool


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice of one firing. `shot` is 2 for the second of two shots (joker 3)."""

    firing: Firing
    dice: tuple[Die, ...]
    shot: int = 1

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(die.value for die in self.dice)

    @property
    def snake_eyes(self) -> bool:
        """Two natural 1s among the dice of one weapon in one shot. BG-X.2.1a, BG-R82,
        BG-R158."""
        return not self.firing.weapon.spent and sum(value == 1 for value in self.values) >= 2


@dataclass(frozen=True, slots=True)
class Volley:
    """What a volley did. `harm` holds each hit that drew a card, with the index of its `Rolled`; `dry` the figures and
    weapons that ran out of ammunition."""

    rolled: tuple[Rolled, ...]
    harm: tuple[tuple[int, CasualtyDrawn], ...]
    hits: tuple[int, ...]
    """Hits of each `Rolled`, after a joker's doubling and the limit of a template."""
    dry: tuple[tuple[str, str], ...]


def volley(
    firings: Sequence[Firing],
    deck: CasualtyDeck,
    chance: Chance,
    *,
    effect: JokerFireEffect | None = None,
    options: HouseRules = (),
) -> Volley:
    """Resolve these firings together: dice, hits, cards, ammunition. `effect`: a joker's on the firing unit.

    BG-X.1.2, BG-X.1.5, BG-X.3.1, BG-X.1.13.2, BG-X.1.13.3, BG-X.1.13.5, BG-R11, BG-R16.
    """
    shots = (1, 2) if effect == "two shots per figure" else (1,)
    rolled = [_roll(firing, shot, chance, options) for shot in shots for firing in firings]
    hit_list: list[tuple[int, Hit]] = []
    counts: list[int] = []
    for index, one in enumerate(rolled):
        found = _hits(one, doubled=effect == "hits doubled")
        counts.append(len(found))
        hit_list += [(index, hit) for hit in found]
    resolved = casualties(
        [hit for _, hit in hit_list], deck, chance, halved=effect == "half casualties", options=options
    )
    return Volley(tuple(rolled), _paired(hit_list, resolved), tuple(counts), _dry(rolled))


def _roll(firing: Firing, shot: int, chance: Chance, options: HouseRules) -> Rolled:
    if firing.weapon.sniper:
        return Rolled(firing, (), shot)
    dice: list[Die] = []
    for aim in firing.dice_at(options):
        value = chance.roll(20, for_="fire")
        dice.append(Die(value, aim, hits(value, firing.aims[aim].number, options)))
    return Rolled(firing, tuple(dice), shot)


def _hits(rolled: Rolled, *, doubled: bool) -> list[Hit]:
    """The hits of one firing in the order of its dice. BG-X.1.13.2, BG-R80, BG-R81."""
    firing = rolled.firing
    if firing.weapon.sniper:
        return [Hit(firing.aims[0].area, firing.aims[0].target_class, named=True, sniper=True)]
    found: list[Hit] = []
    for die in rolled.dice:
        if die.hit:
            aim = firing.aims[die.aim]
            hit = Hit(
                aim.area,
                aim.target_class,
                named=aim.named,
                crew=aim.crew,
                artillery=firing.weapon.artillery,
                wounded_too=firing.cone or firing.most is not None,
            )
            found += [hit, hit] if doubled else [hit]
    return found if firing.most is None else found[: firing.most]


def _paired(
    hit_list: Sequence[tuple[int, Hit]], resolved: Sequence[tuple[Hit, CasualtyDrawn]]
) -> tuple[tuple[int, CasualtyDrawn], ...]:
    """Hits that were lost drew no card: match the others with their firing, in order."""
    harm: list[tuple[int, CasualtyDrawn]] = []
    waiting = iter(hit_list)
    for hit, one in resolved:
        index = next(index for index, candidate in waiting if candidate is hit)
        harm.append((index, one))
    return tuple(harm)


def _dry(rolled: Sequence[Rolled]) -> tuple[tuple[str, str], ...]:
    found = dict.fromkeys((one.firing.figure, one.firing.weapon.key) for one in rolled if one.snake_eyes)
    return tuple(found)
