"""Visibility, and what happens in the dark, by declared facts."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.kernel.action import FACT, Inches
from rules.kernel.chance import Chance
from rules.kernel.violation import RuleViolation
from rules.red_actions.book import sight
from rules.red_actions.book.kinds import Light, Weather
from rules.red_actions.book.sight import LookedFor
from rules.red_actions.book.terrain import Ground
from rules.red_actions.resolutions.base import Proceedings, RedResolution, Row, row

LightNow = Annotated[Light, FACT, Field(description="the light")]
WeatherNow = Annotated[Weather, FACT, Field(description="the weather")]


class UnitVisibility(RedResolution):
    """RA-vis.1"""

    title: ClassVar[str] = "Visibility"
    summary: ClassVar[str] = "How far off a unit is seen"
    verb: Literal["visibility"] = "visibility"

    ground: Annotated[Ground, FACT, Field(description="where it is, or what it is behind")] = Ground.OPEN
    still: Annotated[bool, FACT, Field(description="it does not move")] = False
    low: Annotated[bool, FACT, Field(description="infantry, mortars or unlimbered guns")] = True
    large: Annotated[bool, FACT, Field(description="four bases or more, artillery or a vehicle")] = False
    depth: Annotated[Inches, FACT, Field(description="from the edge of woods, buildings or scrub")] = 99.0
    lining: Annotated[bool, FACT, Field(description="it lines the hedge or wall")] = False
    hidden: Annotated[bool, FACT, Field(description="it has hidden")] = False
    both_inside: Annotated[bool, FACT, Field(description="the watcher is in the same woods, buildings or scrub")] = (
        False
    )
    light: LightNow = Light.DAY
    weather: WeatherNow = Weather.CLEAR
    distance: Annotated[Inches | None, FACT, Field(description="from the watcher; empty: only the limit")] = None


def visibility(form: UnitVisibility, chance: Chance) -> Resolved:
    """RA-vis.1, RA-vis.2, RA-vis.3, RA-vis.5, RA-weather.night.range, RA-weather.rain, RA-R129, RA-R142, RA-R147."""
    log = Proceedings(form, chance)
    target = LookedFor(form.low, form.still, form.large, form.ground, form.depth, form.lining, form.hidden)
    limit = sight.limit(target, form.light, form.weather, both_inside=form.both_inside)
    log.step("visibility", f"seen up to {limit.inches:g} in: {limit.reason}", limit.citation)
    seen = None
    if form.distance is not None:
        seen = sight.seen(target, form.distance, form.light, form.weather, both_inside=form.both_inside)
    return log.resolved(inches=limit.inches, seen=seen)


class MadeOut(RedResolution):
    """RA-R129"""

    title: ClassVar[str] = "What is made out"
    summary: ClassVar[str] = "All that can be made out at a distance"
    verb: Literal["made-out"] = "made-out"

    distance: Annotated[Inches, FACT, Field(description="inches")]
    light: LightNow = Light.DAY
    weather: WeatherNow = Weather.CLEAR


def made_out(form: MadeOut, chance: Chance) -> Resolved:
    """RA-vis.1, RA-R129."""
    log = Proceedings(form, chance)
    rows = sight.made_out(form.distance, form.light, form.weather)
    log.step("visibility", "; ".join(rows) or "nothing", "RA-R129")
    return log.resolved(made_out=rows)


class Heading(RedResolution):
    """RA-weather.night.veer"""

    title: ClassVar[str] = "Heading in the dark"
    summary: ClassVar[str] = "Whether a unit veers off its way at night or in fog"
    verb: Literal["heading"] = "heading"

    light: Annotated[Light, FACT, Field(description="the light")] = Light.DARK
    follows: Annotated[bool, FACT, Field(description="it follows a road, stream, hedge or the like")] = False


def heading(form: Heading, chance: Chance) -> Resolved:
    """RA-weather.night.veer."""
    log = Proceedings(form, chance)
    if not sight.owes_veer(form.light, form.follows):
        log.step("heading", "no die: it keeps its way", "RA-weather.night.veer")
        return log.resolved(die=None, degrees=0)
    die, degrees = sight.roll_veer(log.chance)
    words = f"veers {abs(degrees)}° {'left' if degrees < 0 else 'right'}" if degrees else "keeps its way"
    log.step("heading", f"{die}: {words}", "RA-weather.night.veer")
    return log.resolved(die=die, degrees=degrees)


class FriendOrFoe(RedResolution):
    """RA-weather.night.friends"""

    title: ClassVar[str] = "Friend or enemy"
    summary: ClassVar[str] = "Whether a unit fires at friends that it comes upon in the dark"
    verb: Literal["friend-or-enemy"] = "friend-or-enemy"

    light: Annotated[Light, FACT, Field(description="the light")] = Light.DARK


def friend_or_foe(form: FriendOrFoe, chance: Chance) -> Resolved:
    """RA-weather.night.friends, RA-R116."""
    log = Proceedings(form, chance)
    if not form.light.night:
        raise RuleViolation(
            "daylight",
            "By day nobody fires on friends by mistake.",
            citation="RA-weather.night.friends",
            remedy="Give the light: night or fog.",
        )
    die, fires = sight.roll_mistaken(log.chance)
    log.step("friends", f"{die}: {'fires at them once' if fires else 'knows them'}", "RA-weather.night.friends")
    return log.resolved(die=die, fires=fires)


ROWS: tuple[Row, ...] = (
    row(UnitVisibility, visibility),
    row(MadeOut, made_out),
    row(Heading, heading),
    row(FriendOrFoe, friend_or_foe),
)
