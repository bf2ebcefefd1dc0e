"""Off-table fire by declared facts: delay, cost, effect, registration."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import support as book
from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT
from rules.kernel.chance import Chance


class Support(InfantryResolution):
    """IA-off.observer-call."""

    title: ClassVar[str] = "Off-table fire"
    summary: ClassVar[str] = "When called fire falls, what it scores and costs"
    verb: Literal["support"] = "support"

    rank: Annotated[Rank, FACT, Field(description="of the caller")] = Rank.OFFICER
    specialist: Annotated[bool, FACT, Field(description="he is a forward observation officer")] = False
    call: Annotated[Literal["located", "registered", "correction"], FACT, Field(description="what he calls for")] = (
        "located"
    )
    radio: Annotated[bool, FACT, Field(description="a working radio is with him")] = True
    multiple: Annotated[int, FACT, Field(ge=1, le=3, description="1 single, 2 doubled, 3 trebled")] = 1
    periods: Annotated[int, FACT, Field(ge=1, le=100, description="periods in which fire is to fall")] = 1
    points: Annotated[float | None, FACT, Field(ge=0, description="points of support left; empty: enough")] = None


def support(form: Support, chance: Chance) -> Resolved:
    """IA-off.observer-call, IA-off.registered-call, IA-off.corrections, IA-off.non-specialist, IA-off.effect,
    IA-R168."""
    log = Proceedings(form, chance)
    who = book.caller(form.rank, form.specialist)
    if barred := book.call_bar(who, form.radio, located=True):
        raise barred
    corrects = form.call == "correction"
    delay = book.correction_delay(who) if corrects else book.delay(who, form.call == "registered")
    log.step("delay", str(delay), delay.items[0].citation)
    paid = form.multiple if form.points is None else book.paid_multiple(form.multiple, form.points)
    scored = book.support_points(paid)
    log.step("effect", f"{scored} fire effect points a period on 80 by 150 m", "IA-off.effect")
    return log.resolved(
        delay=delay.value, items=lines(delay), multiple=paid, points=scored, cost=book.support_cost(paid, form.periods)
    )


class Register(InfantryResolution):
    """IA-off.registration."""

    title: ClassVar[str] = "Registration"
    summary: ClassVar[str] = "How long an observer takes to register targets"
    verb: Literal["register"] = "register"

    targets: Annotated[int, FACT, Field(ge=1, le=100, description="how many")]
    rank: Annotated[Rank, FACT, Field(description="of the observer")] = Rank.OFFICER
    specialist: Annotated[bool, FACT, Field(description="he is a forward observation officer")] = True
    radio: Annotated[bool, FACT, Field(description="a working radio is with him")] = True


def register(form: Register, chance: Chance) -> Resolved:
    """IA-off.registration, IA-off.registration-free, IA-R076."""
    log = Proceedings(form, chance)
    if barred := book.registration_bar(book.caller(form.rank, form.specialist), form.radio):
        raise barred
    periods = book.registration_periods(form.targets, log.house)
    log.step("registration", f"{periods} complete periods, at no cost", "IA-off.registration")
    return log.resolved(periods=periods, cost=0)


ROWS: tuple[Row, ...] = (row(Support, support), row(Register, register))
