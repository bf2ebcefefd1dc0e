"""Off-table fire: who calls it, how long it takes, where it falls, what it scores and costs."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from rules.book.showing import Chart
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.book.switches import BOOK, House
from rules.infantry_action.book.tables import Figures, section
from rules.kernel.facts import Item, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


class _OffTable(Figures):
    delay: int
    registered: int
    correction: int
    registrations: int
    each_registration: int = Field(alias="each-registration")
    officer: int
    nco: int
    other_rank: int = Field(alias="other-rank")
    width: int
    depth: int
    cost: int
    effect: int
    most_multiple: int = Field(alias="most-multiple")


OFF_TABLE = section("off-table", _OffTable)


class Mode(StrEnum):
    """How off-table fire comes about. IA-off.modes, IA-R161: the first two need no caller, delay or located target."""

    LANDING = "with an air landing"
    ARRANGED = "arranged beforehand"
    CALLED = "called from the ground"


def needs_caller(mode: Mode) -> bool:
    """Only fire from the ground: the rest is sealed before the battle, has no delay and is not stopped, though a caller
    may correct it with the usual delay. IA-off.modes, IA-R161"""
    return mode is Mode.CALLED


class Caller(StrEnum):
    """IA-off.observer-call, IA-off.non-specialist"""

    SPECIALIST = "forward observation officer"
    OFFICER = "officer"
    NCO = "NCO"
    OTHER = "other rank"

    @property
    def longer(self) -> int:
        """Periods that he takes longer than a specialist. IA-off.non-specialist"""
        extra = {Caller.OFFICER: OFF_TABLE.officer, Caller.NCO: OFF_TABLE.nco, Caller.OTHER: OFF_TABLE.other_rank}
        return extra.get(self, 0)


def caller(rank: Rank, specialist: bool = False) -> Caller:
    """Only a commissioned officer is a specialist (IA-R011); lance corporals and corporals are NCOs (IA-R077)."""
    if rank is Rank.OFFICER:
        return Caller.SPECIALIST if specialist else Caller.OFFICER
    return Caller.NCO if rank.leads else Caller.OTHER


def delay(who: Caller, registered: bool = False) -> Itemised:
    """Complete periods between call and fire: called with the orders of period n it falls in period n + delay.

    IA-off.observer-call, IA-off.registered-call, IA-off.non-specialist, IA-R075, IA-R077
    """
    first = (
        Item(OFF_TABLE.registered, "registered target", "IA-off.registered-call")
        if registered
        else Item(OFF_TABLE.delay, "call on a located target", "IA-off.observer-call")
    )
    return _longer(first, who)


def correction_delay(who: Caller) -> Itemised:
    """IA-off.corrections, IA-R075, IA-R077"""
    return _longer(Item(OFF_TABLE.correction, "correction", "IA-off.corrections"), who)


def _longer(first: Item, who: Caller) -> Itemised:
    more = (Item(who.longer, f"called by {who.value}", "IA-off.non-specialist"),) if who.longer else ()
    return Itemised((first, *more), label="delay")


def registration_periods(targets: int, house: House = BOOK) -> int:
    """Complete periods for the first so many targets: 3 for the first, 2 for each further one. IA-off.registration,
    IA-R076. Raises RuleViolation for more than 5."""
    if targets > OFF_TABLE.registrations:
        raise RuleViolation(
            Why.TOO_MANY_TARGETS,
            f"An observer registers at most {OFF_TABLE.registrations} targets.",
            citation="IA-off.registration",
            remedy="Call fire on the registered ones, or on a located target.",
        )
    if targets < 1:
        return 0
    return house.number("first-registration-periods") + (targets - 1) * OFF_TABLE.each_registration


def call_bar(who: Caller, has_radio: bool, located: bool, registered: bool = False) -> RuleViolation | None:
    """Why support cannot be called. `has_radio`: a working set with him. IA-off.observer-call, IA-R077"""
    if not has_radio:
        return RuleViolation(
            Why.NO_RADIO,
            "Support is called by radio, and no working set is with the caller.",
            citation="IA-off.observer-call",
            remedy="Bring a radio man to him.",
        )
    if not (located or registered):
        return RuleViolation(
            "not-located",
            "The caller has not located that target.",
            citation="IA-off.observer-call",
            remedy="Name a target that he has located, or one that is registered.",
        )
    return None


def registration_bar(who: Caller, has_radio: bool) -> RuleViolation | None:
    """Why targets cannot be registered. IA-off.registration, IA-R077"""
    if who is not Caller.SPECIALIST:
        return RuleViolation(
            "not-specialist",
            "Only a specialist forward observation officer registers targets.",
            citation="IA-off.registration",
            remedy="Call fire on a located target.",
        )
    return call_bar(who, has_radio, located=True)


def in_area(across: float, along: float) -> bool:
    """Whether a front centre lies in the area, edges included. Metres from the aim point along its width and depth.
    IA-off.area, IA-R080"""
    return abs(across) <= OFF_TABLE.width / 2 and abs(along) <= OFF_TABLE.depth / 2


def support_points(multiple: int) -> int:
    """Fire effect points of one mission in one period; 0 is a registration, which harms nobody. They count in a total
    of their own over all troops in the area. IA-off.effect, IA-off.registration-harmless, IA-off.one-target-group"""
    return multiple * OFF_TABLE.effect


def support_cost(multiple: int, periods: int = 1) -> int:
    """Points of support spent; registration costs none. IA-off.effect, IA-R078, IA-off.registration-free"""
    return multiple * periods * OFF_TABLE.cost


def multiple_bar(multiple: int, periods: int = 1) -> RuleViolation | None:
    """Fire is single, doubled or trebled, for at least one period. IA-off.effect, IA-R078"""
    if 1 <= multiple <= OFF_TABLE.most_multiple and periods >= 1:
        return None
    return RuleViolation(
        "bad-multiple",
        "Support fire is single, doubled or trebled, for one period or more.",
        citation="IA-off.effect",
        remedy=f"Give a multiple of 1 to {OFF_TABLE.most_multiple} and at least 1 period.",
    )


def paid_multiple(wanted: int, points_left: float) -> int:
    """The highest multiple up to the wanted one that is paid for; 0: nothing falls. IA-R168"""
    return min(wanted, int(points_left // OFF_TABLE.cost))


CHARTS: tuple[Chart, ...] = (
    Chart(
        "off-table-delays",
        "Off-table fire: complete periods of delay",
        "Off-Table Fire Support Restrictions",
        ("call", *(who.value for who in Caller)),
        (
            ("located target", *(delay(who).value for who in Caller)),
            ("registered target", *(delay(who, registered=True).value for who in Caller)),
            ("correction", *(correction_delay(who).value for who in Caller)),
            ("each registration after the first", OFF_TABLE.each_registration, None, None, None),
        ),
        notes=(f"At most {OFF_TABLE.registrations} registered targets, by the specialist alone.",),
        citation="IA-off.observer-call",
    ),
    Chart(
        "off-table-area",
        "Off-table fire: area, effect and cost",
        "Off-Table Fire Effect Points",
        ("what", "amount"),
        (
            ("width of the area, m", OFF_TABLE.width),
            ("depth of the area, m", OFF_TABLE.depth),
            ("points of support a period", OFF_TABLE.cost),
            ("fire effect points for these", OFF_TABLE.effect),
            ("highest multiple", OFF_TABLE.most_multiple),
        ),
        notes=("All troops in the area are one target group.",),
        citation="IA-off.area",
    ),
)
