"""Battlefield illumination and smoke by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import light, smoke
from rules.infantry_action.book.light import LightSource
from rules.infantry_action.book.smoke import SmokeSource, UprightScreen
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, lines, row
from rules.kernel.action import FACT, Metres
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation

Period = Annotated[int, FACT, Field(ge=1, le=1000, description="period in which it is fired, touched, lit or falls")]


class Illuminate(InfantryResolution):
    """What lights how far and how long. IA-illum.sources."""

    title: ClassVar[str] = "Illuminate"
    summary: ClassVar[str] = "What a flare, round, mission or fire lights, and in which periods"
    verb: Literal["illuminate"] = "illuminate"

    source: Annotated[LightSource, FACT, Field(description="what gives the light")]
    period: Period = 1


def illuminate(form: Illuminate, chance: Chance) -> Resolved:
    """IA-illum.trip-flare, IA-illum.light-mortar, IA-illum.medium-mortar, IA-illum.off-table, IA-illum.flame."""
    log = Proceedings(form, chance)
    area = light.lights(form.source, form.period)
    when = f"period {area.first}" if area.first == area.last else f"periods {area.first} to {area.last}"
    log.step("light", f"{area.radius:g} m around it lit in {when}", "IA-R143")
    return log.resolved(radius=area.radius, first=area.first, last=area.last, smoke=light.makes_smoke(form.source))


class LaySmoke(InfantryResolution):
    """A smoke screen. IA-smoke.duration."""

    title: ClassVar[str] = "Smoke screen"
    summary: ClassVar[str] = "How long a smoke screen is, how it lies, and in which periods it hides"
    verb: Literal["smoke-screen"] = "smoke-screen"

    source: Annotated[SmokeSource, FACT, Field(description="what makes the smoke")]
    period: Period = 1
    last_fed: Annotated[
        int | None, FACT, Field(ge=1, le=1000, description="last period in which it is fed again; empty: only once")
    ] = None


def lay_smoke(form: LaySmoke, chance: Chance) -> Resolved:
    """IA-smoke.duration, IA-smoke.off-table, IA-smoke.medium-mortar, IA-smoke.fifty, IA-smoke.projectors."""
    log = Proceedings(form, chance)
    fed = smoke.last_fed(form.source, form.period)
    if form.last_fed is not None:
        if form.last_fed < form.period:
            raise RuleViolation(
                "periods",
                f"A screen laid in period {form.period} is not fed for the last time in period {form.last_fed}.",
                citation="IA-smoke.duration",
                remedy="Give a last period that is not before the first.",
            )
        fed = max(fed, form.last_fed)
    length = smoke.length_of(form.source)
    hidden = smoke.hidden_in(UprightScreen((0, 0), (0, length), length, form.period, fed))
    log.step(
        "smoke",
        f"{length:g} m, {smoke.lies(form.source)}; hides in periods {hidden[0]} to {hidden[-1]}",
        "IA-smoke.duration",
    )
    return log.resolved(length=length, lies=smoke.lies(form.source), first=hidden[0], last=hidden[-1])


class FireBlind(InfantryResolution):
    """Firing into smoke. IA-smoke.blind-fire."""

    title: ClassVar[str] = "Fire blind"
    summary: ClassVar[str] = "What fire into a smoke screen counts, or whether an anti-tank weapon may fire"
    verb: Literal["fire-blind"] = "fire-blind"

    points: Annotated[int, FACT, Field(ge=0, le=200, description="fire effect points of the group, all together")] = 0
    behind: Annotated[Metres, FACT, Field(description="metres of the nearest enemy behind the screen")] = 0
    anti_tank: Annotated[bool, FACT, Field(description="an anti-tank weapon fires at an AFV")] = False
    length: Annotated[Metres, FACT, Field(description="length of the screen in metres")] = 50
    located: Annotated[bool, FACT, Field(description="the AFV was located before the screen hid it")] = True


def fire_blind(form: FireBlind, chance: Chance) -> Resolved:
    """IA-smoke.blind-fire, IA-smoke.blind-anti-tank."""
    log = Proceedings(form, chance)
    if form.anti_tank:
        smoke.bar_blind_anti_tank(form.length, form.located)
        log.step("blind", "the weapon may fire; 2 less for the local screen", "IA-smoke.blind-anti-tank")
        return log.resolved(allowed=True, points=None)
    half = smoke.blind_points(form.points)
    counts = bool(smoke.Behind("enemy", (form.behind,), 0).figures)
    log.step("blind", f"{half}" if counts else "nobody near enough behind the screen", "IA-smoke.blind-fire")
    return log.resolved(allowed=True, points=half.value if counts else 0, modifiers=lines(half))


class RollWind(InfantryResolution):
    """The wind of a battle. IA-R149."""

    title: ClassVar[str] = "Wind"
    summary: ClassVar[str] = "Where the wind blows to, for the whole battle"
    verb: Literal["wind"] = "wind"


def roll_wind(form: RollWind, chance: Chance) -> Resolved:
    """IA-smoke.medium-mortar, IA-R149."""
    log = Proceedings(form, chance)
    degrees = smoke.roll_wind(chance, log.house)
    words = "none: screens lie parallel to the base line" if degrees is None else f"towards {degrees:g}°"
    log.step("wind", words, "IA-R149")
    return log.resolved(degrees=degrees)


ROWS: tuple[Row, ...] = (
    row(Illuminate, illuminate),
    row(LaySmoke, lay_smoke),
    row(FireBlind, fire_blind),
    row(RollWind, roll_wind),
)
