"""Actions on foot and with hands: 3.1 to 3.7, 4.1, 4.2, 4.4, 4.5, 4.9 and what morale forces (9.4)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from rules.kernel.action import FACT, Action, EnemyUnit, Facing, Inches, MapRef, OwnUnit, UnitRef

Who = Annotated[OwnUnit | None, Field(description="who acts; empty: the character whose card is up")]
Path = Annotated[
    tuple[str, ...],
    FACT,
    Field(description='without a board: "3 even", "1.5 obstacle" (height), "4 mud TN 2"'),
]
Face = Annotated[Facing | None, Field(description="facing afterwards; empty: towards the nearest enemy")]
Ground = Annotated[str | None, FACT, Field(description="ground: even, dense rubble …")]
Contact = Annotated[bool | None, FACT, Field(description="the two are within 1 in of each other")]
Range = Annotated[Inches | None, FACT, Field(description="distance to the target in inches")]
Obscured = Annotated[float | None, FACT, Field(ge=0, le=100, description="percent of the target that is obscured")]
Unaware = Annotated[bool | None, FACT, Field(description="the target has no line of sight to him")]


CloseIn = Annotated[
    EnemyUnit | None,
    Field(description="run at this enemy: combat within 1 in of him"),
]


Off = Annotated[bool, Field(description="off the table")]


class Move(Action):
    """Up to 4 in over even ground, less with wounds. MM-3.1.1, MM-3.1.3, MM-6.1.1."""

    title: ClassVar[str] = "Move"
    summary: ClassVar[str] = "Move up to 4 in (one action)"
    verb: Literal["move"] = "move"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to: D4; up; roof of a house")] = None
    path: Path = ()
    off: Off = False
    close_in: CloseIn = None
    facing: Face = None


class Sprint(Action):
    """4 in and D6 + Movement. MM-4.1.1."""

    title: ClassVar[str] = "Sprint"
    summary: ClassVar[str] = "Sprint 4 in and D6 + Movement (special action)"
    verb: Literal["sprint"] = "sprint"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to: D4; up; roof of a house")] = None
    path: Path = ()
    off: Off = False
    close_in: CloseIn = None
    facing: Face = None


class JumpDown(Action):
    """Off a roof to the ground beside the house: a fall. MM-4.81.2, MM-R228"""

    title: ClassVar[str] = "Jump down"
    summary: ClassVar[str] = "Jump off a roof (one action); the fall may hurt"
    verb: Literal["jump-down"] = "jump-down"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="which side of the house; empty: the nearest")] = None


class Stealth(Action):
    """Harder to see and to hit until his next card. MM-3.3.1."""

    title: ClassVar[str] = "Stealth"
    summary: ClassVar[str] = "Keep the head down: TN +1 to hit him (one action)"
    verb: Literal["stealth"] = "stealth"
    character: Who = None


class Hide(Action):
    """Hidden until his next card, with a short move if the roll allows it. MM-4.2.1."""

    title: ClassVar[str] = "Hide"
    summary: ClassVar[str] = "Hide, perhaps moving a little (special action)"
    verb: Literal["hide"] = "hide"
    character: Who = None
    to: Annotated[MapRef | None, Field(description="where to creep; empty: he stays")] = None
    inches: Annotated[Inches, Field(description="without a board: how far he would creep")] = 0.0
    ground: Ground = None
    facing: Face = None


class FaceAbout(Action):
    """Turns on the spot; costs nothing in his own go. MM-R95."""

    title: ClassVar[str] = "Face"
    summary: ClassVar[str] = "Turn on the spot (free)"
    verb: Literal["face"] = "face"
    character: Who = None
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north")] = None
    toward: Annotated[MapRef | None, Field(description="or towards this place or unit")] = None


class Aim(Action):
    """+1 to the Fire that follows. MM-3.4.1."""

    title: ClassVar[str] = "Aim"
    summary: ClassVar[str] = "Aim: better Fire as second action (one action)"
    verb: Literal["aim"] = "aim"
    character: Who = None


class FirstAid(Action):
    """Eases a wound for some turns. MM-3.5.1."""

    title: ClassVar[str] = "First Aid"
    summary: ClassVar[str] = "Ease a wound for D3+1 turns (one action)"
    chapter: ClassVar[str] = "aid"
    verb: Literal["first-aid"] = "first-aid"
    character: Who = None
    patient: Annotated[UnitRef, Field(description="who is helped; he himself is allowed")]
    wound: Annotated[int | None, Field(ge=1, description="number of the wound; empty: the worst")] = None
    kit: Annotated[bool, Field(description="use the first aid kit if he has one")] = True
    contact: Contact = None


class TreatInjury(Action):
    """A Medic cures a wound by one level. MM-4.4.1."""

    title: ClassVar[str] = "Treat Injury"
    summary: ClassVar[str] = "A Medic lowers a wound by one level for good (special action)"
    chapter: ClassVar[str] = "aid"
    verb: Literal["treat-injury"] = "treat-injury"
    character: Who = None
    patient: Annotated[UnitRef, Field(description="who is treated; he himself is allowed")]
    wound: Annotated[int | None, Field(ge=1, description="number of the wound; empty: the worst")] = None
    kit: Annotated[bool, Field(description="use the first aid kit if he has one")] = True
    contact: Contact = None


class Carry(Action):
    """Drags a badly wounded companion along. MM-4.5.1."""

    title: ClassVar[str] = "Carry"
    summary: ClassVar[str] = "Carry a Critically or Mortally Wounded companion (special action)"
    chapter: ClassVar[str] = "aid"
    verb: Literal["carry"] = "carry"
    character: Who = None
    patient: Annotated[OwnUnit, Field(description="companion who is carried")]
    second: Annotated[OwnUnit | None, Field(description="a second carrier, who gives up his go")] = None
    to: Annotated[MapRef | None, Field(description="where to: B2, 3in toward a name, north 4")] = None
    path: Path = ()
    off: Off = False
    contact: Contact = None


class Engage(Action):
    """Attacks in hand-to-hand combat. MM-3.7.1."""

    title: ClassVar[str] = "Engage"
    summary: ClassVar[str] = "Attack an enemy within 1 in (one action)"
    verb: Literal["engage"] = "engage"
    character: Who = None
    target: Annotated[EnemyUnit, Field(description="enemy who is attacked")]
    contact: Contact = None
    behind: Annotated[bool | None, FACT, Field(description="the defender has no line of sight to him")] = None
    higher: Annotated[
        Literal["attacker", "defender", "level"] | None, FACT, Field(description="which of the two stands higher")
    ] = None
    obstacle: Annotated[bool | None, FACT, Field(description="the defender is behind an obstacle")] = None
    more_defenders: Annotated[
        int | None, FACT, Field(ge=0, le=9, description="other defenders within 1 in of the attacker")
    ] = None


class Withdraw(Action):
    """Asks the opponents to let him go. MM-3.7.9."""

    title: ClassVar[str] = "Ask to withdraw"
    summary: ClassVar[str] = "Ask the other side to let him leave hand-to-hand combat (free)"
    chapter: ClassVar[str] = "retreat"
    verb: Literal["withdraw"] = "withdraw"
    character: Who = None


class Escape(Action):
    """Tries to break away from hand-to-hand combat at the start of his go. MM-3.7.10."""

    title: ClassVar[str] = "Escape"
    summary: ClassVar[str] = "Try to break away from hand-to-hand combat (free, once, at the start of the go)"
    chapter: ClassVar[str] = "retreat"
    verb: Literal["escape"] = "escape"
    character: Who = None
    opponent: Annotated[EnemyUnit | None, Field(description="who holds him; empty: the strongest")] = None


class UseRadio(Action):
    """Calls what the scenario provides. MM-4.9.1."""

    title: ClassVar[str] = "Use Radio"
    summary: ClassVar[str] = "Call an event of the scenario by radio (special action)"
    verb: Literal["use-radio"] = "use-radio"
    character: Who = None
    task: Annotated[str, Field(min_length=1, max_length=60, description="what he calls for")]
    leader: Annotated[bool, Field(description="use the squad leader's Morale if he is within 2 in")] = True
    leader_near: Annotated[bool | None, FACT, Field(description="the squad leader is within 2 in")] = None


class FallBack(Action):
    """What a failed Morale Test forces on him. MM-9.01.1, MM-9.01.2, MM-9.01.3."""

    title: ClassVar[str] = "Fall back"
    summary: ClassVar[str] = "The move away from the enemy that his fear demands"
    chapter: ClassVar[str] = "retreat"
    verb: Literal["fall-back"] = "fall-back"
    character: Who = None
    how: Annotated[
        Literal["move", "sprint", "hide", "stealth"],
        Field(description="move; fleeing: two Moves, or sprint; hide or stealth where every way out is watched"),
    ] = "move"
    to: Annotated[MapRef | None, Field(description="where to; empty: as far from the enemy as he gets")] = None
    path: Path = ()
    watched: Annotated[bool | None, FACT, Field(description="every way out leads into an enemy's line of sight")] = None


FootAction: TypeAlias = (
    Move | Sprint | JumpDown | Stealth | Hide | Aim | FirstAid | TreatInjury | Carry | Engage | UseRadio | FallBack
)
"""What spends a go, or part of it."""
FREE_ACTIONS: tuple[type[Action], ...] = (FaceAbout, Withdraw, Escape)
