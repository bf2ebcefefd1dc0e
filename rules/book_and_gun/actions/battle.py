"""Actions of the frame: cards, phases, holding, jokers, the commander, the umpire's word, the engine's steps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle import ending, umpire
from rules.battle.umpire import ByUmpire, RuleFact
from rules.book_and_gun.actions.fire import CLASSES
from rules.book_and_gun.book.indirect import Attack
from rules.book_and_gun.book.rows import TargetClass
from rules.kernel.action import FACT, Action, FigureRef, MapRef, OwnUnit, Role, UnitRef

# ── Players ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Hold(Action):
    """Declines for one named unit: it has had its chance. BG-VIII.0.1b, BG-X.0.4."""

    title: ClassVar[str] = "Hold"
    summary: ClassVar[str] = "The unit does nothing on this card"
    verb: Literal["hold"] = "hold"
    unit: Annotated[OwnUnit, Field(description="your unit that holds")]
    figure: Annotated[FigureRef | None, Field(description="in the fire phase: only this figure holds")] = None

    @property
    def idles(self) -> bool:
        return True


class HoldAll(Action):
    """Declines for as many units as there are cards in the run, or for all units for the rest of the phase."""

    title: ClassVar[str] = "Hold with all"
    summary: ClassVar[str] = "No unit acts on these cards"
    verb: Literal["hold-all"] = "hold-all"
    whole_phase: Annotated[bool, Field(description="for the rest of the phase, not only on these cards")] = False

    @property
    def idles(self) -> bool:
        return True


class NameJoker(Action):
    """Names the unit for a joker of the side's colour. BG-VIII.1.14, BG-X.1.13."""

    title: ClassVar[str] = "Joker"
    summary: ClassVar[str] = "Name the unit that the joker falls on"
    verb: Literal["joker"] = "joker"
    unit: Annotated[OwnUnit, Field(description="unit that has not acted in this phase")]
    enemy: Annotated[UnitRef | None, Field(description="nearest enemy, without a board (joker 6)")] = None
    distance: Annotated[float | None, Field(ge=0, description="inches to it, without a board (joker 6)")] = None


class NominateCommander(Action):
    """Names the side's commander-in-chief in secret, before the first card. BG-IV.5, BG-R24."""

    title: ClassVar[str] = "Nominate commander"
    summary: ClassVar[str] = "Name your commander-in-chief in secret"
    chapter: ClassVar[str] = "deployment"
    verb: Literal["nominate-commander"] = "nominate-commander"
    figure: Annotated[FigureRef, Field(description="an unhurt leader of your side")]


class StandingAnswer(Action):
    """What the side answers when charged, when the enemy has left his place to it, or when an aircraft attacks, without
    being asked."""

    title: ClassVar[str] = "Standing answer"
    summary: ClassVar[str] = "Answer charges and won combats without being asked each time"
    verb: Literal["standing-answer"] = "standing-answer"
    when_charged: Annotated[
        Literal["ask", "stand", "evade"] | None, Field(description="what charged units do; empty: as before")
    ] = None
    when_won: Annotated[
        Literal["ask", "take", "stay"] | None,
        Field(description="whether winners take the enemy's place; empty: as before"),
    ] = None
    at_aircraft: Annotated[
        Literal["fire", "shown", "hold"] | None,
        Field(description="who fires at an attacking aircraft: all able, those the enemy sees, nobody"),
    ] = None


# ── Umpire ────────────────────────────────────────────────────────────────────────────────────────────────────────


class SetConditions(ByUmpire):
    """Sets light, weather, ground, visibility. BG-R30."""

    title: ClassVar[str] = "Set conditions"
    summary: ClassVar[str] = "Umpire: light, weather, ground, visibility"
    verb: Literal["set-conditions"] = "set-conditions"
    light: Annotated[Literal["day", "night"] | None, Field(description="daylight, or night")] = None
    weather: Annotated[
        Literal["clear", "fog", "rain", "falling snow"] | None, Field(description="what the sky does; empty: as before")
    ] = None
    ground: Annotated[
        Literal["dry", "snow", "mud"] | None, Field(description="how the ground is; empty: as before")
    ] = None
    visibility: Annotated[float | None, Field(gt=0, description="inches; 0 cannot be set")] = None
    unlimited: Annotated[bool, Field(description="lift the limit of visibility")] = False


class SetEngagementRules(ByUmpire):
    """Rules of engagement 1 to 4 of a side, 0 for none. BG-III.2.4.0."""

    title: ClassVar[str] = "Set rules of engagement"
    summary: ClassVar[str] = "Umpire: rules of engagement 1 to 4, 0 for none"
    verb: Literal["set-roe"] = "set-roe"
    side: Annotated[Literal["army", "insurgents"], Field(description="side that the rules bind")]
    roe: Annotated[int, Field(ge=0, le=4, description="1 hold, 2 tight, 3 ready, 4 free, 0 none")]


class SetAttitude(ByUmpire):
    """Attitude of the civilians. BG-III.2.3b."""

    title: ClassVar[str] = "Set civilians' attitude"
    summary: ClassVar[str] = "Umpire: whom the civilians favour"
    verb: Literal["set-attitude"] = "set-attitude"
    attitude: Annotated[Literal["neutral", "pro-insurgent", "pro-army"], Field(description="whom the civilians favour")]


class Reveal(umpire.Reveal):
    """Places a concealed unit on the table, or declares a unit spotted by a side. BG-VI.1.1c."""

    summary: ClassVar[str] = "Umpire: a unit is seen"


class Conceal(ByUmpire):
    """Takes a unit off the enemy's sight. BG-VI.1.1c."""

    title: ClassVar[str] = "Conceal"
    summary: ClassVar[str] = "Umpire: a unit is hidden"
    verb: Literal["conceal"] = "conceal"
    unit: Annotated[UnitRef, Field(description="unit that is hidden from now on")]


class PlaceUnit(umpire.PlaceUnit):
    """Sets a unit on a place of the board by the umpire's hand."""

    to: Annotated[MapRef, Field(description="place of its foremost figure: B2, 6in toward Cell 2")]


class RemoveFigure(umpire.Remove):
    """Takes a figure out of the battle."""

    title: ClassVar[str] = "Remove figure"
    summary: ClassVar[str] = "Umpire: a figure leaves the battle"
    figure: Annotated[FigureRef, Field(description="figure who leaves the battle")]
    reason: umpire.Leaving = "removed by the umpire"


class RestoreFigure(umpire.Restore):
    """Makes a figure fit and present again."""

    title: ClassVar[str] = "Restore figure"
    summary: ClassVar[str] = "Umpire: a figure is fit again"
    figure: Annotated[FigureRef, Field(description="figure who is fit and present again")]


class Bombard(umpire.Bombard):
    """A round, bomb or barrage from off the board, by the scenario's will. BG-X.13.21."""

    summary: ClassVar[str] = "Umpire: artillery, a mortar or an air strike falls on a place"
    blast_of: Annotated[Attack, Field(description="what falls: template 4, mortars 2 to 4, air strike 3 inches")]
    at: Annotated[MapRef | None, Field(description="place that is aimed at: B2, or a name")] = None
    on_target: Annotated[
        bool, Field(description="no deviation: laser designator, GPS, or the place where it has fallen")
    ] = False
    observer: Annotated[UnitRef | None, Field(description="who observes: short is towards him; empty: the south")] = (
        None
    )
    building: Annotated[
        bool, Field(description="the building there is the target: artillery or air strikes may bring it down")
    ] = False
    turns_before: Annotated[
        int, Field(ge=0, le=20, description="turns of fire at exactly this point just before this one")
    ] = 0
    victims: Annotated[
        tuple[str, ...], FACT, Field(description="without a board: units and figures under the template")
    ] = ()
    target_class: Annotated[
        TargetClass | None,
        FACT,
        Field(description=CLASSES),
    ] = None


class CallMoraleTest(umpire.CallMoraleTest):
    """A critical or major check because the scenario says so. BG-XII.1.2, BG-XII.1.3."""

    summary: ClassVar[str] = "Umpire: a unit, or a whole side, tests its morale"
    unit: Annotated[UnitRef | None, Field(description="the unit that tests its morale")] = None
    side: Annotated[
        Literal["army", "insurgents", "civilians"] | None, Field(description="or a side: all its units, or as one")
    ] = None
    test: Annotated[
        Literal["critical", "major"], Field(description="critical: each unit; major: the side, as without commander")
    ] = "critical"


class DeclareEnd(ending.DeclareEnd[Literal["army", "insurgents", "draw"]]):
    """The umpire declares the result. BG-R131."""


# ── Engine ────────────────────────────────────────────────────────────────────────────────────────────────────────


class BeginTurn(Action):
    """Opens the next turn and its movement phase: all 54 cards are shuffled. BG-VII.1, BG-R02."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["begin-turn"] = "begin-turn"


class TurnCards(Action):
    """Turns cards: one, or a whole run. BG-VII.2."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["turn-cards"] = "turn-cards"


class EndPhase(Action):
    """Closes a phase and opens the next."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["end-phase"] = "end-phase"


class EndBattle(Action):
    """Records the result that the rules give."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["end-battle"] = "end-battle"


BATTLE_ACTIONS: tuple[type[Action], ...] = (
    Hold,
    HoldAll,
    NameJoker,
    NominateCommander,
    StandingAnswer,
    RuleFact,
    SetConditions,
    SetEngagementRules,
    SetAttitude,
    Reveal,
    Conceal,
    PlaceUnit,
    RemoveFigure,
    RestoreFigure,
    Bombard,
    CallMoraleTest,
    DeclareEnd,
    BeginTurn,
    TurnCards,
    EndPhase,
    EndBattle,
)
