"""Spotting: how far one sees, and whether a look finds the enemy. VI.1, VI.2, IX.2.2.

Procedures on plain numbers, in inches; `observation` applies them to a battle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.book_and_gun.book import tables
from rules.book_and_gun.book.measures import FIRE
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import HouseRules, switch
from rules.kernel.chance import Chance
from rules.kernel.facts import Item, Itemised
from rules.kernel.violation import RuleViolation

Weather = Literal["clear", "fog", "rain", "falling snow"]
Light = Literal["day", "night"]
Goggles = Literal["none", "infrared", "thermal"]

UNLIMITED_HALVED = 48.0
"""What is halved where the scenario gives no visibility. BG-R30."""

NEAR = 4.0
"""Inches at which a concealed unit is placed on the table. BG-R139."""

FREE_FIRE = float(FIRE["fire without spotting, within"])
"""Inches within which a unit on the table may be fired at without spotting. BG-VI.1.b, BG-R28."""

MEMORY = 1
"""A spotted unit stays spotted until the end of the next turn. BG-R29."""


# ── How far one sees ─────────────────────────────────────────────────────────────────────────────────────────────


def visibility(scenario: float | None, light: Light, weather: Weather, goggles: Goggles = "none") -> float | None:
    """How far one sees in inches; None without limit.

    Darkness and weather each halve it. Goggles of either kind cancel the darkness; thermal imaging looks through fog
    too, but rain and falling snow halve it. BG-VI.2.2b, BG-VI.2.2c, BG-IX.2.2a, BG-IX.2.2b, BG-X.5.2a, BG-X.5.2b,
    BG-R30.
    """
    halvings = int(light == "night" and goggles == "none") + int(weather_halves(weather, goggles))
    if scenario is None and not halvings:
        return None
    return (UNLIMITED_HALVED if scenario is None else scenario) / 2**halvings


def weather_halves(weather: Weather, goggles: Goggles = "none") -> bool:
    """BG-IX.2.2a, BG-IX.2.2b."""
    return weather in ("rain", "falling snow") or (weather == "fog" and goggles != "thermal")


def enough_shows(share: float, *, fired: bool = False, vehicle: bool = False) -> bool:
    """Whether a target that shows this share of itself may be aimed at: more than half of a figure, a quarter of a
    vehicle; one that has fired as soon as anything of it shows. BG-VI.2.1a, BG-VI.2.1b, BG-VI.2.2a."""
    if vehicle:
        return share >= 0.25
    return share > 0.5 or (fired and share > 0.0)


# ── A look ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Look:
    """A unit looks for another. `distance` to its nearest figure; `leader` as BG-R22 has it."""

    side: SideName
    distance: float
    leader: bool
    in_vehicle: bool = False
    weather: Weather = "clear"
    goggles: Goggles = "none"
    visibility: float | None = None
    """What `visibility` gave; nothing beyond it is seen."""


@dataclass(frozen=True, slots=True)
class Spotting:
    """What came of a look. `number` and `die` None: automatic, no roll."""

    number: Itemised | None
    die: int | None
    spotted: bool


def spotting_number(look: Look, options: HouseRules = ()) -> Itemised | None:
    """The D20 number to spot, itemised; None in the automatic row.

    Raises RuleViolation where no roll is possible: beyond the last row or beyond the visibility. In fog, rain and
    falling snow the distances of the rows are halved; from inside a vehicle the number is (house rule: the distances
    too), the automatic row stands. BG-VI.1.c, BG-VI.1.d, BG-IX.2.2a, BG-R29, BG-R30.
    """
    if look.visibility is not None and look.distance > look.visibility:
        raise RuleViolation(
            "beyond-visibility",
            f"the target is {look.distance:g} in away; one sees {look.visibility:g} in",
            citation="BG-R30",
            remedy="move nearer",
        )
    scale = 0.5 if weather_halves(look.weather, look.goggles) else 1.0
    if tables.spots_automatically(look.side, look.distance, scale=scale):
        return None
    by_range = look.in_vehicle and switch(options, "vehicle-spotting-half") == "range"
    number = tables.spotting_number(
        look.side, look.distance, leader=look.leader, scale=scale / 2 if by_range else scale
    )
    if number is None:
        raise RuleViolation(
            "too-far-to-spot",
            f"nobody can be spotted by a roll at {look.distance:g} in",
            citation="BG-R29",
            remedy="move nearer, or wait until it moves or fires in view",
        )
    words = f"{look.side}, {look.distance:g} in, {'with' if look.leader else 'without'} leader"
    items = [Item(number, words, "BG-VI.1.c")]
    if look.in_vehicle and not by_range:
        items.append(Item(number // 2 - number, "from inside a vehicle", "BG-VI.1.d"))
    return Itemised(tuple(items))


def spot(look: Look, chance: Chance, options: HouseRules = ()) -> Spotting:
    """One attempt: a D20, the number or less spots; no roll in the automatic row. BG-VI.1.c, BG-VI.1.2a."""
    number = spotting_number(look, options)
    if number is None:
        return Spotting(None, None, spotted=True)
    die = chance.roll(20, for_="spotting")
    return Spotting(number, die, die <= number.value)
