"""The charts of the rule book as values: read once from ``tables.toml``, checked at import, asked by name.

No other module of the package holds a chart. Ranges are in inches. Where a house-rule switch replaces a cell, the
question takes the battle's options. Numbers of the D6 and 2D6 charts are the highest that passes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from rules.book_and_gun.book.rows import (
    AircraftRow,
    AreaRow,
    CanisterRow,
    CardRow,
    CombatLetter,
    CrewRow,
    DeviationRow,
    DeviceRow,
    DiceRow,
    EfficiencyRow,
    EvasionRow,
    IndirectRow,
    JokerFireEffect,
    JokerFireRow,
    JokerMoveEffect,
    JokerMoveRow,
    LauncherRow,
    LeaderRow,
    LocationRow,
    MeleeResult,
    MeleeRow,
    MessageRow,
    ModifierRow,
    MoraleColumn,
    MoraleRow,
    MortarRow,
    MovementRow,
    MoveUse,
    NationalGroup,
    NumberOfDiceRow,
    Penalty,
    PersonnelRow,
    RadioRow,
    RankRow,
    ReloadRow,
    Row,
    SideName,
    SniperRow,
    SpottingRow,
    TargetClass,
    TemplateRow,
    Troops,
    VehicleCardRow,
    VehicleRow,
    WeaponNameRow,
    WeaponRow,
)
from rules.book_and_gun.book.switches import HouseRules, switch

# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

R = TypeVar("R", bound=Row)
Scalar: TypeAlias = str | bool | int | float


class Table(BaseModel):
    """A chart as it stands in tables.toml."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    section: str
    citation: str
    dice: str = ""
    columns: tuple[str, ...]
    cells: tuple[tuple[Scalar, ...], ...] = Field(alias="rows")
    notes: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()

    def read(self, row: type[R]) -> tuple[R, ...]:
        """The rows as values. Raises ValueError where a row does not fit the columns."""
        named = [dict(zip(self.columns, cells, strict=True)) for cells in self.cells]
        adapter = TypeAdapter(row)
        return tuple(adapter.validate_python(cells) for cells in named)


def load(file: str) -> MappingProxyType[str, Table]:
    """The charts of a file of this package by name, in its order. Raises ValidationError for one that is malformed."""
    text = resources.files("rules.book_and_gun.book").joinpath(file).read_text(encoding="utf-8")
    content = tomllib.loads(text)
    tables = {name: Table.model_validate({"name": name, **table}) for name, table in content.items()}
    return MappingProxyType(tables)


TABLES = load("tables.toml")
"""Every chart by name, in the order of the book."""

_read: set[str] = set()


def _rows(name: str, row: type[R]) -> tuple[R, ...]:
    _read.add(name)
    return TABLES[name].read(row)


SPOTTING = _rows("spotting", SpottingRow)
JOKER_MOVEMENT = _rows("joker-movement", JokerMoveRow)
MOVEMENT = _rows("movement", MovementRow)
RALLY = _rows("rally", LeaderRow)
JOKER_FIRE = _rows("joker-fire", JokerFireRow)
CASUALTY_CARDS = {row.target_class: row for row in _rows("casualty-cards", CardRow)}
SECOND_CARD = _rows("second-casualty-card", RankRow)
GUN_CREW_CARDS = _rows("gun-crew-cards", CrewRow)
CANISTER = {row.weapon: row for row in _rows("canister", CanisterRow)}
RELOAD = {row.weapon: row for row in _rows("reload", ReloadRow)}
DICE_PERSONNEL = {row.weapon: row for row in _rows("dice-personnel", DiceRow)}
DIRECT_FIRE_PERSONNEL = _rows("direct-fire-personnel", PersonnelRow)
BLAST_TEMPLATES = {row.weapon: row.diameter for row in _rows("blast-templates", TemplateRow)}
TARGET_AREA = {row.target_class: row.part for row in _rows("target-area", AreaRow)}
(SNIPER,) = _rows("sniper", SniperRow)
DICE_VEHICLES = {row.weapon: row.dice for row in _rows("dice-vehicles", NumberOfDiceRow)}
DIRECT_FIRE_VEHICLES = _rows("direct-fire-vehicles", VehicleRow)
VEHICLE_CARDS = _rows("vehicle-cards", VehicleCardRow)
DICE_AIRCRAFT = {row.weapon: row.dice for row in _rows("dice-aircraft", NumberOfDiceRow)}
DIRECT_FIRE_AIRCRAFT = _rows("direct-fire-aircraft", AircraftRow)
GRENADES = {row.weapon: row for row in _rows("grenades", LauncherRow)}
EXPLOSIVE_DEVICES = {row.device: row for row in _rows("explosive-devices", DeviceRow)}
MORTARS = {row.weapon: row for row in _rows("mortars", MortarRow)}
MORTAR_DEVIATION = _rows("mortar-deviation", DeviationRow)
INDIRECT_FIRE = _rows("indirect-fire", IndirectRow)
RADIOS = {row.radio: row.range for row in _rows("radios", RadioRow)}
COMMUNICATIONS = {row.situation: row.least for row in _rows("communications", MessageRow)}
CLOSE_INTO_COMBAT = _rows("close-into-combat", LeaderRow)
STAND_AND_FIGHT = _rows("stand-and-fight", LeaderRow)
EVASION = _rows("evasion", EvasionRow)
CLOSE_COMBAT_NORMAL = _rows("close-combat-normal", MeleeRow)
CLOSE_COMBAT_DESPERATION = _rows("close-combat-desperation", MeleeRow)
CLOSE_COMBAT_MODIFIERS = {row.letter: row for row in _rows("close-combat-modifiers", ModifierRow)}
MORALE = {row.side: row for row in _rows("morale", MoraleRow)}
NATIONAL_EFFICIENCY = {row.group: row.modifier for row in _rows("national-efficiency", EfficiencyRow)}
WEAPONS = {row.weapon: row for row in _rows("weapons", WeaponRow)}
WEAPON_NAMES = {row.name: row.weapon for row in _rows("weapon-names", WeaponNameRow)}
MINE_LOCATION = _rows("mine-location", LocationRow)

if _unread := TABLES.keys() - _read:
    raise ValueError(f"tables.toml has charts that nobody reads: {', '.join(sorted(_unread))}")


# ── Questions ────────────────────────────────────────────────────────────────────────────────────────────────────


def spotting_number(side: SideName, distance: float, *, leader: bool, scale: float = 1) -> int | None:
    """The D20 number to spot at `distance` inches; 20 in the automatic row, None beyond the last row.

    `scale`: the distance rows are multiplied by it (0.5 in fog, rain or falling snow). BG-VI.1.c, BG-R30.
    """
    for row in SPOTTING:
        if row.side == side and distance <= row.distance * scale:
            return row.with_leader if leader else row.without_leader
    return None


def spots_automatically(side: SideName, distance: float, *, scale: float = 1) -> bool:
    """Whether `distance` lies in the first row, which needs no roll. BG-VI.1.c."""
    first = next(row for row in SPOTTING if row.side == side)
    return distance <= first.distance * scale


def joker_movement(die: int) -> JokerMoveEffect:
    """BG-VIII.1.14."""
    return next(row.effect for row in JOKER_MOVEMENT if row.die == die)


def joker_fire(die: int) -> JokerFireEffect:
    """BG-X.1.13."""
    return next(row.effect for row in JOKER_FIRE if row.die == die)


def movement_dice(troops: Troops | str, formation: str, use: MoveUse, *, mounted: bool = False) -> int | None:
    """How many D6 a unit rolls; None where the chart has no number (no charge, no road column).

    `formation`: "close order", "column", "open order"; "push and fire" for artillery, "" for vehicles and the like.
    Civilians in column use the open order row and have no road dice (BG-R26). `mounted` is riding for bicycles.
    Raises KeyError for a row that the chart does not have, ValueError for aircraft, which need no dice. BG-VIII.1.43a.
    """
    if troops == Troops.CIVILIANS and formation == "column":
        formation = "open order"
    row = next((row for row in MOVEMENT if row.type == troops and row.formation == formation), None)
    if row is None:
        raise KeyError(f"the movement chart has no row {troops}, {formation or 'any formation'}")
    if row.cross == "unlimited":
        raise ValueError("aircraft move without limit and roll no dice")
    dice = {
        "cross country": (row.cross, row.cross_mounted),
        "on road": (row.road, row.road_mounted),
        "to charge": (row.charge, row.charge_mounted),
        "charge road": (row.charge_road, row.charge_road_mounted),
    }[use]
    return dice[1] if mounted else dice[0]


def rough_penalty(troops: Troops | str, options: HouseRules = ()) -> Penalty:
    """What rough terrain takes from the movement dice; dense takes it twice over. BG-VIII.1.43b, BG-R31."""
    row = next(row for row in MOVEMENT if row.type == troops)
    if row.rough is None:
        raise ValueError(f"{troops} do not go over land")
    if switch(options, "rough-penalty") == "highest-for-all" and row.rough == "lowest":
        return "highest"
    return row.rough


def _by_leader(rows: Sequence[LeaderRow], side: SideName, leader: bool) -> int:
    row = next(row for row in rows if row.side == side)
    return row.has if leader else row.none


def rally_number(side: SideName, *, has_leader: bool) -> int:
    """The highest D6 that rallies. BG-VIII.6.1c."""
    return _by_leader(RALLY, side, has_leader)


def close_into_number(side: SideName, *, has_leader: bool) -> int:
    """The highest die that closes into combat. BG-XI.2.1."""
    return _by_leader(CLOSE_INTO_COMBAT, side, has_leader)


def stand_and_fight_number(side: SideName, *, has_leader: bool) -> int:
    """The highest D6 that stands. BG-XI.3.1."""
    return _by_leader(STAND_AND_FIGHT, side, has_leader)


def evasion_number(side: SideName) -> int:
    """The highest D6 with which mounted troops evade. BG-XI.3.5b."""
    return next(row.evades for row in EVASION if row.side == side)


def close_combat_result(die: int, *, desperation: bool) -> MeleeResult:
    """What befalls the loser on his D20. BG-XI.4.3, BG-XI.4.4, BG-R62, BG-R63."""
    rows = CLOSE_COMBAT_DESPERATION if desperation else CLOSE_COMBAT_NORMAL
    return next(row.result for row in rows if row.lowest <= die <= row.highest)


def close_combat_modifier(side: SideName, letter: CombatLetter, options: HouseRules = ()) -> int:
    """The modifier of one situation, A to L. BG-XI.4.mod, BG-R67."""
    row = CLOSE_COMBAT_MODIFIERS[letter]
    if letter == "F" and side == "insurgents":
        return int(switch(options, "insurgent-wall"))
    return {"army": row.army, "insurgents": row.insurgents, "civilians": row.civilians}[side]


def morale_top(side: SideName, column: MoraleColumn, options: HouseRules = ()) -> int:
    """The top of the printed range to pass on 2D6. BG-XII.1.chart, BG-R58."""
    if side == "army" and column == "with leader":
        return int(switch(options, "army-critical-with-leader"))
    if side == "army" and column == "without leader":
        return int(switch(options, "army-critical-without-leader"))
    row = MORALE[side]
    return {"major": row.major, "with leader": row.with_leader, "without leader": row.without_leader}[column]


def morale_number(side: SideName, column: MoraleColumn, options: HouseRules = ()) -> int:
    """The morale number: a total below it passes, equal to it is "equal", above it "more". BG-R57."""
    top = morale_top(side, column, options)
    return top if switch(options, "morale-number") == "top-of-range" else top + 1


def device_number(device: str, target_class: TargetClass) -> int:
    """The number that a D6 must stay below. BG-X.12.chart."""
    row = EXPLOSIVE_DEVICES[device]
    return {"I": row.i, "II": row.ii, "III": row.iii, "IV": row.iv}[target_class]


def national_modifier(group: NationalGroup, *, elite: bool) -> int:
    """The printed modifier of a nation, elite units included: -2 for NATO, -3 for its elite. BG-XIII.2.1."""
    return NATIONAL_EFFICIENCY[group] + (NATIONAL_EFFICIENCY["elite"] if elite else 0)
