"""Figures and units: what the roster says of them, and what the battle makes of them. `state` has them all by name.

What a unit or figure last did is kept as the number of the turn in which it did it, so that a new turn resets
nothing; 0 means never.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.book_and_gun.support import OffBoard
from rules.book_and_gun.vehicles import Seat
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.table.board import Point
from rules.table.formation import Formation as Formation
from rules.table.formation import Spacing as Spacing


class Phase(StrEnum):
    """The four phases of a turn, and before the first. BG-VII.3."""

    SETUP = "set-up"
    MOVEMENT = "movement"
    FIRE = "fire"
    CLOSE_COMBAT = "close combat"
    MORALE = "morale"


class Status(StrEnum):
    """A figure's; `GONE` figures left the field: routed off, removed by the rules of engagement, moved off an edge."""

    FIT = "fit"
    WOUNDED = "wounded"
    KILLED = "killed"
    CAPTURED = "captured"
    GONE = "gone"


class Posture(StrEnum):
    STANDING = "standing"
    PRONE = "prone"


class Morale(StrEnum):
    STEADY = "steady"
    PINNED = "pinned"
    SHAKEN = "shaken"
    ROUTED = "routed"


class Ground(StrEnum):
    """BG-IX.1.1 to BG-IX.1.3a."""

    CLEAR = "clear"
    ROUGH = "rough"
    DENSE = "dense"


# ── What a figure or unit brings along (JSON text in MusterFigure.traits and MusterUnit.traits) ───────────────────


LIMP, EYE, HANDS = "limp", "eye", "hands"
"""Lasting injuries. BG-R244"""


@dataclass(frozen=True, slots=True)
class FigureTraits:
    """What the roster says of a figure. `weapons` are keys of the weapon chart, the usual one first; empty: unarmed.

    `leader`: the leader of his unit, or a higher leader when the unit is `independent`. `precedence`: rank for the
    choice of a commander-in-chief, higher outranks (BG-R24). `key`: a key figure (BG-R06). `crew`: artillery crewman.
    """

    weapons: tuple[str, ...] = ()
    leader: bool = False
    precedence: int = 0
    key: bool = False
    crew: bool = False
    body_armour: Literal["none", "modern", "flak"] = "none"
    night_vision: Literal["none", "infrared", "thermal"] = "none"
    laser_aiming: bool = False
    drug_user: bool = False
    radio: Literal["none", "personal", "squad", "platoon", "walkie-talkie"] = "none"
    engineer: bool = False
    detector: bool = False
    radar: bool = False
    """Works a ground surveillance radar. BG-XIII.8.3"""
    hides: str = ""
    """What a search may find with him. BG-XIII.9.1"""
    bomber: bool = False
    """Carries a bomb, or drives one, and is it. BG-X.12.9"""
    laser_designator: bool = False
    gps: bool = False
    bicycle: bool = False
    """Comes with a bicycle. BG-VIII.2.51"""
    dog: bool = False
    """A dog; `handler`: somebody who leads one. BG-XIII.7.1a"""
    handler: bool = False
    team: int = 0
    """Fire team or weapon team inside the unit; 0: none."""
    injuries: tuple[str, ...] = ()
    """What lasts of earlier wounds. BG-R244"""


@dataclass(frozen=True, slots=True)
class Munitions:
    """Rounds that a unit carries, not figures. BG-R21, BG-R220."""

    laws: int = 0
    hand_grenades: int = 0
    rifle_grenades: int = 0
    smoke_grenades: int = 0
    flash_bangs: int = 0
    claymores: int = 0
    c4: int = 0
    ieds: int = 0
    booby_traps: int = 0
    land_mines: int = 0
    vehicle_mines: int = 0
    stakes: int = 0
    shaped_charges: int = 0
    trip_flares: int = 0
    sensors: int = 0


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """What the roster says of a unit.

    `basic`: counts as a basic unit (BG-R24). `independent`: higher leaders who belong to no basic unit and move with
    one or after all (BG-VIII.1.15). `group`: key of the national efficiency table. `mob`: part of a mob, so civilians
    may charge (BG-VIII.1.43e). `armed_civilians` need no flag: their figures have weapons.
    """

    kind: str = "squad"
    basic: bool = True
    independent: bool = False
    mob: bool = False
    group: str = ""
    elite: bool = False
    munitions: Munitions = Munitions()
    formation: Formation = Formation.LINE
    order: Spacing = Spacing.OPEN
    missions: tuple[tuple[OffBoard, int], ...] = ()
    """How many missions from off the board its side has because it is there. BG-R230."""


# ── Figures and units ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Figure:
    """One man."""

    id: str
    number: int
    name: str
    rank: str
    role: str
    traits: FigureTraits = FigureTraits()
    status: Status = Status.FIT
    at: Point | None = None
    facing: float = 0.0
    posture: Posture = Posture.STANDING
    scout: bool = False
    """Sent out as a scout: moves for itself, within 12 or 24 inches of its leader. BG-VIII.4.5a."""
    carries: str | None = None
    """The wounded figure that this one carries. BG-R44."""
    carried_turn: int = 0
    """Turn in which it last carried a wounded figure, and so may not fire. BG-X.2.2b."""
    move_turn: int = 0
    """Turn in which it had its chance to move, used or declined."""
    fire_turn: int = 0
    """Turn in which it had its chance to fire, used or declined."""
    fired_turn: int = 0
    """Turn in which it really fired. BG-R130."""
    fired_prone_turn: int = 0
    """Turn in which it last fired while prone. BG-R43."""
    charged_turn: int = 0
    """Turn in which it used a charge move. BG-X.2.3a."""
    empty: tuple[str, ...] = ()
    """Weapons that are out of ammunition. BG-X.2.1a."""
    wrecked: tuple[str, ...] = ()
    """Guns that he served and that are destroyed. BG-X.2.61c."""
    restock_turn: int = 0
    """Turn in which restocking began; 0: it is not restocking. BG-R82."""
    reload: tuple[tuple[str, int, int], ...] = ()
    """(weapon, markers, turn of firing). BG-R83."""
    stunned_until: int = 0
    """Last turn in which a flash bang holds him. BG-R65."""
    work_turn: int = 0
    """Turn in which it last worked at a device, and so did not move. BG-R235"""
    device_turn: int = 0
    """Turn in which it last fired a device. BG-R132"""
    swept_turn: int = 0
    """Turn in which it last searched the ground for devices. BG-R112"""
    rally_turn: int = 0
    """A leader: turn in which he spent his one rally attempt. BG-VIII.6.1b."""
    out_turn: int = 0
    """Turn in which he was last wounded, killed, captured or lost."""
    captor: str | None = None
    """Unit that holds him prisoner."""
    fell_openly: bool = False
    """Everybody was told how he went out of the battle."""
    seat: Seat | None = None
    """Where it sits in or on a vehicle; it then stands where that stands."""
    boarded_turn: int = 0
    """Turn in which it last got into a vehicle or out of one, onto a horse or off it, and so may not fire. BG-R42,
    BG-R93, BG-VIII.5.21."""
    steed: str = ""
    """The horse that it rides; empty: none. BG-VIII.5.2a."""
    holds: bool = False
    """It holds the horses of its unit. BG-VIII.5.3a."""
    of_crew: bool = False
    """It came to the battle as one of a vehicle's crew. BG-XIII.4.1a"""

    @property
    def fit(self) -> bool:
        return self.status is Status.FIT

    @property
    def on_field(self) -> bool:
        """Alive and not taken: fit or wounded."""
        return self.status in (Status.FIT, Status.WOUNDED)

    @property
    def inside(self) -> bool:
        """Behind the hull of a vehicle, where only what is aimed at the vehicle finds it. BG-X.8.2."""
        return self.seat is not None and self.seat.inside

    @property
    def vehicle(self) -> str:
        """The vehicle that it is in or on; empty: it is on foot."""
        return self.seat.vehicle if self.seat is not None else ""


@dataclass(frozen=True, slots=True)
class Contact:
    """That something happened with another unit in a turn. BG-R130."""

    turn: int
    unit: str


@dataclass(frozen=True, slots=True)
class Spotted:
    """A unit is spotted by `side` until the end of turn `until`. BG-R29."""

    side: SideId
    until: int


@dataclass(frozen=True, slots=True)
class JokerEffect:
    """What a joker does to the unit named for it: `die` on the chart of `phase`, `amount` the inches or D6 with it."""

    turn: int
    phase: Phase
    die: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """A basic unit (squad, cell, mob, team), a headquarters or a higher leader on his own."""

    id: str
    name: str
    side: SideId
    organisation: str
    nation: str
    traits: UnitTraits
    figures: tuple[Figure, ...]
    formation: Formation = Formation.LINE
    order: Spacing = Spacing.OPEN
    facing: float = 0.0
    munitions: Munitions = Munitions()
    morale: Morale = Morale.STEADY
    morale_turn: int = 0
    """Turn in which it came into its present state of morale."""
    retreat_turn: int = 0
    """Turn in which it last made a 4D6 retreat or rout move. BG-R53, BG-R54."""
    surrounded_turn: int = 0
    """Turn in which an enemy unit barred its retreat. BG-XI.5.41, BG-R133."""
    hit_while_shaken_turn: int = 0
    """Turn in which it last took a hit while shaken. BG-R55."""
    concealed: bool = False
    """Under a concealment marker or hidden: not on the table for the enemy. BG-R139."""
    reserve: bool = False
    """Not yet on the table. BG-VIII.0.2b."""
    entered_turn: int = 0
    """Turn in which it entered over an edge, and so may not move. BG-R126."""
    spotted: tuple[Spotted, ...] = ()
    lost_by: tuple[SideId, ...] = ()
    """Sides that lost every line of sight to it by a morale move since it fired at them or fought them. BG-VI.1.a."""
    spot_attempts: tuple[Contact, ...] = ()
    """Which units it tried to spot, this turn's only. BG-R29."""
    moved_turn: int = 0
    """Turn in which it last moved at all. BG-R130."""
    moved_inches: float = 0.0
    """Inches of that move."""
    turned_turn: int = 0
    """Turn in which figures of it last came to face another way by a move or in place. BG-R114."""
    charged_turn: int = 0
    """Turn in which it used a charge move."""
    fired_turn: int = 0
    fired_at: tuple[Contact, ...] = ()
    """Units it fired at, this turn and the last. BG-R130."""
    under_fire: tuple[Contact, ...] = ()
    """Units that fired at it, this turn and the last."""
    fought: tuple[Contact, ...] = ()
    """Units it met in close combat, this turn and the last."""
    fire_as: Literal["", "unit", "figures"] = ""
    """How it declared to fire in turn `fire_as_turn`. BG-R09."""
    fire_as_turn: int = 0
    joker: JokerEffect | None = None
    casualty_order: tuple[str, ...] = ()
    """Whom its owner gives up first, by house rule. BG-R07."""
    disordered_turn: int = 0
    """Turn in which it counts as unformed (column that did not wheel, failed evasion). BG-VIII.1.2d, BG-XI.3.5c."""
    home: str = ""
    """Of a separated group that is a body of its own: the unit that it belongs to. BG-R194."""
    away: int = 0
    """How many of its figures are such a group now."""
    flight_turn: int = 0
    """Civilians: last turn whose firing they have fled from. BG-R129."""
    evasion_turn: int = 0
    """Turn in which it last tried to evade, being mounted. BG-XI.3.5f."""
    baulked_turn: int = 0
    """Turn in which it failed to, and stands disordered. BG-XI.3.5c."""

    @property
    def original(self) -> int:
        """Strength at the start of the battle."""
        return len(self.figures) + self.away

    @property
    def fit(self) -> tuple[Figure, ...]:
        return tuple(f for f in self.figures if f.status is Status.FIT)

    @property
    def present(self) -> tuple[Figure, ...]:
        """Fit and wounded figures on the field."""
        return tuple(f for f in self.figures if f.on_field)

    @property
    def exposed(self) -> tuple[Figure, ...]:
        """Fit and wounded figures on the field whom no hull covers: on foot, or riding on one. BG-VIII.2.9b."""
        return tuple(f for f in self.figures if f.on_field and not f.inside)

    @property
    def aboard(self) -> bool:
        """Whether all of it that is on the field sits in or on vehicles."""
        here = self.present
        return bool(here) and all(f.seat is not None for f in here)

    @property
    def strength(self) -> int:
        """Fit figures."""
        return sum(f.status is Status.FIT for f in self.figures)

    @property
    def in_play(self) -> bool:
        """On the table with at least one figure that is fit or wounded."""
        return not self.reserve and any(f.on_field for f in self.figures)

    @property
    def leader(self) -> Figure | None:
        """Its own leader while he is unhurt. A lost one is not replaced (BG-R22)."""
        return next((f for f in self.figures if f.traits.leader and f.status is Status.FIT), None)

    def figure(self, figure_id: str) -> Figure:
        """Raises KeyError for a figure of another unit."""
        for figure in self.figures:
            if figure.id == figure_id:
                return figure
        raise KeyError(figure_id)

    def with_figure(self, figure: Figure) -> Unit:
        return replace(self, figures=tuple(figure if f.id == figure.id else f for f in self.figures))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a figure now stands."""

    figure: str
    at: Point
    facing: float
