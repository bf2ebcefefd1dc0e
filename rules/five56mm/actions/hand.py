"""What the umpire's hand does to characters and their kit, each with its reason."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle import hand
from rules.kernel.action import Action, UnitRef

THINGS = "ammunition, a weapon, body armour, first aid kit, respirator, night vision goggles, patrol radio"


class WoundByUmpire(hand.Wound):
    """Wounds a character; of a Mortal Wound he dies in so many turns. MM-5.01.1 to MM-5.01.4."""

    summary: ClassVar[str] = "Umpire: a character is wounded"
    character: Annotated[UnitRef, Field(description="character who is wounded")]
    grade: Annotated[Literal["minor", "serious", "critical", "mortal"], Field(description="how badly")]
    turns: Annotated[int | None, Field(ge=1, le=20, description="mortal: turns that he has left to live")] = None


class Kill(hand.Kill):
    """Kills a character. MM-5.01.5."""

    summary: ClassVar[str] = "Umpire: a character is killed"
    character: Annotated[UnitRef, Field(description="character who is killed")]


class Heal(hand.Heal):
    """Heals all wounds of a character."""

    summary: ClassVar[str] = "Umpire: a character's wounds are healed"
    character: Annotated[UnitRef, Field(description="wounded character whose wounds are healed")]


class Steady(hand.Steady):
    """Rallies a character who is shaken, in panic or has run, without a die."""

    summary: ClassVar[str] = "Umpire: a character is steady again"
    character: Annotated[UnitRef, Field(description="character who is steady again")]


class Give(hand.Give):
    """Gives a character something, for this battle."""

    summary: ClassVar[str] = "Umpire: a character is given ammunition, a weapon or kit"
    character: Annotated[UnitRef, Field(description="who is given it")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


class Take(hand.Take):
    """Takes something from a character, for this battle."""

    summary: ClassVar[str] = "Umpire: a character loses ammunition, a weapon or kit"
    character: Annotated[UnitRef, Field(description="who loses it")]
    what: Annotated[hand.Thing, Field(description=THINGS)]


HAND_ACTIONS: tuple[type[Action], ...] = (WoundByUmpire, Kill, Heal, Steady, Give, Take)
