"""Smoke and talk by declared facts. X.14.3 to X.14.5."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.book_and_gun.book import signals
from rules.book_and_gun.book.rows import SideName
from rules.book_and_gun.book.signals import RadioSet, SmokeSource
from rules.book_and_gun.resolutions.base import BookResolution, Proceedings
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation


class Smoke(BookResolution):
    """How far a screen reaches, and until when. BG-X.14.31a, BG-X.14.31b."""

    title: ClassVar[str] = "Smoke"
    summary: ClassVar[str] = "How far a smoke screen reaches in a turn"
    verb: Literal["smoke"] = "smoke"

    source: Annotated[SmokeSource, Field(description="what it comes from")] = "artillery"
    turns: Annotated[int, FACT, Field(ge=0, le=20, description="turns since it was placed; 0: this turn")] = 0
    thermal: Annotated[bool, FACT, Field(description="whoever looks has thermal imaging")] = False


def smoke(form: Smoke, chance: Chance) -> Resolved:
    """BG-X.14.3a, BG-X.14.3b, BG-X.14.31a, BG-X.14.31b, BG-R101."""
    log = Proceedings(form, chance)
    inches = signals.screen(form.source, form.turns)
    blocks = inches > 0 and not form.thermal
    log.step("smoke", f"{inches:g} in downwind" if inches else "it is gone", "BG-X.14.31a", "BG-R101")
    return log.resolved(inches=inches, width=signals.WIDTHS[form.source], gone=not inches, blocks_sight=blocks)


class SmokeGrenade(BookResolution):
    """A smoke grenade. BG-X.14.3c."""

    title: ClassVar[str] = "Smoke grenade"
    summary: ClassVar[str] = "May this figure throw a smoke grenade there?"
    verb: Literal["smoke-grenade"] = "smoke-grenade"

    side: Annotated[SideName, Field(description="side of whoever throws it")] = "army"
    distance: Annotated[Inches, FACT, Field(description="inches to the place")] = 0
    left: Annotated[int, FACT, Field(ge=0, le=60, description="smoke grenades that the unit has left")] = 1


def smoke_grenade(form: SmokeGrenade, chance: Chance) -> Resolved:
    """BG-X.14.3c, BG-R21."""
    log = Proceedings(form, chance)
    signals.require_smoke_grenade(form.side, form.distance)
    if not form.left:
        raise RuleViolation("none-left", "the unit has none left", citation="BG-R21", remedy="hide by other means")
    log.step("smoke", f"3 in downwind this turn; {form.left - 1} left", "BG-X.14.3c", "BG-X.14.31a")
    return log.resolved(inches=signals.screen("grenade", 0), left=form.left - 1)


class RequestFire(BookResolution):
    """One turn's try to get a message through. BG-X.14.4."""

    title: ClassVar[str] = "Request fire"
    summary: ClassVar[str] = "Does the request for a fire mission arrive this turn?"
    verb: Literal["request-fire"] = "request-fire"

    under_fire: Annotated[bool, FACT, Field(description="the unit was a target since its last try")] = False
    rto: Annotated[bool, FACT, Field(description="the unit's own radio operator is unhurt")] = False
    missions: Annotated[int, FACT, Field(ge=0, le=60, description="missions that the scenario still gives")] = 1
    direct: Annotated[
        bool, FACT, Field(description="mortars on the table with a leader in 6 inches, a wire or a shared net: no roll")
    ] = False


def request_fire(form: RequestFire, chance: Chance) -> Resolved:
    """BG-X.14.4, BG-X.13.13a, BG-X.2.4d, BG-R106."""
    log = Proceedings(form, chance)
    if form.direct:
        log.step("message", "it needs no roll", "BG-X.13.13a", "BG-R106")
        return log.resolved(arrives=True, die=None, total=None, least=None)
    if not form.missions:
        raise RuleViolation("none-left", "no mission is left", citation="BG-X.2.4d", remedy="fight without it")
    done = signals.message(chance, under_fire=form.under_fire, operator=form.rto)
    said = (
        f"{done.least} or more; {done.die}{' + 1' if form.rto else ''}: {'it arrives' if done.arrives else 'not yet'}"
    )
    log.step("message", said, "BG-X.14.4", "BG-R106")
    return log.resolved(arrives=done.arrives, die=done.die, total=done.total, least=done.least)


class RadioContact(BookResolution):
    """How far a radio reaches. BG-X.14.5."""

    title: ClassVar[str] = "Radio"
    summary: ClassVar[str] = "Do two sets hear each other?"
    verb: Literal["radio"] = "radio"

    radio: Annotated[RadioSet, Field(description="the kind of set that both have")]
    distance: Annotated[Inches, FACT, Field(description="inches between them")] = 0
    side: Annotated[SideName, FACT, Field(description="whose they are")] = "army"
    same_net: Annotated[bool, FACT, Field(description="both are on one net")] = True


def radio_contact(form: RadioContact, chance: Chance) -> Resolved:
    """BG-X.14.5, BG-X.14.51, BG-R231."""
    log = Proceedings(form, chance)
    of_insurgents = form.side == "insurgents" and form.radio == "walkie-talkie"
    if form.side == "army" and form.radio == "walkie-talkie":
        raise RuleViolation(
            "no-radio", "walkie-talkies are for insurgents", citation="BG-X.14.51", remedy="name one of the army's sets"
        )
    if form.side != "army" and not of_insurgents:
        raise RuleViolation(
            "no-radio",
            f"{form.side} talk by sight, by sound and by runners",
            citation="BG-X.14.51",
            remedy="send a runner; senior leaders and mortar observers may have walkie-talkies",
        )
    range_ = signals.range_of(form.radio)
    heard = form.same_net and form.distance <= range_
    log.step(
        "radio",
        f"{range_:g} in: {'contact' if heard else 'no contact'}",
        "BG-X.14.5",
        *(("BG-R231",) if of_insurgents else ()),
    )
    return log.resolved(contact=heard, range=range_)
