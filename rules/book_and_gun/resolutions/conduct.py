"""Positions, people and conduct by declared facts: classes, ranks, scouts, capture, command, flight. IV to XIII."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import tables
from rules.book_and_gun.book.charge import stand_limit
from rules.book_and_gun.book.check import check
from rules.book_and_gun.book.rows import SideName, TargetClass
from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.play.combat import capture as capturing
from rules.book_and_gun.play.ground.cover import class_of_most
from rules.book_and_gun.play.ground.route import turning as turning_costs
from rules.book_and_gun.play.turn.leadership import COMMAND_FROM
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text
from rules.book_and_gun.resolutions.morale import numbers, told
from rules.book_and_gun.units import Morale
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.language.words import counted

SUPPORT, SURROUND, LEADS, FLEES, SCOUTS, SCOUTS_BY_RADIO = 3, 6, 6, 12, 12, 24
"""Inches. BG-XI.3.2, BG-R133, BG-IV.4, BG-R129, BG-VIII.4.5a."""
RANKS_IN_COMBAT = 2


# ── Positions ────────────────────────────────────────────────────────────────────────────────────────────────────


class TargetClassOf(BookResolution):
    """A unit's target class by where its figures are. BG-X.1.5, BG-R90."""

    title: ClassVar[str] = "Target class"
    summary: ClassVar[str] = "Which class a unit is as a target, and how deep the target area is"
    verb: Literal["target-class"] = "target-class"

    clear_close: Annotated[
        int, FACT, Field(ge=0, le=200, description="figures in the clear, less than an inch apart")
    ] = 0
    clear_open: Annotated[
        int, FACT, Field(ge=0, le=200, description="figures in the clear, farther apart or single")
    ] = 0
    prone: Annotated[int, FACT, Field(ge=0, le=200, description="figures in the clear who lie, or are wounded")] = 0
    rough: Annotated[int, FACT, Field(ge=0, le=200, description="figures in rough ground")] = 0
    dense: Annotated[int, FACT, Field(ge=0, le=200, description="figures in dense ground")] = 0
    building: Annotated[int, FACT, Field(ge=0, le=200, description="figures in a building")] = 0
    wall: Annotated[int, FACT, Field(ge=0, le=200, description="figures that touch a solid wall from behind")] = 0
    range: Annotated[
        float | None, FACT, Field(gt=0, description="longest range of the weapon, for the depth of the area")
    ] = None


def target_class(form: TargetClassOf, chance: Chance) -> Resolved:
    """A lone figure counts as open order. BG-X.1.5.a1, BG-X.1.5.b1, BG-X.1.5.c1, BG-X.1.5.d1, BG-X.4.1, BG-R25,
    BG-R90."""
    log = Proceedings(form, chance)
    counts: dict[TargetClass, int] = {
        "I": form.clear_close,
        "II": form.clear_open,
        "III": form.prone + form.rough,
        "IV": form.dense + form.building + form.wall,
    }
    every: list[TargetClass] = [each for each, count in counts.items() for _ in range(count)]
    if not every:
        raise RuleViolation(
            "nobody-there", "there is nobody in the target area", citation="BG-R90", remedy="give figures"
        )
    found: TargetClass = "II" if every == ["I"] else class_of_most(every)
    depth = None if form.range is None else form.range * tables.TARGET_AREA[found]
    log.step("class", f"class {found} of {counted(len(every), 'figure')}", "BG-X.1.5.a1", "BG-X.4.1", "BG-R90")
    return log.resolved(target_class=found, figures=counts[found] or len(every), area_depth=depth)


class Ranks(BookResolution):
    """Who of a formation may fight hand to hand or fire. BG-V.1, BG-V.2b."""

    title: ClassVar[str] = "Ranks"
    summary: ClassVar[str] = "How many ranks of a formation fight or fire"
    verb: Literal["ranks"] = "ranks"

    order: Annotated[Literal["close", "open"], FACT, Field(description="order of the figures")] = "open"
    use: Annotated[Literal["fire", "close combat"], Field(description="what they would do")] = "close combat"
    ranks: Annotated[
        tuple[Annotated[int, Field(ge=1, le=200)], ...],
        FACT,
        Field(description="figures in each rank, the front one first"),
    ]


def ranks(form: Ranks, chance: Chance) -> Resolved:
    """Two ranks fight; in open order two fire, in close order all do whose arc is free. BG-V.1, BG-V.2b, BG-R204."""
    log = Proceedings(form, chance)
    every = form.order == "close" and form.use == "fire"
    first = form.ranks if every else form.ranks[:RANKS_IN_COMBAT]
    log.step("ranks", f"{sum(first)} of {sum(form.ranks)}", "BG-V.2b" if form.order == "open" else "BG-V.1")
    return log.resolved(ranks=len(first), figures=sum(first), waiting=sum(form.ranks) - sum(first))


class Turning(BookResolution):
    """What a change of facing costs. BG-VIII.1.2b."""

    title: ClassVar[str] = "Turning"
    summary: ClassVar[str] = "Inches that a figure pays for turning, and for stepping back"
    verb: Literal["turning"] = "turning"

    degrees: Annotated[float, FACT, Field(ge=0, le=180, description="how far it turns")] = 0
    back: Annotated[Inches, FACT, Field(description="inches that it steps back without turning")] = 0
    fleeing: Annotated[bool, FACT, Field(description="it evades or runs to the rear: turning is free")] = False
    anti_aircraft: Annotated[bool, FACT, Field(description="an anti-aircraft gun on its mount: turning is free")] = (
        False
    )


def turning(form: Turning, chance: Chance) -> Resolved:
    """BG-VIII.1.2a, BG-VIII.1.2b, BG-VIII.1.2c, BG-VIII.1.21."""
    log = Proceedings(form, chance)
    costs = 0.0 if form.fleeing or form.anti_aircraft else turning_costs(0.0, form.degrees)
    stepping = 3 * form.back
    log.step("turning", f"{costs:g} in for turning, {stepping:g} in for stepping back", "BG-VIII.1.2b")
    return log.resolved(turning=costs, stepping_back=stepping, inches=costs + stepping)


class Scout(BookResolution):
    """How far a scout may go. BG-VIII.4.5a."""

    title: ClassVar[str] = "Scout"
    summary: ClassVar[str] = "May a scout go there?"
    verb: Literal["scout"] = "scout"

    side: Annotated[SideName, Field(description="side of the scout")]
    distance: Annotated[Inches, FACT, Field(description="inches to the unit's leader")]
    radio: Annotated[bool, FACT, Field(description="the scout has a radio")] = False
    charged: Annotated[bool, FACT, Field(description="somebody charges the scout")] = False


def scout(form: Scout, chance: Chance) -> Resolved:
    """BG-VIII.4.5a, BG-VIII.4.5b."""
    log = Proceedings(form, chance)
    if form.side == "civilians":
        raise RuleViolation("no-scouts", "civilians send no scouts", citation="BG-VIII.4.5a", remedy="move the mob")
    limit = SCOUTS_BY_RADIO if form.radio else SCOUTS
    if form.distance > limit:
        raise RuleViolation(
            "too-far",
            f"a scout goes {limit} in from the unit's leader at most, not {form.distance:g}",
            citation="BG-VIII.4.5a",
            remedy="stay nearer" if form.radio else "stay nearer, or take a radio",
        )
    log.step("scout", f"within {limit} in; class II in the clear", "BG-VIII.4.5a")
    return log.resolved(allowed=True, limit=limit, dice=3, order="open order", may_evade=form.charged)


# ── Prisoners and fellows ────────────────────────────────────────────────────────────────────────────────────────


class Guards(BookResolution):
    """How many guard prisoners. BG-XI.5.2b."""

    title: ClassVar[str] = "Guards"
    summary: ClassVar[str] = "How many figures guard so many prisoners"
    verb: Literal["guards"] = "guards"

    prisoners: Annotated[int, FACT, Field(ge=0, le=200, description="prisoners, wounded ones too")]


def guards(form: Guards, chance: Chance) -> Resolved:
    """BG-XI.5.2b."""
    log = Proceedings(form, chance)
    count = capturing.guards(form.prisoners)
    log.step("guards", f"{count} for {form.prisoners}", "BG-XI.5.2b")
    return log.resolved(guards=count)


class CaptureOf(BookResolution):
    """Whether somebody or something is captured. BG-XIII.1.1a, BG-R135."""

    title: ClassVar[str] = "Capture"
    summary: ClassVar[str] = "Is a wounded figure, a gun, a vehicle or a horse captured?"
    verb: Literal["capture"] = "capture"

    what: Annotated[
        Literal["wounded figure", "gun", "vehicle", "led horses"], FACT, Field(description="what may be captured")
    ] = "wounded figure"
    contact: Annotated[bool, FACT, Field(description="a fit enemy touches it")] = True
    owner_within: Annotated[
        float | None,
        FACT,
        Field(ge=0, description="inches to the nearest fit figure of its owner; empty: none is left"),
    ] = None
    keepers: Annotated[int, FACT, Field(ge=0, le=60, description="fit crew or holders left with it")] = 0
    lost_combat: Annotated[
        bool, FACT, Field(description="a wounded figure's side has just lost the close combat around that figure")
    ] = False
    captors: Annotated[
        Literal["infantry", "cavalry", "elite"], FACT, Field(description="who captures: for riding horses")
    ] = "infantry"


def capture(form: CaptureOf, chance: Chance) -> Resolved:
    """BG-XI.5.2a, BG-XIII.1.1a, BG-XIII.1.1b, BG-R64, BG-R135."""
    log = Proceedings(form, chance)
    left_behind = form.lost_combat and form.what == "wounded figure"
    if left_behind and (form.owner_within is None or form.owner_within > capturing.HELD):
        log.step("capture", "captured: the combat around it is lost", "BG-XI.5.2a", "BG-R64")
        return log.resolved(captured=True, may_ride=None, usable=None)
    if not on(log.options, "capture"):
        raise RuleViolation("no-capture", "this table plays without capture", citation="BG-XIII.0", remedy="move on")
    taken = form.keepers == 0 and capturing.captured(enemy_in_contact=form.contact, owner_within=form.owner_within)
    rides = capturing.may_ride(cavalry=form.captors == "cavalry", elite=form.captors == "elite")
    log.step("capture", "captured" if taken else "not captured", "BG-XIII.1.1a", "BG-R135")
    things = taken and form.what != "wounded figure"
    return log.resolved(
        captured=taken,
        may_ride=rides if taken and form.what == "led horses" else None,
        usable="next turn" if things else None,
    )


class Supports(BookResolution):
    """Who comes up to a close combat. BG-XI.3.2."""

    title: ClassVar[str] = "Supports"
    summary: ClassVar[str] = "How many defenders come up to a close combat"
    verb: Literal["supports"] = "supports"

    distances: Annotated[tuple[Inches, ...], FACT, Field(description="inches from each friend to the close combat")]
    fighting: Annotated[int, FACT, Field(ge=1, le=200, description="friends in it already")] = 1


def supports(form: Supports, chance: Chance) -> Resolved:
    """BG-XI.3.2."""
    log = Proceedings(form, chance)
    count = sum(inches <= SUPPORT for inches in form.distances)
    log.step("supports", f"{count} come up from within {SUPPORT} in", "BG-XI.3.2")
    return log.resolved(supports=count, in_combat=form.fighting + count)


class Surrounded(BookResolution):
    """Whether a unit is surrounded. BG-XI.4.41, BG-XI.5.41b, BG-R133."""

    title: ClassVar[str] = "Surrounded"
    summary: ClassVar[str] = "Is this unit surrounded?"
    verb: Literal["surrounded"] = "surrounded"

    front: Annotated[Inches | None, FACT, Field(description="inches to the nearest unshaken enemy in front")] = None
    right: Annotated[Inches | None, FACT, Field(description="the same on its right")] = None
    rear: Annotated[Inches | None, FACT, Field(description="the same behind it")] = None
    left: Annotated[Inches | None, FACT, Field(description="the same on its left")] = None
    retreat_blocked: Annotated[bool, FACT, Field(description="its retreat would pass through an enemy unit")] = False


def surrounded(form: Surrounded, chance: Chance) -> Resolved:
    """BG-XI.4.41, BG-XI.5.41b, BG-R133."""
    log = Proceedings(form, chance)
    sides = (form.front, form.right, form.rear, form.left)
    closed = sum(inches is not None and inches <= SURROUND for inches in sides)
    found = closed == len(sides) or form.retreat_blocked
    log.step("surrounded", f"{closed} of 4 quarters: {'surrounded' if found else 'not surrounded'}", "BG-R133")
    return log.resolved(surrounded=found, quarters=closed, desperation=found)


class Desperation(BookResolution):
    """Whether a combat is desperate. BG-XI.4.41."""

    title: ClassVar[str] = "Desperation"
    summary: ClassVar[str] = "Does this side fight in desperation, and what becomes of a loser?"
    verb: Literal["desperation"] = "desperation"

    side: Annotated[SideName, Field(description="the side that defends itself")]
    surrounded: Annotated[bool, FACT, Field(description="its unit is surrounded")] = False
    defends: Annotated[
        Literal["nothing", "village", "mosque", "religious leader", "wounded"],
        FACT,
        Field(description="what it defends"),
    ] = "nothing"
    loser_die: Annotated[int | None, FACT, Field(ge=1, le=20, description="the loser's D20; empty: not yet rolled")] = (
        None
    )


def desperation(form: Desperation, chance: Chance) -> Resolved:
    """BG-XI.4.3, BG-XI.4.4, BG-XI.4.41, BG-R62, BG-R63."""
    log = Proceedings(form, chance)
    own = form.defends in ("village", "mosque", "religious leader") if form.side == "insurgents" else False
    desperate = form.surrounded or own or (form.side == "army" and form.defends == "wounded")
    result = None if form.loser_die is None else tables.close_combat_result(form.loser_die, desperation=desperate)
    log.step("desperation", "desperate" if desperate else "not desperate", "BG-XI.4.41", "BG-R63")
    return log.resolved(desperate=desperate, result=result)


class RoutedUnderFire(BookResolution):
    """A routed unit that takes casualties from fire. BG-XII.2.31."""

    title: ClassVar[str] = "Routed under fire"
    summary: ClassVar[str] = "Does a routed unit that was hit stay on the field?"
    verb: Literal["routed-under-fire"] = "routed-under-fire"

    side: Annotated[SideName, Field(description="side of the unit")]
    leader: Annotated[bool, FACT, Field(description="the unit has a leader (unhurt, within 6 inches)")]


def routed_under_fire(form: RoutedUnderFire, chance: Chance) -> Resolved:
    """BG-XII.2.31, BG-R52."""
    log = Proceedings(form, chance)
    rolled = check("stand and fight", stand_limit(form.side, Morale.ROUTED, leader=form.leader), chance)
    told(log, rolled, "it stays, routed" if rolled.passed else "it is removed from the field", "BG-XII.2.31")
    return log.resolved(removed=not rolled.passed, state="routed" if rolled.passed else "removed", **numbers(rolled))


# ── Command ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Commander(BookResolution):
    """Whether a side has a commander-in-chief. BG-IV.5, BG-R24."""

    title: ClassVar[str] = "Commander-in-chief"
    summary: ClassVar[str] = "Does a side have a commander-in-chief, and is its major morale checked?"
    verb: Literal["commander"] = "commander"

    units: Annotated[int, FACT, Field(ge=0, le=200, description="basic units of the side at the start")]
    lost: Annotated[
        Literal["no", "killed", "captured", "wounded", "routed off"], FACT, Field(description="what became of him")
    ] = "no"


def commander(form: Commander, chance: Chance) -> Resolved:
    """BG-IV.5, BG-XII.1.2a, BG-XII.1.2b, BG-R24, BG-R181."""
    log = Proceedings(form, chance)
    has = form.units >= COMMAND_FROM
    due = has and form.lost in ("killed", "captured")
    said = "a major check in this and every later morale phase" if due else "no major check"
    log.step("commander", ("it has one; " if has else "it has none; ") + said, "BG-IV.5", "BG-XII.1.2b", "BG-R24")
    return log.resolved(has_commander=has, major_check=due)


class RetreatEdge(BookResolution):
    """Towards which edge a broken unit goes. BG-VIII.7.3b, BG-XII.2.3c, BG-R120."""

    title: ClassVar[str] = "Edge of retreat"
    summary: ClassVar[str] = "To which edge a shaken or routed unit goes"
    verb: Literal["retreat-edge"] = "retreat-edge"

    state: Annotated[Literal["shaken", "routed"], FACT, Field(description="state of the unit")]
    nearest: Annotated[Literal["north", "east", "south", "west"], FACT, Field(description="the nearest edge")]
    own: Annotated[Literal["north", "east", "south", "west"], FACT, Field(description="its own side's edge")]
    nearer_to_enemy: Annotated[
        bool, FACT, Field(description="going to the nearest edge would bring it nearer to an enemy")
    ] = False


def retreat_edge(form: RetreatEdge, chance: Chance) -> Resolved:
    """BG-VIII.7.3b, BG-VIII.7.4a, BG-XII.2.3c, BG-R120."""
    log = Proceedings(form, chance)
    edge = form.own if form.state == "routed" or form.nearer_to_enemy else form.nearest
    log.step("edge", edge, "BG-R120")
    return log.resolved(edge=edge)


class CivilianFlight(BookResolution):
    """Civilians who hear weapons. BG-III.2.3d, BG-R129."""

    title: ClassVar[str] = "Flight"
    summary: ClassVar[str] = "Must civilians run from a weapon that has fired?"
    verb: Literal["flight"] = "flight"

    attitude: Annotated[
        Literal["neutral", "pro-army", "pro-insurgent"], FACT, Field(description="whom they favour")
    ] = "neutral"
    distance: Annotated[
        Inches, FACT, Field(description="inches to the nearest weapon that fired since their last move")
    ]


def flight(form: CivilianFlight, chance: Chance) -> Resolved:
    """Straight away, with their full open order roll. BG-III.2.3d, BG-R129."""
    log = Proceedings(form, chance)
    limit = float(switch(log.options, "civilian-flight-inches"))
    runs = form.attitude != "pro-insurgent" and form.distance <= limit
    dice = chance.dice(3, sides=6, for_="movement") if runs else ()
    text = f"they run {sum(dice)} in straight away ({dice_text(dice)})" if runs else "they need not run"
    log.step("flight", text, "BG-III.2.3d", "BG-R129")
    return log.resolved(flees=runs, dice=list(dice), inches=sum(dice))
