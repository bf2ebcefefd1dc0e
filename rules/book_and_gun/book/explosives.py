"""Grenades, mines, charges and traps against people: who may use them, where, and whom they hit. X.12, XIII.3.

Nothing here knows a battle. Order of chance (BG-R11): 1D6 for each figure under the template in roster order, then the
cards of those who are hit, in that order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.casualty import CasualtyDeck, CasualtyDrawn, Hit, Man, casualties
from rules.book_and_gun.book.chapters import EXPLOSIVES
from rules.book_and_gun.book.indirect import Shelled, Struck, hit_on
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.signals import THROWN
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.book_and_gun.book.tables import GRENADES, device_number
from rules.book_and_gun.book.to_hit import d6_hits
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import with_article

Grenade: TypeAlias = Literal["hand grenade", "rifle grenade", "agl"]
Thrown: TypeAlias = Literal["hand grenade", "rifle grenade", "flash bang", "smoke grenade"]
"""What men on foot throw, or fire from under a rifle. BG-X.12.1, BG-X.12.2, BG-X.14.3c."""
Device: TypeAlias = Literal[
    "command detonated mine", "c4", "ied", "car bomb", "booby trap", "land mine", "shaped charge"
]
Placed: TypeAlias = Literal[
    "command detonated mine", "c4", "ied", "car bomb", "booby trap", "land mine", "shaped charge",
    "anti-vehicle mine", "stakes", "trip flare", "seismic sensor",
]  # fmt: skip
"""All that a figure may place, by the names of the chart."""
LaidKind: TypeAlias = Literal[
    "claymore",
    "c4",
    "ied",
    "booby trap",
    "land mine",
    "anti-vehicle mine",
    "stakes",
    "shaped charge",
    "trip flare",
    "seismic sensor",
]
"""What lies on the table until it goes off. BG-X.12.3a to BG-X.12.8, BG-XIII.8.4."""
SPRUNG: tuple[LaidKind, ...] = ("booby trap", "land mine", "anti-vehicle mine", "stakes", "trip flare")
"""What its victim sets off. BG-X.12.62b, BG-X.12.7, BG-X.12.71a, BG-X.12.8, BG-XIII.8.4."""
REMOTE: tuple[LaidKind, ...] = ("claymore", "c4", "ied", "shaped charge")
"""What its own side fires. BG-X.12.31, BG-X.12.41, BG-X.12.51, BG-X.12.61."""
Ability: TypeAlias = Literal["none", "insurgent", "engineer"]

ROW: dict[str, str] = {
    "rifle grenade": "grenade launcher", "agl": "grenade launcher", "car bomb": "ied",
    "claymore": "command detonated mine", "stakes": "land mine", "anti-vehicle mine": "land mine",
}  # fmt: skip
"""The row of the chart for what has none of its own name. BG-R128, BG-X.12.62a."""
TEMPLATES: dict[str, float] = {
    "hand grenade": 1, "rifle grenade": 1, "agl": 1, "flash bang": 2, "command detonated mine": 4, "c4": 2, "ied": 3,
    "car bomb": 3, "booby trap": 1, "land mine": 0, "shaped charge": 1, "claymore": 4, "stakes": 0,
    "anti-vehicle mine": 0, "trip flare": 0, "seismic sensor": 0,
}  # fmt: skip
"""Inches: a diameter; of a claymore the length of its cone; 0 for the one figure that steps on it. BG-X.12.1a,
BG-X.12.2, BG-X.12.3a, BG-X.12.51, BG-X.12.62a, BG-X.12.62b, BG-X.12.7, BG-R100, BG-R102."""
BURSTS = {"hand grenade": 1, "rifle grenade": 1, "agl": 6}
WIRE = 10
"""Inches of a claymore's wire. BG-X.12.3a."""
PREPARING: dict[str, int] = {device: row.phases for device, row in EXPLOSIVES.items() if row.phases}
"""Movement phases that it takes: a booby trap is an improvised device too. BG-X.12.51, BG-X.12.61, BG-X.12.62b."""
_HAIR = 1e-6
Store: TypeAlias = Literal[
    "claymores",
    "c4",
    "ieds",
    "booby_traps",
    "land_mines",
    "vehicle_mines",
    "stakes",
    "shaped_charges",
    "trip_flares",
    "sensors",
]
STORES: dict[LaidKind, Store] = {
    "claymore": "claymores", "c4": "c4", "ied": "ieds", "booby trap": "booby_traps", "land mine": "land_mines",
    "anti-vehicle mine": "vehicle_mines", "stakes": "stakes", "shaped charge": "shaped_charges",
    "trip flare": "trip_flares", "seismic sensor": "sensors",
}  # fmt: skip
"""The counter of the unit that each is taken from. BG-R21, BG-R235."""
_SPELLED = {
    "c4": "C4 charge", "ied": "improvised device", "stakes": "trap of stakes", "command detonated mine": "claymore",
    "agl": "AGL",
}  # fmt: skip
STUNNED_TURNS = 2
"""Turns without fire or movement after a flash bang. BG-X.12.2."""


def spelled_kind(kind: str) -> str:
    """A weapon or device as sentences call it, where the chart writes it otherwise: "improvised device"."""
    return _SPELLED.get(kind, kind)


def reach(weapon: Grenade | Thrown, options: HouseRules = ()) -> tuple[float, float]:
    """The least and the most inches that it goes: a flash bang as far as a hand grenade. BG-X.12.1a, BG-X.12.1b,
    BG-X.12.1c, BG-X.12.2, BG-X.14.3c."""
    if weapon == "smoke grenade":
        return 0.0, float(THROWN)
    row = GRENADES["hand grenade" if weapon == "flash bang" else weapon]
    scale = 2.0 if switch(options, "ranges") == "doubled" and weapon in ("rifle grenade", "agl") else 1.0
    return row.least * scale, row.range * scale


def require_range(weapon: Grenade | Thrown, inches: float, options: HouseRules = ()) -> None:
    """BG-X.12.1a, BG-X.12.1b, BG-X.12.1c, BG-X.12.2."""
    least, most = reach(weapon, options)
    if not least <= inches <= most + _HAIR:
        raise RuleViolation(
            "out-of-range",
            f"{with_article(spelled_kind(weapon))} reaches from {least:g} to {most:g} in, not {inches:g}",
            citation="BG-X.14.3c" if weapon == "smoke grenade" else "BG-X.12.1a",
            remedy="choose another target or another weapon",
        )


# ── Whom it hits ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Blown:
    """(figure, die) for each who was rolled for, and each hit that drew a card."""

    dice: tuple[tuple[str, int], ...]
    harm: tuple[tuple[Hit, CasualtyDrawn], ...]
    hits: int


def blow(
    device: str,
    figures: Sequence[tuple[Man, TargetClass]],
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    bursts: int = 1,
) -> Blown:
    """1D6 for each figure under the template, burst by burst; then the cards of those who are hit by their class.

    BG-X.12.1d, BG-X.12.chart, BG-R11, BG-R96, BG-R128."""
    rolled: list[tuple[str, int]] = []
    found: list[Hit] = []
    row = ROW.get(device, device)
    for _ in range(bursts):
        for man, target_class in figures:
            die = chance.roll(6, for_=device)
            rolled.append((man.id, die))
            if d6_hits(die, device_number(row, target_class), options):
                others = tuple(other for other, _ in figures if other is not man)
                found.append(Hit((man, *others), target_class, own=True))
    return Blown(tuple(rolled), casualties(found, deck, chance, options=options), len(found))


def chance_in_six(device: str, target_class: TargetClass, options: HouseRules = ()) -> int:
    """How many faces of a D6 hit. BG-X.12.1d, BG-R96."""
    number = device_number(ROW.get(device, device), target_class)
    return sum(d6_hits(die, number, options) for die in range(1, 7))


def burst(
    device: str,
    struck: Sequence[Struck],
    deck: CasualtyDeck,
    chance: Chance,
    options: HouseRules = (),
    *,
    halved: bool = False,
) -> Shelled:
    """A burst among units that stand on a table: 1D6 for each figure under it, then the cards of those who are hit.

    An ace or a face card goes to a leader or key figure of the same unit under the template, a gun crew has its own
    cards. `halved`: a joker halves what it does. BG-X.12.1d, BG-X.12.chart, BG-X.2.61b, BG-R11, BG-R16, BG-R96,
    BG-R190, BG-R221."""
    row = ROW.get(device, device)
    rolled = [(one, chance.roll(6, for_=device)) for one in struck]
    hit = [one for one, die in rolled if d6_hits(die, device_number(row, one.target_class), options)]
    harm = casualties([hit_on(one) for one in hit], deck, chance, halved=halved, options=options)
    return Shelled(tuple((one.figure, die) for one, die in rolled), harm, len(hit))


# ── Who may use it ───────────────────────────────────────────────────────────────────────────────────────────────


_NEEDS: dict[str, tuple[Ability, ...]] = {
    "c4": ("engineer",),
    "shaped charge": ("engineer",),
    "land mine": ("engineer",),
    "anti-vehicle mine": ("engineer",),
    "stakes": ("engineer", "insurgent"),
    "ied": ("engineer", "insurgent"),
    "car bomb": ("engineer", "insurgent"),
    "booby trap": ("engineer", "insurgent"),
}
"""Whose ability it takes. BG-X.12.5, BG-X.12.6, BG-XIII.3.1, BG-R102."""


def require_able(device: str, ability: Ability) -> None:
    """C4, charges and mines take engineering ability, improvised devices and traps also an insurgent's.

    BG-X.12.5, BG-X.12.6, BG-XIII.3.1, BG-R102."""
    needs = _NEEDS.get(device, ())
    if needs and ability not in needs:
        named = " or ".join("engineering" if each == "engineer" else each for each in needs)
        raise RuleViolation(
            "no-ability",
            f"only those with {named} ability use {with_article(spelled_kind(device))}",
            citation="BG-XIII.3.1",
            remedy="send somebody who has it",
        )


def require_prepared(device: str, phases: int) -> None:
    """BG-X.12.51, BG-X.12.61."""
    need = PREPARING.get(device, 0)
    if phases < need:
        what = with_article(spelled_kind(device))
        raise RuleViolation(
            "charge-not-ready",
            f"it takes {need} movement phases to prepare {what}; {phases} have gone by",
            citation="BG-X.12.51" if device == "c4" else "BG-X.12.6",
            remedy="go on preparing it",
        )


def require_fired(device: str, *, stays: bool, sight: bool, wire: float | None) -> None:
    """Refuses a remote charge that its man cannot set off: he needs a clear view of it, or stays and is blown up; a
    claymore's wire has a length; nobody stays with what its victim sets off. BG-X.12.3a,
    BG-X.12.31, BG-X.12.41, BG-X.12.51, BG-X.12.62b, BG-X.12.7."""
    if device == "command detonated mine" and wire is not None and wire > WIRE:
        raise RuleViolation(
            "wire-too-short",
            f"the wire is {WIRE} in long, the device {wire:g} in away",
            citation="BG-X.12.3a",
            remedy="go nearer",
        )
    if device in ("booby trap", "land mine"):
        if stays:
            raise RuleViolation(
                "victim-fires",
                f"nobody stays with {with_article(spelled_kind(device))}: its victim sets it off",
                citation="BG-X.12.62b" if device == "booby trap" else "BG-X.12.7",
                remedy="leave stays out",
            )
        return
    if not stays and not sight:
        raise RuleViolation(
            "no-line-of-sight",
            "whoever sets it off from afar must see it",
            citation="BG-X.12.31",
            remedy="find a place with a view of it, use a fuse, or stay with it",
        )


# ── Doors, traps, mines ──────────────────────────────────────────────────────────────────────────────────────────


def charge_breaches(chance: Chance, options: HouseRules = ()) -> tuple[int, bool]:
    """A shaped charge at a door or wall: class I of its row opens it, else it is spent. BG-X.12.41, BG-R102."""
    die = chance.roll(6, for_="shaped charge")
    return die, d6_hits(die, device_number("shaped charge", "I"), options)


def stakes(chance: Chance, options: HouseRules = ()) -> tuple[int | None, bool]:
    """Hidden stakes: the land mine row, class I; a hit wounds without a card. By house rule they always wound.
    BG-X.12.8, BG-R103."""
    if switch(options, "anti-mobility") == "automatic":
        return None, True
    die = chance.roll(6, for_="hidden stakes")
    return die, d6_hits(die, device_number("land mine", "I"), options)
