"""What the umpire has done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.battle import hand
from rules.battle.umpire import FactRuled, UmpireActed
from rules.infantry_action.book.kinds import Charge, Gear, Light, Weapon
from rules.infantry_action.events.movement import GunMoved, ManMoved, VehicleMoved
from rules.infantry_action.on_the_table import MineSquare
from rules.kernel.action import SideId
from rules.kernel.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class LightSet(Event):
    kind: Literal["light-set"] = "light-set"
    light: Light


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPlaced(Event):
    """The group stands elsewhere by the umpire's word."""

    kind: Literal["group-placed"] = "group-placed"
    group: str
    men: tuple[ManMoved, ...]
    guns: tuple[GunMoved, ...] = ()
    vehicles: tuple[VehicleMoved, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRemoved(Event):
    kind: Literal["figure-removed"] = "figure-removed"
    figure: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRestored(Event):
    """A casualty is fit again, where he lies."""

    kind: Literal["figure-restored"] = "figure-restored"
    figure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSteadied(Event):
    kind: Literal["group-steadied"] = "group-steadied"
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KitChanged(hand.KitChanged):
    """What a man carries from now on."""

    figure: str
    weapons: tuple[Weapon, ...]
    gear: tuple[Gear, ...]
    charges: tuple[Charge, ...]
    grenades: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MinesLaid(Event):
    """Squares of a belt, by the umpire's word: known to their own side, and to all where they are marked. IA-R249"""

    kind: Literal["mines-laid"] = "mines-laid"
    side: SideId
    mines: tuple[MineSquare, ...]


UmpireEvent: TypeAlias = (
    UmpireActed
    | LightSet
    | FactRuled
    | GroupPlaced
    | FigureRemoved
    | FigureRestored
    | GroupSteadied
    | KitChanged
    | MinesLaid
)
