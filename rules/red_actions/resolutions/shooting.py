"""Shooting by declared facts: the whole of it, a cell of the table, ranges, arcs, turns, priorities, rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import ammunition, fire_arcs, observing, shot_effect, units
from rules.red_actions.book import priorities as book_priorities
from rules.red_actions.book import shooting as book
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm, Cover, Light, Trait, UnitFormation
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.book.shooting import Band, Observed, ShootingTarget
from rules.red_actions.book.shooting_table import COLUMNS, NOTHING, RESULTS, ShotResult, table_of
from rules.red_actions.book.units import Markers
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, lines, row
from rules.red_actions.resolutions.units import Bases, CardName, Humiliated, Terror, plain

Degrees = Annotated[float, FACT, Field(ge=-360, le=360, allow_inf_nan=False)]
Bearing = Annotated[Degrees, Field(description="degrees clockwise from its front to the target")]
LightNow = Annotated[Light, FACT, Field(description="light")]


class Shoot(RedResolution):
    """RA-shoot.7"""

    title: ClassVar[str] = "Shooting"
    summary: ClassVar[str] = "A whole shooting: total, column, dice, result"
    verb: Literal["shoot"] = "shoot"

    firer: CardName
    bases: Bases
    target: CardName
    range: Annotated[Inches, FACT, Field(description="to the target; from the observer if there is one")]
    firing: Annotated[
        int | None, FACT, Field(ge=0, le=6, description="bases with sight, arc and range; empty: all of them")
    ] = None
    terror: Terror = 0
    humiliated: Humiliated = 0
    light: LightNow = Light.DAY
    speculative: Annotated[bool, FACT, Field(description="at ground that may hold enemy")] = False
    observed: Annotated[Observed, FACT, Field(description="whether an observer directs it")] = Observed.NO
    gun_range: Annotated[Inches | None, FACT, Field(description="observed fire: from the gun itself to the target")] = (
        None
    )
    cover: Annotated[Cover, FACT, Field(description="cover of the target")] = Cover.OPEN
    foxholes: Annotated[float, FACT, Field(ge=0, le=3, multiple_of=0.25, description="columns of foxholes")] = 0
    evading: Annotated[bool, FACT, Field(description="the target evades or lies down")] = False
    formation: Annotated[UnitFormation, FACT, Field(description="formation of the target")] = UnitFormation.LINE
    on_road: Annotated[bool, FACT, Field(description="the target is on a road")] = False
    formed: Annotated[bool, FACT, Field(description="the target is formed cavalry")] = False
    enfiladed: Annotated[bool, FACT, Field(description="the fire goes down the length of the target")] = False
    lent_traits: Annotated[
        tuple[Trait, ...], FACT, Field(description="characteristics that the target's officer lends it")
    ] = ()


def shoot(form: Shoot, chance: Chance) -> Resolved:
    """RA-shoot.3, RA-shoot.4, RA-shoot.7, RA-shoot.mods.cumulative, RA-shoot.mods.best, RA-R03, RA-R16, RA-R18,
    RA-R29, RA-R90."""
    log = Proceedings(form, chance)
    firer, target = BOOK_PACK.card(form.firer), BOOK_PACK.card(form.target)
    reach = _reach(form, firer, log)
    _check_reach(firer, reach)
    if reach.band is Band.HARASSING:
        log.step("harassing", "harassing fire: no dice, no markers; the target may no longer march", "RA-harass")
        return log.resolved(band=reach.band.value, total=0, column=0, result=NOTHING.cell)
    markers = Markers(form.terror, form.humiliated)
    eligible = form.bases if form.firing is None else min(form.firing, form.bases)
    bases = units.firing(eligible, form.bases, markers, log.house)
    total = book.shooting_total(firer.shoot, bases, book.factors(reach.band, form.speculative, form.observed))
    log.step("total", str(total), "RA-shoot.3", "RA-shoot.4")
    guns = book.machine_gun_bonus(firer.arm, firer.traits, reach.distance, log.house)
    table = table_of(log.house)
    placed = book.column(total.total, book.shifts(_mark(form, target), guns), table)
    log.step("column", str(placed), "RA-R03")
    all_guns = book.is_machine_gun(firer.arm, firer.traits)
    rolled: int | None = None
    result = NOTHING
    if placed.number and shot_effect.table_counts(target.arm, all_guns, reach.band):
        rolled = sum(log.chance.dice(2, sides=6, for_="shooting"))
        cell = table.result(placed.number, rolled)
        result = shot_effect.felt(cell, target.arm, all_guns, reach.band)
        felt = "" if result == cell else f"; {target.name}: {result.cell}"
        log.step("result", f"{rolled}: {cell.cell}{felt}", "RA-shoot.7")
    elif placed.number:
        log.step("result", f"nothing of the table counts against {target.name}; it is not rolled for", "RA-R90")
    tank = shot_effect.tank_terror(firer.arm, target.arm, form.cover)
    if tank:
        log.step("tank", f"{tank} terror marker for the tank's fire", "RA-tank.terror")
    return log.resolved(
        band=reach.band.value, total=total.total, exact=plain(total.exact), items=total.lines, column=placed.number,
        shifts=lines(placed.shift), roll=rolled, result=result.cell, **_effects(result, tank),
    )  # fmt: skip


def _effects(result: ShotResult, tank: int) -> dict[str, int | bool]:
    return {
        "terror": result.terror + tank,
        "pinned": result.pinned,
        "retires": result.retire,
        "serious_test": result.serious,
        "officers_roll": result.officer,
        "bases_killed": RESULTS.bases_killed if result.kill else 0,
    }


def _reach(form: Shoot, firer: TroopCard, log: Proceedings) -> observing.FireReach:
    if form.observed is Observed.NO:
        return observing.FireReach(form.range, book.band(form.range, firer.range, form.light))
    if barred := observing.observer_bar(firer.arm):
        raise barred
    gun = form.range if form.gun_range is None else form.gun_range
    return observing.indirect_reach(gun, form.range, firer.range, form.light, log.house)


def _check_reach(firer: TroopCard, reach: observing.FireReach) -> None:
    if reach.band is not Band.OUT:
        return
    far = f"at {firer.range} in" if firer.shoot else "at all"
    raise RuleViolation(
        "out-of-range",
        f"{firer.name} does not shoot at {reach.distance:g} in.",
        citation="RA-R19",
        remedy=f"It shoots {far} at most, and harasses at twice that; by night only up to the limit of the light."
        if firer.shoot
        else "It has no weapons to shoot with.",
    )


def _mark(form: Shoot, target: TroopCard) -> ShootingTarget:
    return ShootingTarget(
        cover=form.cover,
        foxhole=Fraction(form.foxholes),
        evading=form.evading,
        formation=form.formation,
        on_road=form.on_road,
        formed=form.formed,
        enfiladed=form.enfiladed,
        traits=target.traits | frozenset(form.lent_traits),
    )


class ShootingCell(RedResolution):
    """RA-shoot.7"""

    title: ClassVar[str] = "Shooting table"
    summary: ClassVar[str] = "The result in a column of the shooting table"
    verb: Literal["shooting-cell"] = "shooting-cell"

    total: Annotated[int, FACT, Field(ge=0, le=1000, description="shooting total")]
    shift: Annotated[int, FACT, Field(ge=-20, le=20, description="columns by which it is shifted")] = 0


def shooting_cell(form: ShootingCell, chance: Chance) -> Resolved:
    """RA-shoot.7, RA-R01, RA-R02, RA-R03."""
    log = Proceedings(form, chance)
    table = table_of(log.house)
    base = table.base_column(form.total)
    column = max(0, min(COLUMNS, base + form.shift)) if base else 0
    if not column:
        log.step("column", "no effect; the table is not rolled for", "RA-R03")
        return log.resolved(column=0, roll=None, result=NOTHING.cell)
    rolled = sum(log.chance.dice(2, sides=6, for_="shooting"))
    result = table.result(column, rolled)
    log.step("result", f"column {column}, {rolled}: {result.cell}", "RA-shoot.7")
    return log.resolved(column=column, roll=rolled, result=result.cell)


class RangeBand(RedResolution):
    """RA-shoot.range.2"""

    title: ClassVar[str] = "Range"
    summary: ClassVar[str] = "Whether a target is at close or long range, or too far"
    verb: Literal["range-band"] = "range-band"

    card: CardName
    range: Annotated[Inches, FACT, Field(description="to the target")]
    light: LightNow = Light.DAY


def range_band(form: RangeBand, chance: Chance) -> Resolved:
    """RA-shoot.range.1, RA-shoot.range.2, RA-harass, RA-weather.night.range, RA-R19, RA-R115."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    found = book.band(form.range, card.range, form.light)
    log.step("range", f"{card.name} at {form.range:g} in: {found.value}", "RA-R19")
    return log.resolved(
        band=found.value, answered=shot_effect.may_be_answered(found), ends_march=observing.ends_march(found)
    )


class FireArc(RedResolution):
    """RA-arc.1"""

    title: ClassVar[str] = "Fire arc"
    summary: ClassVar[str] = "Whether a target is in arc, and what turn would bring it there"
    verb: Literal["fire-arc"] = "fire-arc"

    card: CardName
    bearing: Bearing
    weapon: Annotated[Degrees, Field(description="direction in which a vehicle's fixed weapon is placed")] = 0
    train_ahead: Annotated[bool, FACT, Field(description="turret car: cars are coupled before it")] = False
    train_behind: Annotated[bool, FACT, Field(description="turret car: cars are coupled behind it")] = False


def fire_arc(form: FireArc, chance: Chance) -> Resolved:
    """RA-arc.1, RA-arc.2, RA-arc.3, RA-shoot.1, RA-train.artillery.1, RA-train.mg, RA-R166."""
    log = Proceedings(form, chance)
    card = BOOK_PACK.card(form.card)
    inside = fire_arcs.in_arc(
        card.arm, form.bearing, card.traits,
        weapon=form.weapon, train_ahead=form.train_ahead, train_behind=form.train_behind,
    )  # fmt: skip
    turn = 0.0 if inside else fire_arcs.turn_to_fire(card.arm, form.bearing, card.traits, form.weapon) or None
    words = "in arc" if inside else f"in arc after a turn of {turn:g}°" if turn else "out of arc"
    log.step("arc", f"{card.name}: {words}", "RA-arc.1")
    return log.resolved(in_arc=inside, turn=turn)


class Enfilade(RedResolution):
    """RA-enfilade.1"""

    title: ClassVar[str] = "Enfilade"
    summary: ClassVar[str] = "Whether a shooter fires down the length of a line"
    verb: Literal["enfilade"] = "enfilade"

    right: Annotated[
        float, FACT, Field(ge=-500, le=500, description="inches to the right of the target's middle; left is negative")
    ]
    ahead: Annotated[float, FACT, Field(ge=-500, le=500, description="inches before it; behind is negative")]
    width: Annotated[Inches, FACT, Field(description="width of the target")]
    depth: Annotated[Inches, FACT, Field(description="depth of the target")] = 0
    formation: Annotated[UnitFormation, FACT, Field(description="formation of the target")] = UnitFormation.LINE


def enfilade(form: Enfilade, chance: Chance) -> Resolved:
    """RA-enfilade.1, RA-enfilade.2, RA-R133, RA-R162."""
    log = Proceedings(form, chance)
    if not book.may_be_enfiladed(form.formation):
        log.step("enfilade", "only troops basically in line can be enfiladed", "RA-enfilade.2")
        return log.resolved(enfiladed=False)
    along = fire_arcs.enfilades(form.right, form.ahead, form.width, form.depth)
    log.step("enfilade", "enfiladed" if along else "not enfiladed", "RA-enfilade.1")
    return log.resolved(enfiladed=along)


class FiringPriority(RedResolution):
    """RA-priority.1"""

    title: ClassVar[str] = "Firing priorities"
    summary: ClassVar[str] = "In what order targets should be fired at"
    verb: Literal["firing-priority"] = "firing-priority"

    targets: Annotated[
        tuple[str, ...],
        FACT,
        Field(min_length=1, description='each with its words: "guns: threat", "company: close open", "staff: officer"'),
    ]
    chosen: Annotated[str, FACT, Field(max_length=60, description="the one that is to be fired at")] = ""
    senior: Annotated[bool, FACT, Field(description="a senior officer is with the firers")] = False


_WORDS = ("threat", "close", "open", "officer", "beside")


def firing_priority(form: FiringPriority, chance: Chance) -> Resolved:
    """RA-priority.1, RA-priority.4, RA-def.officer.senior-unit.2."""
    log = Proceedings(form, chance)
    targets = [_target(text) for text in form.targets]
    order = book_priorities.ranked(targets)
    log.step("order", ", ".join(each.name for each in order) or "none is a proper target", "RA-priority.1")
    if form.chosen:
        named = [each for each in targets if each.name == form.chosen.strip()]
        if not named:
            raise RuleViolation(
                "unknown-target",
                f"{form.chosen} is not among the targets.",
                citation="RA-priority.1",
                remedy=f"Choose one of: {', '.join(each.name for each in targets)}.",
            )
        if barred := book_priorities.priority_bar(named[0], targets, form.senior):
            raise barred
        log.step("chosen", f"{form.chosen} may be fired at", "RA-priority.4" if form.senior else "RA-priority.1")
    return log.resolved(
        order=tuple(each.name for each in order), first=tuple(each.name for each in book_priorities.proper(targets))
    )


def _target(text: str) -> book_priorities.PossibleTarget:
    name, _, said = text.partition(":")
    words = said.split()
    if not name.strip() or any(word not in _WORDS for word in words):
        raise RuleViolation(
            "unclear-target",
            f'"{text[:60]}" is no target.',
            citation="RA-priority.1",
            remedy=f'Write its name, a colon and any of {", ".join(_WORDS)}: "company: close open".',
        )
    return book_priorities.PossibleTarget(
        name.strip(), "threat" in words, "close" in words, "open" in words, "officer" in words, "beside" not in words
    )


class Ammunition(RedResolution):
    """RA-ammo.guns"""

    title: ClassVar[str] = "Rounds"
    summary: ClassVar[str] = "Rounds of a gun or mortar after so many turns of fire"
    verb: Literal["rounds"] = "rounds"

    mortar: Annotated[bool, FACT, Field(description="a mortar, not a gun")] = False
    cart: Annotated[bool, FACT, Field(description="a cart moves with it")] = True
    fired: Annotated[int, FACT, Field(ge=0, le=100, description="turns in which it has fired")] = 0
    refilled: Annotated[bool, FACT, Field(description="then stood a whole turn with a full supply cart")] = False


def rounds(form: Ammunition, chance: Chance) -> Resolved:
    """RA-ammo.guns, RA-ammo.mortars, RA-ammo.carts, RA-R117, RA-R165."""
    log = Proceedings(form, chance)
    arm = Arm.MORTAR if form.mortar else Arm.GUN
    stock = ammunition.first_stock(arm, form.cart)
    if not ammunition.counts_rounds(arm, log.house):
        log.step("rounds", "rounds are not counted in this house", "RA-R117")
        return log.resolved(limber=None, cart=None, left=None)
    for _ in range(form.fired):
        stock = ammunition.spend(stock)
    if form.refilled:
        stock = ammunition.refill(arm, stock, ammunition.supply_cart(arm)).rounds
    log.step("rounds", f"{stock.limber} carried, {stock.cart} in the cart", "RA-ammo.guns")
    return log.resolved(limber=stock.limber, cart=stock.cart, left=stock.left)


ROWS: tuple[Row, ...] = (
    row(Shoot, shoot),
    row(ShootingCell, shooting_cell),
    row(RangeBand, range_band),
    row(FireArc, fire_arc),
    row(Enfilade, enfilade),
    row(FiringPriority, firing_priority),
    row(Ammunition, rounds),
)
