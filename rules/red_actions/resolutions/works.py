"""Burning buildings, wire, foxholes, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.red_actions.book import vehicles, works
from rules.red_actions.book.kinds import Mover
from rules.red_actions.book.terrain import BreakdownDie
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row


class BuildingFire(RedResolution):
    """RA-building.fire.1"""

    title: ClassVar[str] = "Fire in a building"
    summary: ClassVar[str] = "Setting a building on fire, or fighting the fire"
    verb: Literal["building-fire"] = "building-fire"

    does: Annotated[Literal["light", "fight"], FACT, Field(description="light it, or fight the fire")]
    markers: Annotated[int, FACT, Field(ge=0, le=5, description="terror markers on the building")] = 0
    touching: Annotated[bool, FACT, Field(description="the unit touches it")] = True


def building_fire(form: BuildingFire, chance: Chance) -> Resolved:
    """RA-building.fire.1, RA-building.fire.2, RA-building.fire.3, RA-building.fire.4, RA-R103."""
    log = Proceedings(form, chance)
    if form.does == "light":
        works.bar_light(form.touching, form.markers)
        die, markers = works.roll_light(form.markers, log.chance)
    else:
        works.bar_fight_fire(form.touching, form.markers)
        die, markers = works.roll_fight_fire(form.markers, log.chance)
    words = "destroyed" if works.ruined(markers) else "no fire" if markers == 0 else f"{markers} on the building"
    cited = "RA-building.fire.1" if form.does == "light" else "RA-building.fire.4"
    log.step("fire", f"{die}: {words}", cited)
    return log.resolved(die=die, markers=markers, next_turn=works.grown(markers), destroyed=works.ruined(markers))


class CrossWire(RedResolution):
    """RA-wire.2"""

    title: ClassVar[str] = "Wire"
    summary: ClassVar[str] = "Infantry or engineers in wire, a turn after they entered it"
    verb: Literal["wire"] = "wire"

    mover: Annotated[Mover, FACT, Field(description="who is in the wire; tanks only crush it")] = Mover.INFANTRY
    engineers: Annotated[bool, FACT, Field(description="they are engineers")] = False


def cross_wire(form: CrossWire, chance: Chance) -> Resolved:
    """RA-wire.1, RA-wire.2, RA-wire.3, RA-tank.wire, RA-R104, RA-R179."""
    log = Proceedings(form, chance)
    works.bar_wire(form.mover)
    if form.mover is Mover.TANK:
        (thrown,) = vehicles.roll_breakdowns((BreakdownDie.WIRE,), log.chance)
        log.step("wire", f"{thrown.die}: {thrown.trouble.value}", "RA-tank.wire")
        return log.resolved(dice=(thrown.die,), across=thrown.trouble.moves, state=thrown.trouble.value)
    dice, result = works.roll_crossing(form.engineers, log.chance)
    log.step("wire", f"{sum(dice)}: {result.value}", "RA-wire.3" if form.engineers else "RA-wire.2")
    return log.resolved(dice=dice, across=result is not works.WireCrossing.HELD, state=result.value)


class ClearWire(RedResolution):
    """RA-wire.5"""

    title: ClassVar[str] = "Clear wire"
    summary: ClassVar[str] = "A tank with a wire remover moves along in the wire"
    verb: Literal["clear-wire"] = "clear-wire"

    inches: Annotated[Inches, FACT, Field(le=40, description="way along in the wire")]
    remover: Annotated[bool, FACT, Field(description="the tank has a device that removes wire")] = True


def clear_wire(form: ClearWire, chance: Chance) -> Resolved:
    """RA-wire.5, RA-tank.wire, RA-R179."""
    log = Proceedings(form, chance)
    works.bar_strip(form.remover)
    (thrown,) = vehicles.roll_breakdowns((BreakdownDie.WIRE,), log.chance)
    log.step("wire", f"{thrown.die}: {thrown.trouble.value}", "RA-tank.wire")
    strips = works.roll_strips(form.inches, log.chance) if thrown.trouble.moves else ()
    for number, (die, crushed) in enumerate(strips, 1):
        log.step("strip", f"strip {number}: {die}, {'crushed' if crushed else 'stands'}", "RA-wire.5")
    return log.resolved(state=thrown.trouble.value, crushed=sum(crushed for _, crushed in strips), strips=len(strips))


class Dig(RedResolution):
    """RA-dig.1"""

    title: ClassVar[str] = "Dig in"
    summary: ClassVar[str] = "The foxholes that some segments of digging make"
    verb: Literal["dig"] = "dig"

    segments: Annotated[int, FACT, Field(ge=1, le=12, description="segments of digging")]
    tools: Annotated[bool, FACT, Field(description="with proper entrenching tools")] = False
    before: Annotated[int, FACT, Field(ge=0, le=12, description="quarters of a column dug before")] = 0
    infantry: Annotated[bool, FACT, Field(description="they are infantry")] = True


def dig(form: Dig, chance: Chance) -> Resolved:
    """RA-dig.1, RA-dig.2, RA-R62."""
    log = Proceedings(form, chance)
    quarters = form.before
    for _ in range(form.segments):
        works.bar_dig(form.infantry, quarters)
        quarters = works.dug(quarters, form.tools)
    log.step("foxholes", f"{quarters / works.FIGURES.per_column:g} columns dug; whole ones count", "RA-dig.2", "RA-R62")
    return log.resolved(quarters=quarters, shift=works.shift(quarters))


ROWS: tuple[Row, ...] = (
    row(BuildingFire, building_fire),
    row(CrossWire, cross_wire),
    row(ClearWire, clear_wire),
    row(Dig, dig),
)
