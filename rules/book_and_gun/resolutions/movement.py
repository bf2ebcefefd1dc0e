"""Movement by declared facts: a move, a charge, a joker in the movement phase. VIII.0, VIII.1, VIII.4, IX.1."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import tables
from rules.book_and_gun.book.charge import ChargeMove, charge_reach
from rules.book_and_gun.book.drive import BOARDING_DICE, SCOUT_BOARDING_DICE, Drive, MoverType, going_of
from rules.book_and_gun.book.march import (
    Going,
    MovementRoll,
    MoveRow,
    movement_roll,
    number_of_dice,
    reckoned,
    row_of,
)
from rules.book_and_gun.book.measures import MOVEMENT
from rules.book_and_gun.book.rows import SideName, Troops
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text
from rules.book_and_gun.units import Formation, Ground, Spacing
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

FALL_BACK_DICE = 2
BACK_STEP = MOVEMENT["an inch back"]
"""Inches that one inch back costs people. BG-VIII.1.2c."""
DISMOUNTING_DICE = MOVEMENT["charge on leaving a vehicle"]
"""D6 of chargers who dismount. BG-VIII.4.2a, BG-R36."""


class _Mover(BookResolution):
    """What every movement roll depends on."""

    side: Annotated[SideName, Field(description="side of the unit")]
    formation: Annotated[Formation, FACT, Field(description="formation of the unit")] = Formation.LINE
    order: Annotated[Spacing, FACT, Field(description="close or open order (a column has dice of its own)")] = (
        Spacing.OPEN
    )
    on_road: Annotated[bool, FACT, Field(description="in column on a road from start to end")] = False
    terrain: Annotated[Ground, FACT, Field(description="worst terrain on the way")] = Ground.CLEAR
    surface: Annotated[Literal["dry", "snow", "mud"], FACT, Field(description="state of the ground")] = "dry"
    slope: Annotated[bool, FACT, Field(description="up or across a steep slope")] = False
    leader: Annotated[bool, FACT, Field(description="a leader is within 6 inches of the figures that move")] = True


def formation_row(side: SideName, formation: Formation, order: Spacing) -> MoveRow:
    """BG-R26, BG-V.3 to BG-V.11."""
    return row_of(formation, order, civilians=side == "civilians")


def _going(form: _Mover, rows: tuple[MoveRow, ...], use: Literal["move", "charge"] = "move") -> Going:
    return Going(
        Troops(form.side),
        rows,
        use,
        on_road=form.on_road,
        ground=form.terrain,
        surface=form.surface,
        slope=form.slope,
        leaderless=not form.leader,
    )


# ── A move ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Move(_Mover):
    """A normal move: how many dice, what is taken from them, how many inches are left. BG-VIII.1.1, BG-VIII.1.43a."""

    title: ClassVar[str] = "Move"
    summary: ClassVar[str] = "How far a unit on foot may move"
    verb: Literal["move"] = "move"

    new_formation: Annotated[Formation | None, FACT, Field(description="formation that it takes up, if it changes")] = (
        None
    )
    new_order: Annotated[Spacing | None, FACT, Field(description="order that it takes up, if it changes")] = None
    mover: Annotated[Literal["unit", "prone", "scout", "lone leader"], FACT, Field(description="who moves")] = "unit"
    carrying: Annotated[
        bool, FACT, Field(description="they carry a wounded man, or are wounded who help each other")
    ] = False
    type: Annotated[MoverType | None, FACT, Field(description="a row of the chart but infantry's; empty: infantry")] = (
        None
    )
    mounted: Annotated[bool, FACT, Field(description="on horseback, or riding a bicycle")] = False
    off_road: Annotated[bool, FACT, Field(description="a wheeled vehicle made for the country")] = True
    reversing: Annotated[
        bool, FACT, Field(description="backwards: a vehicle straight, people at a third of their speed")
    ] = False
    boarding: Annotated[
        bool, FACT, Field(description="people get in or out: those on foot move 1D6, a boat half of its roll")
    ] = False
    water: Annotated[bool, FACT, Field(description="on the water")] = False
    on_land_before: Annotated[bool, FACT, Field(description="it has moved on land in this turn")] = False
    downhill: Annotated[bool, FACT, Field(description="straight down a slope")] = False


def move(form: Move, chance: Chance) -> Resolved:
    """BG-VIII.1.1, BG-VIII.1.43a to BG-VIII.1.43d, BG-IX.1.2b to BG-IX.2.1, BG-V.12b, BG-R23, BG-R32 to BG-R34."""
    log = Proceedings(form, chance)
    _require_possible(form)
    going = _of_mover(form) if form.type is None else going_of(_drive(form, form.type), log.options)
    if going is None:
        log.step("movement", "aircraft move without limit", "BG-VIII.2.12b", "BG-VIII.1.43a")
        return log.resolved(dice=[], total=0, deductions=(), inches=None, unlimited=True, less=0)
    roll = movement_roll(going, chance, options=log.options)
    _tell(log, roll, *(("BG-R44",) if form.carrying else ()))
    inches = roll.inches
    if form.reversing and form.type is None:
        inches = round(roll.inches / BACK_STEP, 2)
        log.step("back", f"each inch back costs {BACK_STEP}: {inches:g} in", "BG-VIII.1.2c")
    return log.resolved(
        dice=list(roll.dice), total=sum(roll.dice), deductions=_deductions(roll), inches=inches, less=roll.less
    )


def _require_possible(form: Move) -> None:
    """Refuses facts that contradict each other, and what such movers do not do. BG-VIII.4.5a, BG-R200, BG-R252."""
    if form.mover == "scout" and form.side == "civilians":
        raise RuleViolation("no-scouts", "civilians send no scouts", citation="BG-VIII.4.5a", remedy="move the mob")
    if form.mounted and form.type not in (None, "bicycles"):
        raise RuleViolation(
            "contradiction", f"nobody rides {form.type}", remedy="leave mounted out; it is said of horses and bicycles"
        )
    if form.mounted and form.mover == "prone":
        raise RuleViolation(
            "contradiction", "horsemen do not lie down", citation="BG-R252", remedy="leave mounted out, or prone"
        )
    if form.slope and form.downhill:
        raise RuleViolation(
            "contradiction",
            "the way goes straight down the slope, or up or across it",
            citation="BG-IX.1.4a",
            remedy="give slope or downhill, not both",
        )
    if form.water and form.type is None:
        raise RuleViolation(
            "no-swimmer",
            "foot and horsemen do not cross deep water",
            citation="BG-R200",
            remedy="look for a bridge or ford, or get into a boat",
        )


def _drive(form: _Mover, type_: MoverType, use: Literal["move", "charge"] = "move") -> Drive:
    """A vehicle's, boat's, cyclist's or gun's move."""
    own = form if isinstance(form, Move) else None
    return Drive(
        type_,
        use,
        on_road=form.on_road,
        ground=form.terrain,
        surface=form.surface,
        slope=form.slope,
        downhill=own is not None and own.downhill,
        riding=own is not None and own.mounted,
        off_road=form.off_road if isinstance(form, Move | Charge) else True,
        reversing=own is not None and own.reversing,
        boarding=own is not None and own.boarding,
        water=own is not None and own.water,
        on_land_before=own is not None and own.on_land_before,
        leaderless=not form.leader,
    )


def _of_mover(form: Move) -> Going:
    if form.mounted and form.mover in ("scout", "lone leader"):
        return replace(_going(form, ("open order",)), mounted=True, leaderless=False, own_dice=_own(form))
    start = formation_row(form.side, form.formation, form.order)
    end = formation_row(form.side, form.new_formation or form.formation, form.new_order or form.order)
    plain = _going(form, (start, end) if end != start else (start,))
    return Going(
        plain.troops,
        plain.rows,
        kind=form.mover,
        on_road=form.on_road,
        ground=form.terrain,
        surface=form.surface,
        slope=form.slope,
        leaderless=not form.leader and form.mover in ("unit", "prone"),
        carrying=form.carrying,
        mounted=form.mounted,
        own_dice=_own(form),
    )


def _own(form: Move) -> int | None:
    """Dice of those who get in or out, or mount. BG-VIII.4.21a, BG-VIII.4.21b, BG-VIII.5.21, BG-R42."""
    if not form.boarding:
        return None
    return SCOUT_BOARDING_DICE if form.mover == "scout" else BOARDING_DICE


def _tell(log: Proceedings, roll: MovementRoll, *citations: str) -> None:
    taken = "; ".join(_deductions(roll))
    text = f"rolled {dice_text(roll.dice)}" + (f"; {taken}" if taken else "") + f": {roll.inches:g} in"
    own = tuple(dict.fromkeys(d.citation for d in roll.deductions if d.citation))
    log.step("movement", text, "BG-VIII.1.1", "BG-VIII.1.43a", *own, *citations)


def _deductions(roll: MovementRoll) -> tuple[str, ...]:
    """ "rough terrain −5"."""
    lines: list[str] = []
    for deduction in roll.deductions:
        lost = sum(deduction.dice) + deduction.inches
        lines.append(f"{deduction.reason} −{lost:g}")
    return tuple(lines)


# ── A charge ─────────────────────────────────────────────────────────────────────────────────────────────────────


class Charge(_Mover):
    """A charge: declared within 6 inches for each die, then rolled for. BG-VIII.1.4, BG-R36."""

    title: ClassVar[str] = "Charge"
    summary: ClassVar[str] = "Does a charge reach its target?"
    verb: Literal["charge"] = "charge"

    distance: Annotated[Inches, FACT, Field(description="from base to base")]
    straight: Annotated[bool, FACT, Field(description="the last 4 inches run straight to contact")] = True
    dismounting: Annotated[bool, FACT, Field(description="it dismounts from a vehicle and charges: 2D6")] = False
    mob: Annotated[bool, FACT, Field(description="civilians: they are part of a mob")] = True
    type: Annotated[MoverType | None, FACT, Field(description="a row of the chart but infantry's; empty: infantry")] = (
        None
    )
    mounted: Annotated[bool, FACT, Field(description="on horseback")] = False
    off_road: Annotated[bool, FACT, Field(description="a wheeled vehicle made for the country")] = True


def charge(form: Charge, chance: Chance) -> Resolved:
    """BG-VIII.1.4, BG-VIII.1.41a, BG-VIII.1.41b, BG-VIII.1.42a, BG-VIII.1.43e, BG-VIII.4.2a, BG-R36."""
    log = Proceedings(form, chance)
    if form.side == "civilians" and not form.mob:
        raise RuleViolation(
            Why.NO_CHARGE, "non-combatants may not charge", citation="BG-VIII.1.43e", remedy="move instead"
        )
    if not form.straight:
        raise RuleViolation(
            "not-straight",
            "the last 4 inches of a charge must run straight to contact",
            citation="BG-VIII.1.41a",
            remedy="choose another way or another target",
        )
    if form.dismounting and (form.mounted or form.type is not None):
        raise RuleViolation(
            Why.NO_CHARGE,
            "only people on foot who leave a vehicle charge in that phase; those who leave horses do not",
            citation="BG-VIII.5.2a",
            remedy="charge next turn, or leave dismounting out",
        )
    if form.mounted and form.type is not None:
        raise RuleViolation(
            "contradiction", f"nobody charges mounted on {form.type}", remedy="leave mounted or type out"
        )
    going = replace(
        _going(form, (formation_row(form.side, form.formation, form.order),), "charge"), mounted=form.mounted
    )
    if form.type is not None:
        driven = going_of(_drive(form, form.type, "charge"), log.options)
        if driven is None:
            raise RuleViolation(
                Why.NO_CHARGE, "an aircraft does not charge", citation="BG-R35", remedy="attack by fire"
            )
        going = driven
    reach = charge_reach(DISMOUNTING_DICE if form.dismounting else number_of_dice(going, log.options))
    if form.distance > reach and switch(log.options, "charge-declare") == "before-roll":
        raise RuleViolation(
            Why.OUT_OF_REACH,
            f"the target is {form.distance:g} in away; a charge may be declared at {reach} in at most",
            citation="BG-R36",
            remedy="move nearer",
        )
    return _charged(log, going, form.distance, dismounting=form.dismounting)


def _charged(log: Proceedings, going: Going, distance: float, *, dismounting: bool = False) -> Resolved:
    if dismounting:
        dice = log.chance.dice(DISMOUNTING_DICE, sides=6, for_="charge")
        roll = reckoned(going, dice, options=log.options)
    else:
        roll = movement_roll(going, log.chance, options=log.options)
    _tell(log, roll)
    done = ChargeMove(roll.inches, distance)
    words = "it halts 2 in away" if done.reached else f"it falls short and moves {done.moved:g} in"
    log.step("charge", f"{roll.inches:g} in of {distance:g} in: {words}", "BG-VIII.1.42a", "BG-R36")
    return log.resolved(
        dice=list(roll.dice),
        deductions=_deductions(roll),
        inches=roll.inches,
        reached=done.reached,
        moved=done.moved,
        unused=done.unused,
    )


# ── A joker ──────────────────────────────────────────────────────────────────────────────────────────────────────


class JokerMove(_Mover):
    """The joker movement chart, and the move that follows from it. BG-VIII.1.14, BG-R12, BG-R13."""

    title: ClassVar[str] = "Joker in the movement phase"
    summary: ClassVar[str] = "Roll on the joker movement chart for a unit"
    verb: Literal["joker-move"] = "joker-move"

    wounded: Annotated[int, FACT, Field(ge=0, le=30, description="wounded figures of the unit")] = 0
    enemy_distance: Annotated[
        Inches | None, FACT, Field(description="from base to base to the nearest enemy, for the charge of a 6")
    ] = None
    may_charge: Annotated[bool, FACT, Field(description="the unit may charge at all")] = True


def joker_move(form: JokerMove, chance: Chance) -> Resolved:
    """BG-VIII.1.14, BG-VIII.1.14.1 to BG-VIII.1.14.6, BG-R11, BG-R12, BG-R13."""
    log = Proceedings(form, chance)
    die = chance.roll(6, for_="joker")
    effect = tables.joker_movement(die)
    log.step("joker", f"{die}: {effect}", "BG-VIII.1.14", f"BG-VIII.1.14.{die}")
    if effect == "does not move":
        return log.resolved(die=die, effect=effect, inches=0.0)
    if effect == "falls back 2D6":
        dice = chance.dice(FALL_BACK_DICE, sides=6, for_="fall back")
        log.step("fall back", f"{sum(dice)} in away from the nearest enemy ({dice_text(dice)})", "BG-R12")
        return log.resolved(die=die, effect=effect, dice=list(dice), inches=float(sum(dice)), direction="back")
    if effect == "charges nearest enemy":
        return _forced(log, form, die)
    return _changed_move(log, form, die)


def _forced(log: Proceedings, form: JokerMove, die: int) -> Resolved:
    """BG-VIII.1.14.6, BG-R13: who may not charge makes no move; one that falls short moves its total."""
    if not form.may_charge:
        log.step("no move", "it may not charge and makes no move", "BG-R13")
        return log.resolved(die=die, effect=tables.joker_movement(die), inches=0.0, reached=False)
    going = _going(form, (formation_row(form.side, form.formation, form.order),), "charge")
    if form.enemy_distance is not None:
        done = _charged(log, going, form.enemy_distance)
        return log.resolved(die=die, effect=tables.joker_movement(die), **done.outcome)
    roll = movement_roll(going, log.chance, options=log.options)
    _tell(log, roll, "BG-R13")
    text = f"it charges if the nearest enemy is within {roll.inches:g} in, and else moves as far towards him"
    log.step("charge", text, "BG-VIII.1.14.6", "BG-R13")
    return log.resolved(
        die=die,
        effect=tables.joker_movement(die),
        dice=list(roll.dice),
        deductions=_deductions(roll),
        inches=roll.inches,
        reached=None,
    )


def _changed_move(log: Proceedings, form: JokerMove, die: int) -> Resolved:
    """One more die, 1D6 less at the end, or the wounded healed and a normal move. BG-R12."""
    effect = tables.joker_movement(die)
    plain = _going(form, (formation_row(form.side, form.formation, form.order),))
    going = Going(
        plain.troops,
        plain.rows,
        on_road=plain.on_road,
        ground=plain.ground,
        surface=plain.surface,
        slope=plain.slope,
        leaderless=plain.leaderless,
        extra_dice=int(effect == "one more die"),
        lessened=effect == "less 1D6",
    )
    healed = form.wounded if effect == "wounded healed" else 0
    if healed:
        log.step("healed", f"{healed} wounded are fit again", "BG-VIII.1.14.5")
    roll = movement_roll(going, log.chance, options=log.options)
    _tell(log, roll, f"BG-VIII.1.14.{die}")
    return log.resolved(
        die=die,
        effect=effect,
        dice=list(roll.dice),
        deductions=_deductions(roll),
        less=roll.less,
        inches=roll.inches,
        healed=healed,
    )
