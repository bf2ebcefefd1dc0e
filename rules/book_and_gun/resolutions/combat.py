"""Charges coming home and close combat by declared facts. XI."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import charge as charging
from rules.book_and_gun.book.close_combat import Bout, Fighter, bout
from rules.book_and_gun.book.march import Going, movement_roll
from rules.book_and_gun.book.rows import SideName, Troops
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text, items
from rules.book_and_gun.resolutions.morale import Leader, NerveNow, WithRetreat, goes_back, numbers, told
from rules.book_and_gun.resolutions.movement import formation_row
from rules.book_and_gun.units import Figure, FigureTraits, Formation, Ground, Morale, Spacing
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.facts import Itemised
from rules.kernel.violation import RuleViolation

# ── Closing and standing ─────────────────────────────────────────────────────────────────────────────────────────


class CloseInto(BookResolution):
    """Does a charging unit close into combat? BG-XI.2.1."""

    title: ClassVar[str] = "Close into combat"
    summary: ClassVar[str] = "Does a charging unit close the last 2 inches?"
    verb: Literal["close-into"] = "close-into"

    side: Annotated[SideName, Field(description="side of the charging unit")]
    leader: Leader
    state: NerveNow = "steady"


def close_into(form: CloseInto, chance: Chance) -> Resolved:
    """BG-XI.2.1, BG-XI.2.2, BG-XI.2.3, BG-R52, BG-R61."""
    log = Proceedings(form, chance)
    rolled = charging.close_into(form.side, Morale(form.state), chance, leader=form.leader, options=log.options)
    result = "it closes" if rolled.passed else f"it goes {charging.REPULSE:g} in back and is pinned"
    told(log, rolled, result, "BG-XI.2.1", "BG-XI.2.2" if rolled.passed else "BG-XI.2.3", "BG-R61")
    pinned = not rolled.passed
    return log.resolved(
        closes=rolled.passed,
        state="pinned" if pinned else form.state,
        back=charging.REPULSE if pinned else None,
        **numbers(rolled),
    )


class StandAndFight(BookResolution):
    """Does a charged unit stand? BG-XI.3.1."""

    title: ClassVar[str] = "Stand and fight"
    summary: ClassVar[str] = "Does a charged unit stand?"
    verb: Literal["stand-and-fight"] = "stand-and-fight"

    side: Annotated[SideName, Field(description="side of the charged unit")]
    leader: Leader
    state: NerveNow = "steady"
    retreat: WithRetreat = False


def stand_and_fight(form: StandAndFight, chance: Chance) -> Resolved:
    """BG-XI.3.1, BG-XI.3.3, BG-XII.2.11a, BG-XII.2.21a, BG-R52, BG-R54."""
    log = Proceedings(form, chance)
    rolled, after = charging.stand_and_fight(
        form.side, Morale(form.state), chance, leader=form.leader, options=log.options
    )
    told(log, rolled, "it stands" if rolled.passed else after.value, "BG-XI.3.1")
    back = None
    if not rolled.passed and after is Morale.SHAKEN:
        back = goes_back(log, form.side, roll=form.retreat)
    return log.resolved(stands=rolled.passed, state=after.value, retreat=back, **numbers(rolled))


# ── Evading ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Evade(BookResolution):
    """Evading a charge: foot in open order after passing its test, or horsemen in the movement phase. BG-XI.3.5a."""

    title: ClassVar[str] = "Evade"
    summary: ClassVar[str] = "Does a charged unit get away?"
    verb: Literal["evade"] = "evade"

    side: Annotated[SideName, Field(description="side of the charged unit")]
    mounted: Annotated[bool, FACT, Field(description="mounted troops charged by foot")] = False
    unused: Annotated[
        Inches | None, FACT, Field(description="inches of the charge move that the charger has not used")
    ] = None
    order: Annotated[Spacing, FACT, Field(description="foot evades in open order only")] = Spacing.OPEN
    leader: Annotated[bool, FACT, Field(description="a leader is within 6 inches")] = True
    terrain: Annotated[Ground, FACT, Field(description="worst terrain on the way")] = Ground.CLEAR
    surface: Annotated[Literal["dry", "snow", "mud"], FACT, Field(description="state of the ground")] = "dry"
    slope: Annotated[bool, FACT, Field(description="up or across a steep slope")] = False
    evasions_made: Annotated[
        int, FACT, Field(ge=0, le=20, description="times that it has tried to evade in this turn already")
    ] = 0


def evade(form: Evade, chance: Chance) -> Resolved:
    """BG-XI.3.5a to BG-XI.3.5f, BG-R68."""
    log = Proceedings(form, chance)
    if form.evasions_made:
        raise RuleViolation("once-a-turn", "a unit evades once a turn", citation="BG-XI.3.5f", remedy="stand and fight")
    return _mounted(log, form) if form.mounted else _foot(log, form)


def _foot(log: Proceedings, form: Evade) -> Resolved:
    if form.order is Spacing.CLOSE:
        raise RuleViolation(
            "close-order",
            "only foot in open order may evade",
            citation="BG-XI.3.5a",
            remedy="stand and fight",
        )
    going = Going(
        Troops(form.side),
        (formation_row(form.side, Formation.LINE, form.order),),
        ground=form.terrain,
        surface=form.surface,
        slope=form.slope,
        leaderless=not form.leader,
    )
    roll = movement_roll(going, log.chance, options=log.options)
    done = charging.foot_evasion(roll.inches, form.unused or 0.0)
    text = f"half of {roll.inches:g} in ({dice_text(roll.dice)}): {done.inches:g} in away"
    log.step("evasion", text, "BG-XI.3.5a", "BG-R68")
    if form.unused is None:
        return log.resolved(evades=True, dice=list(roll.dice), inches=done.inches, caught=None, gap=done.gap)
    caught = "caught from behind" if done.caught else "it gets away"
    log.step("pursuit", f"{form.unused:g} in left of the charge, {done.gap:g} in to go: {caught}", "BG-R68")
    return log.resolved(evades=True, dice=list(roll.dice), inches=done.inches, caught=done.caught, gap=done.gap)


def _mounted(log: Proceedings, form: Evade) -> Resolved:
    done = charging.mounted_evasion(form.side, log.chance)
    if not done.rolled.passed:
        told(log, done.rolled, "it stands disordered, half may fire, -1 in close combat", "BG-XI.3.5c")
        return log.resolved(evades=False, inches=0, caught=None, **numbers(done.rolled))
    told(log, done.rolled, f"{done.inches} in away ({dice_text(done.dice)})", "BG-XI.3.5b", "BG-XI.3.5d")
    caught = None if form.unused is None else charging.follows(form.unused, charging.HALT + done.inches)
    return log.resolved(evades=True, inches=done.inches, caught=caught, **numbers(done.rolled))


# ── Close combat ─────────────────────────────────────────────────────────────────────────────────────────────────

FigureSituation = Literal[
    "leader",
    "horse holder or vehicle crew",
    "close order",
    "circle",
    "on wall",
    "behind wall",
    "in building",
    "mounted",
    "prone",
    "attacked from rear",
    "in water",
    "wounded",
    "shaken",
    "pinned",
    "failed evasion",
    "stunned",
    "handler with dog",
    "dog alone",
]


_APPLIES = (
    "what applies to this figure, once for each, columns A to L of the chart in their order, then other rules; C, D, F "
    "and G count for the defender only"
)


class CloseCombat(BookResolution):
    """One pair in close combat. BG-XI.4.1, BG-XI.4.mod."""

    title: ClassVar[str] = "Close combat"
    summary: ClassVar[str] = "One figure against one figure"
    verb: Literal["close-combat"] = "close-combat"

    charger: Annotated[SideName, Field(description="side of the charging figure")]
    defender: Annotated[SideName, Field(description="side of the defending figure")]
    charger_is: Annotated[tuple[FigureSituation, ...], FACT, Field(description=_APPLIES)] = ()
    defender_is: Annotated[tuple[FigureSituation, ...], FACT, Field(description=_APPLIES)] = ()
    desperation: Annotated[
        Literal["none", "charger", "defender"], FACT, Field(description="who fights in desperation")
    ] = "none"
    round: Annotated[int, FACT, Field(ge=1, le=50, description="round of the combat")] = 1


def close_combat(form: CloseCombat, chance: Chance) -> Resolved:
    """BG-XI.4.1, BG-XI.4.3, BG-XI.4.4, BG-XI.4.mod, BG-R11, BG-R62, BG-R63."""
    log = Proceedings(form, chance)
    _require_possible(form)
    sides: dict[str, SideName] = {"charger": form.charger, "defender": form.defender}
    done = bout(
        _fighter("charger", form.charger, form.charger_is, defending=False),
        _fighter("defender", form.defender, form.defender_is, defending=True),
        chance,
        round_=form.round,
        desperate=None if form.desperation == "none" else sides[form.desperation],
        options=log.options,
    )
    _tell(log, done)
    return log.resolved(
        winner=done.winner,
        loser=done.loser,
        result={"ran": "runs"}.get(done.fate, done.fate),
        charger_total=done.charger_total,
        defender_total=done.defender_total,
        charger_modifier=done.charger_modifier.value,
        defender_modifier=done.defender_modifier.value,
        charger_modifier_items=items(done.charger_modifier),
        defender_modifier_items=items(done.defender_modifier),
        ties=len(done.rolls) - 1,
        desperation=done.desperate,
        loser_die=done.fate_die,
    )


_EXCLUSIVE: tuple[tuple[FigureSituation, FigureSituation], ...] = (
    ("on wall", "behind wall"),
    ("shaken", "pinned"),
    ("handler with dog", "dog alone"),
)


def _require_possible(form: CloseCombat) -> None:
    """Refuses what contradicts itself, a wall that is defended against nobody on top of it, and a wounded figure whose
    side does not fight in desperation. BG-R64, BG-R67, BG-XI.5.2a, BG-XI.5.3b."""
    for who, applies in (("charger", form.charger_is), ("defender", form.defender_is)):
        for one, other in _EXCLUSIVE:
            if one in applies and other in applies:
                raise RuleViolation(
                    "contradiction",
                    f"the {who} cannot be both {one} and {other}",
                    citation="BG-R67" if one == "on wall" else "",
                    remedy="leave one of them out",
                )
        if "wounded" in applies and form.desperation != who:
            raise RuleViolation(
                "wounded",
                f"a wounded {who} fights only where its side defends its wounded in desperation",
                citation="BG-R64",
                remedy=f"give desperation {who}, or leave the wounded out of the combat",
            )
    if "behind wall" in form.defender_is and "on wall" not in form.charger_is:
        raise RuleViolation(
            "nobody-on-wall",
            "a wall is defended only against an enemy on top of it",
            citation="BG-R67",
            remedy="add on wall to the charger, or leave behind wall out",
        )


def _fighter(name: str, side: SideName, applies: tuple[FigureSituation, ...], *, defending: bool) -> Fighter:
    has = set(applies)
    return Fighter(
        name,
        side,
        leader="leader" in has,
        holder_or_crew="horse holder or vehicle crew" in has,
        defending=defending,
        close_order="close order" in has,
        circle="circle" in has,
        on_wall="on wall" in has,
        behind_wall="behind wall" in has,
        in_building="in building" in has,
        mounted="mounted" in has,
        prone="prone" in has,
        from_rear="attacked from rear" in has,
        in_water="in water" in has,
        wounded="wounded" in has,
        shaken="shaken" in has,
        pinned="pinned" in has,
        disordered="failed evasion" in has,
        stunned="stunned" in has,
        dog="with handler" if "handler with dog" in has else "alone" if "dog alone" in has else "",
    )


def _tell(log: Proceedings, done: Bout) -> None:
    draws = list(log.chance.taken())
    for number, (ours, theirs) in enumerate(done.rolls, start=1):
        tie = ": tie, again" if number < len(done.rolls) else f": the {done.winner} wins"
        text = f"charger {ours} {_signed(done.charger_modifier)}, defender {theirs} {_signed(done.defender_modifier)}"
        log.given("close combat", text + tie, [draws.pop(0), draws.pop(0)], "BG-XI.4.1", "BG-XI.4.mod")
    kind = "desperation" if done.desperate else "normal"
    text = f"{done.loser}, {kind}: {done.fate_die}: {done.fate}"
    log.given("loser", text, draws, "BG-XI.4.4" if done.desperate else "BG-XI.4.3", "BG-R62", "BG-R63")


def _signed(number: Itemised) -> str:
    return f"{number.value:+d}"


# ── Over an obstacle ─────────────────────────────────────────────────────────────────────────────────────────────


class Stragglers(BookResolution):
    """Who stays behind when a unit charges over an obstacle. BG-XI.5.3a."""

    title: ClassVar[str] = "Stragglers"
    summary: ClassVar[str] = "Figures that stay behind at an obstacle"
    verb: Literal["stragglers"] = "stragglers"

    figures: Annotated[int, FACT, Field(ge=0, le=100, description="fit figures at the obstacle, leaders not counted")]
    leaders: Annotated[int, FACT, Field(ge=0, le=10, description="fit leaders there")] = 1


def stragglers(form: Stragglers, chance: Chance) -> Resolved:
    """BG-XI.5.3a, BG-R117."""
    log = Proceedings(form, chance)
    men = [Figure(f"leader {i}", 0, "", "", "", FigureTraits(leader=True)) for i in range(1, form.leaders + 1)]
    men += [Figure(f"figure {i}", 0, "", "", "") for i in range(1, form.figures + 1)]
    left = charging.stragglers(men, chance)
    log.step("stragglers", f"{len(left)} stay behind", "BG-XI.5.3a", "BG-R117")
    return log.resolved(stay=len(left), over=len(men) - len(left))
