"""The groups of a battle: what they are ordered, what they fire at, see and suffer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.battle.orders.data import Stop
from rules.infantry_action.book.kinds import Pace, Posture
from rules.infantry_action.figures import LONG_AGO, Point
from rules.kernel.action import SideId

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
    formation: Literal["", "line", "file", "bunch", "wedge", "along"] = ""
    """How its men go and stand at the end; "": as they stood when they took it up. IA-R240"""
    kept: tuple[tuple[str, float, float], ...] = ()
    """How they stood then: figure, metres east and north of the anchor."""
    route: tuple[Point, ...] = ()
    """The whole way of the anchor from where the order was taken up; those behind come by it."""
    posted: tuple[tuple[str, Point], ...] = ()
    """Men with a place of their own."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a player has settled for a group so that nobody need ask him."""

    fire: Literal["", "at will", "hold", "return"] = ""
    """What its men do where no target is named: fire at the best one, hold, fire only at who fires at them; "": not
    settled. IA-R242"""
    cover: Literal[2, -2, 0] = 0
    """0: not settled. IA-reaction.cover-choice, IA-R242"""
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
    ordered: bool = False
    """It has had an order in this battle: another one is a change. IA-R243"""
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
    """Until it fires, or sees and is seen: whether somebody unseen has located it its side does not learn. IA-R157,
    IA-R260"""
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
    of: str = ""
    """Of prisoners: the name of the group that they were."""
    escort: str = ""
    """Of prisoners: the figure who guards them; of a captor nothing."""
    doubled_in: int = LONG_AGO


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a side has sealed beyond one period: until then its groups carry on and fire as instructed, and it is asked
    for nothing. IA-R252"""

    side: SideId
    first: int
    """The period with whose orders it was sealed."""
    last: int
    """The last period that it is for, whatever happens."""
    ends: tuple[str, ...] = ()
    """The kinds of contact that end it before."""
    before: tuple[str, ...] = ()
    """The signs of contact that there were when it was written, or that have been told since."""
    tells: tuple[str, ...] = ()
    """The kinds of contact that are only told; the others end it with the period."""
    at_once: tuple[str, ...] = ()
    """The kinds of contact that end it before fire is declared."""
    until: Stop | None = None
    """What ends it besides, as its side has named it."""


@dataclass(frozen=True, slots=True)
class Message:
    """An order that a runner carries to a group out of reach. IA-R027, IA-R248"""

    side: SideId
    runner: str
    """Figure."""
    group: str
    """The group that he is by himself."""
    to: str
    order: GroupOrder
    home: str
    """The group from which he was sent."""
    sent: int
    told: bool = False
    """He has told them, and is on his way back."""


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
class Located:
    """A group has located a target for effective fire, from where and in which period last. `kept`: it was fired on,
    took cover and has not moved. IA-loc.required, IA-loc.stays-located"""

    by: str
    """Id of the group (or vehicle) that looks."""
    target: str
    """Id of a group or vehicle."""
    at: Point
    period: int
    kept: bool = False
    shared: bool = False
    """Not by its own eyes: another group of the side has told it. IA-R055"""


EVERYBODY: SideId = ""
"""In place of a side: what stood in the open."""


@dataclass(frozen=True, slots=True)
class LastSeen:
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
