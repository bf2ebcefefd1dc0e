"""The state of a battle of Infantry Action: immutable values, nothing but the fold of its events.

Periods are counted from 1. Each goes through the steps of IA-R023; in the first and the fourth both sides write.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from rules.battle.ending import Ended
from rules.battle.envelope import Envelope
from rules.battle.facts import FactName, Ruled, V, ruled
from rules.infantry_action.book.kinds import Light
from rules.infantry_action.book.leaders import leader_of
from rules.infantry_action.book.switches import House
from rules.infantry_action.facts import LOCATED
from rules.infantry_action.figures import Figure, Gun, Life, Mounted, Point, Vehicle, WhoFires
from rules.infantry_action.groups import Ahead, FirePlan, Group, GroupOrder, LastSeen, Located, Message, Suffered
from rules.infantry_action.on_the_table import (
    Device,
    Drop,
    FlightPlan,
    Lit,
    MineSquare,
    Mission,
    Objective,
    Registration,
    Screen,
    Secret,
    Trail,
    Work,
)
from rules.kernel.action import SideId
from rules.kernel.changing import replace
from rules.kernel.once import by_id, once_a_state
from rules.seam.forces import MusterUnit
from rules.table.board import Board
from rules.table.scene import Trace

ATTACKER: SideId = "attacker"
DEFENDER: SideId = "defender"


class PeriodStep(StrEnum):
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


_AFTER_LOOKING = (PeriodStep.DECLARATION, PeriodStep.RESOLUTION, PeriodStep.REACTION, PeriodStep.CLOSING)


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
    role: SideId = ""
    """Who it is in this battle, attacker or defender; "": whom its key names."""


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
    step: PeriodStep = PeriodStep.ORDERS
    envelope: Envelope | None = None
    """Of the orders or the fire that are due; only once something is written."""
    drafts: tuple[tuple[str, GroupOrder], ...] = ()
    """Orders written for groups and not opened yet."""
    aheads: tuple[Ahead, ...] = ()
    """Of sides that have sealed, or mean to seal, more than one period. IA-R252"""
    messages: tuple[Message, ...] = ()
    """Carried by runners. IA-R248"""
    plans: tuple[FirePlan, ...] = ()
    """Fire written, and after the opening declared."""
    sightings: tuple[Located, ...] = ()
    first_located: tuple[Located, ...] = ()
    """When each group had located an AFV for the first time: at such only it fires blind. IA-R148"""
    glimpses: tuple[LastSeen, ...] = ()
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
    flights: tuple[FlightPlan, ...] = ()
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
    awaited: tuple[MusterUnit, ...] = ()
    """Units that are on their way by the clock."""
    shown: tuple[Trace, ...] = ()
    """What the last step did, for the picture."""

    @property
    def house(self) -> House:
        return House(self.options)

    @property
    def turn(self) -> int:
        """The period, as rooms that all books share call it."""
        return self.period

    # Who there is ---------------------------------------------------------------------------------------------------

    def side(self, key: SideId) -> Side:
        return next(side for side in self.sides if side.key == key)

    def playing(self, role: SideId) -> SideId:
        """The side that attacks, or defends."""
        return next((side.key for side in self.sides if (side.role or side.key) == role), role)

    def foe(self, key: SideId) -> SideId:
        return next(side.key for side in self.sides if side.key != key)

    def find_group(self, id_: str) -> Group | None:
        return _groups(self.groups).get(id_)

    def group(self, id_: str) -> Group:
        """KeyError for an unknown id: callers have resolved it before."""
        return _groups(self.groups)[id_]

    def find(self, id_: str) -> Figure | None:
        return _roll(self.figures).by_id.get(id_)

    def figure(self, id_: str) -> Figure:
        return _roll(self.figures).by_id[id_]

    def find_gun(self, id_: str | None) -> Gun | None:
        return None if id_ is None else _guns(self.guns).get(id_)

    def gun(self, id_: str) -> Gun:
        return _guns(self.guns)[id_]

    def find_vehicle(self, id_: str | None) -> Vehicle | None:
        return None if id_ is None else _vehicles(self.vehicles).get(id_)

    def vehicle(self, id_: str) -> Vehicle:
        return _vehicles(self.vehicles)[id_]

    def firer(self, ref: str) -> WhoFires | None:
        """The man, gun or weapon on a vehicle that a fire plan or shot names; None: none of them, or no more."""
        found = self.find(ref) or self.find_gun(ref)
        if found is not None:
            return found
        id_, _, number = ref.rpartition("/")
        vehicle = self.find_vehicle(id_)
        if vehicle is None or not number.isdigit() or int(number) >= len(vehicle.mounts):
            return None
        return Mounted(vehicle, int(number))

    def device(self, ref: str) -> Device | None:
        return next((each for each in self.devices if each.id == ref), None)

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

    def unmanned(self, id_: str) -> Vehicle | None:
        """The soft vehicle of that id, if it stands on the table unharmed and nobody is in or on it. IA-R093"""
        vehicle = self.find_vehicle(id_)
        if vehicle is None or vehicle.at is None or vehicle.hard or vehicle.type.kind.aircraft or not vehicle.able:
            return None
        return None if self.aboard(id_) else vehicle

    def armour_of(self, group: str) -> Vehicle | None:
        """The AFV that a group is the crew of, while it can fight and somebody is aboard."""
        return next((vehicle for vehicle in self.vehicles_of(group) if vehicle.hard), None)

    def guns_of(self, group: str) -> tuple[Gun, ...]:
        return tuple(gun for gun in self.guns if gun.group == group and not gun.gone)

    def senior(self, group: str) -> Figure | None:
        """Its highest ranking fit officer or NCO, the first in roster order. IA-R026"""
        men = list(self.men(group))
        first = leader_of(man.rank for man in men)
        return None if first is None else men[first]

    def position(self, figure: Figure) -> Point | None:
        """Where he is: with his vehicle when he is aboard one."""
        vehicle = self.find_vehicle(figure.aboard) if figure.aboard is not None else None
        return vehicle.at if vehicle is not None else figure.at

    def measured(self, figure: Figure) -> Point | None:
        """The place from which and to which distances run: aboard, the front edge of his vehicle. IA-R017"""
        vehicle = self.find_vehicle(figure.aboard) if figure.aboard is not None else None
        return vehicle.front if vehicle is not None else figure.at

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

    def ahead_of(self, side: SideId) -> Ahead | None:
        return next((ahead for ahead in self.aheads if ahead.side == side), None)

    def word(self, name: FactName[V], unit: str, other: str | None = None) -> V | None:
        """The umpire's ruling on a fact; None: he is silent."""
        return ruled(self, name, unit, other)

    def located(self, by: str, target: str) -> Located | None:
        """Whether a group may fire at a target in this period: the umpire's word, else what it has seen. IA-R055"""
        word = self.word(LOCATED, by, target)
        if word is False:
            return None
        found = next(
            (s for s in self.sightings if s.by == by and s.target == target and (s.kept or s.period == self.period)),
            None,
        )
        if found is None and word and (at := self.anchor(target)) is not None:
            return Located(by, target, at, self.period)
        return found

    def located_before(self, by: str, target: str, period: int) -> bool:
        """Whether a group had located an AFV's group in that period or earlier: the umpire's word, else what it has
        seen. IA-R148"""
        word = self.word(LOCATED, by, target)
        if word is not None:
            return word
        return any(s.by == by and s.target == target and s.period <= period for s in self.first_located)

    @property
    def looked_in(self) -> int:
        """The period whose step of location is the last one that has been made; 0: before the first period."""
        return self.period if self.step in _AFTER_LOOKING else self.period - 1

    def seen(self, side: SideId, target: str) -> bool:
        """Whether a side has the target located as things stand: the umpire's word, else what it has seen."""
        return any(True for _ in self.spotters(side, target))

    def spotters(self, side: SideId, target: str) -> Iterator[str]:
        """The side's groups that have the target located as things stand; one may come twice."""
        looked = self.looked_in
        mine = {group.id for group in self.groups if group.side == side}
        if self.ruled:
            words = {id_: self.word(LOCATED, id_, target) for id_ in mine}
            if self.anchor(target) is not None:
                yield from (id_ for id_, word in words.items() if word)
            mine = {id_ for id_, word in words.items() if word is None}
        yield from (
            s.by for s in self.sightings if s.target == target and s.by in mine and (s.kept or s.period == looked)
        )

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
        new = {figure.id: figure for figure in changed}
        return replace(self, figures=tuple(new.get(each.id, each) for each in self.figures))

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


_groups, _guns, _vehicles = by_id(Group), by_id(Gun), by_id(Vehicle)


def casualty(figure: Figure, period: int, life: Life = Life.CASUALTY) -> Figure:
    """Somebody who is not fit any more."""
    return replace(figure, life=life, lost_in=period, serves=None, share=False)
