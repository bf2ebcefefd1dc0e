"""Actions of fire: 3.2, 3.6 and 4.3."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from rules.five56mm.actions.foot import Obscured, Range, Unaware, Who
from rules.kernel.action import FACT, Action, EnemyUnit, Inches, MapRef, OwnUnit, UnitRef

NotClosest = Annotated[bool | None, FACT, Field(description="some other enemy is closer and at least as well in sight")]
Cover = Annotated[
    Literal["light", "medium", "heavy"] | None,
    FACT,
    Field(description="thermal sight: shoot through cover of this kind"),
]
ByDistance = Annotated[
    tuple[str, ...],
    FACT,
    Field(description='without a board: who is in the blast and how far from it, "Private Kay 1.5"'),
]


class Fire(Action):
    """One shot at somebody, at a vehicle, or (launched weapons) at a place. MM-3.2.9."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "Fire at an enemy (one action)"
    verb: Literal["fire"] = "fire"
    character: Who = None
    target: Annotated[EnemyUnit | None, Field(description="character or vehicle fired at")] = None
    weapon: Annotated[str | None, Field(description="weapon; empty: the best for the distance")] = None
    at: Annotated[MapRef | None, Field(description="M203, LAW, RPG: a place instead of a target")] = None
    load: Annotated[str | None, Field(description="M203 only: which kind of grenade it fires")] = None
    range: Range = None
    obscured: Obscured = None
    unaware: Unaware = None
    not_closest: NotClosest = None
    through: Cover = None
    blast: ByDistance = ()


class AutoFire(Action):
    """All the shots of an automatic weapon, at targets close to one another. MM-4.3.1."""

    title: ClassVar[str] = "Auto-Fire"
    summary: ClassVar[str] = "Fire on automatic at one target or several (special action)"
    verb: Literal["auto-fire"] = "auto-fire"
    character: Who = None
    target: Annotated[EnemyUnit, Field(description="target of the first shot")]
    others: Annotated[
        tuple[UnitRef, ...],
        Field(description="targets of the further shots in order; empty or too few: the last one again"),
    ] = ()
    weapon: Annotated[str | None, Field(description="weapon; empty: the best that can")] = None
    range: Range = None
    obscured: Obscured = None
    unaware: Unaware = None
    not_closest: NotClosest = None
    apart: Annotated[
        Inches | None, FACT, Field(description="without a board: inches of the further targets from the first")
    ] = None


class Throw(Action):
    """A grenade at a place; counts as a Fire action. MM-3.2.13."""

    title: ClassVar[str] = "Throw grenade"
    summary: ClassVar[str] = "Throw a grenade at a place or at somebody (one action)"
    verb: Literal["throw"] = "throw"
    character: Who = None
    grenade: Annotated[Literal["frag", "stun", "cs", "wp"] | None, Field(description="kind; empty: the only one")] = (
        None
    )
    target: Annotated[UnitRef | None, Field(description="somebody to throw it at")] = None
    at: Annotated[MapRef | None, Field(description="or a place: B2, 3in toward a name")] = None
    hold: Annotated[bool, Field(description="hold on to it: TN +1, and nobody throws it back")] = False
    range: Range = None
    blast: ByDistance = ()


class CoveringFire(Action):
    """Watches an arc and may fire once in an enemy's go. MM-3.6.1."""

    title: ClassVar[str] = "Covering Fire"
    summary: ClassVar[str] = "Wait and fire once in an enemy's go (the whole go)"
    verb: Literal["covering-fire"] = "covering-fire"
    character: Who = None
    toward: Annotated[MapRef | None, Field(description="watch towards this place or unit; empty: as he faces")] = None
    watch: Annotated[
        Literal["acting", "anyone"], Field(description="shoot at the acting enemy only, or at anyone in sight")
    ] = "acting"
    orders: Annotated[
        Literal["ask", "fire"], Field(description="ask each time, or fire at the first lawful chance")
    ] = "ask"


class CoverShot(Action):
    """The shot of somebody on Covering Fire, in an enemy's go. MM-3.6.2."""

    title: ClassVar[str] = "Covering shot"
    summary: ClassVar[str] = "Fire from Covering Fire, now"
    verb: Literal["cover-shot"] = "cover-shot"
    character: Annotated[OwnUnit, Field(description="who is on Covering Fire")]
    target: Annotated[EnemyUnit, Field(description="character or vehicle in his arc")]
    weapon: Annotated[str | None, Field(description="weapon; empty: the best for the distance")] = None
    range: Range = None
    obscured: Obscured = None
    unaware: Unaware = None
    not_closest: NotClosest = None
    through: Cover = None
    blast: ByDistance = ()


class ThrowBack(Action):
    """Picks up a grenade that has landed within 1 in and throws it away. MM-3.2.18."""

    title: ClassVar[str] = "Throw back"
    summary: ClassVar[str] = "Pick the grenade up and throw it away"
    verb: Literal["throw-back"] = "throw-back"
    character: Annotated[OwnUnit, Field(description="character who picks it up")]
    target: Annotated[UnitRef | None, Field(description="somebody to throw it at")] = None
    at: Annotated[MapRef | None, Field(description="or a place: B2, 3in toward a name")] = None
    range: Range = None
    blast: ByDistance = ()


FireAction: TypeAlias = Fire | AutoFire | Throw | CoveringFire
