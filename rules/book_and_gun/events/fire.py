"""Events of spotting and fire. Hits that harm somebody are `FigureFell` events (see battle.py) after these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.book_and_gun.book.indirect import Attack, DeviationWay
from rules.kernel.action import SideId
from rules.kernel.chance import Card
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised
from rules.table.board import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class SpottingTried(Event):
    """A unit tried to spot another. BG-VI.1.c. `number` None: no roll was needed or possible."""

    kind: Literal["spotting-tried"] = "spotting-tried"
    unit: str
    target: str
    number: Itemised | None
    die: int | None
    spotted: bool
    until: int
    """Last turn of the sighting when spotted."""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpotted(Event):
    """A side knows a unit's place without a roll (it fired, fought, or the umpire says so)."""

    kind: Literal["unit-spotted"] = "unit-spotted"
    unit: str
    side: SideId
    until: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightBroken(Event):
    """A morale move has broken every line of sight of a side to a unit that had fired at it or fought it. BG-VI.1.a."""

    kind: Literal["sight-broken"] = "sight-broken"
    unit: str
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class SmokeBlew(Event):
    """Smoke blocks a unit's sight at so many inches for this turn (joker 4). BG-R15."""

    kind: Literal["smoke-blew"] = "smoke-blew"
    unit: str
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FireDeclared(Event):
    """A unit declares to fire as a unit or by single figures; binds it for the phase. BG-R09."""

    kind: Literal["fire-declared"] = "fire-declared"
    unit: str
    how: Literal["unit", "figures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Volleyed(Event):
    """One figure fired one weapon at a unit (or a named figure): its dice and the TO HIT number.

    `hits` counts them after any joker's doubling. A sniper rolls no dice (BG-R81)."""

    kind: Literal["volleyed"] = "volleyed"
    unit: str
    figure: str
    weapon: str
    target: str
    target_figure: str | None
    target_class: str
    to_hit: Itemised | None
    dice: tuple[int, ...]
    hits: int
    facts: tuple[Fact, ...] = ()
    shot: int = 1
    automatic: bool = False
    """Rock and roll. BG-XIII.9.2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn(Event):
    """A casualty card (with its second card, if any) that harmed nobody. One that harms is in `FigureFell`."""

    kind: Literal["casualty-cards"] = "casualty-cards"
    unit: str
    """Target unit."""
    cards: tuple[Card, ...]
    reading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GunDestroyed(Event):
    """Artillery has destroyed a gun: nobody fires it any more. (crewman, gun) for each who served it. BG-X.2.61c."""

    kind: Literal["gun-destroyed"] = "gun-destroyed"
    unit: str
    guns: tuple[tuple[str, str], ...]
    pieces: tuple[str, ...] = ()
    """Those of them that are things of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmunitionSpent(Event):
    """Snake eyes: the figure's weapon is out of ammunition. BG-X.2.1a."""

    kind: Literal["ammunition-spent"] = "ammunition-spent"
    unit: str
    figure: str
    weapon: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MunitionsUsed(Event):
    """A round of the unit's counters was used. BG-R21."""

    kind: Literal["munitions-used"] = "munitions-used"
    unit: str
    munition: Literal["laws", "hand_grenades", "rifle_grenades", "smoke_grenades", "flash_bangs"]
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ReloadMarked(Event):
    """Reload markers placed on a figure's weapon (`markers` is their new number). BG-R83."""

    kind: Literal["reload-marked"] = "reload-marked"
    unit: str
    figure: str
    weapon: str
    markers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BackBlasted(Event):
    """A launcher's back blast: a D6 for each figure behind it, 1 to 3 hits. Who is harmed falls in `FigureFell`
    events. BG-X.2.9."""

    kind: Literal["back-blast"] = "back-blast"
    unit: str
    figure: str
    weapon: str
    dice: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CanisterFired(Event):
    """A round of canister: a D6 for each figure before the gun, 1 to 3 hits. Who is harmed falls in `FigureFell`
    events. BG-X.2.8a."""

    kind: Literal["canister-fired"] = "canister-fired"
    unit: str
    figure: str
    weapon: str
    target: str
    dice: tuple[tuple[str, int], ...]
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bombarded(Event):
    """A round of indirect fire has burst. `aim` None: the umpire names who lies under its template; `way` and
    `inches`: how it went astray. BG-X.13.21."""

    kind: Literal["bombarded"] = "bombarded"
    attack: Attack
    aim: Point | None
    burst: Point | None
    way: DeviationWay
    inches: int
    diameter: float
    smoke: bool = False
    """It lays a screen instead of a blast. BG-X.14.3a"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingStruck(Event):
    """The building that was the target was hit: on a 1 of its D6 it is rubble. BG-IX.4.6a, BG-IX.4.6b."""

    kind: Literal["building-struck"] = "building-struck"
    structure: str
    """Its kind on the board: "building", "bunker"."""
    outline: tuple[Point, ...]
    name: str
    die: int
    destroyed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorFiredAt(Event):
    """A launcher or gun fired at a door: one hit opens it. Whom the blast harms falls in `FigureFell` events.
    BG-IX.4.3, BG-R104."""

    kind: Literal["door-fired-at"] = "door-fired-at"
    unit: str
    figure: str
    weapon: str
    structure: str
    outline: tuple[Point, ...]
    name: str
    """Of the building."""
    door: tuple[Point, Point]
    """Where the opening begins and ends."""
    to_hit: Itemised | None
    dice: tuple[int, ...]
    hits: int
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastRolled(Event):
    """A unit's figures under the template, and the D6 of each: (figure, die), none where the house draws a card for
    everybody. `numbers`: what the dice must stay below. Who is harmed falls in `FigureFell` events. BG-X.13.12."""

    kind: Literal["blast-rolled"] = "blast-rolled"
    unit: str
    attack: Attack
    figures: tuple[str, ...]
    numbers: tuple[Itemised, ...]
    dice: tuple[tuple[str, int], ...]
    hits: int
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngagementBroken(Event):
    """A rule of engagement was broken: who answers for it is removed from the battle (`FigureLeft` follows).
    BG-R119."""

    kind: Literal["engagement-broken"] = "engagement-broken"
    unit: str
    figure: str
    roe: int
    insisted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyOrderSet(Event):
    """Whom a unit's owner gives up first, by house rule. BG-R07."""

    kind: Literal["casualty-order"] = "casualty-order"
    unit: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DummyPlaced(Event):
    """The defender means to lay a dummy marker here. Secret. BG-VI.3.2b."""

    kind: Literal["dummy-placed"] = "dummy-placed"
    side: SideId
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetWritten(Event):
    """The defender's sheet: what stands under each marker, an empty unit for a dummy. Secret. BG-VI.3.3."""

    kind: Literal["sheet-written"] = "sheet-written"
    side: SideId
    entries: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkersLaid(Event):
    """Concealment markers on the table, for all to see: (number, place). BG-VI.3.2a."""

    kind: Literal["markers-laid"] = "markers-laid"
    side: SideId
    places: tuple[tuple[int, Point], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerMoved(Event):
    """The troops under a marker moved, and the marker with them. BG-VI.1.1b."""

    kind: Literal["marker-moved"] = "marker-moved"
    number: int
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerRemoved(Event):
    """A marker is found to be a dummy."""

    kind: Literal["marker-removed"] = "marker-removed"
    number: int
    reason: str


FireEvent: TypeAlias = (
    SpottingTried
    | UnitSpotted
    | SightBroken
    | SmokeBlew
    | FireDeclared
    | Volleyed
    | CardsDrawn
    | GunDestroyed
    | AmmunitionSpent
    | MunitionsUsed
    | ReloadMarked
    | BackBlasted
    | CanisterFired
    | Bombarded
    | BuildingStruck
    | DoorFiredAt
    | BlastRolled
    | EngagementBroken
    | CasualtyOrderSet
    | DummyPlaced
    | SheetWritten
    | MarkersLaid
    | MarkerMoved
    | MarkerRemoved
)
