"""Events of the battle's frame: beginning and end, turns, phases, cards, casualties, the umpire's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle.ending import BattleEnded
from rules.battle.facts import FactValue
from rules.battle.umpire import FactRuled
from rules.book_and_gun.outfits import Outfit
from rules.book_and_gun.pieces import Piece
from rules.book_and_gun.state import Conditions, Side
from rules.book_and_gun.steeds import Steed
from rules.book_and_gun.units import Phase, Posture, Status, Unit
from rules.book_and_gun.vehicles import Vehicle
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.event import Event
from rules.table.board import Board
from rules.table.fog import Glimpse


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleOpened(Event):
    """The frame of the battle. The units come in `UnitMustered` events, which their enemies may not read."""

    kind: Literal["battle-opened"] = "battle-opened"
    title: str
    sides: tuple[Side, ...]
    board: Board | None
    options: tuple[tuple[str, str], ...]
    turn_limit: int | None
    conditions: Conditions
    civilian_attitude: Literal["neutral", "pro-insurgent", "pro-army"] = "neutral"
    outfits: tuple[Outfit, ...] = ()
    """What the scenario gives to units when they come, for nobody to read here. BG-R287"""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitMustered(Event):
    """A unit stands ready (or in reserve), figures placed when there is a board."""

    kind: Literal["unit-mustered"] = "unit-mustered"
    unit: Unit
    vehicles: tuple[Vehicle, ...] = ()
    steeds: tuple[Steed, ...] = ()
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderNominated(Event):
    """A commander-in-chief, in secret. BG-IV.5."""

    kind: Literal["commander-nominated"] = "commander-nominated"
    side: SideId
    figure: str
    by_player: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    """Contacts older than the turn before are forgotten, expired rulings and sightings fall."""

    kind: Literal["turn-began"] = "turn-began"
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseBegan(Event):
    """Runs, next card and phase steps are cleared; with `deck` the cards shuffled for it."""

    kind: Literal["phase-began"] = "phase-began"
    phase: Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """The deck holds all 54 cards again. BG-R02, BG-R03."""

    kind: Literal["deck-shuffled"] = "deck-shuffled"
    deck: Literal["initiative", "casualty"]
    midway: bool = False
    """Cards had been turned of it in this phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsTurned(Event):
    """Initiative cards turned: `discarded` found nobody who could act (BG-R10), `cards` are `side`'s run,
    `next_card` broke the run and opens the next one. A joker is a run of its own."""

    kind: Literal["cards-turned"] = "cards-turned"
    side: SideId | None
    cards: tuple[Card, ...]
    joker: bool = False
    discarded: tuple[Card, ...] = ()
    next_card: Card | None = None
    from_next: bool = False
    """The first card was `next_card` of the state before, turned already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activated(Event):
    """Figures of a unit had their chance in this phase, and a card of the run is spent (`card`: which; None when none
    is needed, as after the cards). `declined`: they do nothing. Every activation of either phase begins with it."""

    kind: Literal["activated"] = "activated"
    unit: str
    figures: tuple[str, ...]
    phase: Phase
    card: Card | None = None
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerNamed(Event):
    """A unit named for a joker and the D6 rolled for it. `amount`: further dice that belong to the effect.

    The joker stays in the run as that unit's card; an effect that uses the unit's chance up is followed by
    `Activated`."""

    kind: Literal["joker-named"] = "joker-named"
    unit: str
    phase: Phase
    die: int
    amount: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStepDone(Event):
    """A piece of work of a phase is done, so that it is not done twice."""

    kind: Literal["phase-step-done"] = "phase-step-done"
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded(Event):
    kind: Literal["phase-ended"] = "phase-ended"
    phase: Phase


# ── What befalls figures, whatever the cause ──────────────────────────────────────────────────────────────────────

Cause = Literal["fire", "close combat", "rout", "explosion", "back blast", "artillery", "trap", "umpire"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureFell(Event):
    """A figure is wounded or killed. `by`: the figure who did it, `by_unit` its unit, `weapon` its weapon key,
    `cards` the casualty cards in order, `reading` how they were read ("leader", "key figure", "ordinary", "named")."""

    kind: Literal["figure-fell"] = "figure-fell"
    unit: str
    figure: str
    status: Literal[Status.WOUNDED, Status.KILLED]
    cause: Cause
    by: str | None = None
    by_unit: str | None = None
    weapon: str = ""
    cards: tuple[Card, ...] = ()
    reading: str = ""
    target_class: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureCaptured(Event):
    kind: Literal["figure-captured"] = "figure-captured"
    unit: str
    figure: str
    captor: str
    """Unit that takes him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureLeft(Event):
    """A figure is out of the battle, neither hit nor taken. `reason`: "routed off", "off the edge",
    "failed to rally", "rules of engagement", "removed by the umpire" …"""

    kind: Literal["figure-left"] = "figure-left"
    unit: str
    figure: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureHealed(Event):
    """A wounded figure is fit again (joker 5), or the umpire restores one."""

    kind: Literal["figure-healed"] = "figure-healed"
    unit: str
    figure: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommanderLost(Event):
    """The nominated commander-in-chief was killed or captured: his name is out, major morale begins. BG-IV.5."""

    kind: Literal["commander-lost"] = "commander-lost"
    side: SideId
    figure: str


# ── The umpire's word, standing answers ───────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionsSet(Event):
    kind: Literal["conditions-set"] = "conditions-set"
    conditions: Conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class EngagementRulesSet(Event):
    """BG-III.2.4.0."""

    kind: Literal["engagement-rules-set"] = "engagement-rules-set"
    side: SideId
    roe: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttitudeSet(Event):
    """BG-III.2.3b."""

    kind: Literal["attitude-set"] = "attitude-set"
    attitude: Literal["neutral", "pro-insurgent", "pro-army"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitConcealed(Event):
    """The umpire puts a unit under a concealment marker. BG-VI.1.1a."""

    kind: Literal["unit-concealed"] = "unit-concealed"
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitRevealed(Event):
    """A concealed unit is placed on the table. BG-R139. `reason`: "fired", "enemy within 4 inches", "spotted",
    "left concealing terrain", "umpire"."""

    kind: Literal["unit-revealed"] = "unit-revealed"
    unit: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeChanged(Event):
    """What a side sees of the others now, and where it saw others last. Secret to that side. `appeared` came into
    sight, `vanished` went out of it. BG-R183."""

    kind: Literal["knowledge-changed"] = "knowledge-changed"
    side: SideId
    now: tuple[Glimpse, ...]
    lost: tuple[Glimpse, ...]
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingSet(Event):
    """The standing answers of a side: to charges, to a place that the enemy has left, to an aircraft that attacks."""

    kind: Literal["standing-answer"] = "standing-answer"
    side: SideId
    when_charged: Literal["ask", "stand", "evade"]
    when_won: Literal["ask", "take", "stay"] = "ask"
    at_aircraft: Literal["fire", "shown", "hold"] = "fire"


@dataclass(frozen=True, slots=True, kw_only=True)
class PosturesSet(Event):
    """Figures lie down or stand up. BG-VIII.4.3a."""

    kind: Literal["postures-set"] = "postures-set"
    unit: str
    figures: tuple[str, ...]
    posture: Posture


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteTaken(Event):
    """A remark by the umpire for the record."""

    kind: Literal["note-taken"] = "note-taken"
    text: str
    value: FactValue = ""


BattleEvent: TypeAlias = (
    BattleOpened
    | UnitMustered
    | CommanderNominated
    | TurnBegan
    | PhaseBegan
    | DeckShuffled
    | CardsTurned
    | Activated
    | JokerNamed
    | PhaseStepDone
    | PhaseEnded
    | BattleEnded
    | FigureFell
    | FigureCaptured
    | FigureLeft
    | FigureHealed
    | CommanderLost
    | FactRuled
    | ConditionsSet
    | EngagementRulesSet
    | AttitudeSet
    | UnitConcealed
    | UnitRevealed
    | KnowledgeChanged
    | StandingSet
    | PosturesSet
    | NoteTaken
)
