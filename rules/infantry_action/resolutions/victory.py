"""What two sides count in the end, by declared facts."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.book.showing import Resolved
from rules.infantry_action.book import victory
from rules.infantry_action.book.points import Cost, Line
from rules.infantry_action.book.victory import Fate, Resource
from rules.infantry_action.resolutions.base import InfantryResolution, Proceedings, Row, row
from rules.infantry_action.resolutions.troops import number
from rules.kernel.action import FACT
from rules.kernel.chance import Chance

Points = Annotated[float, FACT, Field(ge=0, le=100_000)]


class Victor(InfantryResolution):
    """IA-vic.own-resources"""

    title: ClassVar[str] = "Establishing the victor"
    summary: ClassVar[str] = "What two sides count in the end, and who has won"
    verb: Literal["victor"] = "victor"

    remains: Annotated[Points, Field(description="first side: value of what remains, unused support with it")]
    other_remains: Annotated[Points, Field(description="second side: the same")]
    lost: Annotated[Points, Field(description="first side: cost of what was destroyed, without support")] = 0
    other_lost: Annotated[Points, Field(description="second side: the same")] = 0
    places: Annotated[Points, Field(description="first side: price of man places held at start and end")] = 0
    other_places: Annotated[Points, Field(description="second side: the same")] = 0
    objectives: Annotated[Points, Field(description="first side: points of objectives held")] = 0
    other_objectives: Annotated[Points, Field(description="second side: the same")] = 0
    strength: Annotated[Points, Field(description="first side: its original points")] = 0
    other_strength: Annotated[Points, Field(description="second side: its original points")] = 0


def victor(form: Victor, chance: Chance) -> Resolved:
    """IA-vic.own-resources, IA-vic.enemy-destroyed, IA-vic.objectives, IA-vic.field-defences, IA-vic.friendly,
    IA-vic.convention."""
    log = Proceedings(form, chance)
    sides = (
        (form.remains, form.lost, form.places, form.objectives),
        (form.other_remains, form.other_lost, form.other_places, form.other_objectives),
    )
    totals: list[Decimal] = []
    for index, (remains, _, places, objectives) in enumerate(sides):
        counted = victory.count(
            (_resource("what", remains, Fate.REMAINS),),
            (_resource("what the enemy had", sides[1 - index][1], Fate.DESTROYED),),
            (victory.ManPlace("man places", _exact(places), True, True),),
            (victory.ObjectiveHeld("objectives", _exact(objectives), True),),
            log.house,
        )
        totals.append(counted.value)
        log.step("count", f"{('first', 'second')[index]} side: {counted.cost}", "IA-vic.own-resources")
    result = victory.victor(totals, (_exact(form.strength), _exact(form.other_strength)), log.house)
    winner = "draw" if result.winner is None else ("first side", "second side")[result.winner]
    log.step("result", winner, result.citation)
    return log.resolved(
        first=number(totals[0]), second=number(totals[1]), winner=winner, lead_needed=number(result.needed)
    )


def _exact(points: float) -> Decimal:
    return Decimal(str(points))


def _resource(name: str, points: float, fate: Fate) -> Resource:
    return Resource(name, Cost((Line(_exact(points), name),)), fate)


ROWS: tuple[Row, ...] = (row(Victor, victor),)
