"""Ground, cover and how far a unit moves, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import cover, movement, terrain
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Mover, Trait, Weather
from rules.red_actions.book.movement import Moving
from rules.red_actions.book.terrain import Ground, WayPiece
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row
from rules.red_actions.resolutions.units import CardName


class CrossGround(RedResolution):
    """RA-terrain.table"""

    title: ClassVar[str] = "Ground"
    summary: ClassVar[str] = "What crossing or moving in some ground costs, and the die that it calls for"
    verb: Literal["ground"] = "ground"

    mover: Annotated[Mover, FACT, Field(description="who moves")]
    move: Annotated[float, FACT, Field(ge=0, le=60, description="the card's move in inches")]
    ground: Annotated[Ground, FACT, Field(description="what is crossed, or moved in")]
    inches: Annotated[Inches, FACT, Field(description="the way inside; 0 for what is only crossed")] = 0.0
    uphill: Annotated[bool, FACT, Field(description="of a hill or slope: the way leads up")] = True
    by_road: Annotated[bool, FACT, Field(description="in column on a road")] = False
    column: Annotated[bool, FACT, Field(description="in column")] = True
    partisan: Annotated[bool, FACT, Field(description="they are Partisans")] = False


def cross_ground(form: CrossGround, chance: Chance) -> Resolved:
    """RA-terrain.table, RA-terrain.star, RA-terrain.road.1, RA-terrain.column, RA-R91, RA-R92."""
    log = Proceedings(form, chance)
    if not form.by_road:
        terrain.bar_spread(form.mover, (form.ground,), form.column)
    step = WayPiece(form.ground, form.inches, form.uphill, form.by_road)
    price = terrain.price(step, form.mover, form.move, partisan=form.partisan, house=log.house)
    die = terrain.die_for(step, form.mover)
    log.step("ground", f"{price.reason}: {price.inches:g} in of move", price.citation)
    if die is not None:
        log.step("test", f"calls for a breakdown test, {die.value}", "RA-R92")
    return log.resolved(inches=price.inches, ends=price.ends, test=None if die is None else die.value)


class CoverOf(RedResolution):
    """RA-R25"""

    title: ClassVar[str] = "Cover"
    summary: ClassVar[str] = "The cover that a place gives"
    verb: Literal["cover"] = "cover"

    ground: Annotated[Ground, FACT, Field(description="where they are, or what they are behind")]
    stone: Annotated[bool, FACT, Field(description="of buildings: stone, or particularly solid")] = False
    infantry: Annotated[bool, FACT, Field(description="they are infantry")] = True
    moving: Annotated[bool, FACT, Field(description="they are merely moving through")] = False
    evading: Annotated[bool, FACT, Field(description="they evade")] = False
    held: Annotated[bool, FACT, Field(description="they took possession, or were set up there")] = False
    foxholes: Annotated[int, FACT, Field(ge=0, le=3, description="whole columns of foxholes")] = 0


def cover_of(form: CoverOf, chance: Chance) -> Resolved:
    """RA-R25, RA-R143, RA-building.2, RA-building.4, RA-shoot.cover.superhard, RA-shoot.cover.soft."""
    log = Proceedings(form, chance)
    found = cover.cover(
        form.ground, stone=form.stone, infantry=form.infantry, moving=form.moving, evading=form.evading,
        held=form.held, house=log.house,
    )  # fmt: skip
    found = cover.with_foxholes(found, form.foxholes)
    steady = cover.steadies(form.ground, found)
    log.step("cover", found.value + (", hard" if found.hard else ""), "RA-R25")
    return log.resolved(cover=found.value, hard=found.hard, morale_bonus=steady)


class UnitMove(RedResolution):
    """RA-move.1"""

    title: ClassVar[str] = "Move"
    summary: ClassVar[str] = "How far a unit moves in its segment, before terrain"
    verb: Literal["unit-move"] = "unit-move"

    card: CardName
    evading: Annotated[bool, FACT, Field(description="at evasive speed")] = False
    marching: Annotated[bool, FACT, Field(description="it marches")] = False
    charging: Annotated[bool, FACT, Field(description="it charges")] = False
    ambush: Annotated[bool, FACT, Field(description="it breaks out of ambush")] = False
    column: Annotated[bool, FACT, Field(description="in column")] = False
    road: Annotated[bool, FACT, Field(description="the whole move is by road, in column")] = False
    fired: Annotated[bool, FACT, Field(description="it has shot in this segment")] = False
    limbers: Annotated[bool, FACT, Field(description="horse artillery that limbers or unlimbers besides")] = False
    unlimbered: Annotated[bool, FACT, Field(description="the guns are unlimbered")] = False
    enemy: Annotated[Inches | None, FACT, Field(description="of a march: to the nearest known enemy")] = None
    shot_at: Annotated[bool, FACT, Field(description="of a march: it has been shot at")] = False
    rain: Annotated[bool, FACT, Field(description="it rains")] = False


def move(form: UnitMove, chance: Chance) -> Resolved:
    """RA-move.1, RA-move.officer, RA-evade.1, RA-march.1, RA-march.2, RA-march.4, RA-terrain.road.2,
    RA-horse-artillery, RA-R105, RA-R124."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    if form.limbers and Trait.HORSE_ARTILLERY not in card.traits:
        raise RuleViolation(
            "no-horse-artillery",
            f"{card.name} cannot move and limber in one segment.",
            citation="RA-horse-artillery",
            remedy="Only horse artillery can.",
        )
    if form.marching:
        movement.bar_march(form.column or form.road, form.enemy, form.shot_at)
    allowed = movement.allowance(
        Moving(
            card.arm, card.mover, card.move, card.evade, form.evading, form.marching, form.charging, form.road,
            form.fired, form.limbers, form.unlimbered, form.ambush, Weather.RAIN if form.rain else Weather.CLEAR,
        ),
        log.house,
    )  # fmt: skip
    log.step("move", str(allowed), *dict.fromkeys(line.citation for line in allowed.lines))
    return log.resolved(inches=allowed.inches, lines=tuple(f"{each.inches:+g} {each.reason}" for each in allowed.lines))


ROWS: tuple[Row, ...] = (row(UnitMove, move), row(CrossGround, cross_ground), row(CoverOf, cover_of))
