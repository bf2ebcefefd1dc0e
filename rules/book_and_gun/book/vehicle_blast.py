"""Vehicles under a blast: mortars, artillery, bomblets, air strikes, explosive devices. X.7.22, X.7.23, X.12, X.13.

Order of chance (BG-R11): for each vehicle its dice, its card or cards, then those inside if it is destroyed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.book_and_gun.book.casualty import FACES, CasualtyDeck, first_card
from rules.book_and_gun.book.measures import FIRE, VEHICLE_MODIFIERS
from rules.book_and_gun.book.occupants import Occupants, Suffered, by_blast, by_device
from rules.book_and_gun.book.rows import Armour, TargetClass
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import DIRECT_FIRE_VEHICLES, VEHICLE_CARDS, device_number
from rules.book_and_gun.book.to_hit import d6_hits, hits
from rules.book_and_gun.book.vehicle_fire import VehicleFate, cell, vehicle_card
from rules.kernel.chance import Card, Chance, is_joker, rank_of, suit_of
from rules.kernel.facts import Item, Itemised

BlastAttack: TypeAlias = Literal["light mortar", "medium mortar", "heavy mortar", "artillery", "air strike"]
BlastDevice: TypeAlias = Literal[
    "hand grenade", "grenade launcher", "command detonated mine", "c4", "ied", "land mine", "booby trap"
]

SOFT_ONLY = frozenset({"hand grenade", "command detonated mine", "booby trap", "land mine"})
"""Devices that hurt soft vehicles only. BG-R95."""
DESIGNATOR, BOMBLETS = VEHICLE_MODIFIERS["laser designator"], VEHICLE_MODIFIERS["improved munitions"]
BOMBLET_HITS = FIRE["bomblet lands on a vehicle"]
"""What a laser designator and bomblets add to the number, and the highest D6 with which a bomblet lands on the vehicle.
BG-X.7.22b, BG-X.7.223a, BG-X.7.223b."""
ANTI_VEHICLE_MINE = 4
"""The highest D6 with which an anti-vehicle mine stops a vehicle. BG-X.12.71a."""


def to_hit(attack: BlastAttack, armour: Armour, *, designator: bool = False, bomblets: bool = False) -> Itemised:
    """The number of the artillery or the air strike row. BG-X.6.chart, BG-X.7.22b, BG-X.7.223a, BG-R71, BG-R95."""
    name = "air strike" if attack == "air strike" else "artillery"
    row = next(row for row in DIRECT_FIRE_VEHICLES if row.weapon == name)
    found = [Item(cell(row, armour) or 0, f"{name}, {armour}", "BG-X.6.chart")]
    found += [Item(DESIGNATOR, "laser designator", "BG-X.7.22b")] if designator else []
    found += [Item(BOMBLETS, "improved munitions", "BG-X.7.223a")] if bomblets else []
    return Itemised(tuple(found))


def card_fate(
    card: Card, attack: Literal["artillery", "air strike"], armour: Armour, options: HouseRules
) -> VehicleFate:
    """What a card does to a vehicle that is hit; no target class counts.

    BG-X.7.221b, BG-X.7.221c, BG-X.7.221d, BG-X.7.23b, BG-X.7.23c, BG-X.7.23d, BG-R04, BG-R94."""
    if is_joker(card):
        return "unharmed"
    row = next(row for row in VEHICLE_CARDS if (row.attack, row.target) == (attack, armour))
    destroyed, immobilized = row.destroyed, row.immobilized
    if (attack, armour) == ("artillery", "medium") and switch(options, "artillery-medium") == "as-air-strike":
        destroyed, immobilized = "face card", "other heart"
    if destroyed is not None and _is(card, destroyed):
        return "destroyed"
    return "immobilized" if _is(card, immobilized) else "unharmed"


def _is(card: Card, words: str) -> bool:
    face, suit = rank_of(card) in FACES, suit_of(card)
    return {
        "ace": rank_of(card) == "A",
        "face card": face,
        "other face card": face,
        "face card of hearts": face and suit == "H",
        "other heart": suit == "H",
        "other red card": suit in "HD",
    }[words]


@dataclass(frozen=True, slots=True)
class Blasted:
    """What a blast did to a vehicle. `die` on the chart; `second` of a bomblet, None where none was rolled."""

    die: int
    hit: bool
    fate: VehicleFate
    cards: tuple[Card, ...] = ()
    second: int | None = None
    inside: Suffered = field(default_factory=Suffered)
    shuffled: int = 0
    """How often the deck was shuffled for its card."""
    jumped: bool = False
    """Somebody on top was hurt, and the other riders jump off. BG-VIII.2.9c"""


def bombard(
    attack: BlastAttack,
    armour: Armour,
    number: Itemised,
    aboard: Occupants,
    deck: CasualtyDeck,
    chance: Chance,
    *,
    bomblets: bool = False,
    options: HouseRules = (),
) -> Blasted:
    """1D20 for the vehicle, a bomblet's D6, one card; those inside when it is destroyed, for nothing comes through.

    BG-X.7.221a, BG-X.7.223b, BG-X.7.23a, BG-R92, BG-R93, BG-R95."""
    die = chance.roll(20, for_="blast at the vehicle")
    second = None
    hit = hits(die, number, options)
    if hit and bomblets:
        second = chance.roll(6, for_="bomblet on the vehicle")
        hit = second <= BOMBLET_HITS
    if not hit:
        return Blasted(die, False, "unharmed", second=second)
    deck.begin()
    card = first_card(deck, chance, options, "vehicle")
    by: Literal["artillery", "air strike"] = "air strike" if bomblets or attack == "air strike" else "artillery"
    fate = card_fate(card, by, armour, options)
    cards, shuffled = deck.lying, deck.shuffled
    inside = by_blast(aboard.inside, deck, chance, options) if fate == "destroyed" else Suffered()
    return Blasted(die, True, fate, cards, second, inside, shuffled)


def blow_up(
    device: BlastDevice,
    target_class: TargetClass,
    aboard: Occupants,
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
) -> Blasted:
    """A device under or beside a vehicle: 1D6 on its row by the vehicle's class, then that class's card; those inside
    when it is destroyed. BG-X.12.51, BG-X.12.62b, BG-R91, BG-R93, BG-R95."""
    die = chance.roll(6, for_=device)
    if not d6_hits(die, device_number(device, target_class), options):
        return Blasted(die, False, "unharmed")
    drawn, fate = vehicle_card(target_class, deck, chance, options)
    inside = by_blast(aboard.inside, deck, chance, options) if fate == "destroyed" else Suffered()
    return Blasted(die, True, fate, drawn.cards, None, inside, drawn.shuffled)


def anti_vehicle_mine(aboard: Occupants, deck: CasualtyDeck, chance: Chance, options: HouseRules = ()) -> Blasted:
    """1D6, 1 to 4 stops the vehicle; everybody in and on it is rolled for as class IV on the land mine row;
    where one of the riders is hurt the others jump off. BG-VIII.2.9c, BG-X.12.71a, BG-X.12.71b, BG-R211."""
    die = chance.roll(6, for_="anti-vehicle mine")
    stopped = die <= ANTI_VEHICLE_MINE
    everybody = (*aboard.inside, *aboard.riders)
    inside = by_device(everybody, "land mine", "IV", deck, chance, options)
    hurt = [rider for rider in aboard.riders if inside.fates.get(rider, "unhurt") != "unhurt"]
    jumped = 0 < len(hurt) < len(aboard.riders)
    return Blasted(die, stopped, "immobilized" if stopped else "unharmed", inside=inside, jumped=jumped)
