"""The words of the charts, and the shape of each chart's rows; `tables` reads them.

Numbers are checked here: a chart with a missing column, an unknown word or a number out of its range does not load.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

# ── The words of the charts ──────────────────────────────────────────────────────────────────────────────────────

SideName: TypeAlias = Literal["army", "insurgents", "civilians"]
TargetClass: TypeAlias = Literal["I", "II", "III", "IV"]
Armour: TypeAlias = Literal["soft", "light", "medium", "heavy"]
AircraftKind: TypeAlias = Literal["helo", "prop", "slow jet", "fast jet"]
Band: TypeAlias = Literal["short", "medium", "long", "all"]
Penalty: TypeAlias = Literal["highest", "lowest", "none", "dismount, highest", "prohibited"]
MoveUse: TypeAlias = Literal["cross country", "on road", "to charge", "charge road"]
MoraleColumn: TypeAlias = Literal["major", "with leader", "without leader"]
JokerMoveEffect: TypeAlias = Literal[
    "one more die", "does not move", "falls back 2D6", "less 1D6", "wounded healed", "charges nearest enemy"
]
JokerFireEffect: TypeAlias = Literal[
    "low on ammunition", "hits doubled", "two shots per figure", "smoke", "half casualties", "good fire command"
]
CardResult: TypeAlias = Literal["killed", "wounded", "hit", "not hit"]
MeleeResult: TypeAlias = Literal["killed", "wounded", "runs"]
NationalGroup: TypeAlias = Literal["nato", "asian", "former soviet", "third world", "insurgents"]
MoveRow: TypeAlias = Literal["close order", "column", "open order", "push and fire", ""]
CombatLetter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]


class Troops(StrEnum):
    """Rows of the movement chart. BG-VIII.1.43a."""

    ARMY = "army"
    INSURGENTS = "insurgents"
    CIVILIANS = "civilians"
    ARTILLERY = "artillery"
    BICYCLES = "bicycles"
    HORSE_DRAWN = "horse drawn vehicles"
    LIGHT_WHEELED = "light wheeled vehicles"
    HEAVY_WHEELED = "heavy wheeled vehicles"
    LIGHT_TRACKED = "light tracked vehicles"
    HEAVY_TRACKED = "heavy tracked vehicles"
    OVER_SNOW = "over snow vehicles"
    LIGHT_BOATS = "light boats"
    PATROL_BOATS = "motor patrol boats"
    AIRCRAFT = "all aircraft"


class Weapon(StrEnum):
    """Weapon classes of the direct fire charts. BG-X.4.5 to BG-X.4.24."""

    PISTOL = "pistol"
    BOLT_ACTION_RIFLE = "bolt action rifle"
    SEMI_AUTO_RIFLE = "semi auto rifle"
    SELF_LOADING_RIFLE = "self loading rifle"
    ASSAULT_RIFLE = "assault rifle"
    SUBMACHINEGUN = "submachinegun"
    SQUAD_AUTOMATIC_RIFLE = "squad automatic rifle"
    LIGHT_MACHINEGUN = "light machinegun"
    MEDIUM_MACHINEGUN = "medium machinegun"
    HEAVY_MACHINEGUN = "heavy machinegun"
    LAW = "law"
    MAW = "maw"
    HAW = "haw"
    LATGM = "latgm"
    MATGM = "matgm"
    HATGM = "hatgm"
    AUTOCANNON = "autocannon"
    LIGHT_CANNON = "light cannon"
    MEDIUM_CANNON = "medium cannon"
    HEAVY_CANNON = "heavy cannon"


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dash(value: object) -> object:
    return None if value == "-" else value


Cell: TypeAlias = Annotated[Annotated[int, Field(ge=1)] | None, BeforeValidator(_dash)]
"""A number, or nothing where the book has a dash, N/A or an empty cell."""


_RANKS = {"10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def _rank(value: object) -> object:
    return _RANKS.get(value, value) if isinstance(value, str) else value


Rank: TypeAlias = Annotated[str, Field(pattern="^[2-9TJQKA]$"), BeforeValidator(_rank)]
"""A rank as cards have it; the charts write 10, jack, queen, king and ace out."""

AUTOMATIC = 20
"""The D20 number of a row that needs no roll: every die would do."""


def _automatic(value: object) -> object:
    return AUTOMATIC if value == "automatic" else value


SpottingNumber: TypeAlias = Annotated[int, Field(ge=1, le=20), BeforeValidator(_automatic)]


class Row(BaseModel):
    """Base of chart rows: the aliases are the chart's column names, and every column must be read."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SpottingRow(Row):
    side: SideName
    distance: int
    with_leader: SpottingNumber = Field(alias="with leader")
    without_leader: SpottingNumber = Field(alias="without leader")


class JokerMoveRow(Row):
    die: int
    effect: JokerMoveEffect


class JokerFireRow(Row):
    die: int
    effect: JokerFireEffect


class MovementRow(Row):
    type: Troops
    formation: Literal["close order", "column", "open order", "push and fire", ""]
    cross: Annotated[int | Literal["unlimited"], Field(alias="cross country")]
    cross_mounted: Cell = Field(alias="cross country mounted")
    road: Cell = Field(alias="on road")
    road_mounted: Cell = Field(alias="on road mounted")
    charge: Cell = Field(alias="to charge")
    charge_mounted: Cell = Field(alias="to charge mounted")
    charge_road: Cell = Field(alias="charge road")
    charge_road_mounted: Cell = Field(alias="charge road mounted")
    rough: Annotated[Penalty | None, BeforeValidator(_dash), Field(alias="rough terrain")]


class LeaderRow(Row):
    """A D6 chart by side with a column for units that have a leader and one for those that have none."""

    side: SideName
    has: int = Field(alias="has leader", ge=1, le=6)
    none: int = Field(alias="no leader", ge=1, le=6)


class CardRow(Row):
    target_class: TargetClass = Field(alias="class")
    hearts: CardResult
    diamonds: CardResult
    clubs: CardResult
    spades: CardResult
    leader: CardResult = Field(alias="leader on ace")
    key: CardResult = Field(alias="key figure on face card")


class RankRow(Row):
    lowest: Rank = Field(alias="lowest rank")
    highest: Rank = Field(alias="highest rank")
    result: CardResult


class CrewRow(RankRow):
    suit: Literal["hearts", "diamonds"]


class CanisterRow(Row):
    weapon: Literal["canister", "back blast"]
    length: int
    degrees: int
    highest_die: int = Field(alias="highest hitting die", ge=1, le=6)
    hearts: CardResult
    other: CardResult = Field(alias="any other card")


class ReloadRow(Row):
    weapon: str
    markers: int = Field(ge=0)
    crew: Cell = Field(alias="full crew")
    moved: Annotated[int | None, BeforeValidator(_dash), Field(alias="markers after moving and firing")]


class DiceRow(Row):
    weapon: Weapon
    dice: int = Field(ge=1, le=9)
    tripod: Cell = Field(alias="dice on tripod")
    vehicle: Cell = Field(alias="dice on vehicle")


class WeaponRow(Row):
    weapon: str
    row: Annotated[Weapon | None, BeforeValidator(_dash)]
    kind: Literal[
        "small arm", "machinegun", "heavy machinegun", "sniper", "he-heat", "cannon", "indirect", "anti-aircraft"
    ]
    mount: Literal["hand", "bipod", "tripod", "ground", "turntable", "vehicle"]
    back_blast: bool = Field(alias="back blast")
    reload: str
    spent: Literal["", "laws", "rifle_grenades"]


class WeaponNameRow(Row):
    name: str
    weapon: str


class NumberOfDiceRow(Row):
    weapon: str
    dice: int = Field(ge=1, le=9)


class PersonnelRow(Row):
    band: Band
    weapon: Weapon
    range: float
    i: Cell = Field(alias="class I")
    ii: Cell = Field(alias="class II")
    iii: Cell = Field(alias="class III")
    iv: Cell = Field(alias="class IV")

    def number(self, target_class: TargetClass) -> int | None:
        return {"I": self.i, "II": self.ii, "III": self.iii, "IV": self.iv}[target_class]


class TemplateRow(Row):
    weapon: str
    diameter: float


class AreaRow(Row):
    target_class: TargetClass = Field(alias="class")
    part: float = Field(gt=0, le=1)


class SniperRow(Row):
    range: float
    lowest: Rank = Field(alias="lowest killing rank")
    highest: Rank = Field(alias="highest killing rank")


class VehicleRow(Row):
    band: Literal["short", "medium", "long"]
    weapon: str
    least: float = Field(alias="least range")
    range: Annotated[float | None, BeforeValidator(_dash)]
    soft: Cell
    light: Cell
    medium: Cell
    heavy: Cell


class VehicleCardRow(Row):
    attack: Literal["artillery", "air strike"]
    target: Armour
    destroyed: Annotated[str | None, BeforeValidator(_dash), Field(alias="destroyed on")]
    immobilized: str = Field(alias="immobilized on")


class AircraftRow(Row):
    band: Literal["short", "medium", "long"]
    weapon: str
    range: float
    helo: Cell
    prop: Cell
    slow_jet: Cell = Field(alias="slow jet")
    fast_jet: Cell = Field(alias="fast jet")


class LauncherRow(Row):
    weapon: str
    least: float = Field(alias="least range")
    range: float
    rounds: int


class DeviceRow(Row):
    device: str = Field(alias="device")
    i: int = Field(alias="class I")
    ii: int = Field(alias="class II")
    iii: int = Field(alias="class III")
    iv: int = Field(alias="class IV")


class IndirectRow(Row):
    weapon: Literal["all"]
    i: int = Field(alias="class I")
    ii: int = Field(alias="class II")
    iii: int = Field(alias="class III")
    iv: int = Field(alias="class IV")


class MortarRow(Row):
    weapon: str
    least: float = Field(alias="least range")
    range: float | Literal["unlimited"]
    template: float


class DeviationRow(Row):
    die: int
    deviation: Literal["on target", "short", "right", "left", "long"]


class RadioRow(Row):
    radio: str
    range: float


class MessageRow(Row):
    situation: Literal["not under fire", "under fire"]
    least: int = Field(alias="least die", ge=1, le=6)


class EvasionRow(Row):
    side: SideName
    evades: int = Field(ge=1, le=6)


class MeleeRow(Row):
    lowest: int
    highest: int
    result: MeleeResult


class ModifierRow(Row):
    letter: CombatLetter
    situation: str
    army: int
    insurgents: int
    civilians: int


class MoraleRow(Row):
    side: SideName
    major: int
    with_leader: int = Field(alias="critical and pinned with leader")
    without_leader: int = Field(alias="critical and pinned without leader")


class EfficiencyRow(Row):
    group: NationalGroup | Literal["elite"] = Field(alias="nationality group")
    modifier: int = Field(alias="to hit modifier")


class LocationRow(Row):
    lowest: int
    highest: int
    result: str
