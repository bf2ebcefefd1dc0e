"""Events of the frame: muster, cards, goes, questions, standing answers, the umpire's word, the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.course import BrokenOff
from rules.battle.ending import BattleEnded
from rules.battle.umpire import FactRuled
from rules.five56mm.actions import GoAction, RollingAction
from rules.five56mm.actions.battle import Reply
from rules.five56mm.book.light import Light
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Help
from rules.five56mm.state import (
    Character,
    Fright,
    Joker,
    Point,
    Question,
    RadioTask,
    Side,
    Squad,
    Vehicle,
    Watch,
)  # fmt: skip
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.event import Event
from rules.table.board import Board


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOpened(Event):
    """The frame of the battle."""

    kind: Literal["battle-opened"] = "battle-opened"
    title: str
    sides: tuple[Side, ...]
    board: Board | None
    options: tuple[tuple[str, str], ...]
    light: Light
    light_die: int | None = None
    turn_limit: int | None
    jokers: tuple[Joker, ...] = ()
    radio: tuple[RadioTask, ...] = ()
    care: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadMustered(Event):
    """A squad takes the field, cards assigned, with its vehicles."""

    kind: Literal["squad-mustered"] = "squad-mustered"
    squad: Squad
    characters: tuple[Character, ...]
    vehicles: tuple[Vehicle, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckRolled(Event):
    """Lucky Bastard: the +1 modifiers of this battle. MM-10.LB.1."""

    kind: Literal["luck-rolled"] = "luck-rolled"
    character: str
    luck: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """The deck holds the cards of all who are not killed or gone, and the Jokers. MM-2.3T.4, MM-2.3T.7."""

    kind: Literal["turn-began"] = "turn-began"
    turn: int
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTurned(Event):
    """A card is drawn. With a character, whatever he kept doing ends; `fate` says why he has no go, if so. `returns`:
    the card is shuffled in again next turn. MM-2.3T.5, MM-2.3T.8, MM-R17, MM-R90."""

    kind: Literal["card-turned"] = "card-turned"
    card: Card
    character: str | None
    fate: Literal["go", "joker", "dead", "left", "down", "given-up"]
    scenario_event: str = ""
    """A Joker: the event that the scenario lists for it. MM-2.3T.11."""
    returns: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBegan(Event):
    """What the card allows. MM-2.2.1, MM-2.3T.9."""

    kind: Literal["go-began"] = "go-began"
    character: str
    card: Card
    second: bool
    allowance: int
    special: bool
    forced: Courage


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTaken(Event):
    """An action is spent; a declared one is carried out with it. `forced`: it was a move that fear demanded."""

    kind: Literal["action-taken"] = "action-taken"
    character: str
    verb: str
    cost: int
    forced: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOver(Event):
    """Nothing more can be done on this card, though covering enemies may still fire."""

    kind: Literal["go-over"] = "go-over"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoEnded(Event):
    """The next card may be drawn. MM-2.3T.6."""

    kind: Literal["go-ended"] = "go-ended"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded(Event):
    kind: Literal["turn-ended"] = "turn-ended"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDeclared(Event):
    """An action that somebody on Covering Fire may interrupt. MM-3.6.2."""

    kind: Literal["declared"] = "declared"
    character: str
    intent: GoAction


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentDropped(Event):
    """The declared action is no longer possible; nothing is spent."""

    kind: Literal["intent-dropped"] = "intent-dropped"
    character: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened(Event):
    """These may interrupt now. MM-3.6.2."""

    kind: Literal["window-opened"] = "window-opened"
    phase: Literal["before", "after"]
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverPassed(Event):
    """He does not fire now; `this_go`: nor for the rest of this go."""

    kind: Literal["cover-passed"] = "cover-passed"
    character: str
    this_go: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Event):
    """The battle waits on an answer. `held`: the step that it broke off."""

    kind: Literal["asked"] = "asked"
    question: Question
    held: BrokenOff[RollingAction] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    kind: Literal["answered"] = "answered"
    number: int
    question: str
    side: SideId
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSet(Event):
    kind: Literal["standing-set"] = "standing-set"
    side: SideId
    question: str
    answer: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSet(Event):
    """Orders of somebody on Covering Fire; his side's secret."""

    kind: Literal["watch-set"] = "watch-set"
    watch: Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillUsed(Event):
    """A once-per-game skill, or one Lucky +1, is spent. MM-10.N.1, MM-10.S.1, MM-10.F.1, MM-10.LB.1."""

    kind: Literal["skill-used"] = "skill-used"
    character: str
    help: Help
    armed: bool = False
    """Declared before the roll that it is for (MM-R72)."""
    rolled: bool = True
    """That roll has been made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faced(Event):
    kind: Literal["faced"] = "faced"
    character: str
    facing: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Frightened(Event):
    """These must take a Morale Test. MM-9.4.3, MM-9.4.4, MM-9.4.5."""

    kind: Literal["frightened"] = "frightened"
    frights: tuple[Fright, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSet(Event):
    kind: Literal["light-set"] = "light-set"
    light: Light
    die: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Event):
    """A character or vehicle stands somewhere by the umpire's hand."""

    kind: Literal["placed"] = "placed"
    unit: str
    at: Point
    facing: float
    level: int = 0
    """The floor or roof. MM-R225"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTable(Event):
    """Out of the battle, alive. `edge`: by which he left of his own will or was brought off. MM-R69, MM-R215."""

    kind: Literal["left-table"] = "left-table"
    character: str
    reason: str
    edge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored(Event):
    kind: Literal["restored"] = "restored"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoLowSet(Event):
    """MM-7.0.9."""

    kind: Literal["ammo-low-set"] = "ammo-low-set"
    character: str
    weapons: tuple[str, ...]
    low: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CareGiven(Event):
    """The Mortally Wounded have been cared for, or not, after the last shot. MM-5.1.1."""

    kind: Literal["care-given"] = "care-given"


BattleEvent: TypeAlias = (
    BattleOpened | SquadMustered | LuckRolled | TurnBegan | CardTurned | GoBegan | ActionTaken | GoOver | GoEnded
    | TurnEnded | ActionDeclared | IntentDropped | WindowOpened | CoverPassed | Asked | Answered | StandingSet
    | WatchSet
    | SkillUsed | Faced | Frightened | FactRuled | LightSet | Placed | LeftTable | Restored | AmmoLowSet | CareGiven
    | BattleEnded
)  # fmt: skip
