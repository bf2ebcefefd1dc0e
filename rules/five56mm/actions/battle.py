"""Actions of the frame: ending a go, answers, standing answers, luck, the umpire's word, the engine's steps."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle import ending, umpire
from rules.battle.umpire import ByUmpire, RuleFact
from rules.five56mm.actions.foot import Who
from rules.kernel.action import FACT, Action, MapRef, OwnUnit, Role, UnitRef

# ── Players ───────────────────────────────────────────────────────────────────────────────────────────────────────

Reply = Literal["ask", "yes", "no"]
"""What a side may say once for all to one kind of question."""


class EndGo(Action):
    """Ends the go, whatever is left of it. MM-2.3T.6, MM-2.2.4."""

    title: ClassVar[str] = "End go"
    summary: ClassVar[str] = "Do nothing more on this card"
    verb: Literal["end-go"] = "end-go"
    character: Who = None

    @property
    def idles(self) -> bool:
        return True


class Answer(Action):
    """Yes or no to the question that the battle waits on."""

    title: ClassVar[str] = "Answer"
    summary: ClassVar[str] = "Answer the question the battle waits on"
    verb: Literal["answer"] = "answer"
    answer: Annotated[Literal["yes", "no"], Field(description="yes or no to the question of the battle")]
    this_go: Annotated[bool, Field(description="covering fire: hold it for the rest of this go, unasked")] = False


class StandingAnswer(Action):
    """What the side answers without being asked."""

    title: ClassVar[str] = "Standing answer"
    summary: ClassVar[str] = "Answer such questions without being asked each time"
    verb: Literal["standing-answer"] = "standing-answer"
    question: Annotated[
        Literal["cover", "throw-back", "withdraw", "nails", "sharpshooter", "leader", "fearless", "lucky"],
        Field(description="covering shots, throw-backs, letting enemies withdraw, or a skill (yes: when it counts)"),
    ]
    answer: Annotated[Reply, Field(description="ask each time, always yes, always no")]


class ArmLuck(Action):
    """Declares a Lucky +1 for the next roll (switch lucky-timing). MM-10.LB.1, MM-R72."""

    title: ClassVar[str] = "Trust to luck"
    summary: ClassVar[str] = "Lucky Bastard: +1 to his next roll, declared before it"
    verb: Literal["luck"] = "luck"
    character: Annotated[OwnUnit, Field(description="the Lucky Bastard who trusts to it")]


# ── Umpire ────────────────────────────────────────────────────────────────────────────────────────────────────────


class SetLight(umpire.SetLight):
    """Sets the light. MM-6.2.1."""

    summary: ClassVar[str] = "Umpire: Full, Low or No Light; empty rolls for it"
    light: Annotated[
        Literal["Full Light", "Low Light", "No Light"] | None, Field(description="how light it is; empty: a D6 decides")
    ] = None


class PlaceUnit(umpire.PlaceUnit):
    """Puts a character or vehicle somewhere."""

    summary: ClassVar[str] = "Umpire: put a character or vehicle somewhere"
    unit: Annotated[UnitRef, Field(description="character or vehicle that is put there")]


class RemoveCharacter(umpire.Remove):
    """Takes a character out of the battle, alive."""

    title: ClassVar[str] = "Remove character"
    summary: ClassVar[str] = "Umpire: a character leaves the battle alive"
    character: Annotated[UnitRef, Field(description="character who leaves the battle alive")]


class RestoreCharacter(umpire.Restore):
    """Makes a character fit and present again."""

    title: ClassVar[str] = "Restore character"
    summary: ClassVar[str] = "Umpire: a character is fit again"
    character: Annotated[UnitRef, Field(description="character who is fit and present again")]


class SetVehicle(ByUmpire):
    """What has become of a vehicle, by the umpire's word. MM-R87."""

    title: ClassVar[str] = "Set vehicle"
    summary: ClassVar[str] = "Umpire: what has become of a vehicle"
    verb: Literal["set-vehicle"] = "set-vehicle"
    vehicle: Annotated[UnitRef, Field(description="vehicle of which he says so")]
    to: Annotated[Literal["whole", "immobilised", "destroyed", "captured"], Field(description="what it is from now on")]


class Bombard(umpire.Bombard):
    """An explosion by the scenario's will: a shell, a bomb, a mine."""

    summary: ClassVar[str] = "Umpire: an explosion at a place"
    blast_of: Annotated[
        Literal["frag", "stun", "cs", "wp", "law", "rpg"], Field(description="whose blast chart it uses")
    ]
    at: Annotated[MapRef | None, Field(description="place of the explosion")] = None
    victims: Annotated[
        tuple[str, ...], FACT, Field(description='without a board: who is how far from it, "Private Kay 1.5"')
    ] = ()


class CallMoraleTest(umpire.CallMoraleTest):
    """Morale Tests because the scenario says so."""

    title: ClassVar[str] = "Call Morale Test"
    summary: ClassVar[str] = "Umpire: a character or a squad tests its morale"
    unit: Annotated[UnitRef, Field(description="a character, or the leader for the whole squad")]
    whole_squad: Annotated[bool, Field(description="everybody of his squad")] = False


class SetAmmoLow(ByUmpire):
    """Ammo-Low status of a character's weapon, as the scenario decides. MM-7.0.9."""

    title: ClassVar[str] = "Set Ammo-Low"
    summary: ClassVar[str] = "Umpire: a weapon is low on ammunition"
    verb: Literal["ammo-low"] = "ammo-low"
    character: Annotated[UnitRef, Field(description="character whose weapon it is")]
    weapon: Annotated[str | None, Field(description="weapon; empty: all he has")] = None
    low: Annotated[bool, Field(description="low, or well supplied again")] = True


class DeclareEnd(ending.DeclareEnd[Literal["black", "red", "draw"]]):
    """The umpire declares the result. MM-R91."""


# ── Engine ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Proceed(Action):
    """The engine's next step: a card, a declared action, an explosion, Morale Tests, the end of a go or a turn."""

    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["proceed"] = "proceed"


BATTLE_ACTIONS: tuple[type[Action], ...] = (
    EndGo,
    Answer,
    StandingAnswer,
    ArmLuck,
    RuleFact,
    SetLight,
    PlaceUnit,
    RemoveCharacter,
    RestoreCharacter,
    SetVehicle,
    Bombard,
    CallMoraleTest,
    SetAmmoLow,
    DeclareEnd,
    Proceed,
)
