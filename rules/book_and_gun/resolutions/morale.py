"""Morale by declared facts: rally, the three checks, rout, the retreat of the shaken. VIII.6, XII."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import morale as procedure
from rules.book_and_gun.book import tables
from rules.book_and_gun.book.check import Check
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.play.morale import rally as rallying
from rules.book_and_gun.play.morale.rout import rout_losses
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings, dice_text, items
from rules.book_and_gun.units import Figure, FigureTraits, Morale, Spacing
from rules.kernel.action import FACT
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

RETREAT_DICE = 4
"""BG-R48, BG-R53."""

NerveNow = Annotated[
    Literal["steady", "pinned", "shaken"], FACT, Field(description="state of the unit before the test")
]
Leader = Annotated[bool, FACT, Field(description="the unit has a leader (unhurt, within 6 inches)")]


WithRetreat = Annotated[bool, Field(description="roll the 4D6 retreat that follows a failure, too")]


def told(log: Proceedings, rolled: Check, result: str, *citations: str) -> None:
    """A check as a step: the range, the dice, what follows."""
    needed = f"passes on {rolled.limit.value} or less ({'; '.join(items(rolled.limit))})"
    log.step(rolled.subject, f"{needed}; rolled {rolled.total}: {result}", *citations)


def numbers(rolled: Check) -> dict[str, int | bool | list[int] | tuple[str, ...]]:
    """What every check's outcome says."""
    return {
        "passed": rolled.passed,
        "dice": list(rolled.dice),
        "total": rolled.total,
        "passes_on": rolled.limit.value,
        "passes_on_items": items(rolled.limit),
    }


# ── Rally ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Rally(BookResolution):
    """A leader tries to rally a shaken, pinned or routed unit. BG-VIII.6.1c."""

    title: ClassVar[str] = "Rally"
    summary: ClassVar[str] = "A leader tries to rally a unit"
    verb: Literal["rally"] = "rally"

    side: Annotated[SideName, Field(description="side of the unit")]
    leader: Annotated[
        Literal["own", "other", "none"],
        FACT,
        Field(description="leader within 6 inches: the unit's own, another one who spends his attempt, none"),
    ]
    state: Annotated[
        Literal["shaken", "pinned", "routed"], FACT, Field(description="state that it would be rallied from")
    ] = "shaken"
    retreat: WithRetreat = False


def rally(form: Rally, chance: Chance) -> Resolved:
    """BG-VIII.6.1a, BG-VIII.6.1c, BG-VIII.7.3a, BG-VIII.7.3b, BG-XII.2.3b, BG-R47, BG-R48, BG-R53."""
    log = Proceedings(form, chance)
    morale = Morale(form.state)
    if form.leader == "none" and switch(log.options, "rally-without-leader") == "fails":
        log.step("rally", "no leader within 6 inches: it fails without a roll", "BG-R47")
        return _unrallied(log, form, None)
    rolled = rallying.rally(form.side, morale, chance, own=form.leader == "own", options=log.options)
    told(log, rolled, "rallied" if rolled.passed else "not rallied", "BG-VIII.6.1c", "BG-R47")
    if not rolled.passed:
        return _unrallied(log, form, rolled)
    after = "shaken" if form.state == "routed" else "steady"
    return log.resolved(rallied=True, state=after, retreat=None, removed=False, **numbers(rolled))


def _unrallied(log: Proceedings, form: Rally, rolled: Check | None) -> Resolved:
    """A shaken unit goes back 4D6, a routed one leaves the field, a pinned one stays as it is. BG-R48, BG-R49."""
    common = numbers(rolled) if rolled else {}
    if form.state == "routed":
        log.step("removed", "it is removed from the field", "BG-XII.2.3b", "BG-R53")
        return log.resolved(rallied=False, state="removed", retreat=None, removed=True, **common)
    inches = None
    if form.state == "shaken" and switch(log.options, "shaken-rally") == "movement-phase":
        inches = goes_back(log, form.side, roll=form.retreat)
    return log.resolved(rallied=False, state=form.state, retreat=inches, removed=False, **common)


def goes_back(log: Proceedings, side: SideName, *, roll: bool, order: Spacing = Spacing.OPEN) -> int | None:
    """What a unit does that becomes or stays shaken: 4D6 inches to the rear, or by house rule its normal dice.

    Rolled only when asked for; otherwise it is said, and `retreat` rolls it. BG-VIII.7.3b, BG-XI.3.3, BG-R48.
    """
    normal = switch(log.options, "shaken-retreat") == "normal-move"
    row = "close order" if order is Spacing.CLOSE else "open order"
    count = (tables.movement_dice(side, row, "cross country") or 0) if normal else RETREAT_DICE
    if not roll:
        log.step("retreat", f"it goes {count}D6 in to the rear", "BG-R48")
        return None
    dice = log.chance.dice(count, sides=6, for_="retreat")
    log.step("retreat", f"{sum(dice)} in to the rear ({dice_text(dice)})", "BG-R48")
    return sum(dice)


# ── The three checks ─────────────────────────────────────────────────────────────────────────────────────────────


class MajorMorale(BookResolution):
    """A side whose commander-in-chief is lost. BG-XII.1.2b."""

    title: ClassVar[str] = "Major morale"
    summary: ClassVar[str] = "A side that has lost its commander-in-chief"
    verb: Literal["major-morale"] = "major-morale"

    side: Annotated[SideName, Field(description="side that checks")]


def major_morale(form: MajorMorale, chance: Chance) -> Resolved:
    """BG-XII.1.2b, BG-XII.1.21a, BG-XII.1.21b, BG-R57."""
    log = Proceedings(form, chance)
    rolled = procedure.major(form.side, chance, options=log.options)
    result = "its units move normally" if rolled.passed else "the side is immobile in the coming turn"
    told(log, rolled, result, "BG-XII.1.chart", "BG-XII.1.21a", "BG-XII.1.21b", "BG-R57")
    return log.resolved(immobile=not rolled.passed, **numbers(rolled))


class CriticalMorale(BookResolution):
    """A unit below half strength, or shaken and hit. BG-XII.1.3a."""

    title: ClassVar[str] = "Critical morale"
    summary: ClassVar[str] = "A unit below half strength, or shaken and hit"
    verb: Literal["critical-morale"] = "critical-morale"

    side: Annotated[SideName, Field(description="side of the unit")]
    leader: Leader
    state: NerveNow = "steady"
    fit: Annotated[int | None, FACT, Field(ge=0, le=200, description="fit figures; with original: is it due?")] = None
    original: Annotated[int | None, FACT, Field(ge=1, le=200, description="figures at the start")] = None
    hit_while_shaken: Annotated[bool, FACT, Field(description="shaken, and took a hit in this turn")] = False


def critical_morale(form: CriticalMorale, chance: Chance) -> Resolved:
    """BG-XII.1.3a, BG-XII.1.31a, BG-R55, BG-R56, BG-R57, BG-R58."""
    log = Proceedings(form, chance)
    _require_consistent(form)
    if form.fit is not None and form.original is not None:
        due = procedure.critical_due(
            form.fit, form.original, hit_while_shaken=form.hit_while_shaken, options=log.options
        )
        if not due:
            log.step("critical morale", f"{form.fit} of {form.original} are fit: no check is due", "BG-R55")
            return log.resolved(due=False, passed=None, state=form.state)
    rolled, after = procedure.critical(form.side, Morale(form.state), chance, leader=form.leader, options=log.options)
    result = "it goes on as it is" if rolled.passed else after.value
    told(log, rolled, result, "BG-XII.1.chart", "BG-XII.1.31a", "BG-R56", "BG-R58")
    return log.resolved(due=True, state=after.value, **numbers(rolled))


def _require_consistent(form: CriticalMorale) -> None:
    """Strength counts only as fit of original, and only a shaken unit can be hit while shaken. BG-R55."""
    if (form.fit is None) != (form.original is None):
        raise RuleViolation(
            "strength", "whether a check is due needs both strengths", citation="BG-R55", remedy="give fit and original"
        )
    if form.fit is not None and form.original is not None and form.fit > form.original:
        raise RuleViolation(
            "strength", f"{form.fit} of {form.original} figures cannot be fit", remedy="give the strength at the start"
        )
    if form.hit_while_shaken and form.state != "shaken":
        raise RuleViolation(
            "not-shaken", f"a {form.state} unit was not hit while shaken", citation="BG-R55", remedy="give state shaken"
        )


class PinnedMorale(BookResolution):
    """A pinned unit in the morale phase. BG-XII.1.4."""

    title: ClassVar[str] = "Pinned morale"
    summary: ClassVar[str] = "A pinned unit in the morale phase"
    verb: Literal["pinned-morale"] = "pinned-morale"

    side: Annotated[SideName, Field(description="side of the unit")]
    leader: Leader
    retreat: WithRetreat = False


def pinned_morale(form: PinnedMorale, chance: Chance) -> Resolved:
    """BG-XII.1.4, BG-XII.1.41a, BG-R57, BG-R58, BG-R59."""
    log = Proceedings(form, chance)
    rolled, after = procedure.pinned(form.side, chance, leader=form.leader, options=log.options)
    words = {Morale.STEADY: "no longer pinned", Morale.PINNED: "still pinned"}.get(after, after.value)
    told(log, rolled, words, "BG-XII.1.chart", "BG-XII.1.41a", "BG-R59")
    retreat = goes_back(log, form.side, roll=form.retreat) if after is Morale.SHAKEN else None
    return log.resolved(state=after.value, retreat=retreat, **numbers(rolled))


# ── Rout ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Rout(BookResolution):
    """A unit routs: what it loses, how far it runs. BG-XII.2.3a, BG-R53."""

    title: ClassVar[str] = "Rout"
    summary: ClassVar[str] = "Losses and flight of a unit that routs"
    verb: Literal["rout"] = "rout"

    figures: Annotated[int, FACT, Field(ge=0, le=200, description="fit ordinary figures")]
    key_figures: Annotated[int, FACT, Field(ge=0, le=200, description="fit key figures")] = 0
    leaders: Annotated[int, FACT, Field(ge=0, le=10, description="fit leaders")] = 0


def rout(form: Rout, chance: Chance) -> Resolved:
    """BG-XII.2.3a, BG-XII.1.31b, BG-R11, BG-R53."""
    log = Proceedings(form, chance)
    if not form.figures + form.key_figures + form.leaders:
        raise RuleViolation("nobody-there", "there is nobody to rout", remedy="give figures")
    men = [_figure(f"figure {i}") for i in range(1, form.figures + 1)]
    men += [_figure(f"key figure {i}", key=True) for i in range(1, form.key_figures + 1)]
    men += [_figure(f"leader {i}", leader=True) for i in range(1, form.leaders + 1)]
    lost = rout_losses(men, chance, options=log.options)
    log.step("rout losses", f"{len(lost)} figures are lost: {', '.join(lost) or 'none'}", "BG-XII.2.3a", "BG-R53")
    left = len(men) - len(lost)
    if not left:
        log.step("rout", "nobody is left to run", "BG-XII.2.3a", "BG-R53")
        return log.resolved(lost=len(lost), lost_figures=list(lost), left=0, inches=None)
    dice = chance.dice(RETREAT_DICE, sides=6, for_="rout")
    log.step("rout", f"{sum(dice)} in to the nearest friendly edge ({dice_text(dice)})", "BG-XII.1.31b", "BG-R53")
    return log.resolved(lost=len(lost), lost_figures=list(lost), left=left, inches=sum(dice))


def _figure(name: str, *, key: bool = False, leader: bool = False) -> Figure:
    return Figure(name, 0, name, "", "", FigureTraits(key=key, leader=leader))


class Retreat(BookResolution):
    """A unit that becomes shaken, or loses a close combat. BG-R48, BG-XI.4.44."""

    title: ClassVar[str] = "Retreat"
    summary: ClassVar[str] = "How far a shaken unit goes back"
    verb: Literal["retreat"] = "retreat"

    side: Annotated[SideName, Field(description="side of the unit")] = "army"
    order: Annotated[Spacing, FACT, Field(description="order of the unit (for the house rule of a normal move)")] = (
        Spacing.OPEN
    )


def retreat(form: Retreat, chance: Chance) -> Resolved:
    """BG-XI.4.44, BG-XI.3.3, BG-VIII.7.3b, BG-R48."""
    log = Proceedings(form, chance)
    return log.resolved(inches=goes_back(log, form.side, roll=True, order=form.order))
