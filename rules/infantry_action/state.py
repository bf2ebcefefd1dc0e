"""The state of a battle of Infantry Action: immutable values, nothing but the fold of its events.

Periods are counted from 1. Each goes through the steps of IA-R023; in the first and the fourth both sides write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from rules.action import SideId
from rules.battle.envelope import Envelope
from rules.battle.facts import Ruled
from rules.changing import replace
from rules.infantry_action.book.kinds import Light, Pace, Posture
from rules.infantry_action.book.switches import House
from rules.infantry_action.figures import LONG_AGO, Figure, Gun, Life, Point, Vehicle
from rules.once import once_a_state
from rules.table.board import Board
from rules.table.scene import Trace

ATTACKER: SideId = "attacker"
DEFENDER: SideId = "defender"


class Step(StrEnum):
    """What comes next in a period. IA-R023"""

    ORDERS = "orders"
    """Both sides write and seal their orders."""
    MOVEMENT = "movement"
    LOCATION = "location"
    DECLARATION = "fire"
    """Both sides write and seal what they fire at."""
    RESOLUTION = "resolution"
    REACTION = "reaction"
    CLOSING = "closing"


_AFTER_LOOKING = (Step.DECLARATION, Step.RESOLUTION, Step.REACTION, Step.CLOSING)


# ── What is ordered ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Task:
    """What is done beside or instead of moving. `subject`: gun, vehicle, group or figure; `spot`: where.

    Kinds: prepare, pack, limber, unlimber, enter, leave, hover-drop, split, join, take-over, mark-mines, lift-mines,
    set-claymore, charge (satchel, sticky bomb), bangalore, line-charge, flail, reload-smoke, smoke-salvo, register,
    escort, surrender-prisoners.
    """

    kind: str
    subject: str = ""
    figure: str = ""
    """Who of the group does it; empty: whoever can."""
    spot: Point | None = None


@dataclass(frozen=True, slots=True)
class GroupOrder:
    """Direction and pace, and what the book lets an order say beside. IA-orders.content"""

    pace: Pace = Pace.HALT
    path: tuple[Point, ...] = ()
    """The way that is left to go, without its start, of the group's anchor (its leader, else its first man)."""
    facing: float | None = None
    """To face at the end; None: the way it went, or as it stands."""
    posture: Posture | None = None
    silent: bool = False
    closed: bool | None = None
    """Of a vehicle: closed down, or with its commander's head out."""
    turret: float | None = None
    tasks: tuple[Task, ...] = ()
    given: int = 0
    """The period in which it was given."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a player has settled for a group so that nobody need ask him."""

    fire: Literal["at will", "hold", "return"] = "at will"
    """What its men do where no target is named: fire at the best one, hold, fire only at who fires at them."""
    cover: Literal[2, -2] = 2
    """IA-reaction.cover-choice"""
    crews: bool = True
    """Take the supplementary test of crew-served weapons where it helps. IA-R114"""
    leader: Literal["never", "below 10", "below 5", "below 0"] = "below 5"
    """When its leader tests for himself. IA-leadertest.separate"""
    mines: Literal["stop", "cross", "back"] = "stop"
    """What is done when a mine is seen. IA-mine.spotted-choice"""


@dataclass(frozen=True, slots=True)
class Bound:
    """What the last reaction test lets a group, its crews and its leader do in the period that runs. None: no test."""

    score: int | None = None
    crews: int | None = None
    leader: str = ""
    leader_score: int | None = None
    joined: tuple[str, ...] = ()
    """Who runs with a panicking leader. IA-R116"""
    retire: bool = False
    """Intermingled, below 5 and lower than the enemy. IA-R112"""


FREE = Bound()


@dataclass(frozen=True, slots=True)
class Group:
    id: str
    name: str
    side: SideId
    kind: Literal["infantry", "gun crew", "vehicle", "prisoners"] = "infantry"
    order: GroupOrder | None = None
    dormant: bool = False
    halted: bool = False
    """Its own player halted it while nobody could reach it. IA-orders.halted"""
    instructions: Instructions = Instructions()
    bound: Bound = FREE
    """For infantry and crews: of the last test. Of an AFV `score` is that of the AFV test."""
    score: int | None = None
    """Of the test of this period, once it is taken."""
    lost: tuple[str, ...] = ()
    """Every figure that it remembers to have lost. IA-R108"""
    panicked_in: int = LONG_AGO
    led_panic_in: int = LONG_AGO
    """The period in which its senior leader led a panic dash. IA-R103"""
    hidden: bool = False
    """Not shown to the other side until it fires or is located. IA-R157"""
    fired_from_here: bool = False
    """It has fired since it last moved. IA-R165"""
    fired_on_in: int = LONG_AGO
    """The last period in which it was under fire. IA-loc.stays-located"""
    average: bool = False
    """Average dice by agreement. IA-R156"""
    quality: int = 0
    """A factor in its reaction tests that both players agreed on. IA-notes.troop-quality"""
    late: bool = False
    """It joined a battle that went on: a defender's late troops do not count double. IA-R009"""
    by_air: bool = False
    """It lands from the air, and has paid for that. IA-opt.air-landed-cost"""
    fired_on_by: tuple[str, ...] = ()
    """Who fired on it in that period: at whom it returns fire."""
    saw_flame: bool = False
    parted_from: str = ""
    parted_in: int = LONG_AGO
    """The group of which it is a part, and the period of whose orders it was split off. IA-R158"""
    escort: str = ""
    """Of prisoners: the figure who guards them; of a captor nothing."""
    doubled_in: int = LONG_AGO


# ── What is fired ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FirePlan:
    """One weapon's part in the fire of a period. `by`: a figure, a gun, or "vehicle/n" for its n-th mount from 0.

    `how`: fire, grenade, blind, smoke, light, observe (for `target`, a mortar), charge (thrown molotov), detonate,
    hold.
    """

    by: str
    how: str = "fire"
    target: str = ""
    """Id of a group or vehicle, or the name of a building."""
    spot: Point | None = None
    weapon: str = ""
    """Which of a figure's weapons; empty: the best one."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A group has located a target for effective fire, from where and in which period last. `kept`: it was fired on,
    took cover and has not moved. IA-loc.required, IA-loc.stays-located"""

    by: str
    """Id of the group (or vehicle) that looks."""
    target: str
    """Id of a group or vehicle."""
    at: Point
    period: int
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Glimpse:
    """Where a side last saw an enemy group or vehicle, how many men, and when; what its map shows."""

    side: SideId
    target: str
    at: Point
    period: int
    men: int = 0


@dataclass(frozen=True, slots=True)
class Suffered:
    """What a group or vehicle was under in the period: the numbers that its reaction test asks for. IA-R097, IA-R100"""

    target: str
    points: int = 0
    """All totals against it, negative ones as 0."""
    by: tuple[str, ...] = ()
    """Groups and vehicles that fired at it."""
    machine_guns: int = 0
    behind: bool = False
    off_table: bool = False
    surprised: bool = False
    flame: bool = False
    tank_points: int = 0
    """Of an AFV: anti-tank totals so far. IA-R132"""
    tank_surprise: bool = False
    soft: bool = False
    """Of an AFV: fire that was not anti-tank fire. IA-afvreact.minus1.under-fire"""
    close_attack: bool = False
    """Of an AFV: by flame or charges. IA-afvreact.minus3.close-danger"""
    served: bool = False
    """Of an AFV: the test for its last anti-tank fire is that of the end of the period. IA-R127"""


# ── Support, light, smoke, mines, works ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Registration:
    """A target that an observer has registered; ready from that period on. IA-off.registration"""

    side: SideId
    name: str
    at: Point
    ready: int


@dataclass(frozen=True, slots=True)
class Mission:
    """Off-table support on its way or falling. IA-R075, IA-R078"""

    id: str
    side: SideId
    caller: str
    """Figure; empty: arranged before the battle. IA-R161"""
    what: Literal["fire", "smoke", "light", "registration"]
    at: Point
    angle: float
    """Of its depth, degrees clockwise from north."""
    falls: int
    """The first period in which it falls."""
    periods: int = 1
    multiple: int = 1
    corrected: Point | None = None
    corrected_from: int = LONG_AGO
    checked: bool = False
    """Fire is held while a correction is on its way."""
    name: str = ""
    """Of a registration: how it is called."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A smoke screen from `start` to `end`. IA-R146"""

    start: Point
    end: Point
    laid: int
    fed: int
    local: bool = True
    """50 m or less."""
    source: str = ""

    def active(self, period: int) -> bool:
        """Whether it blocks sight in that period."""
        return self.laid + 1 <= period <= self.fed + 2


@dataclass(frozen=True, slots=True)
class Lit:
    """An area lit from one period to another, both included. IA-R143"""

    at: Point
    radius: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class MineSquare:
    """A square of the fixed grid of 10 m, by column and row from the south-west. IA-R016"""

    column: int
    row: int
    side: SideId
    anti_personnel: bool = False
    anti_tank: bool = False
    marked: bool = False
    known: tuple[SideId, ...] = ()
    """Sides that know of it beside its own."""
    worked: int = 0
    """Periods of marking or lifting so far."""
    wheel_path: bool = False
    """A hard vehicle has gone over it: safe for men on foot in daylight. IA-R142"""


@dataclass(frozen=True, slots=True)
class Device:
    """A Claymore, fougasse or trip flare in its place. `set_in`: the period in which it was set up."""

    id: str
    kind: Literal["Claymore", "fougasse", "trip flare"]
    side: SideId
    at: Point
    facing: float = 0.0
    operator: str = ""
    set_in: int = 0
    wire: Point | None = None
    """The other end of a trip wire."""
    known: tuple[SideId, ...] = ()


@dataclass(frozen=True, slots=True)
class Secret:
    """A piece of the board that its side has built in secret: works and wire, by name. IA-R225"""

    name: str
    side: SideId
    known: tuple[SideId, ...] = ()
    """Sides that have seen it beside its own."""


@dataclass(frozen=True, slots=True)
class Work:
    """A building or field defence as it stands; the board's feature of that name. IA-R138"""

    name: str
    kind: Literal["building", "bunker", "trench", "emplacement"]
    side: SideId | None = None
    """Of a field defence: who had it built."""
    capacity: int = 0
    prepared: bool = False
    """A building whose lower floor counts as a bunker. IA-build.prepared"""
    destroyed: bool = False
    burning_since: int = LONG_AGO
    value: Decimal = Decimal(0)
    occupied: tuple[str, ...] = ()
    """Figures in it at the start of the battle. IA-vic.field-defences"""


@dataclass(frozen=True, slots=True)
class Drop:
    """A group that comes down by parachute: round which spot, in which period; written before the defender's troops are
    placed. `real`: where the players' own markers fell, by figure or gun. IA-air.para-drop, IA-R047"""

    group: str
    aim: Point
    period: int
    real: tuple[tuple[str, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class Flight:
    """The way of a glider or helicopter over the table, flown in one period; written before the defender's troops are
    placed. `then`: it lands, hovers, or flies on. `leaves`: the period in which a helicopter flies away, along `out`.
    IA-air.flight-plan, IA-R221"""

    vehicle: str
    path: tuple[Point, ...]
    period: int
    then: Literal["land", "hover", "pass"] = "land"
    leaves: int | None = None
    out: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of a group in a period, which others may cross and follow. IA-det.trail"""

    group: str
    period: int
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Objective:
    """Ground whose possession was agreed to be worth points. IA-vic.objectives"""

    place: str
    points: int


@dataclass(frozen=True, slots=True)
class Side:
    key: SideId
    name: str
    support: int = 0
    """Points of off-table fire left. IA-opt.off-table-cost"""
    limit: int | None = None
    """Points that were agreed. IA-cost.limit"""
    strength: Decimal = Decimal(0)
    """Its original points. IA-R155"""
    on_defence: bool = False
    """The agreed defender. IA-opt.defensive-agreement"""
    fire: Literal["ask", "at will"] = "ask"
    """Whether it wants to be asked for its fire in each period."""


@dataclass(frozen=True, slots=True)
class Ended:
    winner: SideId | None
    reason: str
    lines: tuple[str, ...] = ()


# ── The whole ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class State:
    title: str = ""
    sides: tuple[Side, ...] = ()
    groups: tuple[Group, ...] = ()
    figures: tuple[Figure, ...] = ()
    """In roster order."""
    guns: tuple[Gun, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    board: Board | None = None
    options: tuple[tuple[str, str], ...] = ()
    light: Light = Light.DAY
    wind: float = 0.0
    """Degrees clockwise from north that it blows to. IA-R149"""
    year: int = 1944
    period_limit: int | None = None
    period: int = 0
    step: Step = Step.ORDERS
    envelope: Envelope | None = None
    """Of the orders or the fire that are due; only once something is written."""
    drafts: tuple[tuple[str, GroupOrder], ...] = ()
    """Orders written for groups and not opened yet."""
    plans: tuple[FirePlan, ...] = ()
    """Fire written, and after the opening declared."""
    sightings: tuple[Sighting, ...] = ()
    glimpses: tuple[Glimpse, ...] = ()
    suffered: tuple[Suffered, ...] = ()
    registrations: tuple[Registration, ...] = ()
    missions: tuple[Mission, ...] = ()
    screens: tuple[Screen, ...] = ()
    lit: tuple[Lit, ...] = ()
    mines: tuple[MineSquare, ...] = ()
    devices: tuple[Device, ...] = ()
    works: tuple[Work, ...] = ()
    trails: tuple[Trail, ...] = ()
    drops: tuple[Drop, ...] = ()
    flights: tuple[Flight, ...] = ()
    """Of what is still to come or to leave by air."""
    objectives: tuple[Objective, ...] = ()
    secrets: tuple[Secret, ...] = ()
    noise: tuple[tuple[Point, str], ...] = ()
    """Where something fired or burst in the last period that is over, "fire" or "burst": what drowns speech and other
    noises. IA-R028, IA-R060"""
    bursts: tuple[tuple[Point, str], ...] = ()
    """The same of the period that runs."""
    ruled: tuple[Ruled, ...] = ()
    ended: Ended | None = None
    shown: tuple[Trace, ...] = ()
    """What the last step did, for the picture."""

    @property
    def house(self) -> House:
        return House(self.options)

    # Who there is ---------------------------------------------------------------------------------------------------

    def side(self, key: SideId) -> Side:
        return next(side for side in self.sides if side.key == key)

    def foe(self, key: SideId) -> SideId:
        return next(side.key for side in self.sides if side.key != key)

    def find_group(self, id_: str) -> Group | None:
        return _groups(self.groups).get(id_)

    def group(self, id_: str) -> Group:
        """KeyError for an unknown id: callers have resolved it before."""
        found = self.find_group(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def find(self, id_: str) -> Figure | None:
        return _roll(self.figures).by_id.get(id_)

    def figure(self, id_: str) -> Figure:
        found = self.find(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def find_gun(self, id_: str | None) -> Gun | None:
        return None if id_ is None else next((gun for gun in self.guns if gun.id == id_), None)

    def gun(self, id_: str) -> Gun:
        found = self.find_gun(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def find_vehicle(self, id_: str | None) -> Vehicle | None:
        return None if id_ is None else next((vehicle for vehicle in self.vehicles if vehicle.id == id_), None)

    def vehicle(self, id_: str) -> Vehicle:
        found = self.find_vehicle(id_)
        if found is None:
            raise KeyError(id_)
        return found

    def groups_of(self, side: SideId) -> tuple[Group, ...]:
        """Groups with somebody left in them; prisoners are none of them."""
        return tuple(g for g in self.groups if g.side == side and g.kind != "prisoners" and any(self.men(g.id)))

    def men(self, group: str) -> Iterator[Figure]:
        """The fit men of a group, in roster order."""
        return iter(_roll(self.figures).of_group.get(group, ()))

    def fit(self, side: SideId | None = None) -> Iterator[Figure]:
        return iter(_roll(self.figures).of_side.get(side, ()))

    def aboard(self, vehicle: str) -> tuple[Figure, ...]:
        """Fit men, crew before passengers, in roster order."""
        inside = _roll(self.figures).in_vehicle.get(vehicle, ())
        return tuple(sorted(inside, key=lambda figure: figure.place == "passenger"))

    def crew(self, gun: str) -> tuple[Figure, ...]:
        """The fit men who serve a gun: the gunner, numbers two and three, the rest."""
        return tuple(_roll(self.figures).at_gun.get(gun, ()))

    def fleet(self, group: str) -> tuple[Vehicle, ...]:
        """Every vehicle of a group, wrecks and empty ones too."""
        return tuple(vehicle for vehicle in self.vehicles if vehicle.group == group)

    def vehicles_of(self, group: str) -> tuple[Vehicle, ...]:
        """Those in which it rides: able, with somebody aboard. A group without any is on foot."""
        return tuple(vehicle for vehicle in self.fleet(group) if vehicle.able and any(self.aboard(vehicle.id)))

    def armour_of(self, group: str) -> Vehicle | None:
        """The AFV that a group is the crew of, while it can fight and somebody is aboard."""
        return next((vehicle for vehicle in self.vehicles_of(group) if vehicle.hard), None)

    def guns_of(self, group: str) -> tuple[Gun, ...]:
        return tuple(gun for gun in self.guns if gun.group == group and not gun.gone)

    def senior(self, group: str) -> Figure | None:
        """Its highest ranking fit officer or NCO, the first in roster order. IA-R026"""
        leaders = [figure for figure in self.men(group) if figure.rank.leads]
        return max(leaders, key=lambda figure: figure.rank.level, default=None)

    def position(self, figure: Figure) -> Point | None:
        """Where he is: with his vehicle when he is aboard one."""
        vehicle = self.find_vehicle(figure.aboard) if figure.aboard is not None else None
        return vehicle.at if vehicle is not None else figure.at

    def on_table(self, at: Point) -> Point:
        """That place, or the nearest one on the table."""
        if self.board is None:
            return at
        x, y = min(max(at[0], 0.0), self.board.width), min(max(at[1], 0.0), self.board.depth)
        return round(x, 3), round(y, 3)

    def anchor(self, group: str) -> Point | None:
        """The place by which a group is moved and spoken of: its vehicle's, its leader's, else its first man's."""
        vehicles = self.vehicles_of(group)
        if vehicles:
            return vehicles[0].at
        leader = self.senior(group) or next(self.men(group), None)
        return self.position(leader) if leader is not None else None

    def draft_of(self, group: str) -> GroupOrder | None:
        return next((order for id_, order in self.drafts if id_ == group), None)

    def located(self, by: str, target: str) -> Sighting | None:
        """Whether a group may fire at a target in this period. IA-R055"""
        return next(
            (s for s in self.sightings if s.by == by and s.target == target and (s.kept or s.period == self.period)),
            None,
        )

    @property
    def looked_in(self) -> int:
        """The period whose step of location is the last one that has been made; 0: before the first period."""
        return self.period if self.step in _AFTER_LOOKING else self.period - 1

    def seen(self, side: SideId, target: str) -> bool:
        """Whether a side has the target located as things stand."""
        looked = self.looked_in
        mine = {group.id for group in self.groups if group.side == side}
        return any(s.target == target and s.by in mine and (s.kept or s.period == looked) for s in self.sightings)

    def suffering(self, target: str) -> Suffered | None:
        return next((each for each in self.suffered if each.target == target), None)

    def mine_square(self, column: int, row: int) -> MineSquare | None:
        return next((m for m in self.mines if (m.column, m.row) == (column, row)), None)

    def work(self, name: str) -> Work | None:
        return next((work for work in self.works if work.name == name), None)

    # What is changed ------------------------------------------------------------------------------------------------

    def with_group(self, changed: Group) -> State:
        return replace(self, groups=tuple(changed if each.id == changed.id else each for each in self.groups))

    def with_figure(self, *changed: Figure) -> State:
        by_id = {figure.id: figure for figure in changed}
        return replace(self, figures=tuple(by_id.get(each.id, each) for each in self.figures))

    def with_gun(self, changed: Gun) -> State:
        return replace(self, guns=tuple(changed if each.id == changed.id else each for each in self.guns))

    def with_vehicle(self, changed: Vehicle) -> State:
        return replace(self, vehicles=tuple(changed if each.id == changed.id else each for each in self.vehicles))

    def with_side(self, changed: Side) -> State:
        return replace(self, sides=tuple(changed if each.key == changed.key else each for each in self.sides))


# ── Looking up ────────────────────────────────────────────────────────────────────────────────────────────────────


class _Roll:
    """All men by their ids; the fit ones by group, side, vehicle and gun, in roster order. None: of both sides."""

    def __init__(self, figures: tuple[Figure, ...]) -> None:
        self.by_id: dict[str, Figure] = {}
        self.of_group: dict[str, list[Figure]] = {}
        self.of_side: dict[SideId | None, list[Figure]] = {None: []}
        self.in_vehicle: dict[str, list[Figure]] = {}
        self.at_gun: dict[str, list[Figure]] = {}
        for figure in figures:
            self.by_id.setdefault(figure.id, figure)
            if not figure.fit:
                continue
            self.of_group.setdefault(figure.group, []).append(figure)
            self.of_side[None].append(figure)
            self.of_side.setdefault(figure.side, []).append(figure)
            if figure.aboard is not None:
                self.in_vehicle.setdefault(figure.aboard, []).append(figure)
            if figure.serves is not None:
                self.at_gun.setdefault(figure.serves, []).append(figure)


_roll = once_a_state(_Roll)


@once_a_state
def _groups(groups: tuple[Group, ...]) -> dict[str, Group]:
    return {group.id: group for group in reversed(groups)}


def casualty(figure: Figure, period: int, life: Life = Life.CASUALTY) -> Figure:
    """Somebody who is not fit any more."""
    return replace(figure, life=life, lost_in=period, serves=None, share=False)


def board_of(state: State) -> Board | None:
    return state.board


def on_board(state: State, board: Board | None) -> State:
    """The same battle on that board."""
    return replace(state, board=board)
