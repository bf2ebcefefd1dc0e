"""Mine warfare by declared facts: men and vehicles on mines, Claymores, marking and clearing."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import anti_tank, clearing, effect, mines
from rules.infantry_action.book.clearing import Clearer, Sapper
from rules.infantry_action.book.kinds import Light, Pace, Posture, Weapon
from rules.infantry_action.book.mines import ManInMines, Mine, MinedSquare, VehicleHarm, VehicleInBelt
from rules.infantry_action.resolutions.armour import crew_of, escape_words, riders_of
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance
from rules.language.words import counted

Mined = Annotated[
    Literal["anti-personnel mines", "anti-tank mines", "both"], FACT, Field(description="mines in the square")
]
Lit = Annotated[Light, FACT, Field(description="light")]
MarkedMines = Annotated[bool, FACT, Field(description="the mines of the square are marked")]


def _square(kinds: str, *, marked: bool = False, rutted: bool = False) -> MinedSquare:
    return MinedSquare(frozenset(Mine) if kinds == "both" else frozenset({Mine(kinds)}), marked, rutted)


class CrossMines(InfantryResolution):
    """Men enter a mined square. IA-mine.ap-foot."""

    title: ClassVar[str] = "Cross mines"
    summary: ClassVar[str] = "Men on foot cross a mined square of 10 m"
    verb: Literal["cross-mines"] = "cross-mines"

    men: Annotated[int, FACT, Field(ge=1, le=30, description="men who cross, one after the other")]
    pace: Annotated[Literal["walk", "crawl", "dash", "double"], FACT, Field(description="pace")] = "walk"
    light: Lit = Light.DAY
    mines: Mined = "anti-personnel mines"
    marked: MarkedMines = False
    rutted: Annotated[bool, FACT, Field(description="they follow the track of a hard vehicle")] = False
    stop: Annotated[bool, Field(description="those who have not entered stop when a mine is seen")] = True


def cross_mines(form: CrossMines, chance: Chance) -> Resolved:
    """IA-mine.ap-foot, IA-mine.ap-foot-other, IA-mine.spotted-choice, IA-mine.marked-crossing."""
    log = Proceedings(form, chance)
    square = _square(form.mines, marked=form.marked, rutted=form.rutted)
    if not mines.men_dice(square, form.light):
        log.step("safe", "nobody dices for this square", "IA-mine.marked-crossing")
        return log.resolved(across=form.men, spotters=0, casualties=0, stopped=0)
    men = [ManInMines(f"man {i}", Pace(form.pace)) for i in range(1, form.men + 1)]
    crossing = mines.cross(men, form.light, chance, stop_when_seen=form.stop)
    told = "; ".join(f"{each.key} {each.die}: {each.step.value}" for each in crossing.steps)
    cited = "IA-mine.ap-foot" if mines.careful(Pace(form.pace), form.light) else "IA-mine.ap-foot-other"
    log.step("mines", told, cited)
    return log.resolved(
        across=len(crossing.steps) - len(crossing.casualties) - len(crossing.spotters),
        spotters=len(crossing.spotters),
        casualties=len(crossing.casualties),
        stopped=len(crossing.stopped),
    )


class DriveOverMines(InfantryResolution):
    """A vehicle or gun on a mined square. IA-mine.ap-trigger, IA-mine.at-trigger."""

    title: ClassVar[str] = "Drive over mines"
    summary: ClassVar[str] = "A vehicle, or a wheeled gun that is manhandled, comes over a mined square"
    verb: Literal["drive-over-mines"] = "drive-over-mines"

    vehicle: Annotated[
        Literal["soft vehicle", "hard vehicle", "flail vehicle", "horse", "wheeled gun"],
        FACT,
        Field(description="what comes over the square"),
    ]
    mines: Mined = "anti-tank mines"
    light: Lit = Light.DAY
    marked: MarkedMines = False
    crew: Annotated[int, FACT, Field(ge=0, le=10, description="crew aboard, the commander first; men at a gun")] = 1
    passengers: Annotated[int, FACT, Field(ge=0, le=30, description="passengers aboard")] = 0
    smgs: Annotated[int, FACT, Field(ge=0, le=10, description="sub machine guns paid for")] = 0


def drive_over_mines(form: DriveOverMines, chance: Chance) -> Resolved:
    """IA-mine.ap-soft-vehicle, IA-mine.ap-hard-vehicle, IA-mine.at-soft, IA-mine.at-hard, IA-mine.at-trigger,
    IA-mine.flail, IA-mine.marked-crossing, IA-at.catches-fire."""
    log = Proceedings(form, chance)
    square, hard = _square(form.mines, marked=form.marked), form.vehicle in ("hard vehicle", "flail vehicle")
    crew, riders = tuple(crew_of(form.crew)), tuple(riders_of(form.passengers))
    vehicle = VehicleInBelt(hard, crew, riders, form.smgs, form.vehicle != "horse", form.vehicle == "flail vehicle")
    gun = form.vehicle == "wheeled gun"
    spared = gun and Mine.ANTI_TANK not in square.kinds
    if spared or not mines.vehicle_meets_mines(square, vehicle, form.light):
        log.step("safe", "nothing goes off", "IA-mine.at-trigger" if not form.marked else "IA-mine.marked-crossing")
        return log.resolved(harm=VehicleHarm.NONE.value, on_fire=False, casualties=0, escaped=0, clears="nothing")
    met = mines.push_gun_over([man.key for man in crew], chance) if gun else mines.drive_over(square, vehicle, chance)
    told = [met.harm.value if met.die is None else f"die {met.die}: {met.harm.value}"]
    told += [f"{hit.key} {hit.die}: {'casualty' if hit.hit else 'unhurt'}" for hit in met.hits]
    told += [escape_words(man) for man in met.escapes]
    anti_tank_mines = Mine.ANTI_TANK in square.kinds and vehicle.rolls
    cited = ("IA-mine.at-hard" if hard else "IA-mine.at-soft") if anti_tank_mines else "IA-mine.ap-trigger"
    log.step("mines", "; ".join(told), cited)
    burning = False
    if met.harm is VehicleHarm.KNOCKED_OUT:
        die, burning = anti_tank.catches_fire(chance)
        log.step("fire", f"die {die}: {'on fire' if burning else 'not on fire'}", "IA-at.catches-fire")
    return log.resolved(
        harm=met.harm.value,
        on_fire=burning,
        casualties=sum(hit.hit for hit in met.hits) + sum(not man.escaped for man in met.escapes),
        escaped=sum(man.escaped for man in met.escapes),
        clears={"ruts": "for men in daylight", "path": "for everybody"}.get(met.clears, "nothing"),
    )


class SetOffClaymore(InfantryResolution):
    """A Claymore or fougasse is set off. IA-mine.claymore-cone."""

    title: ClassVar[str] = "Claymore"
    summary: ClassVar[str] = "A Claymore or fougasse: who is in the cone, and the fire effect points"
    verb: Literal["claymore"] = "claymore"

    device: Annotated[Literal["Claymore", "fougasse"], FACT, Field(description="which device")] = "Claymore"
    distance: Annotated[Metres, FACT, Field(description="metres from it to the nearest figure of the group")]
    off_centre: Annotated[
        float, FACT, Field(ge=0, le=180, description="degrees of that figure off the centre line")
    ] = 0
    set_up: Annotated[int, FACT, Field(ge=0, le=100, description="whole periods since setting it up began")] = 1
    operator: Annotated[Metres, FACT, Field(description="metres of the operator from the Claymore")] = 10


def set_off(form: SetOffClaymore, chance: Chance) -> Resolved:
    """IA-mine.claymore-setup, IA-mine.claymore-cone, IA-mine.fougasse, IA-R071."""
    log = Proceedings(form, chance)
    if form.device == "Claymore":
        mines.bar_detonation(form.set_up, form.operator)
    cited = "IA-mine.claymore-cone" if form.device == "Claymore" else "IA-mine.fougasse"
    hit = form.distance <= mines.FIGURES.cone_reach and form.off_centre <= mines.FIGURES.cone_half_angle
    points = effect.points(Weapon.CLAYMORE, form.distance, log.house) if hit else 0
    log.step("cone", f"{points} fire effect points" if hit else "outside the cone", cited)
    return log.resolved(in_cone=hit, points=points, flame=form.device == "fougasse")


class ClearMines(InfantryResolution):
    """Marking, lifting, clearing. IA-mine.mark-detector."""

    title: ClassVar[str] = "Clear mines"
    summary: ClassVar[str] = "How long it takes to mark or lift the mines of a square, or what strip is cleared"
    verb: Literal["clear-mines"] = "clear-mines"

    work: Annotated[
        Literal["mark", "lift", "bangalore torpedo", "vehicle line charge", "flail vehicle"],
        FACT,
        Field(description="what is done"),
    ]
    engineer: Annotated[bool, FACT, Field(description="an engineer does it")] = False
    detector: Annotated[bool, FACT, Field(description="he has a mine detector")] = False
    weapon: Annotated[
        Literal["pistol", "sub machine gun", "rifle", "assault rifle"], FACT, Field(description="his weapon")
    ] = "rifle"
    prone: Annotated[bool, FACT, Field(description="he is prone")] = False
    pace: Annotated[Literal["halt", "walk", "crawl", "dash", "double"], FACT, Field(description="his pace")] = "walk"
    mines: Mined = "anti-personnel mines"
    marked: MarkedMines = False


def clear_mines(form: ClearMines, chance: Chance) -> Resolved:
    """IA-mine.mark-detector, IA-mine.mark-bayonet, IA-mine.lift, IA-mine.bangalore, IA-mine.vehicle-line-charge,
    IA-mine.flail."""
    log = Proceedings(form, chance)
    side = mines.FIGURES.square
    if form.work == "mark":
        posture = Posture.PRONE if form.prone else Posture.ERECT
        man = Sapper(form.engineer, form.detector, Weapon(form.weapon), posture, Pace(form.pace))
        periods = clearing.marking_periods(man)
        cited = "IA-mine.mark-detector" if form.engineer and form.detector else "IA-mine.mark-bayonet"
        log.step("mark", f"all mines of the square are marked in {counted(periods, 'period')}", cited)
        return log.resolved(periods=periods, width=side, depth=side)
    if form.work == "lift":
        periods = clearing.lifting_periods(_square(form.mines, marked=form.marked), engineer=form.engineer)
        log.step("lift", f"harmless in {counted(periods, 'period')}", "IA-mine.lift")
        return log.resolved(periods=periods, width=side, depth=side)
    strip = clearing.strip_of(Clearer(form.work))
    cited = {"bangalore torpedo": "IA-mine.bangalore", "flail vehicle": "IA-mine.flail"}
    deep = "as far as it goes at the reverse rate" if strip.depth is None else f"{strip.depth:g} m deep"
    log.step("strip", f"a path {strip.width:g} m wide, {deep}", cited.get(form.work, "IA-mine.vehicle-line-charge"))
    return log.resolved(periods=None, width=strip.width, depth=strip.depth)


class LayMines(InfantryResolution):
    """May this side have mines? IA-mine.who."""

    title: ClassVar[str] = "Lay mines"
    summary: ClassVar[str] = "Whether a side may have mines, fougasses and trip flares"
    verb: Literal["lay-mines"] = "lay-mines"

    device: Annotated[
        Literal["mines", "fougasse", "trip flare", "Claymore"], FACT, Field(description="what is to be laid")
    ]
    defender: Annotated[bool, FACT, Field(description="the side is the agreed defender in prepared positions")] = False


def lay_mines(form: LayMines, chance: Chance) -> Resolved:
    """IA-mine.who, IA-R012."""
    log = Proceedings(form, chance)
    if form.device != "Claymore":
        mines.bar_laying(form.defender)
    log.step("laid", f"{form.device}: allowed", "IA-mine.who")
    return log.resolved(allowed=True)


ROWS: tuple[Row, ...] = (
    row(LayMines, lay_mines),
    row(CrossMines, cross_mines),
    row(DriveOverMines, drive_over_mines),
    row(SetOffClaymore, set_off),
    row(ClearMines, clear_mines),
)
