"""Orders: what characters do in their goes without being asked."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle.orders.ahead import SealAhead, SealOn
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, LastsByTurns, ListedOrders, RepeatOrders
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.five56mm.actions.battle import Reply
from rules.kernel.action import Action, Inches, MapRef, OwnUnit, UnitRef

Does = Literal[
    "fire at the best odds",
    "best attack",
    "fire at the nearest",
    "fire at",
    "aimed fire",
    "auto-fire",
    "throw a grenade",
    "covering fire",
    "cover against anybody",
    "advance",
    "advance to",
    "sprint",
    "sprint to",
    "close in",
    "follow",
    "draw back",
    "take cover",
    "stealth",
    "hide",
    "go up",
    "go down",
    "treat the wounded",
    "use the radio",
    "drive to",
    "get out",
    "hold",
]
"""What a list may say."""


Alarm = Literal["fired at", "wounded", "afraid", "ammunition", "near", "new enemy", "joker", "losses", "turn", "until"]
"""What a list may look out for."""


class GiveOrders(ListedOrders[Does, Alarm]):
    """A list that a character tries from the top for each action of his goes, and when to stop and ask. MM-2.2.1."""

    summary: ClassVar[str] = "Say what characters do in their goes without being asked; the enemy learns nothing"
    otherwise: Annotated[
        Literal["hold", "ask"], Field(description="if nothing can be done: end the go, or stop and ask you")
    ] = "hold"
    units: Annotated[tuple[OwnUnit, ...], Field(description="your characters; empty: all of them")] = ()
    target: Annotated[UnitRef | None, Field(description="whom they fire at, close in on or follow")] = None
    to: Annotated[MapRef | None, Field(description="where they go, or watch towards: B2, 6in toward Kay")] = None
    within: Annotated[Inches | None, Field(description="go no nearer to an enemy than this")] = None
    least: Annotated[
        int | None, Field(ge=1, le=100, description="fire only at such a chance to hit or better, in per cent")
    ] = None
    lasts: Annotated[LastsByTurns, Field(description="how long the orders stand")] = "turn"
    cover: Annotated[Reply | None, Field(description="standing answer: do those who cover fire?")] = None
    throw_back: Annotated[Reply | None, Field(description="standing answer: throw grenades back?")] = None
    withdraw: Annotated[Reply | None, Field(description="standing answer: let enemies leave hand-to-hand combat?")] = (
        None
    )
    ask_fired_at: Annotated[bool, Field(description="stop and ask for a character who is fired at")] = False
    ask_wounded: Annotated[bool, Field(description="stop and ask for a character who is wounded")] = False
    ask_afraid: Annotated[bool, Field(description="stop and ask for a character who is afraid")] = False
    ask_ammunition: Annotated[bool, Field(description="stop and ask for one whose weapon is empty")] = False
    ask_new_enemy: Annotated[bool, Field(description="stop and ask when another enemy is seen")] = False
    ask_joker: Annotated[bool, Field(description="stop and ask when a Joker has been turned")] = False
    ask_losses: Annotated[int | None, Field(ge=1, description="stop and ask when so many are lost")] = None
    ask_near: Annotated[Inches | None, Field(description="stop and ask for one with an enemy so near")] = None


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
