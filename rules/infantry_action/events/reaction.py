"""Nerves: reaction tests and what they bind, flame seen, prisoners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.infantry_action.figures import Point
from rules.infantry_action.groups import Bound, Group
from rules.kernel.action import SideId
from rules.kernel.event import Event
from rules.kernel.facts import Itemised


@dataclass(frozen=True, slots=True, kw_only=True)
class FlameSeen(Event):
    """Groups that have seen the enemy use flame: they do not forget it. IA-reaction.minus2.flame, IA-R165"""

    kind: Literal["flame-seen"] = "flame-seen"
    side: SideId
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTested(Event):
    """A group's reaction test, its leader's own, and what both bind. IA-reaction.dice, IA-leadertest.separate"""

    kind: Literal["group-tested"] = "group-tested"
    group: str
    dice: tuple[int, ...]
    factors: Itemised
    score: int
    bound: Bound
    leader_dice: tuple[int, ...] = ()
    leader_factors: Itemised | None = None


@dataclass(frozen=True, slots=True)
class ManSurrenderDie:
    figure: str
    die: int
    surrenders: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSurrendered(Event):
    """Men of a group in panic among the enemy gave themselves up; `prisoners`: the group that they are from now on,
    None: nobody did. IA-reaction.result.surrender, IA-R113"""

    kind: Literal["group-surrendered"] = "group-surrendered"
    group: str
    to: str
    dice: tuple[ManSurrenderDie, ...]
    prisoners: Group | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EscortNamed(Event):
    """A man takes prisoners to the rear. IA-pris.handling"""

    kind: Literal["escort-named"] = "escort-named"
    group: str
    escort: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersWalked(Event):
    """Prisoners go where their escort goes. `off`: over the captor's base line with him. IA-R117"""

    kind: Literal["prisoners-walked"] = "prisoners-walked"
    group: str
    places: tuple[tuple[str, Point], ...] = ()
    off: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PrisonersFreed(Event):
    """Nobody holds them: they are a group of their own side again, unarmed. IA-pris.escape, IA-pris.unarmed"""

    kind: Literal["prisoners-freed"] = "prisoners-freed"
    group: str
    name: str
    why: Literal["no escort", "unguarded", "panic"]


ReactionEvent: TypeAlias = FlameSeen | GroupTested | GroupSurrendered | EscortNamed | PrisonersWalked | PrisonersFreed
