"""Who is hit, and what is left behind, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import casualties as book
from rules.infantry_action.book.casualties import SoftVehicle, VehicleGoing
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.infantry_action.resolutions.phrases import figure
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance


class Casualties(InfantryResolution):
    """IA-ident.priority."""

    title: ClassVar[str] = "Casualties"
    summary: ClassVar[str] = "Who of a group is hit"
    verb: Literal["casualties"] = "casualties"

    hits: Annotated[int, FACT, Field(ge=0, le=100, description="potential hits")]
    figures: Annotated[
        tuple[str, ...],
        FACT,
        Field(
            min_length=1, description='name, rank, range, words, in roster order: "Smith corporal 60 erect firing soft"'
        ),
    ]
    vehicle: Annotated[VehicleGoing, FACT, Field(description="what the soft vehicle of those riding did")] = (
        VehicleGoing.STATIONARY
    )
    burns: Annotated[bool, FACT, Field(description="it can burn: no for horses and pedal cycles")] = True


def casualties(form: Casualties, chance: Chance) -> Resolved:
    """IA-ident.first, IA-ident.rest, IA-ident.priority, IA-ident.stop, IA-soft.radio, IA-soft.vehicle-save, IA-R091."""
    log = Proceedings(form, chance)
    figures = [figure(text) for text in form.figures]
    ridden = {"vehicle": SoftVehicle(form.vehicle, form.burns)}
    found = book.identify(figures, form.hits, log.chance, ridden)
    words = [f"{die.name} {'hit' if die.hit else 'not hit'}{', radio lost' * die.radio_lost}" for die in found.figures]
    words += [f"the vehicle {_fate(die)}" for die in found.vehicles]
    log.step("casualties", "; ".join(words) or "nobody is diced for", "IA-ident.priority")
    return log.resolved(
        casualties=found.casualties,
        order=tuple(each.name for each in book.in_priority(figures)),
        radios_lost=tuple(die.name for die in found.figures if die.radio_lost),
        vehicle_destroyed=any(die.destroyed for die in found.vehicles),
        vehicle_burns=any(die.burns for die in found.vehicles),
    )


def _fate(die: book.VehicleDie) -> str:
    if not die.destroyed:
        return "is saved"
    return "is destroyed and burns" if die.burns else "is destroyed"


class TakeOver(InfantryResolution):
    """IA-soft.takeover."""

    title: ClassVar[str] = "Take over"
    summary: ClassVar[str] = "Whether a weapon or radio that is taken over works"
    verb: Literal["take-over"] = "take-over"

    heavy: Annotated[bool, FACT, Field(description="a heavy weapon")] = False
    same_speciality: Annotated[bool, FACT, Field(description="he has the speciality of that weapon")] = False
    crew_left: Annotated[int, FACT, Field(ge=0, le=20, description="unhit crewmen of it still there")] = 0
    range: Annotated[Metres, FACT, Field(description="from it at the end of his move")] = 0.0


def take_over(form: TakeOver, chance: Chance) -> Resolved:
    """IA-soft.takeover, IA-soft.takeover-heavy, IA-soft.takeover-delay, IA-R094."""
    log = Proceedings(form, chance)
    if not book.takeover_diced(form.heavy, form.crew_left):
        log.step("crew", "its crew carries on: no die", "IA-R094")
        return log.resolved(serviceable=True, periods=0)
    if barred := book.takeover_bar(form.range, form.heavy, form.same_speciality):
        raise barred
    taken = book.take_over(0, log.chance)
    words = "serviceable, usable from the next period" if taken.serviceable else "unserviceable for the battle"
    log.step("take-over", words, "IA-soft.takeover")
    return log.resolved(serviceable=taken.serviceable, periods=taken.usable_from)


ROWS: tuple[Row, ...] = (row(Casualties, casualties), row(TakeOver, take_over))
