"""What stands on the table: bases, the units that they form, officers, and what is left lying about."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.red_actions.book.kinds import UnitFormation

Point = tuple[float, float]
"""Inches east and north of the south-west corner."""


class Concealment(StrEnum):
    """What the other side sees of a unit. RA-seq.3, RA-ambush.place, RA-action.hide"""

    NO = "no"
    MARKER = "marker"
    """A position marker."""
    AMBUSH = "ambush"
    """Nothing."""
    HIDING = "hiding"
    """Nothing, and none of the benefits of an ambush. RA-R142"""


class Breakdown(StrEnum):
    """RA-tank.speed, RA-tank.obstacle, RA-tank.charge.2"""

    NONE = "none"
    TEMPORARY = "temporary"
    """4+ frees it."""
    FOR_GOOD = "for good"


class Mode(StrEnum):
    """How infantry behaves in a turn; the first choice, or acting without one, fixes it. RA-R149"""

    OPEN = "open"
    NORMAL = "normal"
    EVADING = "evading"


@dataclass(frozen=True, slots=True)
class Base:
    """A base, gun, vehicle or car. `id` is the campaign's element id. `limber`, `cart`: rounds. `hits`: direct hits on
    a car that still stands; `wrecked`: a car that stays coupled. RA-def.base.1, RA-ammo.guns, RA-R97"""

    id: str
    card: str
    limber: int = 0
    cart: int = 0
    hits: int = 0
    wrecked: bool = False


@dataclass(frozen=True, slots=True)
class Rout:
    """`since`: the turn in which it began; `threat`: the enemy unit that it runs from; `pursuers`: (unit, turn);
    `attempts`: rally tests taken. RA-rout.1, RA-R57, RA-R60"""

    since: int
    threat: str | None = None
    pursuers: tuple[tuple[str, int], ...] = ()
    attempts: int = 0
    began_at: Point | None = None
    abandoned: bool = False
    """A crew without its weapons."""
    off_table: bool = False


@dataclass(frozen=True, slots=True)
class Rails:
    """A train on its way. `line`: the railway's feature; `along`: inches of its front from the line's first point;
    `ahead`: it runs towards the last; `last`: its last move. RA-train.move.1, RA-R96"""

    line: str
    along: float
    ahead: bool = True
    last: float = 0.0
    leaving: bool = False
    """It must leave the table. RA-train.hits.4"""
    withdrawing: bool = False
    """It must leave enemy artillery range. RA-train.hits.2"""
    taken_from: str = ""
    """The side whose train it was, if the enemy has it. RA-train.capture"""


@dataclass(frozen=True, slots=True)
class Unit:
    """Bases that act together. `at` is the middle of the block of bases, None off the table; where each base stands
    follows from it, the facing and the formation (`play/ground/layout.py`).

    Turn numbers (`acted`, `moved_turn` …) are 0 for never.
    """

    id: str
    name: str
    side: SideId
    card: str
    """What most of its bases are; a stiffened unit's card is its conscripts'. RA-R48"""
    bases: tuple[Base, ...]
    raised: int = 0
    """Bases at the start."""
    at: Point | None = None
    facing: float = 0.0
    formation: UnitFormation = UnitFormation.LINE
    formed: bool = False
    """Formed cavalry. RA-form.cavalry.1"""
    limbered: bool = False
    terror: int = 0
    humiliated: int = 0
    pinned: bool = False
    rout: Rout | None = None

    # In the turn
    acted: int = 0
    """The last turn in which it has had, used up or lost its segment."""
    mode: Mode = Mode.OPEN
    mode_turn: int = 0
    evading: bool = False
    """It counts as evading until it does something else. RA-evade.2, RA-R149"""
    moved: float = 0.0
    """Inches of its last segment."""
    moved_turn: int = 0
    went_back: float = 0.0
    """Inches away from the enemy in `went_back_turn`, forced or not. RA-R66"""
    went_back_turn: int = 0
    retired_turn: int = 0
    """The turn in which a retire result has made it retire. RA-retire.opt"""
    spared_turn: int = 0
    """The turn in which cover has cancelled a retire result. RA-retire.3"""
    wheeled: bool = False
    marching: bool = False
    march_barred: bool = False
    """It has been shot at. RA-march.2, RA-R118"""
    surprised: bool = False
    """Ambushed on the march and not deployed yet. RA-R102"""
    held_back_until: int = 0
    """The last turn without a move towards the enemy. RA-rally.opt.delay"""
    charge_failed: int = 0
    """The turn in which it has failed a charge test. RA-morale.fail.charge"""
    clever_turn: int = 0
    ambushed_turn: int = 0
    """The turn in which it was ambushed. RA-ambush.once"""
    came_upon: str = ""
    """Of a unit in ambush that was seen before anybody scouted it: the enemy who came upon it. RA-ambush.corner"""
    returned_turn: int = 0
    """The turn in which it has returned fire."""

    # Where it is
    hidden: Concealment = Concealment.NO
    marker: int = 0
    """The number of its position marker."""
    holds: str = ""
    """The building that it has taken possession of. RA-building.4"""
    in_wire: str = ""
    wire_since: int = 0
    aboard: str = ""
    """The unit (truck, train) that carries it; `car`: which base of it."""
    car: str = ""
    arrives: int = 0
    """A reinforcement: the first turn in which it may come. 0: it begins on the table or has come."""
    entry: Point | None = None
    off_course: bool = False
    """It has veered and may not correct its heading. RA-weather.night.veer"""

    # Kinds of troops
    breakdown: Breakdown = Breakdown.NONE
    rails: Rails | None = None
    mounts: str = ""
    """On foot: the card that it is when mounted. RA-dismount.4"""
    holder: Base | None = None
    """The base that holds its horses, and where. RA-dismount.2"""
    holder_at: Point | None = None
    more_horses: tuple[tuple[Base, Point | None], ...] = ()
    """Those of units that combined with it on foot: who holds them, and where."""
    herd: str = ""
    """It has divided on foot off the unit of that id, which has its horses too. RA-R277"""
    fired_turn: int = 0
    fire_target: str = ""
    """Whom it fired at in that turn, for consecutive rounds. RA-R33"""
    fire_rounds: int = 0
    """Consecutive turns of fire at that target."""
    fire_spot: Point | None = None
    """Where the target stood in the first of them. RA-R33"""
    observed_by: str = ""
    shot_at: int = 0
    """How often it has been fired at, for the orders that stop then."""
    kit: tuple[str, ...] = ()
    """What it has beside its card: tools, a wire device, gas shells, by the names of traits."""
    with_unit: str = ""
    """A senior officer's base: the unit that he is attached to."""
    commands: bool = False
    """He has taken personal command of it. RA-officer.morale.4"""
    spots: tuple[tuple[str, float, float, float], ...] = ()
    """Along an edge: of each base by its id, inches to the right and ahead of `at` as the unit faces, and degrees that
    it is turned from that. RA-R270"""

    @property
    def routing(self) -> bool:
        return self.rout is not None

    @property
    def horses(self) -> tuple[tuple[Base, Point | None], ...]:
        """Of a unit on foot: each base that holds horses of its, and where. RA-dismount.2"""
        own = () if self.holder is None else ((self.holder, self.holder_at),)
        return (*own, *self.more_horses)

    @property
    def markers(self) -> int:
        """Terror and humiliated markers together. RA-def.humiliated"""
        return self.terror + self.humiliated

    @property
    def on_table(self) -> bool:
        return self.at is not None

    def ready(self, turn: int) -> bool:
        """Whether it may still have a segment in that turn."""
        return self.acted < turn


def with_horses(unit: Unit, horses: tuple[tuple[Base, Point | None], ...]) -> Unit:
    """The same with these bases to hold its horses."""
    holder, at = horses[0] if horses else (None, None)
    return replace(unit, holder=holder, holder_at=at, more_horses=horses[1:])


def straightened(unit: Unit) -> Unit:
    """As it is when it leaves an edge: in line. RA-move.6, RA-R270"""
    if unit.formation is not UnitFormation.LINING:
        return unit
    return replace(unit, formation=UnitFormation.LINE, spots=())


@dataclass(frozen=True, slots=True)
class Officer:
    """A named officer. A junior's `unit` is the one that he commands; a senior's is his own base.
    RA-def.officer.junior, RA-def.officer.senior"""

    id: str
    name: str
    side: SideId
    rank: Literal["junior", "senior"]
    unit: str
    token: str = ""
    """Key of his token; "" until it is drawn."""
    general: bool = False
    fate: Literal["fit", "casualty", "captured"] = "fit"
    level: int = 0
    """His rank among officers of one kind, for who commands a combined unit. RA-combine.2"""
    fell: int = 0
    """The turn in which he fell."""
    replaces: str = ""
    """The officer whose place he has taken in the battle."""

    @property
    def fit(self) -> bool:
        return self.fate == "fit"


@dataclass(frozen=True, slots=True)
class Loss:
    """A base that is gone. RA-def.flight"""

    base: Base
    unit: str
    side: SideId
    how: Literal["destroyed", "captured", "removed", "given-up"]
    turn: int = 0
    by: str = ""
    """The enemy unit that did it."""
    unseen: bool = False
    """Its own side alone knows of it, until the battle is over: it lay hidden. RA-R247"""


@dataclass(frozen=True, slots=True)
class Fell:
    """Where a base was destroyed: its unit's place and front. `name`: the unit's."""

    base: str
    name: str
    at: Point
    facing: float


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Guns, weapons, a vehicle or horses that nobody holds; `side`: whose they were.
    RA-R60, RA-R78, RA-action.possess"""

    id: str
    what: Literal["guns", "weapons", "vehicle", "horses"]
    unit: str
    side: SideId
    at: Point
    facing: float
    bases: tuple[Base, ...]


@dataclass(frozen=True, slots=True)
class Prisoners:
    """Bases that have given themselves up. `owner`: who holds them; `guard`: the unit with them. RA-R130"""

    id: str
    unit: str
    side: SideId
    owner: SideId
    at: Point
    bases: tuple[Base, ...]
    guard: str = ""


@dataclass(frozen=True, slots=True)
class Foxholes:
    """Columns of cover dug into a place, in quarters. RA-R62"""

    at: Point
    facing: float
    width: float
    quarters: int
    secret_of: SideId = ""
    """The side that has dug them unseen, until somebody comes to light in them. Empty: everybody knows of them."""

    def holds(self, at: Point) -> bool:
        """Whether a unit with its middle there is in them."""
        return math.dist(self.at, at) <= max(1.0, self.width / 2)


@dataclass(frozen=True, slots=True)
class Blaze:
    """A building that burns. RA-building.fire.1"""

    building: str
    markers: int
