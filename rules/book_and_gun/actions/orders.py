"""Orders: what units do on their cards without being asked."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle.orders.ahead import SealAhead, SealOn
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, Lasts, ListedOrders, RepeatOrders
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.kernel.action import Action, Inches, MapRef, OwnUnit, UnitRef

Does = Literal[
    "advance",
    "advance to",
    "swim to",
    "tow to",
    "mount",
    "dismount",
    "limber",
    "unlimber",
    "land at",
    "set down at",
    "pick up at",
    "follow",
    "charge",
    "send the dog",
    "lead hostages",
    "step back",
    "rally",
    "enter",
    "request fire",
    "plant",
    "breach",
    "sweep",
    "search",
    "detonate",
    "lie down",
    "fire at the best odds",
    "fire at the nearest",
    "fire at",
    "strike at the best odds",
    "canister",
    "throw",
    "throw at",
    "flash bang at",
    "smoke at",
    "smoke ahead",
    "smoke dischargers",
    "mortar at the best odds",
    "mortar at the nearest",
    "mortar at",
    "mission at the best odds",
    "mission at",
    "look",
    "hold",
]
"""What a list may say."""


Alarm = Literal["charged", "fired at", "unsteady", "near", "new enemy", "losses", "turn", "until"]
"""What a list may look out for."""


class GiveOrders(ListedOrders[Does, Alarm]):
    """A list that a unit tries from the top on each of its cards, and when to stop and ask. BG-VII.2."""

    summary: ClassVar[str] = "Say what units do on their cards without being asked; the enemy learns nothing"
    units: Annotated[tuple[OwnUnit, ...], Field(description="your units, the first to act first; empty: all")] = ()
    target: Annotated[UnitRef | None, Field(description="whom they fire or throw at, charge or follow")] = None
    to: Annotated[
        MapRef | None,
        Field(description="where they advance, fly or land, lay smoke or drop mortar rounds: B2, 6in toward Cell 2"),
    ] = None
    within: Annotated[
        Inches | None,
        Field(description="advance no nearer to an enemy than this; or fire a device with one so near to it"),
    ] = None
    least: Annotated[
        int | None,
        Field(ge=1, le=100, description="fire, throw or charge only at such a chance or better, in per cent"),
    ] = None
    lasts: Annotated[Lasts, Field(description="how long the orders stand")] = "phase"
    jokers: Annotated[bool, Field(description="jokers are named for these units; no: you are asked")] = True
    ask_charged: Annotated[bool, Field(description="stop and ask for a unit that is charged")] = False
    ask_fired_at: Annotated[bool, Field(description="stop and ask for a unit that is fired at")] = False
    ask_new_enemy: Annotated[bool, Field(description="stop and ask when another enemy unit is seen")] = False
    ask_unsteady: Annotated[bool, Field(description="stop and ask for a unit that is pinned or shaken")] = False
    ask_losses: Annotated[int | None, Field(ge=1, description="stop and ask when so many men are lost")] = None
    ask_near: Annotated[Inches | None, Field(description="stop and ask for a unit with an enemy so near")] = None


ORDER_ACTIONS: tuple[type[Action], ...] = (
    GiveOrders,
    CancelOrders,
    RepeatOrders,
    SealOrders,
    BreakSeal,
    SealAhead,
    FollowOrders,
    SealOn,
)
