"""Location and noise by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import location
from rules.infantry_action.book.kinds import Light, Posture
from rules.infantry_action.book.location import Ground, Noise, Seen
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance
from rules.kernel.facts import Source


class Locate(InfantryResolution):
    """IA-loc.table."""

    title: ClassVar[str] = "Locate"
    summary: ClassVar[str] = "At which range a target is located"
    verb: Literal["locate"] = "locate"

    posture: Annotated[Posture, FACT, Field(description="how the men of the target move or lie")] = Posture.ERECT
    moved: Annotated[bool, FACT, Field(description="it moved in this period")] = False
    fired: Annotated[
        Literal["no", "personal", "heavy"], FACT, Field(description="what it fired last period, not having moved since")
    ] = "no"
    vehicle: Annotated[bool, FACT, Field(description="the target is a vehicle")] = False
    heavy_group: Annotated[bool, FACT, Field(description="it is a heavy weapons group")] = False
    defended: Annotated[bool, FACT, Field(description="it is in field defences or a building")] = False
    ground: Annotated[
        tuple[Ground, ...],
        FACT,
        Field(description="single: individual trees, bushes, rocks; edge: hedge, wall or wood's edge"),
    ] = ()
    light: Annotated[Light, FACT, Field(description="illumination where the target is")] = Light.DAY
    silent: Annotated[bool, FACT, Field(description="the target keeps silence")] = False
    night_device: Annotated[bool, FACT, Field(description="the observer has a night vision device")] = False
    range: Annotated[Metres | None, FACT, Field(description="distance; empty: only the range is wanted")] = None


def locate(form: Locate, chance: Chance) -> Resolved:
    """IA-loc.table, IA-loc.two-target-categories, IA-loc.two-terrain-categories, IA-R052, IA-R054, IA-R057."""
    log = Proceedings(form, chance)
    seen = Seen(
        form.posture, form.moved, form.fired != "no", form.fired == "heavy", form.heavy_group or form.fired == "heavy",
        form.defended, form.vehicle, frozenset(form.ground), form.silent,
    )  # fmt: skip
    found = location.range_of((seen,), form.light, form.night_device, log.house)
    anywhere = found.metres == float("inf")
    words = "any distance" if anywhere else f"{found.metres:g} m"
    log.fact("row", found.target.words, Source.DEFAULT)
    log.step("location", f"located up to {words}: {found.reason}", "IA-loc.table")
    located = None if form.range is None else location.within_location(found, form.range)
    return log.resolved(metres=None if anywhere else found.metres, any_distance=anywhere, located=located)


class Hear(InfantryResolution):
    """IA-det.noise."""

    title: ClassVar[str] = "Hear"
    summary: ClassVar[str] = "Whether a noise is heard"
    verb: Literal["hear"] = "hear"

    noise: Annotated[Noise, FACT, Field(description="what there is to hear")]
    range: Annotated[Metres, FACT, Field(description="from the listener to the noise")]
    nearest_fire: Annotated[
        Metres | None, FACT, Field(description="from the listener to the nearest other firing or grenade burst")
    ] = None
    nearest_burst: Annotated[
        Metres | None,
        FACT,
        Field(description="from the listener to the nearest burst of mortar, shell or off-table fire"),
    ] = None


def hear(form: Hear, chance: Chance) -> Resolved:
    """IA-det.noise, IA-det.drowned, IA-R060."""
    log = Proceedings(form, chance)
    firing = () if form.nearest_fire is None else (form.nearest_fire,)
    bursts = () if form.nearest_burst is None else (form.nearest_burst,)
    drowned = location.drowned(form.noise, form.range, firing, bursts)
    heard = location.heard(form.noise, form.range, firing, bursts)
    limit = form.noise.metres
    reach = "any distance" if limit == float("inf") else f"{limit:g} m"
    why = "drowned by something nearer" if drowned and form.range <= limit else f"it carries {reach}"
    log.step("noise", f"{form.noise.words} is {'heard' if heard else 'not heard'}: {why}", "IA-det.noise")
    return log.resolved(heard=heard, drowned=drowned)


ROWS: tuple[Row, ...] = (row(Locate, locate), row(Hear, hear))
