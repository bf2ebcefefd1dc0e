"""What the umpire's hand does to characters and their kit, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.action import Action, Role, UnitRef
from rules.battle.umpire import Reason, Sealed

THINGS = "ammunition, a weapon, body armour, first aid kit, respirator, night vision goggles, patrol radio"


class WoundByUmpire(Action):
    """Wounds a character; of a Mortal Wound he dies in so many turns. MM-5.01.1 to MM-5.01.4."""

    title: ClassVar[str] = "Wound"
    summary: ClassVar[str] = "Umpire: a character is wounded"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["wound"] = "wound"
    character: Annotated[UnitRef, Field(description="character who is wounded")]
    grade: Annotated[Literal["minor", "serious", "critical", "mortal"], Field(description="how badly")]
    reason: Reason
    turns: Annotated[int | None, Field(ge=1, le=20, description="mortal: turns that he has left to live")] = None
    sealed: Sealed = False


class Kill(Action):
    """Kills a character. MM-5.01.5."""

    title: ClassVar[str] = "Kill"
    summary: ClassVar[str] = "Umpire: a character is killed"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["kill"] = "kill"
    character: Annotated[UnitRef, Field(description="character who is killed")]
    reason: Reason
    sealed: Sealed = False


class Heal(Action):
    """Heals all wounds of a character."""

    title: ClassVar[str] = "Heal"
    summary: ClassVar[str] = "Umpire: a character's wounds are healed"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["heal"] = "heal"
    character: Annotated[UnitRef, Field(description="wounded character whose wounds are healed")]
    reason: Reason
    sealed: Sealed = False


class Steady(Action):
    """Rallies a character who is shaken, in panic or has run, without a die."""

    title: ClassVar[str] = "Rally by the umpire"
    summary: ClassVar[str] = "Umpire: a character is steady again"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["steady"] = "steady"
    character: Annotated[UnitRef, Field(description="character who is steady again")]
    reason: Reason
    sealed: Sealed = False


class Give(Action):
    """Gives a character something, for this battle."""

    title: ClassVar[str] = "Give"
    summary: ClassVar[str] = "Umpire: a character is given ammunition, a weapon or kit"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["give"] = "give"
    character: Annotated[UnitRef, Field(description="who is given it")]
    what: Annotated[str, Field(min_length=1, max_length=60, description=THINGS)]
    reason: Reason
    sealed: Sealed = False


class Take(Action):
    """Takes something from a character, for this battle."""

    title: ClassVar[str] = "Take"
    summary: ClassVar[str] = "Umpire: a character loses ammunition, a weapon or kit"
    role: ClassVar[Role] = Role.UMPIRE
    chapter: ClassVar[str] = "hand"
    verb: Literal["take"] = "take"
    character: Annotated[UnitRef, Field(description="who loses it")]
    what: Annotated[str, Field(min_length=1, max_length=60, description=THINGS)]
    reason: Reason
    sealed: Sealed = False


HAND_ACTIONS: tuple[type[Action], ...] = (WoundByUmpire, Kill, Heal, Steady, Give, Take)
