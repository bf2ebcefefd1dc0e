"""Indirect fire at personnel: mortars, artillery and air strikes. Where a round falls, whom its blast hits. X.13.

Nothing here knows a battle. Order of chance (BG-R11): the die for the direction, the die for the distance if the round
goes astray, 1D6 for each figure under the template in roster order, then the cards of those who are hit, in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Hit, Man, casualties
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import INDIRECT_FIRE, MORTAR_DEVIATION, MORTARS
from rules.book_and_gun.book.to_hit import BodyArmour, d6_hits
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.table.board import Point
from rules.table.deviation import missed
from rules.table.measure import step

Attack = Literal["light mortar", "medium mortar", "heavy mortar", "artillery", "air strike"]
"""What the round comes from. BG-X.13.1a, BG-X.13.13b, BG-X.13.21."""

DeviationWay = Literal["on target", "short", "right", "left", "long"]


SHIFT = 2
"""What both dice of a round lose that is fired at the same point again. BG-X.13.11a, BG-R98."""


def template(attack: Attack) -> float:
    """Diameter of the blast in inches. BG-X.13.1a, BG-X.13.13b, BG-X.13.22, BG-R100."""
    return MORTARS[attack].template


# ── Where it falls ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Deviation:
    """How a round went astray: `dice` as rolled, `inches` 0 on target."""

    dice: tuple[int, ...]
    way: DeviationWay
    inches: int = 0


def deviate(chance: Chance, *, before: int = 0, options: HouseRules = ()) -> Deviation:
    """1D6 for the direction, and if it is not on target 1D6 inches.

    `before`: turns of fire at exactly this point just before; from the second turn on both dice count 2 less, by house
    rule 2 less for each of them.
    BG-X.13.1b, BG-X.13.11a, BG-R98, BG-R99.
    """
    direction = chance.roll(6, for_="deviation")
    less = SHIFT * (before if switch(options, "deviation-shift") == "cumulative" else min(1, before))
    way = _way_of(direction - less)
    if way == "on target":
        return Deviation((direction,), way)
    distance = chance.roll(6, for_="deviation distance")
    return Deviation((direction, distance), way, max(0, distance - less))


def _way_of(die: int) -> DeviationWay:
    """The direction that a die stands for. BG-X.13.1b, BG-X.13.11a."""
    return next(row.deviation for row in MORTAR_DEVIATION if row.die == max(1, die))


def landing(aim: Point, way: DeviationWay, inches: float, observer: Point | None) -> Point:
    """Where the round bursts: short is towards the observer; without one the map is read from the south. BG-R99,
    BG-R191."""
    if way == "on target" or not inches:
        return aim
    return missed(aim, observer if observer not in (None, aim) else step(aim, 180.0, 1.0), way, inches)


# ── Whom it hits ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Struck:
    """A figure under the template. `area`: he first, then the others of his unit there; `crew`: he serves a gun."""

    area: tuple[Man, ...]
    target_class: TargetClass
    body_armour: BodyArmour = "none"
    crew: bool = False

    @property
    def figure(self) -> str:
        return self.area[0].id


def to_hit(struck: Struck, attack: Attack, options: HouseRules = ()) -> Itemised:
    """The number that his D6 must stay below: the chart's, less 1 for body armour of any kind under mortars and
    artillery. BG-X.13.12, BG-X.5.3, BG-R70."""
    (row,) = INDIRECT_FIRE
    number = {"I": row.i, "II": row.ii, "III": row.iii, "IV": row.iv}[struck.target_class]
    items = [Item(number, f"indirect fire, class {struck.target_class}", "BG-X.13.12")]
    if struck.body_armour != "none" and attack != "air strike":
        literal = switch(options, "protection-sign") == "literal"
        items.append(Item(1 if literal else -1, "body armour", "BG-X.5.3"))
    return Itemised(tuple(items))


def hits(die: int, number: Itemised, options: HouseRules = ()) -> bool:
    """Less than the number on the D6. BG-X.13.12, BG-R72, BG-R96."""
    return d6_hits(die, number.value, options)


def chance_in_six(number: Itemised, options: HouseRules = ()) -> int:
    """How many faces of his D6 hit; all of them where the house draws a card for everybody. BG-R97."""
    if switch(options, "indirect-cards") == "every-figure":
        return 6
    return sum(hits(die, number, options) for die in range(1, 7))


@dataclass(frozen=True, slots=True)
class Shelled:
    """What a blast did: (figure, die) for each who was rolled for, and each hit that drew a card."""

    dice: tuple[tuple[str, int], ...]
    harm: tuple[tuple[Hit, CasualtyDrawn], ...]
    hits: int


def shell(
    struck: Sequence[Struck], attack: Attack, deck: CasualtyDeck, chance: Chance, *, options: HouseRules = ()
) -> Shelled:
    """The dice of all figures under the template, then the cards of those who are hit.

    An ace goes to an unhurt leader of the figure's own unit under the template, a face card to a key figure, every
    other card to the figure himself; a gun crew has its own cards, and artillery's joker destroys the gun.
    BG-X.13.11b, BG-X.13.12, BG-X.2.61b, BG-X.2.61c, BG-R05, BG-R11, BG-R97, BG-R190.
    """
    each = switch(options, "indirect-cards") == "every-figure"
    rolled = () if each else tuple((one, chance.roll(6, for_="indirect fire")) for one in struck)
    hit = struck if each else [one for one, die in rolled if hits(die, to_hit(one, attack, options), options)]
    found = [hit_on(one, guns=attack in ("artillery", "heavy mortar")) for one in hit]
    harm = casualties(found, deck, chance, options=options)
    return Shelled(tuple((one.figure, die) for one, die in rolled), harm, len(found))


def hit_on(one: Struck, *, guns: bool = False) -> Hit:
    """On whom the hit of a figure under a template may fall: a crew draws its own cards, and by `guns` its gun may be
    destroyed. BG-X.2.61b, BG-X.2.61c, BG-R190."""
    if one.crew and not one.area[0].hurt:
        return Hit(one.area[:1], one.target_class, crew=True, artillery=guns)
    return Hit(one.area, one.target_class, own=True)
