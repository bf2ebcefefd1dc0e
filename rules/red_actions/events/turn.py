"""The battle's own course: its opening, officers drawn, turns and segments, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.ending import BattleEnded
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.red_actions.book.cards import Pack
from rules.red_actions.book.kinds import Light, UnitFormation, Weather
from rules.red_actions.state import Drawn, Dummy, Side
from rules.red_actions.units import Blaze, Concealment, Officer, Point, Unit
from rules.table.board import Board


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOpened(Event):
    """The frame of the battle. RA-seq.1"""

    kind: Literal["battle-opened"] = "battle-opened"
    title: str
    sides: tuple[Side, ...]
    board: Board
    options: tuple[tuple[str, str], ...]
    light: Light = Light.DAY
    weather: Weather = Weather.CLEAR
    turn_limit: int | None = None
    pack: Pack | None = None
    blazes: tuple[Blaze, ...] = ()
    """Houses that are on fire. RA-R266"""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMustered(Event):
    """A unit with its officers comes to the battle; for its own side alone while the other may not know it. `late`: it
    joins a battle that goes on."""

    kind: Literal["unit-mustered"] = "unit-mustered"
    unit: Unit
    officers: tuple[Officer, ...] = ()
    leaders: tuple[str, ...] = ()
    """People of it who are no officers and have no token: the commander of a single gun, of a train."""
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensDrawn(Event):
    """Tokens lie on the table for a senior officer, to choose one. RA-def.officer.draw.1, RA-def.officer.draw.2"""

    kind: Literal["tokens-drawn"] = "tokens-drawn"
    drawn: Drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenKept(Event):
    """An officer has his token: chosen, or the only one drawn. `cup`: what is out of the cup now. RA-R05"""

    kind: Literal["token-kept"] = "token-kept"
    officer: str
    token: str
    cup: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed(Event):
    """A unit is placed before the battle; for its own side alone where it is hidden. RA-seq.3, RA-seq.4"""

    kind: Literal["deployed"] = "deployed"
    unit: str
    at: Point
    facing: float
    formation: UnitFormation
    hidden: Concealment
    marker: int = 0
    holds: str = ""
    spots: tuple[tuple[str, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerPlaced(Event):
    """A position marker lies on the table: what everybody sees of a unit, or of nothing. RA-seq.3, RA-seq.dummy"""

    kind: Literal["marker-placed"] = "marker-placed"
    side: SideId
    marker: int
    at: Point
    dummy: Dummy | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReady(Event):
    """A side has placed its troops."""

    kind: Literal["side-ready"] = "side-ready"
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """All that held for a turn is over. `deck`: the cards of units and officers, where cards give the order.
    RA-def.turn, RA-init.cards.1"""

    kind: Literal["turn-began"] = "turn-began"
    turn: int
    deck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeRolled(Event):
    """Both sides have rolled, as often as it took; the winner moves, None: the turn ends. RA-init.standard.1,
    RA-init.dice.1, RA-init.dice.3"""

    kind: Literal["initiative-rolled"] = "initiative-rolled"
    winner: SideId | None
    rolls: tuple[tuple[SideId, int], ...]
    whole_turn: bool
    """It decides who begins the turn, not this segment alone."""
    loser: SideId | None = None
    """Of the last roll-off that was decided by higher dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCardDrawn(Event):
    """The next card: `only` are the units that may act on it, none where all of them have. RA-init.cards.1"""

    kind: Literal["unit-card-drawn"] = "unit-card-drawn"
    card: str
    only: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentOpened(Event):
    """A side is to act with one unit. `only`: the units that may; empty: any that has not. `out_of_turn`: a Clever
    officer has pre-empted what waits on the agenda. RA-preempt.clever.1"""

    kind: Literal["segment-opened"] = "segment-opened"
    side: SideId
    only: tuple[str, ...] = ()
    out_of_turn: Literal["", "clever"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentTaken(Event):
    """A unit begins its segment. `extras`: what it had done beside its action before it was pre-empted."""

    kind: Literal["segment-taken"] = "segment-taken"
    unit: str
    side: SideId
    extras: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideDone(Event):
    """Something that a unit may do beside its action is done in this segment. RA-action.extra.facing"""

    kind: Literal["beside-done"] = "beside-done"
    unit: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hesitated(Event):
    """A Mob's die at the start of its segment. `stays`: it stays where it is and may only shoot. RA-char.mob.1"""

    kind: Literal["hesitated"] = "hesitated"
    unit: str
    roll: int
    stays: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDone(Event):
    """The unit's one action is done; or its fire, after which it may still move. RA-action.one, RA-action.move"""

    kind: Literal["action-done"] = "action-done"
    unit: str
    may_move: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentEnded(Event):
    """`unit` None: the side has passed."""

    kind: Literal["segment-ended"] = "segment-ended"
    side: SideId
    unit: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRests(Event):
    """The side's other units do nothing in their segments of this turn; they still answer. RA-R186"""

    kind: Literal["side-rests"] = "side-rests"
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentLost(Event):
    """A unit that has not acted was forced to act, or has answered out of turn: it has no segment left.
    RA-action.forfeit, RA-R69, RA-R70"""

    kind: Literal["segment-lost"] = "segment-lost"
    unit: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    kind: Literal["turn-ended"] = "turn-ended"
    turn: int


TurnEvent: TypeAlias = (
    BattleOpened
    | UnitMustered
    | TokensDrawn
    | TokenKept
    | Deployed
    | MarkerPlaced
    | SideReady
    | TurnBegan
    | InitiativeRolled
    | UnitCardDrawn
    | SegmentOpened
    | SegmentTaken
    | BesideDone
    | Hesitated
    | ActionDone
    | SegmentEnded
    | SideRests
    | SegmentLost
    | TurnEnded
    | BattleEnded
)
