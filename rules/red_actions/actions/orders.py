"""Orders: what units do in their segments without being asked."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.battle.orders.ahead import SealAhead, SealOn
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, LastsByTurns, ListedOrders, RepeatOrders
from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.kernel.action import Action, Inches, MapRef, UnitRef

Does = Literal[
    "fire at the best odds",
    "fire at the nearest",
    "fire at",
    "fire and advance",
    "fire and draw back",
    "charge",
    "advance",
    "advance to",
    "march to",
    "follow",
    "draw back",
    "take cover",
    "rally from terror",
    "dig in",
    "hide",
    "unlimber",
    "limber",
    "come on",
    "run the train",
    "keep the train's speed",
    "brake the train",
    "hold",
]
"""What a list may say."""


Alarm = Literal["fired at", "terror", "pinned", "near", "officer lost", "new enemy", "losses", "turn", "until"]
"""What a list may look out for."""


class GiveOrders(ListedOrders[Does, Alarm]):
    """A list that a unit tries from the top in its segment, and when to stop and ask. RA-action.one"""

    summary: ClassVar[str] = "Say what units do in their segments without being asked; the enemy learns nothing"
    otherwise: Annotated[
        Literal["hold", "ask"], Field(description="if nothing can be done: stand, or stop and ask you")
    ] = "hold"
    target: Annotated[UnitRef | None, Field(description="whom they fire at, charge or follow")] = None
    to: Annotated[MapRef | None, Field(description="where they go: G7, a name on the map, 6in toward G7")] = None
    within: Annotated[
        Inches | None, Field(description="go no nearer to an enemy than this; draw back while one is nearer")
    ] = None
    least: Annotated[
        int | None, Field(ge=1, le=100, description="fire only at such a chance of an effect or better, in per cent")
    ] = None
    win: Annotated[
        int | None,
        Field(ge=1, le=100, description="charge only at such a chance to win the fight or better, in per cent"),
    ] = None
    terror: Annotated[int | None, Field(ge=1, le=6, description="rally from so many terror markers or more")] = None
    lasts: Annotated[LastsByTurns, Field(description="how long the orders stand")] = "turn"
    charged: Annotated[
        Literal["ask", "stand", "fire", "counter-charge", "flee"] | None,
        Field(description="standing answer: what do those do who are charged?"),
    ] = None
    return_fire: Annotated[
        Literal["ask", "yes", "no"] | None, Field(description="standing answer: return fire at close range?")
    ] = None
    ambush: Annotated[
        Literal["ask", "charge", "fire", "lie-low"] | None,
        Field(description="standing answer: what do ambushes do when an enemy comes within reach?"),
    ] = None
    spare: Annotated[
        Literal["ask", "cover", "retire", "base", "marker"] | None,
        Field(description="standing answer: how is a retire result met?"),
    ] = None
    mode: Annotated[
        Literal["ask", "evade", "normal"] | None, Field(description="standing answer: evade when shot at?")
    ] = None
    ask_fired_at: Annotated[bool, Field(description="stop and ask for a unit that is fired at")] = False
    ask_losses: Annotated[int | None, Field(ge=1, description="stop and ask when so many bases are lost")] = None
    ask_terror: Annotated[
        int | None, Field(ge=1, le=6, description="stop and ask for a unit with so many terror markers")
    ] = None
    ask_pinned: Annotated[bool, Field(description="stop and ask for a unit that is pinned")] = False
    ask_officer_lost: Annotated[bool, Field(description="stop and ask when an officer is lost")] = False
    ask_near: Annotated[Inches | None, Field(description="stop and ask for one with an enemy so near")] = None
    ask_new_enemy: Annotated[bool, Field(description="stop and ask when another enemy is made out")] = False


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
