"""Actions of spotting and fire."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import FACT, Action, EnemyUnit, Facing, FigureRef, Inches, MapRef, OwnUnit

TargetClass = Literal["I", "II", "III", "IV"]
CLASSES = "I close order, II open order in the open; III prone or in rough; IV in a building or dense cover"
"""What the target classes mean, in the words of an option."""


class Spot(Action):
    """A unit tries to spot an enemy unit, or looks for hidden ones, before it acts. BG-VI.1.c, BG-R29."""

    title: ClassVar[str] = "Spot"
    summary: ClassVar[str] = "Try to spot an enemy unit, or look for hidden ones"
    verb: Literal["spot"] = "spot"
    unit: Annotated[OwnUnit, Field(description="your unit that looks")]
    target: Annotated[EnemyUnit | None, Field(description="unit to be spotted; empty: look for hidden enemies")] = None
    range: Annotated[Inches | None, FACT, Field(description="inches to the nearest figure")] = None
    line_of_sight: Annotated[bool | None, FACT, Field(description="there is a line of sight")] = None

    @property
    def idles(self) -> bool:
        return True


class Fire(Action):
    """Fire as a unit under its leader, or by one figure. BG-X.1.1, BG-XIII.9.2, BG-R09, BG-R88."""

    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "Fire at an enemy, as a unit or with one figure"
    verb: Literal["fire"] = "fire"
    unit: Annotated[OwnUnit, Field(description="your unit that fires")]
    target: Annotated[EnemyUnit, Field(description="enemy unit fired at")]
    figure: Annotated[FigureRef | None, Field(description="only this figure fires; empty: the whole unit")] = None
    target_figure: Annotated[FigureRef | None, Field(description="this figure of the target is aimed at")] = None
    only: Annotated[tuple[FigureRef, ...], Field(description="only these of the unit fire")] = ()
    weapon: Annotated[str | None, Field(description="weapon, if the figure has several")] = None
    automatic: Annotated[
        bool,
        Field(description="rock and roll: at all in a cone to short range, TO HIT -2"),
    ] = False
    canister: Annotated[
        bool, Field(description="a gun fires canister: at all within 8 inches before it, friends too")
    ] = False
    insist: Annotated[bool, Field(description="fire although the rules of engagement forbid it")] = False
    range: Annotated[Inches | None, FACT, Field(description="inches from head to head")] = None
    target_class: Annotated[
        TargetClass | None,
        FACT,
        Field(description=CLASSES),
    ] = None
    line_of_sight: Annotated[bool | None, FACT, Field(description="there is a line of sight")] = None
    in_arc: Annotated[bool | None, FACT, Field(description="the target is in the firing cone")] = None
    in_template: Annotated[
        int | None, FACT, Field(ge=1, le=30, description="figures of the target in a launcher's blast template")
    ] = None
    behind: Annotated[
        tuple[FigureRef, ...], FACT, Field(description="own figures within 4 inches behind a launcher")
    ] = ()
    also_at: Annotated[tuple[EnemyUnit, ...], Field(description="targets of those who cannot fire at the first")] = ()
    each_at: Annotated[tuple[EnemyUnit, ...], Field(description="targets of a vehicle's weapons, in their order")] = ()

    @property
    def declares(self) -> bool:
        """Whether anything of a line of fire is said, so that it is not only what the table tells."""
        said = (self.target_figure, self.range, self.target_class, self.line_of_sight, self.in_arc, self.in_template)
        return bool(self.behind) or any(value is not None for value in said)


class Breach(Action):
    """A launcher or gun fires at a door that the enemy keeps locked. BG-IX.4.3, BG-R104."""

    title: ClassVar[str] = "Breach"
    summary: ClassVar[str] = "Shoot a door open"
    verb: Literal["breach"] = "breach"
    unit: Annotated[OwnUnit, Field(description="your unit")]
    figure: Annotated[FigureRef, Field(description="its man with a launcher")]
    door: Annotated[MapRef, Field(description="place, or building")]
    weapon: Annotated[str | None, Field(description="if he has several")] = None


class OrderLosses(Action):
    """Whom the unit's owner gives up first when it is hit; only under the house rule hit-allocation. BG-R07."""

    title: ClassVar[str] = "Order of losses"
    summary: ClassVar[str] = "Say whom hits on your unit fall on first"
    verb: Literal["order-losses"] = "order-losses"
    unit: Annotated[OwnUnit, Field(description="your unit whose losses are ordered")]
    figures: Annotated[tuple[FigureRef, ...], Field(description="its figures, the first to be lost first")]


class SetUp(Action):
    """The defender places a unit before the battle, unseen. BG-VI.3.1a, BG-VI.3.2a."""

    title: ClassVar[str] = "Set up"
    summary: ClassVar[str] = "Place a unit before the battle, in hiding"
    chapter: ClassVar[str] = "deployment"
    verb: Literal["set-up"] = "set-up"
    unit: Annotated[OwnUnit, Field(description="your unit that is to be placed")]
    to: Annotated[MapRef, Field(description="place of its foremost figure: B2, 6in toward Cell 2, north 4")]
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north")] = None


class PlaceDummy(Action):
    """A dummy concealment marker: one for every two that stand for troops. BG-VI.3.2b."""

    title: ClassVar[str] = "Place dummy"
    summary: ClassVar[str] = "Place a dummy concealment marker"
    chapter: ClassVar[str] = "deployment"
    verb: Literal["place-dummy"] = "place-dummy"
    to: Annotated[MapRef, Field(description="place in concealing terrain: B2, or the name of a wood or building")]


class FinishSetUp(Action):
    """The defender has set up: the markers are laid, units in the open stand on the table. BG-VI.3.3."""

    title: ClassVar[str] = "Finish set-up"
    summary: ClassVar[str] = "Your units are in place: lay the markers"
    chapter: ClassVar[str] = "deployment"
    verb: Literal["finish-set-up"] = "finish-set-up"


FIRE_ACTIONS: tuple[type[Action], ...] = (Spot, Fire, Breach, OrderLosses, SetUp, PlaceDummy, FinishSetUp)
