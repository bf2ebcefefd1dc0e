"""The state of a battle of The Book and the Gun: immutable values, nothing but the fold of its events.

Turns are counted from 1. What a unit or figure last did is kept as the number of the turn in which it did it
(`moved_turn == state.turn`), so that a new turn resets nothing; 0 means never. Distances are inches, places
(x, y) on the board, None when the battle has no board. Figures, units and sides are known by id everywhere;
`state.unit(id)`, `state.figure(id)` look them up, `state.with_unit(unit)` puts a changed one back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from rules.battle.ending import Ended
from rules.battle.envelope import Envelope
from rules.battle.facts import Ruled
from rules.battle.orders.data import NO_ORDERS, Orders, SealedTurns
from rules.book_and_gun.cycles import Cycle
from rules.book_and_gun.devices import Device
from rules.book_and_gun.hostages import Captive
from rules.book_and_gun.hounds import Hunt
from rules.book_and_gun.outfits import Outfit
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.screens import Screen
from rules.book_and_gun.steeds import Startled, Steed
from rules.book_and_gun.support import FiredMissions, FireRequest, Laid
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.changing import replace
from rules.kernel.once import by_id, once_a_state
from rules.seam.forces import MusterUnit
from rules.table.board import Board, Point
from rules.table.fog import Knowledge

ARMY: SideId = "army"
INSURGENTS: SideId = "insurgents"
CIVILIANS: SideId = "civilians"

Attitude = Literal["neutral", "pro-insurgent", "pro-army"]
"""Whom the civilians of a battle favour. BG-III.2.3b."""


# ── Sides, decks, open matters ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Side:
    """A side in the battle. `edge`: its friendly table edge ("south"). `basic_units`: how many it began with."""

    key: SideId
    name: str
    edge: str = ""
    basic_units: int = 0
    commander: str | None = None
    """Figure nominated as commander-in-chief; secret until he is lost. BG-IV.5."""
    nominated: bool = False
    """The player named him; otherwise he is the highest in rank. BG-R24."""
    commander_lost_turn: int = 0
    """Turn in which the commander was killed or captured: major morale from then on. BG-XII.1.2b."""
    immobile_turn: int = 0
    """Turn in which the side may not move after a failed major check. BG-XII.1.21b."""
    roe: int = 0
    """Rules of engagement 1 to 4 that bind it; 0: none. BG-III.2.4.0."""
    when_charged: Literal["ask", "stand", "evade"] = "ask"
    """Standing answer to a charge: stand or evade without being asked."""
    when_won: Literal["ask", "take", "stay"] = "ask"
    """Standing answer to a place that the enemy has left: take it, or stay."""
    at_aircraft: Literal["fire", "shown", "hold"] = "fire"
    """Standing answer to an aircraft that attacks: all able weapons fire, those that the enemy sees, or none. BG-R115,
    BG-R269"""
    conceals: bool = False
    """It set up on the board as the defender and may use concealment. BG-VI.3.1a."""


@dataclass(frozen=True, slots=True)
class Run:
    """Cards turned for one side and not yet spent. With pace "run" all cards of one colour up to the next colour or
    joker; with pace "card" one. `side` takes the cards: ARMY for black, INSURGENTS for red.
    `joker`: this run is a single joker; `unit` is then the unit named for it, whose card it is."""

    side: SideId
    cards: tuple[Card, ...]
    spent: int = 0
    joker: bool = False
    unit: str | None = None

    @property
    def left(self) -> int:
        return len(self.cards) - self.spent


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light, weather and ground. `visibility` in inches, None without limit; halvings are the rules' work (BG-R30)."""

    light: Literal["day", "night"] = "day"
    weather: Literal["clear", "fog", "rain", "falling snow"] = "clear"
    ground: Literal["dry", "snow", "mud"] = "dry"
    visibility: float | None = None


class ChargeStage(StrEnum):
    """How far a charge has come in the close combat phase."""

    HALTED = "halted 2 inches away"
    CLOSED = "closed"
    MET = "met"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ChargeInProgress:
    """A charge of this turn that reached its 2 inches: completed in the close combat phase.

    `distance` base to base when declared, `inches` the total rolled after deductions, of which
    `inches - (distance - 2)` are unused (BG-R68). `from_rear`: it started where the target could not see it
    (BG-XI.5.1), or caught it evading.
    `held`: where the target's figures stood, (figure, place); `target_moves`: its last moves at that time, so that
    one who has gone since is known (BG-XI.1.1b). `over_obstacle`: from a position at a wall or barricade, with
    `stragglers` left behind (BG-XI.5.3a). `wall`: which wall of an enclosure it goes for (BG-XI.5.4)."""

    unit: str
    target: str
    turn: int
    distance: float
    inches: float
    counter: bool = False
    from_rear: bool = False
    origin: Point | None = None
    stage: ChargeStage = ChargeStage.HALTED
    held: tuple[tuple[str, Point], ...] = ()
    target_moves: tuple[int, float, int] = (0, 0.0, 0)
    over_obstacle: bool = False
    stragglers: tuple[str, ...] = ()
    wall: str = ""
    position: str = ""
    """Where its target stands, as declared: "in building", "in water", "on wall"."""


@dataclass(frozen=True, slots=True)
class Combat:
    """A close combat under way. Figures still fighting on each side, in roster order. `round` from 1.

    `asked`: which questions were put before it (support, defend). `counter`: both sides charged, nobody defends."""

    key: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacking: tuple[str, ...]
    """Figures of the attackers still in it."""
    defending: tuple[str, ...]
    round: int = 1
    desperate: bool = False
    from_rear: bool = False
    counter: bool = False
    wall: str = ""
    asked: tuple[str, ...] = ()
    hunt: bool = False
    """A dog at one figure: nobody's nerve is tested, and no ground is won or lost. BG-R261"""


QuestionKind = Literal["evade", "support", "defend", "place"]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a side must answer in the middle of another action.

    `kind`: "evade" (stand or evade the charge), "support" (bring up figures of other units), "defend" (which wounded
    to defend), "place" (take the place that the enemy has left). `key` is stable while the question stands.
    `choices`: units or figures that the answer may name. `place`: what may be taken."""

    key: str
    kind: QuestionKind
    side: SideId
    unit: str
    other: str
    choices: tuple[str, ...] = ()
    place: Point | None = None

    @property
    def who(self) -> tuple[str, ...]:
        return (self.unit,)


@dataclass(frozen=True, slots=True)
class Moved:
    """The last path gone, for the picture."""

    kind: str
    points: tuple[Point, ...]
    side: SideId = ""
    label: str = ""
    unit: str = ""
    other: str = ""
    radius: float = 0.0
    audience: tuple[SideId, ...] | None = None
    """The sides that saw all of it; None: everybody."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A concealment marker: its number, on whose side, where it lies, and the unit under it ("": a dummy).

    Number 0: a dummy that its side means to lay. BG-VI.3.2b, BG-VI.3.3."""

    number: int
    side: SideId
    at: Point
    unit: str


@dataclass(frozen=True, slots=True)
class State:
    """A battle. `deck` and `casualty_deck`: the cards that each still holds. `next_card`: turned already, of another
    colour than the run before it; it opens the next run. `phase_steps`: work of the close combat and morale phases
    that is done, by name."""

    title: str = ""
    turn: int = 0
    phase: Phase = Phase.SETUP
    sides: tuple[Side, ...] = ()
    units: tuple[Unit, ...] = ()
    board: Board | None = None
    options: tuple[tuple[str, str], ...] = ()
    turn_limit: int | None = None
    conditions: Conditions = Conditions()
    civilian_attitude: Attitude = "neutral"
    deck: tuple[Card, ...] = ()
    casualty_deck: tuple[Card, ...] = ()
    next_card: Card | None = None
    run: Run | None = None
    ruled: tuple[Ruled, ...] = ()
    markers: tuple[Marker, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    """What each side sees and remembers of the others. BG-R183."""
    questions: tuple[Question, ...] = ()
    charges: tuple[ChargeInProgress, ...] = ()
    combats: tuple[Combat, ...] = ()
    phase_steps: tuple[str, ...] = ()
    last: Moved | None = None
    ended: Ended | None = None
    awaited: tuple[MusterUnit, ...] = ()
    """Units that are on their way by the clock."""
    envelope: Envelope | None = None
    """The orders of a phase that are sealed, by house rule. BG-R196."""
    sealed_turns: tuple[SealedTurns, ...] = ()
    """What each side has sealed ahead, for itself alone to know. BG-R196"""
    orders: Orders = NO_ORDERS
    """What the sides' units do on their own, each side's for itself alone."""
    screens: tuple[Screen, ...] = ()
    """Smoke that lies on the table; on the board each is a piece of terrain. BG-X.14.31a"""
    laid: tuple[Laid, ...] = ()
    """Mortars that have fired, as each was laid last. BG-R98."""
    messages: tuple[FireRequest, ...] = ()
    """Each unit's last request, for its own side to know. BG-R106."""
    missions: tuple[FiredMissions, ...] = ()
    """What the sides have had from off the board. BG-R230."""
    vehicles: tuple[Vehicle, ...] = ()
    """Every vehicle that has come, wrecks too. BG-X.2.10"""
    steeds: tuple[Steed, ...] = ()
    """Every horse that has come, lost ones too. VIII.5"""
    startled: tuple[Startled, ...] = ()
    """Led horses of which fire has hit one: whether the others run comes next. BG-VIII.5.4"""
    hostages: tuple[Captive, ...] = ()
    """Those who have been told whom to follow, or where to stay. BG-XIII.5.1"""
    cycles: tuple[Cycle, ...] = ()
    """Every bicycle, those that lie somewhere too. BG-VIII.2.51"""
    pieces: tuple[Piece, ...] = ()
    """Every gun that has come as a thing of its own, destroyed ones too. VIII.3"""
    hunts: tuple[Hunt, ...] = ()
    """Dogs that have been sent at somebody and have not fought yet. BG-XIII.7.1b"""
    devices: tuple[Device, ...] = ()
    """Mines, charges and traps that have not gone off, each for those to know who know of it. BG-R234"""
    outfits: tuple[Outfit, ...] = ()
    """What the scenario gives to units, reserves too, when they come. BG-R287"""

    def find(self, unit_id: str) -> Unit | None:
        return _units(self.units).get(unit_id)

    def unit(self, unit_id: str) -> Unit:
        """Raises KeyError for an unknown id."""
        return _units(self.units)[unit_id]

    def unit_of(self, figure_id: str) -> Unit:
        """The unit that a figure belongs to, or with which a led horse is. Raises KeyError for an unknown id."""
        home = _homes(self.units).get(figure_id)
        if home is None and (steed := self.find_steed(figure_id)) is not None:
            return self.unit(self.keeper_of(steed))
        return _homes(self.units)[figure_id] if home is None else home

    def figure(self, figure_id: str) -> Figure:
        """Raises KeyError for an unknown id."""
        return self.unit_of(figure_id).figure(figure_id)

    def vehicle(self, vehicle_id: str) -> Vehicle:
        """Raises KeyError for an unknown id."""
        return _vehicles(self.vehicles)[vehicle_id]

    def find_vehicle(self, vehicle_id: str) -> Vehicle | None:
        return _vehicles(self.vehicles).get(vehicle_id)

    def device(self, device_id: str) -> Device:
        """Raises KeyError for one that there is not, or no more."""
        return _devices(self.devices)[device_id]

    def vehicles_of(self, unit_id: str) -> tuple[Vehicle, ...]:
        """The vehicles of a unit, wrecks too."""
        return tuple(vehicle for vehicle in self.vehicles if vehicle.unit == unit_id)

    def people_in(self, vehicle_id: str) -> tuple[Figure, ...]:
        """Who is in and on a vehicle, fit or wounded, in roster order."""
        if not self.vehicles:
            return ()
        return tuple(f for unit in self.units for f in unit.figures if f.on_field and f.vehicle == vehicle_id)

    def steed(self, steed_id: str) -> Steed:
        """Raises KeyError for an unknown id."""
        return _steeds(self.steeds)[steed_id]

    def find_steed(self, steed_id: str) -> Steed | None:
        return _steeds(self.steeds).get(steed_id)

    def led_by(self, unit_id: str) -> tuple[Steed, ...]:
        """The sound horses with a unit that nobody rides: those that its figures hold, and its own without a holder."""
        if not self.steeds:
            return ()
        return tuple(each for each in self.steeds if each.waits and self.keeper_of(each) == unit_id)

    def keeper_of(self, steed: Steed) -> str:
        """The unit with which a led horse is: its holder's, else the one whose it is."""
        holder = _homes(self.units).get(steed.holder) if steed.holder else None
        return holder.id if holder is not None else steed.unit

    def with_steed(self, *changed: Steed) -> State:
        new = {steed.id: steed for steed in changed}
        return replace(self, steeds=tuple(new.get(steed.id, steed) for steed in self.steeds))

    def piece(self, gun_id: str) -> Piece:
        """Raises KeyError for an unknown id."""
        return _pieces(self.pieces)[gun_id]

    def with_piece(self, *changed: Piece) -> State:
        new = {piece.id: piece for piece in changed}
        return replace(self, pieces=tuple(new.get(piece.id, piece) for piece in self.pieces))

    def with_vehicle(self, *changed: Vehicle) -> State:
        new = {vehicle.id: vehicle for vehicle in changed}
        return replace(self, vehicles=tuple(new.get(vehicle.id, vehicle) for vehicle in self.vehicles))

    def side(self, key: SideId) -> Side:
        """Raises KeyError for a side that does not take part."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)

    def units_of(self, side: SideId) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.side == side)

    def with_unit(self, *changed: Unit) -> State:
        new = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(new.get(unit.id, unit) for unit in self.units))

    def with_figure(self, figure: Figure) -> State:
        return self.with_unit(self.unit_of(figure.id).with_figure(figure))

    def with_side(self, side: Side) -> State:
        return replace(self, sides=tuple(side if s.key == side.key else s for s in self.sides))


_units = by_id(Unit)
_vehicles = by_id(Vehicle)
_steeds = by_id(Steed)
_devices = by_id(Device)
_pieces = by_id(Piece)


@once_a_state
def _homes(units: tuple[Unit, ...]) -> Mapping[str, Unit]:
    """The units by their figures' ids."""
    return {figure.id: unit for unit in reversed(units) for figure in unit.figures}
